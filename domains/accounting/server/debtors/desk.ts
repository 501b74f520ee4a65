import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { keptUntilChanged, pipelined } from '#platform/server/fast/index.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import type { debtor, debtorCalls, lateness, promiseStates } from '../../contract/debtors.ts';
import { sumOf, type Tiyin, tiyinOf } from '../../money.ts';
import { studentBalance } from '../balance.ts';
import { heldFrom, shownHeld } from '../holds/holds.ts';
import { paymentPromises, paymentReminders } from './tables.ts';

/** The desk of debtors: who is late, the oldest first, with what was promised and when they were reminded. */

type Calls = typeof debtorCalls;
type Late = (typeof lateness)[number];
type Promised = NonNullable<z.infer<typeof debtor>['promise']>;

/** What each student is late with; from what is kept of each debit, over those that are open alone. */
const lateStudents = sql`(
  select d.student_id as id, sum(d.total - d.paid)::bigint as overdue, min(d.due_on) as since,
         (select edulab_today()) - min(d.due_on) as days
    from student_debits d where d.deleted_at is null and d.paid < d.total and d.due_on < (select edulab_today()) group by d.student_id) late`;
const bucket = sql`case when late.days <= 30 then 'UP_TO_30' when late.days <= 60 then 'UP_TO_60' when late.days <= 90 then 'UP_TO_90' else 'MORE' end`;

/** Debts of others are the institution's business, and nobody's who sees their own alone. */
function demandOffice(call: Call): void {
  if (call.abilities.get('debit.read') !== 'institution') throw fail('FORBIDDEN', { permission: 'debit.read' });
}

/** Promises with what became of them: `edulab_promises` is the one that says it. */
const promised = (people: SQL) =>
  sql`(select p.*, k.paid, k.state from edulab_promises(${people}) k join ${paymentPromises} p on p.id = k.id)`;
/** Students whose newest promise is so. */
const whoseNewestIs = (state: Promised['state']) =>
  sql`late.id in (select n.student_id from (select distinct on (x.student_id) x.student_id, x.state from ${promised(sql`null::int[]`)} x order by x.student_id, x.id desc) n where n.state = ${state})`;

interface PromiseRow extends Record<string, unknown> {
  id: number;
  student_id: number;
  amount: Tiyin;
  paid: Tiyin;
  due_on: string;
  made_on: string;
  note: string | null;
  state: (typeof promiseStates)[number];
}
const shown = (row: PromiseRow): Promised => ({
  id: row.id,
  amount: sumOf(row.amount),
  due_on: row.due_on,
  made_on: row.made_on,
  paid: sumOf(Math.max(0, row.paid)),
  state: row.state,
  note: row.note,
});
async function promisesOf(call: Call, people: readonly number[]): Promise<PromiseRow[]> {
  const { rows } = await call.db.execute<PromiseRow>(sql`
    select x.id, x.student_id, x.amount, x.paid, x.due_on::text as due_on, x.made_on::text as made_on, x.note, x.state
      from ${promised(sql`${sql.param([...people])}::int[]`)} x order by x.id desc`);
  return rows;
}

export async function debtors(call: Call, input: InputOf<Calls['list']>) {
  demandOffice(call);
  const search = input.search?.trim();
  return list(call, input, {
    from: sql`${lateStudents}`,
    key: sql`late.id`,
    table: 'student_debits',
    asks: ['payment_promises', 'payments', 'debt_releases', 'debt_holds', 'settings'],
    where: [
      input.late?.length ? sql`${bucket} = any(${sql.param(input.late)}::text[])` : undefined,
      input.promise ? whoseNewestIs(input.promise) : undefined,
      input.course_id || input.level?.length
        ? sql`late.id in (select s.id from ${students} s where ${input.course_id ? sql`s.course_id = ${input.course_id}` : sql`true`} and ${input.level?.length ? sql`s.level = any(${sql.param(input.level)}::text[])` : sql`true`})`
        : undefined,
      search ? searchAbout(sql`late.id`)(search, call) : undefined,
    ],
    sorts: { since: sql`late.since`, overdue: sql`late.overdue` },
    defaultSort: 'since',
    load: (ids) => present(call, ids),
  });
}

