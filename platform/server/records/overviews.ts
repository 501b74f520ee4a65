import { clock } from '#platform/contract/clock.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { asActor, type Database } from '../database/database.ts';
import { lockSpaces } from '../database/locks.ts';
import { beingChanged, keptUntilChanged, versionOf } from '../fast/index.ts';
import { backgroundCall } from '../work/jobs.ts';

/**
 * Overviews: sums over most of a table. Of a small one they are always exact: each process counts once for all who look
 * until something changes. Of a large one the answer is kept in the database, for all servers: while nothing has changed
 * since, it is exact; else whoever looks is shown it with the time of which it is true (`counted_at`), and it is counted
 * anew meanwhile.
 */

/** From so many rows on an overview is kept; and it is counted anew no sooner than so long after the last time. */
export const overviewBounds = { rows: 20_000, againMs: 30_000 };

interface Overview<T> {
  name: string;
  /** What the answer depends on besides tables, day and institution. */
  input?: unknown;
  /** Whoever holds it over the whole institution is answered the same; of others what they reach is counted each time, but for a `branch`. */
  permission: PermissionName;
  /** What the branch of a caller is who holds it over that alone, in text: whoever has the same one is answered the same. */
  branch?: (call: Call) => Promise<string>;
  /** What is read of; the first decides whether it is large. Each has a change counter. */
  tables: readonly [string, ...string[]];
  /**
   * Something in it moves none of these counters, so what is kept of a large one is never taken for what is: `slowly`, by
   * nothing but time and so little that nobody tells a minute later; or `unseen`, at any moment.
   */
  drifts?: 'slowly' | 'unseen';
  count: (call: Call) => Promise<T>;
}

interface Kept<T> {
  rows: number;
  now: number;
  today: string;
  answer: T | null;
  counter: number | null;
  day: string | null;
  counted_at: string | null;
}

/** The overview as it is (`counted_at: null`), or as it was lately. */
export async function overviewOf<T extends object>(
  call: Call,
  overview: Overview<T>,
): Promise<T & { counted_at: string | null }> {
  const countedNow = async () => ({ ...(await overview.count(call)), counted_at: null });
  const key = call.asOf ? undefined : await keyOf(call, overview);
  if (!key) return countedNow();
  const kept = await read<T>(call, key, overview.tables);
  if (kept.rows < overviewBounds.rows) {
    if (overview.drifts === 'unseen') return countedNow();
    const minute = overview.drifts ? ` ${Math.floor(clock.now() / 60_000)}` : '';
    const { tables, count } = overview;
    const answer = await keptUntilChanged(call, { key: key + minute, tables, make: () => count(call) });
    return { ...answer, counted_at: null };
  }
  if (kept.answer === null) {
    const open = await beingChanged(call, overview.tables);
    const answer = await overview.count(call);
    afterwards(call, key, () => keep(call, key, { answer, counter: open ? null : kept.now, day: kept.today }));
    return { ...answer, counted_at: null };
  }
  if (!overview.drifts && kept.counter === kept.now && kept.day === kept.today)
    return { ...kept.answer, counted_at: null };
  afterwards(call, key, () => countAgain(call, key, overview));
  return { ...kept.answer, counted_at: kept.counted_at };
}

/** What it is kept under; undefined where it is the caller's alone. */
async function keyOf<T>(call: Call, { name, input, permission, branch }: Overview<T>): Promise<string | undefined> {
  const key = (part: string[]) => JSON.stringify([name, call.institution_id, call.locale, input ?? null, ...part]);
  const scope = call.abilities.get(permission);
  if (scope === 'institution') return key([]);
  return scope === 'branch' && branch ? key([await branch(call)]) : undefined;
}

async function read<T>(call: Pick<Call, 'client'>, key: string, tables: Overview<T>['tables']): Promise<Kept<T>> {
  const { rows } = await call.client.query<Kept<T>>(
    `select (select reltuples from pg_class where oid = $2::regclass) as rows, (${versionOf(tables)}) as now, edulab_today()::text as today,
            k.answer, k.counter, k.day::text as day, to_char(k.counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as counted_at
       from (select 1) one left join kept_overviews k on k.key = $1`,
    [key, tables[0]],
  );
  return rows[0]!;
}

type Asker = Pick<Call, 'kernel' | 'institution_id' | 'account_id' | 'locale' | 'abilities'>;

/** In a transaction of its own; of several processes that would, one does. */
function countAgain<T extends object>(asker: Asker, key: string, overview: Overview<T>): Promise<void> {
  return inBackground(asker, overview.name, async (call) => {
    const { rows } = await call.client.query<{ mine: boolean; lately: boolean }>(
      `select pg_try_advisory_xact_lock($1, hashtext($2)) as mine,
              exists (select 1 from kept_overviews where key = $2 and counted_at > edulab_now() - $3 * interval '1 millisecond') as lately`,
      [lockSpaces.overviews, key, overviewBounds.againMs],
    );
    if (!rows[0]?.mine || rows[0].lately) return;
    // Whoever asked may have come to another branch meanwhile, of which this must not be told.
    if ((await keyOf(call, overview)) !== key) return;
    // In this order: who is not seen here has committed before the count begins.
    const { now, today } = await read<T>(call, key, overview.tables);
    const open = await beingChanged(call, overview.tables);
    await write(call, key, { answer: await overview.count(call), counter: open ? null : now, day: today });
  });
}

interface Counted {
  answer: object;
  counter: number | null;
  day: string;
}
const keep = (asker: Asker, key: string, counted: Counted): Promise<void> =>
  inBackground(asker, 'first', (call) => write(call, key, counted));

async function write(call: Call, key: string, { answer, counter, day }: Counted): Promise<void> {
  await call.client.query(
    `insert into kept_overviews (key, institution_id, answer, counter, day) values ($1, $2, $3, $4, $5)
     on conflict (key) do update set answer = excluded.answer, counter = excluded.counter, day = excluded.day, counted_at = edulab_now()`,
    [key, call.institution_id, JSON.stringify(answer), counter, day],
  );
  await call.client.query("delete from kept_overviews where counted_at < edulab_now() - interval '30 days'");
}

function inBackground(asker: Asker, name: string, work: (call: Call) => Promise<void>): Promise<void> {
  const { kernel, institution_id, account_id, locale, abilities } = asker;
  return asActor(kernel.database.app, { institution_id, account_id, call: `overview: ${name}` }, (_db, client) =>
    work(backgroundCall(kernel, client, { institution_id, account_id, locale, abilities })),
  );
}

/** One after the other in each process, each once: they are heavy, and nobody waits for them. */
const lines = new WeakMap<Database, Map<string, Promise<void>>>();

function afterwards({ kernel: { database }, request }: Call, key: string, work: () => Promise<void>): void {
  const line = lines.get(database) ?? new Map<string, Promise<void>>();
  lines.set(database, line);
  if (line.has(key)) return;
  // What fails is tried again by whoever looks next; until then the answer says of which time it is.
  const done = Promise.all(line.values())
    .then(work)
    .catch((fault: unknown) => request?.log.error({ err: fault }, 'an overview was not counted'))
    .finally(() => line.delete(key));
  line.set(key, done);
}

/** Waits until nothing is counted in the background of this process any more. */
export async function overviewsCounted(database: Database): Promise<void> {
  await Promise.all(lines.get(database)?.values() ?? []);
}
