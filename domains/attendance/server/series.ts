import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { groups, moduleChoices } from '#domains/groups/server/index.ts';
import { educationPlaces, semesters } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import type { seriesAnswer, seriesInput } from '../shapes.ts';
import { demandPlanning } from './reach.ts';
import { classSessionGroups, classSessions } from './tables.ts';

/** The same lesson on many days, and what stands in its way. */

type Fault = z.infer<typeof seriesAnswer>['days'][number];
interface Slot {
  course_module_id: number;
  starts_at: string;
  ends_at: string;
  room_id?: number | null | undefined;
  staff_id?: number | null | undefined;
  co_staff_ids?: readonly number[] | undefined;
  group_ids: readonly number[];
}

/**
 * What forbids the lesson on each of these days, in their order: a day outside the module's semester, or another lesson
 * of the group, teacher or room at that time. One query for however many days.
 */
export async function faultsOfDays(call: Call, slot: Slot, days: readonly string[], but?: number): Promise<Fault[]> {
  const { staff_id, co_staff_ids = [] } = slot;
  const teachers = sql`${sql.param([...(staff_id ? [staff_id] : []), ...co_staff_ids])}::int[]`;
  // Of two modules that are chosen only those who chose both are in the way, as the bookings have it.
  const shared = sql`(cm.type = 'CORE' or exists (select 1 from ${courseModules} o where o.id = ${slot.course_module_id} and (o.type = 'CORE' or o.id = cm.id))
    or exists (select 1 from ${moduleChoices} a join ${moduleChoices} b on b.student_id = a.student_id and b.course_module_id = cm.id and b.state = 'CHOSEN' and b.deleted_at is null
                where a.course_module_id = ${slot.course_module_id} and a.state = 'CHOSEN' and a.deleted_at is null))`;
  const busy = sql`select s.id, s.staff_id = any(${teachers}) or s.co_staff_ids && ${teachers} as taught, s.date, s.starts_at, m.code,
      exists (select 1 from ${classSessionGroups} sg where sg.session_id = s.id and sg.group_id = any(${sql.param([...slot.group_ids])}::int[])) as grouped
    from ${classSessions} s join ${courseModules} cm on cm.id = s.course_module_id join ${modules} m on m.id = cm.module_id
    where s.date = day.date and s.deleted_at is null and s.state <> 'CANCELLED' and s.id <> ${but ?? 0}
      and (s.starts_at, s.ends_at) overlaps (${slot.starts_at}::time, ${slot.ends_at}::time)
      and (s.staff_id = any(${teachers}) or s.co_staff_ids && ${teachers} or s.room_id = ${slot.room_id ?? 0}
        or ${shared} and exists (select 1 from ${classSessionGroups} sg where sg.session_id = s.id and sg.group_id = any(${sql.param([...slot.group_ids])}::int[])))
    order by grouped desc, s.id limit 1`;
  const { rows } = await call.db.execute<Fault>(sql`
    select day.date::text as date,
           case when not exists (select 1 from ${courseModules} cm join ${semesters} t on t.academic_year_id = cm.academic_year_id and t.number = cm.semester and t.deleted_at is null
                  where cm.id = ${slot.course_module_id} and day.date between t.starts_on and t.ends_on) then 'LESSON_OUTSIDE_SEMESTER'
                when b.id is null then null when b.grouped then 'GROUP_BUSY'
                when b.taught then 'TEACHER_BUSY' else 'ROOM_BUSY' end as fault,
           b.code || ' ' || to_char(b.starts_at, 'HH24:MI') as "with"
      from unnest(${sql.param([...days])}::date[]) with ordinality as day(date, n) left join lateral (${busy}) b on true order by day.n`);
  return rows;
}

/** For whom these lessons are from now on. */
export async function setGroups(call: Call, sessions: readonly number[], group_ids: readonly number[]): Promise<void> {
  await call.db.delete(classSessionGroups).where(inArray(classSessionGroups.session_id, [...sessions]));
  await call.db.execute(sql`
    insert into ${classSessionGroups} (session_id, group_id, date)
    select s.id, g.id, s.date from ${classSessions} s cross join unnest(${sql.param([...new Set(group_ids)])}::int[]) g(id) where s.id = any(${sql.param([...sessions])}::int[])`);
}

const dayMs = 86_400_000;

/** The days of the series; nothing is made in a preview, and nothing where a single day has a fault. */
export async function makeSeries(
  call: Call,
  input: z.infer<typeof seriesInput>,
): Promise<z.infer<typeof seriesAnswer>> {
  const { date, until, every_weeks = 1, apply, group_ids = [], ...slot } = input;
  if (until < date) throw failField('until', 'DATES_REVERSED');
  if (slot.ends_at <= slot.starts_at) throw failField('ends_at', 'DATES_REVERSED');
  await demandReferences(call, {
    course_module_id: [courseModules, slot.course_module_id],
    room_id: [educationPlaces, slot.room_id],
    staff_id: [staff, slot.staff_id],
    group_ids: [groups, group_ids],
  });
  await demandPlanning(call, slot.course_module_id);
  const dates: string[] = [];
  // More than a year is a slip of the pen, which the semester refuses anyway.
  for (let at = Date.parse(date); at <= Date.parse(until) && dates.length < 60; at += every_weeks * 7 * dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10));
  const days = await faultsOfDays(call, { ...slot, group_ids }, dates);
  if (!apply) return { days, made: [] };
  const outside = days.find((day) => day.fault === 'LESSON_OUTSIDE_SEMESTER');
  if (outside) throw failField('until', 'LESSON_OUTSIDE_SEMESTER', { date: outside.date });
  const busy = days.find((day) => day.fault);
  if (busy) throw fail('LESSON_OVERLAPS', { lesson: `${busy.date} ${busy.with}`, what: busy.fault });
  const rows = await call.db
    .insert(classSessions)
    .values(dates.map((day) => ({ ...slot, sessions: slot.sessions ?? 1, date: day })))
    .returning({ id: classSessions.id });
  const made = rows.map((row) => row.id);
  await setGroups(call, made, group_ids);
  return { days, made };
}