async function present(call: Call, ids: readonly number[]): Promise<z.infer<typeof debtor>[]> {
  if (ids.length === 0) return [];
  const named = call.db.execute<{
    id: number;
    name: string;
    student_no: string;
    course_id: number | null;
    overdue: Tiyin;
    since: string;
    days: number;
    late: Late;
    reminded_on: string | null;
  }>(sql`
    select late.id, s.full_name as name, s.student_no, s.course_id, late.overdue, late.since::text as since, late.days, ${bucket} as late,
           (select max(r.sent_on)::text from ${paymentReminders} r where r.student_id = late.id) as reminded_on
      from (select d.student_id as id, sum(d.total - d.paid)::bigint as overdue, min(d.due_on) as since, (select edulab_today()) - min(d.due_on) as days
              from student_debits d where d.student_id = any(${sql.param([...ids])}::int[]) and d.deleted_at is null and d.paid < d.total and d.due_on < (select edulab_today()) group by 1) late
      join ${students} s on s.id = late.id`);
  const [{ rows }, made, held] = await pipelined(named, promisesOf(call, ids), heldFrom(call, ids));
  const titles = await titlesOf(
    call,
    courses,
    rows.map((row) => row.course_id),
  );
  const promises = Map.groupBy(made, (row) => row.student_id);
  const manage = may(call, 'debit.manage');
  const release = may(call, 'hold.release');
  const holds = Map.groupBy(held, (row) => row.student_id);
  return rows.map((row) => {
    const promise = promises.get(row.id)?.[0];
    return {
      id: row.id,
      name: row.name,
      student_no: row.student_no,
      course: titles.get(row.course_id ?? 0) ?? null,
      overdue: sumOf(row.overdue),
      since: row.since,
      days_late: row.days,
      late: row.late,
      promise: promise ? shown(promise) : null,
      reminded_on: row.reminded_on,
      holds: (holds.get(row.id) ?? []).map(shownHeld),
      can: { promise: manage, release },
    };
  });
}

export async function lateSummary(call: Call) {
  demandOffice(call);
  return keptUntilChanged(call, { key: 'debtors', tables: ['student_debits'], make: () => countLate(call) });
}

async function countLate(call: Call) {
  const { rows } = await call.db.execute<{ late: Late; people: number; overdue: Tiyin }>(
    sql`select ${bucket} as late, count(*)::int as people, sum(late.overdue)::bigint as overdue from ${lateStudents} group by 1`,
  );
  const of = new Map(rows.map((row) => [row.late, row]));
  return (['UP_TO_30', 'UP_TO_60', 'UP_TO_90', 'MORE'] as const).map((late) => ({
    late,
    people: of.get(late)?.people ?? 0,
    overdue: sumOf(of.get(late)?.overdue ?? 0),
  }));
}

export async function promiseList(call: Call, { id }: { id: number }): Promise<Promised[]> {
  demandOffice(call);
  return (await promisesOf(call, [id])).map(shown);
}

/** Errors: PROMISE_ABOVE where it is more than is owed. */
export async function makePromise(call: Call, input: InputOf<Calls['promise']>): Promise<Promised> {
  const [student] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, input.student_id), isNull(students.deleted_at)));
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const today = await todayOf(call);
  if (input.due_on < today) throw failField('due_on', 'DATES_REVERSED');
  const amount = tiyinOf(input.amount);
  const { left } = await studentBalance(call, student.id);
  if (amount > left) throw failField('amount', 'PROMISE_ABOVE', { left: sumOf(left) });
  const [made] = await call.db
    .insert(paymentPromises)
    .values({
      student_id: student.id,
      amount,
      made_on: today,
      due_on: input.due_on,
      note: input.note || null,
      made_by: call.account_id,
    })
    .returning({ id: paymentPromises.id });
  return shown((await promisesOf(call, [student.id])).find((row) => row.id === made!.id)!);
}

export async function removePromise(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const [gone] = await call.db
    .update(paymentPromises)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(paymentPromises.id, id), isNull(paymentPromises.deleted_at)))
    .returning({ id: paymentPromises.id });
  if (!gone) throw fail('NOT_FOUND');
  return { ok: true };
}
