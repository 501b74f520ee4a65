import { parentPort, workerData } from 'node:worker_threads';
import { ExamSearch } from '../../../timetabling/exams.ts';
import { planFaults } from '../../../timetabling/faults.ts';
import { searchInParallel } from '../../../timetabling/parallel.ts';
import { compilePlan } from '../../../timetabling/plan-core.ts';
import { judgePlan } from '../../../timetabling/plan-judge.ts';
import { repair } from '../../../timetabling/repair.ts';
import { type Answers, type Spread, summary, type Task } from './thread.ts';

/** Runs in a thread of its own: everything that would keep the web server's thread busy for longer than a blink. */

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
parentPort?.postMessage({ answer: await work(workerData as Task) });
parentPort?.close();

async function work(task: Task): Promise<Answers[Task['task']]> {
  if (task.task === 'faults') return planFaults(task.plan);
  if (task.task === 'judge') return summary(judgePlan(task.plan, task.lessons));
  if (task.task === 'exams') return spread(task);
  if (task.task === 'repair')
    return repair(task.plan, task.lessons, { most: task.most, fixed: new Set(task.fixed), tries: 100_000 });
  const { core, lessons, solution } = compilePlan(task.plan);
  const result = await searchInParallel(core, {
    seconds: task.seconds,
    seed: task.seed,
    threads: task.threads,
    signal: stop.signal,
    ...(task.start.length > 0 && { start: solution(task.start) }),
    keep: (found, { seconds }) => parentPort?.postMessage({ kept: { seconds, state: lessons(found) } }),
    progress: ({ seconds, cost, unplaced }) => parentPort?.postMessage({ progress: { seconds, cost, unplaced } }),
  });
  const { cost, unplaced, seconds, feasible_after = null } = result;
  return { lessons: lessons(result.solution), cost, unplaced, seconds, feasible_after };
}

/** Searches until the time is over or somebody says stop; between two steps messages are heard. */
async function spread({ plan, start, seconds, seed }: Task & { task: 'exams' }): Promise<Spread> {
  const began = performance.now();
  const search = new ExamSearch(plan, seed, start);
  const spent = () => (performance.now() - began) / 1000;
  let told = 0;
  let kept = { cost: Number.POSITIVE_INFINITY, seconds: 0 };
  // Better than nothing broken cannot be.
  while (spent() < seconds && !stop.signal.aborted && search.best.cost + search.best.unplaced > 0) {
    search.step(spent() / seconds);
    const { cost, unplaced } = search.best;
    if (spent() - told > 0.25) {
      told = spent();
      parentPort?.postMessage({ progress: { seconds: told, cost, unplaced } });
      if (cost < kept.cost && told - kept.seconds > 2) {
        kept = { cost, seconds: told };
        parentPort?.postMessage({ kept: { seconds: told, state: search.best.slots } });
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...search.best, seconds: spent() };
}
