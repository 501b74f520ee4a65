import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { ROUNDS } from './bars.ts';
import { familyMs, processMs } from './cpu.ts';
import type { Job } from './job.ts';
import { faultOf, load, middle } from './measure.ts';
import { table } from './report.ts';
import { ourFolder, type Running, signIn, startServer } from './server.ts';

/** One Edulab at work on a database of its own, with the jobs of its own `bench/jobs.ts`. */
interface Side {
  running: Running;
  postgres: number;
  client: pg.Client;
  jobs: Job[];
  stop(): Promise<void>;
}

/** As many rounds as let a job that uses its requests up (`ROUNDS` to warm up, `ROUNDS` measured) last. */
const TURNS = 4 * ROUNDS;

/**
 * Prints what each job costs here and in the Edulab of another folder. Both run beside each other and are asked by turns,
 * so that whatever else the machine does meets both; the middle of the turns' ratios is what counts.
 */
export async function against(
  folder: string,
  { students, data, job: wanted = '', profile }: { students: number; data: string; job?: string; profile?: string },
): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const [name, from] of [
      ['there', folder],
      ['here', ourFolder],
    ] as const)
      sides.push(await sideOf(from, join(data, name), students, profile && join(resolve(profile), name)));
    const [there, here] = sides as [Side, Side];
    const rows: string[][] = [];
    for (const job of here.jobs.filter(({ name }) => name.includes(wanted))) {
      const same = there.jobs.find(({ name }) => name === job.name);
      if (same) rows.push(await compared({ side: there, job: same }, { side: here, job }));
    }
    console.log(`\nCPU in ms per request at 16 connections; ratio: here to ${folder}`);
    table(['job', 'there', 'here', 'ratio', 'server', 'ratio', 'database', 'ratio', 'KB there', 'KB here'], rows);
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function sideOf(folder: string, data: string, students: number, profile?: string): Promise<Side> {
  await mkdir(data, { recursive: true });
  const database = await startDatabase({ dataDir: data });
  const environment = { EDULAB_DATA: data, DATABASE_URL: database.ownerUrl };
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  console.log(`Starting ${folder} …`);
  const running = await startServer(environment, students, flags, folder);
  const client = new pg.Client({ connectionString: database.ownerUrl, options: '-c timezone=UTC' });
  await client.connect();
  const { jobsFor }: typeof import('./jobs.ts') = await import(join(folder, 'bench/jobs.ts'));
  const jobs = await jobsFor(client);
  await client.query('vacuum analyze');
  return {
    running,
    postgres: database.pid,
    client,
    jobs,
    async stop() {
      await client.end();
      await running.stop();
      await database.stop();
    },
  };
}

interface Cost {
  server: number;
  database: number;
  cpu: number;
  bytes: number;
}

async function compared(...turns: { side: Side; job: Job }[]): Promise<string[]> {
  const players = await Promise.all(
    turns.map(async ({ side, job }) => ({
      side,
      job,
      token: await signIn(side.running.base, job.as ?? 'registrar_head'),
      putBack: await job.prepare?.(side.client),
      costs: [] as Cost[],
      results: [] as Awaited<ReturnType<typeof load>>[],
    })),
  );
  try {
    const amount = Math.ceil((ROUNDS * turns[0]!.job.amount) / TURNS);
    for (const { side, job, token, results } of players)
      results.push(await load(side.running.base, token, job, ROUNDS * job.amount));
    for (let turn = 0; turn < TURNS; turn++)
      for (const { side, job, token, results, costs } of turn % 2 ? players.toReversed() : players) {
        const before = [processMs(side.running.pid), familyMs(side.postgres)] as const;
        const result = await load(side.running.base, token, job, amount);
        const server = (processMs(side.running.pid) - before[0]) / amount;
        const database = (familyMs(side.postgres) - before[1]) / amount;
        results.push(result);
        costs.push({ server, database, cpu: server + database, bytes: result.throughput.total / amount });
      }
  } finally {
    for (const { putBack } of players) await putBack?.();
  }
  const [there, here] = players.map(({ costs }) => costs) as [Cost[], Cost[]];
  const of = (costs: Cost[], part: keyof Cost) => middle(costs.map((cost) => cost[part]));
  const ratio = (part: keyof Cost) => middle(there.map((cost, turn) => here[turn]![part] / cost[part])).toFixed(2);
  const fault = players.map(({ results }) => faultOf(results)).find(Boolean);
  const row = [
    turns[0]!.job.name,
    of(there, 'cpu').toFixed(2),
    of(here, 'cpu').toFixed(2),
    ratio('cpu'),
    of(here, 'server').toFixed(2),
    ratio('server'),
    of(here, 'database').toFixed(2),
    ratio('database'),
    (of(there, 'bytes') / 1024).toFixed(1),
    (of(here, 'bytes') / 1024).toFixed(1),
  ];
  console.log([...row, fault ?? ''].join('\t'));
  return fault ? [turns[0]!.job.name, fault] : row;
}
