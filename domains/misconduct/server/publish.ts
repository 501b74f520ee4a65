import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { applyPenalty, removePenalty, showPenalties } from '#domains/assessment/server/index.ts';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { appealDecision, appealInput, boardInput, publishInput, unpublishInput } from '../shapes.ts';
import { boardWorkflow, offenceWorkflow, toldStates } from '../workflow.ts';
import { loadCase, membersOf, shownCase } from './cases.ts';
import { demandUninvolved, partsIn } from './conflicts.ts';
import { write } from './letters.ts';
import { demandOwnAlone } from './naming.ts';
import { decidersOf } from './panel.ts';
import type { Offence } from './reach.ts';
import { enter } from './steps.ts';
import { ownCase } from './student.ts';
import { consultationReports, offenceFindings, offencePenalties, offences } from './tables.ts';

/**
 * To whom it is told what became of a case. The registry's part is where the penalty lives: it is applied with it, rests
 * while that is taken back, and goes with an appeal that is upheld. The student's part begins the time for an appeal.
 */

/** Working days from the letter on. */
const appealDays = 10;
const of = (row: Offence) => ({ kind: 'misconduct', source_id: row.id });

/** The penalty that stands lives on the mark while the registry has it, and the student sees it with the case. */
async function align(call: Call, row: Offence, reason?: string): Promise<void> {
  const deciders = await decidersOf(call, row);
  const operation = row.penalty === 'WARNING' ? null : row.penalty;
  const lives = operation !== null && row.published_registrar_at !== null && row.appeal_outcome !== 'UPHELD';
  if (lives)
    await applyPenalty(call, {
      ...of(row),
      number: row.number,
      operation,
      course_module_id: row.course_module_id,
      component_id: row.component_id,
      student_id: row.student_id,
      attempt: row.attempt,
      decided_by: deciders,
    });
  else
    await removePenalty(call, {
      ...of(row),
      number: row.number,
      decided_by: row.appeal_by ? [row.appeal_by] : deciders,
    });
  await showPenalties(call, { ...of(row), reason }, row.published_student_at !== null);
}

/** Errors: NOTHING_TO_PUBLISH, REPORT_UNSEEN, PENALTY_MISSING, PENALTY_UNSIGNED, REASON_REQUIRED. */
export async function publish(call: Call, input: z.infer<typeof publishInput>) {
  const row = await loadCase(call, input);
  // Whoever of the two hears of it second hears of what is published already, an appeal or none.
  const already = toldStates.find((status) => status === row.status);
  if (!already) checkTransition(call, offenceWorkflow, row.status, 'PUBLISHED', {});
  if (row.status === 'CONCLUDED' && row.conclusion !== 'NO_CASE_TO_ANSWER') await demandSeen(call, row);
  if (row.conclusion === 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT') await demandDecided(call, row);
  const fresh = input.to.filter((to) => flagOf(row, to) === null);
  if (fresh.length === 0) throw fail('NOTHING_TO_PUBLISH');
  const again = row.status === 'UNPUBLISHED';
  if (again && !input.reason) throw failField('reason', 'REASON_REQUIRED');
  const now = clock.iso();
  const appeal_until = await workingDayAfter(call, await todayOf(call), appealDays);
  const changes = {
    ...(fresh.includes('STUDENT')
      ? { published_student_at: now, communicated_at: row.communicated_at ?? now, appeal_until }
      : {}),
    ...(fresh.includes('REGISTRAR') ? { published_registrar_at: now } : {}),
  };
  const after = await enter(call, row, already ?? 'PUBLISHED', changes, input.reason);
  await align(call, after, input.reason);
  if (fresh.includes('STUDENT')) await tellOutcome(call, after, appeal_until);
  return shownCase(call, row);
}

const flagOf = (row: Offence, to: 'STUDENT' | 'REGISTRAR') =>
  to === 'STUDENT' ? row.published_student_at : row.published_registrar_at;

/** Who disagrees goes to a panel: the student reads the report first, or the office locks what nobody answers. */
async function demandSeen(call: Call, row: Offence): Promise<void> {
  const [report] = await call.db
    .select({ status: consultationReports.status })
    .from(consultationReports)
    .where(and(eq(consultationReports.offence_id, row.id), isNull(consultationReports.deleted_at)));
  if (report?.status === 'SIGNED_BY_STAFF') throw fail('REPORT_UNSEEN');
}

async function demandDecided(call: Call, row: Offence): Promise<void> {
  const [finding] = await call.db.select().from(offenceFindings).where(eq(offenceFindings.offence_id, row.id));
  if (!finding) throw fail('PENALTY_MISSING');
  if (finding.finding === 'NOT_PROVEN') return;
  const [penalty] = await call.db.select().from(offencePenalties).where(eq(offencePenalties.offence_id, row.id));
  if (!penalty) throw fail('PENALTY_MISSING');
  if (penalty.outside && penalty.signed_by === null) throw fail('PENALTY_UNSIGNED');
}

/** What came out in the words of a letter. */
async function tellOutcome(call: Call, row: Offence, until: string): Promise<void> {
  const [finding] = await call.db.select().from(offenceFindings).where(eq(offenceFindings.offence_id, row.id));
  const minor = row.conclusion === 'MINOR_ACADEMIC_MISCONDUCT' && !finding;
  await write(call, row, 'outcome', (locale) => ({
    outcome: message(locale, finding ? `offence_finding.${finding.finding}` : `offence_conclusion.${row.conclusion}`),
    penalty: message(locale, `offence_penalty.${row.penalty ?? (minor ? 'WARNING' : 'NONE')}`),
    reason: finding?.reason ?? '—',
    until: longDate(until, locale),
  }));
}

export async function unpublish(call: Call, input: z.infer<typeof unpublishInput>) {
  const row = await loadCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'UNPUBLISHED', { reason: input.reason });
  const taken = input.to.filter((to) => flagOf(row, to) !== null);
  if (taken.length === 0) throw fail('NOTHING_TO_PUBLISH');
  const changes = {
    ...(taken.includes('STUDENT') ? { published_student_at: null, appeal_until: null } : {}),
    ...(taken.includes('REGISTRAR') ? { published_registrar_at: null } : {}),
  };
  const left = (['STUDENT', 'REGISTRAR'] as const).some((to) => flagOf(row, to) !== null && !taken.includes(to));
  const after = await enter(call, row, left ? 'PUBLISHED' : 'UNPUBLISHED', changes, input.reason);
  await align(call, after, input.reason);
  return shownCase(call, row);
}

