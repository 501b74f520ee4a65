import type pg from 'pg';

/** Inserts records and answers their ids in the same order. All records have the fields of the first; no name comes from outside. */
export async function insertAll(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  records: readonly object[],
): Promise<number[]> {
  const [first] = records;
  if (!first) return [];
  const columns = Object.keys(first).join(', ');
  const { rows } = await client.query<{ id: number }>(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) returning id`,
    [JSON.stringify(records)],
  );
  return rows.map((row) => row.id);
}
