import { describe, expect, test } from 'vitest';
import { evaluate } from './cost.ts';
import { solveInParallel } from './parallel.ts';
import { school } from './random-problems.ts';
import { type Progress, solve } from './solve.ts';

describe('searching in threads', () => {
  const problem = school(30);

  test('gives the best of as many neighbouring seeds', async () => {
    const alone = [4, 5].map((seed) => solve(problem, { seed, iterations: 60_000 }));
    const together = await solveInParallel(problem, { seed: 4, threads: 2, iterations: 60_000 });
    const best = alone.reduce((first, second) => (second.cost < first.cost ? second : first));
    expect(together.solution).toEqual(best.solution);
    expect(together.iterations).toBe(alone[0]!.iterations + alone[1]!.iterations);
  });

  test('ends when told, with the best so far, and reports costs that never rise', async () => {
    const stop = new AbortController();
    const reports: Progress[] = [];
    const result = await solveInParallel(problem, {
      threads: 2,
      signal: stop.signal,
      progress: (progress) => {
        reports.push(progress);
        if (reports.length === 3) stop.abort();
      },
    });
    expect(evaluate(problem, result.solution)).toMatchObject({
      violations: { total: 0 },
      cost: { total: result.cost },
    });
    const costs = [...reports.map(({ cost }) => cost), result.cost];
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  });

  test('does not begin when it was told to end before', async () => {
    const result = await solveInParallel(problem, { threads: 1, signal: AbortSignal.abort() });
    expect(result.iterations).toBe(0);
  });
});
