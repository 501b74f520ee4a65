import { sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import type { LifePerson } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';

/** Which modules a course has, and what of another course may be one of them. */

interface Planned {
  id: number;
  code: string;
  title: string;
  credits: number;
  /** By the student who is asked about: nothing is passed twice. */
  passed: boolean;
}

/** The modules of courses, each once, with the credits of their newest year. */
export async function plansOf(call: Call, courses: readonly number[], student: number = 0): Promise<Planned[]> {
  const { rows } = await call.db.execute<Planned & Record<string, unknown>>(sql`
    with passed as materialized (select k.module_id from edulab_counted_results(array[${student}]::int[]) k where k.passed)
    select distinct on (m.code, m.id) m.id, m.code, ${localTitle(sql`m.title`, call.locale)} as title, cm.credits::float8 as credits,
           m.id in (select module_id from passed) as passed
      from ${courseModules} cm join ${modules} m on m.id = cm.module_id
     where cm.course_id = any(${sql.param([...courses])}::int[]) and cm.deleted_at is null order by m.code, m.id, cm.academic_year_id desc`);
  return rows;
}

interface Carried {
  student_id: number;
  course_id: number;
  own_module_id: number;
  course_module_id: number;
  code: string;
  title: string;
  credits: number;
  total: number;
  /** The module of the other course that it may count as: the same one, or one of the same name; none is alike. */
  proposed: number | null;
}

/** What these people have passed in other courses than the one they come to, the best of a module first. */
export async function resultsFor(
  call: Call,
  people: readonly {
    id: number;
    after: Pick<LifePerson['after'], 'course_id'>;
  }[],
): Promise<Carried[]> {
  const moves = people.map(({ id, after }) => ({ id, next: after.course_id }));
  const { rows } = await call.db.execute<Carried & Record<string, unknown>>(sql`
    select r.student_id, r.course_module_id, cm.course_id, m.id as own_module_id, m.code, ${localTitle(sql`m.title`, call.locale)} as title,
           cm.credits::float8 as credits, r.total::float8 as total,
           (select n.id from ${courseModules} p join ${modules} n on n.id = p.module_id
             where p.course_id = v.next and p.deleted_at is null and (n.id = m.id or lower(trim(n.title ->> 'uz')) = lower(trim(m.title ->> 'uz')))
             order by n.id = m.id desc, n.id limit 1) as proposed
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as v (id integer, next integer)
      join module_results r on r.student_id = v.id and r.complete and r.passed and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
      join ${courseModules} cm on cm.id = r.course_module_id and cm.course_id <> v.next
      join ${modules} m on m.id = cm.module_id
     order by r.student_id, m.id, r.total desc, r.id`);
  return rows;
}
