import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase, type Database, startDatabase } from './postgres.ts';
import { runningDatabase } from './postgres-running.ts';

const isRoot = process.getuid?.() === 0;
let base: string;
let dataDir: string;
const cleanUp: (() => unknown)[] = [];

beforeEach(() => {
  // Only its owner may enter, as in a checkout under /root.
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'edulab-pg-'));
  fs.chmodSync(base, 0o700);
  dataDir = path.join(base, 'data');
});

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
  fs.rmSync(base, { recursive: true, force: true });
});

async function start(): Promise<Database> {
  const database = await startDatabase({ dataDir });
  cleanUp.push(() => database.stop());
  return database;
}

/** A process of its own that starts the database and says its address; killed after the test. */
async function startElsewhere(command: string[] = []): Promise<{ server: ChildProcess; url: string; pid: number }> {
  const code = `import(${JSON.stringify(path.join(import.meta.dirname, 'postgres.ts'))})
    .then(({ startDatabase }) => startDatabase({ dataDir: ${JSON.stringify(dataDir)} }))
    .then((database) => { console.log(JSON.stringify([database.ownerUrl, database.pid])); setInterval(() => {}, 1e6); })
    .catch((error) => { console.error(error.name + ': ' + error.message); process.exit(1); })`;
  const [program = '', ...args] = [...command, process.execPath, '-e', code];
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  cleanUp.push(() => server.kill('SIGKILL'));
  let output = '';
  let errors = '';
  server.stdout.on('data', (chunk) => (output += String(chunk)));
  server.stderr.on('data', (chunk) => (errors += String(chunk)));
  while (!output.includes('\n')) {
    if (server.exitCode !== null) throw new Error(errors);
    await sleep(10);
  }
  const [url, pid] = JSON.parse(output) as [string, number];
  cleanUp.push(() => kill(pid));
  return { server, url, pid };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone, as it should be.
  }
}

