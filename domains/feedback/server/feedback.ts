import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { localZone, today, todayOf } from '#platform/server/clock.ts';
import { accounts, statusHistory } from '#platform/server/database/tables.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { localTitle, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract, type FeedbackAnswer } from '../contract.ts';
import {
  acknowledgeDays,
  type FeedbackState,
  feedbackStates,
  feedbackWorkflow,
  lastStage,
  openStates,
  overStates,
} from '../workflow.ts';
import { numberOf, tell } from './notices.ts';
import { handled, moderators, visible, written } from './reach.ts';
import { feedback, feedbackMessages, feedbackTypes } from './tables.ts';

/** What people write under their name, and how each reader sees any of them. */

export type FeedbackRow = typeof feedback.$inferSelect;

const numberSql = sql`'F-' || lpad(${feedback.id}::text, 6, '0')`;
/** What waits for the university and is past its day. */
export const overdueSql: SQL = sql`(${feedback.status} = any(${sql.param([...openStates])}::text[])
  and (${feedback.due_on} < ${today} or (${feedback.status} = 'NEW' and ${feedback.acknowledge_by} < ${today})))`;

export const staffName = (id: SQL): SQL<string | null> =>
  sql`(select concat_ws(' ', s.lastname, s.firstname) from ${staff} s where s.id = ${id})`;
const accountName = (id: SQL): SQL<string | null> =>
  sql`(select concat_ws(' ', a.lastname, a.firstname) from ${accounts} a where a.id = ${id})`;

/** The type somebody chose, while it is offered. Errors: FEEDBACK_TYPE_GONE. */
export async function offeredType(call: Pick<Call, 'db'>, id: number) {
  const [row] = await call.db
    .select()
    .from(feedbackTypes)
    .where(sql`${feedbackTypes.id} = ${id} and ${feedbackTypes.active} and ${feedbackTypes.deleted_at} is null`);
  if (!row) throw failField('type_id', 'FEEDBACK_TYPE_GONE');
  return row;
}

/** Of whom it complains must be somebody of the staff. */
export async function demandStaff(call: Pick<Call, 'db'>, path: string, id: number) {
  const [row] = await call.db
    .select({ id: staff.id, account_id: staff.account_id, status: staff.status })
    .from(staff)
    .where(sql`${staff.id} = ${id} and ${staff.deleted_at} is null`);
  if (!row) throw failField(path, 'UNKNOWN_REFERENCE');
  return row;
}

export const register = resource(contract.feedback, {
  table: feedback,
  search: (typed) => {
    const number = /^f-?0*(\d{1,9})$/i.exec(typed.trim())?.[1];
    return number ? sql`${feedback.id} = ${Number(number)}` : keyHolds(sql`${feedback.search}`, typed);
  },
  sorts: {
    filed_on: sql`${feedback.filed_on}`,
    due_on: sql`${feedback.due_on}`,
    id: sql`${feedback.id}`,
  },
  defaultSort: 'filed_on,desc',
  closeness: (input) => closeness(sql`${feedback.search}`, input.search),
  optionTitle: () => sql`${numberSql} || ' · ' || ${feedback.subject}`,
  visible,
  filters: (input, call) => [
    input.status?.length ? inArray(feedback.status, input.status) : undefined,
    input.kind
      ? sql`${feedback.type_id} in (select t.id from ${feedbackTypes} t where t.kind = ${input.kind})`
      : undefined,
    input.type_id ? eq(feedback.type_id, input.type_id) : undefined,
    input.theme?.length ? inArray(feedback.theme, input.theme) : undefined,
    input.mode ? eq(feedback.mode, input.mode) : undefined,
    input.stage ? eq(feedback.stage, input.stage) : undefined,
    input.overdue === undefined ? undefined : sql`${overdueSql} = ${input.overdue}`,
    input.mine === undefined ? undefined : sql`${written(call)} = ${input.mine}`,
    input.handled === undefined ? undefined : sql`${handled(call)} = ${input.handled}`,
  ],
  present,
  prepare: async (call, input, current) => {
    if (current) demandFresh(call, current);
    const type = input.type_id === undefined ? undefined : await offeredType(call, input.type_id);
    if (input.about_staff_id) await demandStaff(call, 'about_staff_id', input.about_staff_id);
    if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    const { confidential, ...fields } = input;
    const filed_on = current?.filed_on ?? (await todayOf(call));
    return {
      ...fields,
      ...(confidential === undefined && current
        ? {}
        : { mode: confidential ? ('CONFIDENTIAL' as const) : ('NAMED' as const) }),
      ...(type
        ? {
            acknowledge_by: sql`edulab_working_day(${filed_on}::date, ${acknowledgeDays}::int)`,
            due_on: sql`edulab_working_day(${filed_on}::date, ${type.answer_days}::int)`,
          }
        : {}),
      ...(current ? {} : { account_id: call.account_id, filed_on }),
    };
  },
  written: async (call, row, before) => {
    if (before) return;
    await recordTransition(call, feedbackWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
    await tell(call, await moderators(call, row.about_staff_id), row.id, 'new');
  },
  beforeDelete: (call, row) => Promise.resolve(demandFresh(call, row)),
});

/** Only its author changes it, and only until somebody has taken it up. */
function demandFresh(call: Call, row: FeedbackRow): void {
  if (row.account_id === null || row.account_id !== call.account_id) throw fail('NOT_FOUND');
  if (row.status !== 'NEW') throw fail('FEEDBACK_TAKEN_UP');
}

/** One of the caller's own, as long as it may be changed. */
export async function editable(call: Call, input: { id: number }): Promise<FeedbackAnswer> {
  demandFresh(call, await register.find(call, input.id));
  return open(call, input);
}

async function present(call: Call, rows: FeedbackRow[]): Promise<FeedbackAnswer[]> {
  if (rows.length === 0) return [];
  const { rows: beside } = await call.db.execute<{
    id: number;
    type: string;
    kind: FeedbackAnswer['kind'];
    author: string | null;
    about: string | null;
    handler: string | null;
    handles: boolean;
    overdue: boolean;
  }>(sql`
    select ${feedback.id} as id, ${localTitle(sql`t.title`, call.locale)} as type, t.kind,
           ${accountName(sql`${feedback.account_id}`)} as author, ${staffName(sql`${feedback.about_staff_id}`)} as about,
           ${staffName(sql`${feedback.handler_id}`)} as handler, ${handled(call)} as handles, coalesce(${overdueSql}, false) as overdue
      from ${feedback} join ${feedbackTypes} t on t.id = ${feedback.type_id}
     where ${inArray(
       feedback.id,
       rows.map(({ id }) => id),
     )}`);
  const known = new Map(beside.map((one) => [one.id, one]));
  return rows.map((row): FeedbackAnswer => {
    const found = known.get(row.id)!;
    const own = row.account_id !== null && row.account_id === call.account_id;
    const handles = !own && found.handles && may(call, 'feedback.handle');
    const moderates = !own && may(call, 'feedback.moderate');
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      number: numberOf(row.id),
      type_id: row.type_id,
      type: { id: row.type_id, title: found.type },
      kind: found.kind,
      mode: row.mode,
      status: row.status,
      // Sorting is the office's own work.
      theme: own ? null : row.theme,
      subject: row.subject,
      text: row.text,
      author: own || row.mode === 'NAMED' ? found.author : null,
      own,
      about_staff_id: row.about_staff_id,
      about: found.about,
      handler_id: own ? null : row.handler_id,
      handler: own ? null : found.handler,
      stage: row.stage,
      filed_on: row.filed_on,
      acknowledge_by: row.acknowledge_by,
      due_on: row.due_on,
      overdue: found.overdue,
      answered_on: row.answered_on,
      reopened: row.reopened,
      file_count: row.file_ids.length,
      next: stepsFor(call, row, { own, handles, moderates }),
      can: {
        edit: own && row.status === 'NEW',
        delete: own && row.status === 'NEW',
        write: (own ? authorMayWrite(row) : handles) && !overStates.includes(row.status),
        moderate: moderates,
        reveal: moderates && row.mode === 'CONFIDENTIAL',
      },
    };
  });
}

