import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import type { Column, RowOf } from '../spreadsheets.ts';
import { insertAll } from './bulk.ts';
import type { AddFault, Checked, ImportDefinition, Values, Written } from './imports.ts';

/**
 * Imports in which a row of the file is a record of one table: finds whom a row means, what would change, and writes it in
 * blocks. Names of tables and columns come from the definition alone, never from a file.
 */

const block = 1000;

/** A value that belongs to one record alone. `taken` is the fault where it belongs to another; its text may use {name}. */
interface ImportKey {
  taken: string;
  /** The fault where a deleted record still holds the value; without it deleted records have let go of theirs. */
  deleted?: string;
  /** It tells collisions but names nobody. */
  collides?: true;
  /** The function of the database that makes one of values that count as the same, `lower` for one. An index has it. */
  alike?: 'lower' | 'edulab_look';
}

interface Reference {
  /** The column of the table; the cell names the other record by title in any language, any script, or by code. */
  column: string;
  table: string;
  where?: string;
}

export interface RecordImport<C extends readonly Column[]> {
  table: string;
  /** Columns of the table that an import writes. A blank cell leaves what is there. */
  written: readonly string[];
  /** The first decides where it is given: a row with an unknown one is a new record. The others are asked in their order. */
  keys: Record<string, ImportKey>;
  references?: Record<string, Reference>;
  nameOf(row: Values): string;
  /** From cells to what is stored, in place, and faults between cells. */
  complete?(values: Values, record: RowOf<C>, add: (key: string, code: string, value: unknown) => void): void;
  same?(field: string, value: unknown, stored: unknown): boolean;
  /** Whether this caller may change this field of somebody who is there already; otherwise FIELD_NOT_ALLOWED. */
  mayChange?(call: Call, field: string): boolean;
  /** What follows from the whole record, such as the text that the search looks in. */
  derive(row: Values): Values;
  /** Before new records are written: numbers and defaults, in place. */
  prepare?(call: Call, fresh: Values[]): Promise<void>;
  /** After new records are written. */
  created?(call: Call, ids: number[]): Promise<void>;
}

/** What stands for a value of a key where values are compared. */
type KeyOf = (name: string, value: unknown) => string;
type Stored = Values & { id: number; version: number; deleted_at: string | null };

