import { type SQL, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { MarkState } from '../../workflow.ts';
import { componentDue } from '../deadlines.ts';
import { assessmentComponents, assessmentRetakes, marks } from '../tables.ts';
import { membersOf, moduleDay, rosterOf } from './roster.ts';

/**
 * Which cells course modules have and where each stands. The grid, its runs, the teacher's home, the list of modules and
 * the board all count these, so that none of them says another number.
 */

export interface Which {
  /** A subselect of ids of course modules. */
  modules: SQL;
  attempt?: number | undefined;
  component_ids?: readonly number[] | undefined;
  /** Those of a group on the module's day; of one module alone. */
  group_id?: number | undefined;
}

/** Of the component `c`: it is marked itself, and has no parts. */
export const leaf = sql`c.deleted_at is null and not exists (select 1 from ${assessmentComponents} s where s.parent_id = c.id and s.deleted_at is null)
  and not exists (select 1 from ${assessmentComponents} o where o.id = c.parent_id and o.deleted_at is not null)`;

/**
 * A row per cell: `(course_module_id, component_id, source, due_at, student_id, mark_id, marked_by, status)`, due as it is for
 * that student. Of the first attempt everybody who takes the module has one in each component; of later ones whoever registered
 * and studies, or has a mark.
 */
export function cellsIn({ modules, attempt = 1, component_ids, group_id }: Which): SQL {
  const people =
    attempt === 1
      ? sql`(select r.id as student_id, null::integer[] as parts from ${rosterOf(sql`own.id`)} r)`
      : sql`(select t.student_id, case when t.component_ids <> '{}' then t.component_ids end as parts
                from ${assessmentRetakes} t join ${students} q on q.id = t.student_id and q.status = 'ACTIVE'
               where t.course_module_id = own.id and t.attempt = ${attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null
             union all
             select distinct w.student_id, array[]::integer[] from ${marks} w where w.course_module_id = own.id and w.attempt = ${attempt}
                and not exists (select 1 from ${assessmentRetakes} t join ${students} q on q.id = t.student_id and q.status = 'ACTIVE'
                 where t.course_module_id = own.id and t.student_id = w.student_id and t.attempt = ${attempt}
                  and t.state <> 'WITHDRAWN' and t.deleted_at is null))`;
  return sql`(
    select own.id as course_module_id, c.id as component_id, c.source, ${componentDue(sql`p.student_id`, sql`${attempt}::int`)} as due_at, p.student_id, n.id as mark_id, n.marked_by, coalesce(n.status, 'NOT_MARKED') as status
      from ${courseModules} own cross join lateral ${people} p
      cross join lateral (select c.* from ${assessmentComponents} c where c.course_module_id = own.id and ${leaf} offset 0) c
      left join ${marks} n on n.course_module_id = own.id and n.component_id = c.id and n.student_id = p.student_id and n.attempt = ${attempt}
     where own.id in ${modules} and (n.id is not null or p.parts is null or c.id = any(p.parts))
       ${component_ids ? sql`and c.id = any(${sql.param([...component_ids])}::int[])` : sql``}
       ${group_id === undefined ? sql`` : sql`and p.student_id in ${membersOf(group_id, moduleDay(sql`own.id`))}`})`;
}

export type States = Partial<Record<MarkState, number>>;
interface Count extends Record<string, unknown> {
  course_module_id: number;
  component_id: number;
  status: MarkState;
  count: number;
}
interface Due extends Count {
  source: string;
  due: boolean;
  /** The caller's own marks; what they give is for somebody else to look at. */
  mine: boolean;
}

/** How many cells of each component stand where. */
export async function countCells({ db }: Pick<Call, 'db'>, which: Which): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select course_module_id, component_id, status, count(*)::int as count
      from ${cellsIn(which)} cell group by course_module_id, component_id, status`);
  return rows;
}

/** The same by whether they are due and whose they are; what is due is looked up cell by cell, so of few modules. */
export async function countDue(call: Pick<Call, 'db' | 'account_id'>, which: Which): Promise<Due[]> {
  const { rows } = await call.db.execute<Due>(sql`
    select course_module_id, component_id, source, coalesce(due_at < (select edulab_now()), false) as due, status,
           coalesce(marked_by = ${call.account_id}, false) as mine, count(*)::int as count
      from ${cellsIn(which)} cell group by course_module_id, component_id, source, due_at, status, mine`);
  return rows;
}

/** The same summed up by what `of` says; what it leaves undefined is not counted. */
export function statesBy<C extends Count, K>(counts: readonly C[], of: (count: C) => K | undefined): Map<K, States> {
  const sums = new Map<K, States>();
  for (const one of counts) {
    const key = of(one);
    if (key === undefined) continue;
    const states = sums.get(key) ?? {};
    states[one.status] = (states[one.status] ?? 0) + one.count;
    sums.set(key, states);
  }
  return sums;
}

export const oneModule = (module: number): SQL => sql`(select ${module}::int)`;
export const theseModules = (ids: readonly number[]): SQL => sql`(select unnest(${sql.param([...ids])}::int[]))`;
