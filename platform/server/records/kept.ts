import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** A row that was changed, made (`before` null) or removed (`after` null), with all that putting it back needs. */
export interface KeptRow {
  table: string;
  id: number;
  /** Of the columns that were written over; of a row that was removed all of them. */
  before: Record<string, unknown> | null;
  /** What was written: where something else stands there by now, somebody has built on it. */
  after: Record<string, unknown> | null;
}
/** One of a student. */
export interface Kept extends KeptRow {
  student_id: number;
}

type Client = Pick<pg.ClientBase, 'query'>;
type Row = { id: number } & Record<string, unknown>;
type StudentRow = Row & { student_id: number };
type Change = { id: number } & Record<string, unknown>;

const pick = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

/** Names come from the code, and from receipts that it wrote. */
const named = (name: string): string => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`no name: ${name}`);
  return `"${name}"`;
};

async function change<Some extends Row>(client: Client, table: string, changes: readonly Change[]) {
  const [first] = changes;
  if (!first) return [];
  const columns = Object.keys(first).filter((column) => column !== 'id');
  const t = named(table);
  const set = columns.map((column) => `${named(column)} = g.${named(column)}`).join(', ');
  const { rows } = await client.query<{ row: Some; before: Some }>(
    `with was as (select t.* from ${t} t where t.id = any($2) order by t.id for update)
     update ${t} t set ${set} from jsonb_populate_recordset(null::${t}, $1) g, was
      where t.id = g.id and was.id = t.id returning to_jsonb(t) as row, to_jsonb(was) as before`,
    [JSON.stringify(changes), changes.map(({ id }) => id)],
  );
  return rows.map(({ row, before }) => ({
    row,
    kept: { table, id: row.id, before: pick(before, columns), after: pick(row, columns) },
  }));
}

/**
 * Changes rows of a table in one statement, each to its own values; all have the columns of the first. Answers what was
 * there before, by which `undoKept` puts it back.
 */
export const changeRows = async (client: Client, table: string, changes: readonly Change[]): Promise<KeptRow[]> =>
  (await change<Row>(client, table, changes)).map(({ kept }) => kept);

/** The same of a table with `student_id`. */
export const changeKept = async (client: Client, table: string, changes: readonly Change[]): Promise<Kept[]> =>
  (await change<StudentRow>(client, table, changes)).map(({ row, kept }) => ({ ...kept, student_id: row.student_id }));

/** Puts another number into a column that has this one, in rows that are not deleted. */
export async function moveRows(client: Client, column: PgColumn, from: number, to: number): Promise<KeptRow[]> {
  const table = getTableName(column.table);
  const [t, c] = [named(table), named(column.name)];
  const alive = 'deleted_at' in column.table ? ' and deleted_at is null' : '';
  const { rows } = await client.query<{ id: number }>(
    `update ${t} set ${c} = $2 where ${c} = $1${alive} returning id`,
    [from, to],
  );
  return rows.map(({ id }) => ({ table, id, before: { [column.name]: from }, after: { [column.name]: to } }));
}

/** Makes rows of such a table; they are removed again when it is taken back. */
export async function makeKept(client: Client, table: string, rows: readonly object[]): Promise<Kept[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const into = columns.map(named).join(', ');
  const t = named(table);
  const { rows: made } = await client.query<{ row: StudentRow }>(
    `insert into ${t} as t (${into}) select ${into} from jsonb_populate_recordset(null::${t}, $1) returning to_jsonb(t) as row`,
    [JSON.stringify(rows)],
  );
  return made.map(({ row }) => ({
    table,
    id: row.id,
    student_id: row.student_id,
    before: null,
    after: pick(row, columns),
  }));
}

/** Removes rows of such a table; they stand there again when it is taken back. Whether their place is free is asked by who removes them. */
export async function removeKept(client: Client, table: string, ids: readonly number[]): Promise<Kept[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ row: StudentRow }>(
    `delete from ${named(table)} t where t.id = any($1) returning to_jsonb(t) as row`,
    [ids],
  );
  return rows.map(({ row }) => ({ table, id: row.id, student_id: row.student_id, before: row, after: null }));
}

/** Of a row that was changed twice what was there first, and what stands there in the end. */
export function mergedKept(kept: readonly Kept[]): Kept[] {
  const byRow = new Map<string, Kept>();
  for (const one of kept) {
    const key = `${one.table} ${one.id}`;
    const first = byRow.get(key);
    byRow.set(
      key,
      first
        ? {
            ...first,
            before: first.before && { ...one.before, ...first.before },
            after: one.after && { ...first.after, ...one.after },
          }
        : one,
    );
  }
  return [...byRow.values()];
}

/** Those of which something else stands there by now, or that are gone. */
export async function touchedKept<Some extends KeptRow>(client: Client, kept: readonly Some[]): Promise<Some[]> {
  const touched: Some[] = [];
  const standing = kept.filter(({ after }) => after !== null);
  for (const [table, some] of Map.groupBy(standing, (one) => one.table)) {
    const { rows } = await client.query<{ id: number }>(
      `select g.id from jsonb_to_recordset($1) as g (id integer, after jsonb)
         left join ${named(table)} t on t.id = g.id and to_jsonb(t) @> g.after where t.id is null`,
      [JSON.stringify(some.map(({ id, after }) => ({ id, after })))],
    );
    const ids = new Set(rows.map(({ id }) => id));
    touched.push(...some.filter(({ id }) => ids.has(id)));
  }
  return touched;
}

/** Puts rows back, the last that was written first: what was made goes before what it took the place of returns. */
export async function undoKept(client: Client, kept: readonly KeptRow[]): Promise<void> {
  const alike = Map.groupBy(kept.toReversed(), ({ table, before, after }) =>
    [table, after === null, ...Object.keys(before ?? {}).sort()].join(' '),
  );
  for (const some of alike.values()) {
    const [{ table, before, after } = { table: '', before: null, after: null }] = some;
    const t = named(table);
    if (after === null) {
      const columns = Object.keys(before ?? {})
        .map(named)
        .join(', ');
      await client.query(
        `insert into ${t} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${t}, $1)`,
        [JSON.stringify(some.map((one) => one.before))],
      );
      continue;
    }
    if (before === null) {
      await client.query(`delete from ${t} where id = any($1)`, [some.map(({ id }) => id)]);
      continue;
    }
    const set = Object.keys(before).map((column) => `${named(column)} = g.${named(column)}`);
    await client.query(
      `update ${t} t set ${set.join(', ')} from jsonb_populate_recordset(null::${t}, $1) g where t.id = g.id`,
      [JSON.stringify(some.map((one) => ({ id: one.id, ...one.before })))],
    );
  }
}
