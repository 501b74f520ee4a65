import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { settings } from '#platform/server/run/settings.ts';
import { familyMs, memoryMb, processesOf } from '../cpu.ts';
import { percentile } from '../measure.ts';
import { filled, startServer } from '../server.ts';

/** An Edulab of one's own, whose database can be asked directly and whose processes are known. */
export async function startUniversity(data: string, students: number) {
  // As many as `npm start` would choose here beside its own database.
  const { workers } = settings({ WORKERS: process.env.WORKERS }, []);
  await filled(data, students);
  const database = await startDatabase({ dataDir: data, connections: Math.max(100, 40 + workers * 32) });
  const client = new pg.Client({ connectionString: database.ownerUrl, options: '-c timezone=UTC' });
  await client.connect();
  const stopDatabase = async () => {
    await client.end();
    await database.stop();
  };
  const environment = { EDULAB_DATA: data, DATABASE_URL: database.ownerUrl, WORKERS: String(workers) };
  const server = await startServer(environment, students).catch(async (error: unknown) => {
    await stopDatabase();
    throw error;
  });
  const tag = (await fetch(`${server.base}/home`)).headers.get('etag') ?? undefined;
  return {
    base: server.base,
    tag,
    workers,
    client,
    watch: () => watchProcesses(server, database.pid),
    async stop() {
      await server.stop();
      await stopDatabase();
    },
  };
}

/** The server with its workers and with whatever does heavy work for it. */
const familyMb = (pid: number) =>
  memoryMb(pid) + processesOf(pid).reduce((sum, child) => sum + memoryOrNone(child.pid), 0);

/** A process may end between the list and the look. */
function memoryOrNone(pid: number): number {
  try {
    return memoryMb(pid);
  } catch {
    return 0;
  }
}

const delayed = /^nodejs_eventloop_lag_(p99|max)_seconds (\S+)$/gm;

/** What the processes take from now on. */
function watchProcesses({ base, pid }: { base: string; pid: number }, postgres: number) {
  const before = { server: familyMs(pid), database: familyMs(postgres), at: performance.now(), mb: familyMb(pid) };
  const client = monitorEventLoopDelay({ resolution: 10 });
  client.enable();
  const delays = { p99: [0], max: [0] };
  let peakMb = before.mb;
  const memory = setInterval(() => {
    peakMb = Math.max(peakMb, familyMb(pid));
  }, 500);
  /** Each look tells of the time since the one before. */
  const look = async () => {
    const text = await fetch(`${base}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    for (const [, figure, seconds] of text.matchAll(delayed))
      (figure === 'max' ? delays.max : delays.p99).push(Number(seconds) * 1_000);
  };
  void look();
  const looking = setInterval(() => void look(), 5_000);
  return async () => {
    clearInterval(memory);
    clearInterval(looking);
    const server = familyMs(pid) - before.server;
    const database = familyMs(postgres) - before.database;
    const seconds = (performance.now() - before.at) / 1_000;
    client.disable();
    await look();
    const whole = (value: number) => value.toFixed(0);
    console.log(`
server:   ${whole(server)} ms CPU, ${(server / seconds / 10).toFixed(0)} % of a processor; memory ${whole(before.mb)} MB before, ${whole(peakMb)} MB at most, ${whole(familyMb(pid))} MB after
          event loop late by ${whole(percentile(delays.p99, 1))} ms (p99 of the worst five seconds), ${whole(percentile(delays.max, 1))} ms at most
database: ${whole(database)} ms CPU, ${(database / seconds / 10).toFixed(0)} % of a processor
client:   event loop late by ${whole(client.percentile(99) / 1e6)} ms (p99), ${whole(client.max / 1e6)} ms at most: so much of the figures above may be its own`);
  };
}
