import { sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { academicYears, semesters } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';

export interface Semester extends Record<string, unknown> {
  id: number;
  academic_year_id: number;
  number: number;
  starts_on: string;
  ends_on: string;
}

/** The semester with this id; without one the running semester, or the last that has begun. Undefined where there is none. */
export async function semesterOf(call: Call, id: number | undefined): Promise<Semester | undefined> {
  const { rows } = await call.db.execute<Semester>(sql`
    select t.id, t.academic_year_id, t.number, t.starts_on::text as starts_on, t.ends_on::text as ends_on
      from ${semesters} t join ${academicYears} y on y.id = t.academic_year_id
     where t.deleted_at is null and ${id === undefined ? sql`t.starts_on <= (select edulab_today())` : sql`t.id = ${id}`}
     order by t.starts_on desc limit 1`);
  return rows[0];
}

/** Ids of the course modules of a semester. */
export const modulesOfSemester = (semester: Semester | undefined) =>
  sql`(select cm.id from ${courseModules} cm where cm.academic_year_id = ${semester?.academic_year_id ?? 0} and cm.semester = ${semester?.number ?? 0} and cm.deleted_at is null)`;
