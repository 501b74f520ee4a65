import { threadCpuUsage } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { Core } from './model.ts';
import type { Solution } from './problem.ts';
import { type Progress, type Result, type SolveOptions, search } from './solve.ts';

/** What a search in a thread is given. */
export interface Job {
  core: Core;
  /** Becomes 1 when the search is to end. */
  flag: Int32Array;
  cpu_seconds: boolean;
  options: SolveOptions;
  /** Whether somebody wants timetables to keep. */
  keeps: boolean;
}

/** What it sends back: progress, and at the end the result. */
export type Report =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'kept'; solution: Solution; progress: Progress }
  | { kind: 'result'; result: Result };

const { core, flag, cpu_seconds, options, keeps } = workerData as Job;
const send = (report: Report) => parentPort?.postMessage(report);

const result = search(core, {
  ...options,
  stop: () => Atomics.load(flag, 0) === 1,
  progress: (progress) => send({ kind: 'progress', progress }),
  ...(keeps && { keep: (solution, progress) => send({ kind: 'kept', solution, progress }) }),
  ...(cpu_seconds && { clock: cpuSeconds }),
});
send({ kind: 'result', result });

function cpuSeconds(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1e6;
}
