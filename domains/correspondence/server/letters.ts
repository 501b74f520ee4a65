import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { claimFiles, evidenceRecords, filesSaying, readContents } from '#domains/files/server/index.ts';
import { signaturesShown } from '#domains/signatures/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, demand, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { definedOf, plain, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import type { LetterAnswer } from '../shapes.ts';
import { type LetterState, letterStates, letterWorkflow, numberedStates } from '../workflow.ts';
import { aboutNamed, aboutOf, demandAbout, writeAbout } from './about.ts';
import { destructionItems, destructions } from './acts/tables.ts';
import { agreementsOf, planAgreement } from './agreements.ts';
import { fileInWords } from './destroying.ts';
import { ordersOf } from './order-records.ts';
import { accountNames, demandStaff, membersOf } from './people.ts';
import { ownStaff, visible } from './reach.ts';
import { acquaintances, agreements, type LetterRow, letterGroups, letters } from './tables.ts';

/** Letters as their cards are filled in, and as each reader may see them. */

const open = sql`${letters.direction} = 'INCOMING' and ${letters.status} = 'REGISTERED'`;

/** What may still be corrected of an outgoing letter once it is signed: how it goes out, not what it says. */
const afterSigning = new Set(['delivery', 'sheets', 'attachments', 'attachment_sheets', 'shown_to_people']);

