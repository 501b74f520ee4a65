import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { releaseHold } from '#domains/assessment/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { clockIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { Conclusion, statusInput } from '../shapes.ts';
import { endStates, type OffenceState, offenceWorkflow } from '../workflow.ts';
import { loadCase, shownCase } from './cases.ts';
import { demandUninvolved, mayConsult, partsIn, staffOf } from './conflicts.ts';
import { openCases } from './incidents.ts';
import { type Actor, write } from './letters.ts';
import type { Offence } from './reach.ts';
import { consultationReports, offences, offenceTypes } from './tables.ts';
import { previousCases } from './tariff.ts';

/** The steps of a case that are taken by its status alone. */

/** Writes a step with its history; whatever ends a case gives back what it held. */
export async function enter(
  call: Actor,
  row: Offence,
  to: OffenceState,
  more: Partial<typeof offences.$inferInsert> = {},
  reason?: string,
): Promise<Offence> {
  const [after] = await call.db
    .update(offences)
    .set({ ...more, status: to })
    .where(eq(offences.id, row.id))
    .returning();
  await recordTransition(call, offenceWorkflow.entity, [{ id: row.id, from: row.status }], to, { reason });
  if (endStates.some((state) => state === to)) await releaseHold(call, { kind: 'misconduct', source_id: row.id });
  return after!;
}

type Input = z.infer<typeof statusInput>;

/** Errors: those of the step that is asked for. */
export async function changeStatus(call: Call, input: Input) {
  const row = await loadCase(call, input);
  const step = checkTransition(call, offenceWorkflow, row.status, input.status, { reason: input.reason });
  switch (input.status) {
    case 'REPORTED':
      await openCases(call, [row]);
      break;
    case 'DISMISSED':
      if (row.reported_by === call.account_id) throw fail('SOMEBODY_ELSE');
      await enter(call, row, 'DISMISSED', {}, input.reason);
      break;
    case 'CONSULTATION':
      await takeUp(call, row, input);
      break;
    case 'CONCLUDED':
      await conclude(call, row);
      break;
    case 'CLOSED':
      await demandOver(call, row);
      await close(call, row, input.reason);
      break;
    default:
      await enter(call, row, step.to, {}, input.reason);
  }
  return shownCase(call, row);
}

/** Appoints who consults, who may teach the module but has not reported, and asks the student for a statement. */
async function takeUp(call: Call, row: Offence, input: Input): Promise<void> {
  if (!input.leader_id || !input.mentor_id || input.leader_id === input.mentor_id) throw fail('CONSULTANTS_NEEDED');
  if (!input.statement_until || Date.parse(input.statement_until) <= clock.now())
    throw failField('statement_until', 'STATEMENT_CLOSED');
  const people = await staffOf(call, 'leader_id', [input.leader_id, input.mentor_id], 'CONSULTATION');
  const consultants = [...people.values()].map(({ account_id }) => account_id);
  demandUninvolved(call, await partsIn(call, row), consultants, mayConsult);
  const after = await enter(call, row, 'CONSULTATION', { consultants, statement_until: input.statement_until });
  const until = input.statement_until;
  await write(call, after, 'invited', async (locale) => ({
    type: (await titlesOf({ ...call, locale }, offenceTypes, [row.type_id])).get(row.type_id)?.title ?? '',
    until: await spokenInstant(call, until, locale),
  }));
}

/** An instant as letters say it, on the institution's clocks. */
export async function spokenInstant(call: Call, at: string, locale: Call['locale']): Promise<string> {
  const [day = '', time = ''] = clockIn(await zoneOf(call), at).split('T');
  return `${longDate(day, locale)}, ${time}`;
}

/** The deadline's own minute still counts. */
export const isOpenUntil = (until: string | null): boolean =>
  until !== null && clock.now() < Math.floor(Date.parse(until) / 60_000) * 60_000 + 60_000;

/** By the report of the consultation, when everybody who consulted has signed it; what may be major goes on to a panel. */
async function conclude(call: Call, row: Offence): Promise<void> {
  if (!row.consultants.includes(call.account_id)) throw fail('NOT_YOUR_CASE');
  if (row.statement === null && isOpenUntil(row.statement_until)) throw fail('STATEMENT_OPEN');
  const [report] = await call.db
    .select()
    .from(consultationReports)
    .where(sql`${consultationReports.offence_id} = ${row.id} and ${consultationReports.deleted_at} is null`)
    .for('update');
  if (!report || report.status === 'DRAFT') throw fail('REPORT_NOT_SIGNED');
  await demandFirst(call, row, report.conclusion);
  const after = await enter(call, row, 'CONCLUDED', { conclusion: report.conclusion });
  const disputed = report.answer === 'DISAGREES' && report.conclusion !== 'NO_CASE_TO_ANSWER';
  if (report.conclusion === 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT' || disputed) await enter(call, after, 'PANEL');
}

/** Poor practice is a first time. Two reports before any outcome are one first time: what counts is when it was told. */
export async function demandFirst(call: Call, row: Offence, conclusion: Conclusion): Promise<void> {
  if (conclusion === 'POOR_ACADEMIC_PRACTICE' && (await previousCases(call, row)).length) throw fail('NOT_FIRST_CASE');
}

/** Errors: APPEALS_NOT_OVER, WITH_THE_BOARD. */
export async function demandOver(call: Call, row: Offence): Promise<void> {
  const today = await todayOf(call);
  const told = row.published_student_at !== null && row.published_registrar_at !== null;
  const over = row.status === 'APPEAL_DECIDED' || (row.appeal_until !== null && today > row.appeal_until);
  if (!told || !over) throw fail('APPEALS_NOT_OVER', { until: row.appeal_until ?? '—' });
  if (row.subject_board_status === 'REFERRED' || row.subject_board_status === 'RETURNED') throw fail('WITH_THE_BOARD');
}

/** The end of what the institution does; its letter says so. */
export async function close(call: Actor, row: Offence, reason?: string): Promise<void> {
  const after = await enter(call, row, 'CLOSED', {}, reason);
  await write(call, after, 'closed', () => ({}));
}
