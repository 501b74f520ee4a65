import { type SQL, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay, studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { learnsOn, students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';

/** Who takes a module, as far as marks are concerned: those who are there today, or were at the end of a past semester. */

/** Today, but not before the module's semester and not after it. `module` may be a column of any alias but `dm` and `dt`. */
export const moduleDay = (module: number | SQL): SQL =>
  sql`coalesce((select least(greatest((select edulab_today()), dt.starts_on), dt.ends_on)
     from ${courseModules} dm join semesters dt on dt.academic_year_id = dm.academic_year_id and dt.number = dm.semester and dt.deleted_at is null
    where dm.id = ${module} limit 1), (select edulab_today()))`;

/** The same as text, for statements that need it often. */
export async function dayOf(call: Call, module: number): Promise<string> {
  const { rows } = await call.db.execute<{ day: string }>(sql`select ${moduleDay(module)}::text as day`);
  return rows[0]!.day;
}

/** Ids of who takes the module on that day and had not left then; a column as `moduleDay` takes it, but `s` and those of groups. */
export const rosterOf = (module: number | SQL, day: string | SQL = moduleDay(module)): SQL =>
  sql`(select s.id from ${students} s where s.id in ${studentsOfCourseModule(module, sql`(${day})::date`)}
     and ${learnsOn(sql`s`, sql`(${day})::date`)})`;

/** Ids of who is in a group on that day. */
export const membersOf = (group: number, day: string | SQL): SQL =>
  sql`(select m.student_id from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN'
     where m.group_id = ${group} and ${onDay(sql`(${day})::date`)})`;

/** The name of a student's group on that day; `student` is a column. */
export const groupNameOn = (student: SQL, day: string): SQL =>
  sql`(select g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN'
     where m.student_id = ${student} and ${onDay(sql`${day}::date`)} limit 1)`;
