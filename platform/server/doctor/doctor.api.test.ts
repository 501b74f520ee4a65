import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { noteBackup } from '../disk/last-backup.ts';
import { doctorBounds, examine } from './index.ts';

/** One planted fault of each kind, and the same without it. */

const usual = { ...doctorBounds };
const dataDir = mkdtempSync(join(tmpdir(), 'edulab-doctor-'));
let api: Api;
let other: pg.Client;
beforeAll(async () => {
  api = await startApi();
  other = new pg.Client(api.database.ownerUrl);
  await other.connect();
});
afterEach(() => Object.assign(doctorBounds, usual));
afterAll(async () => {
  await other.end();
  await api.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Titles = keyof Awaited<ReturnType<typeof examine>>;
/** What is told of something planted, each with what to do about it. */
async function told(title: Titles, word: string): Promise<string[]> {
  const findings = (await examine(api.database.owner, dataDir))[title] ?? [];
  return findings.filter(({ what }) => what.includes(word)).map(({ what, todo }) => `${what} → ${todo}`);
}
const sql = (text: string) => api.database.owner.query(text);

it('an index that nobody reads, one that is broken off, and a foreign key without', async () => {
  Object.assign(doctorBounds, { indexBytes: 400_000, indexDays: 0, tableRows: 0 });
  await sql(`create table planted_parents (id integer primary key);
    create table planted_children (id integer primary key, parent_id integer references planted_parents);
    insert into planted_parents values (1), (2), (3); insert into planted_children select n, 1 + n % 2 from generate_series(1, 30000) n; analyze planted_children;
    delete from planted_parents where id = 3; create index planted_unread on planted_children (id); select pg_stat_force_next_flush()`);
  await expect.poll(() => told('Indexes', 'by parent_id')).toHaveLength(1);
  expect(await told('Indexes', 'planted_unread of planted_children was never read')).toHaveLength(1);
  await sql('create index on planted_children (parent_id)');
  expect(await told('Indexes', 'by parent_id')).toEqual([]);
  await sql("update pg_index set indisvalid = false where indexrelid = 'planted_unread'::regclass");
  expect(await told('Indexes', 'planted_unread is broken off')).toEqual([
    expect.stringContaining('reindex index concurrently planted_unread'),
  ]);
  Object.assign(doctorBounds, { indexDays: usual.indexDays });
  expect(await told('Indexes', 'was never read')).toEqual([]);
});

it('dead rows, and a table that is mostly empty', async () => {
  Object.assign(doctorBounds, { tableRows: 1000, bloatBytes: 1_000_000 });
  await sql(`create table planted_bloat (id integer, words text) with (autovacuum_enabled = off);
    insert into planted_bloat select n, repeat('x', 200) from generate_series(1, 10000) n;
    delete from planted_bloat where id > 1000; analyze planted_bloat; select pg_stat_force_next_flush()`);
  await expect.poll(() => told('Dead rows and empty room', 'planted_bloat holds')).toHaveLength(1);
  expect(await told('Dead rows and empty room', 'planted_bloat takes')).toHaveLength(1);
  await sql('vacuum full planted_bloat');
  await sql('vacuum analyze planted_bloat');
  expect(await told('Dead rows and empty room', 'planted_bloat takes')).toEqual([]);
});

it('a transaction that stays open, and who waits for it', async () => {
  Object.assign(doctorBounds, { transactionSeconds: 0, waitSeconds: 0 });
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(20261128)');
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = rows[0]!;
  expect(await told('Oldest transaction', `process ${pid} `)).toEqual([
    expect.stringContaining(`select pg_terminate_backend(${pid})`),
  ]);
  const waiting = sql('select pg_advisory_xact_lock(20261128)');
  await expect.poll(() => told('Longest waits', `a lock that process ${pid} holds`)).toHaveLength(1);
  await other.query('rollback');
  await waiting;
  expect(await told('Longest waits', `process ${pid} `)).toEqual([]);
  expect(await told('Oldest transaction', `process ${pid} `)).toEqual([]);
});

it('a setting under which what was saved may be lost, and connections that run out', async () => {
  const unsafe = new pg.Pool({ connectionString: api.database.ownerUrl, options: '-c synchronous_commit=off' });
  const settings = async () =>
    (await examine(unsafe, dataDir)).Settings?.filter(({ what }) => what.startsWith('sync')).map(
      ({ what, todo }) => `${what} → ${todo}`,
    );
  expect(await settings()).toEqual([
    expect.stringMatching(/^synchronous_commit is off .* → set synchronous_commit = on$/),
  ]);
  await unsafe.end();
  const safe = new pg.Pool({ connectionString: api.database.ownerUrl, options: '-c synchronous_commit=on' });
  expect((await examine(safe, dataDir)).Settings?.filter(({ what }) => what.startsWith('sync'))).toEqual([]);
  await safe.end();
  Object.assign(doctorBounds, { connectionShare: 0 });
  expect(await told('Settings', 'connections are taken')).toHaveLength(1);
});

it('a disk that is nearly full', async () => {
  expect(await told('Free disk', 'never')).toEqual([]);
  Object.assign(doctorBounds, { freeBytes: Number.MAX_SAFE_INTEGER });
  expect(await told('Free disk', dataDir)).toEqual([expect.stringContaining('make room')]);
});

it('work of the night that failed, until it was done', async () => {
  const today = clock.iso().slice(0, 10);
  await sql(
    `insert into nightly_runs (name, day, finished_at, error) values ('planted work', date '${today}' - 1, edulab_now(), 'no room')`,
  );
  expect(await told('Nightly work', 'planted work')).toEqual([expect.stringContaining('failed in the night of')]);
  await sql(`insert into nightly_runs (name, day, finished_at) values ('planted work', '${today}', edulab_now())`);
  expect(await told('Nightly work', 'planted work')).toEqual([]);
  await sql(
    `insert into nightly_runs (name, day, started_at) values ('endless work', '${today}', edulab_now() - interval '7 hours')`,
  );
  expect(await told('Nightly work', 'endless work began')).toHaveLength(1);
});

it('no backup, an old one, a new one', async () => {
  expect(await told('Backups', 'nothing is known of any backup')).toHaveLength(1);
  await noteBackup(dataDir, '/backups/one');
  expect((await examine(api.database.owner, dataDir)).Backups).toEqual([]);
  Object.assign(doctorBounds, { backupHours: 0 });
  expect(await told('Backups', 'the last backup was made')).toEqual([expect.stringContaining('npm run backup')]);
});
