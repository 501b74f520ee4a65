import { clock } from '#platform/contract/clock.ts';
import { type Built, runBuilt } from '../database/sql.ts';
import type { Asking } from './plain.ts';
import { processCache } from './process-cache.ts';

/**
 * Totals of lists, counted once and kept until a table changes. A change moves its table's counter before it is
 * committed. So a total that was counted while somebody was changing the table is "open": it may miss that change
 * although the counter does not move again. Open totals are counted again as soon as nobody is changing anything, and
 * every two seconds until then.
 */
interface Total {
  total: number;
  version: number;
  open: boolean;
  at: number;
}
const totals = processCache<Total>({ max: 10_000 });
/** Counts that are under way, by query and version: requests that come at once share one. */
const counting = processCache<Promise<Total>>({ max: 1_000 });
const patience = 2000;

/**
 * Where the counters of these tables stand, as an SQL expression: it grows with every change of any of them. A sequence
 * says 1 before its first value and with it, so whether it has been called counts as well.
 */
export const versionOf = (tables: readonly string[]): string =>
  tables.map((table) => `(select last_value + is_called::int from ${table}_changes)`).join(' + ');

/** Under which something is kept about `query`. The hour is part of it because conditions may speak of today. */
export const totalKey = (call: Asking, query: Built): string =>
  `${call.institution_id} ${call.asOf?.at ?? Math.floor(clock.now() / 3_600_000)}\n${query.text}\n${JSON.stringify(query.values)}`;

/** The total of `query` (its column `total`) for the institution of the call, as it was counted last: to be checked with `totalAt`. */
export const cachedTotal = (call: Asking, query: Built): number | undefined =>
  totals.get(call.client, totalKey(call, query))?.total;

/** The total of `query` at this version, which an earlier statement of the call has read; `open` as said above. */
export async function totalAt(
  call: Asking,
  query: Built,
  tables: readonly string[],
  version: number,
): Promise<Pick<Total, 'total' | 'open'>> {
  const key = totalKey(call, query);
  const certain = totals.get(call.client, key);
  if (certain?.version === version && !certain.open) return certain;
  // In this order: who is not seen here has committed before the count begins.
  const open = await beingChanged(call, tables);
  const fresh = (total: Total | undefined): total is Total =>
    total?.version === version && (!total.open || (open && performance.now() - total.at < patience));
  const known = totals.get(call.client, key);
  if (fresh(known)) return known;
  const running = `${key}\n${version}`;
  const shared = await counting.get(call.client, running)?.catch(() => undefined);
  if (fresh(shared)) return shared;
  const own = call.client.query<{ total: number }>(query.text, query.values as unknown[]).then(({ rows }) => ({
    total: rows[0]?.total ?? 0,
    version,
    open,
    at: performance.now(),
  }));
  counting.set(call.client, running, own);
  try {
    const counted = await own;
    const kept = totals.get(call.client, key);
    // Neither a slower count of an older state nor one that was open takes back what is certain.
    if (!kept || kept.version < version || (kept.version === version && kept.open))
      totals.set(call.client, key, counted);
    return counted;
  } finally {
    if (counting.get(call.client, running) === own) counting.delete(running);
  }
}

/** Whether a transaction has written to one of these tables and is not over yet: it holds their lock until then. */
export async function beingChanged(call: Asking, tables: readonly string[]): Promise<boolean> {
  const [row] = await runBuilt<{ open: boolean }>(call.client, {
    text: `select exists (select 1 from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database()) and relation = any($1::regclass[])) as open`,
    values: [tables],
  });
  return row?.open ?? false;
}
