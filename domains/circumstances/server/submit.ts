import { eq, sql } from 'drizzle-orm';
import { workingDayAfter, workingDaysEarlier, workingDaysLater } from '#domains/deadlines/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { dayIn, zoneOf } from '#platform/server/clock.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { selfRefusal } from '../self.ts';
import type { SelfRefusal } from '../shapes.ts';
import { type ClaimState, claimWorkflow } from '../workflow.ts';
import { type ClaimRow, type PaperRow, papersOf } from './claims.ts';
import { type DueOne, dueKey, dueOf } from './due.ts';
import { putInForce } from './effects.ts';
import { callingStudent } from './reach.ts';
import { type Rules, rulesOf } from './settings.ts';
import { claims, papers } from './tables.ts';

/** How a claim is sent, and what the rules of the institution decide of it at once. */

const entity = claimWorkflow.entity;

/** The claim's assessments as they are now; what is no longer due of the student is refused by name. */
async function freshPapers(call: Call, row: ClaimRow): Promise<{ paper: PaperRow; due: DueOne }[]> {
  const due = new Map((await dueOf(call, row.student_id)).map((one) => [dueKey(one), one]));
  const named = await papersOf(call, [row.id]);
  const gone = named.flatMap((paper, at) =>
    due.has(dueKey(paper)) ? [] : [{ path: `papers.${at}`, code: 'NOT_DUE_FOR_YOU' as const }],
  );
  if (gone.length) throw fail('NOT_DUE_FOR_YOU', { fields: gone });
  return named.map((paper) => ({ paper, due: due.get(dueKey(paper))! }));
}

/** Sends it. Errors: CLAIM_INCOMPLETE and what the rules refuse, each with the field at fault. */
export async function sendClaim(call: Call, row: ClaimRow): Promise<void> {
  await callingStudent(call);
  if (row.status === 'PENDING') return sendEvidence(call, row);
  const named = await freshPapers(call, row);
  const missing = [
    ...(row.kind ? [] : ['kind']),
    ...(named.length ? [] : ['papers']),
    // Whoever certifies for themselves is believed without a story.
    ...(row.self_certified || row.text.trim() ? [] : ['text']),
    ...(row.self_certified || row.starts_on ? [] : ['starts_on']),
  ];
  if (missing.length)
    throw fail('CLAIM_INCOMPLETE', { fields: missing.map((path) => ({ path, code: 'form_required' as const })) });
  for (const { paper, due } of named)
    await call.db
      .update(papers)
      .set({ title: due.title, due_at: due.due_at, place: due.place, handed_in: due.handed_in })
      .where(eq(papers.id, paper.id));
  if (row.self_certified) return certify(call, row, named);

  const now = clock.date();
  const rules = await rulesOf(call);
  const minute = (at: string | Date) => Math.floor(new Date(at).getTime() / 60_000);
  const late = named.some(({ due }) => due.handed_in || (due.due_at !== null && minute(now) > minute(due.due_at)));
  if (late && !row.late_reason.trim()) throw failField('late_reason', 'LATE_REASON_NEEDED');
  const zone = await zoneOf(call);
  const today = dayIn(zone, now);
  if (row.file_ids.length === 0) {
    if (!row.evidence_by) throw failField('file_ids', 'EVIDENCE_NEEDED');
    const until = await workingDayAfter(call, today, rules.evidence_days);
    if (row.evidence_by < today || row.evidence_by > until)
      throw failField('evidence_by', 'EVIDENCE_DAY', { from: today, until });
  }
  const outside = new Set<number>();
  for (const { paper, due } of named) {
    if (!due.shown_at) continue;
    // Results that are out are claimed against for so many working days, the last one whole.
    if (today > (await workingDayAfter(call, dayIn(zone, due.shown_at), rules.board_days))) outside.add(paper.id);
  }
  for (const id of outside)
    await call.db
      .update(papers)
      .set({ outcome: 'REJECTED_3', rule: 'AFTER_WINDOW', decided_at: sql`edulab_now()` })
      .where(eq(papers.id, id));
  const all = outside.size === named.length;
  await move(call, row, all ? 'REJECTED_3' : row.file_ids.length ? 'SUBMITTED' : 'PENDING', {
    submitted_at: now.toISOString(),
    panel: row.panel || named.some(({ due }) => due.handed_in),
    note: null,
    ...(all ? { decided_at: now.toISOString(), published_at: now.toISOString() } : {}),
  });
}

/** What was promised has come; after its day it comes too late. */
async function sendEvidence(call: Call, row: ClaimRow): Promise<void> {
  if (row.file_ids.length === 0) throw failField('file_ids', 'EVIDENCE_NEEDED');
  const today = dayIn(await zoneOf(call), clock.date());
  if (row.evidence_by && today > row.evidence_by)
    throw failField('file_ids', 'EVIDENCE_DAY', { from: today, until: row.evidence_by });
  await move(call, row, 'SUBMITTED', { note: null });
}

