import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, groupReach, groups } from '#domains/groups/server/index.ts';
import { searchAbout, searchCondition, students } from '#domains/students/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { groupTableQuery, moduleStudentQuery, moduleTableQuery, tableQuery } from '../shapes.ts';
import { totalsReach } from './reach.ts';
import { registerNotCalled } from './roll.ts';
import { modulesOfSemester, type Semester, semesterOf } from './semester.ts';
import { modulesOf } from './sessions.ts';
import { type AttendanceSettings, settingsOf } from './settings.ts';
import { missedAt, planned, plannedHours, shareOf, standingIs, standingOf } from './standing.ts';
import { attendanceTotals, classSessions } from './tables.ts';

/** Hours and absences of a semester, from the sums that the database keeps: by group, student and module. */

/** What sums of a semester, and who is near and over the limit, are made of. */
export const standingTables = [
  'attendance_totals',
  'students',
  'group_members',
  'course_modules',
  'modules',
  'settings',
] as const;
/** In one of a group's main places on any day of the semester; `m` are memberships. */
const isMemberIn = (semester: Semester | undefined): SQL =>
  sql`m.deleted_at is null and daterange(m.starts_on, m.ends_on, '[]') && daterange(${semester?.starts_on ?? '1900-01-01'}::date, ${semester?.ends_on ?? '1900-01-01'}::date, '[]')`;
const found = (parts: SQL[], search: string | undefined) =>
  search
    ? sql`(${sql.join(
        parts.map((part) => sql`${part} ilike ${`%${likeLiteral(search)}%`}`),
        sql` or `,
      )})`
    : undefined;
const membersOf = (group: number, semester: Semester | undefined): SQL =>
  sql`(select m.student_id from ${groupMembers} m where m.group_id = ${group} and ${isMemberIn(semester)})`;

interface Sums extends Record<string, unknown> {
  hours: number;
  attended: number;
  missed: number;
  explained: number;
  /** The worst share, percent. */
  worst: number;
  near: number;
  over: number;
  people: number;
}
const none: Sums = { hours: 0, attended: 0, missed: 0, explained: 0, worst: 0, near: 0, over: 0, people: 0 };

function shown(sums: Sums | undefined, settings: AttendanceSettings) {
  const { hours, attended, missed, explained, worst } = sums ?? none;
  // A hundred hours make percent into sessions and back: the rule for standings stands in one place.
  const each = settings.hours_per_session;
  const { share, standing } = standingOf(worst / each, 100, settings);
  return {
    hours,
    marked_hours: (attended + missed + explained) * each,
    attended_hours: attended * each,
    missed_hours: missed * each,
    explained_hours: explained * each,
    share,
    standing,
  };
}

/**
 * Rows by `key` with the sums of `cells`, which hold the key, what `Sums` counts, the hours of the plan and the share that was
 * missed. Near and over are counted in `counted`: cells, which of a student are modules and of a module students, unless told.
 * `people` is told where nobody needs to be told apart.
 */
const sumsOf = (
  cells: SQL,
  settings: AttendanceSettings,
  counted = sql`*`,
  people = sql`count(distinct student_id)::int`,
): SQL => sql`
    select key, sum(hours)::int as hours, sum(attended)::int as attended, sum(missed)::int as missed, sum(explained)::int as explained,
           max(share)::float8 as worst, (count(${counted}) filter (where ${standingIs(sql`share`, 'NEAR', settings)}))::int as near,
           (count(${counted}) filter (where ${standingIs(sql`share`, 'OVER', settings)}))::int as over, ${people} as people
      from (${cells}) cells group by key`;

