import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModules, courses, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { today } from '#platform/server/clock.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { cohort } from './hooks.ts';
import { groupMembers, groupMentors, groups, moduleChoices } from './tables.ts';

/** Who belongs to whom: which groups a right reaches, who takes a module, whom a person teaches. */

/** In the group on that day. `m` is the alias of the memberships. */
export const onDay = (day: SQL = today): SQL =>
  sql`m.deleted_at is null and daterange(m.starts_on, m.ends_on, '[]') @> ${day}`;

/** The first calendar year of an academic year; a group's year of study follows from it. */
const firstYear = (alias: SQL) => sql`extract(year from ${alias}.starts_on)::int`;

/** Ids of the groups to which a course module is taught. */
export const groupsOfCourseModules = (ids: SQL): SQL =>
  sql`(select g.id from ${courseModules} cm join ${academicYears} y on y.id = cm.academic_year_id
    join ${groups} g on g.course_id = cm.course_id and g.kind = 'MAIN' and g.deleted_at is null
      and ${firstYear(sql`y`)} - g.entry_year + 1 = cm.study_year
    where cm.id in ${ids} and cm.deleted_at is null)`;

/**
 * Ids of the students who take a course module: for core modules everybody in the groups of its course and year of study
 * on that day, for modules of choice those who chose it. `id` may be a column of the query around it, of any alias but
 * those in here: a column of theirs would be compared with itself, and everybody take everything.
 */
export const studentsOfCourseModule = (id: number | SQL, day: SQL = today): SQL =>
  sql`(select m.student_id from ${courseModules} taken join ${academicYears} y on y.id = taken.academic_year_id
      join ${groups} g on g.course_id = taken.course_id and g.kind = 'MAIN' and g.deleted_at is null
        and ${firstYear(sql`y`)} - g.entry_year + 1 = taken.study_year
      join ${groupMembers} m on m.group_id = g.id
      where taken.id = ${id} and taken.type = 'CORE' and ${onDay(day)}
    union select chose.student_id from ${courseModules} taken join ${moduleChoices} chose on chose.course_module_id = taken.id
      where taken.id = ${id} and taken.type <> 'CORE' and chose.state = 'CHOSEN' and chose.deleted_at is null)`;

/**
 * Who takes what in a whole academic year, as a query of `(student_id, course_module_id)`: the same rule for all of its
 * course modules at once, on today's day, or on the nearest of the year.
 */
export const modulesTakenInYear = (year: number): SQL => sql`(
    select m.student_id, cm.id as course_module_id from ${courseModules} cm join ${academicYears} y on y.id = cm.academic_year_id
      join ${groups} g on g.course_id = cm.course_id and g.kind = 'MAIN' and g.deleted_at is null
        and ${firstYear(sql`y`)} - g.entry_year + 1 = cm.study_year
      join ${groupMembers} m on m.group_id = g.id
      where cm.academic_year_id = ${year} and cm.type = 'CORE' and cm.deleted_at is null
        and ${onDay(sql`least(y.ends_on, greatest(y.starts_on, ${today}))`)}
    union select c.student_id, cm.id from ${courseModules} cm join ${moduleChoices} c on c.course_module_id = cm.id
      where cm.academic_year_id = ${year} and cm.type <> 'CORE' and cm.deleted_at is null and c.state = 'CHOSEN' and c.deleted_at is null)`;

/** Ids of the students who chose a module of an academic year, or wait for one. */
export const choosersIn = (year: number): SQL =>
  sql`(select c.student_id from ${moduleChoices} c join ${courseModules} cm on cm.id = c.course_module_id
      where cm.academic_year_id = ${year} and c.state <> 'WITHDRAWN' and c.deleted_at is null)`;

/** The other way round: ids of the course modules that these students take, or took in earlier years with their group. */
export const courseModulesOfStudents = (ids: SQL): SQL =>
  sql`(select cm.id from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN' and g.deleted_at is null
      join ${courseModules} cm on cm.course_id = g.course_id and cm.type = 'CORE' and cm.deleted_at is null
      join ${academicYears} y on y.id = cm.academic_year_id and ${firstYear(sql`y`)} - g.entry_year + 1 = cm.study_year
      where m.student_id in ${ids} and ${onDay()}
    union select c.course_module_id from ${moduleChoices} c where c.student_id in ${ids} and c.state = 'CHOSEN' and c.deleted_at is null)`;

const ownStaff = (call: Call): SQL =>
  sql`(select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status <> 'LEFT')`;

/** Ids of the groups that the caller teaches or looks after. */
export const taughtGroups = (call: Call): SQL =>
  sql`(select e.group_id from ${groupMentors} e where e.staff_id in ${ownStaff(call)} and e.ends_on is null and e.deleted_at is null
    union select id from ${groupsOfCourseModules(taughtCourseModules(call))} t)`;

