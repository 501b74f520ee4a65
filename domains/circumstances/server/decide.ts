import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dueFor, workingDaysLater } from '#domains/deadlines/server/index.ts';
import { submissions } from '#domains/lessons/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { wishesFor } from '../self.ts';
import type { Effect, paperDecision } from '../shapes.ts';
import { type ClaimState, claimWorkflow, type Outcome, outcomes } from '../workflow.ts';
import { type ClaimRow, claim, openClaim, type PaperRow, papersOf } from './claims.ts';
import { claimToDecide, demandOther } from './desk.ts';
import { marksFollow } from './marks.ts';
import { inStudentsLanguage } from './notices.ts';
import { demandPanel } from './panel.ts';
import { claims, papers, templates } from './tables.ts';

/** Deciding about assessments, one by one or all that are left. */

export interface Decided {
  outcome: Outcome;
  effect?: Effect | undefined;
  until?: string | undefined;
  working_days?: number | undefined;
  reason?: string | null | undefined;
}

/** Decides one assessment. Errors: NOT_UNDER_REVIEW where it is not the office's turn, STALE, and what the decision lacks. */
export async function decidePaper(call: Call, input: z.infer<typeof paperDecision>) {
  const [found] = await call.db
    .select({ claim_id: papers.claim_id })
    .from(papers)
    .where(and(eq(papers.id, input.id), isNull(papers.deleted_at)));
  if (!found) throw fail('NOT_FOUND');
  // The claim first, so that two who decide about one wait for each other and never for ever.
  const row = await claimToDecide(call, { id: found.claim_id });
  const shown = async ({ id }: { id: number }) =>
    (await claim.get(call, { id: row.id })).papers.find((one) => one.id === id);
  const paper = await loadForChange(call, papers, undefined, input, shown);
  await demandOther(call, row);
  const open =
    row.status === 'UNDER_REVIEW' ||
    row.status === 'REVIEW_REQUESTED' ||
    (row.published_at === null && outcomes.some((one) => one === row.status));
  if (!open || paper.effective) throw fail('NOT_UNDER_REVIEW');
  await demandAnother(call, row, [paper]);
  const reason = await reasonOf(call, row, input);
  await writeDecision(call, row, paper, { ...input, reason });
  if (row.status === 'REVIEW_REQUESTED') {
    // What was known of it is being decided anew.
    if (row.published_at) await call.db.update(claims).set({ published_at: null }).where(eq(claims.id, row.id));
  } else await settle(call, row);
  await marksFollow(call, [row.id]);
  return openClaim(call, { id: row.id });
}

/**
 * Of a claim for whose review the student asked, and from then on: whoever decided it before, or one of these, does not
 * decide again. Errors: SAME_OFFICER.
 */
export async function demandAnother(call: Call, row: ClaimRow, named: readonly PaperRow[] = []): Promise<void> {
  if (row.review_reason === null) return;
  const mine = named.flatMap(({ decided_by, decided_at }) => (decided_by === call.account_id && decided_at) || []);
  const { rows } = await call.db.execute(sql`
    select 1 from ${statusHistory} h where h.entity = ${claimWorkflow.entity} and h.entity_id = ${row.id} and h.to_status = 'REVIEW_REQUESTED'
       and (h.at > any(${sql.param(mine)}::timestamptz[]) or exists (select 1 from ${statusHistory} b where b.entity = h.entity and b.entity_id = h.entity_id
              and b.id < h.id and b.to_status = any(${sql.param([...outcomes])}::text[]) and b.account_id = ${call.account_id}))`);
  if (rows.length) throw fail('SAME_OFFICER');
}

async function reasonOf(call: Call, row: ClaimRow, input: z.infer<typeof paperDecision>): Promise<string | null> {
  const parts: string[] = [];
  if (input.template_id !== undefined) {
    const [template] = await call.db
      .select({ text: templates.text, outcome: templates.outcome })
      .from(templates)
      .where(and(eq(templates.id, input.template_id), isNull(templates.deleted_at)));
    if (!template || template.outcome !== input.outcome) throw failField('template_id', 'UNKNOWN_REFERENCE');
    parts.push(await inStudentsLanguage(call, row.student_id, template.text));
  }
  if (input.reason?.trim()) parts.push(input.reason.trim());
  if (parts.length === 0 && input.outcome !== 'SUPPORTED') throw failField('reason', 'DECISION_REASON_NEEDED');
  return parts.join('\n\n') || null;
}

