import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModuleReach, courseModules, demandCourseModules } from '#domains/curriculum/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { semesters } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { lessons } from './tables.ts';

/** Whose lessons a person sees: a student the visible ones of the modules taken, everybody else by course module. */

type LessonRow = typeof lessons.$inferSelect;

/** Whether the caller comes as a student, who sees what is published and nothing of others. */
export const isLearner = (call: Call): boolean => scopeOf(call, 'lesson.read') === 'own';

/** Who rests or left learns nothing meanwhile. */
export const ownStudent = (call: Call): SQL =>
  sql`(select s.id from ${students} s where s.account_id = ${call.account_id} and s.status = 'ACTIVE' and s.deleted_at is null)`;

export function lessonReach(call: Call): SQL | undefined {
  if (isLearner(call))
    return sql`(${lessons.published} and (${lessons.visible_from} is null or ${lessons.visible_from} <= (select edulab_today()))
      and (${lessons.visible_until} is null or ${lessons.visible_until} >= (select edulab_today()))
      and ${lessons.course_module_id} in ${courseModulesOfStudents(ownStudent(call))})`;
  const reach = courseModuleReach(call, 'lesson.read');
  return reach && sql`${lessons.course_module_id} in (select ${courseModules.id} from ${courseModules} where ${reach})`;
}

/** The living lesson with this id within reach, or 404. */
export async function lessonInReach(call: Call, id: number): Promise<LessonRow> {
  const [row] = await call.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, id), isNull(lessons.deleted_at), lessonReach(call)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** The same, and 403 unless the permission covers its course module. */
export async function lessonToChange(call: Call, permission: PermissionName, id: number): Promise<LessonRow> {
  const row = await lessonInReach(call, id);
  await demandCourseModules(call, permission, [row.course_module_id]);
  return row;
}

/** The student who calls and studies, or 404: others hand in and learn nothing. */
export async function callingStudent(call: Call): Promise<{ id: number; name: string }> {
  const [row] = await call.db
    .select({ id: students.id, name: sql<string>`${students.lastname} || ', ' || ${students.firstname}` })
    .from(students)
    .where(and(eq(students.account_id, call.account_id), eq(students.status, 'ACTIVE'), isNull(students.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** First and last day of the semester in which a course module is taught; undefined where no dates are set. */
export async function semesterOf(
  call: Call,
  course_module_id: number,
): Promise<{ starts_on: string; ends_on: string } | undefined> {
  const [row] = await call.db
    .select({ starts_on: semesters.starts_on, ends_on: semesters.ends_on })
    .from(courseModules)
    .innerJoin(
      semesters,
      and(
        eq(semesters.academic_year_id, courseModules.academic_year_id),
        eq(semesters.number, courseModules.semester),
        isNull(semesters.deleted_at),
      ),
    )
    .where(eq(courseModules.id, course_module_id));
  return row;
}

/** Refuses days outside the semester of the course module; each field at fault is named. Empty ones pass. */
export async function demandInSemester(
  call: Call,
  course_module_id: number,
  days: Record<string, string | null | undefined>,
): Promise<void> {
  const semester = await semesterOf(call, course_module_id);
  if (!semester) return;
  for (const [path, day] of Object.entries(days))
    if (day && (day < semester.starts_on || day > semester.ends_on))
      throw failField(path, 'OUTSIDE_SEMESTER', semester);
}
