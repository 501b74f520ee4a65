import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModuleTeachers } from '#domains/curriculum/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff, whoActs } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { panelSave, vote } from '../shapes.ts';
import type { Outcome } from '../workflow.ts';
import { type ClaimRow, claim, numberOf, openClaim, type PaperRow } from './claims.ts';
import { claimToDecide, demandOther } from './desk.ts';
import { ownStaff } from './reach.ts';
import { rulesOf } from './settings.ts';
import { claims, panelMembers, papers, votes } from './tables.ts';

/** Panels over hard cases: who sits in them, what they say, and that a decision follows the majority of a quorum. */

/**
 * Staff who may not sit over this claim: whoever teaches one of its modules, whoever has spoken about it before a review,
 * and the student's own account. Asked at the appointment, and again of every vote that counts.
 */
const inConflict = (row: Pick<ClaimRow, 'id' | 'student_id'>) => sql`(
  select t.staff_id from ${courseModuleTeachers} t join ${papers} p on p.course_module_id = t.course_module_id
   where p.claim_id = ${row.id} and p.deleted_at is null
  union select m.staff_id from ${panelMembers} m join ${votes} v on v.member_id = m.id where m.claim_id = ${row.id} and m.deleted_at is not null
  union select t.id from ${staff} t join students s on s.account_id = t.account_id where s.id = ${row.student_id})`;

/** Those who may sit in panels at all. */
const seatable = whoActs('circumstance.panel');

export async function candidates(call: Call, input: { claim_id: number }) {
  const row = await claim.find(call, input.claim_id);
  const { rows } = await call.db.execute<{ id: number; title: string; conflict: boolean }>(sql`
    select t.id, concat_ws(' ', t.lastname, t.firstname) as title, t.id in ${inConflict(row)} as conflict
      from ${staff} t where t.id in ${seatable} order by t.lastname, t.firstname, t.id limit 200`);
  return rows;
}

/** Says who sits, or that nobody needs to. Errors: NOT_UNDER_REVIEW, CLAIM_PANEL_TOO_SMALL, PANEL_CONFLICT. */
export async function savePanel(call: Call, input: z.infer<typeof panelSave>) {
  const row = await claimToDecide(call, input);
  await demandOther(call, row);
  if (row.status !== 'UNDER_REVIEW' && row.status !== 'REVIEW_REQUESTED') throw fail('NOT_UNDER_REVIEW');
  const wanted = [...new Set(input.panel ? input.staff_ids : [])];
  const { panel_quorum } = await rulesOf(call);
  if (input.panel && wanted.length < panel_quorum)
    throw failField('staff_ids', 'CLAIM_PANEL_TOO_SMALL', { need: panel_quorum });
  const known = wanted.length
    ? await call.db
        .select({ id: staff.id, conflict: sql<boolean>`${staff.id} in ${inConflict(row)}` })
        .from(staff)
        .where(and(inArray(staff.id, wanted), sql`${staff.id} in ${seatable}`))
    : [];
  if (known.length < wanted.length) throw failField('staff_ids', 'UNKNOWN_REFERENCE');
  if (known.some(({ conflict }) => conflict)) throw failField('staff_ids', 'PANEL_CONFLICT');
  const now = await call.db
    .select({ id: panelMembers.id, staff_id: panelMembers.staff_id })
    .from(panelMembers)
    .where(and(eq(panelMembers.claim_id, row.id), isNull(panelMembers.deleted_at)));
  const gone = now.filter(({ staff_id }) => !wanted.includes(staff_id)).map(({ id }) => id);
  if (gone.length) {
    await call.db.delete(votes).where(inArray(votes.member_id, gone));
    await call.db.update(panelMembers).set({ deleted_at: sql`edulab_now()` }).where(inArray(panelMembers.id, gone));
  }
  const fresh = wanted.filter((id) => !now.some(({ staff_id }) => staff_id === id));
  if (fresh.length)
    await call.db.insert(panelMembers).values(fresh.map((staff_id) => ({ claim_id: row.id, staff_id })));
  const { meets_at: panel_at = null, place: panel_place = null } = input.panel ? input : {};
  const moved = panel_at !== null && (row.panel_at === null || Date.parse(panel_at) !== Date.parse(row.panel_at));
  await call.db.update(claims).set({ panel: input.panel, panel_at, panel_place }).where(eq(claims.id, row.id));
  await tellPanel(call, row, moved ? wanted : fresh);
  return openClaim(call, { id: row.id });
}

