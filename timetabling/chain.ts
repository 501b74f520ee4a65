import { BARRED, type Core } from './model.ts';
import { CLOSED, type Timetable } from './timetable.ts';

/** The price of a change that would break a hard rule. */
export const IMPOSSIBLE = 1 << 30;

/**
 * Lectures that go to other periods together, and the rooms they get there: who is to go, and whoever has to give way,
 * which drives others back in turn (a Kempe chain; several side by side when many go). Nothing is carried out here.
 */
export class Chain {
  /** The lectures, and the period and room that each gets: the first `length` of each count. */
  readonly lectures: Int32Array;
  readonly newPeriod: Int32Array;
  readonly newRoom: Int32Array;
  length = 0;
  private readonly table: Timetable;
  private readonly core: Core;
  /** Marks carry the number of the proposal that set them, so that nothing has to be wiped between proposals. */
  private proposal = 0;
  private readonly inChain: Int32Array;
  private readonly staying: Int32Array;
  private readonly taken: Int32Array;

  constructor(table: Timetable) {
    const { core } = table;
    this.table = table;
    this.core = core;
    this.lectures = new Int32Array(core.lectures);
    this.newPeriod = new Int32Array(core.lectures);
    this.newRoom = new Int32Array(core.lectures);
    this.inChain = new Int32Array(core.lectures);
    this.staying = new Int32Array(core.lectures);
    this.taken = new Int32Array(core.periods * core.rooms);
  }

  begin(): void {
    this.proposal++;
    this.length = 0;
  }

  join(lecture: number, to: number): void {
    this.inChain[lecture] = this.proposal;
    this.newPeriod[this.length] = to;
    this.lectures[this.length++] = lecture;
  }

  /** Adds a lecture if it can change places with one of the course: it must be of its kind and begin in `period`. */
  joinAt(lecture: number, period: number, to: number, course: number): boolean {
    const { core } = this;
    if (lecture === CLOSED || core.kind[core.lectureCourse[lecture]!] !== core.kind[course]) return false;
    if (this.table.period[lecture] !== period) return false;
    this.join(lecture, to);
    return true;
  }

  /**
   * Adds what a line (−1: the course of the lecture) has on the lecture's day, of its kind, each to go as far as the
   * lecture. False if that is only the lecture, if they would leave the day, or if one would go where another was.
   */
  joinDay(lecture: number, to: number, line: number): boolean {
    const { table, core } = this;
    const { periods, periodPlace, lectureCourse } = core;
    const course = lectureCourse[lecture]!;
    const from = table.period[lecture]!;
    const firstFrom = from - periodPlace[from]!;
    const firstTo = to - periodPlace[to]!;
    const perDay = periods / core.days;
    const far = periodPlace[to]! - periodPlace[from]!;
    let places = 0;
    for (let place = 0; place < perDay; place++) {
      const member =
        line === -1 ? table.lectureAt[course * periods + firstFrom + place]! : this.onLine(line, firstFrom + place);
      if (member === -1 || core.kind[lectureCourse[member]!] !== core.kind[course]) continue;
      if (place + far < 0 || place + far >= perDay) return false;
      places |= 1 << place;
      this.join(member, firstTo + place + far);
    }
    return this.length > 1 && (firstFrom !== firstTo || (places & (far > 0 ? places << far : places >> -far)) === 0);
  }

  /** The lecture of a line that begins in a period, or −1. */
  private onLine(line: number, period: number): number {
    const { table, core } = this;
    const { lineCourses, lineStarts } = core;
    if ((table.busy[line * core.days + core.periodDay[period]!]! & (1 << core.periodPlace[period]!)) === 0) return -1;
    for (let i = lineStarts[line]!; i < lineStarts[line + 1]!; i++) {
      const lecture = table.lectureAt[lineCourses[i]! * core.periods + period]!;
      if (lecture !== -1) return lecture;
    }
    return -1;
  }

  /**
   * Adds whoever has to give way. False if someone would have to go where it is barred, if someone is in the way who
   * cannot change places, or if there is no end to it.
   */
  close(longest: number): boolean {
    const { table, lectures, newPeriod, inChain, core, proposal } = this;
    const { periods, rivals, rivalStarts, lectureCourse, kind } = core;
    for (let i = 0; i < this.length; i++) {
      const link = lectures[i]!;
      const course = lectureCourse[link]!;
      const start = table.period[link]!;
      const target = newPeriod[i]!;
      let clashes = table.clashes[course * periods + target]!;
      if (clashes >= BARRED) return false;
      const end = rivalStarts[course + 1]!;
      for (let j = rivalStarts[course]!; clashes > 0; j++) {
        // What is left begins elsewhere and reaches into the target.
        if (j === end) return false;
        const rival = table.lectureAt[rivals[j]! * periods + target]!;
        if (rival === -1) continue;
        if (kind[rivals[j]!] !== kind[course]) return false;
        clashes--;
        if (inChain[rival] === proposal) continue;
        // Whoever cannot go the other way is found before the rest of the chain is looked for.
        if (this.length === longest || table.clashes[rivals[j]! * periods + start]! >= BARRED) return false;
        this.join(rival, start);
      }
    }
    return true;
  }

