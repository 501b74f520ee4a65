import { writeFile } from 'node:fs/promises';
import { load, numberOf, readFlags, run } from './command-line.ts';
import { evaluate } from './cost.ts';
import { readProblem, readSolution, writeSolution } from './itc.ts';
import { solveInParallel } from './parallel.ts';
import type { Problem, Solution } from './problem.ts';

const usage = `Usage:
  npm run timetable -- solve <instance.ctt> [--seconds 60] [--seed 1] [-o solution.sol]
      --threads <n>      how many searches run at once (default: one for each core)
      --cpu              count CPU seconds of each search instead of seconds on the clock
      --iterations <n>   end after so many changes instead: the result then depends on the seed alone
      --start <file>     go on from an earlier solution
      --quiet            only the end is told
  npm run timetable -- validate <instance.ctt> <solution.sol> [--verbose]

Ctrl+C ends a search with the best timetable found so far.
Exit code 0: no hard rule is broken; 1: one is, or a file or a flag could not be read.
`;

const flagsOf = (args: string[]) =>
  readFlags(
    {
      args,
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        iterations: { type: 'string' },
        seed: { type: 'string', default: '1' },
        threads: { type: 'string' },
        start: { type: 'string' },
        output: { type: 'string', short: 'o' },
        cpu: { type: 'boolean' },
        quiet: { type: 'boolean' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    },
    usage,
  );
type Flags = ReturnType<typeof flagsOf>['values'];

await run(async () => {
  const { values, positionals } = flagsOf(process.argv.slice(2));
  const [command, instance, solution] = positionals;
  if (command === 'solve' && instance && positionals.length === 2) return solveFile(instance, values);
  if (command === 'validate' && instance && solution && positionals.length === 3) {
    return validateFile(instance, solution, values.verbose ?? false);
  }
  (values.help ? process.stdout : process.stderr).write(usage);
  return values.help ? 0 : 1;
});

async function solveFile(instance: string, flags: Flags): Promise<number> {
  const problem = await load(instance, readProblem);
  const given = (flag: 'iterations' | 'seconds' | 'threads', least: number) =>
    flags[flag] === undefined ? undefined : numberOf(flag, flags[flag], least);
  const iterations = given('iterations', 0);
  const seconds = given('seconds', 0) ?? (iterations === undefined ? 60 : undefined);
  const threads = given('threads', 1);
  const seed = numberOf('seed', flags.seed, 0);
  const start = flags.start ? await load(flags.start, (text) => readSolution(problem, text)) : undefined;
  // A result that cannot be written is found out before the search, not after it.
  if (flags.output) await writeFile(flags.output, '', { flag: 'a' });

  const stop = new AbortController();
  // npm hands on the Ctrl+C that the terminal has told this process already: the second may not end it before it writes.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
  let last = Number.POSITIVE_INFINITY;
  const result = await solveInParallel(problem, {
    seed,
    signal: stop.signal,
    cpu_seconds: flags.cpu ?? false,
    ...(iterations !== undefined && { iterations }),
    ...(seconds !== undefined && { seconds }),
    ...(threads !== undefined && { threads }),
    ...(start && { start }),
    progress: (progress) => {
      if (flags.quiet || progress.cost >= last) return;
      last = progress.cost;
      process.stderr.write(`${progress.seconds.toFixed(1).padStart(6)} s  cost ${progress.cost}\n`);
    },
  });
  const text = writeSolution(problem, result.solution);
  if (flags.output) await writeFile(flags.output, text);
  else process.stdout.write(text);
  const violations = tell(problem, result.solution, false, process.stderr);
  const speed = (result.iterations / 1e6 / Math.max(result.seconds, 1e-3)).toFixed(1);
  process.stderr.write(`${result.seconds.toFixed(1)} s, ${speed} million changes tried per second\n`);
  return violations === 0 ? 0 : 1;
}

async function validateFile(instance: string, file: string, verbose: boolean): Promise<number> {
  const problem = await load(instance, readProblem);
  const solution = await load(file, (text) => readSolution(problem, text));
  return tell(problem, solution, verbose, process.stdout) === 0 ? 0 : 1;
}

/** Tells what a timetable breaks and costs; gives the number of broken hard rules. */
function tell(problem: Problem, solution: Solution, verbose: boolean, out: NodeJS.WritableStream): number {
  const { violations, cost, findings } = evaluate(problem, solution);
  for (const { price, text } of verbose ? findings : []) {
    out.write(`${price === undefined ? 'broken' : String(price).padStart(6)}  ${text}\n`);
  }
  const line = ({ total, ...parts }: Record<string, number>) =>
    `${total} (${Object.entries(parts)
      .map(([rule, count]) => `${rule.replaceAll('_', ' ')} ${count}`)
      .join(', ')})`;
  out.write(`Hard rules broken: ${line({ ...violations })}\nCost: ${line({ ...cost })}\n`);
  return violations.total;
}