/** That they sit, or sit at another hour; about whom it is, they read where it is theirs to read. */
async function tellPanel(call: Call, row: ClaimRow, staff_ids: readonly number[]): Promise<void> {
  if (staff_ids.length === 0) return;
  const people = await call.db
    .select({ account_id: staff.account_id })
    .from(staff)
    .where(inArray(staff.id, [...staff_ids]));
  await notify(
    call,
    people.flatMap(({ account_id }) => account_id ?? []),
    { type: 'circumstance', title: titleOf('notice_ec_panel', { number: numberOf(row.id) }), link: `/ec/${row.id}` },
  );
}

/** A member speaks, or thinks again while nothing is decided. Errors: NOT_IN_PANEL, NOT_UNDER_REVIEW, PANEL_CONFLICT. */
export async function castVote(call: Call, input: z.infer<typeof vote>) {
  const [found] = await call.db
    .select({ claim: claims, member_id: panelMembers.id })
    .from(papers)
    .innerJoin(claims, eq(claims.id, papers.claim_id))
    .innerJoin(panelMembers, and(eq(panelMembers.claim_id, claims.id), isNull(panelMembers.deleted_at)))
    .where(
      and(eq(papers.id, input.paper_id), isNull(papers.deleted_at), sql`${panelMembers.staff_id} in ${ownStaff(call)}`),
    )
    // Who decides meanwhile is waited for: nobody speaks about what is decided.
    .for('share', { of: claims });
  if (!found) throw fail('NOT_IN_PANEL');
  if (found.claim.status !== 'UNDER_REVIEW' && found.claim.status !== 'REVIEW_REQUESTED')
    throw fail('NOT_UNDER_REVIEW');
  const { rowCount } = await call.db.execute(
    sql`select 1 from ${panelMembers} m where m.id = ${found.member_id} and m.staff_id in ${inConflict(found.claim)}`,
  );
  if (rowCount) throw fail('PANEL_CONFLICT');
  const said = { outcome: input.outcome, note: input.note ?? null };
  await call.db
    .insert(votes)
    .values({ paper_id: input.paper_id, member_id: found.member_id, ...said })
    .onConflictDoUpdate({ target: [votes.paper_id, votes.member_id], set: { ...said, deleted_at: null } });
  const answer = (await claim.get(call, { id: found.claim.id })).papers.find(({ id }) => id === input.paper_id);
  if (!answer) throw fail('NOT_FOUND');
  return answer;
}

/** Refuses a decision that the panel has not made: too few who may speak have, or most said otherwise. */
export async function demandPanel(call: Call, row: ClaimRow, paper: PaperRow, outcome: Outcome): Promise<void> {
  const { panel_quorum: need } = await rulesOf(call);
  const { rows } = await call.db.execute<{ have: number; for: number }>(sql`
    select count(*)::int as have, (count(*) filter (where v.outcome = 'SUPPORTED'))::int as for
      from ${votes} v join ${panelMembers} m on m.id = v.member_id and m.deleted_at is null
     where v.paper_id = ${paper.id} and v.deleted_at is null and m.staff_id not in ${inConflict(row)}`);
  const { have = 0, for: supporting = 0 } = rows[0] ?? {};
  if (have < need) throw fail('PANEL_QUORUM', { have, need });
  if (supporting > have - supporting !== (outcome === 'SUPPORTED')) throw fail('PANEL_MAJORITY', { have, supporting });
}

/** Who spoke before a review speaks no more. */
export async function dismissPanel(call: Call, row: ClaimRow): Promise<void> {
  await call.db
    .update(panelMembers)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(panelMembers.claim_id, row.id), isNull(panelMembers.deleted_at)));
  await call.db.update(claims).set({ panel_at: null, panel_place: null }).where(eq(claims.id, row.id));
}
