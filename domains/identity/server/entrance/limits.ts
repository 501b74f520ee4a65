import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';

/** One thing that is counted: after `free` failures each further one costs a wait that doubles, at most 15 minutes. */
export interface Limit {
  key: string;
  free: number;
}

const longestSeconds = 900;
const firstSeconds = 15;
/** Failures older than this do not count any more. */
const windowSeconds = 3600;

/**
 * Counts one attempt against every limit and keeps the count whatever becomes of the call, so that many requests at
 * once cannot slip through. Throws 429 with `seconds` where one of them is waiting; such a refusal is not counted.
 * After it the transaction is a new one with the session's settings gone, so it stands first in a public call.
 */
export async function countAttempt(call: Call, limits: Limit[]): Promise<void> {
  const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, free } of sorted) {
    const { rowCount } = await call.client.query(
      `insert into attempt_counters as c (key, failures, last_at) values ($1, 1, edulab_clock())
       on conflict (key) do update set
         failures = case when c.last_at < edulab_clock() - $3 * interval '1 second' then 1 else c.failures + 1 end,
         last_at = edulab_clock(),
         blocked_until = case when c.last_at >= edulab_clock() - $3 * interval '1 second' and c.failures + 1 >= $2::int
           then edulab_clock() + least($4, $5 * power(2, least(c.failures + 1 - $2::int, 20))) * interval '1 second' end
       where c.blocked_until is null or c.blocked_until <= edulab_clock()`,
      [key, free, windowSeconds, longestSeconds, firstSeconds],
    );
    if (rowCount) continue;
    const { rows } = await call.client.query<{ seconds: number }>(
      `select greatest(1, ceil(extract(epoch from blocked_until - edulab_clock())))::int as seconds from attempt_counters where key = $1`,
      [key],
    );
    throw fail('TOO_MANY_REQUESTS', { seconds: rows[0]?.seconds ?? 1 });
  }
  await call.client.query('commit and chain');
}

/** Throws 429 with `seconds` while one of the limits is waiting; counts nothing. */
export async function refuseWhileWaiting(call: Call, limits: Limit[]): Promise<void> {
  const { rows } = await call.client.query<{ seconds: number | null }>(
    'select ceil(extract(epoch from max(blocked_until) - edulab_clock()))::int as seconds from attempt_counters where key = any($1) and blocked_until > edulab_clock()',
    [limits.map((limit) => limit.key)],
  );
  const seconds = rows[0]?.seconds;
  if (seconds) throw fail('TOO_MANY_REQUESTS', { seconds });
}

/** The same, within a question that finds who is meant: `keysFor` gives the keys of the limits for the value of `who`. */
export function blockedFor(who: Column, keysFor: (who: string) => string[]): SQL<boolean> {
  // No address and no name of a limit holds this sign.
  const place = '\u0001';
  return sql<boolean>`exists (
    select 1 from unnest(${sql.param(keysFor(place))}::text[]) k
      join attempt_counters c on c.key = replace(k, ${place}, ${who}::text)
     where c.blocked_until > edulab_clock())`;
}

/** One look for the many sign-ins at which nothing is amiss. */
export async function anyBlocked(call: Call, limits: Limit[]): Promise<boolean> {
  const { rowCount } = await call.client.query(
    'select 1 from attempt_counters where key = any($1) and blocked_until > edulab_clock() limit 1',
    [limits.map((limit) => limit.key)],
  );
  return Boolean(rowCount);
}

/** Old counters say nothing any more; swept once in a while by the sign-in itself. */
export async function sweepCounters(call: Call): Promise<void> {
  if (Math.random() < 0.01)
    await call.client.query(
      `delete from attempt_counters where key in (select key from attempt_counters where last_at < edulab_now() - interval '1 day' limit 1000 for update skip locked)`,
    );
}
