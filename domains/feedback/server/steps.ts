import { and, eq, inArray, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { escalatedDays, type FeedbackState, feedbackWorkflow, handledStates, lastStage } from '../workflow.ts';
import { authorMayWrite, demandStaff, type FeedbackRow, hasPart, open, register } from './feedback.ts';
import { tell } from './notices.ts';
import { moderators, partOf, visible } from './reach.ts';
import { feedback, feedbackMessages, feedbackReveals, feedbackTypes } from './tables.ts';

/** What is done about one: by its author, by whoever was given it, by those who moderate. */

type Step = InputOf<typeof contract.feedback.status>;
const entity = feedbackWorkflow.entity;

const load = (call: Call, input: { id: number; version: number }): Promise<FeedbackRow> =>
  loadForChange(call, feedback, visible(call), input, ({ id }) => register.get(call, { id }));

export async function changeStatus(call: Call, input: Step) {
  const row = await load(call, input);
  const step = checkTransition(call, feedbackWorkflow, row.status, input.status, input);
  if (!hasPart(await partOf(call, row), step.permission)) throw fail('FEEDBACK_NOT_YOURS');
  if (step.guard === 'once' && row.reopened) throw fail('FEEDBACK_REOPENED');
  const values = await valuesOf(call, row, input);
  await call.db
    .update(feedback)
    .set({ ...values, status: input.status })
    .where(eq(feedback.id, row.id));
  await recordTransition(call, entity, [{ id: row.id, from: row.status }], input.status, { reason: input.reason });
  await follow(call, row, input);
  return open(call, { id: row.id });
}

/** What changes with a step besides the state. */
async function valuesOf(call: Call, row: FeedbackRow, input: Step) {
  switch (input.status) {
    case 'ASSIGNED':
      return { handler_id: await demandHandler(call, row, input) };
    case 'ESCALATED':
      if (row.stage >= lastStage) throw fail('FEEDBACK_LAST_STAGE');
      return {
        handler_id: await demandHandler(call, row, input),
        past_handler_ids: sql`array_append(${feedback.past_handler_ids}, ${row.handler_id}::int)`,
        stage: row.stage + 1,
        due_on: sql`edulab_working_day(${today}, ${escalatedDays}::int)`,
      };
    case 'WAITING':
      // Who is late already stays so.
      return {
        left_days: sql`case when ${feedback.due_on} >= ${today} then edulab_working_days(${today}, ${feedback.due_on}) end`,
        due_on: sql`case when ${feedback.due_on} < ${today} then ${feedback.due_on} end`,
      };
    case 'IN_PROGRESS':
      return row.status === 'WAITING' ? resumed : {};
    case 'ANSWERED': {
      const on = await todayOf(call);
      return { answered_on: on, in_time: row.due_on === null || on <= row.due_on };
    }
    case 'REOPENED':
      return reopened;
    default:
      return {};
  }
}

const resumed = {
  due_on: sql`case when ${feedback.left_days} is null then ${feedback.due_on} when ${feedback.left_days} > 0 then edulab_working_day(${today}, ${feedback.left_days}) else ${today} end`,
  left_days: null,
};
const reopened = {
  reopened: true,
  due_on: sql`edulab_working_day(${today}, (select t.answer_days::int from ${feedbackTypes} t where t.id = ${feedback.type_id}))`,
};

/** Whoever is given one works here, can sign in, did not write it, and is not whom it is about. */
async function demandHandler(call: Call, row: FeedbackRow, input: Step): Promise<number> {
  if (input.handler_id === undefined) throw failField('handler_id', 'form_required');
  const one = await demandStaff(call, 'handler_id', input.handler_id);
  if (one.account_id === null || one.status === 'LEFT') throw failField('handler_id', 'FEEDBACK_HANDLER');
  const about = row.about_staff_id === null ? undefined : await demandStaff(call, 'about_staff_id', row.about_staff_id);
  if (one.id === about?.id || one.account_id === about?.account_id || one.account_id === row.account_id)
    throw failField('handler_id', 'FEEDBACK_HANDLER_SELF');
  if (input.status === 'ESCALATED' && [...row.past_handler_ids, row.handler_id].includes(one.id))
    throw failField('handler_id', 'FEEDBACK_SAME_HANDLER');
  return one.id;
}

const accountOf = async (call: Call, staff_id: number | null): Promise<(number | null)[]> =>
  staff_id === null
    ? []
    : (await call.db.select({ account_id: staff.account_id }).from(staff).where(eq(staff.id, staff_id))).map(
        ({ account_id }) => account_id,
      );

/** Words go into the thread, and whoever is concerned is told that there is something. */
async function follow(call: Call, row: FeedbackRow, { status, reason, handler_id }: Step): Promise<void> {
  const spoken: readonly FeedbackState[] = ['WAITING', 'ANSWERED', 'REOPENED'];
  if (reason && spoken.includes(status)) await say(call, row, status === 'REOPENED' ? 'AUTHOR' : 'OFFICE', reason);
  if (status === 'ASSIGNED' || status === 'ESCALATED')
    await tell(call, await accountOf(call, handler_id ?? null), row.id, 'given');
  if (status === 'REOPENED')
    await tell(
      call,
      [...(await moderators(call, row.about_staff_id)), ...(await accountOf(call, row.handler_id))],
      row.id,
      'reopened',
    );
  if (status !== 'REOPENED' && status !== 'CLOSED') await tell(call, [row.account_id], row.id, 'news');
}

async function say(call: Call, row: FeedbackRow, written_by: 'AUTHOR' | 'OFFICE', text: string): Promise<void> {
  await call.db.insert(feedbackMessages).values({
    feedback_id: row.id,
    written_by,
    account_id: call.account_id,
    text,
    on: await todayOf(call),
  });
}

export async function writeOn(call: Call, input: InputOf<typeof contract.feedback.message>) {
  const row = await load(call, input);
  const { own, handles } = await partOf(call, row);
  if (!own && !handles) throw fail('FEEDBACK_NOT_YOURS');
  if (own ? !authorMayWrite(row) : !handledStates.includes(row.status) && row.status !== 'WAITING')
    throw fail('FEEDBACK_OVER');
  await say(call, row, own ? 'AUTHOR' : 'OFFICE', input.text);
  // The thread is part of it: whoever writes next must have read this.
  await call.db.update(feedback).set({ updated_at: clock.iso() }).where(eq(feedback.id, row.id));
  if (own) {
    await heard(call, [row.id]);
    await tell(call, await accountOf(call, row.handler_id), row.id, 'message');
  } else await tell(call, [row.account_id], row.id, 'news');
  return open(call, { id: row.id });
}

/** Their authors have written: what waited for them goes on, what was answered is opened once more. */
export async function heard(
  call: Pick<Call, 'db' | 'institution_id' | 'account_id'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const among = inArray(feedback.id, [...ids]);
  const gone = await call.db
    .update(feedback)
    .set({ ...reopened, status: 'REOPENED' })
    .where(and(among, eq(feedback.status, 'ANSWERED'), eq(feedback.reopened, false)))
    .returning({ id: feedback.id });
  await recordTransition(call, entity, from(gone, 'ANSWERED'), 'REOPENED', {});
  const on = await call.db
    .update(feedback)
    .set({ ...resumed, status: 'IN_PROGRESS' })
    .where(and(among, eq(feedback.status, 'WAITING')))
    .returning({ id: feedback.id });
  await recordTransition(call, entity, from(on, 'WAITING'), 'IN_PROGRESS', {});
}
const from = (rows: { id: number }[], state: FeedbackState) => rows.map(({ id }) => ({ id, from: state }));

/** What it is about, and of whom it complains; whoever that is does not go on handling it. */
export async function sortOne(call: Call, input: InputOf<typeof contract.feedback.sort>) {
  const row = await load(call, input);
  if (!(await partOf(call, row)).moderates) throw fail('FEEDBACK_ABOUT_YOU');
  if (input.about_staff_id) {
    const about = await demandStaff(call, 'about_staff_id', input.about_staff_id);
    const [handler] = await accountOf(call, row.handler_id);
    if (about.id === row.handler_id || (about.account_id !== null && about.account_id === handler))
      throw failField('about_staff_id', 'FEEDBACK_HANDLER_SELF');
    // It would be gone before their own eyes; another moderator does that.
    if (about.account_id === call.account_id) throw failField('about_staff_id', 'FEEDBACK_ABOUT_YOU');
  }
  const { theme, about_staff_id } = input;
  if (theme || about_staff_id !== undefined)
    await call.db
      .update(feedback)
      .set({ ...(theme ? { theme } : {}), ...(about_staff_id === undefined ? {} : { about_staff_id }) })
      .where(eq(feedback.id, row.id));
  return open(call, { id: row.id });
}

/** Who wrote a confidential one. That it was asked, by whom and why, is kept before it is answered. */
export async function reveal(call: Call, input: InputOf<typeof contract.feedback.reveal>) {
  const row = await register.find(call, input.id);
  if (row.account_id === null || row.mode !== 'CONFIDENTIAL' || !may(call, 'feedback.moderate'))
    throw fail('FEEDBACK_NO_NAME');
  await call.db
    .insert(feedbackReveals)
    .values({ feedback_id: row.id, account_id: call.account_id, reason: input.reason });
  const [author] = await call.db
    .select({ name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname}, ${accounts.midname})` })
    .from(accounts)
    .where(eq(accounts.id, row.account_id));
  return { name: author?.name ?? '' };
}
