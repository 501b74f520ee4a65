import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import { roles } from '#platform/server/database/tables.ts';
import type { Kernel, TableHistory } from '#platform/server/kernel.ts';
import { keyHolds, nameHolds, textHolds } from '#platform/server/records/finding.ts';
import { inLocale } from '../accounts/user-info.ts';

/** What the domains say of their tables. */
export const tableHistories = (kernel: Kernel): Record<string, TableHistory> =>
  Object.assign({}, ...kernel.domains.map((domain) => domain.history ?? {}));

type Columns = Map<string, { type: string; refers?: string | undefined }>;
const catalogs = new WeakMap<Kernel, Map<string, Columns>>();

/** Tables with an `id`, their columns and what these refer to by the database's own rules; read once per process. */
async function catalog(call: Call): Promise<Map<string, Columns>> {
  const known = catalogs.get(call.kernel);
  if (known) return known;
  const { rows } = await call.client.query<{ name: string; column: string; type: string; refers: string | null }>(
    `select c.relname as name, a.attname as column, format_type(a.atttypid, null) as type,
            (select f.confrelid::regclass::text from pg_constraint f
              where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
                and a.atttypid = 'integer'::regtype limit 1) as refers
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const found = new Map<string, Columns>();
  for (const { name, column, type, refers } of rows) {
    const columns = found.get(name) ?? new Map();
    found.set(name, columns.set(column, { type, refers: refers ?? undefined }));
  }
  catalogs.set(call.kernel, found);
  return found;
}

const plural = (word: string) => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

/** `department_id` → departments, `photo_file_id` → files, `decided_by` → accounts, `parent_id` → the table itself. */
function byName(tables: Map<string, Columns>, table: string, column: string): string | undefined {
  if (column.endsWith('_by')) return 'accounts';
  // `teacher_ids` are many of the same.
  const one = column.replace(/_ids$/, '_id');
  if (!one.endsWith('_id')) return undefined;
  if (one === 'parent_id') return table;
  const words = one.slice(0, -3).split('_');
  for (let from = 0; from < words.length; from++) {
    const word = words.slice(from).join('_');
    const found = [plural(word), word].find((name) => tables.get(name)?.has('id'));
    if (found) return found;
  }
  return undefined;
}

const referred = (said: Record<string, TableHistory>, tables: Map<string, Columns>, table: string, column: string) =>
  said[table]?.refers?.[column] ?? tables.get(table)?.get(column)?.refers ?? byName(tables, table, column);

/** More people than these are not meant by what was typed. */
const most = 100;

/**
 * Changes of the records of whoever is found by what was typed, as their domain says (`finds`): by number or name, and by
 * what only some may see for those. Their own rows, and the rows of every table that refers to them.
 */
export async function recordsAbout(call: Call, typed: string) {
  const [tables, said] = [await catalog(call), tableHistories(call.kernel)];
  const conditions = [];
  for (const [table, { finds, only }] of Object.entries(said)) {
    if (!finds || typed.trim().length < 3) continue;
    const sees = finds.hidden && only && scopeOf(call, only.permission) === 'institution';
    const numbers = [finds.number, sees ? finds.hidden : undefined].flatMap((one) => (one ? [sql.raw(one)] : []));
    const named = and(keyHolds(sql.raw(finds.key), typed), nameHolds(sql.raw(finds.name), typed));
    const where = or(named, numbers.length ? textHolds(numbers, typed) : undefined);
    const { rows } = await call.db.execute<{ id: number }>(
      sql`select r.id from ${sql.identifier(table)} r where ${where} limit ${most}`,
    );
    if (rows.length === 0) continue;
    const ids = sql.join(
      rows.map(({ id }) => sql`${id}`),
      sql`, `,
    );
    conditions.push(sql`(h.table_name = ${table} and h.row_id in (${ids}))`);
    for (const [other, columns] of tables)
      for (const [column, { type }] of columns) {
        if (other === table || !columns.has('version') || !columns.has('id')) continue;
        if (referred(said, tables, other, column) !== table) continue;
        const at = sql`o.${sql.identifier(column)}`;
        const about = type.endsWith('[]') ? sql`${at} && array[${ids}]::integer[]` : sql`${at} in (${ids})`;
        conditions.push(
          sql`(h.table_name = ${other} and h.row_id in (select o.id from ${sql.identifier(other)} o where ${about}))`,
        );
      }
  }
  return conditions;
}

/** What people call rows, and where they are shown: of a table, by id. Only what the caller's institution has. */
async function titlesIn(
  call: Call,
  table: string,
  ids: number[],
): Promise<Map<number, { title: string; page: number }>> {
  const columns = (await catalog(call)).get(table);
  const said = tableHistories(call.kernel)[table];
  if (!columns?.has('id') || ids.length === 0) return new Map();
  const titled = columns.has('title') ? 'title' : columns.has('name') ? 'name' : undefined;
  const locale: Locale = call.locale;
  const own =
    titled === undefined
      ? 'null'
      : columns.get(titled)?.type === 'jsonb'
        ? `coalesce(nullif(r.${titled} ->> '${locale}', ''), r.${titled} ->> 'uz')`
        : `r.${titled}::text`;
  const query = sql`select r.id, ${sql.raw((said?.title ?? own).replaceAll('$locale', locale))} as title, ${sql.raw(said?.page ?? 'r.id')} as page from ${sql.identifier(table)} r where r.id in (${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`;
  const rows = await runBuilt<{ id: number; title: string | null; page: number }>(call.client, build(query));
  return new Map(rows.map(({ id, title, page }) => [id, { title: title ?? '', page }]));
}

/** The table of what a life cycle calls `student`. */
export async function tableOf(call: Call, entity: string): Promise<string> {
  const tables = await catalog(call);
  return [plural(entity), entity].find((name) => tables.get(name)?.has('id')) ?? entity;
}

interface Row {
  table_name: string;
  row_id: number;
  changes: { field: string; old: unknown; new: unknown }[];
}

/**
 * Puts words to rows of the history: the record's title with the id in its page's address, and the titles of what
 * numbers in the changes refer to. One query for each table that is spoken of.
 */
export async function withTitles<T extends Row>(call: Call, rows: T[]) {
  const tables = await catalog(call);
  const said = tableHistories(call.kernel);
  const wanted = new Map<string, Set<number>>();
  const want = (table: string | undefined, id: unknown) => {
    for (const one of Array.isArray(id) ? id : [id])
      if (table && typeof one === 'number') wanted.set(table, (wanted.get(table) ?? new Set()).add(one));
  };
  for (const row of rows) {
    want(row.table_name, row.row_id);
    for (const change of row.changes)
      for (const value of [change.old, change.new]) want(referred(said, tables, row.table_name, change.field), value);
  }
  const found = new Map<string, Awaited<ReturnType<typeof titlesIn>>>();
  for (const [table, ids] of wanted) found.set(table, await titlesIn(call, table, [...ids]));
  const named = await roleTitles(call, rows);
  const titleOf = (row: Row, field: string, value: unknown) => {
    if (typeof value === 'string' && field === 'role') return named.get(value) ?? null;
    const ids = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');
    const table = ids.length ? referred(said, tables, row.table_name, field) : undefined;
    const titles = table ? ids.map((id) => found.get(table)?.get(id)?.title) : [];
    return titles.some(Boolean) ? titles.map((title, at) => title || `№${ids[at]}`).join(', ') : null;
  };
  return rows.map((row) => {
    const record = found.get(row.table_name)?.get(row.row_id);
    return {
      ...row,
      row_title: record?.title || null,
      page_id: record?.page ?? null,
      changes: row.changes.map((change) => ({
        ...change,
        old_title: titleOf(row, change.field, change.old),
        new_title: titleOf(row, change.field, change.new),
      })),
    };
  });
}

/** Roles stand in the history of an account by their names. */
async function roleTitles(call: Call, rows: Row[]): Promise<Map<string, string>> {
  const names = rows.flatMap((row) =>
    row.changes.flatMap(({ field, old, new: next }) =>
      field === 'role' ? [old, next].filter((value) => typeof value === 'string') : [],
    ),
  );
  if (names.length === 0) return new Map();
  const found = await call.db
    .select({ name: roles.name, title: roles.title })
    .from(roles)
    .where(and(inArray(roles.name, names), isNull(roles.deleted_at)));
  return new Map(found.map(({ name, title }) => [name, inLocale(title, call.locale)]));
}
