import { BARRED } from './model.ts';
import type { Random } from './random.ts';
import { CLOSED, type Timetable } from './timetable.ts';

/**
 * Places all lectures that have no place yet, breaking no hard rule.
 *
 * @param goOn is asked every hundred steps; false ends the search.
 * @returns the number of lectures still without a place: 0 when the timetable is feasible.
 */
export function placeAll(table: Timetable, random: Random, goOn: () => boolean): number {
  return new Placing(table, random).run(goOn);
}

/** The free room that a lecture of the course costs least in; −1 when it may use none of those that are free. */
export function cheapestRoom(table: Timetable, course: number, period: number): number {
  let best = -1;
  let bestPrice = Number.POSITIVE_INFINITY;
  for (let room = 0; room < table.core.rooms; room++) {
    if (!table.isFree(course, period, room)) continue;
    const price = table.roomPrice(course, -1, room);
    if (price < bestPrice) {
      bestPrice = price;
      best = room;
    }
  }
  return best;
}

/**
 * A lecture takes the period where it pushes out the least, and what it pushed out looks for a place in its turn. A
 * course pushed out becomes heavier and may not push its way back for a while, so that the search does not go in
 * circles (a tabu search over partial timetables, after Blöchliger and Zufferey's PartialCol for graph colouring).
 */
class Placing {
  private readonly table: Timetable;
  private readonly random: Random;
  private readonly waiting: number[] = [];
  private readonly weight: Int32Array;
  /** The step until which a course may not push others out of a period: course × periods + period. */
  private readonly tabuUntil: Int32Array;
  private step = 0;

  constructor(table: Timetable, random: Random) {
    const { core } = table;
    this.table = table;
    this.random = random;
    this.weight = new Int32Array(core.courses).fill(1);
    this.tabuUntil = new Int32Array(core.courses * core.periods);
    for (let lecture = 0; lecture < core.lectures; lecture++) {
      if (table.period[lecture] === -1) this.waiting.push(lecture);
    }
    sortByFreedom(table, this.waiting);
  }

  run(goOn: () => boolean): number {
    const { table, waiting, random } = this;
    const { core } = table;
    const firstRound = waiting.length;
    while (waiting.length > 0) {
      this.step++;
      if (this.step % 100 === 0 && !goOn()) break;
      // The first round follows the order of freedom; later anyone among those pushed out may be next.
      const next = this.step <= firstRound ? waiting.length - 1 : random.below(waiting.length);
      const lecture = waiting[next]!;
      const course = core.lectureCourse[lecture]!;
      if (core.allowedStarts[course] === core.allowedStarts[course + 1]) break;
      const period = this.bestPeriod(course);
      if (period === -1) continue;
      waiting.splice(next, 1);
      for (const rival of this.clashing(course, period)) this.pushOut(rival);
      let room = cheapestRoom(table, course, period);
      if (room === -1) {
        room = this.lightestRoom(course, period).room;
        for (const holder of this.holders(course, period, room)) this.pushOut(holder);
      }
      table.place(lecture, period, room);
    }
    return waiting.length;
  }

  /** The period that costs the least weight; −1 when all are tabu. Ties are broken by chance. */
  private bestPeriod(course: number): number {
    const { table, random, tabuUntil, step } = this;
    const { core } = table;
    let best = -1;
    let bestPrice = Number.POSITIVE_INFINITY;
    for (let i = core.allowedStarts[course]!; i < core.allowedStarts[course + 1]!; i++) {
      const period = core.allowed[i]!;
      // Pushing out a twin gains nothing.
      if (table.lectureAt[course * core.periods + period] !== -1) continue;
      let price = random.fraction();
      if (table.clashes[course * core.periods + period] !== 0) {
        for (const rival of this.clashing(course, period)) price += this.weight[core.lectureCourse[rival]!]!;
      } else if (cheapestRoom(table, course, period) === -1) {
        price += this.lightestRoom(course, period).weight;
      }
      if (price >= 1 && tabuUntil[course * core.periods + period]! > step) continue;
      if (price < bestPrice) {
        bestPrice = price;
        best = period;
      }
    }
    return best;
  }

  /** The lectures that conflict with one of the course that would begin in a period. */
  private clashing(course: number, period: number): number[] {
    const { lectureAt, core } = this.table;
    const found: number[] = [];
    const kind = core.kind[course]! * core.kinds;
    for (let i = core.rivalStarts[course]!; i < core.rivalStarts[course + 1]!; i++) {
      const rival = core.rivals[i]!;
      const pair = kind + core.kind[rival]!;
      for (let j = core.deltaStarts[pair]!; j < core.deltaStarts[pair + 1]!; j++) {
        const start = period + core.deltas[j]!;
        if (start < 0 || start >= core.periods || core.barred[rival * core.periods + start] === 1) continue;
        const lecture = lectureAt[rival * core.periods + start]!;
        if (lecture !== -1) found.push(lecture);
      }
    }
    return found;
  }

  private holders(course: number, period: number, room: number): Set<number> {
    const { inRoom, core } = this.table;
    const found = new Set<number>();
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = period + repeat * core.weekPeriods;
      for (let slot = start; slot < start + core.length[course]!; slot++) {
        const holder = inRoom[slot * core.rooms + room]!;
        if (holder !== -1) found.add(holder);
      }
    }
    return found;
  }

  /** The room that the course may use whose holders weigh least. */
  private lightestRoom(course: number, period: number): { room: number; weight: number } {
    const { core } = this.table;
    const lightest = { room: -1, weight: Number.POSITIVE_INFINITY };
    for (let room = 0; room < core.rooms; room++) {
      if (core.roomPrice[course * core.rooms + room]! >= BARRED) continue;
      let weight = 0;
      for (const holder of this.holders(course, period, room))
        weight += holder === CLOSED ? BARRED : this.weight[core.lectureCourse[holder]!]!;
      if (weight < lightest.weight) Object.assign(lightest, { room, weight });
    }
    return lightest;
  }

  private pushOut(lecture: number): void {
    const { table, random, waiting } = this;
    const course = table.core.lectureCourse[lecture]!;
    const period = table.period[lecture]!;
    table.unplace(lecture);
    this.weight[course]!++;
    this.tabuUntil[course * table.core.periods + period] = this.step + 10 + random.below(10) + (waiting.length >> 1);
    waiting.push(lecture);
  }
}

/** Those with the least choice last, where they are taken from first. */
function sortByFreedom(table: Timetable, lectures: number[]): void {
  const { core } = table;
  const freedom = (lecture: number) => {
    const course = core.lectureCourse[lecture]!;
    const choices = core.allowedStarts[course + 1]! - core.allowedStarts[course]!;
    const siblings = core.lectureStarts[course + 1]! - core.lectureStarts[course]!;
    const rivals = core.rivalStarts[course + 1]! - core.rivalStarts[course]!;
    return choices / (siblings * rivals * core.length[course]! * core.repeats[course]!);
  };
  lectures.sort((a, b) => freedom(b) - freedom(a));
}
