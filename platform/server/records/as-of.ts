import { is, type SQL, StringChunk, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { PermissionName, Scope } from '#platform/contract/index.ts';
import { declaredPermissions } from '../call/access.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { dayIn, zoneOf } from '../clock.ts';
import { elsewhere } from '../fast/index.ts';

/**
 * Answers about the past. A call that is asked with `as_of` runs as ever, in a transaction that finds under the names of
 * the tables their rows as they stood then (database/as-of.sql), and in which it is that time. Nothing can be written
 * there, and what has no history is refused by the database itself.
 */

const wished = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Of a day its end, as the institution's clocks show it. */
const instantOf = `select to_char(least(at, edulab_now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, day > (edulab_now() at time zone zone)::date or length($1) > 10 and at > edulab_now() as future,
         at < (select i.created_at from institutions i where i.id = edulab_institution()) as early,
         (select i.created_at from institutions i where i.id = edulab_institution()) as since,
         coalesce(current_setting('edulab.clock', true), '') as clock
    from (select edulab_zone() as zone, case when length($1) > 10 then ($1::timestamptz at time zone edulab_zone())::date else $1::date end as day) d
   cross join lateral (select case when length($1) > 10 then $1::timestamptz else ((day + 1)::timestamp at time zone zone) - interval '1 millisecond' end as at) t`;

/** Only what reads, and only what reaches the whole institution: how far other rights reach is a question about today. */
const rightsOver = (abilities: Call['abilities']): Call['abilities'] =>
  new Map(
    [...abilities].filter(
      ([permission, scope]: [PermissionName, Scope]) =>
        scope === 'institution' && declaredPermissions()[permission]?.reads,
    ),
  );

/** The instant that is meant, and what the clock of this transaction said before. Errors: AS_OF_FUTURE, AS_OF_TOO_EARLY. */
async function momentOf(call: Call, wish: string, data: object = {}): Promise<{ at: string; clock: string }> {
  const { rows } = await call.client.query<{
    at: string;
    future: boolean;
    early: boolean;
    since: string;
    clock: string;
  }>(instantOf, [wish]);
  const { at, future, early, since, clock } = rows[0]!;
  if (future) throw fail('AS_OF_FUTURE', { ...data });
  if (early) throw fail('AS_OF_TOO_EARLY', { since: dayIn(await zoneOf(call), since), ...data });
  return { at, clock };
}

/** From here on the transaction reads what was then, deleted rows too where `deleted`. */
async function turnTo(call: Call, at: string, deleted: boolean): Promise<void> {
  elsewhere.add(call.client);
  await call.client.query(
    `select set_config('edulab.as_of', $1, true), set_config('edulab.as_of_deleted', $2, true), edulab_turn_clock($1::timestamptz), set_config('search_path', 'as_of, public', true)`,
    [at, deleted ? 'on' : ''],
  );
}

/** Turns the running transaction to that day or instant; refuses what cannot be asked so. */
export async function enterAsOf(call: Call, wish: string): Promise<void> {
  const { meta } = call;
  if (meta.method !== 'GET' && !meta.reads) throw fail('AS_OF_READ_ONLY');
  if (!meta.asOf) throw fail('AS_OF_NOT_KEPT');
  if (!wished.test(wish) || Number.isNaN(Date.parse(wish)))
    throw fail('BAD_REQUEST', { fields: [{ path: 'as_of', code: 'date_range' }] });
  const { at, clock } = await momentOf(call, wish, { fields: [{ path: 'as_of', code: 'date_range' }] });
  // What was deleted since was there then: it is shown to whoever may look at what is deleted.
  const access = meta.deleted && 'permission' in meta.deleted ? [meta.deleted.permission].flat() : [];
  const deleted = access.some((permission) => call.abilities.get(permission) === 'institution');
  call.abilities = rightsOver(call.abilities);
  if ('permission' in meta.access) {
    const wanted = [meta.access.permission].flat();
    if (!wanted.some((permission) => call.abilities.has(permission)))
      throw fail('FORBIDDEN', { permission: wanted[0] });
  }
  await turnTo(call, at, deleted);
  call.asOf = { at, clock, tables: new Set() };
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
 * For work that may read whatever it asks. Errors: AS_OF_FUTURE, AS_OF_TOO_EARLY.
 */
export async function askedAsOf<T>(call: Call, day: string, work: () => Promise<T>): Promise<T> {
  const { at, clock } = await momentOf(call, day);
  await turnTo(call, at, true);
  try {
    const answer = await work();
    await call.client.query(
      "select set_config('search_path', 'public', true), set_config('edulab.clock', $1, true), set_config('edulab.as_of_deleted', '', true)",
      [clock],
    );
    return answer;
  } finally {
    elsewhere.delete(call.client);
  }
}

/**
 * Where the rows of a table lie in the past: those that nobody touched since, which its indexes know, and those that were
 * made of the history. Undefined where a list reads something else than one table.
 */
export function pastOf(from: SQL): { same: SQL; moved: SQL } | undefined {
  const [table, ...more] = from.queryChunks.filter((chunk) => !(is(chunk, StringChunk) && chunk.value.join('') === ''));
  if (more.length || !is(table, PgTable)) return undefined;
  const { name } = getTableConfig(table);
  const part = (which: string) =>
    sql`${sql.identifier('as_of')}.${sql.identifier(name + which)} as ${sql.identifier(name)}`;
  return { same: part('__same'), moved: part('__moved') };
}
