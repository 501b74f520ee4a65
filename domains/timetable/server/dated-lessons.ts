import { type SQL, sql } from 'drizzle-orm';
import {
  classSessionGroups,
  classSessions,
  sessionsAttendedBy,
  sessionsTaughtBy,
} from '#domains/attendance/server/index.ts';
import { courseModulesOfStudents, groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { Bell, LessonKind } from '../shapes.ts';
import { dayOfTime, mondayOf, semesterOf, weekMs, weeksOf } from './inputs.ts';
import { type EntryRow, namesOf, presentNames, type Timetable } from './store.ts';
import { timetablePublications } from './tables.ts';

/** The lessons that stand on the dates of a week, whichever timetable or person put them there. */

export interface Who {
  kind: 'group' | 'staff' | 'room' | 'student';
  id: number;
}

/** The week in which a day lies; `number` and `parity` only within the weeks of lessons. */
export async function datesOfWeek(call: Call, timetable: Timetable, day: string | undefined) {
  const today = await todayOf(call);
  const from = mondayOf(day ?? today);
  const { monday, weeks } = weeksOf(await semesterOf(call, timetable.semester_id));
  const index = Math.round((Date.parse(from) - Date.parse(monday)) / weekMs);
  const counts = index >= 0 && index < weeks;
  return {
    from,
    until: dayOfTime(Date.parse(from) + weekMs - 1),
    today,
    number: counts ? index + 1 : null,
    parity: counts ? (index % 2 === 0 ? ('ODD' as const) : ('EVEN' as const)) : null,
  };
}

/** The day from which what is published holds; null where nobody published it here. */
export async function effectiveFrom(call: Call, { id }: Timetable): Promise<string | null> {
  const { rows } = await call.db.execute<{ from_day: string }>(
    sql`select p.from_day::text as from_day from ${timetablePublications} p where p.timetable_id = ${id} and not p.undone order by p.id desc limit 1`,
  );
  return rows[0]?.from_day ?? null;
}

/** Whose a dated lesson is, is attendance's word: the same as in the register, calendars and feeds. */
function lessonsFor({ kind, id }: Who, from: string, until: string) {
  const within = (date: SQL) => sql`${date} between ${from} and ${until}`;
  const one = sql`(select ${id}::int)`;
  switch (kind) {
    // A lesson of the whole group is one of its parts, too, and the week of a group shows those of its parts; one that names
    // no group is for all who take the module.
    case 'group':
      return sql`s.id in (select sg.session_id from ${classSessionGroups} sg
          where ${within(sql`sg.date`)} and sg.group_id in (select g.id from ${groups} g where g.id = ${id} or g.parent_id = ${id} union select g.parent_id from ${groups} g where g.id = ${id} and g.parent_id is not null)
        union all select x.id from ${courseModulesOfStudents(sql`(select m.student_id from ${groupMembers} m where m.group_id = ${id} and ${onDay()})`)} own (id)
          join ${classSessions} x on x.course_module_id = own.id and x.deleted_at is null and ${within(sql`x.date`)} and not exists (select 1 from ${classSessionGroups} sg where sg.session_id = x.id))`;
    case 'staff':
      return sql`s.id in ${sessionsTaughtBy(one, within)}`;
    case 'room':
      return sql`s.room_id = ${id}`;
    case 'student':
      return sql`s.id in ${sessionsAttendedBy(one, within)}`;
  }
}

type Row = Pick<
  EntryRow,
  'id' | 'version' | 'course_module_id' | 'staff_id' | 'co_staff_ids' | 'room_id' | 'group_ids'
> & {
  kind: LessonKind;
  date: string;
  day: number;
  starts_at: string;
  ends_at: string;
  cancelled: boolean;
};

export async function lessonsOfDates(call: Call, who: Who, timetable: Timetable, from: string, until: string) {
  const { rows } = await call.db.execute<Row & Record<string, unknown>>(sql`
    select s.id, s.version, s.course_module_id, s.kind, s.staff_id, s.co_staff_ids, s.room_id, s.date::text as date, extract(isodow from s.date)::int as day,
           to_char(s.starts_at, 'HH24:MI') as starts_at, to_char(s.ends_at, 'HH24:MI') as ends_at, s.state = 'CANCELLED' as cancelled,
           coalesce((select array_agg(g.group_id order by g.group_id) from ${classSessionGroups} g where g.session_id = s.id), '{}') as group_ids
      from ${classSessions} s where s.date between ${from} and ${until} and s.deleted_at is null and ${lessonsFor(who, from, until)}
     order by s.date, s.starts_at, s.id limit 500`);
  const names = await namesOf(call, rows);
  return rows.map(({ date, day, starts_at, ends_at, cancelled, ...row }) => ({
    ...presentNames(names, row),
    id: row.id,
    version: row.version,
    timetable_id: timetable.id,
    course_module_id: row.course_module_id,
    kind: row.kind,
    staff_id: row.staff_id,
    room_id: row.room_id,
    day,
    ...sessionsAt(timetable.bells, starts_at, ends_at),
    week: 'EVERY' as const,
    fixed: false,
    starts_at,
    ends_at,
    date,
    cancelled,
  }));
}

/** Which sessions a time meets; one between the bells stands with the last that began before it. */
function sessionsAt(bells: readonly Bell[], starts_at: string, ends_at: string): { session: number; length: number } {
  const met = bells.flatMap((bell, index) => (bell.starts_at < ends_at && starts_at < bell.ends_at ? [index + 1] : []));
  return {
    session: met[0] ?? Math.max(1, bells.filter((bell) => bell.starts_at <= starts_at).length),
    length: Math.max(1, met.length),
  };
}