/** Sums by `key`, a column of `attendance_totals t` or of what `join` brings in; `where` narrows them. */
async function sumsBy(
  call: Call,
  settings: AttendanceSettings,
  key: SQL,
  join: SQL,
  where: SQL,
  counted?: SQL,
): Promise<Map<number, Sums>> {
  const reach = totalsReach(call);
  const cells = sql`
    select ${key} as key, ${attendanceTotals.student_id} as student_id, attended, missed, explained, plan.hours, ${shareOf(sql`missed`, sql`plan.hours`, settings)} as share
      from ${attendanceTotals} join ${plannedHours} plan on plan.id = course_module_id ${join}
     where ${where} ${reach ? sql`and ${reach}` : sql``}`;
  const { rows } = await call.db.execute<Sums & { key: number }>(sumsOf(cells, settings, counted));
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * The sums of everybody in a group, by student. From the few people to their totals, and only then to the modules of
 * those: each module is asked once whether it is of the semester, and not again for each student who takes it.
 */
function sumsOfGroup(
  call: Call,
  settings: AttendanceSettings,
  semester: Semester | undefined,
  { group_id, course_module_id }: { group_id: number; course_module_id?: number | undefined },
): SQL {
  const reach = totalsReach(call);
  const cells = sql`
    with taken as materialized (
      select course_module_id, student_id, attended, missed, explained from ${attendanceTotals}
       where ${attendanceTotals.student_id} in ${membersOf(group_id, semester)}
         ${course_module_id ? sql`and ${attendanceTotals.course_module_id} = ${course_module_id}` : sql``} ${reach ? sql`and ${reach}` : sql``}),
    plan as materialized (
      select p.id, p.hours from ${plannedHours} p where p.id in (select course_module_id from taken) and p.id in ${modulesOfSemester(semester)})
    select student_id as key, taken.*, plan.hours, ${shareOf(sql`missed`, sql`plan.hours`, settings)} as share from taken join plan on plan.id = course_module_id`;
  return sumsOf(cells, settings, undefined, sql`1`);
}

/** Ids of totals in a semester that fit the filters. */
const cellsOf = (
  semester: Semester | undefined,
  input: { course_module_id?: number | undefined; group_id?: number | undefined },
): SQL => sql`${narrowed(semester, input)} and ${attendanceTotals.course_module_id} in ${modulesOfSemester(semester)}`;
const narrowed: typeof cellsOf = (semester, { course_module_id, group_id }) =>
  sql`${course_module_id ? sql`${attendanceTotals.course_module_id} = ${course_module_id}` : sql`true`}${
    group_id ? sql` and ${attendanceTotals.student_id} in ${membersOf(group_id, semester)}` : sql``
  }`;

/**
 * Totals of a semester at this standing. For each module it is known from how many missed sessions on, so an index finds
 * those few, however many there are that are fine.
 */
export function atStanding(
  call: Call,
  at: 'NEAR' | 'OVER',
  settings: AttendanceSettings,
  semester: Semester | undefined,
  input: Parameters<typeof narrowed>[1],
): SQL {
  const reach = totalsReach(call);
  const { least, most } = missedAt(sql`p.hours`, at, settings);
  // Reckoned apart (offset 0): under row-level security an index is asked with plain numbers alone.
  return sql`${attendanceTotals.id} in (
      select t.id from (select p.id, ${least} as least, ${most} as most from ${plannedHours} p
                         where p.hours > 0 and p.id in ${modulesOfSemester(semester)} offset 0) plan
        join ${attendanceTotals} t on t.course_module_id = plan.id and t.missed between plan.least and plan.most)
     and ${narrowed(semester, input)} ${reach ? sql`and ${reach}` : sql``}`;
}

/** Groups that had students in the semester; for whoever sees the sums of some, those that have any. */
export async function groupTable(call: Call, input: z.infer<typeof groupTableQuery>) {
  const [settings, semester] = await Promise.all([settingsOf(call), semesterOf(call, input.semester_id)]);
  const reach = totalsReach(call);
  return list(call, input, {
    from: sql`${groups}`,
    key: sql`${groups.id}`,
    table: 'groups',
    asks: standingTables,
    where: [
      sql`${groups.deleted_at} is null and ${groups.kind} = 'MAIN'`,
      groupReach(call, 'attendance.read'),
      input.group_id ? sql`${groups.id} = ${input.group_id}` : undefined,
      sql`exists (select 1 from ${groupMembers} m ${reach ? sql`join ${attendanceTotals} on ${attendanceTotals.student_id} = m.student_id and ${cellsOf(semester, input)} and ${reach}` : sql``}
        where m.group_id = ${groups.id} and ${isMemberIn(semester)})`,
      found([sql`${groups.name}`], input.search),
    ],
    sorts: { name: sql`${groups.name}`, id: sql`${groups.id}` },
    defaultSort: 'name',
    columns: sql<{ id: number; title: string }>`${groups.id} as id, ${groups.name} as title`,
    load: async (ids, rows) => {
      const members = sql`(select distinct m.group_id, m.student_id from ${groupMembers} m where m.group_id = any(${sql.param(ids)}::int[]) and ${isMemberIn(semester)})`;
      const sums = await sumsBy(
        call,
        settings,
        sql`mine.group_id`,
        sql`join ${members} mine on mine.student_id = ${attendanceTotals.student_id}`,
        cellsOf(semester, { course_module_id: input.course_module_id }),
        sql`distinct student_id`,
      );
      return rows.map((row) => {
        const sum = sums.get(row.id) ?? none;
        return {
          id: row.id,
          group: row,
          students: sum.people,
          ...shown(sum, settings),
          near: sum.near,
          over: sum.over,
        };
      });
    },
  });
}

/** Students with what they missed in a semester. */
export async function studentTable(call: Call, input: z.infer<typeof tableQuery>) {
  const [settings, semester] = await Promise.all([settingsOf(call), semesterOf(call, input.semester_id)]);
  const reach = totalsReach(call);
  // Of students who are known already; asking once more whether they are in the group would double the work.
  const cells = cellsOf(semester, { course_module_id: input.course_module_id });
  const { group_id } = input;
  // A group is few people: their sums come with their names. Of the whole institution only the page is summed up.
  const summed = group_id !== undefined;
  return list(call, input, {
    from: summed
      ? sql`${students} join (${sumsOfGroup(call, settings, semester, { ...input, group_id })}) sums on sums.key = ${students.id}`
      : sql`${students}`,
    key: sql`${students.id}`,
    table: 'students',
    asks: standingTables,
    where: [
      sql`${students.deleted_at} is null`,
      input.standing
        ? sql`${students.id} in (select ${attendanceTotals.student_id} from ${attendanceTotals} where ${atStanding(call, input.standing, settings, semester, input)})`
        : summed
          ? undefined
          : sql`exists (select 1 from ${attendanceTotals} where ${attendanceTotals.student_id} = ${students.id} and ${cells} ${reach ? sql`and ${reach}` : sql``})`,
      searchCondition(call, input.search),
    ],
    sorts: { name: sql`${students.full_name}`, id: sql`${students.id}` },
    defaultSort: 'name',
    closeness: closeness(sql`${students.search}`, input.search),
    columns: sql<StudentOfTable>`${students.id} as id, ${students.student_no} as student_no, ${students.firstname} as firstname, ${students.lastname} as lastname, ${students.midname} as midname,
      (select json_build_object('id', g.id, 'title', g.name) from ${groupMembers} m join ${groups} g on g.id = m.group_id where m.student_id = ${students.id} and m.kind = 'MAIN' and ${isMemberIn(semester)} order by m.starts_on desc limit 1) as "group"${summed ? sql`, hours, attended, missed, explained, worst, near, over` : sql``}`,
    load: async (ids, rows) => {
      const sums = summed
        ? undefined
        : await sumsBy(
            call,
            settings,
            sql`${attendanceTotals.student_id}`,
            sql``,
            sql`${attendanceTotals.student_id} = any(${sql.param(ids)}::int[]) and ${cells}`,
          );
      return rows.map(({ id, student_no, firstname, lastname, midname, group, ...own }) => {
        const sum = sums ? (sums.get(id) ?? none) : { ...none, ...own };
        return {
          id,
          student: { id, student_no, firstname, lastname, midname },
          group,
          ...shown(sum, settings),
          near: sum.near,
          over: sum.over,
        };
      });
    },
  });
}

interface Person {
  id: number;
  student_no: string;
  firstname: string;
  lastname: string;
  midname: string | null;
}
/** A student of the table; with the sums where these were asked along. */
type StudentOfTable = Person & { group: Option | null } & Partial<Sums>;

interface TotalsRow extends Pick<Sums, 'attended' | 'missed' | 'explained' | 'hours'> {
  id: number;
  course_module_id: number;
  student_id: number;
  student: Person;
}
const totalsColumns = sql<TotalsRow>`${attendanceTotals.id} as id, ${attendanceTotals.course_module_id} as course_module_id, ${attendanceTotals.student_id} as student_id, ${attendanceTotals.attended} as attended, ${attendanceTotals.missed} as missed, ${attendanceTotals.explained} as explained, ${planned(sql`${attendanceTotals.course_module_id}`)} as hours,
  (select json_build_object('id', s.id, 'student_no', s.student_no, 'firstname', s.firstname, 'lastname', s.lastname, 'midname', s.midname) from ${students} s where s.id = ${attendanceTotals.student_id}) as student`;

/** One row per student and module, whoever missed most first; students see their own. */
export async function moduleStudentTable(call: Call, input: z.infer<typeof moduleStudentQuery>) {
  const [settings, semester] = await Promise.all([settingsOf(call), semesterOf(call, input.semester_id)]);
  return list(call, input, {
    from: sql`${attendanceTotals}`,
    key: sql`${attendanceTotals.id}`,
    table: 'attendance_totals',
    asks: standingTables,
    where: [
      input.standing ? atStanding(call, input.standing, settings, semester, input) : cellsOf(semester, input),
      input.student_id ? sql`${attendanceTotals.student_id} = ${input.student_id}` : undefined,
      input.standing ? undefined : totalsReach(call),
      searchAbout(sql`${attendanceTotals.student_id}`)(input.search ?? '', call),
    ],
    sorts: { missed: sql`${attendanceTotals.missed}`, id: sql`${attendanceTotals.id}` },
    defaultSort: 'missed,desc',
    closeness: closeness(
      sql`(select s.search from ${students} s where s.id = ${attendanceTotals.student_id})`,
      input.search,
    ),
    columns: totalsColumns,
    load: async (_ids, rows) => {
      const ofModule = await modulesOf(
        call,
        rows.map((row) => row.course_module_id),
      );
      return rows.map((row) => {
        const sums = {
          ...none,
          ...row,
          worst: row.hours > 0 ? (row.missed * settings.hours_per_session * 100) / row.hours : 0,
        };
        return {
          id: row.id,
          course_module_id: row.course_module_id,
          student: row.student,
          module: ofModule.get(row.course_module_id) ?? { code: '', title: '', course: '' },
          ...shown(sums, settings),
        };
      });
    },
  });
}

/** Course modules of a semester with their lessons and absences. */
export async function moduleTable(call: Call, input: z.infer<typeof moduleTableQuery>) {
  const [settings, semester] = await Promise.all([settingsOf(call), semesterOf(call, input.semester_id)]);
  const reach = totalsReach(call);
  const whole = scopeOf(call, 'attendance.read') === 'institution';
  const cells = cellsOf(semester, input);
  return list(call, input, {
    from: sql`${courseModules}`,
    key: sql`${courseModules.id}`,
    table: 'course_modules',
    asks: [...standingTables, 'class_sessions'],
    where: [
      sql`${courseModules.id} in ${modulesOfSemester(semester)}`,
      input.course_module_id ? sql`${courseModules.id} = ${input.course_module_id}` : undefined,
      input.mine ? sql`${courseModules.id} in ${taughtCourseModules(call)}` : undefined,
      whole && !input.group_id
        ? undefined
        : sql`exists (select 1 from ${attendanceTotals} where ${attendanceTotals.course_module_id} = ${courseModules.id} and ${cells} ${reach ? sql`and ${reach}` : sql``})`,
      input.search
        ? sql`${courseModules.module_id} in (select m.id from ${modules} m where ${found([sql`m.code`, sql`m.title ->> 'uz'`, sql`m.title ->> 'ru'`, sql`m.title ->> 'en'`], input.search)})`
        : undefined,
    ],
    sorts: {
      plan: [sql`${courseModules.course_id}`, sql`${courseModules.study_year}`],
      id: sql`${courseModules.id}`,
    },
    defaultSort: 'plan',
    columns: sql`${courseModules.id} as id`,
    load: async (ids) => {
      const ofModule = await modulesOf(call, ids);
      const sums = await sumsBy(
        call,
        settings,
        sql`${attendanceTotals.course_module_id}`,
        sql``,
        sql`${attendanceTotals.course_module_id} = any(${sql.param(ids)}::int[]) and ${cells}`,
      );
      const { rows: held } = await call.db.execute<{ id: number; lessons: number; uncalled: number }>(sql`
        select course_module_id as id, (count(*) filter (where state = 'HELD'))::int as lessons, (count(*) filter (where ${registerNotCalled}))::int as uncalled
          from ${classSessions} where course_module_id = any(${sql.param(ids)}::int[]) and deleted_at is null group by 1`);
      const lessons = new Map(held.map((row) => [row.id, row]));
      return ids.map((id) => {
        const sum = sums.get(id) ?? none;
        return {
          id,
          module: ofModule.get(id) ?? { code: '', title: '', course: '' },
          lessons: lessons.get(id)?.lessons ?? 0,
          uncalled: lessons.get(id)?.uncalled ?? 0,
          students: sum.people,
          ...shown(sum, settings),
          near: sum.near,
          over: sum.over,
        };
      });
    },
  });
}
