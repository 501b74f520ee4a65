import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { files } from '#platform/server/database/tables.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { deleteFiles, fileRecords } from './records.ts';

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

interface Column {
  table: string;
  name: string;
  kind: 'id' | 'ids' | 'text';
}
/**
 * Where a file can be used: columns that are called `…file_id` or `…file_ids`, in JSON too, and texts that may show a
 * picture. Read from the catalogue, so that a new domain is asked without being named.
 */
async function places(call: Call): Promise<Column[]> {
  const { rows } = await call.client.query<Column>(
    `select c.relname as table, a.attname as name,
            case when a.atttypid = 'integer'::regtype then 'id' when a.atttypid = 'integer[]'::regtype then 'ids' else 'text' end as kind
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
        and (a.attname ~ '(^|_)file_id$' and a.atttypid = 'integer'::regtype or a.attname ~ '(^|_)file_ids$' and a.atttypid = 'integer[]'::regtype
             or a.attname in ('body', 'content', 'description', 'details', 'text') and a.atttypid in ('text'::regtype, 'jsonb'::regtype))`,
  );
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Deletes an upload of the caller that nothing uses. FILE_USED where a record or a text has it. */
export async function removeOwn(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const { rows } = await call.client.query(
    'select 1 from files where id = $1 and account_id = $2 and deleted_at is null for update',
    [input.id, call.account_id],
  );
  if (rows.length === 0) throw fail('NOT_FOUND');
  const { id } = input;
  const questions = (await places(call)).map(({ table, name, kind }) => {
    const column = quoted(name);
    // A number that the contract checked; it stands in patterns as well as in comparisons.
    const has = {
      id: `${column} = ${id}`,
      ids: `${id} = any(${column})`,
      text: `${column}::text like '%/file/${id}/%' or ${column}::text ~ 'file_id": ?${id}[^0-9]'`,
    }[kind];
    return `exists (select 1 from ${quoted(table)} where ${has})`;
  });
  const { rows: found } = await call.client.query<{ used: boolean }>(
    `select ${['false', ...questions].join(' or ')} as used`,
  );
  if (found[0]?.used) throw fail('FILE_USED');
  await deleteFiles(call, [input.id]);
  return { ok: true };
}
