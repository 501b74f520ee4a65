import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { query, root } from '#tests/faults/edulab.ts';
import { Writes } from '#tests/faults/writes.ts';
import { type Cluster, writable } from './machines.ts';

/** What a cluster promises, tried: each proof breaks something while people write, and compares what they were told with what is there. */

export interface Proof {
  name: string;
  /** What was measured, in the order in which it is printed. */
  figures: Record<string, number | string>;
  /** What was promised and is not so. */
  wrong: string[];
}

/** Writes while something happens; then all that was acknowledged is looked for. */
async function whileWriting(cluster: Cluster, name: string, happens: (writes: Writes) => Promise<Proof['figures']>) {
  const writes = new Writes();
  await writes.signIn(cluster.url);
  writes.start(12);
  const began = performance.now();
  await sleep(5_000);
  const before = writes.acknowledged;
  const rate = before / ((performance.now() - began) / 1000);
  const figures = await happens(writes);
  await sleep(3_000);
  await writes.stop();
  const { acknowledged, repeated } = writes;
  const wrong = await writes.disagreements(cluster.databaseUrl, (hash) =>
    existsSync(join(cluster.store.folder, 'edulab/files/contents', hash.slice(0, 2), `${hash}._S3rver_object`)),
  );
  return {
    name,
    figures: {
      'writes a second before': Math.round(rate),
      acknowledged,
      'repeated under their key': repeated,
      'lost or twice': wrong.length,
      ...figures,
    },
    wrong,
  };
}

/** How long until the next write is acknowledged, in seconds. */
async function untilNext(writes: Writes, from: number): Promise<number> {
  const before = writes.acknowledged;
  // Those that were on their way may still be answered.
  for (const end = from + 60_000; writes.acknowledged < before + 3; await sleep(20))
    if (performance.now() > end) return Number.POSITIVE_INFINITY;
  return (performance.now() - from) / 1000;
}
const seconds = (value: number) => value.toFixed(1);

/** The machine of the primary loses its power. */
export const killPrimary = (cluster: Cluster): Promise<Proof> =>
  whileWriting(cluster, 'primary killed', async (writes) => {
    const old = (await cluster.primary())!;
    await old.kill();
    const from = performance.now();
    const took = await untilNext(writes, from);
    old.start();
    await follows(cluster);
    if (took > 20) writes.faults.push(`writing again after ${seconds(took)} s, not within 20`);
    return { 'seconds until writing again': seconds(took) };
  });

/** One of three Edulabs is killed. */
export const killEdulab = (cluster: Cluster): Promise<Proof> =>
  whileWriting(cluster, 'one Edulab killed', async (writes) => {
    const one = cluster.edulabs[0]!;
    await one.kill('SIGKILL');
    const took = await untilNext(writes, performance.now());
    await one.start();
    return { 'seconds until writing again': seconds(took) };
  });

/** The network between the primary and everybody else is cut, and mended later. */
export const cutNetwork = (cluster: Cluster): Promise<Proof> =>
  whileWriting(cluster, 'primary cut off', async (writes) => {
    const old = (await cluster.primary())!;
    await query(old.directUrl, 'create table if not exists heartbeats (id bigint generated always as identity)');
    let both = 0;
    let looks = 0;
    let watching = true;
    const watch = (async () => {
      while (watching) {
        const said = await Promise.all(cluster.databases.map(({ directUrl }) => acknowledges(directUrl)));
        looks++;
        if (said.filter(Boolean).length > 1) both++;
        await sleep(400);
      }
    })();
    old.cut();
    const from = performance.now();
    const took = await untilNext(writes, from);
    await sleep(5_000);
    const still = await writable(old.directUrl);
    old.mend();
    await follows(cluster);
    watching = false;
    await watch;
    if (both) writes.faults.push(`two servers acknowledged writes at once, ${both} times of ${looks}`);
    if (still) writes.faults.push('the server that was cut off still believes to be the primary');
    if (took > 20) writes.faults.push(`writing again after ${seconds(took)} s, not within 20`);
    return { 'seconds until writing again': seconds(took), 'two primaries': `${both} of ${looks} looks` };
  });