export const letter = resource(contract.letter, {
  table: letters,
  search: (typed) => {
    const card = keyHolds(sql`${letters.search}`, typed);
    return (
      card &&
      sql`(${card} or ${letters.id} in (${aboutNamed(typed)})
        or ${letters.id} in (select l.id from ${letters} l cross join unnest(l.file_ids) f(id) where f.id in ${filesSaying(typed)}))`
    );
  },
  sorts: {
    created_at: sql`${letters.created_at}`,
    registered_on: sql`${letters.registered_on}`,
    due_on: sql`${letters.due_on}`,
    id: sql`${letters.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`concat_ws(' · ', ${letters.number}, ${letters.heading})`,
  visible,
  filters: (input, call) => [
    input.direction ? eq(letters.direction, input.direction) : undefined,
    input.status?.length ? inArray(letters.status, input.status) : undefined,
    input.group_id ? eq(letters.group_id, input.group_id) : undefined,
    input.kind ? eq(letters.kind, input.kind) : undefined,
    input.year ? eq(letters.number_year, input.year) : undefined,
    input.overdue === undefined
      ? undefined
      : sql`coalesce(${open} and ${letters.due_on} < (select edulab_today()), false) = ${input.overdue}`,
    input.waiting === undefined
      ? undefined
      : sql`((${letters.status} = 'AGREEING' and ${letters.id} in (select a.letter_id from ${agreements} a where a.deleted_at is null and a.status = 'PENDING' and a.staff_id in ${ownStaff(call)}))
          or (${letters.status} = 'AGREED' and ${letters.signer_id} in ${ownStaff(call)})
          or ${letters.id} in (select n.letter_id from ${acquaintances} n where n.deleted_at is null and n.read_at is null and n.staff_id in ${ownStaff(call)})) = ${input.waiting}`,
  ],
  present,
  prepare: async (call, input, current, next) => {
    if (current) await demandChangeable(call, current, input);
    else demand(call, next.direction === 'INCOMING' ? 'correspondence.register' : 'correspondence.draft');
    if (!current || input.group_id !== undefined) await demandGroup(call, current, next);
    const now = await todayOf(call);
    for (const name of ['received_on', 'their_date'] as const)
      if ((input[name] ?? '') > now) throw failField(name, 'LETTER_DAY', { from: '', until: now });
    if (next.their_date && next.received_on && next.their_date > next.received_on)
      throw failField('their_date', 'LETTER_DAY', { from: '', until: next.received_on });
    if (input.reply_to_id) await demandAnswered(call, input.reply_to_id);
    if (input.signer_id) await demandStaff(call, 'signer_id', [input.signer_id]);
    if (input.agreement) await demandStaff(call, 'agreement', input.agreement);
    await demandAbout(call, input, current?.id);
    if (next.confidential && next.shown_to_people) throw failField('shown_to_people', 'SHOWN_CONFIDENTIAL');
    if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    const { agreement: _, student_ids: _s, staff_ids: _t, applicant_ids: _a, ...fields } = input;
    return { ...fields, ...(current ? {} : { author_id: call.account_id }) };
  },
  written: async (call, row, before, input) => {
    if (!before) await recordTransition(call, letterWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
    await writeAbout(call, row.id, input);
    if (input.file_ids) await readContents(call, input.file_ids);
    if (input.agreement && row.direction === 'OUTGOING') await planAgreement(call, row, input.agreement);
  },
  beforeDelete: (call, row) => {
    demandOwn(call, row);
    if (row.status === 'AGREEING' || row.status === 'AGREED') throw fail('LETTER_IN_AGREEMENT');
    if (row.status !== 'DRAFT') throw fail('LETTER_REGISTERED');
    return Promise.resolve();
  },
});

/** A draft is its author's; what came in is the chancellery's. */
export function demandOwn(call: Call, row: LetterRow): void {
  const own = row.direction === 'INCOMING' ? may(call, 'correspondence.register') : row.author_id === call.account_id;
  if (!own) throw fail('NOT_YOUR_LETTER');
}

/** What may be changed of a letter where it stands. */
async function demandChangeable(call: Call, row: LetterRow, input: object): Promise<void> {
  if (row.status === 'ARCHIVED') throw fail('LETTER_ARCHIVED');
  if (row.status === 'DESTROYED') throw fail('LETTER_DESTROYED');
  const changed = Object.entries(definedOf(input)).filter(
    ([name, value]) => name in row && JSON.stringify(value) !== JSON.stringify(row[name as keyof LetterRow]),
  );
  if (changed.some(([name]) => name === 'direction')) throw failField('direction', 'DIRECTION_FIXED');
  if (row.direction === 'INCOMING' || row.status === 'DRAFT') return demandOwn(call, row);
  if (row.status === 'AGREEING' || row.status === 'AGREED') throw fail('LETTER_IN_AGREEMENT');
  if (!may(call, 'correspondence.register')) throw fail('NOT_YOUR_LETTER');
  const [fixed] = changed.find(([name]) => !afterSigning.has(name)) ?? [];
  if (fixed || 'agreement' in definedOf(input)) throw failField(fixed ?? 'agreement', 'LETTER_SIGNED');
}

async function demandGroup(
  call: Call,
  current: LetterRow | undefined,
  next: { group_id: number; direction: string },
): Promise<void> {
  if (current?.serial && next.group_id !== current.group_id) throw failField('group_id', 'GROUP_FIXED');
  const of = await groupOf(call, next.group_id);
  if (!of) throw failField('group_id', 'UNKNOWN_REFERENCE');
  if (of.direction !== next.direction) throw failField('group_id', 'GROUP_OTHER_DIRECTION');
  if (!of.active && next.group_id !== current?.group_id) throw failField('group_id', 'GROUP_INACTIVE');
}

export async function groupOf(call: Call, id: number) {
  const [row] = await call.db
    .select()
    .from(letterGroups)
    .where(and(eq(letterGroups.id, id), isNull(letterGroups.deleted_at)));
  return row;
}

/** An answer is one to a letter that came, has its number, and may be seen. */
async function demandAnswered(call: Call, id: number): Promise<void> {
  const [row] = await call.db
    .select({ direction: letters.direction, number: letters.number })
    .from(letters)
    .where(and(eq(letters.id, id), isNull(letters.deleted_at), visible(call)));
  if (row?.direction !== 'INCOMING' || row.number === null) throw failField('reply_to_id', 'REPLY_WRONG');
}

/** Ids of the caller's own records of staff. */
export async function ownStaffIds(call: Call): Promise<Set<number>> {
  const { rows } = await call.db.execute<{ id: number }>(ownStaff(call));
  return new Set(rows.map(({ id }) => id));
}

/** Steps that this caller may take, as far as the letter itself can tell. */
function stepsFor(call: Call, row: LetterRow, own: ReadonlySet<number>): LetterState[] {
  const steps = nextStates(letterWorkflow, row.status).filter(({ permission, guard, to }) => {
    if (!may(call, permission) || guard === 'act') return false;
    if (guard === 'author') return row.direction === 'OUTGOING' && row.author_id === call.account_id;
    if (guard === 'signer') return row.signer_id !== null && own.has(row.signer_id);
    if (guard === 'incoming' || guard === 'orders_closed') return row.direction === 'INCOMING';
    if (guard === 'outgoing') return row.direction === 'OUTGOING';
    return to !== 'ARCHIVED' || row.status === (row.direction === 'INCOMING' ? 'DONE' : 'SENT');
  });
  return [...new Set(steps.map(({ to }) => to))];
}

async function present(call: Call, rows: LetterRow[]): Promise<LetterAnswer[]> {
  const today = await todayOf(call);
  const own = await ownStaffIds(call);
  const titles = await titlesOf(
    call,
    letterGroups,
    rows.map(({ group_id }) => group_id),
  );
  const codes = await codesOf(
    call,
    rows.map(({ group_id }) => group_id),
  );
  const asked = await agreementsOf(
    call,
    rows.flatMap(({ id, status }) => (status === 'AGREEING' ? id : [])),
  );
  const unread = new Set(
    (own.size && rows.length
      ? await call.db
          .select({ letter_id: acquaintances.letter_id })
          .from(acquaintances)
          .where(
            and(
              inArray(
                acquaintances.letter_id,
                rows.map(({ id }) => id),
              ),
              inArray(acquaintances.staff_id, [...own]),
              isNull(acquaintances.deleted_at),
              isNull(acquaintances.read_at),
            ),
          )
      : []
    ).map(({ letter_id }) => letter_id),
  );
  const people = await membersOf(call, [
    ...rows.map(({ signer_id }) => signer_id),
    ...asked.map(({ staff_id }) => staff_id),
  ]);
  const authors = await accountNames(
    call,
    rows.map(({ author_id }) => author_id),
  );
  return rows.map((row) => {
    const signer = people.get(row.signer_id ?? 0)?.name ?? null;
    const pending = asked.filter(({ letter_id, status }) => letter_id === row.id && status === 'PENDING');
    const turn = row.in_turn ? pending.slice(0, 1) : pending;
    const mine =
      row.direction === 'INCOMING' ? may(call, 'correspondence.register') : row.author_id === call.account_id;
    const {
      search: _,
      signature_id: _g,
      serial: _s,
      number_year: _y,
      author_id: _a,
      signed_by: _b,
      file_ids,
      ...shown
    } = plainLetter(row);
    return {
      ...shown,
      group: { id: row.group_id, title: titles.get(row.group_id)?.title ?? '', code: codes.get(row.group_id) ?? '' },
      overdue: row.direction === 'INCOMING' && row.status === 'REGISTERED' && row.due_on !== null && row.due_on < today,
      signer,
      author: authors.get(row.author_id ?? 0) ?? null,
      file_count: file_ids.length,
      asked_now: turn.some(({ staff_id }) => own.has(staff_id)),
      note_wanted: unread.has(row.id),
      waiting_for:
        row.status === 'AGREED'
          ? signer
          : turn.map(({ staff_id }) => people.get(staff_id)?.name ?? '').join(', ') || null,
      next: stepsFor(call, row, own),
      can: {
        edit:
          !putAway(row) &&
          (row.direction === 'INCOMING' || row.status === 'DRAFT'
            ? mine
            : numberedOrSigned(row) && may(call, 'correspondence.register')),
        delete: mine && row.status === 'DRAFT',
        order:
          numberedStates.includes(row.status) &&
          !putAway(row) &&
          scopeOf(call, 'correspondence.resolve') === 'institution',
        acquaint:
          numberedStates.includes(row.status) && row.status !== 'DESTROYED' && may(call, 'correspondence.register'),
      },
    };
  });
}

const plainLetter = (row: LetterRow) => ({ ...plain(row), search: row.search });
const putAway = ({ status }: LetterRow) => status === 'ARCHIVED' || status === 'DESTROYED';
const numberedOrSigned = ({ status }: LetterRow) => status === 'SIGNED' || numberedStates.includes(status);

async function codesOf(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({ id: letterGroups.id, code: letterGroups.code })
    .from(letterGroups)
    .where(inArray(letterGroups.id, [...ids]));
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** One letter as a whole, with its files, its orders as far as they are the caller's, and its way so far. */
export async function openLetter(call: Call, input: { id: string | number }): Promise<LetterAnswer> {
  const row = await letter.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const files = await evidenceRecords(call, row.file_ids);
  const asked = await agreementsOf(call, [row.id]);
  const orders = await ordersOf(call, row);
  const people = await aboutOf(call, row);
  const noted = await call.db
    .select({
      staff_id: acquaintances.staff_id,
      read_at: acquaintances.read_at,
      signature_id: acquaintances.signature_id,
    })
    .from(acquaintances)
    .where(and(eq(acquaintances.letter_id, row.id), isNull(acquaintances.deleted_at)))
    .orderBy(asc(acquaintances.id));
  const signed = await signaturesShown(call, [row.signature_id, ...noted.map(({ signature_id }) => signature_id)]);
  const members = await membersOf(call, [
    ...asked.map(({ staff_id }) => staff_id),
    ...noted.map(({ staff_id }) => staff_id),
  ]);
  const name = (staff_id: number) => members.get(staff_id)?.name ?? '';
  const kin = await call.db
    .select({ id: letters.id, number: letters.number, heading: letters.heading, reply_to_id: letters.reply_to_id })
    .from(letters)
    .where(
      and(
        isNull(letters.deleted_at),
        visible(call),
        row.reply_to_id === null
          ? eq(letters.reply_to_id, row.id)
          : sql`(${letters.id} = ${row.reply_to_id} or ${letters.reply_to_id} = ${row.id})`,
      ),
    )
    .orderBy(asc(letters.id));
  const relative = ({ id, number, heading }: (typeof kin)[number]) => ({ id, number, heading });
  const past = await call.db
    .select({
      to: statusHistory.to_status,
      at: statusHistory.at,
      by: statusHistory.account_id,
      reason: statusHistory.reason,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, letterWorkflow.entity), eq(statusHistory.entity_id, row.id)))
    .orderBy(asc(statusHistory.id));
  const by = await accountNames(
    call,
    past.map((step) => step.by),
  );
  return {
    ...answer,
    files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    agreement: asked.map(({ staff_id, revision, status, remark, decided_at }) => ({
      staff_id,
      name: name(staff_id),
      revision: revision ?? row.revision,
      status,
      remark,
      decided_at,
    })),
    orders,
    people,
    destroyed: await destroyedBy(call, row),
    signature: signed.get(row.signature_id ?? 0) ?? null,
    acquaintances: noted.map(({ staff_id, read_at, signature_id }) => ({
      staff_id,
      name: name(staff_id),
      read_at,
      signature: signed.get(signature_id ?? 0) ?? null,
    })),
    reply_to: kin.flatMap((one) => (one.id === row.reply_to_id ? relative(one) : []))[0] ?? null,
    replies: kin.flatMap((one) => (one.reply_to_id === row.id ? relative(one) : [])),
    steps: past.flatMap(({ to, at, by: who, reason }) => {
      const known = letterStates.find((one) => one === to);
      return known ? [{ to: known, at, by: by.get(who ?? 0) ?? null, reason }] : [];
    }),
  };
}

/** The act that destroyed it, and what its files were. */
async function destroyedBy(call: Call, row: LetterRow) {
  if (row.status !== 'DESTROYED') return null;
  const [found] = await call.db
    .select({
      act_id: destructions.id,
      number: sql<string>`coalesce(${destructions.number}, '')`,
      files: destructionItems.files,
    })
    .from(destructionItems)
    .innerJoin(destructions, eq(destructions.id, destructionItems.act_id))
    .where(and(eq(destructionItems.letter_id, row.id), isNull(destructionItems.deleted_at)));
  return found ? { ...found, files: (found.files ?? []).map((file) => fileInWords(call, file)) } : null;
}

/** Letters that have a number and fit this one: the same sender, number and day. */
export async function duplicatesOf(
  call: Call,
  input: { correspondent: string; their_number: string; their_date?: string | undefined; except?: number | undefined },
) {
  if (!input.their_number.trim()) return [];
  return call.db
    .select({
      id: letters.id,
      number: letters.number,
      heading: letters.heading,
      registered_on: letters.registered_on,
    })
    .from(letters)
    .where(
      and(
        isNull(letters.deleted_at),
        visible(call),
        eq(letters.direction, 'INCOMING'),
        eq(letters.their_number, input.their_number.trim()),
        sql`edulab_search_key(${letters.correspondent}) = edulab_search_key(${input.correspondent})`,
        input.their_date ? eq(letters.their_date, input.their_date) : undefined,
        input.except ? sql`${letters.id} <> ${input.except}` : undefined,
      ),
    )
    .limit(10);
}
