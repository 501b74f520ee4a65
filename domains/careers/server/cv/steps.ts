import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { Cv, contract } from '../../contract.ts';
import { type CvState, cvWorkflow, isVerdict, usableStates } from '../../workflow.ts';
import { callingPerson } from '../person.ts';
import { cvRemarks, cvs, cvVersions } from '../tables.ts';
import { type CvRow, contentOf, cv, factsForVersion, openCv, visible, vouched } from './cvs.ts';

/** Steps of a CV: its person hands it in, the career centre says what is to be done with it. */

type Step = InputOf<typeof contract.cv.change_status>;

const forStep = (call: Call, input: { id: number; version?: number | undefined }) =>
  loadForChange(call, cvs, visible(call), input, ({ id }) => cv.get(call, { id }));

async function isOwn(call: Call, row: CvRow): Promise<{ own: boolean; account_id: number | null }> {
  const [person] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(eq(students.id, row.student_id));
  const account_id = person?.account_id ?? null;
  return { own: account_id === call.account_id, account_id };
}

export async function changeStatus(call: Call, input: Step): Promise<Cv> {
  const row = await forStep(call, input);
  const step = checkTransition(call, cvWorkflow, row.status, input.status, input);
  const { own, account_id } = await isOwn(call, row);
  if (step.permission === 'cv.review') {
    if (own) throw fail('OWN_CV');
    await decide(call, row, account_id, { ...input, remarks: [] });
  } else {
    if (!own) throw fail('FORBIDDEN', { permission: step.permission });
    if (input.status === 'SUBMITTED') await handIn(call, row);
    else {
      if (row.status === 'SUBMITTED') await takeBack(call, row);
      await call.db.update(cvs).set({ status: input.status }).where(eq(cvs.id, row.id));
    }
    await recordTransition(call, cvWorkflow.entity, [{ id: row.id, from: row.status }], input.status, input);
  }
  return openCv(call, { id: row.id });
}

/** What a CV must say before anybody reads it. */
function missingIn(row: CvRow): string[] {
  const lacks = (name: string, there: unknown) => (there ? [] : [name]);
  return [
    ...lacks('headline', row.headline),
    ...lacks('objective', row.objective),
    ...lacks('email', row.email ?? row.phone),
    ...lacks('hard_skills', row.hard_skills.length),
  ];
}

async function handIn(call: Call, row: CvRow): Promise<void> {
  const missing = missingIn(row);
  if (missing.length) throw fail('CV_INCOMPLETE', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
  const content = contentOf(row);
  const facts = await factsForVersion(call, row);
  const photo_file_id = row.show_photo ? row.photo_file_id : null;
  const [last] = await call.db
    .select()
    .from(cvVersions)
    .where(eq(cvVersions.id, row.last_version_id ?? 0));
  // The same once more is no new version: whoever reads it would look for what changed.
  if (
    last?.status === 'CHANGES_REQUIRED' &&
    isDeepStrictEqual(last.content, content) &&
    last.photo_file_id === photo_file_id &&
    vouched(last.facts, facts)
  )
    throw fail('CV_UNCHANGED');
  const number = row.versions_count + 1;
  const [made] = await call.db
    .insert(cvVersions)
    .values({ cv_id: row.id, number, language: row.language, layout: row.layout, photo_file_id, content, facts })
    .returning({ id: cvVersions.id });
  await call.db
    .update(cvs)
    .set({ status: 'SUBMITTED', versions_count: number, last_version_id: made!.id, submitted_at: sql`edulab_now()` })
    .where(eq(cvs.id, row.id));
}

/** The version that was handed in is nobody's any more; its number is not given twice. */
async function takeBack(call: Call, row: CvRow): Promise<void> {
  if (!row.last_version_id) return;
  await call.db.update(cvVersions).set({ status: 'DRAFT' }).where(eq(cvVersions.id, row.last_version_id));
  await call.db
    .update(cvs)
    .set({
      last_version_id: sql`(select max(v.id) from ${cvVersions} v where v.cv_id = ${row.id} and v.status <> 'DRAFT')`,
    })
    .where(eq(cvs.id, row.id));
}

/** A review of what waits. Errors: those of a step, CV_ENTRY_UNKNOWN, OWN_CV. */
export async function review(call: Call, input: InputOf<typeof contract.cv.review>): Promise<Cv> {
  const row = await forStep(call, input);
  checkTransition(call, cvWorkflow, row.status, input.status, {
    // Remarks are reason enough.
    reason: input.reason || (input.remarks?.length ? input.remarks[0]?.text : undefined),
  });
  const { own, account_id } = await isOwn(call, row);
  if (own) throw fail('OWN_CV');
  await decide(call, row, account_id, input);
  return openCv(call, { id: row.id });
}

async function decide(
  call: Call,
  row: CvRow,
  account_id: number | null,
  input: Omit<InputOf<typeof contract.cv.review>, 'status'> & { status: CvState },
): Promise<void> {
  const { status, reason, remarks = [] } = input;
  if (!isVerdict(status) || row.last_version_id === null) throw fail('TRANSITION_NOT_ALLOWED', { to: status });
  const [version] = await call.db.select().from(cvVersions).where(eq(cvVersions.id, row.last_version_id));
  if (!version) throw fail('NOT_FOUND');
  for (const [at, { place, entry }] of remarks.entries()) {
    const list = Object.entries(version.content).find(([name]) => name === place)?.[1];
    const keys = Array.isArray(list) ? list.map((one) => (typeof one === 'object' ? one.ref : String(one))) : [];
    if (entry && !keys.includes(entry))
      throw fail('CV_ENTRY_UNKNOWN', { fields: [{ path: `remarks.${at}.entry`, code: 'CV_ENTRY_UNKNOWN' }] });
  }
  const usable = usableStates.includes(status);
  await call.db
    .update(cvVersions)
    .set({
      status,
      reviewed_at: sql`edulab_now()`,
      reviewer_id: call.account_id || null,
      note: reason ?? null,
    })
    .where(eq(cvVersions.id, version.id));
  if (remarks.length)
    await call.db.insert(cvRemarks).values(
      remarks.map(({ place, entry, text }) => ({
        cv_id: row.id,
        version_id: version.id,
        place,
        entry: entry ?? null,
        text,
      })),
    );
  await call.db
    .update(cvs)
    .set({
      status,
      reviewed_at: sql`edulab_now()`,
      note: reason ?? null,
      // What is found wanting after all is shown to nobody from then on; an earlier version does not come back by itself.
      approved_version_id: usable
        ? version.id
        : row.approved_version_id === version.id
          ? null
          : row.approved_version_id,
    })
    .where(eq(cvs.id, row.id));
  await recordTransition(call, cvWorkflow.entity, [{ id: row.id, from: row.status }], status, { reason });
  if (account_id)
    await notify(call, [account_id], {
      type: 'cv',
      title: titleOf(`notice_cv_${status.toLowerCase()}`),
      link: '/cv/create/own',
    });
}

/** Whoever mends what was remarked ticks it off. */
export async function tickRemark(call: Call, { id, done }: { id: number; done: boolean }): Promise<{ ok: true }> {
  const person = await callingPerson(call);
  const rows = await call.db
    .update(cvRemarks)
    .set({ done })
    .where(
      and(
        eq(cvRemarks.id, id),
        sql`${cvRemarks.cv_id} in (select c.id from ${cvs} c where c.student_id = ${person.id} and c.deleted_at is null)`,
      ),
    )
    .returning({ id: cvRemarks.id });
  if (!rows.length) throw fail('NOT_FOUND');
  return { ok: true };
}
