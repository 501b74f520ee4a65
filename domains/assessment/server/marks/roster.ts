import { type SQL, sql } from 'drizzle-orm';
import { groupMembers, groups, onDay, studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/context.ts';

/** Who takes a module, as far as marks are concerned: those who are there today, or were at the end of a past semester. */

/** Today, but not before the module's semester and not after it; as text. */
export async function dayOf(call: Call, module: number): Promise<string> {
  const { rows } = await call.client.query<{ day: string }>(
    `select coalesce((select least(greatest((select edulab_today()), t.starts_on), t.ends_on)
       from course_modules cm join semesters t on t.academic_year_id = cm.academic_year_id and t.number = cm.semester and t.deleted_at is null
      where cm.id = $1), (select edulab_today()))::text as day`,
    [module],
  );
  return rows[0]!.day;
}

/** Ids of who takes the module on that day and had not left then. */
export const rosterOf = (module: number, day: string): SQL =>
  sql`(select s.id from ${students} s where s.id in ${studentsOfCourseModule(module, sql`${day}::date`)}
     and s.deleted_at is null and (s.status = 'ACTIVE' or s.status_since > ${day}::date))`;

/** The name of a student's group on that day; `student` is a column. */
export const groupNameOn = (student: SQL, day: string): SQL =>
  sql`(select g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN'
     where m.student_id = ${student} and ${onDay(sql`${day}::date`)} limit 1)`;
