import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { transitionOf } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, refusalText } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { statusAnswer, statusInput } from '../shapes.ts';
import { closedEarly, type MembershipState, membershipWorkflow } from '../workflow.ts';
import { enrollments } from './tables.ts';
import { type YearRow, yearsInReach } from './years.ts';

/** Status of years of study: of all that are named or of none, first told, and taken back within some minutes. */

type Answer = z.infer<typeof statusAnswer>;
const entity = membershipWorkflow.entity;
/** Minutes in which a change may be taken back by whoever made it. */
const undoMinutes = 15;

/** Locks years in the order of their ids. Errors: NOT_FOUND. */
async function lockYears(call: Call, ids: readonly number[]): Promise<{ row: YearRow; name: string }[]> {
  const wanted = [...new Set(ids)];
  const rows = await call.db
    .select()
    .from(enrollments)
    .where(
      and(inArray(enrollments.id, wanted), isNull(enrollments.deleted_at), yearsInReach(call, 'enrollment.manage')),
    )
    .orderBy(enrollments.id)
    .for('update');
  if (rows.length < wanted.length || wanted.length === 0) throw fail('NOT_FOUND');
  const people = await call.db
    .select({ id: students.id, name: students.full_name })
    .from(students)
    .where(
      inArray(
        students.id,
        rows.map((row) => row.student_id),
      ),
    );
  const names = new Map(people.map((one) => [one.id, one.name]));
  return rows.map((row) => ({ row, name: names.get(row.student_id) ?? '' }));
}

export async function changeStatus(call: Call, input: z.infer<typeof statusInput>): Promise<Answer> {
  const { id, ids, status: to, preview = false, ...note } = input;
  const rows = await lockYears(call, [...(ids ?? []), ...(id === undefined ? [] : [id])]);
  const day = input.effective_from ?? (await todayOf(call));
  const answer = rows.map(({ row, name }): Answer['rows'][number] => {
    const known = input.force || transitionOf(membershipWorkflow, row.status, to) !== undefined;
    const early = closedEarly.includes(to);
    // No earlier than on its first day, where it never began.
    const ends_on = early ? [[day, row.starts_on].sort()[1]!, row.ends_on].sort()[0]! : row.ends_on;
    const code = known ? null : 'TRANSITION_NOT_ALLOWED';
    return {
      id: row.id,
      name,
      from: row.status,
      to,
      ends_on,
      code,
      message: code && refusalText(call.locale, code, { entity, from: row.status, to }),
    };
  });
  const faults = answer.filter((row) => row.code !== null);
  if (preview) return { ok: faults.length === 0, changed: 0, rows: answer };
  if (faults.length === 1 && rows.length === 1)
    throw fail('TRANSITION_NOT_ALLOWED', { entity, from: faults[0]!.from, to });
  if (faults.length) throw fail('STATUS_REFUSED', { count: faults.length, faults });
  for (const from of new Set(rows.map(({ row }) => row.status)))
    checkTransition(call, membershipWorkflow, from, to, note);
  for (const ends_on of new Set(answer.map((row) => row.ends_on))) {
    const some = answer.filter((row) => row.ends_on === ends_on).map((row) => row.id);
    await call.db
      .update(enrollments)
      .set({
        status: to,
        ends_on,
        ...(note.order_number ? { order_number: note.order_number, order_date: note.order_date ?? null } : {}),
      })
      .where(inArray(enrollments.id, some));
  }
  await recordTransition(
    call,
    entity,
    rows.map(({ row }) => ({ id: row.id, from: row.status })),
    to,
    note,
  );
  return { ok: true, changed: rows.length, rows: answer };
}

/** Takes the caller's newest change back, for all of these or for none; days and orders are again what they were. */
export async function undoStatus(call: Call, input: { ids: number[] }): Promise<Answer> {
  const rows = await lockYears(call, input.ids);
  const ids = rows.map(({ row }) => row.id);
  const steps = await call.db
    .selectDistinctOn([statusHistory.entity_id], {
      id: statusHistory.entity_id,
      from: statusHistory.from_status,
      to: statusHistory.to_status,
      mine: sql<boolean>`${statusHistory.account_id} = ${call.account_id} and ${statusHistory.at} > edulab_now() - make_interval(mins => ${undoMinutes})`,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, entity), inArray(statusHistory.entity_id, ids)))
    .orderBy(statusHistory.entity_id, desc(statusHistory.id));
  const last = new Map(steps.map((step) => [step.id, step]));
  // The audit holds what the step wrote over: the last day and the order, too.
  const { rows: written } = await call.client.query<{ row_id: number; old: Partial<YearRow> }>(
    `select distinct on (row_id) row_id, old from audit_log
      where table_name = 'enrollments' and row_id = any($1) and operation = 'UPDATE' order by row_id, id desc`,
    [ids],
  );
  const before = new Map(written.map((entry) => [entry.row_id, entry.old]));
  const fits = ({ row }: (typeof rows)[number]) => {
    const step = last.get(row.id);
    return step?.mine && step.from && step.to === row.status && before.get(row.id)?.status === step.from;
  };
  const late = rows.filter((one) => !fits(one));
  if (late.length)
    throw fail('STATUS_UNDO_TOO_LATE', {
      minutes: undoMinutes,
      count: late.length,
      names: late.map(({ name }) => name),
    });
  const answer: Answer['rows'] = [];
  for (const { row, name } of rows) {
    const { status, ends_on = row.ends_on, ...old } = before.get(row.id)!;
    const order = Object.fromEntries(
      (['order_number', 'order_date'] as const).filter((key) => key in old).map((key) => [key, old[key]]),
    );
    await call.db
      .update(enrollments)
      .set({ status: status as MembershipState, ends_on, ...order })
      .where(eq(enrollments.id, row.id));
    answer.push({
      id: row.id,
      name,
      from: row.status,
      to: status as MembershipState,
      ends_on,
      code: null,
      message: null,
    });
  }
  const reason = message(call.locale, 'enrollment_status_taken_back');
  for (const to of new Set(answer.map((row) => row.to)))
    await recordTransition(
      call,
      entity,
      answer.filter((row) => row.to === to).map(({ id, from }) => ({ id, from })),
      to,
      { reason },
    );
  return { ok: true, changed: answer.length, rows: answer };
}
