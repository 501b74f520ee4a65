import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { overviewOf } from '#platform/server/records/overviews.ts';
import { sumOf } from '../money.ts';
import { debitKinds } from '../shapes.ts';
import type { overview, overviewQuery } from '../shapes-money.ts';

type Overview = z.infer<typeof overview>;

/** What the institution is owed: by month, course, faculty, year of entry and kind. */
export async function debtOverview(call: Call, input: z.infer<typeof overviewQuery>): Promise<Overview> {
  if (call.abilities.get('debit.read') !== 'institution') throw fail('FORBIDDEN', { permission: 'debit.read' });
  const { academic_year_id, level } = input;
  return overviewOf(call, {
    name: 'debits',
    input: { academic_year_id, level },
    permission: 'debit.read',
    tables: ['student_debits', 'payments', 'contracts', 'students', 'courses', 'departments', 'academic_years'],
    count: (counting) => counted(counting, input),
  });
}

/** Read from what is kept of each debit, so it costs one pass. */
async function counted(call: Call, input: z.infer<typeof overviewQuery>): Promise<Omit<Overview, 'counted_at'>> {
  const yearly = input.academic_year_id !== undefined;
  const values = yearly ? [input.academic_year_id, input.level ?? null] : [input.level ?? null];
  const level = `$${values.length}::text`;
  // What each owes is summed by debit first, by student and by day; only these few rows meet anything else. Debits of a
  // year are those of its contracts, and else those that are due in it.
  const ofYear = (day: string) =>
    yearly
      ? `left join contracts c on c.id = m.contract_id cross join (select starts_on, ends_on from academic_years where id = $1) y
         where m.deleted_at is null and (c.academic_year_id = $1 or (m.contract_id is null and m.${day} between y.starts_on and y.ends_on))`
      : 'where m.deleted_at is null';
  const { rows: courses } = await call.client.query<{
    id: number | null;
    title: string | null;
    students: number;
    debtors: number;
    total: number;
    paid: number;
    overdue: number;
  }>(
    `select k.id, coalesce(nullif(k.title ->> $${values.length + 1}, ''), k.title ->> 'uz') as title, t.*
       from (select s.course_id, count(*)::int as students, sum(o.total)::bigint as total, sum(o.paid)::bigint as paid,
                    count(*) filter (where o.overdue > 0)::int as debtors, sum(o.overdue)::bigint as overdue
               from (select m.student_id, sum(m.total) as total, sum(m.paid) as paid,
                            coalesce(sum(m.total - m.paid) filter (where m.paid < m.total and m.due_on < (select edulab_today())), 0) as overdue
                       from student_debits m ${ofYear('due_on')} group by 1) o
               join students s on s.id = o.student_id
              where ${level} is null or s.level = ${level} group by 1) t
       left join courses k on k.id = t.course_id order by t.overdue desc, 2`,
    [...values, call.locale],
  );
  interface Group {
    by: 'faculty' | 'year' | 'kind';
    key: string;
    title: string | null;
    total: number;
    paid: number;
    overdue: number;
  }
  const sums = 'sum(p.total)::bigint as total, sum(p.paid)::bigint as paid, sum(p.overdue)::bigint as overdue';
  const { rows: groups } = await call.client.query<Group>(
    `with o as (
       select m.student_id, m.kind, sum(m.total) as total, sum(m.paid) as paid,
              coalesce(sum(m.total - m.paid) filter (where m.paid < m.total and m.due_on < (select edulab_today())), 0) as overdue
         from student_debits m ${ofYear('due_on')} group by 1, 2),
     p as materialized (
       select o.*, s.entry_year, case when d.kind = 'FACULTY' then d.id else d.parent_id end as faculty_id
         from o join students s on s.id = o.student_id left join courses k on k.id = s.course_id left join departments d on d.id = k.department_id
        where ${level} is null or s.level = ${level})
     select 'faculty' as by, coalesce(f.id, 0)::text as key, coalesce(nullif(f.title ->> $${values.length + 1}, ''), f.title ->> 'uz') as title, ${sums}
       from p left join departments f on f.id = p.faculty_id group by f.id
     union all select 'year', p.entry_year::text, null, ${sums} from p group by p.entry_year
     union all select 'kind', p.kind, null, ${sums} from p group by p.kind
     order by 1, 2`,
    [...values, call.locale],
  );
  const grouped = (by: Group['by']) =>
    groups
      .filter((row) => row.by === by)
      .map(({ key, title, total, paid: came, overdue }) => ({
        key,
        title: title ?? '',
        total: sumOf(total),
        paid: sumOf(came),
        overdue: sumOf(overdue),
      }));
  const ofLevel = input.level
    ? `and m.student_id in (select id from students where level = ${level})`
    : `and ${level} is null`;
  const { rows: due } = await call.client.query<{ month: string; due: number }>(
    `select to_char(due_on, 'YYYY-MM') as month, sum(due)::bigint as due
       from (select m.due_on, sum(m.total) as due from student_debits m ${ofYear('due_on')} ${ofLevel} group by 1) d group by 1`,
    values,
  );
  const { rows: paid } = await call.client.query<{ month: string; paid: number }>(
    `select to_char(paid_on, 'YYYY-MM') as month, sum(paid)::bigint as paid
       from (select m.paid_on, sum(m.amount) as paid from payments m ${ofYear('paid_on')} and m.student_id is not null ${ofLevel} group by 1) p group by 1`,
    values,
  );
  const months = [...new Set([...due, ...paid].map((row) => row.month))].sort();
  const dueIn = new Map(due.map((row) => [row.month, row.due]));
  const paidIn = new Map(paid.map((row) => [row.month, row.paid]));
  const sum = (of: (row: (typeof courses)[number]) => number) => courses.reduce((total, row) => total + of(row), 0);
  return {
    day: await todayOf(call),
    total: sumOf(sum((row) => row.total)),
    paid: sumOf(sum((row) => row.paid)),
    overdue: sumOf(sum((row) => row.overdue)),
    debtors: sum((row) => row.debtors),
    months: months
      .slice(-24)
      .map((month) => ({ month, due: sumOf(dueIn.get(month) ?? 0), paid: sumOf(paidIn.get(month) ?? 0) })),
    faculties: grouped('faculty'),
    years: grouped('year'),
    kinds: grouped('kind').flatMap((row) =>
      debitKinds.flatMap((kind) => (kind === row.key ? [{ ...row, key: kind }] : [])),
    ),
    courses: courses.map(({ total, paid: came, overdue, ...row }) => ({
      id: row.id ?? 0,
      title: row.title ?? '',
      students: row.students,
      debtors: row.debtors,
      total: sumOf(total),
      paid: sumOf(came),
      overdue: sumOf(overdue),
    })),
  };
}
