import { and, is, type SQL, StringChunk, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { clock as now } from '#platform/contract/clock.ts';
import type { PermissionName, Scope } from '#platform/contract/index.ts';
import { declaredPermissions } from '../call/access.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { clockIn, dayIn, zoneOf } from '../clock.ts';
import { type Built, build, hasCode } from '../database/sql.ts';
import { elsewhere } from '../fast/index.ts';
import type { AsOf } from '../kernel.ts';

/**
 * Answers about the past. A call that is asked with `as_of` runs as ever, in a transaction that finds under the names of
 * the tables their rows as they stood then (database/as-of.sql), and in which it is that time. Nothing can be written
 * there, and what has no history is refused by the database itself.
 */

const wished = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The instant that is meant, of a day its end as the institution's clocks show it. Where it may be asked of, the transaction
 * reads from here on what was then, in the same statement, for every way there and back is as long as a list of today.
 */
const turned = `with m as materialized (
    select to_char(least(at, edulab_now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, day > (edulab_now() at time zone zone)::date or length($1) > 10 and at > edulab_now() as future,
           at < (select i.created_at from institutions i where i.id = edulab_institution()) as early,
           (select i.created_at from institutions i where i.id = edulab_institution()) as since, to_regclass('as_of.parts') is null as lacking,
           coalesce(current_setting('edulab.clock', true), '') as clock
      from (select edulab_zone() as zone, case when length($1) > 10 then ($1::timestamptz at time zone edulab_zone())::date else $1::date end as day) d
     cross join lateral (select case when length($1) > 10 then $1::timestamptz else ((day + 1)::timestamp at time zone zone) - interval '1 millisecond' end as at) t)
  select m.*, case when not (future or lacking or coalesce(early, false)) then array[set_config('edulab.as_of', at, true), set_config('edulab.as_of_deleted', $2, true), edulab_turn_clock(at::timestamptz),
      set_config('search_path', 'as_of, public', true), case when $3 <> '' then set_config('statement_timeout', $3, true) end] end as turned from m`;

/**
 * Only what reads. How far a right reaches is a question about today (`reachOfToday`), which not everybody asks so: of the
 * others only what reaches the whole institution counts.
 */
export function rightsOver(
  { abilities, kernel }: Pick<Call, 'abilities' | 'kernel'>,
  asksReach: boolean,
): Call['abilities'] {
  const asked = new Set(kernel.domains.flatMap(({ reachedToday = [] }) => reachedToday));
  return new Map(
    [...abilities].filter(
      ([permission, scope]: [PermissionName, Scope]) =>
        (scope === 'institution' || asksReach || asked.has(permission)) && declaredPermissions()[permission]?.reads,
    ),
  );
}

/**
 * How far a right reaches, asked of today also where the rows are of the past: nobody sees of then what they may not open
 * now. `condition` is over the rows of `from`, which `key` names.
 */
export function reachOfToday(call: Call, from: SQL, key: PgColumn, condition: SQL | undefined): SQL | undefined {
  // Of the past most rights reach nothing, which need not be asked.
  if (!call.asOf || !condition || build(condition).text === 'false') return condition;
  return sql`${key} in (select edulab_of_today(${written(build(sql`select ${key} from ${from} where ${condition}`))}, ${call.asOf.clock}))`;
}

/**
 * What may be seen must hold of then and of today: what was withdrawn since, or became somebody else's, is shown of no day.
 * `visible` is asked for the call as it is, and as it would be without the past: with all that the caller may today.
 */
export function seenThenAndToday(
  call: Call,
  from: SQL,
  key: PgColumn,
  visible: (call: Call) => SQL | undefined,
): SQL | undefined {
  const { asOf, ...today } = call;
  if (!asOf) return visible(call);
  return and(visible(call), reachOfToday(call, from, key, visible({ ...today, abilities: asOf.rights })));
}

/** A question with its values in its text; what looks like the place of one within quotes is none. */
export const written = ({ text, values }: Built): string =>
  text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (whole, at?: string) =>
    at === undefined ? whole : literal(values[Number(at) - 1]),
  );

