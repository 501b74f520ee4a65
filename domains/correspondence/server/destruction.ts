import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { evidenceRecords, keepMade } from '#domains/files/server/index.ts';
import { type Signable, sign, signaturesShown } from '#domains/signatures/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { forReader, pdf } from '#platform/server/documents/index.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import type { actStep, actWord } from '../shapes-destruction.ts';
import { type DestructionState, destructionWorkflow } from '../workflow.ts';
import { destructionItems, destructionMembers, destructions } from './acts/tables.ts';
import { destroyLetters } from './destroying.ts';
import { actPaper } from './destruction-paper.ts';
import { ownStaffIds } from './letters.ts';
import { tellOfAct } from './notices.ts';
import { accountNames, accountsOf, demandStaff, membersOf } from './people.ts';
import { ownStaff } from './reach.ts';

/**
 * Acts of destruction. Drawn up by the archive, agreed by each of a commission, then by who keeps the letters, and signed:
 * the signature over the act is what destroys. Nobody who drew it up agrees or signs.
 */

type Act = typeof destructions.$inferSelect;
type Member = typeof destructionMembers.$inferSelect;

/** Whoever oversees the letters sees all acts, everybody else those on which they have or had a word. */
const visible = (call: Call) =>
  may(call, 'correspondence.oversee')
    ? undefined
    : sql`(${destructions.signer_id} in ${ownStaff(call)} and ${destructions.status} in ('AGREED', 'DONE')
        or ${destructions.id} in (select m.act_id from ${destructionMembers} m where m.deleted_at is null and m.staff_id in ${ownStaff(call)}) and ${destructions.number} is not null)`;