/** Waits until the process is gone or only waits to be buried. */
async function gone(pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(20)) {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    if (!stdout.trim() || stdout.startsWith('Z')) return true;
  }
  return false;
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child && parent === pid ? [child] : []));

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  it('starts on an empty folder, brings the extensions, and keeps what was written', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist; CREATE EXTENSION unaccent');
    await query(first.ownerUrl, 'CREATE TABLE note (text text); INSERT INTO note VALUES ($$Oʻzbekiston$$)');
    const durable = await query(
      first.ownerUrl,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name`,
    );
    expect(durable.map((row) => row['setting'])).toEqual(['on', 'on', 'on']);
    expect(fs.statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o077).toBe(0);
    await first.stop();
    expect(await gone(first.pid, 1_000)).toBe(true);

    const second = await start();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, `SELECT text, upper('ўзбек') AS upper FROM note`)).toEqual([
      { text: 'Oʻzbekiston', upper: 'ЎЗБЕК' },
    ]);
  });

  it('runs on a copy of a folder in use without touching the original', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE note (text text); CHECKPOINT');
    const copy = path.join(path.dirname(dataDir), 'copy');
    spawnSync('cp', ['-a', dataDir, copy]);
    expect(fs.existsSync(path.join(copy, 'postgres/cluster/postmaster.pid'))).toBe(true);
    // Nobody serves the copy yet, whatever stands in it.
    expect(await runningDatabase(copy)).toBeNull();
    expect(await runningDatabase(dataDir)).toBe(first.ownerUrl);
    const second = await startDatabase({ dataDir: copy });
    try {
      expect(second.pid).not.toBe(first.pid);
      await query(second.ownerUrl, "INSERT INTO note VALUES ('copy')");
      await query(first.ownerUrl, "INSERT INTO note VALUES ('first')");
      expect(await query(second.ownerUrl, 'SELECT text FROM note')).toEqual([{ text: 'copy' }]);
      expect(await query(first.ownerUrl, 'SELECT text FROM note')).toEqual([{ text: 'first' }]);
    } finally {
      await second.stop();
    }
    expect(await gone(second.pid, 5_000)).toBe(true);
    expect(await query(first.ownerUrl, 'SELECT text FROM note')).toEqual([{ text: 'first' }]);
    fs.rmSync(copy, { recursive: true, force: true });
  });

  it('does not let a second Edulab on the same folder', async () => {
    await start();
    await expect(startDatabase({ dataDir })).rejects.toThrow(
      /^Another Edulab is running on the data folder .*data\. .*$/,
    );
  });

  it('ends by itself when its Edulab is killed, and starts again', async () => {
    const { server, url, pid } = await startElsewhere();
    await query(url, 'CREATE TABLE note (); INSERT INTO note DEFAULT VALUES');
    server.kill('SIGKILL');
    expect(await gone(pid, 5_000)).toBe(true);
    const database = await start();
    expect(await query(database.ownerUrl, 'SELECT FROM note')).toHaveLength(1);
  });

  it('takes over from a PostgreSQL that nobody looks after', async () => {
    const { server, url, pid } = await startElsewhere();
    await query(url, 'CREATE TABLE note (); INSERT INTO note DEFAULT VALUES');
    for (const child of childrenOf(server.pid ?? 0)) if (child !== pid) kill(child);
    server.kill('SIGKILL');
    await sleep(300);
    expect(await query(url, 'SELECT FROM note')).toHaveLength(1);
    const database = await start();
    expect(database.pid).not.toBe(pid);
    expect(await query(database.ownerUrl, 'SELECT FROM note')).toHaveLength(1);
  });

  it('recovers after everything was killed at once', async () => {
    const { server, url, pid } = await startElsewhere();
    await query(url, 'CREATE TABLE note (); INSERT INTO note DEFAULT VALUES');
    for (const process of [...childrenOf(pid), ...childrenOf(server.pid ?? 0), server.pid ?? 0]) kill(process);
    const database = await start();
    expect(await query(database.ownerUrl, 'SELECT FROM note')).toHaveLength(1);
  });

  it('does not take a foreign process for its own when numbers were reused', async () => {
    const database = await start();
    await database.stop();
    const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    fs.writeFileSync(file, `${process.pid}\n/elsewhere\n1\n5432\n\n\n\n`);
    const again = await start();
    expect(await query(again.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is started again when only PostgreSQL was killed', async () => {
    const database = await start();
    const { pid, ownerUrl } = database;
    await query(ownerUrl, 'CREATE TABLE note (); INSERT INTO note DEFAULT VALUES');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => query(ownerUrl, 'SELECT FROM note').catch(() => []), { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(() => database.pid, { timeout: 10_000 }).not.toBe(pid);
  });

  it('starts afresh when the data folder was removed', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE note ()');
    await first.stop();
    fs.rmSync(dataDir, { recursive: true });
    const second = await start();
    await expect(query(second.ownerUrl, 'SELECT FROM note')).rejects.toThrow(/does not exist/);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    dataDir = path.join(base, 'long'.repeat(30));
    const database = await start();
    expect(new URL(database.ownerUrl).hostname).toBe('127.0.0.1');
    expect(await query(database.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says in one line that the data folder cannot be written', async () => {
    fs.writeFileSync(path.join(base, 'file'), '');
    dataDir = path.join(base, 'file', 'data');
    await expect(startDatabase({ dataDir })).rejects.toThrow(/^The data folder .* cannot be written \(ENOTDIR\).*$/);
    if (fs.existsSync('/proc/self'))
      await expect(startDatabase({ dataDir: '/proc/nothing' })).rejects.toThrow(
        /^The data folder .* cannot be written/,
      );
  });

  it.runIf(isRoot)('never runs as root', async () => {
    const database = await start();
    expect(spawnSync('ps', ['-o', 'uid=', '-p', String(database.pid)], { encoding: 'utf8' }).stdout.trim()).not.toBe(
      '0',
    );
  });

  it.runIf(isRoot && fs.existsSync('/usr/bin/setpriv') && isOpenToAll(import.meta.dirname))(
    'runs as an ordinary user, who cannot write everywhere',
    async () => {
      fs.chmodSync(base, 0o755);
      const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
      await expect(startElsewhere(user)).rejects.toThrow(/StartError: The data folder .* cannot be written \(EACCES\)/);
      fs.mkdirSync(dataDir);
      fs.chownSync(dataDir, 65534, 65534);
      const { url, pid } = await startElsewhere(user);
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(fs.statSync(`/proc/${pid}`).uid).toBe(65534);
    },
  );
});

describe('a PostgreSQL of the operator', { timeout: 30_000 }, () => {
  it('is accepted when it answers', async () => {
    const database = await start();
    await expect(checkDatabase(database.ownerUrl)).resolves.toBeUndefined();
  });

  it('is refused in one line without the password', async () => {
    const failure = await checkDatabase('postgres://edulab:geheim@127.0.0.1:1/edulab').catch(
      (error: Error) => error.message,
    );
    expect(failure).toMatch(
      /^DATABASE_URL: the database edulab at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*$/,
    );
    expect(failure).not.toContain('geheim');
  });
});

function isOpenToAll(folder: string): boolean {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at))
    if (!(fs.statSync(at).mode & 0o001)) return false;
  return true;
}
