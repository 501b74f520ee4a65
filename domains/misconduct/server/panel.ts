import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { claimEvidence } from '#domains/files/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { dayIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { canonicalJson } from '#platform/server/disk/signing-keys.ts';
import { checkTransition } from '#platform/server/records/workflow.ts';
import type {
  BundleItem,
  bundleInput,
  findingInput,
  leaveInput,
  panelInput,
  penaltyInput,
  signInput,
} from '../shapes.ts';
import { offenceWorkflow } from '../workflow.ts';
import { loadCase, membersOf, raiseVersion, shownCase } from './cases.ts';
import { demandUninvolved, departmentOf, type Person, partsIn, staffOf } from './conflicts.ts';
import { write } from './letters.ts';
import { demandOwnAlone } from './naming.ts';
import type { Offence } from './reach.ts';
import { enter, spokenInstant } from './steps.ts';
import {
  consultationReports,
  offenceBundles,
  offenceFindings,
  offencePanelMembers,
  offencePanels,
  offencePenalties,
  offences,
} from './tables.ts';
import { bandOf, tariffOf } from './tariff.ts';

/** The panel: who sits, when, on which bundle, what it finds, and what follows. */

/** A chair and two members; a secretary writes and has no voice. */
const quorum = 3;
/** Working days between the notice and the hearing. */
const notice = 10;

const judging = <M extends { role: string }>(members: readonly M[]): M[] =>
  members.filter(({ role }) => role !== 'SECRETARY');

/** Errors: PANEL_TOO_SMALL, PANEL_NEEDS_CHAIR, PANEL_ONE_DEPARTMENT, INVOLVED. */
async function demandPanel(
  call: Call,
  row: Offence,
  members: readonly { account_id: number; role: string; department_id: number | null }[],
): Promise<void> {
  demandUninvolved(
    call,
    await partsIn(call, row),
    members.map(({ account_id }) => account_id),
  );
  const judges = judging(members);
  if (judges.length < quorum || new Set(judges.map(({ account_id }) => account_id)).size < judges.length)
    throw fail('PANEL_TOO_SMALL', { quorum });
  if (members.filter(({ role }) => role === 'CHAIR').length !== 1) throw fail('PANEL_NEEDS_CHAIR');
  const taught = await departmentOf(call, row.course_module_id);
  const beside = members.filter(({ department_id }) => taught !== null && department_id === taught);
  if (beside.length > 1) throw fail('PANEL_ONE_DEPARTMENT');
}

async function found(call: Call, row: Offence) {
  const [finding] = await call.db.select().from(offenceFindings).where(eq(offenceFindings.offence_id, row.id));
  return finding;
}

/** A panel is asked for, and nothing has been found yet. */
async function demandUnheard(call: Call, row: Offence): Promise<void> {
  if (row.status !== 'PANEL') throw fail('CASE_UNDER_WAY');
  if (await found(call, row)) throw fail('FINDING_THERE');
}

/**
 * Appoints, or appoints anew. Another hour, and the notice begins again; what was waived for the old one is not for the new.
 * After the finding only who left or became involved since is replaced, so that somebody can still decide what follows.
 */
