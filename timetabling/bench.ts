import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load, numberOf, readFlags, run, UsageError } from './command-line.ts';
import { evaluate } from './cost.ts';
import { readProblem } from './itc.ts';
import { solveInParallel } from './parallel.ts';

/**
 * The best costs ever published for the instances of ITC-2007 track 3 (opthub.uniud.it), by the name inside the file.
 * Only this report knows them; the search does not look at names.
 */
const best_known: Record<string, number> = {
  'Fis0506-1': 5,
  'Ing0203-2': 24,
  'Ing0405-3': 35,
  'Let0405-1': 284,
  'Ing0506-1': 27,
  'Ing0607-2': 6,
  'Fis0506-2': 0,
  'Ing0203-1': 62,
};

const beside = '../shared/timetabling/instances';

const usage = `Usage:
  npm run bench:timetable -- [--seconds 60] [--seeds 1] [--threads 1] [instance.ctt ...]
`;

await run(async () => {
  const { values, positionals } = readFlags(
    {
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '60' },
        seeds: { type: 'string', default: '1' },
        threads: { type: 'string', default: '1' },
      },
    },
    usage,
  );
  const files = positionals.length > 0 ? positionals : instancesBeside();
  if (files.length === 0) throw new UsageError(`No instances in ${beside}. Name the files.\n\n${usage}`);
  return bench(files, {
    seconds: numberOf('seconds', values.seconds, 0),
    seeds: numberOf('seeds', values.seeds, 1),
    threads: numberOf('threads', values.threads, 1),
  });
});

interface Measure {
  seconds: number;
  seeds: number;
  threads: number;
}

/** Prints a line for each instance; gives the exit code: 1 when a hard rule was broken anywhere. */
async function bench(paths: string[], { seconds, seeds, threads }: Measure): Promise<number> {
  // A file that cannot be read is found out before the first search, not after an hour of them.
  const problems = [];
  for (const path of paths) problems.push({ path, problem: await load(path, readProblem) });
  row('instance', 'cost', 'least', 'best known', 'gap', 'seconds', 'feasible after', 'million changes/s', 'hard');
  const sum = { cost: 0, known: 0 };
  let broken = 0;
  for (const { path, problem } of problems) {
    const costs: number[] = [];
    let spent = 0;
    let iterations = 0;
    let feasible = 0;
    let hard = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const result = await solveInParallel(problem, { seconds, seed, threads, cpu_seconds: true });
      // The plain judge's word counts, not the search's own.
      const { violations, cost } = evaluate(problem, result.solution);
      costs.push(cost.total);
      hard += violations.total;
      spent += result.seconds;
      iterations += result.iterations;
      feasible = Math.max(feasible, result.feasible_after ?? Number.POSITIVE_INFINITY);
    }
    const mean = costs.reduce((total, cost) => total + cost, 0) / seeds;
    const known = best_known[problem.name];
    if (known !== undefined) {
      sum.cost += mean;
      sum.known += known;
    }
    broken += hard;
    row(
      basename(path, '.ctt'),
      mean.toFixed(1),
      Math.min(...costs),
      known ?? '–',
      known === undefined ? '–' : `${(mean - known).toFixed(1)}`,
      (spent / seeds).toFixed(1),
      `${(feasible * 1000).toFixed(0)} ms`,
      (iterations / spent / 1e6).toFixed(2),
      hard,
    );
  }
  if (sum.known > 0) row('sum', sum.cost.toFixed(1), '', sum.known, `×${(sum.cost / sum.known).toFixed(3)}`);
  return broken > 0 ? 1 : 0;
}

function row(...cells: (string | number)[]): void {
  const widths = [16, 8, 7, 12, 8, 9, 16, 19, 6];
  const text = cells.map((cell, index) =>
    index === 0 ? String(cell).padEnd(16) : String(cell).padStart(widths[index]!),
  );
  process.stdout.write(`${text.join('')}\n`);
}

function instancesBeside(): string[] {
  if (!existsSync(beside)) return [];
  return readdirSync(beside)
    .filter((name) => name.endsWith('.ctt') || name.endsWith('.ectt'))
    .sort()
    .map((name) => join(beside, name));
}
