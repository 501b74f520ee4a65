import { sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import {
  comingKinds,
  countedLines,
  givenUp,
  type LifeChange,
  type LifeEffect,
  type LifePerson,
} from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { type Kept, makeKept, removeKept } from '#platform/server/records/kept.ts';
import { examHallSeats, examHalls, exams } from './exams/tables.ts';

/**
 * Whoever is away at exams to come has no seat there: it is free again, and everybody else stays where they sit. It is given
 * back with an undo, unless somebody sits there by now; whoever comes back before the exam has it again as far as it is free.
 */

const cleared = ['SEATS_CLEARED'];
const given = ['SEATS_BACK', 'SEATS_GONE'];

/** Puts students into the lists of the exams whose seats these are, or takes them out. */
const list = (call: Call, seats: readonly Kept[], change: 'array_append' | 'array_remove') =>
  call.db.execute(sql`
    update ${exams} e set student_ids = case ${change}::text when 'array_append' then array(select distinct x from unnest(e.student_ids || g.ids) x order by x)
                                             else array(select x from unnest(e.student_ids) x where x <> all(g.ids) order by x) end
      from (select exam_id, array_agg(student_id) as ids from jsonb_to_recordset(${JSON.stringify(seats.map(({ before, after }) => before ?? after))}::jsonb) as k (exam_id integer, student_id integer) group by 1) g
     where e.id = g.exam_id`);

const name = 'timetable.seats';

/** The seats at exams to come that were given up, of whoever still has that exam; where somebody sits by now the office seats anew. */
async function seatAgain(call: Call, { day }: LifeChange, people: readonly LifePerson[]) {
  const seats = (await givenUp(call, name, people)).flatMap(({ before }) => before ?? []);
  const courses = people.map(({ id, after }) => ({ id, course_id: after.course_id }));
  const { rows } = await call.db.execute<{ seat: Record<string, unknown>; student_id: number; free: boolean }>(sql`
    select distinct on (k.exam_id, k.student_id) to_jsonb(k) as seat, k.student_id,
           h.date = e.date and h.sitting = e.sitting and not exists (select 1 from ${examHallSeats} s join ${examHalls} o on o.id = s.hall_id
             where (s.hall_id = k.hall_id and s.seat_row = k.seat_row and s.seat_column = k.seat_column)
                or (s.student_id = k.student_id and o.date = e.date and o.sitting = e.sitting)) is true as free
      from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
             as k (hall_id integer, seat_row integer, seat_column integer, exam_id integer, student_id integer, extra_minutes integer)
      join jsonb_to_recordset(${JSON.stringify(courses)}::jsonb) as p (id integer, course_id integer) on p.id = k.student_id
      join ${exams} e on e.id = k.exam_id and e.deleted_at is null and e.date >= ${day}::date
      join ${courseModules} m on m.id = e.course_module_id and m.course_id = p.course_id
      left join ${examHalls} h on h.id = k.hall_id
     where not exists (select 1 from ${examHallSeats} s where s.exam_id = k.exam_id and s.student_id = k.student_id)
     order by k.exam_id, k.student_id`);
  const kept = await makeKept(
    call.client,
    'exam_hall_seats',
    rows.flatMap(({ seat, free }) => (free ? [seat] : [])),
  );
  if (kept.length) await list(call, kept, 'array_append');
  const gone = rows.filter(({ free }) => !free);
  return { kept, lines: [...countedLines(kept, 'SEATS_BACK'), ...countedLines(gone, 'SEATS_GONE')] };
}

export const seatsOfLife: LifeEffect = {
  name,
  area: 'exams',
  does: {
    LEAVE: cleared,
    SUSPENSION: cleared,
    WITHDRAWAL: cleared,
    EXPULSION: cleared,
    TRANSFER_OUT: cleared,
    GRADUATION: cleared,
    TRANSFER: cleared,
    RETURN: given,
    LIFT: given,
    RESTORATION: given,
  },
  async apply(call, change, people) {
    const { kind, day, until } = change;
    if (comingKinds.includes(kind)) return seatAgain(call, change, people);
    const moved = people.filter(({ before, after }) => kind !== 'TRANSFER' || before.course_id !== after.course_id);
    const { rows } = await call.db.execute<{ id: number }>(sql`
      select s.id from ${examHallSeats} s join ${examHalls} h on h.id = s.hall_id
         and h.date >= ${day}::date and h.date <= coalesce(${until}::date, h.date)
       where s.student_id = any(${sql.param(moved.map(({ id }) => id))}::int[]) order by s.id for update of s`);
    const kept = await removeKept(
      call.client,
      'exam_hall_seats',
      rows.map(({ id }) => id),
    );
    if (kept.length) await list(call, kept, 'array_remove');
    return { kept, lines: countedLines(kept, 'SEATS_CLEARED') };
  },
  async undone(call, _change, kept) {
    const [back, taken] = [kept.filter(({ after }) => after === null), kept.filter(({ before }) => before === null)];
    if (back.length) await list(call, back, 'array_append');
    if (taken.length) await list(call, taken, 'array_remove');
  },
  /** The seat is somebody else's, the student has another one, or the room is not used any more. */
  async builtOn(call, _change, kept) {
    const seats = JSON.stringify(kept.flatMap(({ before }) => before ?? []));
    const { rows } = await call.db.execute<{ student_id: number }>(sql`
      select distinct k.student_id
        from jsonb_to_recordset(${seats}::jsonb) as k (hall_id integer, seat_row integer, seat_column integer, exam_id integer, student_id integer)
        left join ${examHalls} h on h.id = k.hall_id
        left join ${exams} e on e.id = k.exam_id and e.deleted_at is null and e.date = h.date and e.sitting = h.sitting
       where e.id is null or exists (select 1 from ${examHallSeats} s
               where (s.hall_id = k.hall_id and s.seat_row = k.seat_row and s.seat_column = k.seat_column) or (s.exam_id = k.exam_id and s.student_id = k.student_id))`);
    return rows.map(({ student_id }) => ({ student_id, code: 'LIFE_SEAT_TAKEN' }));
  },
};
