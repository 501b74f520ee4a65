import { sql } from 'drizzle-orm';
import { courseModules, courseModuleTeachers, modules } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, moduleChoices, onDay } from '#domains/groups/server/index.ts';
import { academicYears, educationPlaces, firstMondayOf, semesters } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { today } from '#platform/server/clock.ts';
import type { LessonKind, LessonWeek } from '../shapes.ts';
import { settingsOf, type TimetableSettings } from './settings.ts';
import { timetableRequirements, timetableWishes } from './tables.ts';

/** What a timetable is made from, as the other domains have it. */

export interface Semester {
  id: number;
  academic_year_id: number;
  number: number;
  starts_on: string;
  ends_on: string;
}
export interface InputModule {
  id: number;
  hours: Record<LessonKind, number>;
  teachers: { staff_id: number; role: string }[];
  /** Who takes it, as many as they are; `form` is what must be alike for groups to hear a lecture together. */
  groups: { id: number; form: string; students: number }[];
}
export interface InputRoom {
  id: number;
  name: string;
  kind: string;
  seats: number;
  /** The number of its building. */
  building: number | null;
  features: string[];
}
export interface InputGroup {
  id: number;
  name: string;
  parent_id: number | null;
  students: number;
}
export interface InputWish {
  staff_id: number | null;
  room_id: number | null;
  day: number;
  from_session: number;
  to_session: number;
  week: LessonWeek;
  kind: 'UNAVAILABLE' | 'RATHER_NOT';
  weight: number;
}
/** What lessons of a kind of a module need beyond what their plan says. */
export interface Requirement {
  course_module_id: number;
  kind: LessonKind;
  length: number;
  week: LessonWeek | null;
  split: boolean | null;
  staff_ids: number[];
  features: string[];
  building_id: number | null;
  room_id: number | null;
}
export const requirementKey = (course_module_id: number, kind: string) => `${course_module_id} ${kind}`;

export interface Surroundings {
  settings: TimetableSettings;
  /** By module and kind: see `requirementKey`. */
  requirements: ReadonlyMap<string, Requirement>;
  rooms: InputRoom[];
  groups: InputGroup[];
  wishes: InputWish[];
  /** How many of a group chose a module that not all of it take: by `module group`. */
  chosen: ReadonlyMap<string, number>;
  /** Students of a group who are in the same parts of it and chose the same modules. */
  audiences: InputAudience[];
}
export interface InputAudience {
  group_id: number;
  parts: number[];
  modules: number[];
  students: number;
}

/** Weeks of lessons in a semester; what follows are examinations. */
const mostWeeks = 15;
const dayMs = 86_400_000;
export const weekMs = 7 * dayMs;
export const dayOfTime = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const dayAfter = (day: string, days: number): string => dayOfTime(Date.parse(day) + days * dayMs);
/** The Monday of the week in which a day lies. */
export const mondayOf = (day: string): string =>
  dayOfTime(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs);

/** The semester with this id, or the one that runs or comes next. NO_SEMESTER where there is none. */
export async function semesterOf(call: Call, id?: number): Promise<Semester> {
  const { rows } = await call.db.execute<Semester & Record<string, unknown>>(sql`
    select s.id, s.academic_year_id, s.number, s.starts_on::text as starts_on, s.ends_on::text as ends_on
      from ${semesters} s where s.deleted_at is null and ${id ? sql`s.id = ${id}` : sql`s.ends_on >= (select edulab_today())`}
     order by s.starts_on limit 1`);
  if (!rows[0]) throw fail('NO_SEMESTER');
  return rows[0];
}

/** The first Monday on which the semester has begun, and for how many weeks there are lessons. */
export function weeksOf({ starts_on, ends_on }: Semester): { monday: string; weeks: number } {
  const monday = firstMondayOf({ starts_on });
  const weeks = Math.floor((Date.parse(ends_on) - Date.parse(monday)) / weekMs) + 1;
  return { monday, weeks: Math.max(0, Math.min(mostWeeks, weeks)) };
}

/** The modules of a semester with hours in class, their teachers, and the groups that take them. */
export async function modulesOf(call: Call, semester: Semester): Promise<InputModule[]> {
  const { rows } = await call.db.execute<{
    id: number;
    lecture: number;
    seminar: number;
    practical: number;
    laboratory: number;
    teachers: InputModule['teachers'] | null;
    groups: InputModule['groups'] | null;
  }>(sql`
    with taught as materialized (
      select cm.*, extract(year from y.starts_on)::int - cm.study_year + 1 as entry
        from ${courseModules} cm join ${academicYears} y on y.id = cm.academic_year_id
       where cm.academic_year_id = ${semester.academic_year_id} and cm.semester = ${semester.number} and cm.deleted_at is null and cm.active),
    sizes as materialized (
      select m.group_id, count(*)::int as students from ${groupMembers} m where ${onDay()} group by 1),
    chosen as materialized (
      select c.course_module_id, m.group_id, count(*)::int as students
        from ${moduleChoices} c join ${groupMembers} m on m.student_id = c.student_id and m.kind = 'MAIN'
       where c.state = 'CHOSEN' and c.deleted_at is null and ${onDay()} group by 1, 2)
    select t.id, o.lecture_hours as lecture, o.seminar_hours as seminar, o.practical_hours as practical, o.laboratory_hours as laboratory,
           (select jsonb_agg(jsonb_build_object('staff_id', x.staff_id, 'role', x.role) order by x.staff_id, x.role) from ${courseModuleTeachers} x where x.course_module_id = t.id) as teachers,
           (select jsonb_agg(jsonb_build_object('id', g.id, 'form', concat_ws(' ', g.language, g.education_form_id), 'students', case t.type when 'CORE' then s.students else c.students end) order by g.id)
              from ${groups} g left join sizes s on s.group_id = g.id left join chosen c on c.group_id = g.id and c.course_module_id = t.id
             where g.course_id = t.course_id and g.entry_year = t.entry and g.kind = 'MAIN' and g.status = 'ACTIVE' and g.deleted_at is null
               and case t.type when 'CORE' then s.students else c.students end > 0) as groups
      from taught t join ${modules} o on o.id = t.module_id order by t.id`);
  return rows.map(({ id, teachers, groups: of, ...row }) => ({
    id,
    hours: { LECTURE: row.lecture, SEMINAR: row.seminar, PRACTICAL: row.practical, LABORATORY: row.laboratory },
    teachers: teachers ?? [],
    groups: of ?? [],
  }));
}

