import { Board, type Place } from './board.ts';
import type { Plan, PlanLesson } from './plan.ts';

export interface RepairOptions {
  /** The most lessons that may be moved. Default: those that cannot stay, and three more to make room for them. */
  most?: number | undefined;
  /** How many alternatives are wanted. Default 3. */
  alternatives?: number;
  /** Lessons that stay where they are, by their place in the list. */
  fixed?: ReadonlySet<number>;
  /** How many places to look at before giving up. Default 200,000; decides alone, so that the answer hangs on no clock. */
  tries?: number;
}

export interface Move {
  lesson: number;
  to: PlanLesson;
}

/** One way to mend a timetable, and what its new places cost more or less than the old ones. */
export interface Repair {
  moves: Move[];
  price: number;
}

export interface RepairResult {
  /** Lessons that cannot stay where they are: none, and nothing is to be done. */
  broken: number[];
  /** The smallest sets of moves, the cheapest first. Empty where none was found with so many moves. */
  repairs: Repair[];
  /** False where the tries ran out first, so that a smaller or any repair may have been missed. */
  complete: boolean;
}

/** The free rooms looked at for each time, and those with a lesson that could give way. */
const free_rooms = 2;
const taken_rooms = 2;

/**
 * Mends a timetable after the plan has changed – somebody is away, a room is closed: moves as few lessons as it can, no
 * fixed one and none twice, so that no hard rule is broken.
 */
export function repair(plan: Plan, lessons: readonly PlanLesson[], options: RepairOptions = {}): RepairResult {
  return new Repairing(plan, lessons, options).run();
}

interface Candidate {
  place: Place;
  out: number[];
  price: number;
}

class Repairing {
  private readonly board: Board;
  private readonly original: readonly PlanLesson[];
  private readonly fixed: ReadonlySet<number>;
  private readonly options: RepairOptions;
  private tries: number;
  private readonly moved = new Map<number, PlanLesson>();

  constructor(plan: Plan, lessons: readonly PlanLesson[], options: RepairOptions) {
    this.board = new Board(plan, lessons);
    this.original = lessons;
    this.options = options;
    this.fixed = options.fixed ?? new Set();
    this.tries = options.tries ?? 200_000;
  }

  run(): RepairResult {
    const { board, original, options } = this;
    const broken = original.flatMap((lesson, index) =>
      board
        .obstacles(lesson.activity, lesson, index)
        .some(({ rule }) => rule === 'teacher_away' || rule === 'room_closed' || rule === 'room_unfit')
        ? [index]
        : [],
    );
    const { most = broken.length + 3, alternatives = 3 } = options;
    if (broken.length === 0) return { broken, repairs: [], complete: true };
    if (broken.length > most || broken.some((index) => this.fixed.has(index)))
      return { broken, repairs: [], complete: true };
    const before = this.priceOf(broken);
    for (const index of broken) board.take(index);
    for (let size = broken.length; size <= most; size++) {
      const repairs = this.root(broken, size, alternatives, before);
      if (repairs.length > 0 || this.tries <= 0) return { broken, repairs, complete: this.tries > 0 };
    }
    return { broken, repairs: [], complete: true };
  }

  /** The first lesson's places in turn, each with the best that follows from it, so that alternatives differ. */
  private root(broken: number[], size: number, wanted: number, before: number): Repair[] {
    const [first, ...rest] = [...broken].sort((a, b) => this.choice(a) - this.choice(b));
    const found: Repair[] = [];
    for (const candidate of this.candidates(first!, size - rest.length - 1)) {
      if (found.length === wanted || this.tries <= 0) break;
      const moves = this.follow(first!, candidate, rest, size - 1);
      if (moves) found.push({ moves, price: this.priceAfter(moves, before) });
    }
    return found.sort((a, b) => a.moves.length - b.moves.length || a.price - b.price);
  }

