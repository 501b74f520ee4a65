import {
  Column,
  getTableColumns,
  is,
  isSQLWrapper,
  Name,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
  Table,
} from 'drizzle-orm';
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

/** Drizzle keeps under this what a table is called, whatever alias it has in a query. */
const originalName = Symbol.for('drizzle:OriginalName');
const nameOf = (table: Table): string => String(Reflect.get(table, originalName));

/**
 * Names of the tables that a query written with Drizzle's tables and columns reads, of those whose changes are counted
 * (`<table>_changes` in guards.sql). Tables that text or a function of the database names are not seen.
 */
export function countedTables(query: unknown, into: Set<string> = new Set()): Set<string> {
  if (Array.isArray(query)) for (const part of query) countedTables(part, into);
  else if (is(query, Table)) {
    const columns = getTableColumns(query);
    if ('institution_id' in columns || 'version' in columns) into.add(nameOf(query));
  } else if (is(query, Column)) countedTables(query.table, into);
  else if (is(query, SQL)) countedTables(query.queryChunks, into);
  else if (is(query, SQL.Aliased)) countedTables(query.sql, into);
  else if (is(query, Subquery)) countedTables(query._.sql, into);
  // A select that was not sent; pieces of text and values are SQL wrappers as well, and read nothing.
  else if (isSQLWrapper(query) && ![StringChunk, Param, Name, Placeholder].some((piece) => is(query, piece)))
    countedTables(query.getSQL(), into);
  return into;
}

/** Whether an error bears one of these codes, the database's or one of ours, through what wraps it as well. */
export const hasCode = (error: unknown, codes: RegExp): error is Error => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && codes.test(String(at.code))) return true;
  return false;
};
/** Two waited for each other, or one for longer than it would. */
export const isLockFault = (error: unknown): boolean => hasCode(error, /^(40P01|55P03)$/);
