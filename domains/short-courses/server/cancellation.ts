import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { contractBalances, lockBills, reopenBills, sumOf, tiyinOf } from '#domains/accounting/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { type CourseState, courseWorkflow } from '../workflow.ts';
import { followPlaces, holdApplications } from './application-steps.ts';
import { course } from './courses.ts';
import { endBillOf } from './money.ts';
import { tellListeners } from './notices.ts';
import { type CourseRow, move, type RegistrationRow } from './places.ts';
import { courseCancellations, courseGroups, courseRegistrations, shortCourses } from './tables.ts';

/** A course that we cancel: all of it in one act that was read before, and can be taken back whole. */

type Calls = (typeof contract)['short_term_course']['cancellation'];
const shownRows = 500;
const idOf = ({ id }: { id: number }) => id;

const lost = ['WAITING', 'OFFERED', 'HELD', 'CONFIRMED'] as const;

const concerned = (call: Call, course_id: number) =>
  call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course_id),
        inArray(courseRegistrations.status, [...lost]),
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .orderBy(courseRegistrations.name, courseRegistrations.id);

/** The bill of each of these: their own, or that of the company that pays for them. */
async function billsOf(call: Call, rows: readonly RegistrationRow[]) {
  const found = await call.db
    .select({ id: courseGroups.id, contract_id: courseGroups.contract_id })
    .from(courseGroups)
    .where(inArray(courseGroups.id, [0, ...rows.flatMap((row) => row.group_id ?? [])]));
  const groups = new Map(found.map((one) => [one.id, one.contract_id]));
  const of = (row: RegistrationRow) => row.contract_id ?? groups.get(row.group_id ?? 0) ?? null;
  const shared = Map.groupBy(rows, of);
  return { of, shared, ids: [...shared.keys()].filter((id) => id !== null) };
}

async function lookAt(call: Call, course_id: number) {
  const rows = await concerned(call, course_id);
  const bills = await billsOf(call, rows);
  const balances = await contractBalances(call, bills.ids);
  // What a company paid is said of its listeners in equal parts, the first with what cannot be divided.
  const paid = (row: RegistrationRow) => {
    const id = bills.of(row);
    const sum = balances.get(id ?? 0)?.paid ?? 0;
    const sharing = bills.shared.get(id) ?? [row];
    const part = Math.floor(sum / sharing.length);
    return sharing[0] === row ? sum - part * (sharing.length - 1) : part;
  };
  return {
    rows,
    bills: bills.ids,
    paid,
    people: rows.filter((row) => row.status !== 'WAITING').length,
    waiting: rows.filter((row) => row.status === 'WAITING').length,
    refund: rows.reduce((sum, row) => sum + paid(row), 0),
  };
}

export async function previewCancellation(
  call: Call,
  { id }: InputOf<Calls['preview']>,
): Promise<OutputOf<Calls['preview']>> {
  await course.find(call, id);
  const { rows, paid, people, waiting, refund } = await lookAt(call, id);
  return {
    people,
    waiting,
    refund: sumOf(refund),
    rows: rows
      .slice(0, shownRows)
      .map((row) => ({ id: row.id, name: row.name, status: row.status, refund: sumOf(paid(row)) })),
  };
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED, CANCELLATION_CHANGED where it concerns other people or money than was read. */
export async function cancelCourse(call: Call, input: InputOf<Calls['start']>) {
  await holdApplications(call, (await concerned(call, input.id)).map(idOf));
  await lockBills(call, (await billsOf(call, await concerned(call, input.id))).ids);
  const row = await loadForChange(call, shortCourses, undefined, input, () => course.get(call, { id: input.id }));
  checkTransition(call, courseWorkflow, row.status, 'CANCELLED', input);
  const { rows, bills, paid, people, refund } = await lookAt(call, row.id);
  if (people !== input.people || refund !== tiyinOf(input.refund))
    throw fail('CANCELLATION_CHANGED', { people, refund: sumOf(refund) });
  const [made] = await call.db
    .insert(courseCancellations)
    .values({ course_id: row.id, reason: input.reason, status_before: row.status, people, refund })
    .returning({ id: courseCancellations.id });
  for (const status of lost)
    await move(
      call,
      rows.filter((one) => one.status === status),
      'CANCELLED',
      { reason: input.reason, cancellation_id: made!.id, status_before: status },
    );
  await endBillOf(
    call,
    bills.map((contract_id) => ({ contract_id })),
    input.reason,
  );
  // What had come by now is no money that comes too late.
  await call.client.query(
    `update short_course_registrations r set paid_before = b.paid from jsonb_to_recordset($1::jsonb) as b (id int, paid bigint) where r.id = b.id`,
    [JSON.stringify(rows.map((one) => ({ id: one.id, paid: paid(one) })))],
  );
  await step(call, row, 'CANCELLED', input.reason);
  await followPlaces(call, rows.map(idOf), input.reason);
  await tellListeners(call, row, rows, () => 'course_cancelled', { reason: input.reason });
  return course.get(call, { id: row.id });
}

async function step(call: Call, row: CourseRow, to: CourseState, reason: string): Promise<void> {
  await call.db.update(shortCourses).set({ status: to }).where(eq(shortCourses.id, row.id));
  await recordTransition(call, courseWorkflow.entity, [{ id: row.id, from: row.status }], to, { reason });
}

/** Everybody has what they had; who held a place holds it anew. Errors: BILL_REFUNDED once any of it was given back. */
export async function undoCancellation(call: Call, input: InputOf<Calls['undo']>) {
  const [last] = await call.db
    .select()
    .from(courseCancellations)
    .where(eq(courseCancellations.course_id, input.id))
    .orderBy(desc(courseCancellations.id))
    .limit(1);
  const rows = last
    ? await call.db.select().from(courseRegistrations).where(eq(courseRegistrations.cancellation_id, last.id))
    : [];
  await holdApplications(call, rows.map(idOf));
  const bills = await billsOf(call, rows);
  await lockBills(call, bills.ids);
  const row = await loadForChange(call, shortCourses, undefined, input, () => course.get(call, { id: input.id }));
  if (row.status !== 'CANCELLED' || !last || last.undone_at)
    throw fail('TRANSITION_NOT_ALLOWED', { entity: courseWorkflow.entity, from: row.status, to: 'OPEN' });
  await reopenBills(
    call,
    bills.ids.map((contract_id) => ({
      contract_id,
      amount: (bills.shared.get(contract_id) ?? []).reduce((sum, one) => sum + one.price, 0),
    })),
  );
  const { rows: clock } = await call.client.query<{ now: string; until: string }>(
    'select edulab_clock() as now, edulab_clock() + make_interval(hours => $1) as until',
    [row.hold_hours],
  );
  const { now, until } = clock[0]!;
  const back = { reason: null, cancellation_id: null, status_before: null, paid_before: 0 };
  const had = (...states: readonly string[]) => rows.filter((one) => states.includes(one.status_before ?? ''));
  await move(call, had('CONFIRMED'), 'CONFIRMED', back);
  await move(call, had('HELD'), 'HELD', { ...back, until: new Date(until).toISOString() });
  // A place that was only offered is offered anew, to who stands first then.
  await move(call, had('OFFERED', 'WAITING'), 'WAITING', back);
  await call.db
    .update(courseCancellations)
    .set({ undone_at: new Date(now).toISOString() })
    .where(eq(courseCancellations.id, last.id));
  await step(call, row, last.status_before, input.reason);
  await followPlaces(call, rows.map(idOf), input.reason);
  await tellListeners(call, row, rows, () => 'course_back');
  return course.get(call, { id: row.id });
}
