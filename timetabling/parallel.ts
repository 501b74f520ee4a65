import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Core } from './model.ts';
import type { Problem, Solution } from './problem.ts';
import type { Progress, Result, SolveOptions } from './solve.ts';
import { compile } from './ud2.ts';
import type { Job, Report } from './worker.ts';

export interface ParallelOptions extends Omit<SolveOptions, 'stop' | 'clock'> {
  /** How many searches run at once, each in a thread of its own. Default: one for each core. */
  threads?: number;
  /** Count the CPU time of each thread instead of the time on the wall. */
  cpu_seconds?: boolean;
  /** Ends all searches with the best found so far. */
  signal?: AbortSignal;
}

/**
 * Searches in threads of its own, so that the calling thread stays free: the same problem from `threads` neighbouring
 * seeds, of which the best timetable wins (on equal terms the lowest seed, so that the result hangs on nothing else).
 * Progress reports are of the best search so far.
 * @throws whatever goes wrong in a thread, after the others were ended.
 */
export function solveInParallel(problem: Problem, options: ParallelOptions = {}): Promise<Result> {
  return searchInParallel(compile(problem), options);
}

/** The same for a problem of any kind that was made into a core. */
export async function searchInParallel(core: Core, options: ParallelOptions = {}): Promise<Result> {
  const { threads = availableParallelism(), signal, progress, seed = 1, cpu_seconds = false, keep, ...rest } = options;
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const stop = () => Atomics.store(flag, 0, 1);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  let best: Progress | undefined;
  const report = (found: Progress) => {
    if (best && !better(found, best) && found.seconds < best.seconds) return;
    best = best && !better(found, best) ? { ...found, cost: best.cost, unplaced: best.unplaced } : found;
    progress?.(best);
  };
  const jobs = Array.from({ length: threads }, (_, thread): Job => {
    return { core, flag, cpu_seconds, options: { ...rest, seed: seed + thread }, keeps: keep !== undefined };
  });
  let least = Number.POSITIVE_INFINITY;
  const kept = (solution: Solution, found: Progress) => {
    if (found.cost >= least) return;
    least = found.cost;
    keep?.(solution, found);
  };
  try {
    const results = await Promise.all(jobs.map((job) => runThread(job, report, kept)));
    const winner = results.reduce((first, second) => (better(second, first) ? second : first));
    return { ...winner, iterations: results.reduce((sum, { iterations }) => sum + iterations, 0) };
  } finally {
    stop();
    signal?.removeEventListener('abort', stop);
  }
}

function runThread(
  job: Job,
  report: (progress: Progress) => void,
  kept: (solution: Solution, progress: Progress) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: job });
    worker.on('message', (message: Report) => {
      if (message.kind === 'progress') report(message.progress);
      else if (message.kind === 'kept') kept(message.solution, message.progress);
      else resolve(message.result);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a search ended without a result (exit code ${code})`)));
  });
}

function better(one: Progress, other: Progress): boolean {
  return one.unplaced !== other.unplaced ? one.unplaced < other.unplaced : one.cost < other.cost;
}
