import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModules, courseModuleTeachers, courses, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import {
  courseModulesOfStudents,
  groupMembers,
  groupMentors,
  moduleChoices,
  onDay,
} from '#domains/groups/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { learnsOn, students, studentsInReach } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { attendanceTotals, classSessionGroups, classSessions } from './tables.ts';

/** How far rights over lessons and registers go. */

export const ownStaff = (call: Call): SQL =>
  sql`(select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status <> 'LEFT')`;
export const ownStudent = (call: Call): SQL =>
  sql`(select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null)`;
const branchCourseModules = (call: Call): SQL =>
  sql`(select cm.id from ${courseModules} cm join ${courses} c on c.id = cm.course_id where c.department_id in ${branchDepartments(call)})`;
/** Groups that the caller looks after. */
const mentoredGroups = (call: Call): SQL =>
  sql`(select e.group_id from ${groupMentors} e where e.staff_id in ${ownStaff(call)} and e.ends_on is null and e.deleted_at is null)`;

/** Which dates are meant; `date` is a column. */
type Within = (date: SQL) => SQL;
const always: Within = () => sql`true`;

/**
 * Lessons that these people give: a query of ids. Of lessons without a teacher those of the modules that they teach. Here
 * and in `sessionsAttendedBy` it is decided whose a dated lesson is, for lists, weeks, calendars and feeds alike; `within` narrows
 * the lessons that are looked at by their date. What is deleted is nobody's.
 */
export const sessionsTaughtBy = (people: SQL, within: Within = always): SQL => {
  const dated = within(sql`x.date`);
  // Three ways that an index serves, instead of one that none does.
  return sql`(select x.id from ${classSessions} x where x.staff_id in ${people} and x.deleted_at is null and ${dated}
    union all select x.id from ${classSessions} x where x.co_staff_ids <> '{}' and x.deleted_at is null and x.co_staff_ids && array${people} and ${dated}
    union all select x.id from ${classSessions} x where x.staff_id is null and x.course_module_id in (select t.course_module_id from ${courseModuleTeachers} t where t.staff_id in ${people}) and x.deleted_at is null and ${dated})`;
};

/**
 * Lessons that these students attend, as the register has them: of their groups on that day, of electives those that they
 * chose, and none while they are on leave; `own` are the course modules that they take, where these are known already.
 */
export const sessionsAttendedBy = (
  people: SQL,
  within: Within = always,
  own: SQL = courseModulesOfStudents(people),
): SQL =>
  sql`(select x.id from ${groupMembers} m join ${classSessionGroups} sg on sg.group_id = m.group_id and ${onDay(sql`sg.date`)} and ${within(sql`sg.date`)}
      join ${classSessions} x on x.id = sg.session_id and x.deleted_at is null join ${courseModules} cm on cm.id = x.course_module_id
      join ${students} st on st.id = m.student_id and ${learnsOn(sql`st`, sql`sg.date`)}
     where m.student_id in ${people}
       and (cm.type = 'CORE' or exists (select 1 from ${moduleChoices} c where c.course_module_id = cm.id and c.student_id = m.student_id and c.state = 'CHOSEN' and c.deleted_at is null))
    union all select x.id from ${own} own (id) cross join lateral (
      select x.id from ${classSessions} x where x.course_module_id = own.id and x.deleted_at is null and ${within(sql`x.date`)} and not exists (select 1 from ${classSessionGroups} sg where sg.session_id = x.id)
         and exists (select 1 from ${students} st where st.id in ${people} and ${learnsOn(sql`st`, sql`x.date`)}) offset 0) x)`;

/** Lessons that the caller gives. */
export const taughtByCaller = (call: Call): SQL => sql`${classSessions.id} in ${sessionsTaughtBy(ownStaff(call))}`;

/**
 * Which lessons a permission reaches; undefined for all of the institution. Whoever stands in for a lesson of somebody
 * else's module sees it and calls its register, but plans nothing there. One's own lessons are those that one gives, and
 * to read also those that one attends.
 */
export const sessionReach = (call: Call, permission: PermissionName): SQL | undefined =>
  reachOfToday(call, sql`${classSessions}`, classSessions.id, sessionReachOf(call, permission));
function sessionReachOf(call: Call, permission: PermissionName): SQL | undefined {
  const given = sql`${classSessions.staff_id} in ${ownStaff(call)} or ${classSessions.co_staff_ids} && array${ownStaff(call)}`;
  const taught = sql`(${classSessions.course_module_id} in ${taughtCourseModules(call)}${permission === 'attendance.plan' ? sql`` : sql` or ${given}`})`;
  const mentored =
    permission === 'attendance.read'
      ? sql` or ${classSessions.id} in (select sg.session_id from ${classSessionGroups} sg where sg.group_id in ${mentoredGroups(call)})`
      : sql``;
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`(${classSessions.course_module_id} in ${branchCourseModules(call)} or ${taught})`;
    case 'taught':
      return sql`(${taught}${mentored})`;
    case 'own':
      if (permission !== 'attendance.read') return taughtByCaller(call);
      return sql`${classSessions.id} in ${sessionsAttendedBy(ownStudent(call))}`;
    default:
      return sql`false`;
  }
}

