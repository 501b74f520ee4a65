import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { tell } from '#platform/server/hooks.ts';
import type { Target } from '../shapes.ts';
import { type Ask, dueFor, keyOf } from './due.ts';
import { type DeadlineMoved, deadlineMoved } from './hooks.ts';
import { deadlineDecisions, deadlineGrants } from './tables.ts';

/** What decisions made elsewhere grant, and take back. */

/** A decision as whoever made it knows it; the version grows with every change of it. */
export interface Decision {
  kind: string;
  id: number;
  version: number;
}

export type Grant = { student_id: number; target: Target } & (
  | { effect: 'EXTENSION'; until: string }
  | { effect: 'DEFERRAL' }
);

type GrantRow = typeof deadlineGrants.$inferSelect;

/**
 * Makes these the grants of the decision: what it granted before and does not now is revoked. The same decision once more
 * changes nothing. Errors: DECISION_OUTDATED where a newer version was here, NOT_DEFERRABLE for homework,
 * NOT_THEIR_DEADLINE for what does not exist.
 */
export async function grant(call: Call, decision: Decision, grants: readonly Grant[]): Promise<void> {
  for (const { effect, target } of grants)
    if (effect === 'DEFERRAL' && target.kind === 'HOMEWORK') throw fail('NOT_DEFERRABLE');
  const dates = await dueFor(call, grants);
  if (dates.includes(undefined)) throw fail('NOT_THEIR_DEADLINE');
  const decision_id = await enter(call, decision);
  if (decision_id === undefined) return;
  const today = await todayOf(call);
  const before = await liveOf(call, decision_id);
  const stands = new Map(before.map((row) => [keyOf(askOf(row)), row]));
  const wanted = new Set(grants.map(keyOf));
  const isSame = (one: Grant) => {
    const row = stands.get(keyOf(one));
    if (row?.effect !== one.effect) return false;
    return one.effect === 'DEFERRAL' || Date.parse(row.due_at ?? '') === Date.parse(one.until);
  };
  const fresh = grants.filter((one) => !isSame(one));
  const replaced = new Set(fresh.map(keyOf));
  const lost = before.filter((row) => !wanted.has(keyOf(askOf(row))));
  await revoke(
    call,
    before.filter((row) => lost.includes(row) || replaced.has(keyOf(askOf(row)))),
  );
  const dateOf = new Map(grants.map((one, at) => [keyOf(one), dates[at]?.sitting_on]));
  if (fresh.length)
    await call.db.insert(deadlineGrants).values(
      fresh.map((one) => ({
        decision_id,
        student_id: one.student_id,
        kind: one.target.kind,
        target_id: one.target.id,
        attempt: one.target.attempt,
        effect: one.effect,
        due_at: one.effect === 'EXTENSION' ? one.until : null,
        deferred_from: one.effect === 'DEFERRAL' ? (dateOf.get(keyOf(one)) ?? today) : null,
      })),
    );
  const other = before.filter((row) => {
    const now = grants.find((one) => keyOf(one) === keyOf(askOf(row)));
    return now && now.effect !== row.effect;
  });
  await tell(call, deadlineMoved, [
    ...[...lost, ...other].map((row) => movedBy(row, false)),
    ...fresh.map(({ student_id, target, effect }) => ({ student_id, target, effect, granted: true })),
  ]);
}

/** Takes back all that the decision granted. Errors: DECISION_OUTDATED where a newer version was here. */
export async function revokeGrant(call: Call, decision: Decision): Promise<void> {
  const decision_id = await enter(call, decision);
  if (decision_id === undefined) return;
  const lost = await liveOf(call, decision_id);
  await revoke(call, lost);
  await tell(
    call,
    deadlineMoved,
    lost.map((row) => movedBy(row, false)),
  );
}

/** Notes the version of the decision, under its lock; undefined where this version was here already. */
async function enter(call: Call, { kind, id, version }: Decision): Promise<number | undefined> {
  const [entered] = await call.db
    .insert(deadlineDecisions)
    .values({ kind, source_id: id, source_version: version })
    .onConflictDoUpdate({
      target: [deadlineDecisions.institution_id, deadlineDecisions.kind, deadlineDecisions.source_id],
      set: { source_version: sql`excluded.source_version` },
      setWhere: sql`${deadlineDecisions.source_version} < excluded.source_version`,
    })
    .returning({ id: deadlineDecisions.id });
  if (entered) return entered.id;
  const [newer] = await call.db
    .select({ version: deadlineDecisions.source_version })
    .from(deadlineDecisions)
    .where(and(eq(deadlineDecisions.kind, kind), eq(deadlineDecisions.source_id, id)));
  if (newer && newer.version > version) throw fail('DECISION_OUTDATED');
  return undefined;
}

const liveOf = (call: Call, decision_id: number): Promise<GrantRow[]> =>
  call.db
    .select()
    .from(deadlineGrants)
    .where(and(eq(deadlineGrants.decision_id, decision_id), isNull(deadlineGrants.revoked_at)));

async function revoke(call: Call, rows: readonly GrantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await call.db
    .update(deadlineGrants)
    .set({ revoked_at: sql`edulab_now()` })
    .where(
      inArray(
        deadlineGrants.id,
        rows.map(({ id }) => id),
      ),
    );
}

const askOf = ({ student_id, kind, target_id: id, attempt }: GrantRow): Ask => ({
  student_id,
  target: { kind, id, attempt },
});
const movedBy = (row: GrantRow, granted: boolean): DeadlineMoved => ({ ...askOf(row), effect: row.effect, granted });