export const act = resource(contract.destruction, {
  table: destructions,
  search: (typed) => textHolds([sql`${destructions.number}`, sql`${destructions.basis}`], typed),
  sorts: { created_at: sql`${destructions.created_at}`, id: sql`${destructions.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`coalesce(${destructions.number}, ${destructions.basis})`,
  visible,
  filters: (input) => [input.status?.length ? inArray(destructions.status, input.status) : undefined],
  present,
  prepare: async (call, input, current, next) => {
    if (current && current.status !== 'DRAFT') throw fail('ACT_FIXED');
    if (input.signer_id) await demandStaff(call, 'signer_id', [input.signer_id]);
    if (input.member_ids) await demandStaff(call, 'member_ids', input.member_ids);
    const members =
      input.member_ids ?? (current ? (await membersOfActs(call, [current.id])).map(({ staff_id }) => staff_id) : []);
    if (members.includes(next.signer_id)) throw failField('signer_id', 'SIGNER_IN_COMMISSION');
    const { member_ids: _, ...fields } = input;
    return { ...fields, ...(current ? {} : { author_id: call.account_id }) };
  },
  written: async (call, row, before, input) => {
    if (!before) await recordTransition(call, destructionWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
    if (input.member_ids) await nameMembers(call, row, input.member_ids);
  },
  beforeDelete: async (call, row) => {
    // One that has a number is cancelled: it stays in the row of them.
    if (row.status !== 'DRAFT' || row.serial !== null) throw fail('ACT_FIXED');
    await freeLetters(call, row);
  },
});

const membersOfActs = (call: Call, ids: readonly number[]): Promise<Member[]> =>
  ids.length
    ? call.db
        .select()
        .from(destructionMembers)
        .where(and(inArray(destructionMembers.act_id, [...ids]), isNull(destructionMembers.deleted_at)))
        .orderBy(asc(destructionMembers.act_id), asc(destructionMembers.position), asc(destructionMembers.id))
    : Promise.resolve([]);

/** The commission anew; no word was said yet. */
async function nameMembers(call: Call, row: Pick<Act, 'id'>, staff_ids: readonly number[]): Promise<void> {
  await call.db
    .update(destructionMembers)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(destructionMembers.act_id, row.id), isNull(destructionMembers.deleted_at)));
  await call.db
    .insert(destructionMembers)
    .values(staff_ids.map((staff_id, position) => ({ act_id: row.id, staff_id, position })));
}

/** Whether the caller has said a word as one of the commission, for themselves or for somebody: one person has one word. */
const spoke = (call: Call, words: readonly Member[]): boolean =>
  words.some(({ status, decided_by }) => status === 'AGREED' && decided_by === call.account_id);

/** Its letters can stand in another act again. */
const freeLetters = (call: Call, row: Pick<Act, 'id'>) =>
  call.db
    .update(destructionItems)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(destructionItems.act_id, row.id), isNull(destructionItems.deleted_at)));

/** Steps that this caller may take, as far as the act itself can tell. */
function stepsFor(call: Call, row: Act, own: ReadonlySet<number>, words: readonly Member[]): DestructionState[] {
  const agreed = words.every(({ status }) => status === 'AGREED');
  const free = row.author_id !== call.account_id && !spoke(call, words);
  const steps = nextStates(destructionWorkflow, row.status).filter(({ permission, guard }) => {
    if (!may(call, permission)) return false;
    if (guard === 'agreed') return agreed && free;
    if (guard === 'signer') return own.has(row.signer_id) && free;
    return true;
  });
  return [...new Set(steps.map(({ to }) => to))];
}

async function present(call: Call, rows: Act[]) {
  const ids = rows.map(({ id }) => id);
  const own = await ownStaffIds(call);
  const members = await membersOfActs(call, ids);
  const people = await membersOf(call, [
    ...rows.map(({ signer_id }) => signer_id),
    ...members.map(({ staff_id }) => staff_id),
  ]);
  const name = (staff_id: number) => people.get(staff_id)?.name ?? '';
  const authors = await accountNames(
    call,
    rows.map(({ author_id }) => author_id),
  );
  const counts = new Map(
    (ids.length
      ? await call.db
          .select({ act_id: destructionItems.act_id, letters: sql<number>`count(*)::int` })
          .from(destructionItems)
          .where(and(inArray(destructionItems.act_id, ids), isNull(destructionItems.deleted_at)))
          .groupBy(destructionItems.act_id)
      : []
    ).map(({ act_id, letters }) => [act_id, letters]),
  );
  return rows.map((row) => {
    const words = members.filter(({ act_id }) => act_id === row.id);
    const { author_id, serial: _s, year: _y, file_id: _f, signature_id: _g, signed_by: _b, ...shown } = plain(row);
    return {
      ...shown,
      author: authors.get(author_id) ?? '',
      signer: name(row.signer_id),
      letters: counts.get(row.id) ?? 0,
      asked_now:
        row.status === 'PROPOSED' &&
        author_id !== call.account_id &&
        !spoke(call, words) &&
        words.some(({ staff_id, status }) => status === 'PENDING' && own.has(staff_id)),
      members: words.map(({ staff_id, status, remark, decided_at }) => ({
        staff_id,
        name: name(staff_id),
        status,
        remark,
        decided_at,
      })),
      next: stepsFor(call, row, own, words),
      can: {
        edit: row.status === 'DRAFT' && may(call, 'correspondence.archive'),
        delete: row.status === 'DRAFT' && row.serial === null && may(call, 'correspondence.archive'),
      },
    };
  });
}

/** One act, with its paper. */
export async function openAct(call: Call, input: { id: string | number }) {
  const row = await act.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const files = await evidenceRecords(call, [row.file_id]);
  const signed = await signaturesShown(call, [row.signature_id]);
  return {
    ...answer,
    file: files.get(row.file_id ?? 0) ?? null,
    signature: signed.get(row.signature_id ?? 0) ?? null,
  };
}

const toChange = (call: Call, of: { id: number; version?: number | undefined }) =>
  loadForChange(call, destructions, visible(call), of, ({ id }) => openAct(call, { id }));

async function write(
  call: Call,
  row: Act,
  status: DestructionState,
  values: Partial<Act>,
  note: { reason?: string | undefined } = {},
) {
  await call.db
    .update(destructions)
    .set({ ...values, status })
    .where(eq(destructions.id, row.id));
  await recordTransition(call, destructionWorkflow.entity, [{ id: row.id, from: row.status }], status, note);
}

export async function stepOfAct(call: Call, input: z.infer<typeof actStep>) {
  // Drawing takes a second, for which nothing is held; whether the act is still the same is asked again behind it.
  const drawn = input.status === 'AGREED' ? await draw(call, input.id) : undefined;
  const row = await toChange(call, input);
  const step = checkTransition(call, destructionWorkflow, row.status, input.status, input);
  const words = await membersOfActs(call, [row.id]);
  switch (input.status) {
    case 'PROPOSED':
      await propose(call, row, words);
      break;
    case 'AGREED': {
      if (words.some(({ status }) => status !== 'AGREED')) throw fail('ACT_NOT_AGREED');
      demandFree(call, row, words);
      if (!drawn || drawn.version !== row.version) throw fail('BUSY');
      const file = await keepMade(call, drawn.file, `${row.number}.pdf`);
      await write(call, row, 'AGREED', { file_id: file.id });
      await tellOfAct(call, await accountsOf(call, [row.signer_id]), row, 'sign');
      break;
    }
    case 'DONE':
      await carryOut(call, row, words, input.electronic_id);
      break;
    case 'DRAFT':
      await backToDraft(call, row, words, input);
      break;
    case 'CANCELLED':
      await freeLetters(call, row);
      await write(call, row, 'CANCELLED', {}, input);
      break;
    default:
      throw fail('TRANSITION_NOT_ALLOWED', { entity: destructionWorkflow.entity, from: row.status, to: step.to });
  }
  return openAct(call, { id: row.id });
}

async function draw(call: Call, id: number): Promise<{ version: number; file: Buffer }> {
  const row = await act.find(call, id);
  const words = await membersOfActs(call, [id]);
  const people = await membersOf(call, [row.signer_id, ...words.map(({ staff_id }) => staff_id)]);
  const paper = await forReader(
    call,
    await actPaper(call, row, {
      members: words.flatMap(({ staff_id }) => people.get(staff_id) ?? []),
      signer: people.get(row.signer_id),
    }),
  );
  return { version: row.version, file: await call.apart(() => pdf(paper)) };
}

/** The commission is asked, and the act has its number: one row of each year without gaps, in which cancelled acts stay. */
async function propose(call: Call, row: Act, words: readonly Member[]): Promise<void> {
  const [some] = await call.db
    .select({ id: destructionItems.id })
    .from(destructionItems)
    .where(and(eq(destructionItems.act_id, row.id), isNull(destructionItems.deleted_at)))
    .limit(1);
  if (!some) throw fail('ACT_EMPTY');
  const day = await todayOf(call);
  const year = Number(day.slice(0, 4));
  let numbered: Partial<Act> = {};
  if (row.serial === null) {
    await call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.letterActs, call.institution_id]);
    const [last] = await call.db
      .select({ serial: sql<number>`coalesce(max(${destructions.serial}), 0)::int` })
      .from(destructions)
      .where(eq(destructions.year, year));
    const serial = (last?.serial ?? 0) + 1;
    numbered = { serial, year, number: `A-${serial}/${year}` };
  }
  await write(call, row, 'PROPOSED', { ...numbered, drawn_on: day });
  await tellOfAct(
    call,
    await accountsOf(
      call,
      words.map(({ staff_id }) => staff_id),
    ),
    { ...row, ...numbered },
    'agree',
  );
}

/** Whatever was agreed was agreed to as it stood: all are asked again. */
async function backToDraft(
  call: Call,
  row: Act,
  words: readonly Member[],
  note: { reason?: string | undefined },
): Promise<void> {
  await nameMembers(
    call,
    row,
    words.map(({ staff_id }) => staff_id),
  );
  await write(call, row, 'DRAFT', { file_id: null }, note);
  await tellOfAct(call, [row.author_id], row, 'refused');
}

/** Errors: OWN_ACT, ACT_ONE_WORD. */
function demandFree(call: Call, row: Act, words: readonly Member[]): void {
  if (row.author_id === call.account_id) throw fail('OWN_ACT');
  if (spoke(call, words)) throw fail('ACT_ONE_WORD');
}

/** One of the commission agrees, or refuses with a remark; who is of it and stands in for another says their own word. */
export async function sayOfAct(call: Call, input: z.infer<typeof actWord>) {
  const row = await toChange(call, { id: input.id });
  const own = await ownStaffIds(call);
  const words = await membersOfActs(call, [row.id]);
  const people = await membersOf(
    call,
    words.map(({ staff_id }) => staff_id),
  );
  const pending = words.filter(({ staff_id, status }) => status === 'PENDING' && own.has(staff_id));
  const mine = pending.find(({ staff_id }) => people.get(staff_id)?.account_id === call.account_id) ?? pending[0];
  if (row.status !== 'PROPOSED' || !mine) throw fail('NOT_ASKED');
  demandFree(call, row, words);
  if (!input.agree && !input.remark) throw failField('remark', 'REMARK_NEEDED');
  await call.db
    .update(destructionMembers)
    .set({
      status: input.agree ? 'AGREED' : 'REFUSED',
      remark: input.remark || null,
      decided_by: call.account_id,
      decided_at: sql`edulab_clock()`,
    })
    .where(eq(destructionMembers.id, mine.id));
  // A version of its own, so that nobody draws an act of before this word.
  await call.db.update(destructions).set({ drawn_on: row.drawn_on }).where(eq(destructions.id, row.id));
  if (!input.agree) await backToDraft(call, row, words, { reason: input.remark });
  return openAct(call, { id: row.id });
}

/** What was agreed is signed, and by that done. */
async function carryOut(
  call: Call,
  row: Act,
  words: readonly Member[],
  electronic_id: number | undefined,
): Promise<void> {
  if (!(await ownStaffIds(call)).has(row.signer_id)) throw fail('NOT_THE_SIGNER');
  demandFree(call, row, words);
  if (row.file_id === null) throw fail('ACT_NOT_AGREED');
  const signed = await sign(call, {
    entity: destructionWorkflow.entity,
    entity_id: row.id,
    file_id: row.file_id,
    staff_id: row.signer_id,
    electronic_id,
  });
  await destroyLetters(call, row);
  await write(call, row, 'DONE', {
    signed_by: call.account_id,
    signed_at: signed.signed_at,
    signature_id: signed.id,
    done_on: await todayOf(call),
  });
  await tellOfAct(call, [row.author_id], row, 'done');
}

/** The act that waits for the caller's signature. */
export const signableAct: Signable = {
  name: destructionWorkflow.entity,
  file: async (call, id) => {
    const [row] = await call.db
      .select()
      .from(destructions)
      .where(
        and(eq(destructions.id, id), isNull(destructions.deleted_at), eq(destructions.status, 'AGREED'), visible(call)),
      );
    return row && (await ownStaffIds(call)).has(row.signer_id) ? row.file_id : null;
  },
};
