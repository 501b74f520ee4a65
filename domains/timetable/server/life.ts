import { sql } from 'drizzle-orm';
import type { LifeEffect } from '#domains/students/server/index.ts';
import { examHallSeats, examHalls } from './exams/tables.ts';

/** Seats at exams to come stay empty until they are given anew; whoever seats is told how many. */
export const seatsOfLife: LifeEffect = {
  name: 'timetable.seats',
  area: 'exams',
  does: {
    LEAVE: ['SEATS_EMPTY'],
    SUSPENSION: ['SEATS_EMPTY'],
    WITHDRAWAL: ['SEATS_EMPTY'],
    EXPULSION: ['SEATS_EMPTY'],
    TRANSFER_OUT: ['SEATS_EMPTY'],
    GRADUATION: ['SEATS_EMPTY'],
    TRANSFER: ['SEATS_EMPTY'],
  },
  async apply(call, { kind, day, until }, people) {
    const moved = people.filter(({ before, after }) => kind !== 'TRANSFER' || before.course_id !== after.course_id);
    const { rows } = await call.db.execute<{ student_id: number; count: number }>(sql`
      select s.student_id, count(*)::int as count
        from ${examHallSeats} s join ${examHalls} h on h.id = s.hall_id
         and h.date >= ${day}::date and h.date <= coalesce(${until}::date, h.date)
       where s.student_id = any(${sql.param(moved.map(({ id }) => id))}::int[]) group by 1 order by 1`);
    return { lines: rows.map(({ student_id, count }) => ({ student_id, code: 'SEATS_EMPTY', values: { count } })) };
  },
};
