import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notSignedOnPaper, withdrawContract } from '#domains/accounting/server/index.ts';
import { transitionOf } from '#platform/contract/index.ts';
import { type Call, demand, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import type { Flavour } from '../../flavours.ts';
import type { manyStatus, manySteps } from '../../shapes.ts';
import type { ApplicationState } from '../../workflow.ts';
import { applicationReach } from '../reach.ts';
import type { ApplicationRow } from '../tables.ts';
import { applications } from '../tables.ts';
import { allOrNone } from './batch.ts';
import { takeStepOf, writeStep } from './steps.ts';

/** Steps of many applications at once, and taking them back. */

/** Locks living applications of the flavour that the caller sees, in the order of their ids. NOT_FOUND where one is missing. */
export async function lockMany(call: Call, flavour: Flavour, ids: readonly number[]) {
  const rows: ApplicationRow[] = await call.db
    .select()
    .from(applications)
    .where(
      and(
        inArray(applications.id, [0, ...ids]),
        eq(applications.flavour, flavour.name),
        isNull(applications.deleted_at),
        applicationReach(call, flavour),
      ),
    )
    .orderBy(applications.id)
    .for('update');
  if (rows.length === 0 || rows.length < new Set(ids).size) throw fail('NOT_FOUND');
  return rows.map((row) => ({ ...row, name: `${row.number} ${row.applicant_name}`, from: row.status as string }));
}

/** Takes the same step with many: all or none. */
export const stepMany = async (call: Call, flavour: Flavour, { ids, preview, ...input }: z.infer<typeof manyStatus>) =>
  allOrNone(
    call,
    await lockMany(call, flavour, ids),
    preview,
    async (row) => (await takeStepOf(call, flavour, row, { ...input, id: row.id })).status,
  );

/** States that are only somebody's judgement: no seat, place or money hangs on them. */
const undoableStates = new Set<ApplicationState>([
  'SUBMITTED',
  'DOCUMENTS_CHECK',
  'UPDATE_REQUIRED',
  'CREDITS_COMPARED',
  'VERIFIED',
  'REJECTED',
  'SHORTLISTED',
  'INTERVIEW',
  'RESERVE',
  'PAID',
  'LISTENER',
  'COMPLETED',
  'CERTIFIED',
]);

/** Takes back the caller's own last step of each, within an hour and while nobody went on from there. STEP_NOT_READY otherwise. */
export const undoMany = async (call: Call, flavour: Flavour, { ids }: z.infer<typeof manySteps>) =>
  allOrNone(
    call,
    await lockMany(call, flavour, ids),
    false,
    async (row) => (await undoStep(call, flavour, row)).status,
  );

/** The same for one row that is locked already. */
export async function undoStep(call: Call, flavour: Flavour, row: ApplicationRow): Promise<ApplicationRow> {
  const [last] = await call.db
    .select({
      from: statusHistory.from_status,
      to: statusHistory.to_status,
      account_id: statusHistory.account_id,
      fresh: sql<boolean>`${statusHistory.at} > edulab_now() - interval '1 hour'`,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, flavour.workflow.entity), eq(statusHistory.entity_id, row.id)))
    .orderBy(desc(statusHistory.id))
    .limit(1);
  const from = last?.from as ApplicationState | null | undefined;
  const taken = from && transitionOf(flavour.workflow, from, row.status);
  if (taken) demand(call, taken.permission);
  const reason = message(call.locale, 'step_undone');
  // Only the own hand of an officer, and nobody went on from there.
  if (
    !taken ||
    scopeOf(call, taken.permission) === 'own' ||
    last?.to !== row.status ||
    last.account_id !== call.account_id ||
    !last.fresh
  )
    throw undoTooLate();
  // An offer that nobody accepted yet: its contract ends with it.
  if (from === 'RECOMMENDED' && row.status === 'OFFERED') {
    await withdrawContract(call, { application_id: row.id, reason });
    return writeStep(call, row, from, { reason }, { deadline_on: null });
  }
  // A signature that was noted by mistake: the offer waits again.
  if (from === 'OFFERED' && row.status === 'CONTRACT_ACCEPTED') {
    await notSignedOnPaper(call, { application_id: row.id });
    return writeStep(call, row, from, { reason });
  }
  if (row.status === 'VERIFIED' && (from === 'EXAM_ASSIGNED' || from === 'ABSENT' || from === 'EXAM_TAKEN'))
    return restoreExam(call, row, from, reason);
  if (row.decided_from !== null || !undoableStates.has(from) || !undoableStates.has(row.status)) throw undoTooLate();
  return writeStep(call, row, from, { reason });
}

const undoTooLate = () => fail('STEP_NOT_READY', { because: 'undo' });

/** Takes back that the exam was reset: the seat, if it is free, its points and the code of its card are there again. */
async function restoreExam(
  call: Call,
  row: ApplicationRow,
  to: ApplicationState,
  reason: string,
): Promise<ApplicationRow> {
  const { rows } = await call.client.query<{ old: Record<string, unknown> }>(
    `select old from audit_log where table_name = 'applications' and row_id = $1 and operation = 'UPDATE' and old ? 'status' order by id desc limit 1`,
    [row.id],
  );
  const old = rows[0]?.old ?? {};
  const before = Object.fromEntries(examColumns.filter((key) => key in old).map((key) => [key, old[key]]));
  await call.client.query(
    `update exam_seats set deleted_at = null where id = (select id from exam_seats where application_id = $1 order by deleted_at desc nulls last, id desc limit 1)`,
    [row.id],
  );
  await call.client.query(
    `update application_scores set deleted_at = null where application_id = $1 and source = 'EXAM' and deleted_at = (select max(deleted_at) from application_scores where application_id = $1 and source = 'EXAM')
        and deleted_at > edulab_now() - interval '1 hour'`,
    [row.id],
  );
  return writeStep(call, row, to, { reason }, before);
}
const examColumns = [
  'qr_code',
  'qr_scanned_at',
  'decision',
  'decision_rank',
  'decision_tuition',
  'decision_tie',
  'decided_by',
];
