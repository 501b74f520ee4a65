import { Readable } from 'node:stream';
import type { Call } from '#platform/server/call/context.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Keeps a file that we made ourselves, under this name; it belongs to the record that names its id. */
export async function keepMade(
  call: Pick<Call, 'client' | 'kernel' | 'institution_id' | 'account_id'>,
  content: Buffer,
  name: string,
  extension: keyof typeof mediaTypes = 'pdf',
): Promise<{ id: number; hash: string }> {
  const storage = storageOf(call.kernel.settings);
  const staged = await storage.stage(Readable.from([content]));
  // Held until the row is there or given up, so that nobody takes the content away in between.
  await call.client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 7))', [staged.hash]);
  await storage.keep(staged);
  const { rows } = await call.client.query<{ id: number }>(
    `insert into files (institution_id, account_id, original_name, extension, media_type, size, hash)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [call.institution_id, call.account_id || null, name, extension, mediaTypes[extension], staged.size, staged.hash],
  );
  return { id: rows[0]!.id, hash: staged.hash };
}
