import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { stale } from '#platform/server/records/stale.ts';
import type { exceptionInput, progressionRuleInput } from '../../shapes-turn.ts';
import { enrollments, progressionExceptions, progressionOutcomes, progressionRules } from '../tables.ts';
import { yearsInReach } from '../years.ts';

/** What people decide before a progression is applied: the rules of a level, and exceptions from them one by one. */

/** A year of study within the dean's reach about which nothing was applied yet, locked. Errors: NOT_FOUND, PROGRESSION_APPLIED. */
async function lockUndecided(call: Call, id: number) {
  const [row] = await call.db
    .select({ id: enrollments.id, study_year: enrollments.study_year, course_id: enrollments.course_id })
    .from(enrollments)
    .where(and(eq(enrollments.id, id), isNull(enrollments.deleted_at), yearsInReach(call, 'turn.decide')))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  const [applied] = await call.db
    .select({ id: progressionOutcomes.enrollment_id })
    .from(progressionOutcomes)
    .where(and(eq(progressionOutcomes.enrollment_id, id), eq(progressionOutcomes.undone, false)));
  if (applied) throw fail('PROGRESSION_APPLIED');
  return row;
}

const exceptionOf = (id: number) =>
  and(eq(progressionExceptions.enrollment_id, id), isNull(progressionExceptions.deleted_at));

/** An exception of one student from the rules, with a reason. A second one takes the place of the first. */
export async function setException(call: Call, input: z.infer<typeof exceptionInput>): Promise<{ ok: true }> {
  const row = await lockUndecided(call, input.enrollment_id);
  const [course] = await call.db.select({ years: courses.years }).from(courses).where(eq(courses.id, row.course_id));
  const last = row.study_year >= (course?.years ?? 0);
  if (last ? ['PROMOTED', 'CONDITIONAL'].includes(input.outcome) : input.outcome === 'GRADUATES_NEXT')
    throw failField('outcome', last ? 'LAST_YEAR' : 'NOT_LAST_YEAR');
  const { outcome, reason } = input;
  const values = { outcome, reason, decided_by: call.account_id };
  const changed = await call.db
    .update(progressionExceptions)
    .set(values)
    .where(exceptionOf(row.id))
    .returning({ id: progressionExceptions.id });
  if (changed.length === 0) await call.db.insert(progressionExceptions).values({ enrollment_id: row.id, ...values });
  return { ok: true };
}

/** Takes an exception back: the rules hold again. Errors: NOT_FOUND. */
export async function removeException(call: Call, { enrollment_id }: { enrollment_id: number }): Promise<{ ok: true }> {
  await lockUndecided(call, enrollment_id);
  const gone = await call.db
    .update(progressionExceptions)
    .set({ deleted_at: sql`edulab_now()` })
    .where(exceptionOf(enrollment_id))
    .returning({ id: progressionExceptions.id });
  if (gone.length === 0) throw fail('NOT_FOUND');
  return { ok: true };
}

export async function setRule(call: Call, input: z.infer<typeof progressionRuleInput>): Promise<{ ok: true }> {
  const { level, version, ...values } = input;
  const [row] = await call.db
    .select()
    .from(progressionRules)
    .where(and(eq(progressionRules.level, level), isNull(progressionRules.deleted_at)))
    .for('update');
  if ((row?.version ?? null) !== version)
    throw row ? await stale(call, progressionRules, row.id, row) : fail('NOT_FOUND');
  if (row) await call.db.update(progressionRules).set(values).where(eq(progressionRules.id, row.id));
  else await call.db.insert(progressionRules).values({ level, ...values });
  return { ok: true };
}