/** `onDay()` in comparisons, of which the database can guess that most of a million memberships pass: it joins them at once then. */
const inGroupToday = sql`m.deleted_at is null and m.starts_on <= ${today} and (m.ends_on is null or m.ends_on >= ${today})`;

/** Of the surroundings what has a price in a timetable. */
export type Priced = Pick<Surroundings, 'settings' | 'rooms' | 'groups' | 'wishes' | 'audiences'>;
/** Of what that is made: each has a change counter. */
export const pricedTables = [
  'education_places',
  'groups',
  'group_members',
  'course_modules',
  'module_choices',
  'timetable_wishes',
  'settings',
];

/** Rooms, groups with their parts, and when people and rooms are not to be had. */
export async function pricedOf(call: Call): Promise<Priced> {
  const rooms = await call.db.execute<InputRoom & Record<string, unknown>>(sql`
    select p.id, p.name, p.kind, coalesce(p.capacity, 0) as seats, b.id as building, p.features
      from ${educationPlaces} p left join ${educationPlaces} b on b.id = p.parent_id
     where p.deleted_at is null and p.kind in ('LECTURE_HALL', 'CLASSROOM', 'COMPUTER_ROOM', 'LABORATORY') order by p.id`);
  const found = await call.db.execute<InputGroup & Record<string, unknown>>(sql`
    select g.id, g.name, g.parent_id, coalesce(s.students, 0) as students
      from ${groups} g left join (select m.group_id, count(*)::int as students from ${groupMembers} m where ${inGroupToday} group by 1) s on s.group_id = g.id
     where g.deleted_at is null and g.status = 'ACTIVE' order by g.id`);
  const wishes = await call.db.execute<InputWish & Record<string, unknown>>(sql`
    select staff_id, room_id, day, from_session, to_session, week, kind, weight from ${timetableWishes} where deleted_at is null order by id`);
  const audiences = await call.db.execute<InputAudience & Record<string, unknown>>(sql`
    with members as materialized (select m.student_id, m.group_id, g.parent_id from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.deleted_at is null and g.status = 'ACTIVE' where ${inGroupToday}),
      parts as materialized (select p.student_id, p.parent_id, array_agg(p.group_id order by p.group_id) as ids from members p where p.parent_id is not null group by 1, 2),
      choices as materialized (select c.student_id, array_agg(c.course_module_id order by c.course_module_id) as ids
        from ${moduleChoices} c join ${courseModules} t on t.id = c.course_module_id and t.type <> 'CORE' and t.deleted_at is null
       where c.state = 'CHOSEN' and c.deleted_at is null group by 1)
    select w.group_id, coalesce(p.ids, '{}') as parts, coalesce(c.ids, '{}') as modules, count(*)::int as students
      from members w left join parts p on p.student_id = w.student_id and p.parent_id = w.group_id left join choices c on c.student_id = w.student_id
     where w.parent_id is null group by 1, 2, 3 order by 1, 2, 3`);
  return {
    settings: await settingsOf(call),
    rooms: rooms.rows,
    groups: found.rows,
    wishes: wishes.rows,
    audiences: audiences.rows,
  };
}

/** All that a timetable is made in; `priced` where it has been read already. */
export async function surroundingsOf(call: Call, priced?: Priced): Promise<Surroundings> {
  const chosen = await call.db.execute<{ course_module_id: number; group_id: number; students: number }>(sql`
    select c.course_module_id, g.id as group_id, count(m.student_id)::int as students
      from ${courseModules} t join ${moduleChoices} c on c.course_module_id = t.id and c.state = 'CHOSEN' and c.deleted_at is null
      join ${groupMembers} m on m.student_id = c.student_id and ${onDay()} join ${groups} g on g.id = m.group_id
     where t.type <> 'CORE' and t.deleted_at is null group by 1, 2`);
  const requirements = await call.db.execute<Requirement & Record<string, unknown>>(sql`
    select course_module_id, kind, length, week, split, staff_ids, features, building_id, room_id from ${timetableRequirements} where deleted_at is null order by id`);
  return {
    ...(priced ?? (await pricedOf(call))),
    requirements: new Map(requirements.rows.map((row) => [requirementKey(row.course_module_id, row.kind), row])),
    chosen: new Map(chosen.rows.map((row) => [`${row.course_module_id} ${row.group_id}`, row.students])),
  };
}
