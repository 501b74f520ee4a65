import { sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { today } from '#platform/server/clock.ts';
import type { Call } from '#platform/server/context.ts';
import type { SessionRow } from './reach.ts';
import { rollOf } from './roll.ts';

/** What people know of a lesson beforehand. */
const known = ['date', 'starts_at', 'ends_at', 'room_id', 'staff_id', 'co_staff_ids', 'state'] as const;
const said = (row: SessionRow, field: (typeof known)[number]): string =>
  field === 'starts_at' || field === 'ends_at' ? row[field].slice(0, 5) : String(row[field]);

/** Whether those who have or give the lesson have to know of the change. */
export const isChanged = (before: SessionRow, after: SessionRow): boolean =>
  known.some((field) => said(before, field) !== said(after, field));

/** Tells those who have or give a lesson to come that it has changed or does not take place; whoever changed it knows. */
export async function tellChanged(call: Call, before: SessionRow, after: SessionRow, module: string): Promise<void> {
  const teachers = [before, after].flatMap((row) => [row.staff_id ?? 0, ...row.co_staff_ids]);
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select account_id as id from (
      select t.account_id from ${staff} t where t.id = any(${sql.param(teachers)}::int[]) and t.deleted_at is null
      union select s.account_id from ${rollOf([after.id])} r join ${students} s on s.id = r.student_id) people
     where account_id <> ${call.account_id} and greatest(${before.date}::date, ${after.date}::date) >= ${today}`);
  const key = after.state === 'CANCELLED' ? 'attendance.notice.cancelled' : 'attendance.notice.changed';
  const date = before.date.split('-').reverse().join('.');
  const people = rows.map(({ id }) => id);
  await notify(call, people, { type: 'timetable', title: titleOf(key, { module, date }), link: '/calendar' });
}