/** After a second answer there is nothing more to reopen: what is new is written anew. */
export const authorMayWrite = (row: Pick<FeedbackRow, 'status' | 'reopened'>): boolean =>
  !overStates.includes(row.status) && !(row.status === 'ANSWERED' && row.reopened);

interface Part {
  own: boolean;
  handles: boolean;
  moderates: boolean;
}
const holds = (part: Part): Record<string, boolean> => ({
  'feedback.submit': part.own,
  'feedback.handle': part.handles,
  'feedback.moderate': part.moderates,
});
/** Whether the caller has the part in it that a step is for. */
export const hasPart = (part: Part, permission: string): boolean => holds(part)[permission] === true;

function stepsFor(call: Call, row: FeedbackRow, part: Part): FeedbackState[] {
  const steps = nextStates(feedbackWorkflow, row.status).filter(
    ({ permission, guard }) =>
      may(call, permission) &&
      hasPart(part, permission) &&
      !(guard === 'once' && row.reopened) &&
      !(guard === 'another' && row.stage >= lastStage),
  );
  return [...new Set(steps.map(({ to }) => to))];
}

/** One as a whole: its thread, its evidence, whose opening is logged, and how it came to where it stands. */
export async function open(call: Call, input: { id: string | number }): Promise<FeedbackAnswer> {
  const row = await register.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const [said, past] = await Promise.all([
    call.db
      .select({
        id: feedbackMessages.id,
        from: feedbackMessages.written_by,
        text: feedbackMessages.text,
        on: feedbackMessages.on,
        account_id: feedbackMessages.account_id,
        name: accountName(sql`${feedbackMessages.account_id}`),
      })
      .from(feedbackMessages)
      .where(eq(feedbackMessages.feedback_id, row.id))
      .orderBy(asc(feedbackMessages.id)),
    call.db
      .select({
        to: statusHistory.to_status,
        on: sql<string>`(${statusHistory.at} at time zone ${localZone})::date::text`,
        reason: statusHistory.reason,
      })
      .from(statusHistory)
      .where(and(eq(statusHistory.entity, feedbackWorkflow.entity), eq(statusHistory.entity_id, row.id)))
      .orderBy(asc(statusHistory.id)),
  ]);
  const files = row.file_ids.length ? await evidenceRecords(call, row.file_ids) : undefined;
  return {
    ...answer,
    ...(files ? { files: row.file_ids.flatMap((id) => files.get(id) ?? []) } : {}),
    messages: said.map(({ account_id, name, ...one }) => ({
      ...one,
      name: one.from === 'OFFICE' || answer.author !== null ? name : null,
      mine: account_id !== null && account_id === call.account_id,
    })),
    steps: past.flatMap(({ to, on, reason }) => {
      const state = feedbackStates.find((one) => one === to);
      // What the office says to itself when it hands one on is not for its author.
      const inside = state === 'ESCALATED' && answer.own;
      // Questions and answers stand in the thread.
      const spoken = state === 'WAITING' || state === 'ANSWERED' || state === 'REOPENED';
      return state ? [{ to: state, on, reason: inside || spoken ? null : reason }] : [];
    }),
  };
}
