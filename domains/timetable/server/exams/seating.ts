import { sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { ExamGround } from '../../../../timetabling/exam-plan.ts';
import { invigilate, seatSlot } from '../../../../timetabling/exam-seats.ts';
import type { ExamScene } from './plan.ts';
import { examHalls } from './tables.ts';

/**
 * Seats these slots anew, with whatever exams are in them: their rooms, seats and invigilators take the place of those
 * that are stored. `slots[i]` is the slot of `scene.rows[i]`.
 */
export async function seat(
  call: Call,
  scene: ExamScene,
  slots: readonly number[],
  anew: readonly number[],
): Promise<void> {
  const { period, plan, rows, rooms, people } = scene;
  const ground = new ExamGround(plan);
  const places = anew.map((slot) => scene.placeOf(slot));
  if (places.length > 0)
    await call.db.execute(sql`
      delete from ${examHalls} where period_id = ${period.id}
         and (date, sitting) in (select * from unnest(${sql.param(places.map(({ date }) => date))}::date[], ${sql.param(places.map(({ sitting }) => sitting))}::int[]))`);
  const { rows: load } = await call.db.execute<{ staff_id: number; count: number }>(
    sql`select staff_id, count(*)::int as count from ${examHalls} h cross join unnest(h.staff_ids) staff_id where h.period_id = ${period.id} group by 1`,
  );
  const duties = new Map(load.map(({ staff_id, count }) => [staff_id, count]));
  const halls = invigilate(
    ground,
    anew.flatMap((slot) => {
      const here = slots.flatMap((at, exam) => (at === slot && rows[exam]!.student_ids.length > 0 ? [exam] : []));
      return seatSlot(ground, slot, here, period.id) ?? [];
    }),
    people.map(({ id }) => duties.get(id) ?? 0),
  );
  const apart = new Set(plan.apart);
  const ids = await insertAll(
    call.client,
    'exam_halls',
    halls.map(({ slot, room, seats, invigilators }) => ({
      version: 1,
      created_at: clock.date(),
      institution_id: call.institution_id,
      period_id: period.id,
      ...scene.placeOf(slot),
      room_id: rooms[room]!.id,
      seat_rows: rooms[room]!.rows,
      seat_columns: rooms[room]!.columns,
      apart: seats.some(({ student }) => apart.has(student)),
      staff_ids: invigilators.map((one) => people[one]!.id),
    })),
  );
  const seats = halls.flatMap(({ seats: of }, hall) => of.map((one) => ({ ...one, hall: ids[hall]! })));
  // Numbers only, in columns: the shortest way for tens of thousands of seats.
  await call.client.query(
    `insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id, extra_minutes)
     select $1, * from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])`,
    [
      call.institution_id,
      seats.map(({ hall }) => hall),
      seats.map(({ row }) => row + 1),
      seats.map(({ column }) => column + 1),
      seats.map(({ exam }) => rows[exam]!.id),
      seats.map(({ student }) => student),
      seats.map(({ exam, student }) => scene.extraOf(student, rows[exam]!.minutes)),
    ],
  );
  // What stands on the day of the exam, which may begin or end within the period.
  await call.db.execute(
    sql`select edulab_seat_minutes(array(select distinct student_id from exam_arrangements where student_id = any(${sql.param(seats.map(({ student }) => student))}::int[])))`,
  );
}
