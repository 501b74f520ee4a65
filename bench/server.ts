import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type packageJson from '../package.json';
import { api, password } from './jobs.ts';

export const ourFolder = fileURLToPath(new URL('../', import.meta.url));

export interface Running {
  pid: number;
  base: string;
  /** From nothing to the line that says it is ready. */
  seconds: number;
  stop(): Promise<void>;
}

const servers = new Set<ChildProcess>();
// Whoever ends the benchmark ends its servers, which would otherwise go on filling a database for nobody.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const server of servers) server.kill('SIGTERM');
    process.exit(1);
  });

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the Edulab of a folder on a free port and waits until it is ready. Throws with its output where it ends before that. */
export async function startServer(
  environment: Record<string, string>,
  students: number,
  nodeFlags: string[] = [],
  folder = ourFolder,
): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  // As `npm start` does it: `exec node <flags> scripts/run.mjs start.ts`.
  const { scripts }: typeof packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const start = [...nodeFlags, ...scripts.start.split(' ').slice(2)];
  const child: ChildProcess = spawn(process.execPath, [...start, '--students', String(students)], {
    cwd: folder,
    // One process, whatever the machine would choose: its time is what is measured.
    env: { ...process.env, DATABASE_URL: '', WORKERS: '1', ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(child);
  child.once('exit', () => servers.delete(child));
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (output.includes('Edulab is ready')) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`Edulab ended (${code}) before it was ready:\n${output}`)));
  });
  await ready;
  return {
    pid: child.pid ?? 0,
    base: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - began) / 1000,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function signIn(server: string, username: string): Promise<string> {
  const answer = await fetch(`${server}${api}/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = (await answer.json()) as { token?: string; message?: string };
  if (!body.token) throw new Error(`sign-in answered ${answer.status}: ${body.message ?? ''}`);
  return body.token;
}

/** Fills a folder with a demo of so many students where there is none yet; answers the folder. */
export async function filled(data: string, students: number): Promise<string> {
  if (!existsSync(data)) {
    console.log(`Filling a database with ${students.toLocaleString('en')} students …`);
    await mkdir(data, { recursive: true });
    await (await startServer({ EDULAB_DATA: data }, students)).stop();
  }
  return data;
}
