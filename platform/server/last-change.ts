import type { Call } from './context.ts';

/** Who changed a row last, and when, for those whose own change came too late; nothing for rows that are not audited. */
export async function lastChange(call: Call, table: string, id: number): Promise<{ by?: string; at?: string }> {
  const { rows } = await call.client.query<{ by: string | null; at: string }>(
    `select a.lastname || ' ' || a.firstname as by, l.at from audit_log l left join accounts a on a.id = l.account_id
      where l.table_name = $1 and l.row_id = $2 order by l.id desc limit 1`,
    [table, id],
  );
  const [last] = rows;
  return last ? { at: last.at, ...(last.by ? { by: last.by } : {}) } : {};
}