/** Whose sums the caller sees; undefined for all of the institution. */
export const totalsReach = (call: Call): SQL | undefined =>
  reachOfToday(
    call,
    sql`${attendanceTotals}`,
    attendanceTotals.id,
    attendanceReach(call, 'attendance.read', {
      course_module: sql`${attendanceTotals.course_module_id}`,
      student: sql`${attendanceTotals.student_id}`,
    }),
  );

/** The same of anything that says of a student how they attended a module. */
export function attendanceReach(
  call: Call,
  permission: PermissionName,
  { course_module, student }: { course_module: SQL; student: SQL },
): SQL | undefined {
  const mine = sql`(${course_module} in ${taughtCourseModules(call)}
    or ${student} in (select m.student_id from ${groupMembers} m where m.group_id in ${mentoredGroups(call)} and ${onDay()}))`;
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`(${course_module} in ${branchCourseModules(call)} or ${mine})`;
    case 'taught':
      return mine;
    case 'own':
      return sql`${student} in ${ownStudent(call)}`;
    default:
      return sql`false`;
  }
}

/** Whom the caller teaches or looks after, as the domain of students knows it. */
const taughtStudents = (call: Call): SQL =>
  sql`(select ${students.id} from ${students} where ${studentsInReach(call, 'attendance_reason.read') ?? sql`true`})`;

/** Who of these students is looked after by the caller: a mentor reads what a teacher is only told of. */
export const mentoredAmong = (call: Call, ids: readonly number[]): SQL =>
  sql`select m.student_id as id from ${groupMembers} m where m.student_id = any(${sql.param([...ids])}::int[]) and m.group_id in ${mentoredGroups(call)} and ${onDay()}`;

/** Which students' reasons the caller sees; `student` is the column with their id. */
export function reasonReach(call: Call, student: SQL): SQL | undefined {
  switch (scopeOf(call, 'attendance_reason.read')) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`${student} in (select s.id from ${students} s where s.department_id in ${branchDepartments(call)})`;
    case 'taught':
      return sql`${student} in ${taughtStudents(call)}`;
    case 'own':
      return sql`${student} in ${ownStudent(call)}`;
    default:
      return sql`false`;
  }
}

/** The student that the caller is, if they are one; today, whatever day is looked at. */
export async function ownStudentId(call: Call): Promise<number | undefined> {
  const own = sql`${students.account_id} = ${call.account_id} and ${students.deleted_at} is null`;
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select ${students.id} as id from ${students} where ${reachOfToday(call, sql`${students}`, students.id, own)}`,
  );
  return rows[0]?.id;
}

/** Refuses with 403 where a new lesson of this module may not be made by the caller. */
export async function demandPlanning(call: Call, course_module: number): Promise<void> {
  const scope = scopeOf(call, 'attendance.plan');
  if (scope === 'institution') return;
  const { rows } = await call.db.execute(
    sql`select 1 where ${course_module}::integer in ${taughtCourseModules(call)} ${scope === 'branch' ? sql`or ${course_module}::integer in ${branchCourseModules(call)}` : sql``}`,
  );
  if (!rows.length) throw fail('NOT_YOUR_LESSON');
}

/** A living lesson that one of the permissions reaches, locked; 404 otherwise. */
export async function lockSession(call: Call, permissions: readonly PermissionName[], id: number) {
  const reached = permissions.map((permission) => sessionReached(call, permission));
  const [row] = await call.db
    .select()
    .from(classSessions)
    .where(and(eq(classSessions.id, id), isNull(classSessions.deleted_at), sql`(${sql.join(reached, sql` or `)})`))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}
export type SessionRow = typeof classSessions.$inferSelect;

/** Whether a permission of the caller reaches the lesson of the row; false without the permission. */
export const sessionReached = (call: Call, permission: PermissionName): SQL =>
  scopeOf(call, permission) ? sql`(${sessionReach(call, permission) ?? sql`true`})` : sql`false`;

/** Ids of those of these lessons that a permission reaches. */
export async function reachedSessions(
  call: Call,
  permission: PermissionName,
  ids: readonly number[],
): Promise<Set<number>> {
  if (!scopeOf(call, permission) || ids.length === 0) return new Set();
  const reach = sessionReach(call, permission);
  if (!reach) return new Set(ids);
  const rows = await call.db
    .select({ id: classSessions.id })
    .from(classSessions)
    .where(and(sql`${classSessions.id} in ${[...ids]}`, reach));
  return new Set(rows.map((row) => row.id));
}
