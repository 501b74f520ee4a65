import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import type { movesAnswer, planPreviewInput, updatedQuery } from '../../shapes.ts';
import { notBlind } from '../marks/blind.ts';
import { countCells, type States, statesBy, theseModules } from '../marks/mark-counts.ts';
import { demandModule, moduleReach, moduleRefs, moduleText, reachedModules } from '../modules.ts';
import { assessmentPlans, moduleResults } from '../tables.ts';
import {
  componentsOf,
  criteriaCounts,
  demandComplete,
  demandUnconfirmed,
  demandUnmarked,
  treeOf,
  writeTree,
} from './tree.ts';

/** Plans of assessment: how a course module is marked, and what a change of the rules moves. */

type PlanRow = typeof assessmentPlans.$inferSelect;

/** What totals depend on; the rest may change at any time. */
const rules = ['pass_mark', 'retake_cap', 'retake_counts', 'compensation', 'state'] as const;

/** Why something is done, for the ledger and the history, until the transaction ends. */
export async function sayReason(call: Call, reason: string | undefined): Promise<void> {
  if (reason) await call.client.query("select set_config('edulab.reason', $1, true)", [reason]);
}

export const plan = resource(contract.plan, {
  table: assessmentPlans,
  search: [moduleText(sql`${assessmentPlans.course_module_id}`)],
  sorts: {
    created_at: sql`${assessmentPlans.created_at}`,
    updated_at: sql`${assessmentPlans.updated_at}`,
    state: sql`${assessmentPlans.state}`,
    id: sql`${assessmentPlans.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: (locale) => optionText(locale),
  visible: (call) => moduleReach(call, 'assessment_plan.read', sql`${assessmentPlans.course_module_id}`),
  filters: (input, call) => [
    input.course_module_id ? eq(assessmentPlans.course_module_id, input.course_module_id) : undefined,
    input.state ? eq(assessmentPlans.state, input.state) : undefined,
    input.course_id ? ofModules(sql`cm.course_id = ${input.course_id}`) : undefined,
    input.academic_year_id ? ofModules(sql`cm.academic_year_id = ${input.academic_year_id}`) : undefined,
    input.semester ? ofModules(sql`cm.semester = ${input.semester}`) : undefined,
    input.board
      ? sql`${assessmentPlans.course_module_id} in (select r.course_module_id from ${moduleResults} r where r.status = 'PUBLISHED' and r.complete)`
      : undefined,
    input.taught ? sql`${assessmentPlans.course_module_id} in ${taughtCourseModules(call)}` : undefined,
  ],
  present: presentPlans,
  prepare: async (call, input, current, next) => {
    if (current && input.course_module_id !== undefined && input.course_module_id !== current.course_module_id)
      throw failField('course_module_id', 'PLAN_MODULE_FIXED');
    const module = next.course_module_id;
    await demandReferences(call, { course_module_id: [courseModules, module] });
    await demandModule(call, 'assessment_plan.manage', module);
    if (next.entry_opens_on && next.entry_closes_on && next.entry_opens_on > next.entry_closes_on)
      throw failField('entry_closes_on', 'DATES_REVERSED');
    const ruled =
      current !== undefined &&
      (input.components !== undefined ||
        rules.some((name) => input[name] !== undefined && String(input[name]) !== String(current[name])));
    if (ruled) {
      await demandUnconfirmed(call, module);
      if (current.marking_begun_at && !input.reason) throw failField('reason', 'REASON_REQUIRED');
      if (current.marking_begun_at && input.state === 'DRAFT') throw failField('state', 'MARKING_HAS_BEGUN');
    }
    await sayReason(call, input.reason);
    // New components are a new version of the plan.
    return input.components ? { ...input, updated_at: sql`edulab_now()` } : input;
  },
  written: async (call, row, before, input) => {
    if (input.components) await writeTree(call, row.course_module_id, input.components);
    if (row.state === 'ACTIVE') demandComplete(await componentsOf(call, [row.course_module_id]));
    if (before) await recomputeResults(call, [row.course_module_id]);
  },
  beforeDelete: async (call, row) => {
    await demandModule(call, 'assessment_plan.manage', row.course_module_id);
    await demandUnmarked(call, await componentsOf(call, [row.course_module_id]));
  },
});

const ofModules = (where: SQL): SQL =>
  sql`${assessmentPlans.course_module_id} in (select cm.id from ${courseModules} cm where ${where})`;
const optionText = (locale: 'uz' | 'ru' | 'en'): SQL =>
  sql`(select m.code || ' ' || coalesce(nullif(m.title ->> ${sql.raw(`'${locale}'`)}, ''), m.title ->> 'uz') || ', ' || c.code || ', ' || y.name || ' ' || cm.study_year || '.' || cm.semester
    from course_modules cm join modules m on m.id = cm.module_id join courses c on c.id = cm.course_id join academic_years y on y.id = cm.academic_year_id
    where cm.id = ${assessmentPlans.course_module_id})`;

/** Totals anew, for everybody in these modules. Answers how many are other than they were. */
export async function recomputeResults(call: Call, modules: readonly number[]): Promise<number> {
  const { rows } = await call.client.query<{ changed: number }>('select assessment_store($1) as changed', [modules]);
  return rows[0]?.changed ?? 0;
}

/** Plans with their trees and how far marking is; five queries for however many rows. */
async function presentPlans(call: Call, plans: PlanRow[]) {
  const ids = plans.map((row) => row.course_module_id);
  const refs = await moduleRefs(call, ids);
  const components = await componentsOf(call, ids);
  const criteria = await criteriaCounts(
    call,
    components.map((row) => row.id),
  );
  const parts = Map.groupBy(components, (row) => row.course_module_id);
  const progress = await progressOf(call, ids);
  const managed = await reachedModules(call, 'assessment_plan.manage', ids);
  const entered = await reachedModules(call, 'mark.enter', ids);
  return plans.map((row) => ({
    ...plain(row),
    course_module: refs.get(row.course_module_id)!,
    components: treeOf(parts.get(row.course_module_id) ?? [], criteria),
    progress: progress.get(row.course_module_id) ?? { ...noProgress, states: {} },
    can: {
      edit: managed.has(row.course_module_id),
      delete: managed.has(row.course_module_id) && row.marking_begun_at === null,
      enter: entered.has(row.course_module_id),
    },
  }));
}

interface Progress {
  students: number;
  complete: number;
  passed: number;
  average: number | null;
  states: States;
}
const noProgress = { students: 0, complete: 0, passed: 0, average: null };

async function progressOf(call: Call, ids: readonly number[]): Promise<Map<number, Progress>> {
  if (!call.abilities.has('mark.read') || ids.length === 0) return new Map();
  const seen = notBlind(call, sql`course_module_id`, sql`student_id`) ?? sql`true`;
  const { rows } = await call.db.execute<{ id: number } & Omit<Progress, 'states'> & Record<string, unknown>>(sql`
    select course_module_id as id, count(*)::int as students, (count(*) filter (where complete))::int as complete,
           (count(*) filter (where passed and ${seen}))::int as passed,
           (round(avg(total) filter (where complete and status in ('CONFIRMED', 'LOCKED') and ${seen}), 1))::float8 as average
      from ${moduleResults} where course_module_id = any(${sql.param([...ids])}::int[]) group by 1`);
  const states = statesBy(await countCells(call, { modules: theseModules(ids) }), (count) => count.course_module_id);
  const sums = new Map(rows.map(({ id, ...progress }) => [id, progress]));
  return new Map(ids.map((id) => [id, { ...noProgress, ...sums.get(id), states: states.get(id) ?? {} }]));
}

interface Sum extends Record<string, unknown> {
  student_id: number;
  name: string;
  total: number;
  passed: boolean | null;
  complete: boolean;
}
const sumsOf = async (call: Call, module: number): Promise<Map<number, Sum>> => {
  const { rows } = await call.db.execute<Sum>(sql`
    select r.student_id, s.full_name as name, r.total::float8 as total, r.passed, r.complete
      from ${moduleResults} r join ${students} s on s.id = r.student_id where r.course_module_id = ${module}
       and ${notBlind(call, sql`r.course_module_id`, sql`r.student_id`) ?? sql`true`}`);
  return new Map(rows.map((row) => [row.student_id, row]));
};

/** What saving this plan would do to totals that are there already. Nothing of it stays. */
export async function previewPlan(
  call: Call,
  input: z.infer<typeof planPreviewInput>,
): Promise<z.infer<typeof movesAnswer>> {
  let module = input.course_module_id;
  if (input.id !== undefined) module = (await plan.find(call, input.id)).course_module_id;
  if (module === undefined) throw failField('course_module_id', 'form_required');
  await call.client.query('savepoint before_preview');
  const before = await sumsOf(call, module);
  await plan.save(call, { ...input, reason: input.reason ?? '—' });
  const after = await sumsOf(call, module);
  await call.client.query('rollback to savepoint before_preview');
  const moves = [...after.values()].flatMap((now) => {
    const then = before.get(now.student_id);
    if (then && then.total === now.total && then.passed === now.passed && then.complete === now.complete) return [];
    const { total, passed, complete } = now;
    return [
      {
        student_id: now.student_id,
        name: now.name,
        before: then ? { total: then.total, passed: then.passed, complete: then.complete } : null,
        after: { total, passed, complete },
      },
    ];
  });
  const lost = moves.filter((move) => move.before?.passed === true && move.after.passed === false);
  const gained = moves.filter((move) => move.before?.passed === false && move.after.passed === true);
  const flips = new Set([...lost, ...gained]);
  return {
    students: after.size,
    moved: moves.length,
    passed_lost: lost.length,
    passed_gained: gained.length,
    moves: [...flips, ...moves.filter((move) => !flips.has(move))].slice(0, 200),
  };
}

/** Modules whose marks moved, the newest first. */
export async function updatedModules(call: Call, input: z.infer<typeof updatedQuery>) {
  const reach = moduleReach(call, 'mark.read', sql`p.course_module_id`);
  const { rows } = await call.db.execute<{ course_module_id: number; updated_at: string; students: number }>(sql`
    select p.course_module_id, max(r.computed_at) as updated_at, count(*)::int as students
      from ${assessmentPlans} p join ${moduleResults} r on r.course_module_id = p.course_module_id
     where p.deleted_at is null ${input.since ? sql`and r.computed_at > ${input.since}` : sql``} ${reach ? sql`and ${reach}` : sql``}
     group by 1 order by 2 desc, 1 limit ${input.size ?? 50}`);
  const refs = await moduleRefs(
    call,
    rows.map((row) => row.course_module_id),
  );
  return rows.map((row) => ({
    ...row,
    updated_at: new Date(row.updated_at).toISOString(),
    course_module: refs.get(row.course_module_id)!,
  }));
}

/** A component saved by itself: the weights of a plan in use must still add up. */
export async function componentChanged(call: Call, module: number): Promise<void> {
  const [row] = await call.db
    .update(assessmentPlans)
    .set({ updated_at: sql`edulab_now()` })
    .where(sql`${assessmentPlans.course_module_id} = ${module} and ${assessmentPlans.deleted_at} is null`)
    .returning();
  if (!row) throw fail('NO_PLAN');
  if (row.state === 'ACTIVE') demandComplete(await componentsOf(call, [module]));
  await recomputeResults(call, [module]);
}
