import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { bookedBetween } from '#domains/attendance/server/index.ts';
import { holidaysBetween } from '#domains/calendar/server/index.ts';
import { courseModuleTeachers } from '#domains/curriculum/server/index.ts';
import { arrangementsOn, extraMinutes } from '#domains/deadlines/server/index.ts';
import { groupMembers } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { jobPositions, staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { ExamPlan } from '../../../../timetabling/exam-plan.ts';
import { bells } from '../bells.ts';
import { publishedOf } from '../store.ts';
import { timetableWishes } from '../tables.ts';
import { examHalls, type examPeriods, exams } from './tables.ts';

/** A period as the search knows it: slots are sittings of its days, one after the other. */

export type Period = typeof examPeriods.$inferSelect;
export type ExamRow = typeof exams.$inferSelect;

/** Students for whom one invigilator is enough. */
const perInvigilator = 30;
const dayMs = 86_400_000;

export interface ExamScene {
  period: Period;
  rows: ExamRow[];
  plan: ExamPlan;
  /** What the plan calls by their place. */
  rooms: { id: number; name: string; rows: number; columns: number }[];
  people: { id: number; account_id: number | null }[];
  /** How many slots are on days that are open for exams, and how many minutes the longest of the sittings has. */
  open: number;
  longest: number;
  /** More time for a student in an exam, in minutes. */
  extraOf: (student: number, minutes: number) => number;
  slotOf: (row: Pick<ExamRow, 'date' | 'sitting'>) => number;
  placeOf: (slot: number) => { date: string; sitting: number };
}

export const examsOf = (call: Call, period_id: number): Promise<ExamRow[]> =>
  call.db
    .select()
    .from(exams)
    .where(and(eq(exams.period_id, period_id), isNull(exams.deleted_at)))
    .orderBy(asc(exams.id));

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** When so many minutes after the beginning of a sitting are over, HH:MM. */
export const endOf = (period: Pick<Period, 'sittings'>, sitting: number, minutes: number): string =>
  clockOf(minutesOf(period.sittings[sitting - 1]?.starts_at ?? '00:00') + minutes);

/** Rows and columns of a room: as they are entered, else about square and never more than it has seats. */
function seatsOf(room: { capacity: number; seat_rows: number | null; seat_columns: number | null }) {
  if (room.seat_rows && room.seat_columns) return { rows: room.seat_rows, columns: room.seat_columns };
  const columns = Math.max(1, Math.round(Math.sqrt(room.capacity)));
  return { rows: Math.floor(room.capacity / columns), columns };
}

/**
 * Everything that decides where exams can be: rooms with seats, teachers who are not teaching or away, days that are no
 * Sundays or holidays and still to come, sittings that are long enough, groups that have no lesson, and students who
 * sit in no exam of another period then.
 */
export async function examScene(call: Call, period: Period): Promise<ExamScene> {
  const { starts_on, ends_on, sittings } = period;
  const rows = await examsOf(call, period.id);
  const days = Math.round((Date.parse(ends_on) - Date.parse(starts_on)) / dayMs) + 1;
  const dateOf = (day: number) => new Date(Date.parse(starts_on) + day * dayMs).toISOString().slice(0, 10);
  const placeOf = (slot: number) => ({
    date: dateOf(Math.floor(slot / sittings.length)),
    sitting: (slot % sittings.length) + 1,
  });
  const slotOf = ({ date, sitting }: Pick<ExamRow, 'date' | 'sitting'>) => {
    const day = date === null ? -1 : Math.round((Date.parse(date) - Date.parse(starts_on)) / dayMs);
    return day < 0 || day >= days || sitting === null || sitting > sittings.length
      ? -1
      : day * sittings.length + sitting - 1;
  };

  const arranged = await arrangementsOn(call, starts_on);
  const extraOf = (student: number, minutes: number) =>
    extraMinutes(minutes, arranged.get(student)?.extra_percent ?? 0);
  const withExtra = rows.map(
    ({ student_ids, minutes }) =>
      minutes + student_ids.reduce((most, student) => Math.max(most, extraOf(student, minutes)), 0),
  );

  const rooms = (
    await call.db.execute<{
      id: number;
      name: string;
      capacity: number;
      seat_rows: number | null;
      seat_columns: number | null;
    }>(sql`
      select p.id, p.name, coalesce(p.capacity, 0) as capacity, p.seat_rows, p.seat_columns from ${educationPlaces} p
       where p.deleted_at is null and p.kind in ('LECTURE_HALL', 'CLASSROOM', 'COMPUTER_ROOM', 'LABORATORY') order by p.id`)
  ).rows
    .map((room) => ({ id: room.id, name: room.name, ...seatsOf(room) }))
    .filter((room) => room.rows > 0);
  const people = (
    await call.db.execute<{ id: number; account_id: number | null }>(sql`
      select s.id, s.account_id from ${staff} s join ${jobPositions} j on j.id = s.job_position_id
       where s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING' order by s.id`)
  ).rows;
  const teachers = Map.groupBy(
    (
      await call.db.execute<{ exam_id: number; staff_id: number }>(sql`
        select e.id as exam_id, t.staff_id from ${exams} e join ${courseModuleTeachers} t on t.course_module_id = e.course_module_id where e.period_id = ${period.id}`)
    ).rows,
    (row) => row.exam_id,
  );

  // When each slot begins, and until when something in it may go on, in minutes of its day.
  const longest = Math.max(0, ...withExtra);
  const from = sittings.map((one) => minutesOf(one.starts_at));
  const until = sittings.map((one, index) =>
    Math.min(from[index + 1] ?? 24 * 60, Math.max(minutesOf(one.ends_at), from[index]! + longest)),
  );
  const taken = {
    ROOM: new Map<number, Set<number>>(),
    TEACHER: new Map<number, Set<number>>(),
    GROUP: new Map<number, Set<number>>(),
    STUDENT: new Map<number, Set<number>>(),
  };
  const take = (kind: keyof typeof taken, what: number, day: number, begins: number, ends: number) => {
    for (const [sitting, start] of from.entries()) {
      if (begins >= until[sitting]! || ends <= start) continue;
      const slots = taken[kind].get(what) ?? new Set();
      taken[kind].set(what, slots.add(day * sittings.length + sitting));
    }
  };
  const { rows: own } = await call.db.execute<{ id: number }>(
    sql`select id from ${examHalls} where period_id = ${period.id}`,
  );
  const halls = new Set(own.map(({ id }) => id));
  // A group takes up its exams through its students.
  const booked = (await bookedBetween(call, starts_on, ends_on)).filter(({ kind, exam_hall_id: hall }) =>
    hall === null ? true : kind !== 'GROUP' && !halls.has(hall),
  );
  for (const { kind, what, date, begins, ends } of booked)
    take(kind, what, (Date.parse(date) - Date.parse(starts_on)) / 86_400_000, begins, ends || 24 * 60);
  const lessons = (await publishedOf(call, period.semester_id))?.bells ?? bells(8);
  const wishes = await call.db
    .select()
    .from(timetableWishes)
    .where(and(isNull(timetableWishes.deleted_at), eq(timetableWishes.kind, 'UNAVAILABLE')));
  for (const wish of wishes) {
    const begins = lessons[wish.from_session - 1];
    const ends = lessons[Math.min(wish.to_session, lessons.length) - 1];
    if (!begins || !ends) continue;
    for (let day = 0; day < days; day++)
      if ((new Date(dateOf(day)).getUTCDay() || 7) === wish.day)
        take(
          wish.staff_id === null ? 'ROOM' : 'TEACHER',
          (wish.staff_id ?? wish.room_id)!,
          day,
          minutesOf(begins.starts_at),
          minutesOf(ends.ends_at),
        );
  }
  // Whoever sits an exam comes out of the lessons of all their groups.
  const groups = Map.groupBy(
    (
      await call.db.execute<{ exam_id: number; group_id: number }>(sql`
        select distinct e.id as exam_id, m.group_id from ${exams} e cross join unnest(e.student_ids) s (id)
          join ${groupMembers} m on m.student_id = s.id and m.deleted_at is null and daterange(m.starts_on, m.ends_on, '[]') && daterange(${starts_on}, ${ends_on}, '[]')
         where e.period_id = ${period.id} and e.deleted_at is null`)
    ).rows,
    (row) => row.exam_id,
  );

  const holidays = new Set(await holidaysBetween(call, starts_on, ends_on));
  const today = await todayOf(call);
  const open = Array.from({ length: days * sittings.length }, (_, slot) => slot).filter((slot) => {
    const { date } = placeOf(slot);
    return date > today && new Date(date).getUTCDay() !== 0 && !holidays.has(date);
  });
  const index = new Map(people.map(({ id }, at) => [id, at]));
  const plan: ExamPlan = {
    days,
    sittings: sittings.length,
    per_invigilator: perInvigilator,
    apart: [...arranged.values()].flatMap((one) => (one.apart ? [one.student_id] : [])),
    rooms: rooms.map(({ id, rows: deep, columns }) => ({
      id: String(id),
      rows: deep,
      columns,
      closed: [...(taken.ROOM.get(id) ?? [])],
    })),
    invigilators: people.map(({ id }) => ({ id: String(id), away: [...(taken.TEACHER.get(id) ?? [])] })),
    exams: rows.map((row, at) => {
      const busy = new Set([
        ...(groups.get(row.id) ?? []).flatMap(({ group_id }) => [...(taken.GROUP.get(group_id) ?? [])]),
        // Other periods may go on at the same time.
        ...row.student_ids.flatMap((student) => [...(taken.STUDENT.get(student) ?? [])]),
      ]);
      const place = slotOf(row);
      return {
        id: String(row.id),
        students: row.student_ids,
        slots: open.filter((slot) => {
          const sitting = slot % sittings.length;
          const room = minutesOf(sittings[sitting]!.ends_at) - from[sitting]!;
          const more = (from[sitting + 1] ?? 24 * 60) - from[sitting]!;
          return row.minutes <= room && withExtra[at]! <= more && !busy.has(slot);
        }),
        ...(row.fixed && place >= 0 && { fixed: place }),
        teachers: (teachers.get(row.id) ?? []).flatMap(({ staff_id }) => index.get(staff_id) ?? []),
      };
    }),
  };
  const room = Math.max(...sittings.map((one, sitting) => minutesOf(one.ends_at) - from[sitting]!));
  return { period, rows, plan, rooms, people, open: open.length, longest: room, extraOf, slotOf, placeOf };
}
