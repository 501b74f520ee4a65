import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { type Signable, sign } from '#domains/signatures/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { statusChange } from '../shapes.ts';
import { letterWorkflow, openOrderStates } from '../workflow.ts';
import { askForAgreement, backToDraft } from './agreements.ts';
import { demandOwn, groupOf, letter, openLetter, ownStaffIds } from './letters.ts';
import { tellOf } from './notices.ts';
import { nextNumber } from './numbers.ts';
import { visible } from './reach.ts';
import { takeReserved } from './reservations.ts';
import { type LetterRow, letters, orders } from './tables.ts';
import { agreed } from './words.ts';

/** Steps of a letter, by whoever may take them. */

type Step = z.infer<typeof statusChange>;

export async function changeStatus(call: Call, input: Step) {
  const row = await loadForChange(call, letters, visible(call), input, ({ id }) => letter.get(call, { id }));
  const step = checkTransition(call, letterWorkflow, row.status, input.status, input);
  const refused = () =>
    fail('TRANSITION_NOT_ALLOWED', { entity: letterWorkflow.entity, from: row.status, to: input.status });
  const way = row.direction === 'INCOMING' ? 'incoming' : 'outgoing';
  if ((step.guard === 'incoming' || step.guard === 'outgoing') && step.guard !== way) throw refused();
  if (step.guard === 'orders_closed' && way !== 'incoming') throw refused();
  if ((step.guard === 'author' || step.guard === 'signer') && way !== 'outgoing') throw refused();
  // By a signed act alone.
  if (row.status === 'DESTROYED' || input.status === 'DESTROYED') throw refused();
  await take(call, row, input, step.guard);
  return openLetter(call, { id: row.id });
}

async function write(call: Call, row: LetterRow, input: Step, values: Partial<LetterRow> = {}): Promise<void> {
  await call.db
    .update(letters)
    .set({ ...values, status: input.status })
    .where(eq(letters.id, row.id));
  await recordTransition(call, letterWorkflow.entity, [{ id: row.id, from: row.status }], input.status, input);
}

async function take(call: Call, row: LetterRow, input: Step, guard: string | undefined): Promise<void> {
  switch (input.status) {
    case 'AGREEING': {
      demandOwn(call, row);
      const lacking = [...(row.file_ids.length ? [] : ['file_ids']), ...(row.signer_id === null ? ['signer_id'] : [])];
      if (lacking.length)
        throw fail('LETTER_INCOMPLETE', { fields: lacking.map((path) => ({ path, code: 'form_required' as const })) });
      await write(call, row, input);
      if (await askForAgreement(call, row, input.keep_agreed ?? false)) await agreed(call, row);
      return;
    }
    case 'DRAFT':
      if (guard === 'signer') await demandSigner(call, row);
      else if (row.author_id !== call.account_id) throw fail('NOT_YOUR_LETTER');
      await backToDraft(call, row);
      await recordTransition(call, letterWorkflow.entity, [{ id: row.id, from: row.status }], 'DRAFT', input);
      if (guard === 'signer') await tellOf(call, row.author_id ? [row.author_id] : [], row, 'refused');
      return;
    case 'SIGNED':
      return signLetter(call, row, input);
    case 'REGISTERED':
      return row.serial === null ? register(call, row, input) : write(call, row, input);
    case 'DONE':
      if (row.status === 'REGISTERED') await demandDone(call, row);
      return write(call, row, input, { destroy_after: null });
    case 'SENT':
      return write(call, row, input, { destroy_after: null });
    case 'ARCHIVED':
      if (row.status !== (row.direction === 'INCOMING' ? 'DONE' : 'SENT'))
        throw fail('TRANSITION_NOT_ALLOWED', { entity: letterWorkflow.entity, from: row.status, to: input.status });
      return archive(call, row, input);
  }
}

async function demandSigner(call: Call, row: LetterRow): Promise<void> {
  if (row.signer_id === null || !(await ownStaffIds(call)).has(row.signer_id)) throw fail('NOT_THE_SIGNER');
}

/** What is signed is the very file: the first one of the letter. */
async function signLetter(call: Call, row: LetterRow, input: Step): Promise<void> {
  await demandSigner(call, row);
  const [file_id] = row.file_ids;
  if (!file_id) throw fail('LETTER_INCOMPLETE', { fields: [{ path: 'file_ids', code: 'form_required' }] });
  const { id, hash, signed_at } = await sign(call, {
    entity: letterWorkflow.entity,
    entity_id: row.id,
    file_id,
    staff_id: row.signer_id,
    electronic_id: input.electronic_id,
  });
  await write(call, row, input, { signed_by: call.account_id, signed_hash: hash, signed_at, signature_id: id });
  await tellOf(call, row.author_id ? [row.author_id] : [], row, 'signed');
}

/** The file that waits for the caller's signature. */
export const signableLetter: Signable = {
  name: letterWorkflow.entity,
  file: async (call, id) => {
    const [row] = await call.db
      .select()
      .from(letters)
      .where(and(eq(letters.id, id), isNull(letters.deleted_at), eq(letters.status, 'AGREED'), visible(call)));
    if (!row || row.signer_id === null || !(await ownStaffIds(call)).has(row.signer_id)) return null;
    return row.file_ids[0] ?? null;
  },
};

/** Gives the number and the day, once and for good. */
async function register(call: Call, row: LetterRow, input: Step): Promise<void> {
  if (row.direction === 'INCOMING' && !row.received_on)
    throw fail('LETTER_INCOMPLETE', { fields: [{ path: 'received_on', code: 'form_required' }] });
  const group = await groupOf(call, row.group_id);
  if (!group?.active) throw failField('group_id', 'GROUP_INACTIVE');
  const registered_on = await todayOf(call);
  const due_on =
    row.due_on ??
    (row.direction === 'INCOMING' && group.execution_days
      ? await workingDayAfter(call, row.received_on ?? registered_on, group.execution_days)
      : null);
  const numbered =
    input.reservation_id === undefined
      ? await nextNumber(call, group, registered_on)
      : await takeReserved(call, row, input.reservation_id, registered_on);
  await write(call, row, input, { ...numbered, registered_on, due_on });
}

/** Errors: ORDERS_OPEN, with how many; ANSWER_NOT_SENT. */
async function demandDone(call: Call, row: LetterRow): Promise<void> {
  const open = await call.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.letter_id, row.id), isNull(orders.deleted_at), inArray(orders.status, [...openOrderStates])));
  if (open.length) throw fail('ORDERS_OPEN', { count: open.length });
  if (!row.answer_needed) return;
  const [answer] = await call.db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(eq(letters.reply_to_id, row.id), isNull(letters.deleted_at), inArray(letters.status, ['SENT', 'ARCHIVED'])),
    )
    .limit(1);
  if (!answer) throw fail('ANSWER_NOT_SENT');
}

/** Kept to the end of the year that is so many years after that of its number; the count begins with the next year. */
async function archive(call: Call, row: LetterRow, input: Step): Promise<void> {
  const group = await groupOf(call, row.group_id);
  const until = group?.retention_years ? `${(row.number_year ?? 0) + group.retention_years}-12-31` : null;
  await write(call, row, input, { destroy_after: until });
}
