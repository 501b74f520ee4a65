import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runningDatabase } from '#platform/server/embedded/postgres-running.ts';
import { familyMs, processesOf, processMs } from './cpu.ts';
import { jobsFor } from './jobs.ts';
import { faultOf, load, middle } from './measure.ts';
import { filled, signIn, startServer } from './server.ts';

/**
 * A list of ten with so many workers, as `npm run bench -- --workers 1,2`: what a request costs the workers and the database,
 * and how many are answered in a second. Where other work takes the machine, the costs hold and the seconds do not; so
 * both stand there, and what a machine with processors for all would answer is reckoned from the costs.
 */
const students = 10_000;
const turns = 3;
const amount = 3_000;

export async function workers(folder: string, counts: number[]): Promise<void> {
  const data = await filled(join(folder, String(students)), students);
  console.log('| workers | server, ms | database, ms | answered a second here | reckoned |');
  for (const count of counts) {
    const running = await startServer({ EDULAB_DATA: data, WORKERS: String(count) }, students);
    const client = new pg.Client({ connectionString: await databaseOf(data), options: '-c timezone=UTC' });
    try {
      await client.connect();
      const job = (await jobsFor(client)).find(({ name }) => name === 'students, first 10')!;
      const postgres = Number.parseInt(readFileSync(join(data, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
      const serving = () =>
        processesOf(running.pid)
          .filter(({ command }) => command.includes('start.ts'))
          .reduce((sum, { pid }) => sum + processMs(pid), processMs(running.pid));
      const token = await signIn(running.base, 'registrar_head');
      await load(running.base, token, job, amount);
      const costs: { server: number; database: number; second: number; fault: string | null }[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const before = [serving(), familyMs(postgres), performance.now()] as const;
        const result = await load(running.base, token, job, amount);
        costs.push({
          server: (serving() - before[0]) / amount,
          database: (familyMs(postgres) - before[1]) / amount,
          second: (amount * 1_000) / (performance.now() - before[2]),
          fault: faultOf([result]),
        });
      }
      const fault = costs.find((cost) => cost.fault)?.fault;
      const server = middle(costs.map((cost) => cost.server));
      const asked = middle(costs.map((cost) => cost.database));
      const second = middle(costs.map((cost) => cost.second));
      console.log(
        fault
          ? `| ${count} | ${fault} | | | |`
          : `| ${count} | ${server.toFixed(2)} | ${asked.toFixed(2)} | ${second.toFixed(0)} | ${((count * 1_000) / server).toFixed(0)} with ${Math.ceil((count * asked) / server)} processors for the database |`,
      );
    } finally {
      await client.end();
      await running.stop();
    }
  }
}

async function databaseOf(data: string): Promise<string> {
  const url = await runningDatabase(data);
  if (!url) throw new Error(`no database runs in ${data}`);
  return url;
}
