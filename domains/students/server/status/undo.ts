import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { tell } from '#platform/server/hooks.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { StudentStatus } from '../../workflow.ts';
import { studentsMoved } from '../hooks.ts';
import { lockBatch } from '../records/commands.ts';
import { type Batch, faultOf, nameOf, refuseFaults } from './status.ts';

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
  const faults = rows.flatMap((row) => {
    const step = last.get(row.id);
    const fits = step?.mine && step.to === row.status && before.get(row.id)?.status === step.from;
    const may = row.status !== 'DELETED' || call.abilities.has('student.delete');
    return fits && may ? [] : [faultOf(call, row, 'UNDO_TOO_LATE', { minutes: grace })];
  });
  if (faults.length === 1 && rows.length === 1) throw fail('UNDO_TOO_LATE', { minutes: grace });
  refuseFaults(faults);
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
  const reason = message(call.locale, 'STATUS_TAKEN_BACK');
  for (const to of new Set(past.map((one) => one.status))) {
    const some = rows
      .filter((row) => before.get(row.id)?.status === to)
      .map((row) => ({ id: row.id, from: row.status }));
    await recordTransition(call, 'student', some, to, { reason });
    await tell(call, studentsMoved, { rows: some, to, note: { reason } });
  }
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