/** A value as it stands in the text of a question. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // In brackets: two signs in a row begin a comment, and a cast binds closer than a sign.
  if (typeof value === 'bigint' || Number.isFinite(value)) return `(${value})`;
  if (Array.isArray(value)) return pg.escapeLiteral(itemsOf(value));
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
const itemsOf = (values: readonly unknown[]): string => {
  const items = values.map((one) => {
    if (one === null || one === undefined) return 'null';
    if (Array.isArray(one)) return itemsOf(one);
    return typeof one === 'number' ? String(one) : `"${String(one).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${items.join()}}`;
};

/** What rows were costs more to find than what they are; whoever asks for it waits no longer than this for a statement. */
const patience = '15s';

/**
 * Turns the transaction to what was then, deleted rows too where `deleted`; answers the instant, and what the clock of this
 * transaction said before. Errors: AS_OF_FUTURE, AS_OF_TOO_EARLY, with `data`; BUSY where somebody took the views of the past away, as
 * then every name would lead to the rows of today.
 */
async function turnTo(
  call: Call,
  wish: string,
  deleted: boolean,
  { timeout = '', data = {} }: { timeout?: string; data?: object } = {},
): Promise<{ at: string; clock: string }> {
  const { rows } = await call.client.query<{
    at: string;
    future: boolean;
    early: boolean;
    since: string;
    lacking: boolean;
    clock: string;
  }>(turned, [wish, deleted ? 'on' : '', timeout]);
  const { at, future, early, since, lacking, clock } = rows[0]!;
  if (future) throw fail('AS_OF_FUTURE', { ...data });
  if (early) throw fail('AS_OF_TOO_EARLY', { since: dayIn(await zoneOf(call), since), ...data });
  if (lacking) throw fail('BUSY');
  elsewhere.add(call.client);
  return { at, clock };
}

/** Turns the running transaction to that day or instant; refuses what cannot be asked so. */
export async function enterAsOf(call: Call, wish: string): Promise<void> {
  const { meta } = call;
  if (meta.method !== 'GET' && !meta.reads) throw fail('AS_OF_READ_ONLY');
  if (!meta.asOf) throw fail('AS_OF_NOT_KEPT');
  if (!wished.test(wish) || Number.isNaN(Date.parse(wish)))
    throw fail('BAD_REQUEST', { fields: [{ path: 'as_of', code: 'date_range' }] });
  // What was deleted since was there then: it is shown to whoever may look at what is deleted.
  const access = meta.deleted && 'permission' in meta.deleted ? [meta.deleted.permission].flat() : [];
  const rights = call.abilities;
  const deleted = access.some((permission) => rights.get(permission) === 'institution');
  call.abilities = rightsOver(call, meta.asOf === 'reach');
  if ('permission' in meta.access) {
    const wanted = [meta.access.permission].flat();
    if (!wanted.some((permission) => call.abilities.has(permission)))
      throw fail('FORBIDDEN', { permission: wanted[0] });
  }
  const { at, clock } = await turnTo(call, wish, deleted, {
    timeout: patience,
    data: { fields: [{ path: 'as_of', code: 'date_range' }] },
  });
  call.asOf = { at, clock, rights, tables: new Set() };
  // The transaction stays what it is until the answer is there.
  call.apart = (work) => work();
}

/** Back to today, before anything is noted of the call; the answer then says from when on the history is whole. */
export async function leaveAsOf(call: Call): Promise<void> {
  const { asOf } = call;
  if (!asOf) return;
  elsewhere.delete(call.client);
  const { rows } = await call.client.query<{ begins: string | null }>(
    `with today as materialized (select set_config('search_path', 'public', true), set_config('edulab.clock', $2, true))
     select (select max(b.at) from public.history_begins b where b.table_name = any($1)) as begins from today`,
    [[...asOf.tables], asOf.clock],
  );
  asOf.begins = rows[0]?.begins ?? null;
}

/**
 * Asks something of the end of a day within a call of today, of which all else stays of today: rights, writing, the clock.
 * `work` is given the call as it is then. With `deleted` it reads also what was deleted since, for what may read whatever it
 * asks. Errors: AS_OF_FUTURE, AS_OF_TOO_EARLY.
 */
