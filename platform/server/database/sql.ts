import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** SQL as it is sent. */
export interface Built {
  text: string;
  values: unknown[];
}
const dialect = new PgDialect();
export function build(query: SQL): Built {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
}

/**
 * Rows as PostgreSQL answers them, by column name. For lists: Drizzle looks at every cell of every row once more,
 * which costs more than the query.
 */
export async function runBuilt<T extends pg.QueryResultRow>(client: pg.ClientBase, query: Built): Promise<T[]> {
  return (await client.query<T>(query.text, query.values)).rows;
}
