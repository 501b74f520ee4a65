import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sendIssued } from '#domains/credentials/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField, refusalText } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { awardDecide, awardStep } from '../../shapes-awards.ts';
import { awardWorkflow } from '../../workflow-award.ts';
import { type AwardBoard, candidatesOf, getBoard, lockedBoard, membersOfBoard, tookPartInBoard } from './boards.ts';
import { factsOf, sameFacts, withoutId } from './facts.ts';
import { issueAwardMinutes } from './minutes.ts';
import { awardBoards, awardCandidates, awardMembers, type ClassRef, type Facts } from './tables.ts';

/** What a board does: it sits, decides, signs, and somebody else confirms. */

type Decision = z.infer<typeof awardDecide>['decisions'][number];

/** The only thing missing that a board may let pass, with a reason: a core module for which it takes another. */
const exceptableFault = 'CORE_NOT_PASSED';

/** Writes down what was decided. Errors: STALE, NOT_SITTING, BATCH_REFUSED with a fault for each candidate. */
export async function decide(call: Call, input: z.infer<typeof awardDecide>) {
  const board = await lockedBoard(call, input);
  if (board.status !== 'SITTING') throw fail('NOT_SITTING');
  const shown = await getBoard(call, board);
  const candidates = new Map((await candidatesOf(call, board.id)).map((row) => [row.student_id, row]));
  const written: { student_id: number; decision: string | null; awarded: string | null; reason: string | null }[] = [];
  const faults: { id: number; name: string; code: string; message: string }[] = [];
  for (const one of input.decisions) {
    const row = candidates.get(one.student_id);
    const judged = row ? judge(one, row.facts, shown.classes) : { code: 'NOT_FOUND' };
    if ('code' in judged)
      faults.push({
        id: one.student_id,
        name: row?.name ?? '',
        code: judged.code,
        message: refusalText(call.locale, judged.code),
      });
    else
      written.push({
        student_id: one.student_id,
        decision: one.decision,
        awarded: judged.class ? JSON.stringify(withoutId(judged.class)) : null,
        reason: one.reason ?? null,
      });
  }
  if (faults.length) throw fail('BATCH_REFUSED', { count: faults.length, faults });
  await call.client.query(
    `update award_candidates c set decision = d.decision, awarded = d.awarded::jsonb, reason = d.reason
       from jsonb_to_recordset($2::jsonb) as d(student_id integer, decision text, awarded text, reason text)
      where c.board_id = $1 and c.student_id = d.student_id`,
    [board.id, JSON.stringify(written)],
  );
  await call.db.update(awardBoards).set({ decided_by: call.account_id }).where(eq(awardBoards.id, board.id));
  return getBoard(call, board);
}

/** What a decision gives, or why it may not be made. */
function judge(
  one: Decision,
  facts: Facts,
  classes: readonly ClassRef[],
): { class: ClassRef | null } | { code: string } {
  if (one.decision === null) return { class: null };
  if (one.decision === 'DEFER') return one.reason ? { class: null } : { code: 'REASON_REQUIRED' };
  const blocking = facts.faults.filter(({ code }) => code !== exceptableFault);
  if (blocking.length) return { code: 'AWARD_FAULTS' };
  if (facts.faults.length && !one.reason) return { code: 'REASON_REQUIRED' };
  const place = (of: { id: number } | null) => (of ? classes.findIndex(({ id }) => id === of.id) : classes.length);
  const wanted = one.class_id === undefined ? facts.class : (classes.find(({ id }) => id === one.class_id) ?? null);
  if (one.class_id && !wanted) return { code: 'CLASS_NOT_REACHED' };
  if (one.decision === 'LOWER') {
    if (!one.reason) return { code: 'REASON_REQUIRED' };
    return place(wanted) > place(facts.class) ? { class: wanted } : { code: 'CLASS_NOT_LOWER' };
  }
  if (place(wanted) === place(facts.class)) return { class: wanted };
  if (wanted?.id !== facts.near?.id) return { code: 'CLASS_NOT_REACHED' };
  return one.reason ? { class: wanted } : { code: 'REASON_REQUIRED' };
}

