import type { z } from 'zod';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { sumOf } from '../money.ts';
import type { overview, overviewQuery } from '../shapes-money.ts';
import { todayOf } from './debits.ts';

/** What the institution is owed: by month and by course. Read from what is kept of each debit, so it costs one pass. */
export async function debtOverview(
  call: Call,
  input: z.infer<typeof overviewQuery>,
): Promise<z.infer<typeof overview>> {
  if (call.abilities.get('debit.read') !== 'institution') throw fail('FORBIDDEN', { permission: 'debit.read' });
  const values = [input.academic_year_id ?? null, input.level ?? null];
  // Debits of the year: by its contract, and else by the day on which they are due.
  const owed = `from student_debits d join students s on s.id = d.student_id left join contracts c on c.id = d.contract_id
    left join academic_years y on y.id = $1
    where d.deleted_at is null and ($2::text is null or s.level = $2)
      and ($1::int is null or c.academic_year_id = $1 or (c.id is null and d.due_on between y.starts_on and y.ends_on))`;
  const { rows: courses } = await call.client.query<{
    id: number;
    title: string;
    students: number;
    debtors: number;
    total: number;
    paid: number;
    overdue: number;
  }>(
    `select k.id, coalesce(nullif(k.title ->> $3, ''), k.title ->> 'uz') as title, t.*
       from (select s.course_id, count(distinct s.id)::int as students, sum(d.total)::bigint as total, sum(d.paid)::bigint as paid,
                    count(distinct s.id) filter (where d.paid < d.total and d.due_on < edulab_today())::int as debtors,
                    coalesce(sum(d.total - d.paid) filter (where d.due_on < edulab_today()), 0)::bigint as overdue
               ${owed} group by 1) t
       join courses k on k.id = t.course_id order by t.overdue desc, 2`,
    [...values, call.locale],
  );
  const { rows: due } = await call.client.query<{ month: string; due: number }>(
    `select to_char(d.due_on, 'YYYY-MM') as month, sum(d.total)::bigint as due ${owed} group by 1`,
    values,
  );
  const { rows: paid } = await call.client.query<{ month: string; paid: number }>(
    `select to_char(p.paid_on, 'YYYY-MM') as month, sum(p.amount)::bigint as paid
       from payments p left join contracts c on c.id = p.contract_id left join students s on s.id = p.student_id left join academic_years y on y.id = $1
      where p.deleted_at is null and p.student_id is not null and ($2::text is null or s.level = $2)
        and ($1::int is null or c.academic_year_id = $1 or (c.id is null and p.paid_on between y.starts_on and y.ends_on)) group by 1`,
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
    courses: courses.map(({ total, paid: came, overdue, ...row }) => ({
      id: row.id,
      title: row.title,
      students: row.students,
      debtors: row.debtors,
      total: sumOf(total),
      paid: sumOf(came),
      overdue: sumOf(overdue),
    })),
  };
}
