import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { copyAnswer, copyInput } from '../../shapes.ts';
import { demandModule, moduleRefs, reachedModules } from '../modules.ts';

/** Plans taken over: from one module to others, or from a year to the next. */

interface Pair extends Record<string, unknown> {
  source: number;
  target: number;
  components: number;
  taken: boolean;
}

/** What would be copied, and with `apply` copies it: plan, components and criteria, without dates, in DRAFT. */
export async function copyPlans(call: Call, input: z.infer<typeof copyInput>): Promise<z.infer<typeof copyAnswer>> {
  const one = input.from_course_module_id;
  const year = input.from_academic_year_id;
  if ((one === undefined) === (year === undefined)) throw failField('from_course_module_id', 'form_required');
  if (one !== undefined && !input.to_course_module_ids) throw failField('to_course_module_ids', 'form_required');
  if (year !== undefined && !input.to_academic_year_id) throw failField('to_academic_year_id', 'form_required');
  if (one !== undefined) await demandModule(call, 'assessment_plan.read', one);
  for (const id of input.to_course_module_ids ?? []) await demandModule(call, 'assessment_plan.manage', id);
  const wanted =
    one !== undefined
      ? sql`select ${one}::int as source, t.id as target from course_modules t where t.id = any(${sql.param(input.to_course_module_ids)}::int[]) and t.deleted_at is null and t.id <> ${one}`
      : sql`select s.id as source, t.id as target from course_modules t
              left join course_modules s on s.academic_year_id = ${year} and s.course_id = t.course_id and s.module_id = t.module_id and s.study_year = t.study_year and s.semester = t.semester and s.deleted_at is null
             where t.academic_year_id = ${input.to_academic_year_id} and t.deleted_at is null`;
  const { rows: found } = await call.db.execute<Pair>(sql`
    select w.source, w.target, (select count(*)::int from assessment_components c where c.course_module_id = w.source and c.deleted_at is null) as components,
           exists (select 1 from assessment_plans p where p.course_module_id = w.target and p.deleted_at is null) as taken
      from (${wanted}) w order by w.target`);
  const reached = await reachedModules(
    call,
    'assessment_plan.manage',
    found.map((row) => row.target),
  );
  const pairs = found.filter((row) => reached.has(row.target));
  const useful = pairs.filter((row) => row.source !== null && row.components > 0);
  const ready = useful.filter((row) => !row.taken);
  const made = input.apply && ready.length ? await copyTrees(call, ready) : new Map<number, number>();
  const refs = await moduleRefs(
    call,
    pairs.map((row) => row.target),
  );
  const title = (id: number) => {
    const ref = refs.get(id);
    return ref ? `${ref.code} ${ref.title}, ${ref.course}` : String(id);
  };
  return {
    applied: input.apply ?? false,
    plans: useful.map((row) => ({
      from_course_module_id: row.source,
      to_course_module_id: row.target,
      title: title(row.target),
      components: row.components,
      state: row.taken ? ('EXISTS' as const) : ('NEW' as const),
      plan_id: made.get(row.target) ?? null,
    })),
    without: pairs
      .filter((row) => !row.taken && !useful.includes(row))
      .map((row) => ({ id: row.target, title: title(row.target) })),
  };
}

/** Set-based, in the order of the old ids, so that old and new can be told by their places. Answers plan ids by module. */
async function copyTrees(call: Call, pairs: Pair[]): Promise<Map<number, number>> {
  const json = JSON.stringify(pairs.map(({ source, target }) => ({ source, target })));
  const { rows } = await call.client.query<{ id: number; target: number }>(
    `insert into assessment_plans (course_module_id, pass_mark, scale, retake_attempts, retake_cap, retake_fee, retake_counts, compensation, appeal_days)
     select x.target, p.pass_mark, p.scale, p.retake_attempts, p.retake_cap, p.retake_fee, p.retake_counts, p.compensation, p.appeal_days
       from jsonb_to_recordset($1) as x(source int, target int) join assessment_plans p on p.course_module_id = x.source and p.deleted_at is null
     returning id, course_module_id as target`,
    [json],
  );
  // Parents before their parts; the code within its parent tells which is which.
  const columns = 'code, title, kind, weight, minimum, compensable, source, position, anonymous, second_marking_share';
  await call.client.query(
    `insert into assessment_components (course_module_id, parent_id, ${columns})
     select x.target, null, ${columns.replace('source', 'c.source')}
       from jsonb_to_recordset($1) as x(source int, target int) join assessment_components c on c.course_module_id = x.source and c.parent_id is null and c.deleted_at is null`,
    [json],
  );
  await call.client.query(
    `insert into assessment_components (course_module_id, parent_id, ${columns})
     select x.target, n.id, ${columns
       .split(', ')
       .map((name) => `c.${name}`)
       .join(', ')}
       from jsonb_to_recordset($1) as x(source int, target int) join assessment_components c on c.course_module_id = x.source and c.deleted_at is null
       join assessment_components o on o.id = c.parent_id
       join assessment_components n on n.course_module_id = x.target and n.parent_id is null and lower(n.code) = lower(o.code) and n.deleted_at is null`,
    [json],
  );
  await call.client.query(
    `insert into assessment_criteria (component_id, title, weight, levels, position)
     select n.id, k.title, k.weight, k.levels, k.position
       from jsonb_to_recordset($1) as x(source int, target int)
       join assessment_components c on c.course_module_id = x.source and c.deleted_at is null left join assessment_components cp on cp.id = c.parent_id
       join assessment_criteria k on k.component_id = c.id and k.deleted_at is null
       join assessment_components n on n.course_module_id = x.target and n.deleted_at is null and lower(n.code) = lower(c.code)
       left join assessment_components np on np.id = n.parent_id
      where lower(np.code) is not distinct from lower(cp.code)`,
    [json],
  );
  return new Map(rows.map((row) => [row.target, row.id]));
}