/** What the next version changes: a new table, a column of tables in use, one that views hold, and the guards of all. */
const rehearsed = `create table "rehearsed" ("id" integer primary key);
alter table "students" add column "rehearsed" text;
alter table "states" add column "rehearsed" integer;
alter table "states" alter column "title" type jsonb;
`;

/** A checkout of the version after this one, in a folder of its own. */
function nextVersion(): string {
  const next = mkdtempSync(join(tmpdir(), 'edulab-next-'));
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', next], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(next, 'node_modules'));
  const database = join(next, 'platform/server/database');
  const stamp = clock.iso().replaceAll(/\D/g, '').slice(0, 12);
  writeFileSync(join(database, `migrations/${stamp}-rehearsed.sql`), rehearsed);
  const guards = readFileSync(join(database, 'guards.sql'), 'utf8');
  const others = guards.replace(/(function edulab_guard\(.*\n)/, '$1-- Of the next version.\n');
  if (others === guards) throw new Error('the guards of the next version are those of this one');
  writeFileSync(join(database, 'guards.sql'), others);
  return next;
}

/** Another version with a migration of its own takes over, one Edulab after the other. */
export async function upgrade(cluster: Cluster): Promise<Proof> {
  const next = nextVersion();
  try {
    return await whileWriting(cluster, 'rolling upgrade with a migration', async (writes) => {
      const past = askThePast(writes, clock.iso());
      for (const edulab of cluster.edulabs) {
        await cluster.share(edulab, 'drain');
        await edulab.kill('SIGTERM');
        await edulab.start(next);
        await cluster.share(edulab, 'ready');
      }
      const asked = await past();
      const [row] = await query<{ there: boolean }>(
        cluster.databaseUrl,
        "select to_regclass('rehearsed') is not null as there",
      );
      if (!row?.there) writes.faults.push('the migration was not made');
      const refused = [...writes.refused].map(([code, times]) => `${times} × ${code}`).join(', ');
      if (refused) writes.faults.push(`refused while the versions changed: ${refused}`);
      return { 'answers about the past': asked, refused: refused || 0 };
    });
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * Asks without a pause how many regions there were at a moment, while more are added: were it answered with the rows of
 * today, it would be another number. Answers how to end that, which tells how often it was answered.
 */
function askThePast(writes: Writes, at: string): () => Promise<number> {
  let asking = true;
  const look = async () => {
    // What was on its way at that moment is written by then.
    await sleep(2_000);
    const { total_elements: then } = await writes.read(`/state/?size=5&as_of=${at}`);
    for (let times = 1; ; times++) {
      const { total_elements: now } = await writes.read(`/state/?size=5&as_of=${at}`);
      if (now !== then) writes.faults.push(`there were ${then} regions, and then ${now}`);
      await writes.read(`/student/?size=5&as_of=${at}`);
      if (!asking) return times * 2;
    }
  };
  const looking = look();
  return () => {
    asking = false;
    return looking;
  };
}

/** Whether a server takes a write and says so at once: one that is alone waits for a second server and says nothing. */
async function acknowledges(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 400 });
  client.on('error', () => undefined);
  const written = client
    .connect()
    .then(() => client.query('insert into heartbeats default values'))
    .then(
      () => true,
      () => false,
    );
  const said = await Promise.race([written, sleep(400, false)]);
  // Not awaited: the server may never answer.
  void client.end().catch(() => undefined);
  return said;
}

/** Until two servers follow the third. */
async function follows(cluster: Cluster): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(200)) {
    const primary = await cluster.primary();
    if (!primary) continue;
    const [row] = await query<{ n: number }>(
      primary.directUrl,
      "select count(*)::int as n from pg_stat_replication where state = 'streaming'",
    ).catch(() => []);
    if (row?.n === 2) return;
  }
  throw new Error('a database does not follow again');
}
