import { Annealer, type Mix } from './anneal.ts';
import { cheapestRoom, placeAll } from './feasibility.ts';
import type { Core } from './model.ts';
import type { Problem, Solution } from './problem.ts';
import { Random } from './random.ts';
import { Timetable } from './timetable.ts';
import { compile } from './ud2.ts';

export interface SolveOptions {
  /** The same seed, problem and number of iterations give the same timetable. Default 1. */
  seed?: number;
  /** The time to use, by `clock`. Without `seconds` and `iterations` the search goes on until it is stopped. */
  seconds?: number;
  /** The number of changes to try. Decides alone when it is given, so that the result does not hang on the machine. */
  iterations?: number;
  /** A timetable to go on from; lessons in it that break a hard rule are placed anew. */
  start?: Solution;
  /** Asked about a thousand times a second; true ends the search with the best found so far. */
  stop?: () => boolean;
  progress?: (progress: Progress) => void;
  /** Gets the best timetable so far every few seconds in which it became better, to go on from after a crash. */
  keep?: (solution: Solution, progress: Progress) => void;
  /** Seconds from any moment on. Default: wall time; a thread's CPU time makes fair comparisons. */
  clock?: () => number;
}

export interface Progress {
  /** Lectures without a place: 0 once the timetable is feasible. */
  unplaced: number;
  /** The price of the best timetable so far. */
  cost: number;
  seconds: number;
  iterations: number;
}

export interface Result extends Progress {
  solution: Solution;
  /** When the timetable became feasible; undefined when it did not. */
  feasible_after?: number;
}

/**
 * How warm the search is. Bellio, Ceschia, Di Gaspero, Schaerf and Urli (“Feature-based tuning of simulated annealing
 * applied to the curriculum-based course timetabling problem”, 2016) derive the temperatures from features of the
 * instance; here one feature serves, the median price of the changes that make a first timetable dearer.
 */
const temperature = {
  /** To begin with, in median prices: half of the changes for the worse still have more than one chance in e. */
  hot: 1,
  /**
   * To begin again with from the best timetable so far, in turn, in median prices: warm enough to leave its
   * neighbourhood, too cool to forget what is good about it.
   */
  again: [0.17, 0.085],
  /** At the end. The smallest price there is, 1, is then paid once in 4,000 tries. */
  cold: 0.12,
};

/**
 * The parts of the time. One long cooling decides what region is found, coolings from the best timetable so far search
 * it: they took comp02 from 50 to 33 in two thirds of the time that the first had, and comp05 from 311 to 302.
 */
const shares = { first: 0.4, again: 0.15 };

/**
 * How often which change is tried. Shifts find most; swaps reach what shifts cannot where rooms or periods are short;
 * and without free choice of rooms some courses would never get back into one. Blocks took comp05, whose regions nothing
 * else leads out of, from 303 to 294 in 64 million changes.
 */
const mix: Mix = { swap: 20, shift: 40, place: 20, block: 18, room: 18, home: 2 };

/** Seconds between two reports of progress. */
const report_every = 0.2;
/** Seconds between two timetables to be kept. */
const keep_every = 5;

/** The length of the first round of coolings, in changes, when nobody says how long the search may take. */
const first_round = 20_000_000;

/**
 * Searches for the cheapest timetable that breaks no hard rule. When not even that is found, the result has as many
 * lectures as could be placed, and says how many are left.
 */
export function solve(problem: Problem, options: SolveOptions = {}): Result {
  return search(compile(problem), options);
}

/** The same for a problem of any kind that was made into a core. */
export function search(core: Core, options: SolveOptions = {}): Result {
  return new Search(core, options).run();
}

class Search {
  private readonly options: SolveOptions;
  private readonly random: Random;
  private readonly table: Timetable;
  private readonly clock: () => number;
  private readonly began: number;
  private readonly limit: number;
  private placingSteps = 0;
  private reported = 0;
  private kept = { cost: Number.POSITIVE_INFINITY, seconds: 1 - keep_every };