/** Ids of the students in the groups that these people look after today. */
export const mentoredStudents = (people: SQL): SQL =>
  sql`(select m.student_id from ${groupMentors} e join ${groupMembers} m on m.group_id = e.group_id
    where e.staff_id in ${people} and e.ends_on is null and e.deleted_at is null and ${onDay()})`;

/** Ids of the students whom the caller teaches or looks after today. */
export const taughtStudents = (call: Call): SQL =>
  sql`select m.student_id from ${groupMembers} m where m.group_id in ${taughtGroups(call)} and ${onDay()}
    union select c.student_id from ${moduleChoices} c where c.state = 'CHOSEN' and c.deleted_at is null and c.course_module_id in ${taughtCourseModules(call)}`;

/** Ids of the courses in whose groups the caller learns today. */
export const ownCourses = (call: Call): SQL =>
  sql`(select g.course_id from ${groupMembers} m join ${groups} g on g.id = m.group_id join ${students} s on s.id = m.student_id
    where s.account_id = ${call.account_id} and s.deleted_at is null and ${onDay()})`;

/** Ids of the groups in which the caller learns today. */
export const ownGroups = (call: Call): SQL =>
  sql`(select m.group_id from ${groupMembers} m join ${students} s on s.id = m.student_id
    where s.account_id = ${call.account_id} and s.deleted_at is null and ${onDay()})`;

export const studentsOfGroup = (group: number): SQL =>
  sql`select m.student_id from ${groupMembers} m where m.group_id = ${group} and ${onDay()}`;

/** The main group of each of these students today, by student, as far as the caller may see groups. */
export async function mainGroupsOf(call: Call, ids: number[]): Promise<Map<number, { id: number; title: string }>> {
  if (ids.length === 0 || !may(call, 'group.read')) return new Map();
  const { rows } = await call.db.execute<{ student_id: number; id: number; title: string }>(
    sql`select m.student_id, ${groups.id}, ${groups.name} as title from ${groupMembers} m join ${groups} on ${groups.id} = m.group_id
      where m.student_id = any(${sql.param(ids)}::int[]) and ${groups.kind} = 'MAIN' and ${groups.deleted_at} is null and ${onDay()}
        and ${groupReach(call, 'group.read') ?? sql`true`}`,
  );
  return new Map(rows.map(({ student_id, ...group }) => [student_id, group]));
}

/** Which groups a permission reaches; undefined for all of the institution. */
export const groupReach = (call: Call, permission: PermissionName): SQL | undefined =>
  reachOfToday(call, sql`${groups}`, groups.id, reachOf(call, permission));
function reachOf(call: Call, permission: PermissionName): SQL | undefined {
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`(${groups.course_id} in (select c.id from ${courses} c where c.department_id in ${branchDepartments(call)}) or ${groups.id} in ${taughtGroups(call)})`;
    case 'taught':
      return sql`${groups.id} in ${taughtGroups(call)}`;
    case 'own':
      return sql`${groups.id} in ${ownGroups(call)}`;
    default:
      return sql`false`;
  }
}

/** Living groups with these ids, locked in the order of their ids so that two officers cannot block each other; 403 where one is out of reach. */
export async function lockGroups(call: Call, permission: PermissionName, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  const rows = await call.db
    .select()
    .from(groups)
    .where(and(inArray(groups.id, wanted), isNull(groups.deleted_at), groupReach(call, permission)))
    .orderBy(groups.id)
    .for('update');
  if (rows.length < wanted.length) throw fail('NOT_YOUR_GROUP');
  return rows;
}

/** Those who are in these groups today, of whom the caller may see, with their accounts. Errors: NOT_FOUND names no group. */
export async function recipientsOfGroups(
  call: Call,
  ids: readonly number[],
): Promise<{ student_id: number; account_id: number | null }[]> {
  const wanted = [...new Set(ids)];
  const seen = await call.db
    .select({ id: groups.id })
    .from(groups)
    .where(and(inArray(groups.id, wanted), isNull(groups.deleted_at), groupReach(call, 'group.read')));
  if (seen.length < wanted.length) throw fail('NOT_FOUND');
  return call.db
    .select({ student_id: students.id, account_id: students.account_id })
    .from(students)
    .where(
      and(
        sql`${students.id} in (select m.student_id from ${groupMembers} m where m.group_id = any(${sql.param(wanted)}::int[]) and ${onDay()})`,
        isNull(students.deleted_at),
        studentsInReach(call, 'student.read'),
      ),
    );
}

/** The year of entry of the groups in which a student belongs now; within a query of `students`. */
export function cohortYear(call: Pick<Call, 'kernel'>): SQL<number> {
  const told = followersOf(call.kernel, cohort).map(({ of }) => of(sql`${students.id}`));
  return sql<number>`coalesce(${sql.join([...told, sql`${students.entry_year}`], sql`, `)})`;
}