export async function setPanel(call: Call, input: z.infer<typeof panelInput>) {
  const row = await loadCase(call, input);
  if (row.status !== 'PANEL') throw fail('CASE_UNDER_WAY');
  const heard = (await found(call, row)) !== undefined;
  if (heard && (await isFit(call, row))) throw fail('FINDING_THERE');
  if (row.reported_by === call.account_id) throw fail('SOMEBODY_ELSE');
  const people = await staffOf(
    call,
    'members',
    input.members.map(({ staff_id }) => staff_id),
    'PANEL',
  );
  const members = input.members.map(({ staff_id, role }) => ({ ...(people.get(staff_id) as Person), role }));
  await demandPanel(call, row, members);
  const today = await todayOf(call);
  const [before] = await call.db.select().from(offencePanels).where(eq(offencePanels.offence_id, row.id)).for('update');
  const moved = !before || Date.parse(before.hearing_at) !== Date.parse(input.hearing_at);
  if (heard && moved) throw fail('FINDING_THERE');
  const place = input.place;
  if (moved) {
    const earliest_on = await workingDayAfter(call, today, notice);
    const day = dayIn(await zoneOf(call), input.hearing_at);
    // Given before any hearing was set, or since the last one was; a hearing that is moved has used it up.
    const waived_at = row.notice_waived_at;
    if (day < today || (day < earliest_on && waived_at === null))
      throw failField('hearing_at', 'HEARING_TOO_SOON', { earliest: earliest_on, days: notice });
    const values = { hearing_at: input.hearing_at, place, notified_on: today, earliest_on, waived_at };
    await call.db
      .insert(offencePanels)
      .values({ offence_id: row.id, ...values })
      .onConflictDoUpdate({ target: offencePanels.offence_id, set: values });
  } else await call.db.update(offencePanels).set({ place }).where(eq(offencePanels.id, before.id));
  const [panel] = await call.db.select().from(offencePanels).where(eq(offencePanels.offence_id, row.id));
  await call.db.delete(offencePanelMembers).where(eq(offencePanelMembers.panel_id, panel!.id));
  await call.db
    .insert(offencePanelMembers)
    .values(members.map(({ staff_id, account_id, role }) => ({ panel_id: panel!.id, staff_id, account_id, role })));
  await call.db
    .update(offences)
    .set({ notice_waived_at: moved ? null : row.notice_waived_at })
    .where(eq(offences.id, row.id));
  const bundle = (await newest(call, row)) ?? (await makeBundle(call, row, []));
  await notify(
    call,
    members.map(({ account_id }) => account_id),
    { type: 'offence', title: titleOf('notice_offence_part', {}), link: `/offence?open=${row.id}` },
  );
  if (moved)
    await write(call, row, 'hearing', async (locale) => ({
      day: await spokenInstant(call, input.hearing_at, locale),
      place,
      hash: bundle.hash,
    }));
  return shownCase(call, row);
}

const newest = async (call: Call, row: { id: number }) =>
  (
    await call.db
      .select()
      .from(offenceBundles)
      .where(eq(offenceBundles.offence_id, row.id))
      .orderBy(desc(offenceBundles.seq))
      .limit(1)
  )[0];

/** Everything of this case and nothing of another: files go by what they are, for their names may say who else was there. */
async function makeBundle(call: Call, row: Offence, added: readonly BundleItem[]) {
  const last = await newest(call, row);
  const [report] = await call.db
    .select()
    .from(consultationReports)
    .where(and(eq(consultationReports.offence_id, row.id), sql`${consultationReports.deleted_at} is null`));
  const file = (kind: BundleItem['kind']) => (file_id: number) => ({ kind, text: null, file_id, sha256: null });
  const text = (kind: BundleItem['kind'], said: string | null | undefined) =>
    said ? [{ kind, text: said, file_id: null, sha256: null }] : [];
  const items: BundleItem[] = [
    ...text('REPORT', row.text),
    ...text('EVIDENCE', row.passage),
    ...row.file_ids.map(file('EVIDENCE')),
    ...text('STATEMENT', row.statement),
    ...row.statement_file_ids.map(file('STATEMENT_EVIDENCE')),
    ...text('CONSULTATION', report?.status === 'DRAFT' ? null : report?.text),
    ...(last?.items.filter(({ kind }) => kind === 'ADDED') ?? []),
    ...added,
  ];
  const { rows } = await call.client.query<{ id: number; hash: string }>(
    'select id, hash from files where id = any($1)',
    [items.flatMap(({ file_id }) => file_id ?? [])],
  );
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const whole = items.map((item) => ({ ...item, sha256: hashes.get(item.file_id ?? 0) ?? null }));
  const seq = (last?.seq ?? 0) + 1;
  const said = whole.map(({ kind, text: words, sha256 }) => ({ kind, text: words, sha256 }));
  const hash = createHash('sha256')
    .update(canonicalJson({ case: row.number, seq, items: said }))
    .digest('hex');
  const [made] = await call.db
    .insert(offenceBundles)
    .values({ offence_id: row.id, seq, items: whole, hash, made_by: call.account_id })
    .returning();
  return made!;
}

