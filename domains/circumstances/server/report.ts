import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { issueLetter, revokeDocument, sendIssued } from '#domains/credentials/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { studentById } from '#domains/students/server/index.ts';
import { type Locale, locales } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { reportInput, withdrawal } from '../shapes.ts';
import { claimWorkflow, decidedStates } from '../workflow.ts';
import { type ClaimRow, claim, numberOf, openClaim, type PaperRow, papersOf } from './claims.ts';
import { claimToDecide, demandOther } from './desk.ts';
import { putInForce, takeOutOfForce } from './effects.ts';
import { marksFollow } from './marks.ts';
import { tellStudent } from './notices.ts';
import { claims } from './tables.ts';

/**
 * Publishing a decision: its outcome report, a letter with a number and a check code, goes to the student, and what was
 * decided comes into force. The report says what was decided and why, never what happened.
 */
export async function publish(call: Call, input: z.infer<typeof reportInput>) {
  const row = await claimToDecide(call, input);
  await demandOther(call, row);
  if (!decidedStates.includes(row.status)) throw fail('CLAIM_NOT_DECIDED');
  if (row.published_at !== null && row.report_id !== null) throw fail('IS_PUBLISHED');
  if (row.published_at === null) await putInForce(call, row);
  // After a review: two reports that say different things would both be found genuine.
  if (row.report_id) await revokeDocument(call, row.report_id, 'LETTER_TAKEN_BACK');
  const report_id = await write(call, row, input.language);
  await call.db
    .update(claims)
    .set({ report_id, ...(row.published_at === null ? { published_at: sql`edulab_clock()` } : {}) })
    .where(eq(claims.id, row.id));
  await marksFollow(call, [row.id]);
  return openClaim(call, { id: row.id });
}

/** Takes a publication back: the decision stands, and holds for nobody until it is published again. */
export async function unpublish(call: Call, input: z.infer<typeof withdrawal>) {
  const row = await claimToDecide(call, input);
  await demandOther(call, row);
  if (row.published_at === null || !decidedStates.includes(row.status)) throw fail('CLAIM_NOT_PUBLISHED');
  await takeOutOfForce(call, row);
  if (row.report_id) await revokeDocument(call, row.report_id, 'LETTER_TAKEN_BACK');
  await call.db.update(claims).set({ published_at: null, report_id: null }).where(eq(claims.id, row.id));
  await recordTransition(call, claimWorkflow.entity, [{ id: row.id, from: row.status }], row.status, {
    reason: input.reason,
  });
  await marksFollow(call, [row.id]);
  await tellStudent(call, row, 'news');
  return openClaim(call, { id: row.id });
}

/** The paper, for whoever is shown its number: the office, and the student once it is out. */
export async function reportFile(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const { report_id } = await claim.get(call, input);
  if (!report_id) throw fail('NOT_FOUND');
  return sendIssued(call, report_id);
}

async function write(call: Call, row: ClaimRow, asked: Locale | undefined): Promise<number> {
  const student = await studentById(call, row.student_id);
  const {
    rows: [reader],
  } = await call.client.query<{ locale: string }>('select locale from accounts where id = $1', [student.account_id]);
  const language = asked ?? locales.find((one) => one === reader?.locale) ?? 'uz';
  const named = await papersOf(call, [row.id]);
  const titles = await titlesOf(
    call,
    courseModules,
    named.map((paper) => paper.course_module_id),
    sql`(select ${localTitle(sql`m.title`, language)} from ${modules} m where m.id = ${courseModules.module_id})`,
  );
  const zone = await zoneOf(call);
  const text = (key: string, values: Record<string, unknown> = {}) => message(language, `ec_report.${key}`, values);
  const moment = (at: string) => {
    const [day = '', time = ''] = clockIn(zone, at).split('T');
    return `${paperDate(day)} ${time}`;
  };
  const effect = (paper: PaperRow) =>
    paper.effect ? text(`effect_${paper.effect}`, { until: paper.until ? moment(paper.until) : '' }) : '—';
  const called = (paper: PaperRow) =>
    [titles.get(paper.course_module_id)?.title, paper.target === 'EXAM' ? undefined : paper.title]
      .filter(Boolean)
      .join(': ') + (paper.attempt > 1 ? ` (${text('attempt', { attempt: paper.attempt })})` : '');
  const letter = await issueLetter(call, {
    kind: 'ec_outcome',
    to: {
      student_id: student.id,
      account_id: student.account_id,
      name: [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
      email: student.email,
      locale: language,
    },
    language,
    values: { claim: numberOf(row.id), decision: text(`state_${row.status}`) },
    facts: [
      {
        kind: 'table',
        columns: [{ title: text('assessment') }, { title: text('outcome') }, { title: text('effect') }],
        rows: named.map((paper) => [called(paper), text(`outcome_${paper.outcome}`), effect(paper)]),
      },
      ...named.flatMap((paper) =>
        paper.reason ? [{ kind: 'text' as const, title: called(paper), text: paper.reason }] : [],
      ),
    ],
  });
  return letter.id;
}
