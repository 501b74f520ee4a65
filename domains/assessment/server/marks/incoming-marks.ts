import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { attendanceTotals, attendedShareOf } from '#domains/attendance/server/index.ts';
import { dueOf } from '#domains/deadlines/server/index.ts';
import { homeworks, lessons, submissions } from '#domains/lessons/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { examsAmong } from '../../exams.ts';
import type { flowAnswer, flowInput, homeworkQuery } from '../../shapes-marks.ts';
import { type Standing, sayDecisions, standingsOf } from '../admission/standing.ts';
import { demandModule, moduleReach, moduleRefs } from '../modules.ts';
import { lockPlan } from '../plan/tree.ts';
import { satSince } from '../release/defer.ts';
import { assessmentComponents, marks } from '../tables.ts';
import { gridComponents } from './frame.ts';
import { dayOf, rosterOf } from './roster.ts';

/** Handed-in works and registers become marks of the components that say so. */

interface HomeworkRow {
  id: number;
  lesson_id: number;
  title: string;
  course_module_id: number;
  due_at: string;
  max_points: number;
  submitted: number;
  assessed: number;
  component_ids: number[];
}

/** Works of the modules that the caller may see, with the components into which they flow. */
export const homeworkList = (call: Call, input: z.infer<typeof homeworkQuery>) =>
  list(call, input, {
    from: sql`${homeworks} join ${lessons} on ${lessons.id} = ${homeworks.lesson_id}`,
    key: sql`${homeworks.id}`,
    table: 'lesson_homeworks',
    asks: ['lessons', 'assessment_components'],
    where: [
      sql`${homeworks.deleted_at} is null and ${lessons.deleted_at} is null`,
      moduleReach(call, 'mark.read', sql`${lessons.course_module_id}`),
      input.course_module_id ? eq(lessons.course_module_id, input.course_module_id) : undefined,
      input.component_id
        ? sql`exists (select 1 from ${assessmentComponents} c where c.id = ${input.component_id} and c.course_module_id = ${lessons.course_module_id}
            and (c.homework_ids = '{}' or ${homeworks.id} = any(c.homework_ids)))`
        : undefined,
      input.search ? sql`${lessons.title} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
    ],
    sorts: { due_at: sql`${homeworks.due_at}`, id: sql`${homeworks.id}` },
    defaultSort: 'due_at,desc',
    columns: sql<HomeworkRow>`${homeworks.id} as id, ${homeworks.lesson_id} as lesson_id, ${lessons.title} as title, ${lessons.course_module_id} as course_module_id,
      ${homeworks.due_at} as due_at, ${homeworks.max_points}::float8 as max_points,
      (select count(distinct s.student_id)::int from ${submissions} s where s.homework_id = ${homeworks.id}) as submitted,
      (select (count(distinct s.student_id) filter (where s.points is not null))::int from ${submissions} s where s.homework_id = ${homeworks.id}) as assessed,
      array(select c.id from ${assessmentComponents} c where c.course_module_id = ${lessons.course_module_id} and c.source = 'HOMEWORK' and c.deleted_at is null
        and (c.homework_ids = '{}' or ${homeworks.id} = any(c.homework_ids)) order by c.id) as component_ids`,
    load: async (_ids, rows) => {
      const modules = await moduleRefs(
        call,
        rows.map((row) => row.course_module_id),
      );
      return rows.map((row) => ({
        ...row,
        due_at: new Date(row.due_at).toISOString(),
        course_module: modules.get(row.course_module_id)!,
      }));
    },
  });

/** Per cent of the works that were due for each of them: the newest that was assessed of each; nothing handed in is 0; one that waits to be assessed leaves the mark open. */
const fromHomework = (module: number) => sql`
  select c.id as component_id, r.id as student_id, round(avg(coalesce(best.points, 0) * 100 / h.max_points), 1) as value, bool_or(best.points is null and best.number is not null) as waits
    from ${assessmentComponents} c join ${lessons} l on l.course_module_id = ${module} and l.deleted_at is null
    join ${homeworks} h on h.lesson_id = l.id and h.deleted_at is null and (c.homework_ids = '{}' or h.id = any(c.homework_ids))
   cross join roster r
    left join lateral (select s.points, s.number from ${submissions} s where s.homework_id = h.id and s.student_id = r.id order by s.points is null, s.number desc limit 1) best on true
   where c.course_module_id = ${module} and c.source = 'HOMEWORK' and c.deleted_at is null
     and ${dueOf({ student: sql`r.id`, kind: 'HOMEWORK', id: sql`h.id` }, sql`h.due_at`)} < edulab_now()
   group by 1, 2`;

/** Per cent of the lessons in which they were, among those that they attended or missed without excuse. */
const fromAttendance = (module: number) => sql`
  select c.id, r.id, ${attendedShareOf(sql`t.attended`, sql`t.missed`)}, t.attended + t.missed = 0
    from ${assessmentComponents} c cross join roster r join ${attendanceTotals} t on t.course_module_id = ${module} and t.student_id = r.id
   where c.course_module_id = ${module} and c.source = 'ATTENDANCE' and c.deleted_at is null`;

/** Writes drafts of the components that flow; marks that were submitted stay, and who is not admitted gets none of an exam. */
export async function collectIncomingMarks(
  call: Call,
  input: z.infer<typeof flowInput>,
): Promise<z.infer<typeof flowAnswer>> {
  const module = input.course_module_id;
  await demandModule(call, 'mark.enter', module);
  const plan = await lockPlan(call, module);
  if (plan.state !== 'ACTIVE') throw fail('PLAN_NOT_ACTIVE');
  const { rows: components } = await call.db.execute<{ id: number }>(
    sql`select id from ${assessmentComponents} where course_module_id = ${module} and source <> 'MANUAL' and deleted_at is null
         ${input.component_id ? sql`and id = ${input.component_id}` : sql``} order by position`,
  );
  if (components.length === 0) throw fail('NOTHING_FLOWS');
  const ids = components.map((row) => row.id);
  const day = await dayOf(call, module);
  const exams = [...examsAmong(await gridComponents(call, module))].filter((id) => ids.includes(id));
  const standings = exams.length
    ? await standingsOf(call, { module, attempt: 1, people: rosterOf(module, day) })
    : new Map<number, Standing>();
  const barred = [...standings].flatMap(([id, { admitted }]) => (admitted ? [] : [id]));
  await sayDecisions(
    call,
    exams.flatMap((component_id) =>
      [...standings].map(([student_id, standing]) => ({ component_id, student_id, attempt: 1, standing })),
    ),
  );
  if (plan.marking_begun_at === null)
    await call.client.query('update assessment_plans set marking_begun_at = edulab_now() where id = $1', [plan.id]);
  const { rows } = await call.db.execute<Omit<z.infer<typeof flowAnswer>, 'component_ids'>>(sql`
    with roster as materialized (select r.id from ${rosterOf(module, day)} r),
    came(component_id, student_id, value, waits) as (${fromHomework(module)} union all ${fromAttendance(module)}),
    flowing as (
      select c.* from came c where not (c.component_id = any(${sql.param(exams)}::int[]) and c.student_id = any(${sql.param(barred)}::int[]))),
    wanted as (
      select f.*, case when m.status = 'DEFERRED' and ${satSince(sql`m`)} then null else m.status end as status, case when m.status <> 'DEFERRED' then m.value end as before from flowing f left join ${marks} m on m.component_id = f.component_id and m.student_id = f.student_id and m.attempt = 1
       where not f.waits and f.value is not null and f.component_id = any(${sql.param(ids)}::int[])),
    written as (
      insert into ${marks} (course_module_id, component_id, student_id, value)
      select ${module}, component_id, student_id, value from wanted where (status is null or status in ('NOT_MARKED', 'DRAFT')) and value is distinct from before order by student_id, component_id
      on conflict (component_id, student_id, attempt) do update set value = excluded.value, special = null, marked_by = null, marked_at = edulab_now(),
        held_from = case when ${marks.status} <> 'DEFERRED' then ${marks.held_from} end, status = case when ${marks.status} = 'DEFERRED' then 'DRAFT' else ${marks.status} end returning component_id, student_id),
    rest as (
      select c.id as component_id, coalesce(nullif(c.title ->> ${call.locale}, ''), c.title ->> 'uz') as component, st.id as student_id, st.full_name as name,
             case when c.id = any(${sql.param(exams)}::int[]) and st.id = any(${sql.param(barred)}::int[]) then 'BARRED'
                  when f.value is null or (f.waits and c.source = 'ATTENDANCE') then 'NOTHING_YET'
                  when f.waits then 'NOT_ASSESSED'
                  when f.value is not distinct from m.value then 'SAME' else 'SUBMITTED' end as code
        from ${assessmentComponents} c cross join roster r join ${students} st on st.id = r.id
        left join came f on f.component_id = c.id and f.student_id = r.id
        left join ${marks} m on m.component_id = c.id and m.student_id = r.id and m.attempt = 1
       where c.id = any(${sql.param(ids)}::int[]) and not exists (select 1 from written w where w.component_id = c.id and w.student_id = r.id)
       order by c.position, st.full_name, st.id)
    select (select count(*)::int from written) as written, (select coalesce(json_agg(rest), '[]') from rest) as rest, (count(*) filter (where value = before))::int as unchanged,
           (count(*) filter (where value is distinct from before and status not in ('NOT_MARKED', 'DRAFT')))::int as closed,
           ${barred.length}::int as barred from wanted`);
  return { component_ids: ids, ...rows[0]! };
}
