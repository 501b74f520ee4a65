/**
 * The embedded PostgreSQL: created, started, watched and stopped by Edulab, with its data in
 * `<data folder>/postgres`. Removing the data folder while Edulab is down means a fresh start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeFolder } from '../disk/folders.ts';
import { takeLock } from '../disk/process-lock.ts';
import { asStartError, StartError } from '../run/lifecycle.ts';
import { stopOrphan } from './postgres-orphan.ts';
import { asUser, chooseUser, findPrograms, isRoot, type Programs, type RunAs, run } from './postgres-programs.ts';
import { markOf, tuningOf } from './postgres-settings.ts';

export interface Database {
  /** Connection string of the owner (a superuser) to the database `edulab`. Stays valid across restarts of PostgreSQL. */
  ownerUrl: string;
  /** Process id of the running PostgreSQL. */
  readonly pid: number;
  /** Stops PostgreSQL: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

const NAME = 'edulab';
/** Longest path that fits into the address of a unix socket on every system, with PostgreSQL's file name. */
const LONGEST_SOCKET_FOLDER = 85;
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Everything that stays the same while this Edulab runs. */
interface Cluster {
  programs: Programs;
  user: RunAs;
  home: string;
  folder: string;
  /** Open descriptor of `home` when PostgreSQL must reach it that way. */
  fd: number | undefined;
  password: string;
  /** Marks the processes of this very folder. */
  mark: string;
  /** 0: unix socket in `folder`. Otherwise a port of 127.0.0.1. */
  port: number;
  log: string;
  /** Nobody misses what it loses when the machine stops. */
  throwaway: boolean;
  /** How many it takes at once. */
  connections: number;
}

/**
 * Starts the embedded PostgreSQL on the data folder, creating both where needed, and answers when it takes
 * connections. A PostgreSQL left over from a killed Edulab is stopped first; one that dies while Edulab
 * runs is started again, for as long as it takes. `throwaway` is for data that nobody misses, which are spared the wait
 * for the disk; `connections` are how many it takes at once (100). Throws `StartError`.
 */
export async function startDatabase(options: {
  dataDir: string;
  throwaway?: boolean;
  connections?: number;
}): Promise<Database> {
  const { throwaway = false, connections = 100 } = options;
  const { cluster, release } = await prepare(path.resolve(options.dataDir), { throwaway, connections });
  let server: ChildProcess;
  try {
    await stopOrphan(cluster.folder, cluster.mark);
    server = await startServer(cluster);
    await createDatabase(cluster);
  } catch (error) {
    release();
    throw asStartError(error);
  }

  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  const watch = (): void => {
    server.once('exit', (code, signal) => {
      if (stopping) return;
      console.error(`Edulab: PostgreSQL ended unexpectedly (${signal ?? code}); starting it again.`);
      restarting = restart();
    });
  };
  const waiting = new AbortController();
  const restart = async (): Promise<void> => {
    for (let pause = 1_000; !stopping; pause = Math.min(pause * 2, 10_000)) {
      try {
        server = await startServer(cluster);
        if (stopping) return;
        watch();
        console.error('Edulab: PostgreSQL runs again.');
        return; // Told to stop meanwhile: stop() waits for us and then stops this one.
      } catch (error) {
        // A full disk, for one: once there is room again, it starts and nothing is lost.
        console.error(`Edulab: ${(error as Error).message} Trying again in ${pause / 1_000} s.`);
        await sleep(pause, undefined, { signal: waiting.signal }).catch(() => {});
      }
    }
  };
  watch();

  return {
    ownerUrl: url(cluster, NAME),
    get pid() {
      return server.pid ?? 0;
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      waiting.abort();
      await restarting;
      await stopServer(server);
      release();
    },
  };
}