  /** Puts the lesson there, whoever is in the way after it; answers all moves or nothing, and leaves the board as it was. */
  private follow(index: number, { place, out }: Candidate, waiting: number[], left: number): Move[] | undefined {
    const { board, original } = this;
    const pushed = out.map((other) => ({ other, from: board.lessons[other]! }));
    for (const { other } of pushed) board.take(other);
    const to = { ...place, activity: original[index]!.activity };
    board.put(index, to);
    this.moved.set(index, to);
    const moves = this.place([...waiting, ...out], left);
    board.take(index);
    this.moved.delete(index);
    for (const { other, from } of pushed) board.put(other, from);
    return moves && [{ lesson: index, to }, ...moves];
  }

  private place(waiting: number[], left: number): Move[] | undefined {
    const [next, ...rest] = waiting;
    if (next === undefined) return [];
    if (waiting.length > left) return undefined;
    for (const candidate of this.candidates(next, left - waiting.length)) {
      if (this.tries <= 0) return undefined;
      const moves = this.follow(next, candidate, rest, left - 1);
      if (moves) return moves;
    }
    return undefined;
  }

  /** Where the lesson could go if at most so many others give way; those that push out nobody first, then by price. */
  private candidates(index: number, spare: number): Candidate[] {
    const { board, original } = this;
    const old = original[index]!;
    const { activity } = old;
    const found: Candidate[] = [];
    for (const begin of board.beginnings(activity)) {
      this.tries--;
      const people = board.blockers(activity, begin);
      if (!people || people.size > spare || !this.mayGive(people)) continue;
      const open: Candidate[] = [];
      const held: Candidate[] = [];
      for (let room = 0; room < board.plan.rooms.length; room++) {
        const place = { ...begin, room };
        if (begin.day === old.day && begin.session === old.session && room === old.room) continue;
        const holders = board.roomHolders(activity, place);
        if (!holders) continue;
        const out = [...new Set([...people, ...holders])];
        if (out.length > spare || !this.mayGive(holders)) continue;
        const price = board.price(activity, place) + (room === old.room ? 0 : 1);
        const candidate = { place, out, price };
        if ([...holders].every((one) => people.has(one))) open.push(candidate);
        else held.push(candidate);
      }
      const cheapest = (some: Candidate[], many: number) => some.sort((a, b) => a.price - b.price).slice(0, many);
      found.push(...cheapest(open, free_rooms), ...(spare > 0 ? cheapest(held, taken_rooms) : []));
    }
    return found.sort((a, b) => a.out.length - b.out.length || a.price - b.price);
  }

  private mayGive(some: Iterable<number>): boolean {
    for (const index of some) if (this.fixed.has(index) || this.moved.has(index)) return false;
    return true;
  }

  /** In how many sessions the lesson could begin without anybody giving way. */
  private choice(index: number): number {
    const { activity } = this.original[index]!;
    return this.board.beginnings(activity).filter((begin) => this.board.blockers(activity, begin)?.size === 0).length;
  }

  /** What these lessons cost where they are, one after the other; the board is left as it was. */
  private priceOf(indices: readonly number[]): number {
    const { board } = this;
    let sum = 0;
    const off = indices.map((index) => [index, board.lessons[index]!] as const);
    for (const [index] of off) board.take(index);
    for (const [index, lesson] of off) {
      sum += board.price(lesson.activity, lesson);
      board.put(index, lesson);
    }
    return sum;
  }

  private priceAfter(moves: Move[], before: number): number {
    const { board } = this;
    const pushed = moves.flatMap(({ lesson }) => {
      const from = board.lessons[lesson];
      return from ? [{ lesson, from }] : [];
    });
    const base = before + this.priceOf(pushed.map(({ lesson }) => lesson));
    for (const { lesson } of pushed) board.take(lesson);
    for (const { lesson, to } of moves) board.put(lesson, to);
    const after = this.priceOf(moves.map(({ lesson }) => lesson));
    for (const { lesson } of moves) board.take(lesson);
    for (const { lesson, from } of pushed) board.put(lesson, from);
    return after - base;
  }
}
