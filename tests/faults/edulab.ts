import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** Edulab as people run it: `npm start`, without npm, in a process of its own, which the tests may kill. */
export const root = resolve(import.meta.dirname, '../..');

export interface Edulab {
  /** Origin, without a last slash. */
  url: string;
  process: ChildProcess;
  pid: number;
  /** All it has printed. */
  output(): string;
  /** Sends the signal and waits for the end; answers the exit code, null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  dataDir: string;
  env?: Record<string, string>;
  args?: string[];
}

/** Starts the process and waits for nothing. It ends with the tests, however these end. */
export function spawnEdulab({ dataDir, env = {}, args = ['--students', '20'] }: StartOptions) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), join(root, 'start.ts'), ...args], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      // One process, whatever the machine would choose: what is killed is what serves.
      WORKERS: '1',
      DATABASE_URL: '',
      EDULAB_DATA: dataDir,
      // The pages play no part here, so they need not be built.
      EDULAB_DEV: '1',
      NODE_NO_WARNINGS: '1',
      // As under npm: whoever loses the parent stops.
      npm_lifecycle_event: 'test',
      // What sends mail or is no demo refuses a moved clock.
      ...(args.includes('--no-demo') || env.SMTP_URL ? { EDULAB_CLOCK: '' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)));
  return { child, output: () => output };
}

/** Starts Edulab and waits until it is ready. Throws with its last words when it ends instead. */
export async function startEdulab(options: StartOptions): Promise<Edulab> {
  const { child, output } = spawnEdulab(options);
  for (const deadline = performance.now() + 120_000; ; await sleep(20)) {
    const address = /is ready in .*: (http:\S+)/.exec(output())?.[1];
    if (address) {
      const pid = child.pid!;
      const end = async (signal: NodeJS.Signals) => {
        if (child.exitCode === null && child.signalCode === null) {
          const exit = once(child, 'exit');
          child.kill(signal);
          await exit;
        }
        return child.exitCode;
      };
      return { url: address, process: child, pid, output, end };
    }
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Edulab ended: ${output()}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Edulab was not ready in two minutes: ${output()}`);
    }
  }
}

/** Makes a data folder that a start has filled with the demo and an end has left, and answers it. */
export function filledFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', `${inject('filled')}/.`, dataDir]);
  return dataDir;
}

/** The owner's way into the embedded database of a data folder. */
export function embeddedUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  return `postgres://edulab:${password}@localhost/edulab?host=${encodeURIComponent(join(dataDir, 'postgres/cluster'))}`;
}

/** Asks the database directly, past Edulab. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Process id of the PostgreSQL on a data folder. */
export const databasePid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

/** Living processes whose parent is one of these; Linux only. */
export function childrenOf(...parents: number[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
        return parents.includes(Number(parent)) && state !== 'Z' ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}

/** Whether it still runs; one that only waits to be buried does not. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** What a process has used of a processor; Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  // User and system time, in ticks of 10 ms on every Linux.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

/** Status of an address, 0 where nobody answers. */
export const statusOf = (address: string): Promise<number> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