  /** Two lectures of one course that would change places may as well stay. Gives how many are left in the chain. */
  dropStaying(): number {
    const { table, lectures, newPeriod, core } = this;
    let moving = 0;
    for (let i = 0; i < this.length; i++) {
      const link = lectures[i]!;
      if (table.lectureAt[core.lectureCourse[link]! * core.periods + newPeriod[i]!] !== -1) {
        this.staying[link] = this.proposal;
        continue;
      }
      newPeriod[moving] = newPeriod[i]!;
      lectures[moving++] = link;
    }
    this.length = moving;
    return moving;
  }

  /** Finds rooms for all links, the first in `wanted` if that is not −1; gives the change of price, or IMPOSSIBLE. */
  chooseRooms(wanted: number): number {
    const { table, lectures, newRoom, newPeriod, core } = this;
    let price = 0;
    let homeless = false;
    for (let i = 0; i < this.length; i++) {
      const course = core.lectureCourse[lectures[i]!]!;
      const own = table.room[lectures[i]!]!;
      const room = i === 0 && wanted !== -1 ? wanted : own;
      newRoom[i] = -1;
      if (this.isFree(course, newPeriod[i]!, room)) {
        price += this.give(i, room);
      } else if (room !== own) {
        return IMPOSSIBLE;
      } else {
        homeless = true;
      }
    }
    for (let i = 0; homeless && i < this.length; i++) {
      if (newRoom[i] !== -1) continue;
      const course = core.lectureCourse[lectures[i]!]!;
      let best = -1;
      let bestPrice = IMPOSSIBLE;
      for (let room = 0; room < core.rooms; room++) {
        if (!this.isFree(course, newPeriod[i]!, room)) continue;
        const roomPrice = table.roomPrice(course, table.room[lectures[i]!]!, room);
        if (roomPrice < bestPrice) {
          bestPrice = roomPrice;
          best = room;
        }
      }
      if (best === -1) {
        price = IMPOSSIBLE;
        break;
      }
      price += this.give(i, best);
    }
    // The counts knew of the rooms given so far, for the price of those after them.
    for (let i = 0; i < this.length; i++) {
      if (newRoom[i] !== -1) this.count(core.lectureCourse[lectures[i]!]!, newRoom[i]!, table.room[lectures[i]!]!);
    }
    return price;
  }

  /** Promises a room to a link; gives the change of price. */
  private give(index: number, room: number): number {
    const { table, core } = this;
    const link = this.lectures[index]!;
    const course = core.lectureCourse[link]!;
    const own = table.room[link]!;
    const price = table.roomPrice(course, own, room);
    this.newRoom[index] = room;
    this.taken[this.newPeriod[index]! * core.rooms + room] = this.proposal;
    this.count(course, own, room);
    return price;
  }

  private count(course: number, left: number, entered: number): void {
    const { inRoomCount, core } = this.table;
    inRoomCount[course * core.rooms + left]!--;
    inRoomCount[course * core.rooms + entered]!++;
  }

  /** Whether a room will be free for a lecture of the course in one of the two periods once the chain has left. */
  private isFree(course: number, period: number, room: number): boolean {
    const { core } = this;
    // All links are of one kind, so that who takes the first period of a room takes all of them.
    if (this.taken[period * core.rooms + room] === this.proposal) return false;
    if (core.roomPrice[course * core.rooms + room]! >= BARRED) return false;
    if (!this.willLeave(this.table.inRoom[period * core.rooms + room]!)) return false;
    if (core.span[course] === 1 && core.repeats[course] === 1) return true;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = period + repeat * core.weekPeriods;
      for (let slot = start; slot < start + core.length[course]!; slot++) {
        if (!this.willLeave(this.table.inRoom[slot * core.rooms + room]!)) return false;
      }
    }
    return true;
  }

  /** Whether nobody is left of who holds a room now. */
  private willLeave(holder: number): boolean {
    if (holder === CLOSED) return false;
    return holder === -1 || (this.inChain[holder] === this.proposal && this.staying[holder] !== this.proposal);
  }
}
