import type { Call } from '#platform/server/call/context.ts';

/** What takes up a room, a teacher, a group or a student on a day; minutes are counted from midnight, 0 at the end is the next. */
export interface Booking {
  kind: 'ROOM' | 'TEACHER' | 'GROUP' | 'STUDENT';
  what: number;
  date: string;
  begins: number;
  ends: number;
  /** Of an exam, not of a lesson. */
  exam_hall_id: number | null;
}

/** All that is taken on the days from `first` to `last`, by lessons and exams. */
export async function bookedBetween(call: Call, first: string, last: string): Promise<Booking[]> {
  const { rows } = await call.client.query<Booking>(
    `select kind, what, lower(during)::date as date, (extract(epoch from lower(during)::time) / 60)::int as begins,
            (extract(epoch from upper(during)::time) / 60)::int as ends, exam_hall_id
       from class_bookings where during && tsrange($1::date, $2::date + 1)`,
    [first, last],
  );
  return rows;
}
