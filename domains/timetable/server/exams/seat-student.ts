import { eq, sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { countTwoADay, demandExamsNotBegun, examById } from './exams.ts';
import { seatsBefore, tellMoved } from './notices.ts';
import { lockPeriod, takersOf } from './periods.ts';
import { type ExamScene, examScene, type Period } from './plan.ts';
import { examHallSeats, examHalls, exams } from './tables.ts';

/** One more student in an exam whose seats are given already, published or not. */

interface Hall {
  id: number;
  room_id: number;
  seat_rows: number;
  seat_columns: number;
  apart: boolean;
  staff_ids: number[];
  seats: { row: number; column: number; exam_id: number }[];
}

/**
 * Takes a free seat in a room of the exam, then in another room of the sitting, then in a room of its own; never beside
 * the same paper. Errors: EXAM_FULL where there is none, STUDENT_TAKEN where the student sits elsewhere then,
 * NOT_STUDYING where they have left or are on leave, NOT_TAKING where the exam is not theirs.
 */
export async function seatStudent(call: Call, { id, student_id }: { id: number; student_id: number }) {
  const row = await examById(call, id);
  const period = await lockPeriod(call, row.period_id);
  if (row.date === null || row.sitting === null) throw fail('EXAMS_UNPLACED', { count: 1 });
  await demandExamsNotBegun(call, period, [row.date]);
  await demandReferences(call, { student_id: [students, student_id] });
  const [student] = await call.db.select().from(students).where(eq(students.id, student_id));
  if (student?.status !== 'ACTIVE') throw fail('NOT_STUDYING', { name: student?.full_name ?? '' });
  await demandTaking(call, row.course_module_id, period, student);
  await demandFree(call, { ...row, date: row.date, sitting: row.sitting }, student_id);

  const before = await seatsBefore(call, period);
  await call.db
    .update(exams)
    .set({ student_ids: [...new Set([...row.student_ids, student_id])].sort((a, b) => a - b) })
    .where(eq(exams.id, id));
  const scene = await examScene(call, period);
  const apart = scene.plan.apart?.includes(student_id) ?? false;
  const { rows: halls } = await call.db.execute<Hall & Record<string, unknown>>(sql`
    select h.id, h.room_id, h.seat_rows, h.seat_columns, h.apart, h.staff_ids,
           coalesce((select jsonb_agg(jsonb_build_object('row', s.seat_row, 'column', s.seat_column, 'exam_id', s.exam_id)) from ${examHallSeats} s where s.hall_id = h.id), '[]') as seats
      from ${examHalls} h where h.period_id = ${period.id} and h.date = ${row.date} and h.sitting = ${row.sitting} order by h.id`);
  const has = (hall: Hall) => hall.seats.some(({ exam_id }) => exam_id === id);
  const found = halls
    .filter((hall) => hall.apart === apart)
    .sort((a, b) => Number(has(b)) - Number(has(a)) || b.seats.length - a.seats.length)
    .flatMap((hall) => freeSeat(hall, id).map((place) => ({ hall_id: hall.id, room_id: hall.room_id, ...place })))[0];
  const { teachers = [] } = scene.plan.exams[scene.rows.findIndex((one) => one.id === id)]!;
  const place = found ?? (await openRoom(call, scene, scene.slotOf(row), halls, apart, teachers));
  const minutes = scene.extraOf(student_id, row.minutes);
  await call.db.insert(examHallSeats).values({
    institution_id: call.institution_id!,
    hall_id: place.hall_id,
    seat_row: place.row,
    seat_column: place.column,
    exam_id: id,
    student_id,
    extra_minutes: minutes,
  });
  await countTwoADay(
    call,
    scene,
    scene.rows.map((one) => scene.slotOf(one)),
  );
  const told = await tellMoved(call, period, before);
  const room = scene.rooms.find((one) => one.id === place.room_id)?.name ?? '';
  return { hall_id: place.hall_id, room, row: place.row, column: place.column, told };
}

/** The exam is for those from whom its own list is made, admitted or not: admission is the decision of whoever seats. */
async function demandTaking(
  call: Call,
  course_module_id: number,
  period: Period,
  student: { id: number; full_name: string },
): Promise<void> {
  const { rows } = await call.db.execute<{ takes: boolean }>(
    sql`select ${student.id}::int = any(${takersOf(sql`${course_module_id}::int`, period)}) as takes`,
  );
  if (!rows[0]?.takes) throw fail('NOT_TAKING', { name: student.full_name, attempt: period.attempt });
}

async function demandFree(
  call: Call,
  row: { id: number; period_id: number; date: string; sitting: number },
  student_id: number,
): Promise<void> {
  const { rows } = await call.db.execute<{ exam_id: number; name: string; lesson: string }>(sql`
    select x.exam_id, s.full_name as name, m.code as lesson from ${examHallSeats} x join ${examHalls} h on h.id = x.hall_id join ${students} s on s.id = x.student_id
      join exams e on e.id = x.exam_id join course_modules c on c.id = e.course_module_id join modules m on m.id = c.module_id
     where x.student_id = ${student_id} and (x.exam_id = ${row.id} or (h.period_id = ${row.period_id} and h.date = ${row.date} and h.sitting = ${row.sitting}))`);
  if (rows.some(({ exam_id }) => exam_id === row.id)) throw fail('ALREADY_SEATED');
  if (rows[0]) throw fail('STUDENT_TAKEN', { name: rows[0].name, lesson: rows[0].lesson });
}

/** The first seat from the front whose neighbours have other papers; none, and the list is empty. */
function freeSeat({ seat_rows, seat_columns, seats }: Hall, exam_id: number): { row: number; column: number }[] {
  const at = new Map(seats.map((one) => [`${one.row} ${one.column}`, one.exam_id]));
  for (let row = 1; row <= seat_rows; row++)
    for (let column = 1; column <= seat_columns; column++) {
      if (at.has(`${row} ${column}`)) continue;
      const beside = [
        [row - 1, column],
        [row + 1, column],
        [row, column - 1],
        [row, column + 1],
      ];
      if (beside.every(([r, c]) => at.get(`${r} ${c}`) !== exam_id)) return [{ row, column }];
    }
  return [];
}

/** A room that is free then, the smallest, with an invigilator who is free and has the fewest duties; `teachers` of the plan are none. */
async function openRoom(
  call: Call,
  scene: ExamScene,
  slot: number,
  halls: readonly Hall[],
  apart: boolean,
  teachers: readonly number[],
) {
  const { period, plan, rooms, people } = scene;
  const used = new Set(halls.map(({ room_id }) => room_id));
  const room = rooms
    .filter(({ id }, at) => !used.has(id) && !plan.rooms[at]!.closed?.includes(slot))
    .sort((a, b) => a.rows * a.columns - b.rows * b.columns || a.id - b.id)[0];
  const { rows: load } = await call.db.execute<{ staff_id: number; count: number }>(
    sql`select staff_id, count(*)::int as count from ${examHalls} h cross join unnest(h.staff_ids) staff_id where h.period_id = ${period.id} group by 1`,
  );
  const duties = new Map(load.map(({ staff_id, count }) => [staff_id, count]));
  // Whoever teaches the module does not see to its exam.
  const busy = new Set([...halls.flatMap(({ staff_ids }) => staff_ids), ...teachers.map((at) => people[at]!.id)]);
  const person = people
    .filter(({ id }, at) => !busy.has(id) && !plan.invigilators[at]!.away?.includes(slot))
    .sort((a, b) => (duties.get(a.id) ?? 0) - (duties.get(b.id) ?? 0) || a.id - b.id)[0];
  if (!room || !person) throw fail('EXAM_FULL');
  const [hall] = await call.db
    .insert(examHalls)
    .values({
      period_id: period.id,
      ...scene.placeOf(slot),
      room_id: room.id,
      seat_rows: room.rows,
      seat_columns: room.columns,
      apart,
      staff_ids: [person.id],
    })
    .returning({ id: examHalls.id });
  return { hall_id: hall!.id, room_id: room.id, row: 1, column: 1 };
}