/** Creates folder, password and cluster where missing, and makes sure that nobody else uses them. */
async function prepare(
  dataDir: string,
  wished: Pick<Cluster, 'throwaway' | 'connections'>,
): Promise<{ cluster: Cluster; release: () => void }> {
  const wanted = path.join(dataDir, 'postgres');
  let user: RunAs;
  try {
    user = chooseUser(wanted);
    makeFolder(wanted);
    if (user) fs.chownSync(wanted, user.uid, user.gid);
    fs.accessSync(wanted, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}). Give this user the right to, or choose another with EDULAB_DATA.`,
    );
  }
  const home = fs.realpathSync(wanted);
  const owner = fs.statSync(home).uid;
  if (!user && process.getuid && owner !== process.getuid()) {
    throw new StartError(
      `The database in ${home} belongs to another user (${owner}). Start Edulab as the user who created it, or as root.`,
    );
  }

  const lock = await takeLock(path.join(home, 'lock'), 2_000);
  if (!lock)
    throw new StartError(
      `Another Edulab is running on the data folder ${dataDir}. Stop it, or choose another folder with EDULAB_DATA.`,
    );
  // Root may enter folders that the user of PostgreSQL may not, and PostgreSQL insists on absolute paths.
  // A descriptor that we opened gives it an absolute path that leads straight to the folder.
  const fd = isRoot() && process.platform === 'linux' ? fs.openSync(home, 'r') : undefined;
  const release = (): void => {
    lock();
    if (fd !== undefined) fs.closeSync(fd);
  };
  try {
    const programs = findPrograms(user, path.join(home, 'programs'));
    const password = readPassword(path.join(home, 'password'), user);
    const folder = path.join(home, 'cluster');
    const cluster: Cluster = {
      programs,
      user,
      home,
      folder,
      fd,
      password,
      mark: markOf(home, password),
      port: process.platform === 'win32' || folder.length > LONGEST_SOCKET_FOLDER ? await freePort() : 0,
      log: path.join(home, 'postgres.log'),
      ...wished,
    };
    if (!fs.existsSync(folder)) await createCluster(cluster);
    const major = Number.parseInt(fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8'), 10);
    if (major !== programs.major)
      throw new StartError(
        `The database in ${home} was made by PostgreSQL ${major}, this is PostgreSQL ${programs.major}. Move its content with pg_dump, see docs/operations.md.`,
      );
    return { cluster, release };
  } catch (error) {
    release();
    throw asStartError(error);
  }
}

function readPassword(file: string, user: RunAs): string {
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (user) fs.chownSync(`${file}.new`, user.uid, user.gid);
    fs.renameSync(`${file}.new`, file);
  }
  return fs.readFileSync(file, 'utf8').trim();
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The path by which PostgreSQL reaches a file of its home. Descriptor 3 is the first one after stderr. */
function inside(cluster: Cluster, name: string): string {
  return cluster.fd === undefined ? path.join(cluster.home, name) : `/proc/self/fd/3/${name}`;
}

async function createCluster(cluster: Cluster): Promise<void> {
  const half = path.join(cluster.home, 'cluster.new');
  fs.rmSync(half, { recursive: true, force: true });
  const { code, output } = await run(
    cluster.programs.initdb,
    [
      '-D',
      inside(cluster, 'cluster.new'),
      '-U',
      NAME,
      `--pwfile=${inside(cluster, 'password')}`,
      '-A',
      'scram-sha-256',
      // PostgreSQL's own Unicode rules: the same on every machine, so that indexes outlive a change of system.
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { user: cluster.user, env: ENVIRONMENT, fd: cluster.fd, cwd: '/' },
  );
  if (code !== 0) throw new StartError(`The database could not be created in ${cluster.home}: ${lastFault(output)}`);
  // The name says "whole": an interrupted creation leaves only cluster.new.
  fs.renameSync(half, cluster.folder);
}

/** Starts PostgreSQL and waits until it takes connections, however long its recovery lasts. */
async function startServer(cluster: Cluster, patienceMs = 60_000): Promise<ChildProcess> {
  const began = performance.now();
  const size = fs.statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(cluster.log, `${cluster.log}.old`);
  const log = fs.openSync(cluster.log, 'a', 0o600);
  const from = fs.fstatSync(log).size;
  const child = spawn(cluster.programs.postgres, ['-D', inside(cluster, 'cluster'), ...tuningOf(cluster)], {
    ...asUser(cluster.user),
    env: ENVIRONMENT,
    cwd: '/',
    // Its own session: Ctrl-C in the terminal must reach Edulab first, which stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', log, log, ...(cluster.fd === undefined ? [] : [cluster.fd])],
  });
  fs.closeSync(log);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', () => (failure ??= lastFault(fs.readFileSync(cluster.log).subarray(from).toString())));
  stopWhenWeDie(child, cluster.user);

  for (;;) {
    if (failure === undefined) {
      const state = await tryConnect(cluster);
      if (state === 'ready') return child;
      if (state === 'absent' && performance.now() - began > patienceMs) {
        await stopServer(child);
        throw new StartError(`PostgreSQL does not answer. See ${cluster.log}.`);
      }
      await sleep(15);
      continue;
    }
    // Processes of a killed PostgreSQL may need a moment to notice that it is gone.
    if (
      /pre-existing shared memory block|lock file .* already exists/.test(failure) &&
      performance.now() - began < patienceMs
    ) {
      await sleep(200);
      return startServer(cluster, patienceMs - (performance.now() - began));
    }
    throw new StartError(`PostgreSQL did not start: ${failure}. See ${cluster.log}.`);
  }
}

/** Resolves when the watchdog of a server is gone: not even a dead process stays behind. */
const watchdogs = new WeakMap<ChildProcess, Promise<unknown>>();

/**
 * When Edulab is killed outright, nobody is left to stop PostgreSQL. A shell that waits for the end of our
 * pipe does it. Where there is no shell, the next start takes over (see `stopOrphan`).
 */
function stopWhenWeDie(server: ChildProcess, user: RunAs): void {
  if (!server.pid || process.platform === 'win32') return;
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', String(server.pid)], {
    ...asUser(user),
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.once('error', () => {});
  watchdog.stdin?.once('error', () => {});
  server.once('exit', () => watchdog.kill('SIGKILL'));
  watchdogs.set(server, new Promise((resolve) => watchdog.once('exit', resolve).once('error', resolve)));
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = (): boolean => server.exitCode !== null || server.signalCode !== null || !server.pid;
  // Fast shutdown; then without a last checkpoint (the next start recovers); then outright.
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (ended()) break;
    const timer = new AbortController();
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await Promise.race([exit, sleep(patienceMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
  await watchdogs.get(server);
}

function url(cluster: Cluster, database: string): string {
  const base = `postgres://${NAME}:${cluster.password}@`;
  return cluster.port
    ? `${base}127.0.0.1:${cluster.port}/${database}`
    : `${base}localhost/${database}?host=${encodeURIComponent(cluster.folder)}`;
}

async function tryConnect(cluster: Cluster): Promise<'ready' | 'recovering' | 'absent'> {
  const client = new Client({ connectionString: url(cluster, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    // 57P03: it is there, but still starting up or recovering.
    return (error as { code?: string }).code === '57P03' ? 'recovering' : 'absent';
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new Client({ connectionString: url(cluster, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (!rowCount) await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
}

/** The line of PostgreSQL's output that says what is wrong. */
function lastFault(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.findLast((text) => /FATAL|PANIC|error:/.test(text)) ?? lines.at(-1) ?? 'it ended without a word';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').slice(0, 300);
}

/**
 * Makes sure that the PostgreSQL of `DATABASE_URL` answers and is 15 or newer. Throws `StartError`; its
 * message never holds the password.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const { username, hostname, port, pathname } = new URL(databaseUrl);
  const what = `the database ${pathname.slice(1) || username} at ${hostname || 'localhost'}:${port || 5432}`;
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < 150_000)
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; Edulab needs 15 or newer.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(`DATABASE_URL: ${what} cannot be reached: ${message || code}.`);
  } finally {
    await client.end().catch(() => {});
  }
}
