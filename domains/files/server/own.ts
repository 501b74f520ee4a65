import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { files } from '#platform/server/database/tables.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { deleteFiles, fileRecords } from './records.ts';
import { usedFiles } from './uses.ts';

/** The uploads of the caller, newest first. */
export const ownFiles = (call: Call, input: ListInput) =>
  list(call, input, {
    from: sql`${files}`,
    key: sql`${files.id}`,
    table: 'files',
    where: [
      sql`${files.deleted_at} is null`,
      sql`${files.account_id} = ${call.account_id}`,
      input.search ? sql`${files.original_name} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
    ],
    sorts: {
      created_at: sql`${files.created_at}`,
      original_name: sql`${files.original_name}`,
      file_size: sql`${files.size}`,
      id: sql`${files.id}`,
    },
    defaultSort: 'created_at,desc',
    columns: sql<{ id: number; created_at: string }>`${files.id}, ${files.created_at}`,
    load: async (ids, rows) => {
      const records = await fileRecords(call, ids);
      return rows.flatMap(({ id, created_at }) => {
        const record = records.get(id);
        return record ? [{ ...record, created_at }] : [];
      });
    },
  });

/** Deletes an upload of the caller that nothing uses. FILE_USED where a record or a text has it. */
export async function removeOwn(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const { rows } = await call.client.query(
    'select 1 from files where id = $1 and account_id = $2 and deleted_at is null for update',
    [input.id, call.account_id],
  );
  if (rows.length === 0) throw fail('NOT_FOUND');
  if ((await usedFiles(call, [input.id])).size) throw fail('FILE_USED');
  await deleteFiles(call, [input.id]);
  return { ok: true };
}
