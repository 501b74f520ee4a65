import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import {
  type dueLine,
  type dueQuery,
  type hold,
  type itemQuery,
  mostLetters,
  type pick,
} from '../shapes-destruction.ts';
import { destructionItems, destructions } from './acts/tables.ts';
import { expired, fileInWords, keptFiles } from './destroying.ts';
import { act, openAct } from './destruction.ts';
import { letter, openLetter } from './letters.ts';
import { visible } from './reach.ts';
import { letters } from './tables.ts';

/** Which letters may be destroyed, and that they are. Nothing is destroyed before its time, or while it is held. */

const inNoAct = sql`not exists (select 1 from ${destructionItems} i where i.letter_id = ${letters.id} and i.deleted_at is null)`;

/** What is confidential and not the caller's to read: the archive knows its number. */
const hidden = (call: Call) => sql`${letters.confidential} and not coalesce(${visible(call)}, false)`;
const shown = (call: Call) => ({
  id: letters.id,
  number: sql<string>`${letters.number}`,
  heading: sql<string | null>`case when ${hidden(call)} then null else ${letters.heading} end`,
  registered_on: sql<string>`${letters.registered_on}::text`,
});

export const dueLetters = (call: Call, input: z.infer<typeof dueQuery>) =>
  list(call, input, {
    from: sql`${letters}`,
    key: sql`${letters.id}`,
    table: 'letters',
    asks: ['letter_destruction_items'],
    where: [
      expired,
      inNoAct,
      input.group_id ? eq(letters.group_id, input.group_id) : undefined,
      input.search
        ? sql`${visible(call)} and ${keyHolds(sql`${letters.search}`, input.search) ?? sql`true`}`
        : undefined,
    ],
    sorts: { id: sql`${letters.id}`, destroy_after: sql`${letters.destroy_after}` },
    defaultSort: 'destroy_after',
    load: (ids): Promise<z.infer<typeof dueLine>[]> =>
      call.db
        .select({ ...shown(call), destroy_after: sql<string>`${letters.destroy_after}::text` })
        .from(letters)
        .where(inArray(letters.id, ids)),
  });

/** What stands in an act, for whoever sees the act. */
export async function lettersOfAct(call: Call, input: z.infer<typeof itemQuery>) {
  const row = await act.find(call, input.act_id);
  return list(call, input, {
    from: sql`${destructionItems} join ${letters} on ${letters.id} = ${destructionItems.letter_id}`,
    key: sql`${letters.id}`,
    table: 'letter_destruction_items',
    where: [
      sql`${destructionItems.act_id} = ${row.id} and ${destructionItems.deleted_at} is null`,
      input.search
        ? sql`(not ${letters.confidential} or ${visible(call)}) and ${keyHolds(sql`${letters.search}`, input.search) ?? sql`true`}`
        : undefined,
    ],
    sorts: { id: sql`${letters.id}` },
    defaultSort: 'id',
    load: async (ids) => {
      const rows = await call.db
        .select({
          ...shown(call),
          destroy_after: sql<string | null>`${letters.destroy_after}::text`,
          files: destructionItems.files,
          file_ids: letters.file_ids,
          hidden: sql<boolean>`${hidden(call)}`,
        })
        .from(destructionItems)
        .innerJoin(letters, eq(letters.id, destructionItems.letter_id))
        .where(and(eq(destructionItems.act_id, row.id), isNull(destructionItems.deleted_at), inArray(letters.id, ids)));
      // Before it is signed: what of it would stay.
      const kept = await keptFiles(
        call,
        row.id,
        rows.flatMap(({ file_ids, files }) => (files ? [] : file_ids)),
      );
      return rows.map(({ files, file_ids, hidden, ...line }) => ({
        ...line,
        files: hidden
          ? null
          : (files ?? file_ids.flatMap((id) => kept.get(id) ?? [])).map((file) => fileInWords(call, file)),
      }));
    },
  });
}

/** Says which of these may not be destroyed now, as far as the caller sees them. */
async function refuse(call: Call, asked: readonly number[], due: readonly { id: number }[]): Promise<never> {
  const others = asked.filter((id) => !due.some((one) => one.id === id));
  const rows = await call.db
    .select({ number: letters.number })
    .from(letters)
    .where(and(inArray(letters.id, others), visible(call)))
    .orderBy(asc(letters.id))
    .limit(20);
  throw failField('add', 'LETTER_NOT_DUE', { numbers: rows.map(({ number }) => number ?? '—').join(', ') || '—' });
}

/** Puts letters into an act that is being drawn up, and takes some out. */
export async function pickLetters(call: Call, input: z.infer<typeof pick>) {
  const row = await loadForChange(call, destructions, undefined, input, ({ id }) => openAct(call, { id }));
  if (row.status !== 'DRAFT') throw fail('ACT_FIXED');
  if (input.remove?.length)
    await call.db
      .update(destructionItems)
      .set({ deleted_at: sql`edulab_now()` })
      .where(
        and(
          eq(destructionItems.act_id, row.id),
          inArray(destructionItems.letter_id, input.remove),
          isNull(destructionItems.deleted_at),
        ),
      );
  if (input.group_id !== undefined || input.add?.length) {
    const [standing] = await call.db
      .select({ count: sql<number>`count(*)::int` })
      .from(destructionItems)
      .where(and(eq(destructionItems.act_id, row.id), isNull(destructionItems.deleted_at)));
    const room = mostLetters - (standing?.count ?? 0);
    if (room < (input.add?.length ?? 1)) throw fail('ACT_FULL', { most: mostLetters });
    const found = await call.db
      .select({ id: letters.id })
      .from(letters)
      .where(
        and(
          expired,
          inNoAct,
          input.group_id === undefined ? undefined : eq(letters.group_id, input.group_id),
          input.add ? inArray(letters.id, input.add) : undefined,
        ),
      )
      .orderBy(asc(letters.destroy_after), asc(letters.id))
      // Of a whole group as many as there is room for, the oldest first; the others are for the next act.
      .limit(room);
    if (input.add && found.length < new Set(input.add).size) await refuse(call, input.add, found);
    if (found.length)
      await call.db.insert(destructionItems).values(found.map(({ id }) => ({ act_id: row.id, letter_id: id })));
  }
  await call.db.update(destructions).set({ basis: row.basis }).where(eq(destructions.id, row.id));
  return openAct(call, { id: row.id });
}

/** Keeps a letter past its time, as for a court, or lets it go again. */
export async function holdLetter(call: Call, input: z.infer<typeof hold>) {
  const row = await loadForChange(call, letters, visible(call), input, ({ id }) => letter.get(call, { id }));
  if (row.serial === null) throw fail('LETTER_NOT_REGISTERED');
  if (row.status === 'DESTROYED') throw fail('LETTER_DESTROYED');
  await call.db
    .update(letters)
    .set({ hold_reason: input.reason || null, held_since: input.reason ? await todayOf(call) : null })
    .where(eq(letters.id, row.id));
  return openLetter(call, { id: row.id });
}
