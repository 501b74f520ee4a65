import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { StartError } from '../run/lifecycle.ts';

/**
 * Takes what the history says of the time before a day out of the database, into a file of one JSON line per change: the
 * file is on the disk as a whole before anything is removed, and from then on each answer about the past says from when on
 * its history is whole. What a mark was stays in the ledger, which nobody shortens.
 */
const blockOf = 10_000;

interface Change {
  id: string;
}

async function* linesBefore(client: pg.PoolClient, day: string): AsyncGenerator<string> {
  await client.query({
    text: `declare old_history no scroll cursor for
      select h.*, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_log h where h.at < ${client.escapeLiteral(day)}::timestamptz order by h.id`,
  });
  for (;;) {
    const { rows } = await client.query<Change>(`fetch ${blockOf} from old_history`);
    if (rows.length === 0) return;
    yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  }
}

/** What a machine that loses its power now would still have. */
async function onDisk(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/**
 * All before the beginning of that day, by UTC, of which the last year is never any. Answers how many changes went into the
 * file. Where it fails nothing was removed and no file is left; a file that is there already is somebody's, and stays.
 */
export async function archiveHistory(owner: pg.Pool, day: string, path: string): Promise<number> {
  const client = await owner.connect();
  let ours = false;
  try {
    await client.query('begin isolation level repeatable read');
    const { rows } = await client.query<{ young: boolean }>(
      "select $1::timestamptz > edulab_now() - interval '1 year' as young",
      [day],
    );
    if (rows[0]?.young)
      throw new StartError(`Only what is older than a year leaves the history; ${day} is not a year ago.`);
    const file = await open(path, 'wx', 0o600);
    ours = true;
    // Closes the file when it is done, and when it fails.
    await pipeline(Readable.from(linesBefore(client, day)), createGzip(), file.createWriteStream());
    await onDisk(path);
    await onDisk(dirname(path));
    await client.query(
      `insert into history_begins as b (table_name, at) select distinct h.table_name, $1::timestamptz from audit_log h where h.at < $1::timestamptz
       on conflict (table_name) do update set at = excluded.at where b.at < excluded.at`,
      [day],
    );
    const { rowCount } = await client.query('delete from audit_log where at < $1::timestamptz', [day]);
    // From here on the rows may be gone, whatever is heard of it: the file stays.
    ours = false;
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (ours) await rm(path, { force: true });
    throw error;
  } finally {
    client.release();
  }
}
