import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { plain } from '#platform/server/records/resource.ts';
import type { planPreviewInput } from '../../shapes.ts';
import { assessmentComponents, assessmentCriteria, assessmentPlans, marks } from '../tables.ts';

/** The components of a plan: read as a tree, written as a tree, and what must add up. */

export type ComponentRow = typeof assessmentComponents.$inferSelect;
type TreeInput = NonNullable<z.infer<typeof planPreviewInput>['components']>;
type NodeInput = TreeInput[number];

export async function componentsOf(call: Call, modules: readonly number[]): Promise<ComponentRow[]> {
  if (modules.length === 0) return [];
  return call.db
    .select()
    .from(assessmentComponents)
    .where(and(inArray(assessmentComponents.course_module_id, [...modules]), isNull(assessmentComponents.deleted_at)))
    .orderBy(asc(assessmentComponents.position), asc(assessmentComponents.id));
}

/** How many criteria each of these components has. */
export async function criteriaCounts(call: Call, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({ id: assessmentCriteria.component_id, count: sql<number>`count(*)::int` })
    .from(assessmentCriteria)
    .where(and(inArray(assessmentCriteria.component_id, [...ids]), isNull(assessmentCriteria.deleted_at)))
    .groupBy(assessmentCriteria.component_id);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export const presentComponent = (row: ComponentRow, criteria: Map<number, number>) => {
  const { version, created_at, updated_at, ...fields } = plain(row);
  return { ...fields, criteria: criteria.get(row.id) ?? 0 } as Omit<
    ComponentRow,
    'version' | 'created_at' | 'updated_at' | 'deleted_at' | 'institution_id'
  > & { criteria: number };
};

/** Parents with their parts, in the order of the plan. */
export function treeOf(rows: readonly ComponentRow[], criteria: Map<number, number>) {
  const parts = Map.groupBy(rows, (row) => row.parent_id ?? 0);
  return (parts.get(0) ?? []).map((row) => ({
    ...presentComponent(row, criteria),
    components: (parts.get(row.id) ?? []).map((part) => presentComponent(part, criteria)),
  }));
}

/** Ids of those of these components that have marks. */
async function componentsWithMarks(call: Call, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select c.id from unnest(${sql.param([...ids])}::int[]) c(id) where exists (select 1 from ${marks} m where m.component_id = c.id)`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Refuses where these components have marks, which would lose their place. */
export async function demandUnmarked(call: Call, rows: readonly Pick<ComponentRow, 'id' | 'code'>[]): Promise<void> {
  const with_marks = await componentsWithMarks(
    call,
    rows.map((row) => row.id),
  );
  const [first] = rows.filter((row) => with_marks.has(row.id));
  if (first) throw fail('COMPONENT_HAS_MARKS', { component: first.code, component_ids: [...with_marks] });
}

/** Weights go in hundredths here, so that sums are whole. */
const hundredths = (value: number) => Math.round(value * 100);

/** A plan that marks may be entered by: it has components, and their weights make 100 on every level. */
export function demandComplete(rows: readonly ComponentRow[]): void {
  if (rows.length === 0)
    throw fail('ASSESSMENT_REQUIRED', { fields: [{ path: 'components', code: 'ASSESSMENT_REQUIRED' }] });
  for (const [parent, siblings] of Map.groupBy(rows, (row) => row.parent_id ?? 0)) {
    const sum = siblings.reduce((total, row) => total + hundredths(row.weight ?? 0), 0);
    if (sum === 10_000) continue;
    const of = rows.find((row) => row.id === parent);
    throw fail('WEIGHTS_NOT_100', {
      sum: sum / 100,
      of: of ? 'part' : 'plan',
      component: of?.code ?? '',
      component_id: of?.id ?? null,
      fields: [{ path: 'components', code: 'WEIGHTS_NOT_100' }],
    });
  }
}

/** Makes the stored tree what the input says; answers whether anything that totals depend on has changed. */
export async function writeTree(call: Call, module: number, tree: TreeInput): Promise<boolean> {
  const before = new Map((await componentsOf(call, [module])).map((row) => [row.id, row]));
  const named = tree.flatMap((node) => [node, ...(node.components ?? [])]).flatMap((node) => node.id ?? []);
  const strange = named.find((id) => !before.has(id));
  if (strange !== undefined || new Set(named).size < named.length)
    throw fail('UNKNOWN_REFERENCE', { fields: [{ path: 'components', code: 'UNKNOWN_REFERENCE' }] });
  const gone = [...before.values()].filter((row) => !named.includes(row.id));
  // A component that gets parts has no marks of its own any more.
  const split = tree.flatMap((node) => {
    const row = node.components?.length && node.id ? before.get(node.id) : undefined;
    return row && ![...before.values()].some((one) => one.parent_id === row.id) ? [row] : [];
  });
  await demandUnmarked(call, [...gone, ...split]);
  if (gone.length)
    await call.db
      .update(assessmentComponents)
      .set({ deleted_at: sql`edulab_now()` })
      .where(
        inArray(
          assessmentComponents.id,
          gone.map((row) => row.id),
        ),
      );
  let moved = gone.length > 0;
  const write = async (node: Omit<NodeInput, 'components'>, parent_id: number | null, position: number) => {
    const { id, ...fields } = node;
    const values = { ...fields, parent_id, position, course_module_id: module };
    const old = id === undefined ? undefined : before.get(id);
    if (!old) {
      moved = true;
      const [row] = await call.db
        .insert(assessmentComponents)
        .values(values as typeof assessmentComponents.$inferInsert)
        .returning({ id: assessmentComponents.id });
      return row!.id;
    }
    const changes = Object.fromEntries(
      Object.entries(values).filter(
        ([key, value]) =>
          value !== undefined && JSON.stringify(value) !== JSON.stringify(old[key as keyof ComponentRow]),
      ),
    );
    if (Object.keys(changes).length)
      await call.db.update(assessmentComponents).set(changes).where(eq(assessmentComponents.id, old.id));
    moved ||= ['weight', 'minimum', 'compensable', 'parent_id'].some((key) => key in changes);
    return old.id;
  };

  for (const [at, { components, ...node }] of tree.entries()) {
    const parent = await write(node, null, at + 1);
    for (const [place, part] of (components ?? []).entries()) await write(part, parent, place + 1);
  }
  return moved;
}

/** The plan of a course module, locked, so that what is computed from it sees everything; 422 where there is none. */
export async function lockPlan(call: Pick<Call, 'db'>, module: number): Promise<typeof assessmentPlans.$inferSelect> {
  const [plan] = await call.db
    .select()
    .from(assessmentPlans)
    .where(and(eq(assessmentPlans.course_module_id, module), isNull(assessmentPlans.deleted_at)))
    .for('no key update');
  if (!plan) throw fail('NO_PLAN');
  return plan;
}

/** Refuses where the board has seen marks of the module: its rules stand. */
export async function demandUnconfirmed(call: Call, module: number): Promise<void> {
  const { rows } = await call.db.execute(
    sql`select 1 from ${marks} where ${marks.course_module_id} = ${module} and ${marks.status} in ('CONFIRMED', 'LOCKED') limit 1`,
  );
  if (rows.length) throw fail('PLAN_CONFIRMED');
}
