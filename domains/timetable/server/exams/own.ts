import { type SQL, sql } from 'drizzle-orm';
import type { ExamDays } from '#domains/assessment/server/index.ts';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { may } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { seatStands } from './deadlines.ts';
import { examHallSeats, examHalls, examPeriods, exams } from './tables.ts';

/** What one sits, and where one sees to others: on a page, in the calendar and its feeds. */

interface Own extends Record<string, unknown> {
  kind: 'EXAM' | 'DUTY';
  hall_id: number;
  exam_id: number;
  course_module_id: number | null;
  date: string;
  starts_at: string;
  ends_at: string;
  title: string;
  room: string;
  address: string | null;
  row: number | null;
  column: number | null;
  extra_minutes: number;
  apart: boolean;
}

/** Exams and duties of the caller, of published periods; `within` narrows the days of `h.date`. */
function ownExams(call: Call, within: SQL): SQL {
  const begins = sql`(h.date + (p.sittings -> (h.sitting - 1) ->> 'starts_at')::time)`;
  const hall = sql`${examHalls} h join ${examPeriods} p on p.id = h.period_id and p.state = 'PUBLISHED' and p.deleted_at is null
    join ${educationPlaces} r on r.id = h.room_id left join ${educationPlaces} b on b.id = r.parent_id`;
  const place = sql`r.name as room, concat_ws(', ', b.name, coalesce(r.address, b.address)) as address`;
  return sql`
    select 'EXAM' as kind, h.id as hall_id, e.id as exam_id, e.course_module_id, h.date::text as date, ${begins} as begins, ${begins} + (e.minutes + x.extra_minutes) * interval '1 minute' as ends,
           ${localTitle(sql`m.title`, call.locale)} as title, ${place}, x.seat_row as row, x.seat_column as column, x.extra_minutes, h.apart, h.version + p.version + e.version as version, m.code as module
      from ${students} s join ${examHallSeats} x on x.student_id = s.id join ${exams} e on e.id = x.exam_id join ${courseModules} c on c.id = e.course_module_id
      join ${modules} m on m.id = c.module_id join ${hall} on h.id = x.hall_id
     where s.account_id = ${call.account_id} and s.deleted_at is null and ${seatStands(sql`x`)} and ${within}
    union all
    select 'DUTY', h.id, 0, null, h.date::text, ${begins}, ${begins} + d.minutes * interval '1 minute', d.title, ${place}, null, null, 0, h.apart, h.version + p.version, null
      from ${staff} t join ${hall} on h.staff_ids @> array[t.id]
      cross join lateral (select max(e.minutes + x.extra_minutes) as minutes, string_agg(distinct ${localTitle(sql`m.title`, call.locale)}, ', ') as title
        from ${examHallSeats} x join ${exams} e on e.id = x.exam_id join ${courseModules} c on c.id = e.course_module_id join ${modules} m on m.id = c.module_id where x.hall_id = h.id) d
     where t.account_id = ${call.account_id} and t.deleted_at is null and ${within}`;
}

export async function ownExamsToCome(call: Call) {
  const { rows } = await call.db.execute<Own>(sql`
    select kind, hall_id, course_module_id, date, to_char(begins, 'HH24:MI') as starts_at, to_char(ends, 'HH24:MI') as ends_at, title, room, nullif(address, '') as address,
           "row", "column", extra_minutes, apart
      from (${ownExams(call, sql`h.date >= (select edulab_today())`)}) found order by begins, hall_id`);
  return rows;
}

export const examsPart: CalendarPart = {
  name: 'exams',
  events: (call, from, to) => {
    if (!may(call, 'exam.own')) return undefined;
    const local = (at: string) => sql`(${at}::timestamptz at time zone ${localZone})`;
    const instant = (column: SQL) => sql`(${column} at time zone ${localZone})`;
    const seat = sql`replace(replace(${message(call.locale, 'exam.calendar.seat', { row: '{row}', column: '{column}' })}::text, '{row}', f."row"::text), '{column}', f."column"::text)`;
    // A calendar on the phone shows no kinds: what is not said in the title looks like a lesson.
    const [duty, exam] = [message(call.locale, 'exam.calendar.duty'), message(call.locale, 'exam.calendar.exam')];
    return sql`select concat_ws('-', f.kind, f.hall_id, f.exam_id), 'EXAM', case f.kind when 'DUTY' then ${duty}::text else ${exam}::text end || ': ' || f.title,
      case f.kind when 'EXAM' then ${seat} end, concat_ws(', ', f.room, nullif(f.address, '')), '/exams', false, ${instant(sql`f.begins`)}, ${instant(sql`f.ends`)}, f.version, false, f.module
    from (${ownExams(call, sql`h.date between ${local(from)}::date and ${local(to)}::date`)}) f
   where f.ends > ${local(from)} and f.begins < ${local(to)}`;
  },
};

/** When exams of published periods are. */
export const publishedExams: ExamDays = {
  name: 'timetable.exams',
  days: sql`select e.course_module_id, p.attempt::int as attempt, e.date as day from ${exams} e join ${examPeriods} p on p.id = e.period_id
             where p.state = 'PUBLISHED' and p.deleted_at is null and e.deleted_at is null and e.date is not null`,
};
