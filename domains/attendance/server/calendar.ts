import { sql } from 'drizzle-orm';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { ownStaff, ownStudent, reasonReach, sessionsAttendedBy, sessionsTaughtBy } from './reach.ts';
import { attendanceReasons, classSessionGroups, classSessions } from './tables.ts';

/** Classes in the calendars of those who give them and of those who are taught. */
export const classesPart: CalendarPart = {
  name: 'classes',
  events: (call, from, to) => {
    const learns = scopeOf(call, 'attendance.read') === 'own';
    // Whoever oversees lessons finds them in their lists; a calendar with everybody's would hold nothing else.
    if (!learns && !['own', 'taught'].includes(scopeOf(call, 'attendance.mark') ?? '')) return undefined;
    const within = (date: ReturnType<typeof sql>) =>
      sql`${date} between (${from}::timestamptz at time zone ${localZone})::date and (${to}::timestamptz at time zone ${localZone})::date`;
    const mine = learns ? sessionsAttendedBy(ownStudent(call), within) : sessionsTaughtBy(ownStaff(call), within);
    const path = learns ? sql`null::text` : sql`'/attendance?day=' || s.date || '&session=' || s.id`;
    const local = (time: ReturnType<typeof sql>) => sql`((s.date + ${time}) at time zone ${localZone})`;
    return sql`select s.id::text, 'CLASS', ${localTitle(sql`o.title`, call.locale)},
      nullif(concat_ws(' · ', case s.kind ${sql.join(
        ['LECTURE', 'SEMINAR', 'PRACTICAL', 'LABORATORY'].map(
          (kind) => sql`when ${kind} then ${message(call.locale, `attendance.kind.${kind}`)}::text`,
        ),
        sql` `,
      )} end, (select string_agg(g.name, ', ' order by g.name) from ${classSessionGroups} sg join ${groups} g on g.id = sg.group_id where sg.session_id = s.id)), ''),
      r.name, ${path}, false, ${local(sql`s.starts_at`)}, ${local(sql`s.ends_at`)}, s.version, s.state = 'CANCELLED', o.code
    from ${classSessions} s join ${courseModules} cm on cm.id = s.course_module_id join ${modules} o on o.id = cm.module_id
    left join ${educationPlaces} r on r.id = s.room_id
   where s.deleted_at is null and s.id in ${mine}
     and ${within(sql`s.date`)}
     and ${local(sql`s.ends_at`)} > ${from}::timestamptz and ${local(sql`s.starts_at`)} < ${to}::timestamptz`;
  },
};

/** The days for which somebody gave a reason. */
export const reasonsPart: CalendarPart = {
  name: 'reasons',
  events: (call, from, to) => {
    if (scopeOf(call, 'attendance_reason.read') !== 'own') return undefined;
    const midnight = (day: ReturnType<typeof sql>) => sql`(${day}::timestamp at time zone ${localZone})`;
    return sql`select a.id::text, 'DOCUMENTS', ${message(call.locale, 'attendance.calendar.reason')}::text, a.text, null::text, '/attendance/reason', true, ${midnight(sql`a.starts_on`)}, ${midnight(sql`(a.ends_on + 1)`)}, a.version, false, null::text
    from ${attendanceReasons} a where a.deleted_at is null and a.status <> 'REJECTED' and ${reasonReach(call, sql`a.student_id`) ?? sql`true`}
     and ${midnight(sql`a.starts_on`)} < ${to}::timestamptz and ${midnight(sql`(a.ends_on + 1)`)} > ${from}::timestamptz`;
  },
};
