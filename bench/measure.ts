import autocannon from 'autocannon';
import type pg from 'pg';
import { ROUNDS } from './bars.ts';
import { familyMs, poolMs, processMs } from './cpu.ts';
import type { Job } from './job.ts';
import { api } from './jobs.ts';
import type { Running } from './server.ts';

export interface Measured {
  name: string;
  /** Milliseconds of CPU per request. */
  server: number;
  database: number;
  cpu: number;
  floor: number;
  /** Wall clock in milliseconds, at 16 connections. */
  p50: number;
  p99: number;
  bytes: number;
  /** Why the figures mean nothing, where they do. */
  fault: string | null;
}

const CONNECTIONS = 16;

export function load(base: string, token: string, job: Job, amount: number) {
  return autocannon({
    url: base,
    connections: Math.min(CONNECTIONS, amount),
    amount,
    requests: job.requests.map(({ method, path, body }) => ({
      method,
      path: api + path,
      headers: {
        authorization: `Bearer ${token}`,
        institution: '1',
        language: 'en',
        ...(body || job.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
      ...(job.body ? { setupRequest: (request) => ({ ...request, body: job.body?.() ?? '' }) } : {}),
    })),
  });
}

/** The value that so great a share of these does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
export const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** One job: warmed up, then measured three times. */
export async function measure(...given: Parameters<typeof measured>): Promise<Measured> {
  const [job, , , client] = given;
  const putBack = await job.prepare?.(client);
  try {
    return await measured(...given);
  } finally {
    await putBack?.();
  }
}

/** So many requests of one job that what is measured next is a server at work and not its compiler. */
export const warmUp = (job: Job, running: Running, token: string, amount = ROUNDS * job.amount) =>
  load(running.base, token, job, amount);

async function measured(
  job: Job,
  running: Running,
  postgres: number,
  client: pg.Client,
  token: string,
): Promise<Measured> {
  const results = [await warmUp(job, running, token)];
  const costs: { server: number; database: number; hashing: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = [processMs(running.pid), familyMs(postgres), poolMs(running.pid)] as const;
    results.push(await load(running.base, token, job, job.amount));
    costs.push({
      server: (processMs(running.pid) - before[0]) / job.amount,
      database: (familyMs(postgres) - before[1]) / job.amount,
      hashing: (poolMs(running.pid) - before[2]) / job.amount,
    });
  }
  const last = results.at(-1)!;
  return {
    name: job.name,
    server: middle(costs.map(({ server }) => server)),
    database: middle(costs.map(({ database }) => database)),
    cpu: middle(costs.map(({ server, database }) => server + database)),
    floor:
      job.floor === 'hashing'
        ? middle(costs.map(({ hashing }) => hashing))
        : await floorOf({ ...job, floor: job.floor }, postgres, client),
    p50: last.latency.p50,
    p99: last.latency.p99,
    bytes: last.throughput.total / job.amount,
    fault: faultOf(results),
  };
}

/** Which answers were none; null where all were. */
export function faultOf(results: Awaited<ReturnType<typeof load>>[]): string | null {
  const odd = results.flatMap((result) =>
    Object.entries(result.statusCodeStats ?? {}).filter(([code]) => code !== '200'),
  );
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  const faults = [
    ...odd.map(([code, { count }]) => `${count ?? 0} × ${code}`),
    ...(errors ? [`${errors} errors`] : []),
  ];
  return faults.length ? faults.join(', ') : null;
}

async function floorOf(
  job: { name: string; amount: number; floor: Exclude<Job['floor'], string> },
  postgres: number,
  client: pg.Client,
): Promise<number> {
  /** As many as it is asked, or as fit into a few seconds: far inside of a million rows it may take half a second each. */
  const turn = async (amount: number, each: (answer: unknown) => void) => {
    let asked = 0;
    for (const until = performance.now() + 5_000; asked < amount && performance.now() < until; asked++)
      each(await job.floor(client, asked));
    return asked;
  };
  await turn(30, () => undefined);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = familyMs(postgres);
    const own = process.cpuUsage();
    let bytes = 0;
    const asked = await turn(job.amount, (answer) => {
      bytes += JSON.stringify(rowsOf(answer)).length;
    });
    const used = process.cpuUsage(own);
    if (bytes === 0) throw new Error(`${job.name}: its floor answered nothing`);
    costs.push(((used.user + used.system) / 1000 + familyMs(postgres) - before) / asked);
  }
  return middle(costs);
}

/** Only the rows of an answer are sent to anybody. */
const rowsOf = (answer: unknown): unknown => (answer as { rows?: unknown } | null)?.rows ?? answer;
