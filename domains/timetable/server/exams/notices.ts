import { sql } from 'drizzle-orm';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { notify, notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Period } from './plan.ts';
import { examHallSeats, examHalls, examPeriods } from './tables.ts';

/** Who is where, by account, so that after a change those are told for whom something is different. */

/** What tells one state of an account from another, and how it is said: `12.01.2027 09:00, A-101, 3-4`. */
type Places = Map<number, { places: string; said: string[] }>;

/** What each account has in the period; empty while it is no more than a draft. */
export async function seatsBefore(call: Call, period: Period): Promise<Places> {
  if (period.state !== 'PUBLISHED') return new Map();
  return placesIn(call, period.id);
}

async function placesIn(call: Call, period_id: number): Promise<Places> {
  const { rows } = await call.db.execute<{ account_id: number; places: string; said: string[] }>(sql`
    select account_id, string_agg(place, ' ' order by place) as places, array_agg(said order by place) as said from (
      select s.account_id, concat_ws('/', h.date, h.sitting, h.room_id, x.seat_row, x.seat_column, x.exam_id) as place, ${saidHall} || ', ' || x.seat_row || '-' || x.seat_column as said
        from ${examHalls} h join ${examHallSeats} x on x.hall_id = h.id join ${students} s on s.id = x.student_id
        join ${examPeriods} e on e.id = h.period_id join ${educationPlaces} p on p.id = h.room_id
       where h.period_id = ${period_id} and s.account_id is not null
      union all select t.account_id, concat_ws('/', h.date, h.sitting, h.room_id, 'duty'), ${saidHall} from ${examHalls} h cross join unnest(h.staff_ids) staff_id
        join ${staff} t on t.id = staff_id join ${examPeriods} e on e.id = h.period_id join ${educationPlaces} p on p.id = h.room_id
       where h.period_id = ${period_id} and t.account_id is not null) found
     group by 1`);
  return new Map(rows.map(({ account_id, ...row }) => [account_id, row]));
}
const saidHall = sql`to_char(h.date, 'DD.MM.YYYY') || ' ' || coalesce(e.sittings -> (h.sitting - 1) ->> 'starts_at', '') || ', ' || p.name`;

/** Tells those whose exams or duties are not what they were, from what to what. Answers how many. */
export async function tellMoved(call: Call, period: Period, before: Places): Promise<number> {
  if (period.state !== 'PUBLISHED') return 0;
  const after = await placesIn(call, period.id);
  const people = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id)?.places !== after.get(id)?.places,
  );
  await notifyEach(
    call,
    people.map((account_id) => {
      const [was, is] = [before.get(account_id)?.said ?? [], after.get(account_id)?.said ?? []];
      const [from, to] = [was.filter((one) => !is.includes(one)), is.filter((one) => !was.includes(one))].map((one) =>
        one.join('; '),
      );
      const key = from && to ? 'moved' : to ? 'placed' : from ? 'gone' : 'changed';
      return { account_id, title: titleOf(`exam.notice.${key}`, { title: period.title, from, to }) };
    }),
    { type: 'exam', link: '/exams' },
  );
  return people.length;
}

/** Accounts of all who sit or invigilate in the period. */
export const accountsInPeriod = async (call: Call, period_id: number): Promise<number[]> => [
  ...(await placesIn(call, period_id)).keys(),
];

export async function notifyOfPeriod(
  call: Call,
  people: readonly number[],
  key: string,
  period: Period,
): Promise<number> {
  await notify(call, people, { type: 'exam', title: titleOf(key, { title: period.title }), link: '/exams' });
  return people.length;
}
