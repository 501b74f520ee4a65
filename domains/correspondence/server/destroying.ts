import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { destroyFiles, usedFiles } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { tableTitle } from '#platform/server/call/messages.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { letterWorkflow } from '../workflow.ts';
import { destructionItems, type LetterFile } from './acts/tables.ts';
import { letters } from './tables.ts';

/** What a signed act does to its letters. */

/** What a file was, with what keeps it in the words of the caller. */
export const fileInWords = (call: Call, { kept_by, ...file }: LetterFile): LetterFile =>
  kept_by ? { ...file, kept_by: kept_by.map((table) => tableTitle(call.locale, table)) } : file;

/** Archived, past the day until which its case is kept, held by nobody. Without such a day it is kept for ever. */
export const expired = sql`${letters.status} = 'ARCHIVED' and ${letters.deleted_at} is null and ${letters.destroy_after} < (select edulab_today()) and ${letters.hold_reason} is null`;

/**
 * Destroys the letters of a signed act: each is asked once more whether it may be. The files are gone, but for those that
 * something else has, which is said; card, orders and the hashes of the files stay. Errors: LETTER_NOT_DUE with the numbers of those that may not.
 */
export async function destroyLetters(call: Call, { id }: { id: number }): Promise<void> {
  const rows = await call.db
    .select({
      id: letters.id,
      number: letters.number,
      file_ids: letters.file_ids,
      due: sql<boolean>`coalesce(${expired}, false)`,
    })
    .from(letters)
    .where(
      sql`${letters.id} in (select i.letter_id from ${destructionItems} i where i.act_id = ${id} and i.deleted_at is null)`,
    )
    .orderBy(asc(letters.id))
    .for('update');
  const early = rows.filter(({ due }) => !due).map(({ number }) => number);
  if (early.length || rows.length === 0) throw fail('LETTER_NOT_DUE', { numbers: early.slice(0, 20).join(', ') });
  const ids = rows.map((row) => row.id);
  const file_ids = [...new Set(rows.flatMap((row) => row.file_ids))];
  const kept = await keptFiles(call, id, file_ids);
  const gone = await destroyFiles(
    call,
    file_ids.filter((one) => !kept.has(one)),
  );
  const lines = rows.map((row) => ({
    letter_id: row.id,
    files: row.file_ids.flatMap((file_id) => gone.get(file_id) ?? kept.get(file_id) ?? []),
  }));
  await call.db.execute(sql`
    update ${destructionItems} i set files = r.files from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (letter_id integer, files jsonb)
     where i.act_id = ${id} and i.letter_id = r.letter_id and i.deleted_at is null`);
  await call.db.update(letters).set({ status: 'DESTROYED', file_ids: [] }).where(inArray(letters.id, ids));
  await recordTransition(
    call,
    letterWorkflow.entity,
    ids.map((one) => ({ id: one, from: 'ARCHIVED' })),
    'DESTROYED',
    {},
  );
}

/** Of these files of an act those that stay, with what has them besides: another letter, any other record, or a text that shows one. */
export async function keptFiles(
  call: Call,
  act_id: number,
  file_ids: readonly number[],
): Promise<Map<number, LetterFile>> {
  if (file_ids.length === 0) return new Map();
  const others = await call.db
    .select({ file_ids: letters.file_ids })
    .from(letters)
    .where(
      and(
        isNull(letters.deleted_at),
        sql`${letters.id} not in (select i.letter_id from ${destructionItems} i where i.act_id = ${act_id} and i.deleted_at is null)`,
        sql`${letters.file_ids} && ${sql.param([...file_ids])}::int[]`,
      ),
    );
  const shared = new Set(others.flatMap((one) => one.file_ids));
  const used = await usedFiles(call, file_ids, ['letters', 'signatures']);
  const { rows } = await call.client.query<{ id: number; name: string; size: number; hash: string }>(
    'select id, original_name as name, size::int as size, hash from files where id = any($1::int[])',
    [file_ids.filter((id) => shared.has(id) || used.has(id))],
  );
  return new Map(
    rows.map(({ id, ...file }) => [
      id,
      { ...file, kept_by: [...(shared.has(id) ? ['letters'] : []), ...(used.get(id) ?? [])] },
    ]),
  );
}