export async function writeDecision(call: Call, row: ClaimRow, paper: PaperRow, given: Decided): Promise<void> {
  if (row.panel) await demandPanel(call, row, paper, given.outcome);
  const granted =
    given.outcome === 'SUPPORTED'
      ? await grantedBy(call, row, paper, given)
      : { effect: null, until: null, working_days: null };
  await call.db
    .update(papers)
    .set({
      ...granted,
      outcome: given.outcome,
      reason: given.reason ?? null,
      rule: null,
      decided_by: call.account_id,
      decided_at: sql`edulab_clock()`,
    })
    .where(eq(papers.id, paper.id));
}

/** What a supported one gets, whole: more time with its moment, at the same time of the day as the deadline. */
async function grantedBy(
  call: Call,
  row: ClaimRow,
  paper: PaperRow,
  given: Decided,
): Promise<{ effect: Effect; until: string | null; working_days: number | null }> {
  const effect = given.effect ?? paper.wish;
  const possible: readonly Effect[] = [
    ...wishesFor(paper.target),
    ...(paper.target === 'HOMEWORK' ? [] : (['UNCAPPED'] as const)),
  ];
  if (!possible.includes(effect)) throw failField('effect', 'WISH_NOT_POSSIBLE');
  if (effect !== 'EXTENSION' && effect !== 'LATE_ACCEPTED') return { effect, until: null, working_days: null };
  const [due] = await dueFor(call, [
    { student_id: row.student_id, target: { kind: paper.target, id: paper.target_id, attempt: paper.attempt } },
  ]);
  const original = due?.original_at;
  if (!original) throw failField('effect', 'WISH_NOT_POSSIBLE');
  const days = given.working_days ?? null;
  const until =
    days !== null
      ? await workingDaysLater(call, original, days)
      : (given.until ?? (effect === 'LATE_ACCEPTED' ? await handedInAt(call, row, paper) : undefined));
  if (!until) throw failField('working_days', 'MORE_TIME_NEEDED');
  if (new Date(until) <= new Date(original))
    throw failField(days === null ? 'until' : 'working_days', 'EARLIER_THAN_DUE', { due: original });
  return { effect, until, working_days: days };
}

/** Late work is accepted as of when it came; of what only the marker saw, as of now. */
async function handedInAt(call: Call, row: ClaimRow, paper: PaperRow): Promise<string> {
  const [work] =
    paper.target === 'HOMEWORK'
      ? await call.db
          .select({ at: submissions.submitted_at })
          .from(submissions)
          .where(
            and(
              eq(submissions.homework_id, paper.target_id),
              eq(submissions.student_id, row.student_id),
              isNull(submissions.deleted_at),
            ),
          )
          .orderBy(desc(submissions.number))
          .limit(1)
      : [];
  return work?.at ?? clock.date().toISOString();
}

/** What the decisions make together; undefined while one is open. */
export function stateOf(named: readonly Pick<PaperRow, 'outcome'>[]): Outcome | undefined {
  const found = new Set(named.map(({ outcome }) => outcome));
  if (named.length === 0 || found.has(null)) return undefined;
  if (found.has('SUPPORTED')) return 'SUPPORTED';
  const [only] = found;
  return found.size === 1 && only ? only : 'REJECTED';
}

/** Once all is decided the claim follows. */
export async function settle(
  call: Call,
  row: ClaimRow,
  note: { reason?: string | undefined } = {},
): Promise<ClaimState> {
  const state = stateOf(await papersOf(call, [row.id]));
  if (!state) return row.status;
  await call.db
    .update(claims)
    .set({
      status: state,
      decided_by: call.account_id,
      decided_at: sql`edulab_clock()`,
      published_at: null,
    })
    .where(eq(claims.id, row.id));
  if (state !== row.status)
    await recordTransition(call, claimWorkflow.entity, [{ id: row.id, from: row.status }], state, note);
  return state;
}
