import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { supersedeDocuments } from '#domains/credentials/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { penaltyOperations } from '../../shapes-records.ts';
import type { AmendmentState } from '../../workflow-amendment.ts';
import { outcomeOf } from '../amendments/effect.ts';
import { amendments } from '../amendments/tables.ts';
import { lockPlan } from '../plan/tree.ts';
import { tellMarksChanged } from '../release/run.ts';
import { marks } from '../tables.ts';
import { standingOf } from '../transcripts/standing.ts';
import { markPenalties } from './tables.ts';

/**
 * Penalties are operations: the mark stays what its markers gave, and what counts is computed from it and from the
 * penalties that live (`edulab_zeroed`, `assessment_compute`). So it makes no difference in which order a mark is given,
 * changed, penalised and cleared. Each comes and goes by an amendment, which the case's decision stands for.
 */

export type PenaltyOperation = (typeof penaltyOperations)[number];
type Penalty = typeof markPenalties.$inferSelect;

export interface PenaltyOf {
  kind: string;
  source_id: number;
  /** By which the decision is known. */
  number: string;
  operation: PenaltyOperation;
  course_module_id: number;
  component_id: number;
  student_id: number;
  attempt: number;
  /** Who decided, who signed besides. */
  decided_by: readonly number[];
}

/** The mark that a penalty is about; a row without a value where nobody has marked it yet. */
async function markOf(call: Call, of: Omit<PenaltyOf, 'operation' | 'decided_by'>) {
  const key = and(
    eq(marks.component_id, of.component_id),
    eq(marks.student_id, of.student_id),
    eq(marks.attempt, of.attempt),
  );
  const [there] = await call.db.select({ id: marks.id }).from(marks).where(key);
  if (!there)
    await call.db.insert(marks).values({
      course_module_id: of.course_module_id,
      component_id: of.component_id,
      student_id: of.student_id,
      attempt: of.attempt,
      status: 'NOT_MARKED',
    });
  const [mark] = await call.db
    .select({ id: marks.id, value: marks.value, special: marks.special })
    .from(marks)
    .where(key)
    .for('update');
  return mark!;
}

const zeroes = (operation: PenaltyOperation) => operation === 'COMPONENT_ZERO' || operation === 'MODULE_ZERO_RESIT';
const isNone = (text: string | null): text is 'ABSENT' | 'EXEMPT' | 'NOT_SUBMITTED' =>
  text === 'ABSENT' || text === 'EXEMPT' || text === 'NOT_SUBMITTED';

/** Writes the amendment by which a penalty comes or goes, with what it did to the result. */
async function amend(
  call: Call,
  of: {
    penalty_id: number;
    comes: boolean;
    operation: PenaltyOperation;
    number: string;
    decided_by: readonly number[];
  },
  at: { course_module_id: number; component_id: number; student_id: number; attempt: number },
  change: () => Promise<void>,
): Promise<number> {
  const [mark] = await call.db
    .select({ id: marks.id, value: marks.value, special: marks.special })
    .from(marks)
    .where(
      and(eq(marks.component_id, at.component_id), eq(marks.student_id, at.student_id), eq(marks.attempt, at.attempt)),
    );
  const [before, stood] = [await outcomeOf(call, at), await standingOf(call, at.student_id, call.locale)];
  await change();
  const [after, stands] = [await outcomeOf(call, at), await standingOf(call, at.student_id, call.locale)];
  const outdated = await supersedeDocuments(
    call,
    { kind: 'TRANSCRIPT', student_ids: [at.student_id] },
    'MARK_AMENDED',
    of.number,
  );
  const given = { value: mark!.value, special: isNone(mark!.special) ? mark!.special : null };
  const penalised = zeroes(of.operation) ? { value: 0, special: null } : given;
  const [old, now] = of.comes ? [given, penalised] : [penalised, given];
  const [row] = await call.db
    .insert(amendments)
    .values({
      ...at,
      mark_id: mark!.id,
      old_value: old.value,
      old_special: old.special,
      new_value: now.value,
      new_special: now.special,
      reason_code: 'MISCONDUCT',
      text: of.number,
      source: 'PENALTY',
      penalty_id: of.penalty_id,
      status: 'APPLIED',
      approvals: of.decided_by.length,
      requested_by: call.account_id,
      decided_by: [...of.decided_by],
      applied_by: call.account_id,
      applied_at: clock.iso(),
      effect: {
        before,
        after,
        flips: before.passed !== after.passed,
        points: Math.abs(Math.round((old.value ?? 0) * 10) - Math.round((now.value ?? 0) * 10)) / 10,
        approvals: of.decided_by.length,
        average_before: stood.average,
        average_after: stands.average,
        class_before: stood.class,
        class_after: stands.class,
        transcripts: outdated,
      },
    })
    .returning({ id: amendments.id });
  await recordTransition(call, 'amendment', [{ id: row!.id, from: null }], 'APPLIED', { reason: of.number });
  await tellMarksChanged(call, at.course_module_id);
  return row!.id;
}

