import { IMPOSSIBLE } from './chain.ts';
import { Moves } from './moves.ts';
import type { Solution } from './problem.ts';
import type { Random } from './random.ts';
import type { Timetable } from './timetable.ts';

/** How often each kind of change is tried, in parts of their sum. */
export interface Mix {
  /** A lecture changes places with another. */
  swap: number;
  /** A lecture goes to another period, in the room that is cheapest there. */
  shift: number;
  /** A lecture goes to another period and into any room, whoever holds it. */
  place: number;
  /** All lectures of a course, or of one of its lines, on a day go to another time together. */
  block: number;
  /** A lecture goes to another room in the same period. */
  room: number;
  /** All lectures of a course go to one room. */
  home: number;
}

/** The part of the blocks that are those of a course alone. */
const course_alone = 0.7;

/** Changes tried between two looks at the clock. */
const batch = 2048;

/**
 * −ln of a number between 0 and 1, worked out once for each of so many parts: the logarithm took a tenth of the search's
 * time. The first part reaches to infinity, so that what is very dear keeps its small chance.
 */
const patience = Float64Array.from({ length: 4096 }, (_, part) => -Math.log((part + 0.5) / 4096));
const patienceOf = (random: Random): number => {
  const part = random.below(patience.length);
  return part === 0 ? -Math.log((1 - random.fraction()) / patience.length) : patience[part]!;
};

/** Changes looked at to learn how steep a problem is. */
const samples = 20_000;

/**
 * Simulated annealing over feasible timetables: a change that makes things cheaper is made, one that makes them dearer
 * by `d` with probability exp(−d ÷ temperature). Starts from the timetable as it stands, which must have a lecture, and
 * remembers the best.
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
  /** The parts of the mix as shares, each added to those before it. */
  private readonly limits: Record<'swap' | 'shift' | 'place' | 'block' | 'room', number>;

  constructor(table: Timetable, random: Random, mix: Mix) {
    this.table = table;
    this.random = random;
    this.moves = new Moves(table);
    this.price = table.price();
    this.best = this.price;
    this.bestPeriod = table.period.slice();
    this.bestRoom = table.room.slice();
    const { swap, shift, place, block, room, home } = mix;
    const total = swap + shift + place + block + room + home;
    this.limits = {
      swap: swap / total,
      shift: (swap + shift) / total,
      place: (swap + shift + place) / total,
      block: (swap + shift + place + block) / total,
      room: (swap + shift + place + block + room) / total,
    };
  }

  /**
   * Cools from one temperature to another, by the same factor for the same share of the way.
   * @param spent how much of the way is behind, 0 to 1; asked after every batch of changes.
   */
  cool(hot: number, cold: number, spent: () => number): void {
    for (let part = spent(); part < 1; part = spent()) {
      this.steps(hot * (cold / hot) ** part);
    }
  }

  /**
   * The median price of the changes that make the timetable, as it stands, dearer. Tells how steep the problem is, and
   * so how warm the search has to begin.
   */
  medianRise(): number {
    const rises: number[] = [];
    for (let i = 0; i < samples; i++) {
      const price = this.propose(IMPOSSIBLE);
      if (price > 0 && price < IMPOSSIBLE) rises.push(price);
      this.moves.drop();
    }
    rises.sort((a, b) => a - b);
    return rises[rises.length >> 1] ?? 1;
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

  /** The best timetable found, without leaving the one that the search is at. */
  peekBest(): Solution {
    const { core } = this.table;
    return Array.from(this.bestPeriod, (period, lecture) => ({
      course: core.lectureCourse[lecture]!,
      room: this.bestRoom[lecture]!,
      period,
    })).filter(({ period }) => period !== -1);
  }

  bestSolution(): Solution {
    this.restoreBest();
    return this.table.solution();
  }

  private steps(temperature: number): void {
    const { moves, random } = this;
    for (let i = 0; i < batch; i++) {
      // The dice are rolled first: what is too dear for them need not be worked out to the end.
      const limit = temperature * patienceOf(random);
      const price = this.propose(limit);
      if (price <= limit) {
        moves.commit();
        this.price += price;
        if (this.price < this.best) this.remember();
      } else {
        moves.drop();
      }
    }
    this.iterations += batch;
  }

  private propose(limit: number): number {
    const { table, moves, random, limits } = this;
    const { core } = table;
    const lecture = random.below(core.lectures);
    const course = core.lectureCourse[lecture]!;
    const kind = random.fraction();
    if (kind < limits.swap) {
      const partner = random.below(core.lectures);
      return moves.proposeExchange(lecture, table.period[partner]!, partner, -1, limit);
    }
    if (kind < limits.block) {
      const first = core.allowedStarts[course]!;
      const period = core.allowed[first + random.below(core.allowedStarts[course + 1]! - first)]!;
      if (kind >= limits.place) return moves.proposeBlock(lecture, period, this.anyLine(course), limit);
      return moves.proposeExchange(lecture, period, -1, kind < limits.shift ? -1 : random.below(core.rooms), limit);
    }
    const room = random.below(core.rooms);
    return kind < limits.room ? moves.proposeRoom(lecture, room) : moves.proposeHome(course, room);
  }

  /** A line of the course, or −1 for the course alone. */
  private anyLine(course: number): number {
    const { random } = this;
    const { memberships, membershipStarts } = this.table.core;
    const first = membershipStarts[course]!;
    const lines = membershipStarts[course + 1]! - first;
    return lines === 0 || random.fraction() < course_alone ? -1 : memberships[first + random.below(lines)]!;
  }

  private remember(): void {
    this.best = this.price;
    this.bestPeriod.set(this.table.period);
    this.bestRoom.set(this.table.room);
  }
}
