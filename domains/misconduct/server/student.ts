import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { answerInput, statementInput, waiveInput } from '../shapes.ts';
import { reportWorkflow } from '../workflow.ts';
import { offence, raiseVersion, shownCase } from './cases.ts';
import { type Offence, ownCases } from './reach.ts';
import { enter, isOpenUntil } from './steps.ts';
import { consultationReports, offenceFindings, offences } from './tables.ts';

/** What students do in their own cases; a stranger's is not there for them, whatever other rights they hold. */

export const ownCase = (call: Call, read: { id: number; version: number }): Promise<Offence> =>
  loadForChange(call, offences, ownCases(call), read, ({ id }) => offence.get(call, { id }));

/** Until the deadline, its own minute included; as often as wanted. */
export async function makeStatement(call: Call, input: z.infer<typeof statementInput>) {
  const row = await ownCase(call, input);
  if (row.status !== 'CONSULTATION') throw fail('CASE_UNDER_WAY');
  if (!isOpenUntil(row.statement_until)) throw fail('STATEMENT_CLOSED');
  const statement_file_ids = input.file_ids ?? row.statement_file_ids;
  await claimFiles(call, 'file_ids', statement_file_ids, row.statement_file_ids);
  await call.db
    .update(offences)
    .set({ statement: input.text, statement_at: clock.iso(), statement_file_ids })
    .where(eq(offences.id, row.id));
  return shownCase(call, row);
}

/** That the report was seen. Whoever disagrees is heard by a panel. */
export async function answerReport(call: Call, input: z.infer<typeof answerInput>) {
  const row = await ownCase(call, input);
  const [report] = await call.db
    .select()
    .from(consultationReports)
    .where(and(eq(consultationReports.offence_id, row.id), sql`${consultationReports.deleted_at} is null`))
    .for('update');
  if (!report || report.status === 'DRAFT') throw fail('REPORT_NOT_SIGNED');
  checkTransition(call, reportWorkflow, report.status, 'SEEN_BY_STUDENT', {});
  await call.db
    .update(consultationReports)
    .set({ status: 'SEEN_BY_STUDENT', answer: input.answer, comment: input.comment ?? null, seen_at: clock.iso() })
    .where(eq(consultationReports.id, report.id));
  await recordTransition(call, reportWorkflow.entity, [{ id: report.id, from: report.status }], 'SEEN_BY_STUDENT', {});
  if (row.status === 'CONCLUDED' && input.answer === 'DISAGREES' && row.conclusion !== 'NO_CASE_TO_ANSWER')
    await enter(call, row, 'PANEL');
  else await raiseVersion(call, row.id);
  return shownCase(call, row);
}

/** For the next hearing that is set. */
export async function waive(call: Call, input: z.infer<typeof waiveInput>) {
  const row = await ownCase(call, input);
  const heard = await call.db
    .select({ id: offenceFindings.id })
    .from(offenceFindings)
    .where(eq(offenceFindings.offence_id, row.id));
  if (row.status !== 'PANEL' || heard.length) throw fail('CASE_UNDER_WAY');
  await call.db.update(offences).set({ notice_waived_at: clock.iso() }).where(eq(offences.id, row.id));
  return shownCase(call, row);
}
