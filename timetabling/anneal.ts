import { Moves } from './moves.ts';
import type { Solution } from './problem.ts';
import type { Random } from './random.ts';
import type { Timetable } from './timetable.ts';

/** How often each kind of change is tried, in parts of their sum. */
export interface Mix {
  /** To another period, keeping the room. */
  own: number;
  /** To another period and a room that the course uses already. */
  used: number;
  /** To another period and any room. */
  any: number;
  /** To another room in the same period. */
  room: number;
  /** All lectures of a course into one room. */
  home: number;
}

/** Changes tried between two looks at the clock. */
const batch = 2048;

/** Changes dearer than this are not worth rolling dice for at any temperature in use. */
const dearest = 128;

/**
 * Simulated annealing over feasible timetables: a change that makes things cheaper is made, one that makes them dearer
 * by `d` with probability exp(−d ÷ temperature). Starts from the timetable as it stands and remembers the best.
 */
export class Annealer {
  iterations = 0;
  /** The price of the best timetable so far. */
  best: number;
  private price: number;
  private readonly bestPeriod: Int32Array;
  private readonly bestRoom: Int32Array;
  private readonly table: Timetable;
  private readonly random: Random;
  private readonly moves: Moves;
  private readonly limits: Record<keyof Mix, number>;
  /** The chance of a change by its price, in parts of 2³². */
  private readonly odds = new Float64Array(dearest);

  constructor(table: Timetable, random: Random, mix: Mix) {
    this.table = table;
    this.random = random;
    this.moves = new Moves(table);
    this.price = table.price();
    this.best = this.price;
    this.bestPeriod = table.period.slice();
    this.bestRoom = table.room.slice();
    const total = mix.own + mix.used + mix.any + mix.room + mix.home;
    let sum = 0;
    const upTo = (parts: number) => {
      sum += parts / total;
      return sum;
    };
    this.limits = {
      own: upTo(mix.own),
      used: upTo(mix.used),
      any: upTo(mix.any),
      room: upTo(mix.room),
      home: upTo(mix.home),
    };
  }

  /**
   * Cools from one temperature to another, by the same factor for the same share of the way.
   * @param spent how much of the way is behind, 0 to 1; asked after every batch of changes.
   */
  cool(hot: number, cold: number, spent: () => number): void {
    if (this.table.core.lectures === 0) return;
    for (let part = spent(); part < 1; part = spent()) {
      const temperature = hot * (cold / hot) ** part;
      for (let price = 0; price < dearest; price++) this.odds[price] = Math.exp(-price / temperature) * 2 ** 32;
      this.steps();
    }
  }

  /** Goes back to the best timetable found. */
  restoreBest(): void {
    const { table } = this;
    const { lectures } = table.core;
    for (let lecture = 0; lecture < lectures; lecture++) if (table.period[lecture] !== -1) table.unplace(lecture);
    for (let lecture = 0; lecture < lectures; lecture++) {
      const period = this.bestPeriod[lecture]!;
      if (period !== -1) table.place(lecture, period, this.bestRoom[lecture]!);
    }
    this.price = this.best;
  }

  bestSolution(): Solution {
    this.restoreBest();
    return this.table.solution();
  }

  private steps(): void {
    const { moves, random, odds } = this;
    for (let i = 0; i < batch; i++) {
      const price = this.propose();
      if (price <= 0 || (price < dearest && random.next() < odds[price]!)) {
        moves.commit();
        this.price += price;
        if (this.price < this.best) this.remember();
      } else {
        moves.drop();
      }
    }
    this.iterations += batch;
  }

  private propose(): number {
    const { table, moves, random, limits } = this;
    const { core } = table;
    const lecture = random.below(core.lectures);
    const course = core.lectureCourse[lecture]!;
    const kind = random.fraction();
    if (kind >= limits.room) return moves.proposeHome(course, random.below(core.rooms));
    if (kind >= limits.any) return moves.proposeRoom(lecture, random.below(core.rooms));
    const first = core.allowedStarts[course]!;
    const period = core.allowed[first + random.below(core.allowedStarts[course + 1]! - first)]!;
    if (kind >= limits.used) return moves.proposeExchange(lecture, period, random.below(core.rooms));
    if (kind < limits.own) return moves.proposeExchange(lecture, period, table.room[lecture]!);
    const start = core.lectureStarts[course]!;
    const sibling = start + random.below(core.lectureStarts[course + 1]! - start);
    return moves.proposeExchange(lecture, period, table.room[sibling]!);
  }

  private remember(): void {
    this.best = this.price;
    this.bestPeriod.set(this.table.period);
    this.bestRoom.set(this.table.room);
  }
}
