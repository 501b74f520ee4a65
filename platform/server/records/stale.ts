import { and, eq, getTableName, isNull, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import type { RecordTable, RowOf } from './deletion.ts';

/**
 * The refusal of a change that came too late, to be thrown: the record as it is now (`current`), who changed it last
 * (`by`) and when (`at`). Nobody is named where no person did it, or the table is not audited. Whoever changes a row
 * that its id names calls `loadForChange`; this is left for what is found by something else, such as the one homework
 * of a lesson, which somebody may have made since the lesson was read.
 */
export async function stale(call: Call, table: PgTable, id: number, current: unknown): Promise<Error> {
  const { rows } = await call.client.query<{ by: string | null; at: string }>(
    `select a.lastname || ' ' || a.firstname as by, l.at from audit_log l left join accounts a on a.id = l.account_id
      where l.table_name = $1 and l.row_id = $2 order by l.id desc limit 1`,
    [getTableName(table), id],
  );
  const { by, at } = rows[0] ?? {};
  return fail('STALE', { current, ...(at ? { at } : {}), ...(by ? { by } : {}) });
}

/**
 * The row that is about to be changed, locked until the call ends. Errors: NOT_FOUND where it is not there, deleted, or
 * beyond `reach`; STALE with what `shown` answers where it is not the version that was read, unless none is told.
 */
export async function loadForChange<T extends RecordTable>(
  call: Call,
  table: T,
  reach: SQL | undefined,
  { id, version }: { id: number; version?: number | undefined },
  shown: (row: RowOf<T>) => Promise<unknown>,
): Promise<RowOf<T>> {
  const [row] = await call.db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), isNull(table.deleted_at), reach))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  if (version !== undefined && row.version !== version) throw await stale(call, table, id, await shown(row));
  return row;
}
