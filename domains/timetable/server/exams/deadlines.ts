import { type SQL, sql } from 'drizzle-orm';
import { assessmentComponents, retakesToSit } from '#domains/assessment/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { type DeadlineKind, deferredExams } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { examHallSeats, examHalls, examPeriods, exams } from './tables.ts';

/**
 * Whether the seat of this alias is taken: whose exam was deferred from its sitting keeps the chair and is on no list of
 * it, so that everything is as it was where the deferral is taken back.
 */
export const seatStands = (seat: SQL): SQL => sql`not exists (
  select 1 from ${deferredExams} d join ${exams} de on de.id = ${seat}.exam_id and de.course_module_id = d.course_module_id
    join ${examPeriods} dp on dp.id = de.period_id and dp.attempt = d.attempt
   where d.student_id = ${seat}.student_id and d.deferred_from >= de.date)`;

const begins = sql`(h.date + (p.sittings -> (h.sitting - 1) ->> 'starts_at')::time)`;
const published = sql`p.state = 'PUBLISHED' and p.deleted_at is null`;

/** Exams as what students have to be at: the seat where they have one, else the day where that is known. */
export const examDeadlines: DeadlineKind = {
  name: 'timetable.exams',
  kind: 'EXAM',
  of: (_call, people) => sql`
    select distinct p.id as student_id, t.course_module_id as target_id, 1 as attempt from ${people} p(id)
      cross join lateral ${courseModulesOfStudents(sql`(p.id)`)} t(course_module_id)
     where exists (select 1 from ${assessmentComponents} c where c.course_module_id = t.course_module_id and c.kind = 'EXAM' and c.deleted_at is null)
    union all
    select r.student_id, r.course_module_id, r.attempt from ${retakesToSit} and r.student_id in (select p.id from ${people} p(id))`,
  facts: (call, asked) => sql`
    select a.student_id, a.target_id, a.attempt, a.target_id, coalesce(${localTitle(sql`k.title`, call.locale)}, ${message(call.locale, 'exam.calendar.exam')}), seat.room,
           coalesce(seat.begins, planned.begins) at time zone ${localZone}, coalesce(seat.minutes, planned.minutes)::int,
           coalesce(seat.begins + seat.minutes * interval '1 minute', planned.begins + planned.minutes * interval '1 minute', k.exam_date + time '23:59') at time zone ${localZone},
           coalesce(seat.begins::date, planned.day, k.exam_date)
      from (${asked}) a join ${courseModules} cm on cm.id = a.target_id and cm.deleted_at is null
      left join lateral (select c.title, c.exam_date from ${assessmentComponents} c
         where c.course_module_id = cm.id and c.kind = 'EXAM' and c.deleted_at is null order by c.position, c.id limit 1) k on true
      left join lateral (select ${begins} as begins, e.minutes, r.name as room from ${examHallSeats} x join ${exams} e on e.id = x.exam_id and e.deleted_at is null
           join ${examHalls} h on h.id = x.hall_id join ${examPeriods} p on p.id = e.period_id and ${published} join ${educationPlaces} r on r.id = h.room_id
         where x.student_id = a.student_id and e.course_module_id = cm.id
           and (p.attempt = a.attempt or exists (select 1 from ${deferredExams} d where d.student_id = x.student_id and d.course_module_id = cm.id and d.attempt = a.attempt and d.deferred_from < h.date))
         order by h.date desc limit 1) seat on true
      left join lateral (select case when ${published} then e.date + (p.sittings -> (e.sitting - 1) ->> 'starts_at')::time end as begins, e.minutes, coalesce(e.date, p.ends_on) as day
         from ${exams} e join ${examPeriods} p on p.id = e.period_id and p.deleted_at is null
         where e.course_module_id = cm.id and e.deleted_at is null and p.attempt = a.attempt order by p.starts_on desc limit 1) planned on true`,
};
