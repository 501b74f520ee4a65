import { Worker } from 'node:worker_threads';
import { fail } from '#platform/server/call/errors.ts';
import type { ExamPlan } from '../../../timetabling/exam-plan.ts';
import type { PlanFault } from '../../../timetabling/faults.ts';
import type { Plan, PlanLesson } from '../../../timetabling/plan.ts';
import type { Judged } from '../../../timetabling/plan-judge.ts';
import type { RepairResult } from '../../../timetabling/repair.ts';

/** Work for a thread of its own, and what comes back. */
export type Task =
  | {
      task: 'solve';
      plan: Plan;
      start: PlanLesson[];
      seconds: number;
      seed: number;
      threads: number;
    }
  | { task: 'exams'; plan: ExamPlan; start: number[]; seconds: number; seed: number }
  | { task: 'faults'; plan: Plan }
  | { task: 'judge'; plan: Plan; lessons: PlanLesson[] }
  | { task: 'repair'; plan: Plan; lessons: PlanLesson[]; fixed: number[]; most: number | undefined };

export interface Solved {
  lessons: PlanLesson[];
  cost: number;
  unplaced: number;
  seconds: number;
  feasible_after: number | null;
}
/** The slot of each exam, -1 where it has none. */
export interface Spread {
  slots: number[];
  cost: number;
  unplaced: number;
  seconds: number;
}
export interface Answers {
  solve: Solved;
  exams: Spread;
  faults: PlanFault[];
  judge: Judged;
  repair: RepairResult;
}
/** The best so far, as the task knows it: lessons of a plan, or the slot of each exam. */
export interface KeptState {
  seconds: number;
  state: unknown[];
}
interface Step {
  seconds: number;
  cost: number;
  unplaced: number;
}

/**
 * Runs a task in a thread of its own. Rejects with whatever goes wrong there, and with SEARCH_LOST where the thread is gone
 * without a word or out of memory. `signal` ends a search with the best so far.
 */
export function inThread<T extends Task>(
  task: T,
  options: { progress?: (step: Step) => void; kept?: (kept: KeptState) => void; signal?: AbortSignal } = {},
): Promise<Answers[T['task']]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
    const stop = () => worker.postMessage('stop');
    if (options.signal?.aborted) stop();
    options.signal?.addEventListener('abort', stop);
    worker.on('message', (message: { answer: Answers[T['task']] } | { progress: Step } | { kept: KeptState }) => {
      if ('progress' in message) options.progress?.(message.progress);
      else if ('kept' in message) options.kept?.(message.kept);
      else resolve(message.answer);
    });
    worker.on('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? fail('SEARCH_LOST', { why: 'memory' }) : error),
    );
    worker.on('exit', () => {
      options.signal?.removeEventListener('abort', stop);
      reject(fail('SEARCH_LOST', { why: 'ended' }));
    });
  });
}
