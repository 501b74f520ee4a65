import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { departments as departmentsTable } from '#domains/institutions/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { courseModules, courseModuleTeachers, courses, modules } from './tables.ts';

/** How far a right over the curriculum goes: the programmes of a branch, the modules that a person teaches, or all. */

/** Ids of the course modules that the caller teaches, as whatever. */
export const taughtCourseModules = (call: Call): SQL =>
  sql`(select t.course_module_id from ${courseModuleTeachers} t join ${staff} s on s.id = t.staff_id
    where s.account_id = ${call.account_id} and s.deleted_at is null and s.status <> 'LEFT')`;

/** Which course modules a permission reaches; undefined for all of the institution. */
export function courseModuleReach(call: Call, permission: PermissionName): SQL | undefined {
  const scope = scopeOf(call, permission);
  if (scope === 'institution') return undefined;
  const taught = sql`${courseModules.id} in ${taughtCourseModules(call)}`;
  if (scope === 'branch')
    return sql`(${taught} or ${courseModules.course_id} in (select c.id from ${courses} c where c.department_id in ${branchDepartments(call)}))`;
  return scope === 'taught' ? taught : sql`false`;
}

/** Which modules a permission reaches; a teacher's are those of their course modules. */
export function moduleReach(call: Call, permission: PermissionName): SQL | undefined {
  const scope = scopeOf(call, permission);
  if (scope === 'institution') return undefined;
  const taught = sql`${modules.id} in (select m.module_id from ${courseModules} m where m.id in ${taughtCourseModules(call)})`;
  if (scope === 'branch') return sql`(${taught} or ${modules.department_id} in ${branchDepartments(call)})`;
  return scope === 'taught' ? taught : sql`false`;
}

/** A course that is made, moved or planned must lie in a department where the caller may do so. */
export async function demandDepartment(
  call: Call,
  permission: PermissionName,
  department: number | null | undefined,
): Promise<void> {
  const reached = await departmentsInReach(call, permission, [department]);
  if (!reached(department)) throw fail('NOT_YOUR_PROGRAMME');
}

/** Those of these departments where the caller may do so; what belongs to none is for the whole institution. */
export async function departmentsInReach(
  call: Call,
  permission: PermissionName,
  departments: readonly unknown[],
): Promise<(department: unknown) => boolean> {
  const scope = scopeOf(call, permission);
  if (scope === 'institution') return () => true;
  const ids = [...new Set(departments.filter((one) => typeof one === 'number'))];
  if (scope !== 'branch' || ids.length === 0) return () => false;
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select d.id from ${departmentsTable} d where d.id in ${ids} and d.id in ${branchDepartments(call)}`,
  );
  const reached = new Set<unknown>(rows.map((row) => row.id));
  return (department) => reached.has(department);
}

/** The living course with this id, if the caller may plan it. */
export async function demandCourse(
  call: Call,
  permission: PermissionName,
  id: number,
): Promise<typeof courses.$inferSelect> {
  const [course] = await call.db
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deleted_at)));
  if (!course) throw fail('UNKNOWN_REFERENCE', { fields: [{ path: 'course_id', code: 'UNKNOWN_REFERENCE' }] });
  await demandDepartment(call, permission, course.department_id);
  return course;
}

/** Refuses with 403 unless the permission reaches every one of these modules. */
export async function demandModules(call: Call, permission: PermissionName, ids: readonly number[]): Promise<void> {
  const found = await call.db
    .select({ id: modules.id })
    .from(modules)
    .where(and(inArray(modules.id, [...ids]), moduleReach(call, permission)));
  if (found.length < new Set(ids).size) throw fail('NOT_YOUR_PROGRAMME');
}

/** The same for course modules. */
export async function demandCourseModules(
  call: Call,
  permission: PermissionName,
  ids: readonly number[],
): Promise<void> {
  const found = await call.db
    .select({ id: courseModules.id })
    .from(courseModules)
    .where(
      and(inArray(courseModules.id, [...ids]), isNull(courseModules.deleted_at), courseModuleReach(call, permission)),
    );
  if (found.length < new Set(ids).size) throw fail('NOT_YOUR_PROGRAMME');
}
