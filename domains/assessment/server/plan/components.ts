import { and, eq, isNull, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { componentKinds } from '../../shapes.ts';
import { demandModule, moduleReach, moduleText, reachedModules } from '../modules.ts';
import { assessmentComponents, assessmentCriteria } from '../tables.ts';
import { componentChanged, sayReason } from './plans.ts';
import { criteriaCounts, demandUnconfirmed, demandUnmarked, lockPlan, presentComponent } from './tree.ts';

/** Components and criteria one by one; whole plans are saved by plans.ts. */

const manages = 'assessment_plan.manage';

export const component = resource(contract.component, {
  table: assessmentComponents,
  search: [
    sql`${assessmentComponents.code}`,
    sql`${assessmentComponents.title} ->> 'uz'`,
    sql`${assessmentComponents.title} ->> 'ru'`,
    sql`${assessmentComponents.title} ->> 'en'`,
  ],
  orders: { plan: [sql`${assessmentComponents.course_module_id}`, sql`${assessmentComponents.position}`] },
  sorts: {
    created_at: sql`${assessmentComponents.created_at}`,
    id: sql`${assessmentComponents.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: (locale) =>
    sql`${assessmentComponents.code} || ' ' || ${localTitle(assessmentComponents.title, locale)}`,
  visible: (call) => moduleReach(call, 'assessment_plan.read', sql`${assessmentComponents.course_module_id}`),
  filters: (input) => [
    input.course_module_id ? eq(assessmentComponents.course_module_id, input.course_module_id) : undefined,
    input.parent_id ? eq(assessmentComponents.parent_id, input.parent_id) : undefined,
  ],
  present: async (call, components) => {
    const criteria = await criteriaCounts(
      call,
      components.map((row) => row.id),
    );
    const reached = await reachedModules(
      call,
      manages,
      components.map((row) => row.course_module_id),
    );
    return components.map((row) => ({
      ...presentComponent(row, criteria),
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      can: { edit: reached.has(row.course_module_id), delete: reached.has(row.course_module_id) },
    }));
  },
  prepare: async (call, input, current, next) => {
    if (current && input.course_module_id !== undefined && input.course_module_id !== current.course_module_id)
      throw failField('course_module_id', 'PLAN_MODULE_FIXED');
    const module = next.course_module_id;
    await demandReferences(call, {
      course_module_id: [courseModules, module],
      parent_id: [assessmentComponents, input.parent_id],
    });
    await demandModule(call, manages, module);
    const plan = await lockPlan(call, module);
    await demandUnconfirmed(call, module);
    if (plan.marking_begun_at && !input.reason) throw failField('reason', 'REASON_REQUIRED');
    await sayReason(call, input.reason);
    if (input.parent_id) await demandParent(call, module, input.parent_id, current?.id);
    if (current || input.position !== undefined) return input;
    const { rows } = await call.db.execute<{ next: number }>(
      sql`select coalesce(max(position), 0) + 1 as next from ${assessmentComponents} where course_module_id = ${module} and parent_id is not distinct from ${input.parent_id ?? null} and deleted_at is null`,
    );
    return { ...input, position: rows[0]?.next ?? 1 };
  },
  written: (call, row) => componentChanged(call, row.course_module_id),
  beforeDelete: async (call, row) => {
    await demandModule(call, manages, row.course_module_id);
    const plan = await lockPlan(call, row.course_module_id);
    await demandUnmarked(call, [row]);
    // Without it the weights of a plan in use would not add up.
    if (plan.state === 'ACTIVE') throw fail('PLAN_ACTIVE');
  },
  beforeRestore: async (call, row) => {
    await demandModule(call, manages, row.course_module_id);
    const plan = await lockPlan(call, row.course_module_id);
    if (plan.state === 'ACTIVE') throw fail('PLAN_ACTIVE');
  },
});

/** A parent is a component of the module itself, without marks and without a parent: there are two levels. */
async function demandParent(call: Call, module: number, parent: number, self: number | undefined): Promise<void> {
  if (parent === self) throw failField('parent_id', 'CIRCLE');
  const [row] = await call.db
    .select()
    .from(assessmentComponents)
    .where(and(eq(assessmentComponents.id, parent), isNull(assessmentComponents.deleted_at)));
  if (!row || row.course_module_id !== module) throw failField('parent_id', 'UNKNOWN_REFERENCE');
  if (row.parent_id !== null) throw failField('parent_id', 'TOO_DEEP');
  if (self !== undefined) {
    const { rows } = await call.db.execute(
      sql`select 1 from ${assessmentComponents} where parent_id = ${self} and deleted_at is null limit 1`,
    );
    if (rows.length) throw failField('parent_id', 'TOO_DEEP');
  }
  await demandUnmarked(call, [row]);
}

const ofComponent = (column: string) =>
  sql`(select c.${sql.raw(column)} from ${assessmentComponents} c where c.id = ${assessmentCriteria.component_id})`;

async function moduleOf(call: Call, component_id: number): Promise<number> {
  const [row] = await call.db
    .select({ module: assessmentComponents.course_module_id })
    .from(assessmentComponents)
    .where(and(eq(assessmentComponents.id, component_id), isNull(assessmentComponents.deleted_at)));
  if (!row) throw failField('component_id', 'UNKNOWN_REFERENCE');
  return row.module;
}

export const criterion = resource(contract.criteria, {
  table: assessmentCriteria,
  search: [
    sql`${assessmentCriteria.title} ->> 'uz'`,
    sql`${assessmentCriteria.title} ->> 'ru'`,
    sql`${assessmentCriteria.title} ->> 'en'`,
    moduleText(ofComponent('course_module_id')),
  ],
  sorts: {
    component: [sql`${assessmentCriteria.component_id}`, sql`${assessmentCriteria.position}`],
    created_at: sql`${assessmentCriteria.created_at}`,
    id: sql`${assessmentCriteria.id}`,
  },
  defaultSort: 'component',
  optionTitle: (locale: Locale) => localTitle(assessmentCriteria.title, locale),
  visible: (call) => moduleReach(call, 'assessment_plan.read', ofComponent('course_module_id')),
  filters: (input) => [
    input.component_id ? eq(assessmentCriteria.component_id, input.component_id) : undefined,
    input.course_module_id ? sql`${ofComponent('course_module_id')} = ${input.course_module_id}` : undefined,
  ],
  present: async (call, rows) => {
    const of = await titlesOf(
      call,
      assessmentComponents,
      rows.map((row) => row.component_id),
    );
    return rows.map((row) => ({ ...plain(row), component: of.get(row.component_id)! }));
  },
  prepare: async (call, input, current, next) => {
    const module = await moduleOf(call, current?.component_id ?? next.component_id);
    if (current && input.component_id !== undefined && input.component_id !== current.component_id)
      throw failField('component_id', 'PLAN_MODULE_FIXED');
    await demandModule(call, manages, module);
    await lockPlan(call, module);
    await demandUnconfirmed(call, module);
    const { rows } = await call.db.execute<{ sum: number; next: number }>(
      sql`select coalesce(sum(weight), 0)::float8 as sum, coalesce(max(position), 0) + 1 as next from ${assessmentCriteria}
           where component_id = ${next.component_id} and deleted_at is null and id <> ${current?.id ?? 0}`,
    );
    const others = rows[0]?.sum ?? 0;
    if (Math.round((others + next.weight) * 100) > 10_000)
      throw failField('weight', 'WEIGHTS_OVER_100', { left: 100 - others });
    return current ? input : { ...input, position: input.position ?? rows[0]?.next ?? 1 };
  },
  beforeDelete: async (call, row) => {
    const module = await moduleOf(call, row.component_id);
    await demandModule(call, manages, module);
    await demandUnconfirmed(call, module);
  },
});

/** Kinds of components, in the caller's language. */
export const criteriaTypes = (call: Call) =>
  componentKinds.map((value, at) => ({
    id: at + 1,
    value,
    title: message(call.locale, `component_kind.${value}`),
  }));