const live = (of: { kind: string; source_id: number }) =>
  and(eq(markPenalties.kind, of.kind), eq(markPenalties.source_id, of.source_id), isNull(markPenalties.removed_at));

/** Applies what was decided; what lives already stays as it is. Answers the penalty's id. */
export async function applyPenalty(call: Call, of: PenaltyOf): Promise<number> {
  await lockPlan(call, of.course_module_id);
  const [there] = await call.db.select({ id: markPenalties.id }).from(markPenalties).where(live(of));
  if (there) return there.id;
  const mark = await markOf(call, of);
  const { decided_by, ...fields } = of;
  let id = 0;
  const at = {
    course_module_id: of.course_module_id,
    component_id: of.component_id,
    student_id: of.student_id,
    attempt: of.attempt,
  };
  const made = { penalty_id: 0, comes: true, operation: of.operation, number: of.number, decided_by };
  const amendment_id = await amend(call, made, at, async () => {
    const [row] = await call.db
      .insert(markPenalties)
      .values({ ...fields, mark_id: mark.id, applied_by: call.account_id })
      .returning({ id: markPenalties.id });
    id = row!.id;
    made.penalty_id = id;
  });
  await call.db.update(markPenalties).set({ amendment_id }).where(eq(markPenalties.id, id));
  return id;
}

/** Takes the operation away; what then counts is computed from the mark as it is by now. Answers whether there was one. */
export async function removePenalty(
  call: Call,
  of: { kind: string; source_id: number; number: string; decided_by: readonly number[] },
): Promise<boolean> {
  const [found] = await call.db.select().from(markPenalties).where(live(of));
  if (!found) return false;
  await lockPlan(call, found.course_module_id);
  const removal_id = await amend(
    call,
    {
      penalty_id: found.id,
      comes: false,
      operation: found.operation,
      number: of.number,
      decided_by: of.decided_by,
    },
    {
      course_module_id: found.course_module_id,
      component_id: found.component_id,
      student_id: found.student_id,
      attempt: found.attempt,
    },
    async () => {
      await call.db
        .update(markPenalties)
        .set({ removed_at: clock.iso(), removed_by: call.account_id || null })
        .where(eq(markPenalties.id, found.id));
    },
  );
  await call.db.update(markPenalties).set({ removal_id }).where(eq(markPenalties.id, found.id));
  return true;
}

/** The amendments of a case's penalties are shown to the student with the case, and no sooner. */
export async function showPenalties(
  call: Call,
  of: { kind: string; source_id: number; reason?: string | undefined },
  shown: boolean,
): Promise<void> {
  const to: AmendmentState = shown ? 'PUBLISHED' : 'UNPUBLISHED';
  const rows = await call.db
    .select({ id: amendments.id, status: amendments.status })
    .from(amendments)
    .where(
      and(
        sql`${amendments.penalty_id} in (select p.id from ${markPenalties} p where p.kind = ${of.kind} and p.source_id = ${of.source_id})`,
        shown ? sql`${amendments.status} in ('APPLIED', 'UNPUBLISHED')` : eq(amendments.status, 'PUBLISHED'),
      ),
    );
  for (const { id, status } of rows) {
    await call.db.update(amendments).set({ status: to }).where(eq(amendments.id, id));
    await recordTransition(call, 'amendment', [{ id, from: status }], to, { reason: of.reason });
  }
}

/** Every penalty that a case left, the newest first, with the amendments by which it came and went and whether its student is shown them. */
export const penaltiesOf = (
  call: Call,
  of: { kind: string; source_id: number },
): Promise<(Penalty & { shown: boolean })[]> =>
  call.db
    .select({
      ...getTableColumns(markPenalties),
      shown: sql<boolean>`exists (select 1 from ${amendments} a where a.id = ${markPenalties.amendment_id} and a.status = 'PUBLISHED')`,
    })
    .from(markPenalties)
    .where(and(eq(markPenalties.kind, of.kind), eq(markPenalties.source_id, of.source_id)))
    .orderBy(sql`${markPenalties.id} desc`);
