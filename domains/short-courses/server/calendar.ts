import { sql } from 'drizzle-orm';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { courseChapters, courseRegistrations, shortCourses } from './tables.ts';

/** Meetings of short courses, for those who listen and for who teaches. */
export const meetings: CalendarPart = {
  name: 'short courses',
  events: (call: Call, from, to) =>
    may(call, 'short_course.read')
      ? sql`select ${courseChapters.id}::text, 'GENERAL_EVENT', ${localTitle(shortCourses.title, call.locale)} || ' · ' || ${localTitle(courseChapters.title, call.locale)},
          null::text, ${shortCourses.place}, '/short-courses/' || ${shortCourses.id}, false, ${courseChapters.starts_at},
          ${courseChapters.starts_at} + make_interval(mins => coalesce(${courseChapters.minutes}, 60)), ${courseChapters.version} + ${shortCourses.version}, ${shortCourses.status} = 'CANCELLED', null::text
        from ${courseChapters} join ${shortCourses} on ${shortCourses.id} = ${courseChapters.course_id}
       where ${courseChapters.deleted_at} is null and ${shortCourses.deleted_at} is null and ${shortCourses.status} <> 'DRAFT'
         and ${courseChapters.starts_at} < ${to}::timestamptz and ${courseChapters.starts_at} > ${from}::timestamptz - interval '1 day'
         and ${courseChapters.starts_at} + make_interval(mins => coalesce(${courseChapters.minutes}, 60)) > ${from}::timestamptz
         and (exists (select 1 from ${courseRegistrations} r where r.course_id = ${shortCourses.id} and r.account_id = ${call.account_id}
                and r.status in ('CONFIRMED', 'COMPLETED') and r.deleted_at is null)
           or ${shortCourses.teacher_id} in (select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null))`
      : undefined,
};
