import { createHash, randomInt, randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { door, pass } from '#platform/server/call/door.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { seal, unseal } from '#platform/server/disk/sealing.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { authorMayWrite, offeredType } from './feedback.ts';
import { feedback, feedbackMessages, feedbackSealed, feedbackTypes } from './tables.ts';

/**
 * Letters without a sender (see the ADR on them). What comes is sealed at once, together with its day and nothing else, and
 * waits for the night, in which everything of the day is handed over in an order that says nothing. The code of a thread is
 * made here, answered once, and kept as two hashes: one finds what still waits, the other what was handed over, and
 * without the code nobody can tell that the two belong together.
 */

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newCode = () => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');
const hashOf = (purpose: 'thread' | 'inbox', code: string) =>
  createHash('sha256').update(`feedback ${purpose} ${code}`).digest('hex');

/** How often one address may write, and try codes. */
const letters = door('letters', 20, 60);
const codes = door('codes', 40, 10);

/** What an institution takes in a day; more is a flood. */
const mostWaiting = 2000;

export const sealedItem = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('letter'),
    secret_hash: z.string(),
    type_id: z.number(),
    subject: z.string(),
    text: z.string(),
    on: z.string(),
  }),
  z.object({ what: z.literal('message'), secret_hash: z.string(), text: z.string(), on: z.string() }),
]);
type Item = z.infer<typeof sealedItem>;
/** Of what was sealed: the name with which its key is made anew. */
export const sealName = (id: string) => `feedback ${id}`;

/** A session would stand beside the letter in whatever keeps times: whoever has one is asked to come without. */
function demandNobody(call: Call): void {
  if (call.account_id) throw fail('FEEDBACK_SIGNED_IN');
}

async function putAside(call: Call, code: string, item: Item): Promise<void> {
  const [{ waiting } = { waiting: 0 }] = await call.db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(feedbackSealed);
  if (waiting >= mostWaiting) throw fail('FEEDBACK_INBOX_FULL');
  const id = randomUUID();
  await call.db
    .insert(feedbackSealed)
    .values({ id, key: hashOf('inbox', code), sealed: seal(call.kernel.settings.dataDir, sealName(id), item) });
}

export async function send(call: Call, input: InputOf<typeof contract.nameless.send>): Promise<{ passcode: string }> {
  demandNobody(call);
  await pass(call, letters);
  await offeredType(call, input.type_id);
  const code = newCode();
  await putAside(call, code, {
    what: 'letter',
    secret_hash: hashOf('thread', code),
    type_id: input.type_id,
    subject: input.subject,
    text: input.text,
    on: await todayOf(call),
  });
  return { passcode: code.replaceAll(/(.{4})(?=.)/g, '$1-') };
}

/** The institution is that of the thread, whatever the browser says. Errors: FEEDBACK_CODE. */
async function enter(call: Call, code: string): Promise<void> {
  const { rows } = await call.client.query<{ found: boolean }>('select edulab_feedback_enter($1, $2) as found', [
    hashOf('thread', code),
    hashOf('inbox', code),
  ]);
  if (!rows[0]?.found) throw fail('FEEDBACK_CODE');
}

async function threadOf(call: Call, code: string) {
  const waiting = (
    await call.db
      .select()
      .from(feedbackSealed)
      .where(eq(feedbackSealed.key, hashOf('inbox', code)))
      .limit(100)
  ).map(({ id, sealed }) => sealedItem.parse(unseal(call.kernel.settings.dataDir, sealName(id), sealed)));
  const [row] = await call.db
    .select()
    .from(feedback)
    .where(eq(feedback.secret_hash, hashOf('thread', code)));
  const letter = waiting.find((one) => one.what === 'letter');
  const of = row ?? letter;
  if (!of) throw fail('FEEDBACK_CODE');
  const [type] = await call.db
    .select({ title: sql<string>`${localTitle(sql`${feedbackTypes.title}`, call.locale)}` })
    .from(feedbackTypes)
    .where(eq(feedbackTypes.id, of.type_id));
  const said = row
    ? await call.db
        .select({ from: feedbackMessages.written_by, text: feedbackMessages.text, on: feedbackMessages.on })
        .from(feedbackMessages)
        .where(eq(feedbackMessages.feedback_id, row.id))
        .orderBy(asc(feedbackMessages.id))
    : [];
  return {
    delivered: row !== undefined,
    subject: of.subject,
    text: of.text,
    type: type?.title ?? null,
    status: row?.status ?? ('NEW' as const),
    filed_on: row?.filed_on ?? letter?.on ?? '',
    due_on: row?.due_on ?? null,
    messages: [
      ...said.map((one) => ({ ...one, delivered: true })),
      ...waiting.flatMap(({ what, text, on }) =>
        what === 'message' ? [{ from: 'AUTHOR' as const, text, on, delivered: false }] : [],
      ),
    ],
    open: row === undefined || authorMayWrite(row),
    waiting: waiting.length,
  };
}

export async function read(call: Call, { code }: InputOf<typeof contract.nameless.read>) {
  demandNobody(call);
  await pass(call, codes);
  await enter(call, code);
  return threadOf(call, code);
}

/** Of one thread so much may wait for a night. */
const mostOfThread = 20;

export async function writeOn(call: Call, { code, text }: InputOf<typeof contract.nameless.message>) {
  demandNobody(call);
  await pass(call, letters);
  await pass(call, codes);
  await enter(call, code);
  const thread = await threadOf(call, code);
  if (!thread.open) throw fail('FEEDBACK_OVER');
  if (thread.waiting >= mostOfThread) throw fail('FEEDBACK_INBOX_FULL');
  await putAside(call, code, {
    what: 'message',
    secret_hash: hashOf('thread', code),
    text,
    on: await todayOf(call),
  });
  return threadOf(call, code);
}
