import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { build, runBuilt } from '#platform/server/database.ts';
import type { Kernel, TableHistory } from '#platform/server/kernel.ts';
import { roles } from '#platform/server/tables.ts';
import { inLocale } from './user-info.ts';

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
  if (!column.endsWith('_id')) return undefined;
  if (column === 'parent_id') return table;
  const words = column.slice(0, -3).split('_');
  for (let from = 0; from < words.length; from++) {
    const word = words.slice(from).join('_');
    const found = [plural(word), word].find((name) => tables.get(name)?.has('id'));
    if (found) return found;
  }
  return undefined;
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
  const referred = (table: string, column: string) =>
    said[table]?.refers?.[column] ?? tables.get(table)?.get(column)?.refers ?? byName(tables, table, column);
  const wanted = new Map<string, Set<number>>();
  const want = (table: string | undefined, id: unknown) => {
    if (table && typeof id === 'number') wanted.set(table, (wanted.get(table) ?? new Set()).add(id));
  };
  for (const row of rows) {
    want(row.table_name, row.row_id);
    for (const change of row.changes)
      for (const value of [change.old, change.new]) want(referred(row.table_name, change.field), value);
  }
  const found = new Map<string, Awaited<ReturnType<typeof titlesIn>>>();
  for (const [table, ids] of wanted) found.set(table, await titlesIn(call, table, [...ids]));
  const named = await roleTitles(call, rows);
  const titleOf = (row: Row, field: string, value: unknown) => {
    if (typeof value === 'string' && field === 'role') return named.get(value) ?? null;
    const table = typeof value === 'number' ? referred(row.table_name, field) : undefined;
    return (table && found.get(table)?.get(value as number)?.title) || null;
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