export async function addBundle(call: Call, input: z.infer<typeof bundleInput>) {
  const row = await loadCase(call, input);
  await demandUnheard(call, row);
  await demandOwnAlone(call, row, 'text', input.text);
  if (input.file_ids) await claimEvidence(call, 'file_ids', input.file_ids);
  await makeBundle(call, row, [
    ...(input.text ? [{ kind: 'ADDED' as const, text: input.text, file_id: null, sha256: null }] : []),
    ...(input.file_ids ?? []).map((file_id) => ({ kind: 'ADDED' as const, text: null, file_id, sha256: null })),
  ]);
  await raiseVersion(call, row.id);
  return shownCase(call, row);
}

const sitting = async (call: Call, row: Offence) => {
  const members = (await membersOf(call, [row.id])).get(row.id) ?? [];
  const me = members.find(({ account_id }) => account_id === call.account_id);
  return { members, me };
};

export async function giveLeave(call: Call, input: z.infer<typeof leaveInput>) {
  const row = await loadCase(call, input);
  await demandUnheard(call, row);
  const { me } = await sitting(call, row);
  if (me?.role !== 'CHAIR') throw fail('SOMEBODY_ELSE');
  const given = await call.db
    .update(offenceBundles)
    .set({ leave_by: call.account_id, leave_at: clock.iso() })
    .where(
      and(
        eq(offenceBundles.id, input.bundle_id),
        eq(offenceBundles.offence_id, row.id),
        isNull(offenceBundles.leave_at),
      ),
    )
    .returning({ id: offenceBundles.id });
  if (given.length === 0) throw failField('bundle_id', 'UNKNOWN_REFERENCE');
  await raiseVersion(call, row.id);
  return shownCase(call, row);
}

/** The panel as it is today: a timetable may have changed since it was appointed. */
async function demandFitPanel(call: Call, row: Offence, as: readonly string[]) {
  const { members, me } = await sitting(call, row);
  if (members.length === 0) throw fail('PANEL_MISSING');
  if (!me || !as.includes(me.role)) throw fail('SOMEBODY_ELSE');
  await demandFit(call, row, members);
  return members;
}

async function demandFit(call: Call, row: Offence, members: Awaited<ReturnType<typeof sitting>>['members']) {
  const people = await staffOf(
    call,
    'members',
    members.map(({ staff_id }) => staff_id),
    'PANEL',
  );
  await demandPanel(
    call,
    row,
    members.map((one) => ({ ...one, department_id: people.get(one.staff_id)?.department_id ?? null })),
  );
}

/** Whether those who were appointed may still decide. */
async function isFit(call: Call, row: Offence): Promise<boolean> {
  const { members } = await sitting(call, row);
  return demandFit(call, row, members).then(
    () => true,
    () => false,
  );
}

