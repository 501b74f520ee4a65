import { type SQL, sql } from 'drizzle-orm';
import {
  assessmentComponents,
  type BoardNote,
  reviewWithheld,
  type Withholding,
} from '#domains/assessment/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { claims, openClaims, papers } from './tables.ts';

/**
 * What claims do to marks before they are decided, and what boards are told of them. A mark about which a claim was sent is
 * not shown, and not confirmed, until the student has the answer: nobody looks at the mark first and then decides whether the
 * claim is wanted, and no board confirms what the answer would move.
 */

/** Components of the assessment `p`: the one that it names, or those of the exam. */
const itsComponents = sql`${assessmentComponents} a on a.course_module_id = p.course_module_id and a.deleted_at is null and case p.target when 'COMPONENT' then a.id = p.target_id
  else a.kind = 'EXAM' or exists (select 1 from ${assessmentComponents} o where o.id = a.parent_id and o.kind = 'EXAM') end`;
const named = sql`${claims} c join ${papers} p on p.claim_id = c.id and p.deleted_at is null`;

export const heldByClaims: Withholding = {
  name: 'HELD_BY_CLAIM',
  open: sql`select p.course_module_id, c.student_id, a.id as component_id, p.attempt::int as attempt from ${named} join ${itsComponents}
    where ${openClaims(sql`c`)} and not p.effective and p.target <> 'HOMEWORK'`,
};

const note = (code: string, where: SQL): SQL => sql`
  select p.course_module_id, c.student_id, case p.target when 'COMPONENT' then p.target_id end as component_id, p.attempt::int as attempt, ${sql.raw(`'${code}'::text`)} as code
    from ${named} where ${where}`;
const inForce = (effect: string): SQL => sql`p.effective and p.effect = ${sql.raw(`'${effect}'`)}`;

export const claimNotes: BoardNote = {
  name: 'circumstances',
  notes: sql.join(
    [
      note('CLAIM_OPEN', sql`${openClaims(sql`c`)} and not p.effective`),
      note('CLAIM_OPEN', sql`c.status = 'REVIEW_REQUESTED' and c.deleted_at is null and not p.effective`),
      note('CLAIM_NOTE', inForce('NOTE')),
      note('CLAIM_DEFERRAL', inForce('DEFERRAL')),
      note('CLAIM_UNCAPPED', inForce('UNCAPPED')),
    ],
    sql` union `,
  ),
};

/** Marks follow what became of these claims; what a claim named before counts too. */
export async function marksFollow(
  call: Pick<Call, 'client' | 'db' | 'kernel'>,
  claim_ids: readonly number[],
): Promise<void> {
  const { rows } = await call.db.execute<{ module: number }>(sql`
    select distinct p.course_module_id as module from ${papers} p where p.claim_id = any(${sql.param([...claim_ids])}::int[]) and p.target <> 'HOMEWORK'`);
  await reviewWithheld(
    call,
    rows.map(({ module }) => module),
  );
}
