import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Call } from './context.ts';
import { fail } from './errors.ts';

/**
 * The refusal of a change that came too late, to be thrown: the record as it is now (`current`), who changed it last
 * (`by`) and when (`at`). Nobody is named where no person did it, or the table is not audited.
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
