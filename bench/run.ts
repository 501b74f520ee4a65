import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { against } from './against.ts';
import { firstPages } from './browser.ts';
import { calls } from './calls.ts';
import { campaign } from './campaign.ts';
import { memoryMb } from './cpu.ts';
import { exported } from './export.ts';
import { gridFrames } from './grid-frames.ts';
import { home } from './home.ts';
import { jobsFor } from './jobs.ts';
import { marksBatches } from './marks-batches.ts';
import { type Measured, measure, warmUp } from './measure.ts';
import { moneyBatches, statementBatch } from './money-batches.ts';
import { exportBatch, officeBatches, publishBatch } from './office-batches.ts';
import { past } from './past.ts';
import { keepRatios } from './ratios.ts';
import { printRound, progress, type Round } from './report.ts';
import { signIn, startServer } from './server.ts';
import { workers } from './workers.ts';

/** `npm run bench`: see README.md beside this file. */
const { values: options } = parseArgs({
  options: {
    students: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'boolean' },
    profile: { type: 'string' },
    job: { type: 'string' },
    campaign: { type: 'string' },
    export: { type: 'string' },
    past: { type: 'string' },
    events: { type: 'string' },
    against: { type: 'string' },
    renew: { type: 'boolean' },
    workers: { type: 'string' },
    home: { type: 'boolean' },
    calls: { type: 'boolean' },
  },
});
if (options.campaign !== undefined) {
  await campaign(Number(options.campaign));
  process.exit(0);
}
const usual = 10_000;
const size = Number(options.students ?? usual);
/** Marks over which all totals are made and the whole ledger is verified; 0 for neither. */
const events = Number(options.events ?? 120_000);
const sizes = options.only || size === usual ? [size] : [usual, size];
const folder = options.keep ? resolve(options.keep) : await mkdtemp(join(tmpdir(), 'edulab-bench-'));

let base: Round | undefined;
try {
  if (options.export !== undefined) process.exitCode = (await exported(Number(options.export), folder)) ? 0 : 1;
  else if (options.home) await home(folder);
  else if (options.calls) await calls(folder, size);
  else if (options.workers) await workers(folder, options.workers.split(',').map(Number));
  else if (options.past !== undefined) await past(folder, Number(options.past));
  else if (options.against) await against(resolve(options.against), { ...options, students: size, data: folder });
  else
    for (const students of sizes) {
      const round = await runRound(students, join(folder, String(students)));
      printRound(round, base);
      if (options.renew && students === usual) await keepRatios(round.jobs);
      base ??= round;
    }
} finally {
  if (!options.keep) await rm(folder, { recursive: true, force: true });
}

async function runRound(students: number, data: string): Promise<Round> {
  const filled = existsSync(data);
  await mkdir(data, { recursive: true });
  const embedded = { EDULAB_DATA: data };
  let first_start: number | null = null;
  if (!filled) {
    console.log(`Filling a database with ${students.toLocaleString('en')} students …`);
    const first = await startServer(embedded, students);
    first_start = first.seconds;
    await first.stop();
  }
  const second = await startServer(embedded, students);
  await second.stop();

  // From here the database is ours, so that its processes can be told from others and asked directly.
  const database = await startDatabase({ dataDir: data });
  const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [];
  try {
    const running = await startServer({ ...embedded, DATABASE_URL: database.ownerUrl }, students, flags);
    const client = new pg.Client({ connectionString: database.ownerUrl, options: '-c timezone=UTC' });
    try {
      await client.connect();
      // What the database would clean up by itself in the next minutes must not be counted against a job.
      await client.query('vacuum analyze');
      const token = await signIn(running.base, 'registrar_head');
      const jobs: Measured[] = [];
      const every = await jobsFor(client);
      // The first job would otherwise pay for the compiling that all others use.
      const usualList = every.find(({ name }) => name === 'students, first 10');
      if (usualList) await warmUp(usualList, running, token, 2_000);
      for (const job of every)
        if (!options.job || job.name.includes(options.job)) {
          jobs.push(
            await measure(job, running, database.pid, client, job.as ? await signIn(running.base, job.as) : token),
          );
          // The tables come at the end, which at a million is far away.
          console.error(progress(jobs.at(-1)!));
        }
      const memory = memoryMb(running.pid);
      const frames =
        options.job && !'grid'.includes(options.job)
          ? []
          : await gridFrames(running.base, await signIn(running.base, 'admin'), client).catch(withoutBrowser);
      const pages = options.job ? [] : await firstPages(running.base, token).catch(withoutBrowser);
      const batches = [
        ...(options.job && !statementBatch.includes(options.job)
          ? []
          : await moneyBatches(client, database.pid, running, await signIn(running.base, 'accounting_head'))),
        ...(options.job && ![publishBatch, exportBatch].some((name) => name.includes(options.job ?? ''))
          ? []
          : await officeBatches(client, database.pid, running, await signIn(running.base, 'admin'))),
        ...(options.job && !options.events ? [] : await marksBatches(client, database.pid, data, events)),
      ];
      return { students, first_start, second_start: second.seconds, memory, jobs, batches, pages, frames };
    } finally {
      await client.end();
      await running.stop();
    }
  } finally {
    await database.stop();
  }
}

function withoutBrowser(error: Error): [] {
  console.log(`The browser could not be asked: ${error.message.split('\n')[0]}`);
  return [];
}