/** Recorded by the chair, once. Of a penalty it says nothing, and nothing of earlier cases was known. */
export async function find(call: Call, input: z.infer<typeof findingInput>) {
  const row = await loadCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'DECIDED', {});
  if (await found(call, row)) throw fail('FINDING_THERE');
  const members = await demandFitPanel(call, row, ['CHAIR']);
  const [panel] = await call.db.select().from(offencePanels).where(eq(offencePanels.offence_id, row.id));
  if (Date.parse(panel!.hearing_at) > clock.now()) throw fail('HEARING_NOT_YET');
  const day = dayIn(await zoneOf(call), panel!.hearing_at);
  if (day < panel!.earliest_on && panel!.waived_at === null)
    throw fail('HEARING_TOO_SOON', { earliest: panel!.earliest_on, days: notice });
  const bundle = await newest(call, row);
  if (!bundle) throw fail('BUNDLE_MISSING');
  if (bundle.id !== input.bundle_id) throw failField('bundle_id', 'BUNDLE_NOT_NEWEST');
  if (bundle.seq > 1 && bundle.leave_at === null) throw fail('BUNDLE_NEEDS_LEAVE');
  await demandOwnAlone(call, row, 'reason', input.reason);
  await call.db.insert(offenceFindings).values({
    offence_id: row.id,
    bundle_id: bundle.id,
    finding: input.finding,
    reason: input.reason,
    decided_by: call.account_id,
    members: members.map(({ account_id }) => account_id),
  });
  if (input.finding === 'NOT_PROVEN') await enter(call, row, 'DECIDED', { penalty: null });
  else await raiseVersion(call, row.id);
  return shownCase(call, row);
}

export async function readTariff(call: Call, row: Offence) {
  const { members } = await sitting(call, row);
  const finding = await found(call, row);
  return tariffOf(
    call,
    row,
    members.map(({ account_id }) => account_id),
    finding?.finding === 'PROVEN',
  );
}

/** A record of its own. Outside of the band it waits for another member's signature. */
export async function penalise(call: Call, input: z.infer<typeof penaltyInput>) {
  const row = await loadCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'DECIDED', {});
  const finding = await found(call, row);
  if (finding?.finding !== 'PROVEN') throw fail('FINDING_FIRST');
  await demandFitPanel(call, row, ['CHAIR']);
  const { points, band, valid_from } = await bandOf(call, row);
  const outside = !band.includes(input.penalty);
  if (outside && !input.reason) throw failField('reason', 'PENALTY_OUTSIDE_BAND', { band: band.join(', ') });
  const values = {
    finding_id: finding.id,
    tariff_from: valid_from,
    points,
    band,
    penalty: input.penalty,
    outside,
    reason: input.reason ?? null,
    decided_by: call.account_id,
    signed_by: null,
    signed_at: null,
  };
  await call.db
    .insert(offencePenalties)
    .values({ offence_id: row.id, ...values })
    .onConflictDoUpdate({ target: offencePenalties.offence_id, set: values });
  if (outside) await raiseVersion(call, row.id);
  else await enter(call, row, 'DECIDED', { penalty: input.penalty });
  return shownCase(call, row);
}

export async function signPenalty(call: Call, input: z.infer<typeof signInput>) {
  const row = await loadCase(call, input);
  checkTransition(call, offenceWorkflow, row.status, 'DECIDED', {});
  const [penalty] = await call.db
    .select()
    .from(offencePenalties)
    .where(eq(offencePenalties.offence_id, row.id))
    .for('update');
  if (!penalty?.outside) throw fail('PENALTY_MISSING');
  await demandFitPanel(call, row, ['CHAIR', 'MEMBER']);
  if (penalty.decided_by === call.account_id) throw fail('SOMEBODY_ELSE');
  await call.db
    .update(offencePenalties)
    .set({ signed_by: call.account_id, signed_at: clock.iso() })
    .where(eq(offencePenalties.id, penalty.id));
  await enter(call, row, 'DECIDED', { penalty: penalty.penalty });
  return shownCase(call, row);
}

/** Those who decided what stands: the panel's chair, and who signed besides. */
export async function decidersOf(call: Call, row: { id: number }): Promise<number[]> {
  const [penalty] = await call.db
    .select({ decided_by: offencePenalties.decided_by, signed_by: offencePenalties.signed_by })
    .from(offencePenalties)
    .where(eq(offencePenalties.offence_id, row.id));
  return penalty ? [penalty.decided_by, ...(penalty.signed_by ? [penalty.signed_by] : [])] : [];
}
