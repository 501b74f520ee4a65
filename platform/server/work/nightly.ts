import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { forgetAnswers } from '../call/idempotency.ts';
import { clockOption, databaseIsAway } from '../database/database.ts';
import { lockSpaces } from '../database/locks.ts';
import type { Kernel, NightlyLog, NightlyWork } from '../kernel.ts';
import { faultInWords } from '../run/fault-log.ts';

/**
 * What is done once a night, at three by the clocks of Tashkent. The table `nightly_runs` has a row for each work and
 * each night: whichever server sees first that a night has none does the work, under a lock, and writes there what came
 * of it. A server that was down or slept at that minute does it as soon as it looks again, however late; of several
 * nights that nobody was there for, the last one counts. A fault is written there and logged, and left to the next night.
 */

/** Ends of processes that one night's work is taken up again after; what ends it each time is not tried for ever. */
const mostAttempts = 3;

const workOf = ({ domains }: Pick<Kernel, 'domains'>): [name: string, work: NightlyWork][] => [
  ['forgetting answers', async ({ database }) => (await forgetAnswers(database.owner)).rowCount],
  ...domains.flatMap(({ nightly = {} }) => Object.entries(nightly)),
];

/** The day, `YYYY-MM-DD`, whose night has begun last: 22 h UTC is three at night in Tashkent, of the day after. */
const nightOf = (now: Date): string => new Date(now.getTime() + 2 * 3_600_000).toISOString().slice(0, 10);

/**
 * Does what is due and nobody did or does. `done`: the names of what was done here, faulty or not; `open`: how many works
 * are not over, because another server is at them. What `stopped` meets is no fault of the work: it is left to whoever
 * looks next, and the rest with it.
 */
export async function doNightly(
  kernel: Kernel,
  log: NightlyLog,
  now = clock.date(),
  stopped?: AbortSignal,
): Promise<{ done: string[]; open: number }> {
  const night = nightOf(now);
  const works = workOf(kernel);
  const names = works.map(([name]) => name);
  const done: string[] = [];
  // The locks belong to this connection: whoever dies lets go of them.
  const holder = new pg.Client({
    connectionString: kernel.database.ownerUrl,
    application_name: 'edulab nightly',
    options: clockOption(),
  });
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    // Where no night was seen yet nothing was missed: a new database, or a new work, begins with the next one.
    await holder.query(
      `insert into nightly_runs (name, day, finished_at) select name, $2, edulab_now() from unnest($1::text[]) name
        where not exists (select 1 from nightly_runs r where r.name = name.name) on conflict do nothing`,
      [names, night],
    );
    for (const [name, work] of works) {
      if (stopped?.aborted) break;
      const lock = [lockSpaces.nightly, name];
      const { rows } = await holder.query<{ mine: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as mine',
        lock,
      );
      if (!rows[0]?.mine) continue;
      try {
        // A row that has no end belongs to a process that died: nobody else holds the lock.
        const { rowCount } = await holder.query(
          `insert into nightly_runs as r (name, day) values ($1, $2)
           on conflict (name, day) do update set attempts = r.attempts + 1, started_at = edulab_now()
             where r.finished_at is null and r.attempts < $3`,
          [name, night, mostAttempts],
        );
        if (!rowCount) continue;
        let error: string | null = null;
        let left = false;
        const result = await work(kernel, log).catch((fault: unknown) => {
          left = stopped?.aborted ?? false;
          if (left) return;
          log.error({ err: fault }, `${name} failed`);
          error = faultInWords(fault);
        });
        if (left) {
          await holder.query('update nightly_runs set attempts = attempts - 1 where name = $1 and day = $2', [
            name,
            night,
          ]);
          break;
        }
        done.push(name);
        await holder.query(
          'update nightly_runs set finished_at = edulab_now(), result = $3, error = $4 where name = $1 and day = $2',
          [name, night, result === undefined ? null : JSON.stringify(result), error],
        );
      } finally {
        await holder.query('select pg_advisory_unlock($1, hashtext($2))', lock);
      }
    }
    await holder.query("delete from nightly_runs where day < $1::date - interval '1 year'", [night]);
    const { rows } = await holder.query<{ open: number }>(
      `select count(*)::int as open from unnest($1::text[]) name where not exists (
         select 1 from nightly_runs r where r.name = name.name and r.day = $2 and (r.finished_at is not null or r.attempts >= $3))`,
      [names, night, mostAttempts],
    );
    return { done, open: rows[0]!.open };
  } finally {
    await holder.end();
  }
}

/** Looks once a minute whether a night is due. */
export function watchNights(kernel: Kernel, app: FastifyInstance): void {
  let seen = '';
  let running: Promise<unknown> | undefined;
  const stopping = new AbortController();
  const look = () => {
    const night = nightOf(clock.date());
    if (running || seen === night) return;
    running = doNightly(kernel, app.log, clock.date(), stopping.signal)
      .then(
        ({ open }) => {
          if (open === 0) seen = night;
        },
        (error: unknown) => {
          // Of a database that is away others tell; it is looked for again in a minute.
          if (!databaseIsAway(error)) app.log.error({ err: error }, 'nightly work failed');
        },
      )
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, 60_000);
  timer.unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([running, sleep(3_000, undefined, { ref: false })]);
  });
}
