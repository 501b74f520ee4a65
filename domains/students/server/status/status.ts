import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { transitionOf } from '#platform/contract/index.ts';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail, refusalText } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { followersOf, tell } from '#platform/server/hooks.ts';
import { forcedStep, recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { type LifeKind, lifeKindOf } from '../../life.ts';
import type { batchAnswer, statusChange, studentFault } from '../../shapes.ts';
import { type StudentStatus, studentStatuses, studentWorkflow } from '../../workflow.ts';
import { type GraduationFault, graduationCheck, studentsMoved } from '../hooks.ts';
import { type AppliedChange, applyChange } from '../life/engine.ts';
import type { AskedChange } from '../life/order.ts';
import { lockBatch } from '../records/commands.ts';
import type { StudentRow } from '../records/reach.ts';
import { studentStatusRequests, students } from '../tables.ts';

export type Batch = z.infer<typeof batchAnswer>;
type Fault = z.infer<typeof studentFault>;

export const nameOf = (row: Pick<StudentRow, 'full_name'>) => row.full_name;
export const faultOf = (
  call: Pick<Call, 'locale'>,
  row: Pick<StudentRow, 'id' | 'full_name'>,
  code: string,
  data: Record<string, unknown> = {},
): Fault => ({ id: row.id, name: nameOf(row), code, message: refusalText(call.locale, code, data) });

/** All or nothing: every fault is named, nobody is changed. */
export function refuseFaults(faults: Fault[]): void {
  if (faults.length) throw fail('BATCH_REFUSED', { count: faults.length, faults });
}

/** Refuses what is missing from the whole batch: the reason, the order, the period, which begins on `day` unless told. */
export function checkNote(
  day: string,
  to: StudentStatus,
  from: StudentStatus,
  note: TransitionNote,
  direct: boolean,
): void {
  const step = transitionOf(studentWorkflow, from, to);
  if (!step) return;
  if (step.reason && !note.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  if (direct && step.order && !note.order_number)
    throw fail('BAD_REQUEST', { fields: [{ path: 'order_number', code: 'form_required' }] });
  if (step.guard === 'period' && !note.effective_to)
    throw fail('PERIOD_REQUIRED', { fields: [{ path: 'effective_to', code: 'form_required' }] });
  if (note.effective_to && note.effective_to <= (note.effective_from ?? day))
    throw fail('DATES_ORDER', { fields: [{ path: 'effective_to', code: 'DATES_ORDER' }] });
}

/** Why these students may not graduate yet, by everybody who knows something of it. */
export const graduationFaults = async (call: Call, ids: number[]): Promise<GraduationFault[]> =>
  (await Promise.all(followersOf(call.kernel, graduationCheck).map((check) => check(call, ids)))).flat();

/** What stands against these students taking the step. */
export async function faultsOf(
  call: Call,
  rows: StudentRow[],
  to: StudentStatus,
  from: readonly StudentStatus[] = studentStatuses,
): Promise<Fault[]> {
  const faults = rows.flatMap((row) =>
    from.includes(row.status) && transitionOf(studentWorkflow, row.status, to)
      ? []
      : [faultOf(call, row, 'TRANSITION_NOT_ALLOWED', { entity: studentWorkflow.entity, from: row.status, to })],
  );
  if (to === 'GRADUATED') {
    const people = new Map(rows.map((row) => [row.id, row]));
    for (const { id, code, data } of await graduationFaults(call, [...people.keys()]))
      faults.push(faultOf(call, people.get(id)!, code, data));
  }
  return faults;
}

/**
 * Writes the step of rows that were checked: a change of life with all that follows from it, which it answers. That a record
 * was a mistake, or was none, is no change of anybody's life.
 */
export async function applyStatus(
  call: Call,
  rows: Pick<StudentRow, 'id' | 'status'>[],
  to: StudentStatus,
  note: TransitionNote,
  { kind, order }: { kind?: LifeKind | null; order?: AskedChange['order'] } = {},
): Promise<AppliedChange[]> {
  const mistaken = rows.filter((row) => to === 'DELETED' || row.status === 'DELETED');
  if (mistaken.length) await setStatus(call, mistaken, to, note);
  const others = rows.filter((row) => !mistaken.includes(row));
  const applied: AppliedChange[] = [];
  for (const [of, some] of Map.groupBy(others, (row) => kind ?? lifeKindOf(row.status, to)))
    applied.push(
      await applyChange(
        call,
        some.map((row) => row.id),
        { kind: of, note, order },
      ),
    );
  return applied;
}

async function setStatus(
  call: Call,
  rows: Pick<StudentRow, 'id' | 'status'>[],
  to: StudentStatus,
  note: TransitionNote,
): Promise<void> {
  await call.db
    .update(students)
    .set({
      status: to,
      status_since: note.effective_from ?? today,
      status_until: to === 'GAP_YEAR' ? (note.effective_to ?? null) : null,
      deleted_at: to === 'DELETED' ? sql`edulab_now()` : null,
    })
    .where(
      inArray(
        students.id,
        rows.map((row) => row.id),
      ),
    );
  const moved = rows.map((row) => ({ id: row.id, from: row.status }));
  await recordTransition(call, 'student', moved, to, note);
  await tell(call, studentsMoved, { rows: moved, to, note });
}

const noteOf = ({
  reason,
  order_number,
  order_date,
  effective_from,
  effective_to,
  force,
}: TransitionNote): TransitionNote => ({ reason, order_number, order_date, effective_from, effective_to, force });

export { noteOf };

/** Applies a status at once for those who may confirm; for those who may only propose it makes requests. */
export async function changeStatus(
  call: Call,
  input: z.infer<typeof statusChange>,
  only?: readonly StudentStatus[],
): Promise<Batch> {
  const { status: to, preview = false } = input;
  const needed = to === 'DELETED' ? 'student.delete' : 'student.confirm_status';
  if (input.force) demand(call, 'workflow.force');
  const direct = call.abilities.has(needed);
  if (!direct && (to === 'DELETED' || !call.abilities.has('student.propose_status')))
    throw fail('FORBIDDEN', { permission: needed });
  const rows = await lockBatch(call, direct ? needed : 'student.propose_status', input.ids);
  const note = noteOf(input);
  const faults = input.force ? [] : await faultsOf(call, rows, to);
  if (only) {
    const wrong = new Set(faults.map((fault) => fault.id));
    faults.push(
      ...rows
        .filter((row) => !only.includes(row.status) && !wrong.has(row.id))
        .map((row) =>
          faultOf(call, row, 'TRANSITION_NOT_ALLOWED', { entity: studentWorkflow.entity, from: row.status, to }),
        ),
    );
  }
  if (!direct) faults.push(...(await waitingFaults(call, rows)));
  const shown = rows.map((row) => ({ id: row.id, name: nameOf(row), from: row.status, to }));
  if (preview) return { ok: faults.length === 0, proposal: !direct, students: shown, faults };
  refuseFaults(faults);
  const day = await todayOf(call);
  for (const from of new Set(rows.map((row) => row.status)))
    if (input.force) forcedStep(call, studentWorkflow, from, to, note);
    else checkNote(day, to, from, note, direct);
  if (direct) {
    await applyStatus(call, rows, to, note);
    return { ok: true, proposal: false, students: shown, faults: [] };
  }
  const requests = await proposeStatus(call, rows, to, note);
  return {
    ok: true,
    proposal: true,
    students: shown.map((row) => ({ ...row, request_id: requests.get(row.id)! })),
    faults: [],
  };
}

/** Of whom a proposal waits already. */
export async function waitingFaults(call: Call, rows: StudentRow[]): Promise<Fault[]> {
  const open = await call.db
    .select({ id: studentStatusRequests.student_id })
    .from(studentStatusRequests)
    .where(
      and(
        inArray(
          studentStatusRequests.student_id,
          rows.map((row) => row.id),
        ),
        eq(studentStatusRequests.state, 'PROPOSED'),
      ),
    );
  const ids = new Set(open.map((row) => row.id));
  return rows.filter((row) => ids.has(row.id)).map((row) => faultOf(call, row, 'REQUEST_OPEN'));
}

/** Asks somebody else to confirm a step. Answers the requests by student. */
export async function proposeStatus(
  call: Call,
  rows: StudentRow[],
  to: StudentStatus,
  note: TransitionNote,
  kind: LifeKind | null = null,
): Promise<Map<number, number>> {
  const made = await call.db
    .insert(studentStatusRequests)
    .values(
      rows.map((row) => ({
        student_id: row.id,
        from_status: row.status,
        to_status: to,
        kind,
        reason: note.reason ?? null,
        effective_from: note.effective_from ?? null,
        effective_to: note.effective_to ?? null,
        order_number: note.order_number ?? null,
        order_date: note.order_date ?? null,
        requested_by: call.account_id,
      })),
    )
    .returning({ id: studentStatusRequests.id, student_id: studentStatusRequests.student_id });
  return new Map(made.map((row) => [row.student_id, row.id]));
}

/** Back from a gap year or a bar; readmission after a withdrawal goes through `changeStatus`. */
export const resumeStudy = (call: Call, input: Omit<z.infer<typeof statusChange>, 'status'>) =>
  changeStatus(call, { ...input, status: 'ACTIVE' }, ['GAP_YEAR', 'INACTIVE']);

/** Deletes mistaken records; with `preview` it tells who they are. */
export async function removeStudents(
  call: Call,
  input: { ids?: number[] | undefined; reason?: string | undefined; preview?: boolean | undefined },
): Promise<Batch> {
  if (!input.ids?.length) throw fail('BAD_REQUEST', { fields: [{ path: 'ids', code: 'form_required' }] });
  return changeStatus(call, { ids: input.ids, status: 'DELETED', reason: input.reason, preview: input.preview });
}

/** Brings deleted students back into the status they had, if nobody took their passport or number meanwhile. */
export async function restoreStudents(
  call: Call,
  input: { ids: number[]; reason?: string | undefined },
): Promise<Batch> {
  const rows = await lockBatch(call, 'student.restore', input.ids, { deleted: true });
  const ids = rows.map((row) => row.id);
  const faults: Fault[] = rows
    .filter((row) => row.status !== 'DELETED')
    .map((row) => faultOf(call, row, 'NOT_DELETED'));
  for (const [column, code] of [
    [students.passport_id, 'PASSPORT_TAKEN'],
    [students.pinfl, 'PINFL_TAKEN'],
  ] as const) {
    const values = rows.flatMap((row) => (code === 'PASSPORT_TAKEN' ? row.passport_id : row.pinfl) ?? []);
    if (!values.length) continue;
    const taken = new Set(
      (
        await call.db
          .select({ value: column })
          .from(students)
          .where(and(inArray(column, values), isNull(students.deleted_at)))
      ).map((row) => row.value),
    );
    faults.push(
      ...rows
        .filter((row) => row.status === 'DELETED' && taken.has(code === 'PASSPORT_TAKEN' ? row.passport_id : row.pinfl))
        .map((row) => faultOf(call, row, code, { value: '' })),
    );
  }
  refuseFaults(faults);
  const history = await call.db
    .selectDistinctOn([statusHistory.entity_id], { id: statusHistory.entity_id, from: statusHistory.from_status })
    .from(statusHistory)
    .where(
      and(
        eq(statusHistory.entity, 'student'),
        inArray(statusHistory.entity_id, ids),
        eq(statusHistory.to_status, 'DELETED'),
      ),
    )
    .orderBy(statusHistory.entity_id, desc(statusHistory.id));
  const before = new Map(history.map((row) => [row.id, row.from as StudentStatus]));
  const shown = rows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    from: row.status,
    to: before.get(row.id) ?? ('ACTIVE' as const),
  }));
  for (const to of new Set(shown.map((row) => row.to)))
    await applyStatus(
      call,
      rows.filter((row) => (before.get(row.id) ?? 'ACTIVE') === to),
      to,
      { reason: input.reason },
    );
  return { ok: true, message: message(call.locale, 'STUDENTS_RESTORED'), proposal: false, students: shown, faults: [] };
}