/**
 * One step of a board's life. Errors: STALE, TRANSITION_NOT_ALLOWED, REASON_REQUIRED and those of its guards:
 * BOARD_NEEDS_CHAIR, BOARD_NEEDS_SECRETARY, NO_QUORUM, BOARD_NOT_YET, NO_CANDIDATES, MEMBER_IS_CANDIDATE,
 * NOT_ALL_DECIDED, SIGNATURES_MISSING, SAME_PERSON, FACTS_MOVED.
 */
export async function stepBoard(call: Call, input: z.infer<typeof awardStep>) {
  const board = await lockedBoard(call, input);
  const { status: to, reason } = input;
  const step = checkTransition(call, awardWorkflow, board.status, to, { reason });
  if (step.guard === 'quorum') await demandQuorum(call, board);
  if (step.guard === 'all_decided') await keepFacts(call, board);
  if (step.guard === 'signed_and_unmoved') await demandConfirmable(call, board);
  // What is looked at anew is counted anew, and signed anew.
  if (board.status === 'DECIDED' && to === 'SITTING') {
    await call.db.update(awardCandidates).set({ facts: null }).where(eq(awardCandidates.board_id, board.id));
    await call.db.update(awardMembers).set({ signed_at: null }).where(eq(awardMembers.board_id, board.id));
  }
  const [after] = await call.db
    .update(awardBoards)
    .set({
      status: to,
      ...(to === 'CONFIRMED' ? { confirmed_by: call.account_id, confirmed_at: clock.iso() } : {}),
    })
    .where(eq(awardBoards.id, board.id))
    .returning();
  await recordTransition(call, awardWorkflow.entity, [{ id: board.id, from: board.status }], to, { reason });
  if (to === 'CONFIRMED') {
    const document_id = await issueAwardMinutes(call, after!);
    await call.db.update(awardBoards).set({ document_id }).where(eq(awardBoards.id, board.id));
    await tellAwarded(call, board);
  }
  if (to === 'DECIDED') await askToSign(call, board);
  return getBoard(call, board);
}

async function demandQuorum(call: Call, board: AwardBoard): Promise<void> {
  const members = await membersOfBoard(call, board.id);
  const present = members.filter((one) => one.present);
  if (present.filter(({ role }) => role === 'CHAIR').length !== 1) throw failField('members', 'BOARD_NEEDS_CHAIR');
  if (present.filter(({ role }) => role === 'SECRETARY').length !== 1)
    throw failField('members', 'BOARD_NEEDS_SECRETARY');
  if (present.length < board.quorum)
    throw failField('members', 'NO_QUORUM', { present: present.length, quorum: board.quorum });
  if (!board.held_on || board.held_on > (await todayOf(call))) throw failField('held_on', 'BOARD_NOT_YET');
  const { rows } = await call.db.execute<{ candidates: number; own: string | null }>(sql`
    select count(*)::int as candidates, string_agg(distinct s.full_name, ', ') filter (where exists (
             select from ${awardMembers} m join ${staff} p on p.id = m.staff_id
              where m.board_id = ${board.id} and (p.account_id = s.account_id or p.pinfl = s.pinfl or p.passport_id = s.passport_id))) as own
      from ${awardCandidates} c join students s on s.id = c.student_id where c.board_id = ${board.id}`);
  if (!rows[0]?.candidates) throw fail('NO_CANDIDATES');
  if (rows[0].own) throw failField('members', 'MEMBER_IS_CANDIDATE', { names: rows[0].own });
}

