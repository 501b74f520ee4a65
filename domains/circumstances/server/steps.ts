import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { revokeDocument } from '#domains/credentials/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { statusChange } from '../shapes.ts';
import { claimWorkflow, isOutcome, type Outcome } from '../workflow.ts';
import {
  type ClaimRow,
  claim,
  inReviewTime,
  openClaim,
  type PaperRow,
  papersOf,
  reviewable,
  shownState,
} from './claims.ts';
import { demandAnother, settle, stateOf, writeDecision } from './decide.ts';
import { demandOther } from './desk.ts';
import { takeOutOfForce } from './effects.ts';
import { marksFollow } from './marks.ts';
import { tellStudent } from './notices.ts';
import { dismissPanel } from './panel.ts';
import { rolesIn, visible } from './reach.ts';
import { sendClaim } from './submit.ts';
import { claims } from './tables.ts';

type Step = z.infer<typeof statusChange>;

/** Steps of a claim, of whoever may take them. */
export async function changeStatus(call: Call, input: Step) {
  const row = await loadForChange(call, claims, visible(call), input, ({ id }) => claim.get(call, { id }));
  const [person] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(and(eq(students.id, row.student_id), isNull(students.deleted_at)));
  const own = person?.account_id === call.account_id;
  // To its student a claim stands where they may know it to.
  const step = checkTransition(call, claimWorkflow, shownState(row, own), input.status, input);
  if (step.permission === 'circumstance.submit') {
    if (!own) throw fail('FORBIDDEN', { permission: step.permission });
  } else {
    await demandOther(call, row);
    if (!(await rolesIn(call, [row.id])).get(row.id)?.decides) throw fail('FORBIDDEN', { permission: step.permission });
  }
  await take(call, row, input);
  await marksFollow(call, [row.id]);
  return openClaim(call, { id: row.id });
}

async function take(call: Call, row: ClaimRow, input: Step): Promise<unknown> {
  const { status, reason } = input;
  switch (status) {
    case 'SUBMITTED':
      return sendClaim(call, row);
    case 'WITHDRAWN':
      return write(call, row, input, {});
    case 'REVIEW_REQUESTED': {
      if (row.published_at === null) throw fail('CLAIM_NOT_PUBLISHED');
      if (!reviewable(row, await papersOf(call, [row.id]))) throw fail('NOTHING_TO_REVIEW');
      if (!(await inReviewTime(call, row))) throw fail('REVIEW_TOO_LATE');
      await dismissPanel(call, row);
      return write(call, row, input, { review_reason: reason ?? null, panel: false, officer_id: null });
    }
    case 'UNDER_REVIEW':
      if (row.published_at !== null) throw fail('IS_PUBLISHED');
      await demandAnother(call, row);
      return write(call, row, input, { officer_id: call.account_id, note: null });
    case 'PENDING': {
      if (!input.evidence_by) throw failField('evidence_by', 'form_required');
      const from = await todayOf(call);
      if (input.evidence_by < from) throw failField('evidence_by', 'EVIDENCE_DAY', { from, until: input.evidence_by });
      await write(call, row, input, { evidence_by: input.evidence_by, note: reason ?? null });
      return tellStudent(call, row, 'evidence', { until: input.evidence_by });
    }
    case 'CAN_UPDATE':
      await write(call, row, input, { note: reason ?? null });
      return tellStudent(call, row, 'update');
    case 'REVOKED':
      return revoke(call, row, input);
    case 'UPHELD':
      return endReview(call, row, input);
    default:
      if (row.status === 'REVIEW_REQUESTED') return endReview(call, row, input);
      return isOutcome(status) ? decideRest(call, row, input, status) : undefined;
  }
}

async function write(call: Call, row: ClaimRow, { status, reason }: Step, values: Partial<ClaimRow>): Promise<void> {
  await call.db
    .update(claims)
    .set({ ...values, status })
    .where(eq(claims.id, row.id));
  await recordTransition(call, claimWorkflow.entity, [{ id: row.id, from: row.status }], status, { reason });
}

const asGiven = ({ working_days, reason }: Step, outcome: Outcome) => ({
  outcome,
  working_days,
  reason: reason ?? null,
});

/** All that is left is decided in the same way; what all of it makes must be what was said. */
async function decideRest(call: Call, row: ClaimRow, input: Step, outcome: Outcome): Promise<void> {
  await demandAnother(call, row);
  for (const paper of await papersOf(call, [row.id]))
    if (paper.outcome === null) await writeDecision(call, row, paper, asGiven(input, outcome));
  if (stateOf(await papersOf(call, [row.id])) !== outcome) throw fail('PAPERS_UNDECIDED');
  await settle(call, row, { reason: input.reason });
}

/** Another officer ends the review: something is supported after all, or the decision stands. */
async function endReview(call: Call, row: ClaimRow, input: Step): Promise<void> {
  const changed = ({ outcome, effective }: PaperRow) => outcome === 'SUPPORTED' && !effective;
  const named = await papersOf(call, [row.id]);
  await demandAnother(
    call,
    row,
    named.filter(({ outcome }) => outcome !== 'SUPPORTED'),
  );
  if (input.status === 'UPHELD') {
    if (named.some(changed)) throw fail('PAPERS_UNDECIDED');
  } else if (!named.some(changed))
    for (const paper of named)
      if (paper.outcome !== 'SUPPORTED') await writeDecision(call, row, paper, asGiven(input, 'SUPPORTED'));
  // The report of the first decision stands until that of this one takes its place.
  await write(call, row, input, { decided_by: call.account_id, published_at: null });
  await call.db.update(claims).set({ decided_at: sql`edulab_clock()` }).where(eq(claims.id, row.id));
}

/** False evidence: nothing of it holds any longer, at once. */
async function revoke(call: Call, row: ClaimRow, input: Step): Promise<void> {
  if (row.published_at === null) throw fail('CLAIM_NOT_PUBLISHED');
  if (!(await papersOf(call, [row.id])).some(({ effective }) => effective)) throw fail('NOTHING_TO_REVOKE');
  await takeOutOfForce(call, row);
  if (row.report_id) await revokeDocument(call, row.report_id, 'LETTER_TAKEN_BACK');
  await write(call, row, input, { note: input.reason ?? null });
  await tellStudent(call, row, 'news');
}