/** `check`, `names`, `apply` and `undo` of an import whose rows are records of one table. */
export function recordImport<const C extends readonly Column[]>(
  of: RecordImport<C>,
): Pick<ImportDefinition<C>, 'check' | 'names' | 'apply' | 'undo'> {
  const keys = Object.entries(of.keys);
  const changes = `update ${of.table} t set ${of.written.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_populate_recordset(null::${of.table}, $1::jsonb) r
    where t.id = r.id and t.version = r.version and t.deleted_at is null returning t.id, t.version`;

  /** What values look like whose key says how they are compared: by key and value, one query for each such key. */
  async function looksOf(call: Call, rows: Values[]): Promise<Map<string, Map<string, string>>> {
    const looks = new Map<string, Map<string, string>>();
    for (const [name, { alike }] of keys) {
      if (!alike || alike === 'lower') continue;
      const values = [...new Set(rows.flatMap((row) => (row[name] ? [String(row[name])] : [])))];
      const { rows: found } = await call.client.query<{ value: string; look: string }>(
        `select value, ${alike}(value) as look from unnest($1::text[]) value`,
        [values],
      );
      looks.set(name, new Map(found.map(({ value, look }) => [value, look])));
    }
    return looks;
  }

  /** Everybody whom a row could mean or collide with, by key, and how values of a key are compared. */
  async function readStored(
    call: Call,
    rows: Values[],
  ): Promise<{ stored: Map<string, Map<string, Stored>>; keyOf: KeyOf }> {
    const { rows: found } = await call.client.query<Stored>(
      `select * from ${of.table} where ${keys
        .map(
          ([name, key], at) =>
            `(${key.alike ? `${name} is not null and ${key.alike}(${name}) = any(array(select ${key.alike}(v) from unnest($${at + 1}::text[]) v))` : `${name} = any($${at + 1})`} ${key.deleted ? '' : 'and deleted_at is null'})`,
        )
        .join(' or ')}`,
      keys.map(([name]) => rows.flatMap((row) => (row[name] ? [row[name]] : []))),
    );
    const looks = await looksOf(call, [...rows, ...found]);
    const keyOf: KeyOf = (name, value) => looks.get(name)?.get(String(value)) ?? String(value).toLowerCase();
    const stored = new Map(
      keys.map(([name, key]) => [
        name,
        new Map(
          found
            .filter((row) => row[name] && (!row.deleted_at || key.deleted))
            .map((row) => [keyOf(name, row[name]), row] as const),
        ),
      ]),
    );
    return { stored, keyOf };
  }

  /** Rows as they would be stored; an unknown name is told of and left out. */
  async function read(call: Call, rows: { row: number; record: RowOf<C> }[], addFault: AddFault) {
    const references = new Map<string, Map<string, number>>();
    for (const [name, reference] of Object.entries(of.references ?? {}))
      references.set(name, await namedIds(call, reference));
    return rows.map(({ row, record }) => {
      // A blank cell says nothing: it empties no field.
      const values: Values = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
      const add = (key: string, code: string, value: unknown) => addFault(row, key, code, value);
      for (const [name, { column }] of Object.entries(of.references ?? {})) {
        const text = values[name];
        delete values[name];
        if (text === undefined) continue;
        const id = references.get(name)?.get(searchKey(String(text)));
        if (id === undefined) add(name, 'UNKNOWN_REFERENCE', text);
        // Two cells may name one thing, by code and by title; then they must mean the same.
        else if (values[column] !== undefined && values[column] !== id) add(name, 'CONTRADICTION', text);
        else values[column] = id;
      }
      of.complete?.(values, record, add);
      return { row, values };
    });
  }

  async function check(call: Call, rows: { row: number; record: RowOf<C> }[], addFault: AddFault): Promise<Checked> {
    const ready = await read(call, rows, addFault);
    const { stored, keyOf } = await readStored(
      call,
      ready.map(({ values }) => values),
    );
    const found = (name: string, values: Values) =>
      values[name] ? stored.get(name)?.get(keyOf(name, values[name])) : undefined;
    const names = keys.flatMap(([name, key]) => (key.collides ? [] : [name]));
    const whom = (values: Values) =>
      values[names[0]!]
        ? found(names[0]!, values)
        : names.map((name) => found(name, values)).find((row) => row !== undefined);
    const seen = new Map<string, number>();
    const twice = (row: number, key: string, value: unknown, mark: string) => {
      const first = seen.get(mark);
      if (first === undefined) seen.set(mark, row);
      else addFault(row, key, 'DUPLICATE_IN_FILE', value, { first });
      return first !== undefined;
    };
    const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
    for (const { row, values } of ready) {
      const before = whom(values);
      let repeated = false;
      for (const [name, key] of keys) {
        const value = values[name];
        if (!value) continue;
        repeated = twice(row, name, value, `${name} ${keyOf(name, value)}`) || repeated;
        const owner = found(name, values);
        if (owner && owner.id !== before?.id) addFault(row, name, key.taken, value, { value, name: of.nameOf(owner) });
      }
      if (before?.deleted_at) {
        const [name, key] = keys.find(([at]) => found(at, values) === before)!;
        addFault(row, name, key.deleted!, values[name], { name: of.nameOf(before) });
        continue;
      }
      if (!before) {
        checked.fresh.push({ row, values });
        continue;
      }
      const by = names.find((name) => found(name, values) === before)!;
      // Two rows may mean one person by different keys.
      if (!repeated) twice(row, by, values[by], `id ${before.id}`);
      const fields = of.written.filter(
        (field) =>
          values[field] !== undefined &&
          !(of.same?.(field, values[field], before[field]) ?? String(values[field]) === String(before[field])),
      );
      if (fields.length === 0) {
        checked.unchanged++;
        continue;
      }
      const closed = fields.find((field) => of.mayChange && !of.mayChange(call, field));
      if (closed) addFault(row, closed, 'FIELD_NOT_ALLOWED', values[closed]);
      const after = { ...before, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
      checked.changed.push({
        row,
        name: of.nameOf(before),
        before,
        values: pick({ ...after, ...of.derive(after) }, of.written),
        fields,
      });
    }
    return checked;
  }

  return {
    check,
    names: read,

    async apply(call, { fresh, changed }, progress): Promise<Written> {
      const total = fresh.length + changed.length;
      const rows = fresh.map(({ values }) => values);
      await of.prepare?.(call, rows);
      const whole = rows.map((values) => pick({ ...values, ...of.derive(values) }, of.written));
      const written: Written = { new_ids: [], before: [] };
      for (const part of blocks(whole)) {
        written.new_ids.push(...(await insertAll(call.client, of.table, part)));
        await progress(written.new_ids.length, total);
      }
      if (written.new_ids.length) await of.created?.(call, written.new_ids);
      for (const part of blocks(changed)) {
        const { rows: saved } = await call.client.query<{ id: number; version: number }>(changes, [
          JSON.stringify(part.map(({ before, values }) => ({ ...values, id: before.id, version: before.version }))),
        ]);
        if (saved.length !== part.length) throw fail('STALE');
        const versions = new Map(saved.map((row) => [row.id, row.version]));
        for (const { before } of part)
          written.before.push({ ...pick(before, of.written), id: before.id, version: versions.get(before.id)! });
        await progress(written.new_ids.length + written.before.length, total);
      }
      return written;
    },

    async undo(call, { new_ids, before }) {
      const { rowCount: untouched } = await call.client.query(
        `select 1 from ${of.table} where id = any($1) and version = 1 and deleted_at is null for update`,
        [new_ids],
      );
      if (untouched !== new_ids.length) throw fail('IMPORT_TOUCHED');
      const { rowCount: returned } = await call.client.query(changes, [JSON.stringify(before)]);
      if (returned !== before.length) throw fail('IMPORT_TOUCHED');
      // They never were anybody's records; the audit keeps that they came and went.
      await call.client
        .query(`delete from ${of.table} where id = any($1)`, [new_ids])
        .catch((error: { code?: string }) => {
          // Another record leans on one of them.
          throw error.code === '23503' ? fail('IMPORT_TOUCHED') : error;
        });
    },
  };
}

/** Ids by title in any language, whatever its case and script, and by code; the oldest where two are called alike. */
async function namedIds(call: Call, { table, where }: Reference): Promise<Map<string, number>> {
  const { rows } = await call.client.query<{ id: number; code: string | null; title: Record<string, string> }>(
    `select id, code, title from ${table} where deleted_at is null ${where ? `and ${where}` : ''} order by id desc`,
  );
  return new Map(
    rows.flatMap((row) =>
      [row.code, ...Object.values(row.title)].flatMap((name) => (name ? [[searchKey(name), row.id] as const] : [])),
    ),
  );
}

const pick = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

function* blocks<T>(rows: T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += block) yield rows.slice(at, at + block);
}