/** Keeps what the board saw. Errors: NOT_ALL_DECIDED; FACTS_MOVED where a decision would not be made today. */
async function keepFacts(call: Call, board: AwardBoard): Promise<void> {
  const candidates = await candidatesOf(call, board.id);
  const open = candidates.filter((one) => one.decision === null);
  if (open.length) throw fail('NOT_ALL_DECIDED', { count: open.length });
  const { classes } = await getBoard(call, board);
  const moved = candidates.filter((one) => {
    const class_id = one.awarded ? (classes.find(({ code }) => code === one.awarded?.code)?.id ?? -1) : null;
    const decision: Decision = {
      student_id: one.student_id,
      decision: one.decision,
      class_id,
      ...(one.reason ? { reason: one.reason } : {}),
    };
    return 'code' in judge(decision, one.facts, classes);
  });
  if (moved.length) throw fail('FACTS_MOVED', { count: moved.length, names: namesOf(moved) });
  await call.client.query(
    `update award_candidates c set facts = f.facts from jsonb_to_recordset($2::jsonb) as f(student_id integer, facts jsonb)
      where c.board_id = $1 and c.student_id = f.student_id`,
    [board.id, JSON.stringify(candidates.map(({ student_id, facts }) => ({ student_id, facts })))],
  );
}

async function demandConfirmable(call: Call, board: AwardBoard): Promise<void> {
  if (tookPartInBoard(board, call.account_id)) throw fail('SAME_PERSON');
  const members = await membersOfBoard(call, board.id);
  const signed = members.filter((one) => one.signed_at);
  const missing = members.filter(
    (one) => one.present && !one.signed_at && (one.role === 'CHAIR' || one.role === 'SECRETARY'),
  );
  if (missing.length || signed.length < board.quorum)
    throw fail('SIGNATURES_MISSING', { signed: signed.length, quorum: board.quorum });
  const decided = (await candidatesOf(call, board.id)).filter((one) => one.decision !== 'DEFER');
  const live = await factsOf(
    call,
    decided.map((one) => one.student_id),
  );
  const moved = decided.filter((one) => !sameFacts(one.facts, live.get(one.student_id)!));
  if (moved.length) throw fail('FACTS_MOVED', { count: moved.length, names: namesOf(moved) });
}
const namesOf = (rows: readonly { name: string }[]) =>
  rows
    .map(({ name }) => name)
    .slice(0, 5)
    .join(', ');

/** The degree is awarded; the order that graduates comes after it, and is told by itself. */
async function tellAwarded(call: Call, board: AwardBoard): Promise<void> {
  const rows = await call.db
    .select({ account_id: students.account_id })
    .from(awardCandidates)
    .innerJoin(students, eq(students.id, awardCandidates.student_id))
    .where(and(eq(awardCandidates.board_id, board.id), eq(awardCandidates.decision, 'AWARD')));
  await notify(
    call,
    rows.flatMap(({ account_id }) => account_id ?? []),
    { type: 'award', title: titleOf('notice_awarded', {}), link: '/transcript' },
  );
}

async function askToSign(call: Call, board: AwardBoard): Promise<void> {
  const members = await membersOfBoard(call, board.id);
  await notify(
    call,
    members.flatMap((one) => (one.present && one.account_id ? one.account_id : [])),
    { type: 'award_board', title: titleOf('award_sign', {}), link: `/award-board/${board.id}` },
  );
}

/** The caller signs as a member who was there. Errors: NOT_DECIDED, NOT_A_MEMBER. */
export async function signBoard(call: Call, input: { id: number }) {
  const board = await lockedBoard(call, input);
  if (board.status !== 'DECIDED') throw fail('NOT_DECIDED');
  const [signed] = await call.db
    .update(awardMembers)
    .set({ signed_at: clock.iso() })
    .where(
      and(
        eq(awardMembers.board_id, board.id),
        eq(awardMembers.present, true),
        inArray(
          awardMembers.staff_id,
          call.db.select({ id: staff.id }).from(staff).where(eq(staff.account_id, call.account_id)),
        ),
      ),
    )
    .returning({ id: awardMembers.id });
  if (!signed) throw fail('NOT_A_MEMBER');
  return getBoard(call, board);
}

/** The minutes as they were issued. */
export async function awardMinutes(call: Call, input: { id: number }): Promise<{ ok: true }> {
  await getBoard(call, input);
  const [board] = await call.db
    .select({ document_id: awardBoards.document_id })
    .from(awardBoards)
    .where(eq(awardBoards.id, input.id));
  if (!board?.document_id) throw fail('NOT_FOUND');
  return sendIssued(call, board.document_id);
}
