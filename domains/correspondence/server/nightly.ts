import { sql } from 'drizzle-orm';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { departmentHeads, staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { Direction } from '../workflow.ts';
import { tellOf } from './notices.ts';
import { executors, letters, orders } from './tables.ts';

/**
 * Each night: whoever executes is told of what is due by the next working day, once for a date; whoever gave an order, and
 * the head of the department of who answers for it, of what is late. Answers how many orders somebody was told of.
 */
export async function remindOfOrders(kernel: Kernel): Promise<number> {
  let told = 0;
  await everyInstitutionInTheNight(kernel, 'correspondence', async (call) => {
    told += await remind(call);
  });
  return told;
}

interface Due extends Record<string, unknown> {
  id: number;
  author_id: number;
  due_on: string;
  late: boolean;
  letter_id: number;
  direction: Direction;
  number: string | null;
  heading: string;
  confidential: boolean;
  accounts: number[];
  heads: number[];
}

async function remind(call: Call): Promise<number> {
  const today = await todayOf(call);
  const soon = await workingDayAfter(call, today, 1);
  const { rows } = await call.db.execute<Due>(sql`
    with due as (
      select o.id, o.due_on, o.due_on < ${today}::date as late from ${orders} o
       where o.deleted_at is null and o.status = 'OPEN' and o.due_on <= ${soon}::date
         and (case when o.due_on < ${today}::date then o.escalated_for else o.reminded_for end) is distinct from o.due_on for update),
    marked as (
      update ${orders} o set reminded_for = o.due_on, escalated_for = case when d.late then o.due_on else o.escalated_for end
        from due d where d.id = o.id returning o.id, o.letter_id, o.author_id, o.due_on, d.late)
    select m.id, m.author_id, m.due_on::text as due_on, m.late, l.id as letter_id, l.direction, l.number, l.heading, l.confidential,
           array(select s.account_id from ${executors} x join ${staff} s on s.id = x.staff_id
                  where x.order_id = m.id and x.deleted_at is null and s.account_id is not null) as accounts,
           array(select b.account_id from ${executors} x join ${staff} s on s.id = x.staff_id join ${departmentHeads} h on h.department_id = s.department_id and h.deleted_at is null
                  join ${staff} b on b.id = h.staff_id and b.id <> s.id where x.order_id = m.id and x.responsible and x.deleted_at is null and b.account_id is not null) as heads
      from marked m join ${letters} l on l.id = m.letter_id and l.deleted_at is null order by m.id`);
  for (const { letter_id, accounts, heads, author_id, late, due_on, ...letter } of rows) {
    const of = { ...letter, id: letter_id };
    await tellOf(call, accounts, of, late ? 'late' : 'due', { day: paperDate(due_on) });
    if (late) await tellOf(call, [author_id, ...heads], of, 'escalated', { day: paperDate(due_on) });
  }
  return rows.length;
}
