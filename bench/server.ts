import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../', import.meta.url));

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

/** Starts Edulab on a free port and waits until it is ready. Throws with its output where it ends before that. */
export async function startServer(
  environment: Record<string, string>,
  students: number,
  nodeFlags: string[] = [],
): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  // As `npm start` does it: `exec node <flags> scripts/run.mjs start.ts`.
  const start = [...nodeFlags, ...packageJson.scripts.start.split(' ').slice(2)];
  const child: ChildProcess = spawn(process.execPath, [...start, '--students', String(students)], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...environment, PORT: String(port), HOST: '127.0.0.1' },
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
