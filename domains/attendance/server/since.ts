import { type SQL, sql } from 'drizzle-orm';
import { today } from '#platform/server/clock.ts';
import { attendedShareOf } from './standing.ts';
import { attendance, classSessions } from './tables.ts';

/** Marks of these students in lessons of the last weeks, as `a`, with their lessons as `s`. */
const marked = (people: SQL, weeks: number): SQL =>
  sql`${attendance} a join ${classSessions} s on s.id = a.session_id and s.deleted_at is null
     where a.student_id in ${people} and s.date > ${today} - ${weeks * 7}::int and s.date <= ${today}`;

/**
 * What these students attended and missed without excuse in lessons of the last weeks, in sessions, as a query of
 * `(student_id, attended, missed, lessons, share)`: the sums of a semester, of fewer days. `lessons` are registers in which they
 * are marked as one or the other, `share` is the per cent that they missed.
 */
export const sumsSince = (people: SQL, weeks: number): SQL => sql`(
  select d.student_id, d.attended, d.missed, d.lessons, 100 - ${attendedShareOf(sql`d.attended`, sql`d.missed`)} as share
    from (
      select a.student_id, coalesce(sum(s.sessions) filter (where a.status = 'ATTENDED'), 0)::int as attended,
             coalesce(sum(s.sessions) filter (where a.status = 'NOT_ATTENDED'), 0)::int as missed,
             (count(*) filter (where a.status in ('ATTENDED', 'NOT_ATTENDED')))::int as lessons
        from ${marked(people, weeks)} group by a.student_id) d)`;

/** The lessons behind what was missed: a query of `(student_id, session_id, course_module_id, date, sessions)`. */
export const missedLessons = (people: SQL, weeks: number): SQL => sql`(
  select a.student_id, s.id as session_id, s.course_module_id, s.date, s.sessions
    from ${marked(people, weeks)} and a.status = 'NOT_ATTENDED')`;
