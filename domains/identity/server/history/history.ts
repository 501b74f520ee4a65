import { inArray, sql } from 'drizzle-orm';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { tableTitle } from '#platform/server/call/messages.ts';
import { accounts, auditLog } from '#platform/server/database/tables.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { recordsAbout, tableHistories, withTitles } from './history-titles.ts';
import { timeBound } from './moments.ts';

interface Filters extends ListInput {
  table_name?: string[] | undefined;
  row_id?: number | undefined;
  account_id?: number | undefined;
  operation?: string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What follows from other changes by itself is kept to tell the past, and is nobody's doing. */
const derived = ['module_results', 'class_session_groups'];

const operations = ['INSERT', 'UPDATE', 'DELETE'] as const;
type Operation = (typeof operations)[number];
// What every row carries and nobody wants to read in a history.
const silent = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'institution_id',
  'search',
  'search_key',
  'number_key',
  'payer_key',
  'full_name',
]);

const sqlList = (values: string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** What was done, as people say it: what is marked as deleted was deleted. */
const done = sql`(case when h.operation = 'UPDATE' and h.new ->> 'deleted_at' is not null then 'DELETE' else h.operation end)`;

/** Tables whose changes the caller sees whoever made them; `undefined` for all. */
function followed(call: Call): string[] | undefined {
  if (scopeOf(call, 'history.read') === 'institution') return undefined;
  return Object.entries(tableHistories(call.kernel))
    .filter(([, { permission }]) => permission && scopeOf(call, permission) === 'institution')
    .map(([table]) => table);
}

/** Columns of a table that the caller may not see, here as little as elsewhere. */
function hiddenColumns(call: Call, table: string): readonly string[] {
  const only = tableHistories(call.kernel)[table]?.only;
  return only && scopeOf(call, only.permission) !== 'institution' ? only.columns : [];
}

/** What a domain keeps from the caller for now; what they did themselves they know. */
function unsealed(call: Call) {
  return Object.entries(tableHistories(call.kernel)).flatMap(([table, { sealed }]) => {
    const ids = sealed?.(call);
    return ids ? [sql`(h.table_name <> ${table} or h.account_id = ${call.account_id} or h.row_id not in ${ids})`] : [];
  });
}

/** What a search looks through: an old or new state without what the caller may not see. */
function searchable(call: Call, state: 'old' | 'new') {
  const column = sql.raw(`h.${state}`);
  const cases = Object.keys(tableHistories(call.kernel)).flatMap((table) => {
    const hidden = hiddenColumns(call, table);
    return hidden.length ? [sql`when ${table} then ${column} - array[${sqlList([...hidden])}]::text[]`] : [];
  });
  return cases.length
    ? sql`(case h.table_name ${sql.join(cases, sql` `)} else ${column} end)::text`
    : sql`${column}::text`;
}

/**
 * Who changed what. With `history.read` over the institution everything; else what one did oneself, and all changes of
 * the tables that one follows by another permission, such as a registrar's head those of students.
 */
export async function history(call: Call, input: Filters) {
  const tables = followed(call);
  const own = sql`h.account_id = ${call.account_id}`;
  const like = `%${likeLiteral(input.search ?? '')}%`;
  const [from, to] = [timeBound('from', input.from, false), timeBound('to', input.to, true)];
  const people = input.search
    ? sql`h.account_id in (select a.id from accounts a where a.username ilike ${like} or ${keyHolds(sql`a.search_key`, input.search)})`
    : undefined;
  const about = input.search ? await recordsAbout(call, input.search) : [];
  return list(call, input, {
    from: sql`audit_log h`,
    key: sql`h.id`,
    table: 'audit_log',
    asks: input.search ? ['accounts'] : [],
    where: [
      sql`h.table_name not in (${sqlList(derived)})`,
      tables && (tables.length ? sql`(${own} or h.table_name in (${sqlList(tables)}))` : own),
      ...unsealed(call),
      input.table_name?.length ? sql`h.table_name in (${sqlList(input.table_name)})` : undefined,
      input.row_id === undefined ? undefined : sql`h.row_id = ${input.row_id}`,
      input.account_id === undefined ? undefined : sql`h.account_id = ${input.account_id}`,
      input.operation?.length ? sql`${done} in (${sqlList(input.operation)})` : undefined,
      from ? sql`h.at >= ${from}` : undefined,
      to ? sql`h.at < ${to}` : undefined,
      people
        ? sql`(${sql.join([people, ...about], sql` or `)} or h.table_name ilike ${like} or ${searchable(call, 'old')} ilike ${like} or ${searchable(call, 'new')} ilike ${like})`
        : undefined,
    ],
    sorts: { id: sql`h.id`, at: sql`h.id` },
    defaultSort: 'id,desc',
    load: (ids) => load(call, ids),
  });
}

async function load(call: Call, ids: number[]) {
  const rows = await call.db.select().from(auditLog).where(inArray(auditLog.id, ids));
  const who = [...new Set(rows.flatMap((row) => row.account_id ?? []))];
  const people = new Map(
    (who.length
      ? await call.db
          .select({
            id: accounts.id,
            username: accounts.username,
            firstname: accounts.firstname,
            lastname: accounts.lastname,
            midname: accounts.midname,
          })
          .from(accounts)
          .where(inArray(accounts.id, who))
      : []
    ).map((row) => [row.id, row]),
  );
  const told = rows.map((row) => {
    const person = row.account_id === null ? undefined : people.get(row.account_id);
    const hidden = hiddenColumns(call, row.table_name);
    const fields = [...new Set([...Object.keys(row.old ?? {}), ...Object.keys(row.new ?? {})])].filter(
      (field) => !silent.has(field) && !hidden.includes(field),
    );
    const removed = row.operation === 'UPDATE' && (row.new?.deleted_at ?? null) !== null;
    const changes = fields
      .map((field) => ({ field, old: row.old?.[field] ?? null, new: row.new?.[field] ?? null }))
      .filter(({ old, new: next }) => JSON.stringify(old) !== JSON.stringify(next))
      .filter((change) => !(removed && change.field === 'deleted_at'));
    return {
      id: row.id,
      at: row.at,
      person: person
        ? {
            id: person.id,
            username: person.username,
            name: [person.lastname, person.firstname, person.midname].filter(Boolean).join(' '),
          }
        : null,
      call: row.call,
      table_name: row.table_name,
      table_title: tableTitle(call.locale, row.table_name),
      row_id: row.row_id,
      operation: removed
        ? 'DELETE'
        : (operations.find((operation) => operation === row.operation) ?? ('UPDATE' as Operation)),
      changes,
    };
  });
  return withTitles(call, told);
}

/** Every table whose changes are kept: those that carry the trigger. */
export async function historyTables(call: Call) {
  const { rows } = await call.client.query<{ name: string }>(
    "select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'z_audit'",
  );
  const tables = followed(call);
  return rows
    .map(({ name }) => ({
      value: name,
      label: tableTitle(call.locale, name),
      followed: tables === undefined || tables.includes(name),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, call.locale));
}