/** Until the end of the last day at the institution. */
export async function appeal(call: Call, input: z.infer<typeof appealInput>) {
  const row = await ownCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'APPEALED', {});
  if (row.published_student_at === null || row.appeal_until === null || (await todayOf(call)) > row.appeal_until)
    throw fail('APPEAL_CLOSED', { until: row.appeal_until ?? '—' });
  await enter(call, row, 'APPEALED', { appeal_text: input.text, appeal_at: clock.iso() });
  return shownCase(call, row);
}

/** By somebody who has had no part: neither in the module, nor in the consultation, nor on the panel. */
export async function decideAppeal(call: Call, input: z.infer<typeof appealDecision>) {
  const row = await loadCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'APPEAL_DECIDED', { reason: input.reason });
  await demandOwnAlone(call, row, 'reason', input.reason);
  const sat = ((await membersOf(call, [row.id])).get(row.id) ?? []).map(({ account_id }) => account_id);
  demandUninvolved(call, await partsIn(call, row, [...sat, ...(await decidersOf(call, row))]), [call.account_id]);
  const after = await enter(
    call,
    row,
    'APPEAL_DECIDED',
    { appeal_outcome: input.outcome, appeal_reason: input.reason, appeal_by: call.account_id },
    input.reason,
  );
  await align(call, after, input.reason);
  await write(call, after, 'appeal', (locale) => ({
    outcome: message(locale, `offence_appeal.${input.outcome}`),
    reason: input.reason,
  }));
  return shownCase(call, row);
}

/** What the subject board was told and said. Errors: PENALTY_MISSING where there is none to confirm. */
export async function changeBoard(call: Call, input: z.infer<typeof boardInput>) {
  const row = await loadCase(call, input);
  checkTransition(call, boardWorkflow, row.subject_board_status, input.status, { reason: input.reason });
  if (input.status === 'PENALTY_CONFIRMED' && row.penalty === null) throw fail('PENALTY_MISSING');
  await call.db.update(offences).set({ subject_board_status: input.status }).where(eq(offences.id, row.id));
  await recordTransition(call, boardWorkflow.entity, [{ id: row.id, from: row.subject_board_status }], input.status, {
    reason: input.reason,
  });
  return shownCase(call, row);
}
