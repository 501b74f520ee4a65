import { parentPort, workerData } from 'node:worker_threads';
import type { Answers, Solved, Spread, Task } from './thread.ts';

/** Runs in a thread of its own: everything that would keep the web server's thread busy for longer than a blink. */

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
parentPort?.postMessage({ answer: await work(workerData as Task) });
parentPort?.close();

/** Each task loads what it needs and no more: half of the time of a short one is the loading. */
async function work(task: Task): Promise<Answers[Task['task']]> {
  switch (task.task) {
    case 'faults':
      return (await import('../../../timetabling/faults.ts')).planFaults(task.plan);
    case 'judge': {
      const { judgePlan, summary } = await import('../../../timetabling/plan-judge.ts');
      return summary(judgePlan(task.plan, task.lessons));
    }
    case 'repair': {
      const { repair } = await import('../../../timetabling/repair.ts');
      return repair(task.plan, task.lessons, { most: task.most, fixed: new Set(task.fixed), tries: 100_000 });
    }
    case 'exams':
      return spread(task);
    case 'solve':
      return solve(task);
  }
}

async function solve(task: Task & { task: 'solve' }): Promise<Solved> {
  const { compilePlan } = await import('../../../timetabling/plan-core.ts');
  const { searchInParallel } = await import('../../../timetabling/parallel.ts');
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
  const { ExamSearch } = await import('../../../timetabling/exams.ts');
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
