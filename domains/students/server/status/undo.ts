import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { life } from '../../life.ts';
import type { StudentStatus } from '../../workflow.ts';
import { applyChange, builtOn, byEnrolment, newestSteps, revertChange } from '../life/engine.ts';
import { lockBatch } from '../records/commands.ts';
import type { StudentRow } from '../records/reach.ts';
import { type Batch, faultOf, faultsOf, nameOf, refuseFaults } from './status.ts';

/** Minutes in which a change of status may be taken back by whoever made it. */
const grace = 15;

/**
 * Takes the caller's newest change of status back, for all of these students or for none: the status and its dates are
 * again what they were. The step and its undoing both stay in the history.
 */
export async function undoStatus(call: Call, input: { ids: number[] }): Promise<Batch> {
  const needed = call.abilities.has('student.confirm_status') ? 'student.confirm_status' : 'student.delete';
  const rows = await lockBatch(call, needed, input.ids, { deleted: true });
  const ids = rows.map((row) => row.id);
  const steps = await call.db
    .selectDistinctOn([statusHistory.entity_id], {
      id: statusHistory.entity_id,
      from: statusHistory.from_status,
      to: statusHistory.to_status,
      mine: sql<boolean>`${statusHistory.account_id} = ${call.account_id} and ${statusHistory.at} > edulab_now() - make_interval(mins => ${grace})`,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, 'student'), inArray(statusHistory.entity_id, ids)))
    .orderBy(statusHistory.entity_id, desc(statusHistory.id));
  const last = new Map(steps.map((step) => [step.id, step]));
  // The audit holds what the step wrote over: the dates, too.
  const { rows: written } = await call.client.query<{ row_id: number; old: Record<string, string | null> }>(
    `select distinct on (row_id) row_id, old from audit_log
      where table_name = 'students' and row_id = any($1) and operation = 'UPDATE' and new ? 'status' order by row_id, id desc`,
    [ids],
  );
  const before = new Map(written.map((entry) => [entry.row_id, entry.old]));
  const lived = await newestSteps(call, ids);
  const faults = rows.flatMap((row) => {
    const step = last.get(row.id);
    const fits = step?.mine && step.to === row.status && before.get(row.id)?.status === step.from;
    const may = row.status !== 'DELETED' || call.abilities.has('student.delete');
    const known = row.status === 'DELETED' || step?.from === 'DELETED' || isOf(step, lived.get(row.id)?.step);
    return fits && may && known ? [] : [faultOf(call, row, 'UNDO_TOO_LATE', { minutes: grace })];
  });
  if (faults.length === 1 && rows.length === 1) throw fail('UNDO_TOO_LATE', { minutes: grace });
  refuseFaults(faults);
  const reason = message(call.locale, 'STATUS_TAKEN_BACK');
  const mistaken = rows.filter((row) => row.status === 'DELETED' || before.get(row.id)?.status === 'DELETED');
  const others = rows.filter((row) => !mistaken.includes(row));
  await undoLifeChanges(call, others, lived, reason);
  await undoRemovals(call, mistaken, before, reason);
  return {
    ok: true,
    proposal: false,
    faults: [],
    students: rows.map((row) => ({
      id: row.id,
      name: nameOf(row),
      from: row.status,
      to: before.get(row.id)?.status as StudentStatus,
    })),
  };
}

type NewestSteps = Awaited<ReturnType<typeof newestSteps>>;

/** Whether the newest change of a life is this step, or its undoing, and no transfer or recognition that came after it. */
const isOf = (
  step: { from: string | null; to: string } | undefined,
  lived: { from_status: string; to_status: string; undone_at: string | null } | undefined,
): boolean =>
  lived !== undefined &&
  (lived.undone_at === null
    ? step?.from === lived.from_status && step.to === lived.to_status
    : step?.from === lived.to_status && step.to === lived.from_status);

/** Changes of life by their receipts; one that was taken back is made once more, under the order that it had. */
async function undoLifeChanges(call: Call, rows: StudentRow[], lived: NewestSteps, reason: string): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const newest = rows.map((row) => lived.get(row.id)!);
  for (const some of Map.groupBy(newest, ({ change, step }) => `${change.id} ${step.undone_at !== null}`).values()) {
    const { change, step } = some[0]!;
    const mine = some.map((one) => one.step);
    if (byEnrolment(change)) throw fail('LIFE_BY_ENROLMENT');
    if (step.undone_at === null) {
      const built = await builtOn(call, change, mine, byId);
      refuseFaults(built.map((one) => faultOf(call, byId.get(one.student_id)!, 'UNDO_TOO_LATE', { minutes: grace })));
      await revertChange(call, change, mine, byId, reason);
      continue;
    }
    // Whoever was not let through before is not let through by a way round: what is asked is asked again.
    const { to } = life[change.kind];
    if (to)
      refuseFaults(
        await faultsOf(
          call,
          mine.map((one) => byId.get(one.student_id)!),
          to,
        ),
      );
    await applyChange(
      call,
      mine.map((one) => one.student_id),
      {
        kind: change.kind,
        target: change.target,
        note: {
          reason,
          order_number: change.order_number ?? undefined,
          order_date: change.order_date ?? undefined,
          effective_from: change.starts_on,
          effective_to: change.ends_on ?? undefined,
        },
      },
    );
  }
}

/** Records that were deleted by mistake, or brought back by mistake. */
async function undoRemovals(
  call: Call,
  rows: StudentRow[],
  before: ReadonlyMap<number, Record<string, string | null>>,
  reason: string,
): Promise<void> {
  const past = rows.map((row) => {
    const old = before.get(row.id)!;
    return {
      id: row.id,
      status: old.status as StudentStatus,
      since: old.status_since ?? row.status_since,
      until: 'status_until' in old ? old.status_until : row.status_until,
    };
  });
  await call.client.query(
    `update students s set status = p.status, status_since = p.since, status_until = p.until, deleted_at = null
       from jsonb_to_recordset($1::jsonb) as p(id integer, status text, since date, until date) where s.id = p.id`,
    [JSON.stringify(past)],
  );
  for (const to of new Set(past.map((one) => one.status)))
    await recordTransition(
      call,
      'student',
      rows.filter((row) => before.get(row.id)?.status === to).map((row) => ({ id: row.id, from: row.status })),
      to,
      { reason },
    );
}
