import type { Call } from '#platform/server/call/context.ts';
import { locks } from '#platform/server/database/locks.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import { derivedNames } from './download.ts';

/**
 * Files that are destroyed, not only deleted: nothing brings them back, and their content leaves the disk as soon as the
 * transaction is committed. Backups of before keep it for as long as backups are kept.
 */
export const destructionErrand = 'files.destruction';

export interface DestroyedFile {
  name: string;
  size: number;
  hash: string;
}

/** Answers what these files were: their names and the hashes of their contents, which is all that stays of them. */
export async function destroyFiles(
  call: Pick<Call, 'client'>,
  ids: readonly number[],
): Promise<Map<number, DestroyedFile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.client.query<{ id: number } & DestroyedFile>(
    `update files set deleted_at = coalesce(deleted_at, edulab_now()) where id = any($1) returning id, original_name as name, size, hash`,
    [ids],
  );
  await call.client.query('delete from file_texts where file_id = any($1)', [ids]);
  await call.client.query('insert into destroyed_contents (hash) select distinct unnest($1::text[])', [
    rows.map(({ hash }) => hash),
  ]);
  await workWaits(call.client, destructionErrand);
  return new Map(rows.map(({ id, name, size, hash }) => [id, { name, size, hash }]));
}

/** So many at once; where there are more it goes on at once. */
const batch = 500;

/** Removes what was destroyed from the disk; of several servers one does it. */
export async function removeDestroyed(kernel: Kernel): Promise<number> {
  const storage = storageOf(kernel.settings);
  const client = await kernel.database.owner.connect();
  try {
    const {
      rows: [first],
    } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [locks.fileSweep]);
    if (!first?.mine) return 60_000;
    const { rows } = await client.query<{ id: number; hash: string }>(
      'select id, hash from destroyed_contents where done_at is null order by id limit $1',
      [batch],
    );
    for (const { id, hash } of rows) {
      await client.query('begin');
      // Whoever keeps the same content now waits until it is gone, and then writes it anew.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [hash]);
      const { rowCount } = await client.query(
        `select 1 from files f where f.hash = $1 and (f.deleted_at is null or (f.deleted_at > edulab_now() - interval '30 days'
           and not exists (select 1 from destroyed_contents d where d.hash = f.hash and d.institution_id = f.institution_id))) limit 1`,
        [hash],
      );
      if (!rowCount) await storage.remove(hash, derivedNames, true);
      await client.query('update destroyed_contents set done_at = edulab_clock(), kept = $2 where id = $1', [
        id,
        Boolean(rowCount),
      ]);
      await client.query('commit');
    }
    return rows.length === batch ? 0 : 60_000;
  } finally {
    // The connection goes with the lock, whatever happened.
    client.release(true);
  }
}
