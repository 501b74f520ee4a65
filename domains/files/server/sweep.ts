import { locks } from '#platform/server/database/locks.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { derivedNames } from './download.ts';

/** Deleted files can be brought back this long. */
const keepDays = 30;

/** Removes contents that no file has any more. Answers how many. One process at a time; the others leave it to that one. */
export async function sweepFiles(kernel: Kernel): Promise<number> {
  const storage = storageOf(kernel.settings);
  const client = await kernel.database.owner.connect();
  let removed = 0;
  try {
    const {
      rows: [first],
    } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [locks.fileSweep]);
    if (!first?.mine) return 0;
    for await (const { hash } of storage.old()) {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [hash]);
      const { rowCount } = await client.query(
        'select 1 from files where hash = $1 and (deleted_at is null or deleted_at > edulab_now() - make_interval(days => $2)) limit 1',
        [hash, keepDays],
      );
      if (!rowCount && (await storage.remove(hash, derivedNames))) removed++;
      await client.query('commit');
    }
  } finally {
    // The connection goes with the lock, whatever happened.
    client.release(true);
  }
  return removed;
}