/** SUBMITTED always stands in the history, also where a rule goes on from it at once. */
async function move(call: Call, row: ClaimRow, to: ClaimState, values: Partial<ClaimRow>): Promise<ClaimRow> {
  const [after] = await call.db
    .update(claims)
    .set({ ...values, status: to })
    .where(eq(claims.id, row.id))
    .returning();
  await recordTransition(call, entity, [{ id: row.id, from: row.status }], 'SUBMITTED', {});
  if (to !== 'SUBMITTED') await recordTransition(call, entity, [{ id: row.id, from: 'SUBMITTED' }], to, {});
  return after!;
}

/** The current year of the institution, within which certifications are counted. */
async function currentYear(call: Pick<Call, 'db'>): Promise<number | null> {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select y.id from ${academicYears} y where y.current and y.deleted_at is null`,
  );
  return rows[0]?.id ?? null;
}

/** How many certifications of the year are used; a claim that was withdrawn has used its own. */
async function usedSelf(call: Pick<Call, 'db'>, student_id: number, year: number | null): Promise<number> {
  const { rows } = await call.db.execute<{ used: number }>(
    sql`select count(*)::int as used from ${claims} c
         where c.student_id = ${student_id} and c.self_used_at is not null and c.self_year_id is not distinct from ${year}`,
  );
  return rows[0]?.used ?? 0;
}

/** What stands against each assessment. The days around a deadline are working days and keep its time of the day. */
async function refusalsOf(call: Call, named: readonly DueOne[], rules: Rules): Promise<(SelfRefusal | undefined)[]> {
  const now = clock.date();
  const found: (SelfRefusal | undefined)[] = [];
  for (const due of named) {
    const at = due.due_at;
    const window = at
      ? {
          from: await workingDaysEarlier(call, at, rules.self_before_days),
          until: await workingDaysLater(call, at, rules.self_after_days),
        }
      : undefined;
    found.push(selfRefusal(due, window, now));
  }
  return found;
}

/** Grants a certification at once, or says for each assessment which rule is against it. */
async function certify(call: Call, row: ClaimRow, named: readonly { paper: PaperRow; due: DueOne }[]): Promise<void> {
  const rules = await rulesOf(call);
  const refused = await refusalsOf(
    call,
    named.map(({ due }) => due),
    rules,
  );
  const fields = refused.flatMap((code, at) => (code ? [{ path: `papers.${at}`, code }] : []));
  if (fields[0]) throw fail(fields[0].code, { fields, ...words(rules) });
  const year = await currentYear(call);
  // Two claims of one student wait for each other, so that one unit is used once.
  await call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.selfCertification, row.student_id]);
  if ((await usedSelf(call, row.student_id, year)) >= rules.self_quota)
    throw failField('self_certified', 'SELF_QUOTA', words(rules));
  for (const { paper, due } of named)
    await call.db
      .update(papers)
      .set({
        outcome: 'SUPPORTED',
        rule: 'SELF_CERTIFIED',
        decided_at: sql`edulab_now()`,
        ...(paper.target === 'EXAM'
          ? { effect: 'DEFERRAL' as const }
          : {
              effect: 'EXTENSION' as const,
              working_days: rules.self_days,
              until: await workingDaysLater(call, due.due_at!, rules.self_days),
            }),
      })
      .where(eq(papers.id, paper.id));
  const now = clock.date().toISOString();
  const after = await move(call, row, 'SUPPORTED', {
    submitted_at: now,
    decided_at: now,
    published_at: now,
    self_used_at: now,
    self_year_id: year,
    note: null,
  });
  await putInForce(call, after);
}

const words = (rules: Rules) => ({
  quota: rules.self_quota,
  before: rules.self_before_days,
  after: rules.self_after_days,
});

/** What the form says beforehand: how many are left, and what of the draft stands against one. */
export async function selfOf(call: Call, row: ClaimRow | undefined, student_id: number) {
  const rules = await rulesOf(call);
  const used = await usedSelf(call, student_id, await currentYear(call));
  const due = new Map((row ? await dueOf(call, student_id) : []).map((one) => [dueKey(one), one]));
  const named = (row ? await papersOf(call, [row.id]) : []).flatMap((paper) => due.get(dueKey(paper)) ?? []);
  const refused = await refusalsOf(call, named, rules);
  return {
    left: Math.max(0, rules.self_quota - used),
    quota: rules.self_quota,
    days: rules.self_days,
    refusals: refused.flatMap((code, at) => (code ? [{ path: `papers.${at}`, code }] : [])),
  };
}
