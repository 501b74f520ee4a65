import type pg from 'pg';

/** Bulk loading of many rows by COPY, which costs the database least. */

type Value = string | number | boolean | null | object;

/** One line of COPY's text format; objects become JSON, absent values NULL. */
export function line(values: readonly Value[]): string {
  let out = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) out += '\t';
    if (value === null || value === undefined) out += '\\N';
    else {
      const text =
        typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
      out += /[\\\t\n\r]/.test(text)
        ? text.replace(/[\\\t\n\r]/g, (sign) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign]!)
        : text;
    }
  }
  return `${out}\n`;
}

/** What of a connection COPY needs; `pg` has it, its types do not tell. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Appends lines made by `line` to a table. Takes columns with given identities as they are. Rejects with the database's error. */
export function copyLines(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let failed = false;
    const query = {
      submit: (connection: unknown) =>
        (connection as CopyConnection).query(`copy ${table} (${columns.join(', ')}) from stdin`),
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(Buffer.from(lines.join('')));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failed ? undefined : resolve()),
      handleError: (error: Error) => {
        failed = true;
        reject(error);
      },
    };
    client.query(query);
  });
}

/**
 * Loads tables whose indexes and row keys are made afterwards in one go, which costs a third.
 * Keys that others refer to stay. Answers what `load` answers.
 */
export async function withoutIndexes<T>(
  client: pg.PoolClient,
  tables: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint c
      where conrelid = any ($1::regclass[]) and contype in ('p', 'u', 'x') and not exists (select 1 from pg_constraint f where f.conindid = c.conindid and f.contype = 'f')`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid = any ($1::regclass[]) and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const answer = await load();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes) await client.query(definition);
  return answer;
}

/** What a WHERE says so that one in so many counts. Nothing where all do: the planner would believe the remainder to be rare. */
export const oneGroupIn = (oneIn: number, column: string): string => (oneIn > 1 ? ` and ${column} % ${oneIn} = 0` : '');