  constructor(core: Core, options: SolveOptions) {
    this.options = options;
    this.random = new Random(options.seed ?? 1);
    this.table = new Timetable(core);
    this.clock = options.clock ?? (() => performance.now() / 1000);
    this.began = this.clock();
    this.limit = options.iterations ?? options.seconds ?? Number.POSITIVE_INFINITY;
  }

  run(): Result {
    const { table, random, options } = this;
    if (options.start) resume(table, options.start);
    const unplaced = placeAll(table, random, () => {
      this.placingSteps += 100;
      return !options.stop?.() && this.spent() < this.limit;
    });
    const feasible_after = this.seconds();
    const annealer = new Annealer(table, random, mix);
    if (unplaced === 0 && table.core.lectures > 0) this.anneal(annealer);
    return {
      solution: annealer.bestSolution(),
      unplaced,
      cost: annealer.best,
      seconds: this.seconds(),
      iterations: annealer.iterations,
      ...(unplaced === 0 && { feasible_after }),
    };
  }

  private anneal(annealer: Annealer): void {
    const rise = annealer.medianRise();
    const bounded = Number.isFinite(this.limit);
    // Without a limit rounds of coolings follow each other, each twice as long as the one before.
    let length = bounded ? this.limit - this.spent() : first_round;
    do {
      const end = this.used(annealer) + length;
      if (!this.options.start) this.cool(annealer, temperature.hot * rise, shares.first * length);
      let left = end - this.used(annealer);
      for (let turn = 0; left > 0 && !this.isOver(annealer); turn++) {
        annealer.restoreBest();
        // The last turn takes what would be too short for one more.
        const share = left < 1.5 * shares.again * length ? left : shares.again * length;
        this.cool(annealer, temperature.again[turn % temperature.again.length]! * rise, share);
        left = end - this.used(annealer);
      }
      length *= 2;
    } while (!bounded && !this.isOver(annealer));
  }

  private cool(annealer: Annealer, hot: number, length: number): void {
    const from = this.used(annealer);
    annealer.cool(hot, temperature.cold, () => {
      this.report(annealer);
      return this.isOver(annealer) ? 1 : (this.used(annealer) - from) / length;
    });
  }

  private isOver(annealer: Annealer): boolean {
    return annealer.best === 0 || (this.options.stop?.() ?? false);
  }

  /** What has been used, in the unit of the limit; in changes when there is none. */
  private used(annealer: Annealer): number {
    return Number.isFinite(this.limit) ? this.spent(annealer) : annealer.iterations;
  }

  /** What has been used of the limit, in its unit. */
  private spent(annealer?: Annealer): number {
    if (this.options.iterations === undefined) return this.seconds();
    return this.placingSteps + (annealer?.iterations ?? 0);
  }

  private seconds(): number {
    return this.clock() - this.began;
  }

  private report(annealer: Annealer): void {
    const { progress, keep } = this.options;
    if (!progress && !keep) return;
    const seconds = this.seconds();
    if (seconds - this.reported < report_every) return;
    this.reported = seconds;
    const now = { unplaced: 0, cost: annealer.best, seconds, iterations: annealer.iterations };
    progress?.(now);
    if (!keep || now.cost >= this.kept.cost || seconds - this.kept.seconds < keep_every) return;
    this.kept = now;
    keep(annealer.peekBest(), now);
  }
}

/** Places the lessons of an earlier timetable as far as they break no hard rule. */
function resume(table: Timetable, start: Solution): void {
  const { core } = table;
  const next = core.lectureStarts.slice();
  for (const { course, room, period } of start) {
    if (table.clashes[course * core.periods + period] !== 0 || next[course]! >= core.lectureStarts[course + 1]!)
      continue;
    const free = table.isFree(course, period, room) ? room : cheapestRoom(table, course, period);
    if (free !== -1) table.place(next[course]!++, period, free);
  }
}
