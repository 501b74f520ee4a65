import { and, eq, isNull, sql } from 'drizzle-orm';
import { uncapRetakes } from '#domains/assessment/server/index.ts';
import { type Grant, grant, revokeGrant } from '#domains/deadlines/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { claimWorkflow } from '../workflow.ts';
import { type ClaimRow, type PaperRow, papersOf } from './claims.ts';
import { papers } from './tables.ts';

/**
 * What a decision puts into force, and takes out again. The version of the paper is the version of the decision: an older
 * one that comes late is refused by those who keep dates.
 */

const decisionOf = ({ id, version }: Pick<PaperRow, 'id' | 'version'>) => ({ kind: claimWorkflow.entity, id, version });

/** Two decisions about one date wait for each other here. */
async function turn(call: Call, paper: PaperRow, effective: boolean): Promise<PaperRow> {
  const [row] = await call.db.update(papers).set({ effective }).where(eq(papers.id, paper.id)).returning();
  return row!;
}

function grantOf(claim: ClaimRow, { target, target_id, attempt, effect, until }: PaperRow): Grant | undefined {
  const of = { student_id: claim.student_id, target: { kind: target, id: target_id, attempt } };
  if (effect === 'DEFERRAL') return { ...of, effect };
  return (effect === 'EXTENSION' || effect === 'LATE_ACCEPTED') && until
    ? { ...of, effect: 'EXTENSION', until }
    : undefined;
}

/** Whatever is supported and not in force yet comes into force. */
export async function putInForce(call: Call, claim: ClaimRow): Promise<void> {
  for (const paper of await papersOf(call, [claim.id])) {
    if (paper.outcome !== 'SUPPORTED' || paper.effective) continue;
    const row = await turn(call, paper, true);
    const given = grantOf(claim, row);
    if (given) await grant(call, decisionOf(row), [given]);
    if (row.effect === 'UNCAPPED') await uncapRetakes(call, claim.student_id, row.course_module_id, true);
  }
}

/** All of it is in force no longer. */
export async function takeOutOfForce(call: Call, claim: ClaimRow): Promise<void> {
  for (const paper of await papersOf(call, [claim.id])) {
    if (!paper.effective) continue;
    const row = await turn(call, paper, false);
    await revokeGrant(call, decisionOf(row));
    if (row.effect === 'UNCAPPED' && !(await stillUncapped(call, claim, row)))
      await uncapRetakes(call, claim.student_id, row.course_module_id, false);
  }
}

/** Another claim may have taken the same cap away. */
async function stillUncapped(call: Call, claim: ClaimRow, paper: PaperRow): Promise<boolean> {
  const rows = await call.db
    .select({ id: papers.id })
    .from(papers)
    .where(
      and(
        eq(papers.course_module_id, paper.course_module_id),
        eq(papers.effect, 'UNCAPPED'),
        papers.effective,
        isNull(papers.deleted_at),
        sql`${papers.claim_id} in (select c.id from ec_claims c where c.student_id = ${claim.student_id})`,
      ),
    );
  return rows.length > 0;
}