export async function askedAsOf<T>(
  call: Call,
  day: string,
  work: (past: Call & { asOf: AsOf }) => Promise<T>,
  deleted = true,
): Promise<T> {
  const { at, clock } = await turnTo(call, day, deleted);
  const asOf: AsOf = { at, clock, rights: call.abilities, tables: new Set() };
  try {
    const answer = await work({ ...call, asOf });
    await call.client.query(
      "select set_config('search_path', 'public', true), set_config('edulab.clock', $1, true), set_config('edulab.as_of_deleted', '', true)",
      [clock],
    );
    return answer;
  } finally {
    elsewhere.delete(call.client);
  }
}

/** Shows of the past what was deleted since to whoever may see it, and to nobody else. */
export async function showDeleted(call: Call, permission: PermissionName | undefined): Promise<void> {
  const { rights } = call.asOf ?? {};
  if (!rights) return;
  const shown = permission !== undefined && rights.get(permission) === 'institution';
  await call.client.query("select set_config('edulab.as_of_deleted', $1, true)", [shown ? 'on' : '']);
}

/** Whether a question was refused because the past of what it asks is not known. */
export const isPastUnknown = (error: unknown): boolean => hasCode(error, /^(ED001|AS_OF_TOO_EARLY)$/);

/** Of the past: what an answer is made of, so that it says from when on the history of that is whole. */
export function toldOf(call: Pick<Call, 'asOf'>, tables: readonly string[]): void {
  for (const table of tables) call.asOf?.tables.add(table);
}

/** From when on the history of these tables is whole; null where it has always been. */
export async function historyOf(call: Pick<Call, 'client'>, tables: Iterable<string>): Promise<string | null> {
  const { rows } = await call.client.query<{ begins: string | null }>(
    `select to_char(max(b.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as begins from public.history_begins b where b.table_name = any($1)`,
    [[...tables]],
  );
  return rows[0]?.begins ?? null;
}

/** As of when something is told, `2026-11-26 20:31` by the clocks of the institution. */
export const toldAsOf = async (call: Call): Promise<string> =>
  clockIn(await zoneOf(call), call.asOf?.at ?? now.date()).replace('T', ' ');

/** Where the rows of a list lie in the past; each of `parts` bears the name of its table. */
export interface Past {
  /** What begins a statement that reads a part. */
  with: SQL;
  parts: SQL[];
}

/**
 * The past of a list whose conditions and order are `asked`: rows that are what they were as far as it asks, which the table's
 * indexes know; those of which something that it asks was different; and those that are gone. Undefined where a list reads
 * something else than one table, or one whose past is counted anew as a whole: asked in parts it would be counted once for each.
 */
export async function pastOf(call: Pick<Call, 'client'>, from: SQL, asked: SQL): Promise<Past | undefined> {
  const [table, ...more] = from.queryChunks.filter((chunk) => !(is(chunk, StringChunk) && chunk.value.join('') === ''));
  if (more.length || !is(table, PgTable)) return undefined;
  const { name, columns } = getTableConfig(table);
  const { rows } = await call.client.query<{ same: string; listed: string }>(
    'select same, listed from as_of.parts where name = $1',
    [name],
  );
  if (!rows[0]) return undefined;
  const { same, listed } = rows[0];
  const names = columns.map((column) => column.name);
  const keys = columnsIn(build(asked).text, name, names);
  const part = (text: string) => sql`(${sql.raw(text)}) as ${sql.identifier(name)}`;
  return {
    with: sql.raw(
      `with changed as materialized (select * from as_of.were(${literal(name)}, ${keys ? literal(keys) : 'null'})) `,
    ),
    parts: [part(same), part(listed), part(`select * from as_of."${name}__gone"`)],
  };
}

/**
 * Which columns of a table a question speaks of, or more: whatever bears the name of one counts. None are said of a question
 * that names the table otherwise than before a column: it may ask of rows as a whole.
 */
export function columnsIn(text: string, table: string, columns: readonly string[]): string[] | undefined {
  const rest = text.replaceAll(new RegExp(String.raw`(?:"${table}"|\b${table})\.(?="?\w)`, 'g'), ' ');
  if (new RegExp(String.raw`\b${table}\b`).test(rest)) return undefined;
  const words = new Set(rest.match(/\w+/g));
  // What was deleted since is there then.
  return columns.filter((column) => column === 'deleted_at' || words.has(column));
}
