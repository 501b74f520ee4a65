import { and, eq, isNull, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Withholding } from '../hooks.ts';
import { lockPlan } from '../plan/tree.ts';
import { reviewWithheld } from '../release/withhold.ts';
import { markHolds } from './tables.ts';

/** Holds: a case that is open keeps a mark from being shown, its module from being confirmed, a degree from being awarded. */

export interface HoldOf {
  /** The domain's word for its cases. */
  kind: string;
  source_id: number;
  /** By which the case is known. */
  number: string;
  course_module_id: number;
  component_id: number;
  student_id: number;
}

/** Told to those who withhold marks. */
export const heldByCases: Withholding = {
  name: 'HELD_BY_CASE',
  open: sql`select h.course_module_id, h.student_id, h.component_id, null::int as attempt from ${markHolds} h where h.ended_at is null`,
  offences: sql`select h.student_id, h.course_module_id, h.number, h.created_at::date as opened_on from ${markHolds} h where h.ended_at is null`,
};

/** Holds marks of one module from now on, in the caller's transaction, whether they are there already or not. */
export async function hold(call: Call, all: readonly HoldOf[]): Promise<void> {
  const module = all[0]?.course_module_id;
  if (module === undefined) return;
  await lockPlan(call, module);
  await call.db.insert(markHolds).values(all.map((of) => ({ ...of, opened_by: call.account_id })));
  await reviewWithheld(call, [module]);
}

/** Ends a hold; answers whether this was what ended it. The mark is given back when no other case holds it. */
export async function releaseHold(
  call: Pick<Call, 'db' | 'client' | 'kernel' | 'account_id'>,
  of: { kind: string; source_id: number },
): Promise<boolean> {
  const which = and(eq(markHolds.kind, of.kind), eq(markHolds.source_id, of.source_id), isNull(markHolds.ended_at));
  const [open] = await call.db.select({ module: markHolds.course_module_id }).from(markHolds).where(which);
  if (!open) return false;
  await lockPlan(call, open.module);
  const ended = await call.db
    .update(markHolds)
    .set({ ended_at: clock.iso(), ended_by: call.account_id || null })
    .where(which)
    .returning({ id: markHolds.id });
  await reviewWithheld(call, [open.module]);
  return ended.length > 0;
}

/** Students of these modules whom a case holds: a board confirms nothing of theirs in the module. */
export async function heldIn(call: Pick<Call, 'db'>, module: number): Promise<Set<number>> {
  const rows = await call.db
    .select({ id: markHolds.student_id })
    .from(markHolds)
    .where(and(eq(markHolds.course_module_id, module), isNull(markHolds.ended_at)));
  return new Set(rows.map(({ id }) => id));
}
