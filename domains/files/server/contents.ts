import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { asActor } from '#platform/server/database/database.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { work } from '#platform/server/heavy/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { keyPatterns } from '#platform/server/records/finding.ts';
import { refusalOf } from '#platform/server/work/jobs.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import { fileTexts, type TextState } from './tables.ts';

/**
 * What files say, so that records are found by it. Asked for when a record takes a file, read in a process of the pool
 * after the commit, and kept as search keys: a word is found in whatever script it was written and is typed.
 */
export const textsErrand = 'files.texts';

/** What can be read. Larger files, such as thick scans, are kept and opened like all others, but not read. */
const readable = ['pdf', 'docx', 'xlsx', 'csv', 'txt'];
const mostBytes = 64 * 1024 * 1024;
const atOnce = 5;
const mostAttempts = 3;
const pauseMs = 60_000;

/** Which files can be read; a condition over `files f`. */
export const readableFile: SQL = sql`f.deleted_at is null and f.extension = any(${sql.param(readable)}::text[]) and f.size <= ${mostBytes}`;

/** Asks that these files be read; what was asked before is not asked again. */
export async function readContents(call: Pick<Call, 'client'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await call.client.query(
    `insert into file_texts (file_id) select id from files where id = any($1) and deleted_at is null and extension = any($2) and size <= $3
     on conflict do nothing`,
    [ids, readable, mostBytes],
  );
  if (rowCount) await workWaits(call.client, textsErrand);
}

/** Files that say every word that was typed, as a subselect of their ids, which is asked once. Asks for no right to them. */
export function filesSaying(typed: string): SQL {
  const patterns = keyPatterns(typed);
  return patterns.length
    ? sql`(select edulab_files_saying(${sql.param(patterns)}::text[]))`
    : sql`(select null::integer where false)`;
}

interface Waiting {
  file_id: number;
  institution_id: number;
  attempts: number;
}

/** Reads what waits, a few at a time; answers when to look again. */
export async function readWaiting(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<Waiting>(
    `update file_texts t set attempts = t.attempts + 1, next_at = edulab_now() + interval '1 minute' * (t.attempts + 1)
      where t.file_id in (select w.file_id from file_texts w where w.state = 'WAITING' and w.next_at <= edulab_now() order by w.next_at limit $1 for update skip locked)
      returning t.file_id, t.institution_id, t.attempts`,
    [atOnce],
  );
  for (const one of rows) await readOne(kernel, one);
  return rows.length === atOnce ? 0 : pauseMs;
}

/** No transaction is open while it is read. */
async function readOne(kernel: Kernel, { file_id, institution_id, attempts }: Waiting): Promise<void> {
  const actor = { institution_id, account_id: null, call: `job ${textsErrand}` };
  const file = await asActor(kernel.database.app, actor, async (_db, client) => {
    const { rows } = await client.query<{ hash: string; extension: string }>(
      'select hash, extension from files where id = $1 and deleted_at is null',
      [file_id],
    );
    return rows[0];
  });
  let state: TextState = 'FAILED';
  let found: Awaited<ReturnType<typeof work<'file.words'>>> | undefined;
  try {
    if (file) {
      const path = await storageOf(kernel.settings).local(file.hash);
      found = await work('file.words', { path, extension: file.extension }, { who: textsErrand });
    }
    if (found) state = found.words === '' ? 'EMPTY' : 'READ';
  } catch (error) {
    // Stopped or not begun for want of time: once more, a few times. What is broken stays broken.
    if (refusalOf(error) && attempts < mostAttempts) return;
  }
  await asActor(kernel.database.app, actor, (db) =>
    db
      .update(fileTexts)
      .set({ state, words: found?.words ?? '', cut: found?.cut ?? false })
      .where(and(eq(fileTexts.file_id, file_id), eq(fileTexts.state, 'WAITING'))),
  );
}
