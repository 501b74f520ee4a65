import { type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { claimWorkflow } from '../workflow.ts';
import { marksFollow } from './marks.ts';
import { type Teller, tellStudent } from './notices.ts';
import { claims, papers } from './tables.ts';

/**
 * Claims whose evidence did not come by its day, the whole of it: what is undecided of them is rejected by rule. Whoever was
 * down for a week finds them still PENDING; done twice it finds nothing. Answers how many there were.
 */
export async function rejectWithoutEvidence(kernel: Kernel): Promise<number> {
  let ended = 0;
  await everyInstitutionInTheNight(kernel, 'claims', async (call) => {
    ended += await rejectIn(call);
  });
  return ended;
}

async function rejectIn(call: Teller): Promise<number> {
  const supported = (claim: SQL) =>
    sql`exists (select 1 from ${papers} s where s.claim_id = ${claim} and s.deleted_at is null and s.outcome = 'SUPPORTED')`;
  const { rows } = await call.db.execute<{ id: number; student_id: number; supported: boolean }>(sql`
    with late as (
      select c.id from ${claims} c where c.status = 'PENDING' and c.deleted_at is null and c.evidence_by < (select edulab_today())
         for update of c),
    said as (
      update ${papers} p set outcome = 'REJECTED', rule = 'NO_EVIDENCE', decided_at = edulab_now()
        from late where p.claim_id = late.id and p.deleted_at is null and p.outcome is null)
    update ${claims} c set status = case when ${supported(sql`c.id`)} then 'SUPPORTED' else 'REJECTED' end, decided_at = edulab_now(),
           published_at = case when ${supported(sql`c.id`)} then null else edulab_now() end
      from late where c.id = late.id returning c.id, c.student_id, c.status = 'SUPPORTED' as supported`);
  for (const { id, student_id, supported: some } of rows) {
    await recordTransition(call, claimWorkflow.entity, [{ id, from: 'PENDING' }], some ? 'SUPPORTED' : 'REJECTED', {});
    // Where an officer had supported some of it already, the office publishes what came of the whole.
    if (!some) await tellStudent(call, { id, student_id }, 'news');
  }
  await marksFollow(
    call,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
