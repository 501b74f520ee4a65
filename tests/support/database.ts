import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createInstitutions, createRoleAccounts } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { registerDomains } from '#platform/server/run/main.ts';
import type { Settings } from '#platform/server/run/settings.ts';
import { day } from './dates.ts';

let registered = false;
/** What the domains declare, known to this process; more than once is as good as once. */
export function registerAll(): void {
  if (!registered) registerDomains(domains);
  registered = true;
}

const memory = '/dev/shm';
const enough = 4 * 2 ** 30;

/**
 * A folder for a PostgreSQL whose data nobody misses: in memory where there is room, since a copy of a database is some
 * thousand files, which cost a disk six times the work. What a killed run left there is taken away first.
 */
async function throwawayFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  if (!room || room.bavail * room.bsize < enough || freemem() < enough) return mkdtemp(join(tmpdir(), 'edulab-test-'));
  for (const name of await readdir(memory)) {
    const [, pid] = /^edulab-test-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await rm(join(memory, name), { recursive: true, force: true });
  }
  return mkdtemp(join(memory, `edulab-test-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of somebody else's it is said that we may not.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes the database that tests start from: schema, roles, two institutions, one account for each role. The tests do
 * this once and each file works on a copy.
 */
export async function prepareTestDatabase(): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  const dataDir = await throwawayFolder();
  const server = await startDatabase({ dataDir, throwaway: true });
  registerAll();
  const database = await openDatabase(server.ownerUrl);
  await createInstitutions(database.owner);
  for (const domain of domains) await domain.seed?.(database.owner);
  await createRoleAccounts(database.owner);
  await database.close();
  return {
    ownerUrl: server.ownerUrl,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let copies = 0;

/**
 * A copy of the prepared database; `drop` takes it away. With `students` it is the demo university with so many of them,
 * with `empty` nothing at all.
 */
export async function copyDatabase(
  ownerUrl: string,
  { empty = false, students }: { empty?: boolean; students?: number | undefined } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `copy_${process.pid}_${++copies}_${clock.now()}`;
  const template = empty ? 'template0' : students === undefined ? nameOf(ownerUrl) : await filled(ownerUrl, students);
  await beside(ownerUrl, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: urlOf(ownerUrl, name),
    drop: () =>
      beside(ownerUrl, (client) => client.query(`drop database if exists ${name} with (force)`)).then(() => {}),
  };
}

/**
 * The name of a database with the demo university of today, filled by whoever needs it first. The demo is dated from
 * the day on which it is loaded, so another day has another.
 */
async function filled(ownerUrl: string, students: number): Promise<string> {
  const name = `filled_${students}_${day(0).replaceAll('-', '')}`;
  await beside(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount) return;
    const half = await copyDatabase(ownerUrl);
    const database = await openDatabase(half.url, { upToDate: true });
    try {
      await fill(database, students);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${nameOf(half.url)} rename to ${name}`);
  });
  return name;
}

/** Puts the demo university in the place of accounts alone. */
export async function fill(
  database: Database,
  students: number,
  papers: Partial<Pick<Settings, 'dataDir' | 'publicUrl'>> = {},
): Promise<void> {
  await database.owner.query('truncate institutions, accounts, audit_log restart identity cascade');
  // Loaded here, not with this file: what it holds is dated from the day on which it is loaded.
  const { fillWhenEmpty } = await import('#demo/fill.ts');
  await fillWhenEmpty(database, { demo: true, students, ...papers }, () => {});
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const urlOf = (ownerUrl: string, name: string): string =>
  Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href;

/** Asks a database of the same server that nobody copies. */
async function beside<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(urlOf(ownerUrl, 'postgres'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Answers what `work` does. Where it takes longer than a minute, says once what `said` has come to, what the server is at
 * meanwhile, who waits for whom, and what this process waits for: of a test that hung in one run of many nobody could
 * tell afterwards.
 */
export async function orSayWhatRuns<T>(ownerUrl: string, said: readonly string[], work: Promise<T>): Promise<T> {
  const tell = async () => {
    const { rows } = await beside(ownerUrl, (client) =>
      client.query(
        `select datname, pid, backend_type, state, wait_event_type, wait_event, xact_start::text as since, pg_blocking_pids(pid) as waits_for, left(query, 300) as query
           from pg_stat_activity where datname is not null and pid <> pg_backend_pid() order by datname, pid`,
      ),
    );
    const server = rows.map((row) => JSON.stringify(row));
    console.error(['After a minute:', ...said, ...server, process.getActiveResourcesInfo().join(' ')].join('\n'));
  };
  const timer = setTimeout(() => void tell().catch(console.error), 60_000);
  return work.finally(() => clearTimeout(timer));
}
