import { eq, sql } from 'drizzle-orm';
import { revokeDocument } from '#domains/credentials/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, demand, type InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { tell } from '#platform/server/hooks.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { recordWorkflow } from '../workflow.ts';
import { issueBadges } from './badge.ts';
import { achievementsChanged } from './hooks.ts';
import { tellStudents, tellValidator } from './notices.ts';
import type { RecordRow } from './numbers.ts';
import { type Worth, worthOf } from './points.ts';
import { demandStudying, verifiable, visible, writable } from './reach.ts';
import { demandGrade, openRecord, record } from './records.ts';
import { beforeChange, outdateSupplements } from './supplement.ts';
import { achievementRecords as records } from './tables.ts';

type Step = InputOf<typeof contract.record.change_status>;

/** Steps of a record, of whoever may take them. */
export async function changeStatus(call: Call, input: Step) {
  const row = await loadForChange(call, records, visible(call), input, ({ id }) => record.get(call, { id }));
  const step = checkTransition(call, recordWorkflow, row.status, input.status, input);
  if (step.permission === 'achievement.submit') await demandReach(call, row, writable(call), step.permission);
  else {
    await demandOther(call, row);
    if (step.permission === 'achievement.verify') await demandReach(call, row, verifiable(call), step.permission);
  }
  await take(call, row, input);
  return openRecord(call, { id: row.id });
}

async function demandReach(
  call: Call,
  row: RecordRow,
  reach: ReturnType<typeof writable>,
  permission: 'achievement.submit' | 'achievement.verify',
): Promise<void> {
  const { rows } = await call.db.execute(sql`select 1 from ${records} where ${eq(records.id, row.id)} and ${reach}`);
  if (!rows[0]) throw fail('FORBIDDEN', { permission });
}

/** Nobody decides about their own record, nor about one that they filed. */
async function demandOther(call: Call, row: RecordRow): Promise<void> {
  const [person] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(eq(students.id, row.student_id));
  if (person?.account_id === call.account_id || row.filed_by === call.account_id) throw fail('ACHIEVEMENT_OWN');
}

async function take(call: Call, row: RecordRow, input: Step): Promise<void> {
  switch (input.status) {
    case 'SUBMITTED': {
      await demandComplete(call, row);
      await write(call, row, input, { submitted_at: sql`edulab_now()` });
      return tellValidator(call, row);
    }
    case 'DRAFT':
      return write(call, row, input, { submitted_at: null, note: null });
    case 'VERIFIED': {
      const worth = await demandWorth(call, row);
      await beforeChange(call, [row.student_id]);
      await write(call, row, input, { ...decided(call, null), points: worth.points, scale_id: worth.scale_id });
      if (input.badge) await issueBadges(call, [row]);
      await tellStudents(call, [{ ...row, points: worth.points }], 'VERIFIED');
      return tell(call, achievementsChanged, { student_ids: [row.student_id] });
    }
    case 'NOT_VERIFIED':
    case 'UPDATE_REQUIRED':
      await write(call, row, input, decided(call, input.reason ?? null));
      return tellStudents(call, [row], input.status);
    case 'REVOKED':
      return revoke(call, row, input);
  }
}

/** `decided_at` is when the validator answered. */
const decided = (call: Call, note: string | null) => ({
  decided_by: call.account_id,
  decided_at: sql`edulab_clock()`,
  note,
});

async function write(
  call: Call,
  row: RecordRow,
  { status, reason }: Step,
  values: Omit<Parameters<ReturnType<typeof call.db.update<typeof records>>['set']>[0], 'status'>,
): Promise<void> {
  await call.db
    .update(records)
    .set({ ...values, status })
    .where(eq(records.id, row.id));
  await recordTransition(call, recordWorkflow.entity, [{ id: row.id, from: row.status }], status, { reason });
}

/** What is sent can be answered: something reached that still counts, proved as its type asks, with points on its day. */
async function demandComplete(call: Call, row: RecordRow): Promise<void> {
  await demandStudying(call, row.student_id);
  const { evidence_min } = await demandGrade(call, row);
  if (row.file_ids.length < evidence_min)
    throw failField('file_ids', 'ACHIEVEMENT_EVIDENCE_NEEDED', { count: evidence_min });
  await demandWorth(call, row);
}

/** Errors: ACHIEVEMENT_NO_POINTS where no table in force on that day knows it. */
async function demandWorth(call: Call, row: RecordRow): Promise<Worth & { points: number }> {
  const worth = (await worthOf(call, [row])).get(row.id);
  if (!worth || worth.points === null) throw failField('grade_id', 'ACHIEVEMENT_NO_POINTS');
  return { ...worth, points: worth.points };
}

/** It counts nowhere any more, at once: the badge is revoked, statements that name it hold no longer. */
async function revoke(call: Call, row: RecordRow, input: Step): Promise<void> {
  demand(call, 'achievement.revoke');
  await beforeChange(call, [row.student_id]);
  await write(call, row, input, { note: input.reason ?? null, revoked_at: sql`edulab_now()` });
  if (row.badge_id) await revokeDocument(call, row.badge_id, 'ACHIEVEMENT_REVOKED', input.reason);
  await outdateSupplements(call, row.student_id);
  await tellStudents(call, [row], 'REVOKED');
  await tell(call, achievementsChanged, { student_ids: [row.student_id] });
}
