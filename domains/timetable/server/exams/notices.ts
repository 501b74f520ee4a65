import { sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/context.ts';
import type { Period } from './plan.ts';
import { examHallSeats, examHalls } from './tables.ts';

/** Who is where, by account, so that after a change those are told for whom something is different. */

type Places = Map<number, string>;

/** What each account has in the period, as text; empty while it is no more than a draft. */
export async function seatsBefore(call: Call, period: Period): Promise<Places> {
  if (period.state !== 'PUBLISHED') return new Map();
  return placesIn(call, period.id);
}

async function placesIn(call: Call, period_id: number): Promise<Places> {
  const { rows } = await call.db.execute<{ account_id: number; places: string }>(sql`
    select account_id, string_agg(place, ' ' order by place) as places from (
      select s.account_id, concat_ws('/', h.date, h.sitting, h.room_id, x.seat_row, x.seat_column, x.exam_id) as place
        from ${examHalls} h join ${examHallSeats} x on x.hall_id = h.id join ${students} s on s.id = x.student_id
       where h.period_id = ${period_id} and s.account_id is not null
      union all select t.account_id, concat_ws('/', h.date, h.sitting, h.room_id, 'duty') from ${examHalls} h cross join unnest(h.staff_ids) staff_id
        join ${staff} t on t.id = staff_id where h.period_id = ${period_id} and t.account_id is not null) found
     group by 1`);
  return new Map(rows.map((row) => [row.account_id, row.places]));
}

/** Tells those whose exams or duties are not what they were. Answers how many. */
export async function tellMoved(call: Call, period: Period, before: Places): Promise<number> {
  if (period.state !== 'PUBLISHED') return 0;
  const after = await placesIn(call, period.id);
  const people = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
  return tell(call, people, 'exam.notice.moved', period);
}

/** Accounts of all who sit or invigilate in the period. */
export const everybodyIn = async (call: Call, period_id: number): Promise<number[]> => [
  ...(await placesIn(call, period_id)).keys(),
];

export async function tell(call: Call, people: readonly number[], key: string, period: Period): Promise<number> {
  await notify(call, people, { type: 'exam', title: titleOf(key, { title: period.title }), link: '/exams' });
  return people.length;
}
