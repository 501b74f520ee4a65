import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Annealer } from './anneal.ts';
import { IMPOSSIBLE } from './chain.ts';
import { evaluate } from './cost.ts';
import { placeAll } from './feasibility.ts';
import { Moves } from './moves.ts';
import type { Problem } from './problem.ts';
import { Random } from './random.ts';
import { proposeAny } from './random-changes.ts';
import { anyProblem, everyTimetable, school, tinyProblem } from './random-problems.ts';
import { solve } from './solve.ts';
import { Timetable } from './timetable.ts';
import { compile } from './ud2.ts';

/** A feasible timetable of the problem, or undefined when none was found quickly. */
function feasible(problem: Problem, seed: number): Timetable | undefined {
  const table = new Timetable(compile(problem));
  let rounds = 0;
  return placeAll(table, new Random(seed), () => ++rounds < 20) === 0 ? table : undefined;
}

describe('every change', () => {
  test('has the price that the whole timetable shows afterwards, and breaks no hard rule', () => {
    let tried = 0;
    fc.assert(
      fc.property(anyProblem, fc.nat(), (problem, seed) => {
        const table = feasible(problem, seed);
        if (!table || table.core.lectures === 0) return;
        const random = new Random(seed);
        const moves = new Moves(table);
        for (let step = 0; step < 60; step++) {
          const before = evaluate(problem, table.solution());
          expect(before.violations.total).toBe(0);
          expect(table.price()).toBe(before.cost.total);
          const price = proposeAny(moves, table, random, random.below(2) ? IMPOSSIBLE : 0);
          if (price < IMPOSSIBLE && random.below(4) > 0) {
            moves.commit();
            tried++;
            expect(evaluate(problem, table.solution()).cost.total).toBe(before.cost.total + price);
          } else {
            moves.drop();
            expect(evaluate(problem, table.solution()).cost.total).toBe(before.cost.total);
          }
        }
      }),
      { numRuns: 300 },
    );
    // About 2,800 as a rule.
    expect(tried).toBeGreaterThan(1000);
  });

  test('leaves all counts as a timetable built from nothing has them', () => {
    const problem = school(20);
    const table = feasible(problem, 1)!;
    new Annealer(table, new Random(3), { swap: 1, shift: 1, place: 1, block: 1, room: 1, home: 1 }).cool(
      5,
      1,
      counter(5),
    );
    const fresh = new Timetable(table.core);
    for (let lecture = 0; lecture < table.core.lectures; lecture++) {
      fresh.place(lecture, table.period[lecture]!, table.room[lecture]!);
    }
    expect(fresh).toEqual(table);
  });
});

describe('the search', () => {
  test('finds the true optimum of tiny problems, and sees which have no timetable', () => {
    fc.assert(
      fc.property(tinyProblem, fc.nat(), (problem, seed) => {
        let optimum = Number.POSITIVE_INFINITY;
        for (const timetable of everyTimetable(problem)) {
          const { violations, cost } = evaluate(problem, timetable);
          if (violations.total === 0) optimum = Math.min(optimum, cost.total);
        }
        if (optimum === Number.POSITIVE_INFINITY) {
          expect(solve(problem, { seed, iterations: 10_000 }).unplaced).toBeGreaterThan(0);
          return;
        }
        // 10,000 changes are five looks at the temperature: enough for all but one tiny problem in some thousand, in
        // which every place is taken. Such a one gets the time to be searched warm again.
        const results = [10_000, 100_000, 2_000_000].values().map((iterations) => solve(problem, { seed, iterations }));
        expect(results.find(({ unplaced, cost }) => unplaced === 0 && cost === optimum)).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });

  test('never breaks a hard rule, solvable or not, and reports its true cost', () => {
    fc.assert(
      fc.property(anyProblem, fc.nat(), (problem, seed) => {
        const result = solve(problem, { seed, iterations: 4000 });
        const { violations, cost } = evaluate(problem, result.solution);
        expect(violations.total).toBe(violations.lectures);
        expect(violations.lectures).toBe(result.unplaced);
        expect(result.cost).toBe(cost.total);
      }),
      { numRuns: 200 },
    );
  });

  test('gives the same timetable for the same seed, another for another', () => {
    const problem = school(30);
    const run = (seed: number) => solve(problem, { seed, iterations: 100_000 }).solution;
    expect(run(5)).toEqual(run(5));
    expect(run(5)).not.toEqual(run(6));
  });

  test('stops when told, with what it has', () => {
    const problem = school(30);
    let asked = 0;
    const result = solve(problem, { stop: () => ++asked > 20 });
    expect(result.unplaced).toBe(0);
    expect(evaluate(problem, result.solution)).toMatchObject({
      violations: { total: 0 },
      cost: { total: result.cost },
    });
  });

  test('goes on from an earlier timetable and never ends worse', () => {
    const problem = school(30);
    const first = solve(problem, { iterations: 50_000 });
    const second = solve(problem, { iterations: 50_000, start: first.solution });
    expect(second.cost).toBeLessThanOrEqual(first.cost);
    expect(solve(problem, { iterations: 0, start: first.solution }).cost).toBe(first.cost);
  });

  test('places anew what breaks a hard rule in the timetable to go on from', () => {
    const problem = school(10);
    const pile = problem.courses.flatMap((course, index) =>
      new Array(course.lectures + 1).fill({ course: index, room: 0, period: 0 }),
    );
    const result = solve(problem, { iterations: 10_000, start: pile });
    expect(evaluate(problem, result.solution).violations.total).toBe(0);
  });

  test('reports falling costs on the way', () => {
    const costs: number[] = [];
    let now = 0;
    const clock = () => {
      now += 0.1;
      return now;
    };
    solve(school(30), { seconds: 10, clock, progress: ({ cost }) => costs.push(cost) });
    expect(costs.length).toBeGreaterThan(10);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  });
});

/** A way of so many batches. */
function counter(batches: number): () => number {
  let done = 0;
  return () => done++ / batches;
}
