import type { PgTable } from 'drizzle-orm/pg-core';
import { openUpload } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { type AddFault, type Checked, defineImport, type Values } from '#platform/server/records/imports.ts';
import { demandUnused } from '#platform/server/records/uses.ts';
import type { Column, RowOf } from '#platform/server/spreadsheets.ts';

/** Inputs of timetables from spreadsheets: a row is a record of one table and is found by what it is about. */

interface Line {
  row: number;
  values: Values;
  /** How people call the record. */
  name: string;
  /** The column and cell that are named where two rows are about the same. */
  at: [column: string, value: unknown];
}

interface TableImport<C extends readonly Column[]> {
  kind: string;
  columns: C;
  table: string;
  /** The same where others may need its records: what is needed is not taken back. */
  needed?: PgTable;
  /** Columns that an import changes of a record that is there. */
  written: readonly string[];
  /** What a record is about, the same for a row and for what is stored. */
  keyOf(values: Values): string;
  /** Rows as they are to be stored; a row that means nothing known is told of and left out. */
  lines(call: Call, rows: { row: number; record: RowOf<C> }[], add: AddFault): Promise<Line[]>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** An import with preview and undo. Names of tables and columns come from the definition alone, never from a file. */
export function tableImport<const C extends readonly Column[]>(of: TableImport<C>) {
  const { table, written } = of;
  const changes = `update ${table} t set ${written.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_populate_recordset(null::${table}, $1::jsonb) r
    where t.id = r.id and t.version = r.version and t.deleted_at is null returning t.id, t.version`;
  return defineImport({
    kind: of.kind,
    columns: of.columns,
    open: openUpload,
    names: of.lines,

    async check(call, rows, add): Promise<Checked> {
      const { rows: known } = await call.client.query<Checked['changed'][number]['before']>(
        `select * from ${table} where deleted_at is null`,
      );
      const stored = new Map(known.map((row) => [of.keyOf(row), row]));
      const seen = new Map<string, number>();
      const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
      for (const { row, values, name, at } of await of.lines(call, rows, add)) {
        const key = of.keyOf(values);
        const first = seen.get(key);
        if (first !== undefined) add(row, at[0], 'DUPLICATE_IN_FILE', at[1], { first });
        else seen.set(key, row);
        const before = stored.get(key);
        const fields = before ? written.filter((field) => !same(before[field], values[field])) : [];
        if (!before) checked.fresh.push({ row, values });
        else if (fields.length === 0) checked.unchanged++;
        else checked.changed.push({ row, name, before, values, fields });
      }
      return checked;
    },

    async apply(call, { fresh, changed }, progress) {
      const new_ids = await insertAll(
        call.client,
        table,
        fresh.map(({ values }) => ({ ...values, institution_id: call.institution_id })),
      );
      const { rows } = await call.client.query<{ id: number; version: number }>(changes, [
        JSON.stringify(changed.map(({ before, values }) => ({ ...values, id: before.id, version: before.version }))),
      ]);
      if (rows.length !== changed.length) throw fail('STALE');
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      await progress(fresh.length + changed.length, fresh.length + changed.length);
      return { new_ids, before: changed.map(({ before }) => ({ ...before, version: versions.get(before.id)! })) };
    },

    async undo(call, { new_ids, before }) {
      if (of.needed) await demandUnused(call, of.needed, new_ids);
      const { rowCount } = await call.client.query(
        `delete from ${table} where id = any($1) and version = 1 and deleted_at is null`,
        [new_ids],
      );
      const { rowCount: returned } = await call.client.query(changes, [JSON.stringify(before)]);
      if (rowCount !== new_ids.length || returned !== before.length) throw fail('IMPORT_TOUCHED');
    },
  });
}

/** Names that stand in one cell with commas between. */
export const cellParts = (cell: unknown): string[] =>
  String(cell ?? '')
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** The id that a cell means, or null; an unknown name is told of. */
export function idOf(
  add: AddFault,
  row: number,
  key: string,
  name: string | null | undefined,
  among: Map<string, number>,
) {
  const id = name ? among.get(name.toLowerCase()) : undefined;
  if (name && id === undefined) add(row, key, 'UNKNOWN_REFERENCE', name);
  return id ?? null;
}

/** Ids by what a cell calls them, whatever its case: `sql` answers id and name in small letters. */
export const namedIds = async (call: Call, sql: string): Promise<Map<string, number>> =>
  new Map((await call.client.query<{ id: number; name: string }>(sql)).rows.map(({ id, name }) => [name, id]));
export const staffByNumber =
  "select id, lower(staff_no) as name from staff where deleted_at is null and status <> 'LEFT'";
const places = 'select id, lower(name) as name from education_places where deleted_at is null and kind';
export const buildingsByName = `${places} = 'BUILDING' order by id desc`;
export const roomsByName = `${places} <> 'BUILDING' order by id desc`;
