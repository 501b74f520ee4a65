import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { assessmentComponents, componentOf, takesModule } from '#domains/assessment/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { searchCondition, students } from '#domains/students/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { exactFirst, idsIn, likeLiteral, localTitle } from '#platform/server/records/resource.ts';
import type { assessmentQuery, studentQuery } from '../shapes.ts';
import { reportableModules } from './incidents.ts';

/** What may be chosen in a report: assessments in the reporter's reach, and who takes them. */

const within = (call: Call) =>
  scopeOf(call, 'offence.report') === 'institution' ? sql`true` : sql`cm.id in ${reportableModules(call)}`;

export async function assessments(call: Call, input: z.infer<typeof assessmentQuery>) {
  const title = sql`m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} || ': ' || ${localTitle(sql`c.title`, call.locale)} || ', ' || y.name`;
  const ids = idsIn(input.ids);
  const { rows } = await call.db.execute<{ id: number; title: string }>(sql`
    select c.id, ${title} as title from ${assessmentComponents} c join ${courseModules} cm on cm.id = c.course_module_id and cm.deleted_at is null
      join ${modules} m on m.id = cm.module_id join ${academicYears} y on y.id = cm.academic_year_id
     where c.deleted_at is null and not exists (select 1 from ${assessmentComponents} p where p.parent_id = c.id and p.deleted_at is null) and ${within(call)}
       ${input.course_module_id ? sql`and c.course_module_id = ${input.course_module_id}` : sql``}
       ${ids ? sql`and c.id = any(${sql.param(ids)}::int[])` : sql``}
       ${input.search ? sql`and ${title} ilike ${`%${likeLiteral(input.search)}%`}` : sql``}
     order by ${exactFirst(title, input.search)}, y.starts_on desc, 2, 1 limit 100`);
  return rows;
}

/** At most a hundred of those who take the module. Errors: NOT_FOUND where the assessment is out of reach. */
export async function reportable(call: Call, input: z.infer<typeof studentQuery>) {
  const component = await componentOf(call, input.component_id);
  const { rows: reached } = await call.db.execute(
    sql`select 1 from ${courseModules} cm where cm.id = ${component.course_module_id} and ${within(call)}`,
  );
  if (reached.length === 0) throw fail('NOT_FOUND');
  const there = await takesModule(call, component.course_module_id);
  const ids = idsIn(input.ids);
  return call.db
    .select({ id: students.id, title: sql<string>`${students.full_name} || ', ' || ${students.student_no}` })
    .from(students)
    .where(
      and(
        inArray(students.id, ids ? ids.filter((id) => there.has(id)) : [...there]),
        isNull(students.deleted_at),
        searchCondition(call, input.search),
      ),
    )
    .orderBy(closeness(sql`${students.search}`, input.search) ?? sql`0::int`, students.full_name, students.id)
    .limit(100);
}
