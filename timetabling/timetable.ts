import { BARRED, type Core } from './model.ts';
import type { Solution } from './problem.ts';

const NONE = -1;

/** Stands in the place of a lecture where a room is closed. */
export const CLOSED = -2;

/**
 * A timetable in the making: where every lecture is, and the counts from which the price of a change follows without
 * looking at the rest. No two lectures that conflict ever share a period, no two a room, and none is where it is
 * barred; lectures may be unplaced (period −1) until feasibility is found.
 */
export class Timetable {
  readonly core: Core;
  readonly period: Int32Array;
  readonly room: Int32Array;
  /** The lecture in a room: period × rooms + room, or −1, or CLOSED. */
  readonly inRoom: Int32Array;
  /** The lecture of a course that begins in a period: course × periods + period, or −1. */
  readonly lectureAt: Int32Array;
  /** How many lectures forbid a course to begin in a period (course × periods + period), its own lectures included. */
  readonly clashes: Int32Array;
  /** Lectures of a course on a day (course × days + day), and days that have any. */
  readonly onDay: Int32Array;
  readonly daysUsed: Int32Array;
  /** Lectures of a course in a room (course × rooms + room), and rooms that have any. */
  readonly inRoomCount: Int32Array;
  readonly roomsUsed: Int32Array;
  /** The set of periods with a lecture: line × days + day. */
  readonly busy: Int32Array;
  /** The room that a line is in: line × periods + period, or −1. Kept only where some rooms are far from each other. */
  readonly roomOf: Int32Array;

  constructor(core: Core) {
    this.core = core;
    this.period = new Int32Array(core.lectures).fill(NONE);
    this.room = new Int32Array(core.lectures).fill(NONE);
    this.inRoom = new Int32Array(core.periods * core.rooms).fill(NONE);
    for (const place of core.closed) this.inRoom[place] = CLOSED;
    this.lectureAt = new Int32Array(core.courses * core.periods).fill(NONE);
    this.clashes = Int32Array.from(core.barred, (barred) => barred * BARRED);
    this.onDay = new Int32Array(core.courses * core.days);
    this.daysUsed = new Int32Array(core.courses);
    this.inRoomCount = new Int32Array(core.courses * core.rooms);
    this.roomsUsed = new Int32Array(core.courses);
    this.busy = new Int32Array(core.lines * core.days);
    this.roomOf = new Int32Array(core.far.length > 0 ? core.lines * core.periods : 0).fill(NONE);
  }

  /** Puts an unplaced lecture into a free room in a period without clashes; neither is checked. */
  place(lecture: number, period: number, room: number): void {
    const { core } = this;
    const course = core.lectureCourse[lecture]!;
    this.period[lecture] = period;
    this.lectureAt[course * core.periods + period] = lecture;
    this.forbid(course, period, 1);
    const day = core.periodDay[period]!;
    if (this.onDay[course * core.days + day]!++ === 0) this.daysUsed[course]!++;
    const bits = core.span[course]! << core.periodPlace[period]!;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const onDay = day + repeat * core.weekDays;
      for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++) {
        this.busy[core.memberships[i]! * core.days + onDay]! |= bits;
      }
    }
    this.enter(lecture, room);
  }

  /** Takes a placed lecture out. */
  unplace(lecture: number): void {
    const { core } = this;
    this.leave(lecture);
    const course = core.lectureCourse[lecture]!;
    const period = this.period[lecture]!;
    this.period[lecture] = NONE;
    this.lectureAt[course * core.periods + period] = NONE;
    this.forbid(course, period, -1);
    const day = core.periodDay[period]!;
    if (--this.onDay[course * core.days + day]! === 0) this.daysUsed[course]!--;
    const bits = core.span[course]! << core.periodPlace[period]!;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const onDay = day + repeat * core.weekDays;
      for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++) {
        this.busy[core.memberships[i]! * core.days + onDay]! &= ~bits;
      }
    }
  }

  /** Gives a lecture that has a period, but no room, a free one. */
  enter(lecture: number, room: number): void {
    const course = this.core.lectureCourse[lecture]!;
    this.room[lecture] = room;
    this.occupy(course, this.period[lecture]!, room, lecture);
    if (this.inRoomCount[course * this.core.rooms + room]!++ === 0) this.roomsUsed[course]!++;
  }

  /** Takes a lecture out of its room, but not out of its period. */
  leave(lecture: number): void {
    const course = this.core.lectureCourse[lecture]!;
    const room = this.room[lecture]!;
    this.room[lecture] = NONE;
    this.occupy(course, this.period[lecture]!, room, NONE);
    if (--this.inRoomCount[course * this.core.rooms + room]! === 0) this.roomsUsed[course]!--;
  }

  /** Whether a room that the course may use is free for all periods of a lecture that begins in `period`. */
  isFree(course: number, period: number, room: number): boolean {
    const { core } = this;
    if (core.roomPrice[course * core.rooms + room]! >= BARRED) return false;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = period + repeat * core.weekPeriods;
      for (let slot = start; slot < start + core.length[course]!; slot++) {
        if (this.inRoom[slot * core.rooms + room] !== NONE) return false;
      }
    }
    return true;
  }

  private occupy(course: number, period: number, room: number, lecture: number): void {
    const { core } = this;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = period + repeat * core.weekPeriods;
      for (let slot = start; slot < start + core.length[course]!; slot++) {
        this.inRoom[slot * core.rooms + room] = lecture;
        if (core.far.length === 0) continue;
        for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++)
          this.roomOf[core.memberships[i]! * core.periods + slot] = lecture === NONE ? NONE : room;
      }
    }
  }

  /** What the ways of a line on a day cost: line × days + day. */
  travelOn(lineDay: number): number {
    const { core, roomOf } = this;
    const perDay = core.periods / core.days;
    // Periods are counted through the days.
    const first = Math.floor(lineDay / core.days) * core.periods + (lineDay % core.days) * perDay;
    let ways = 0;
    for (let at = first + 1; at < first + perDay; at++)
      if (roomOf[at] !== NONE && roomOf[at - 1] !== NONE) ways += core.far[roomOf[at]! * core.rooms + roomOf[at - 1]!]!;
    return ways * core.travelPrice;
  }

  /** What the ways to and from a placed lecture cost those who attend it. */
  travelAround(lecture: number): number {
    const { core, roomOf } = this;
    const course = core.lectureCourse[lecture]!;
    const room = this.room[lecture]! * core.rooms;
    const { periodDay, periods } = core;
    let ways = 0;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = this.period[lecture]! + repeat * core.weekPeriods;
      const end = start + core.length[course]!;
      const before = start > 0 && periodDay[start - 1] === periodDay[start];
      const after = end < periods && periodDay[end] === periodDay[start];
      for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++) {
        const line = core.memberships[i]! * periods;
        if (before && roomOf[line + start - 1] !== NONE) ways += core.far[room + roomOf[line + start - 1]!]!;
        if (after && roomOf[line + end] !== NONE) ways += core.far[room + roomOf[line + end]!]!;
      }
    }
    return ways * core.travelPrice;
  }

  /** Counts a lecture of the course among the clashes of all its rivals, or takes it out of them. */
  private forbid(course: number, period: number, change: number): void {
    const { core, clashes } = this;
    const { periods, rivals, deltas, deltaStarts } = core;
    const kind = core.kind[course]! * core.kinds;
    for (let i = core.rivalStarts[course]!; i < core.rivalStarts[course + 1]!; i++) {
      const rival = rivals[i]!;
      const pair = kind + core.kind[rival]!;
      for (let j = deltaStarts[pair]!; j < deltaStarts[pair + 1]!; j++) {
        const start = period + deltas[j]!;
        if (start >= 0 && start < periods) clashes[rival * periods + start]! += change;
      }
    }
  }

  /**
   * The change of price when a course's lecture leaves one period for another, rooms aside. Right for any exchange of
   * lectures of one kind between the two periods: a course or a line with a lecture in both is asked for only when
   * these change places, and then nothing changes for it.
   */
  shiftPrice(course: number, from: number, to: number): number {
    const { core, onDay, busy } = this;
    const { days, memberships, membershipStarts, dayPrice, dayTable } = core;
    let oldDay = core.periodDay[from]!;
    let newDay = core.periodDay[to]!;
    const oldBits = core.span[course]! << core.periodPlace[from]!;
    const newBits = core.span[course]! << core.periodPlace[to]!;
    const first = membershipStarts[course]!;
    const end = membershipStarts[course + 1]!;
    let price = core.periodPrice[course * core.periods + to]! - core.periodPrice[course * core.periods + from]!;
    if (oldDay !== newDay) {
      const used = this.daysUsed[course]!;
      const change = (onDay[course * days + newDay] === 0 ? 1 : 0) - (onDay[course * days + oldDay] === 1 ? 1 : 0);
      if (change !== 0) {
        const least = core.minDays[course]!;
        price += core.missingDayPrice * (Math.max(0, least - used - change) - Math.max(0, least - used));
      }
    }
    for (let repeat = core.repeats[course]!; repeat > 0; repeat--) {
      for (let i = first; i < end; i++) {
        const line = memberships[i]! * days;
        const target = busy[line + newDay]!;
        if (target & newBits & ~(oldDay === newDay ? oldBits : 0)) continue;
        const table = dayTable[memberships[i]!]!;
        if (oldDay === newDay) {
          price += dayPrice[table + ((target & ~oldBits) | newBits)]! - dayPrice[table + target]!;
          continue;
        }
        const source = busy[line + oldDay]!;
        price +=
          dayPrice[table + (source ^ oldBits)]! -
          dayPrice[table + source]! +
          dayPrice[table + (target | newBits)]! -
          dayPrice[table + target]!;
      }
      oldDay += core.weekDays;
      newDay += core.weekDays;
    }
    return price;
  }

  /** The change of price when one lecture of a course goes from one room to another (−1: from none). */
  roomPrice(course: number, from: number, to: number): number {
    if (from === to) return 0;
    const { core, inRoomCount } = this;
    const base = course * core.rooms;
    let price = core.roomPrice[base + to]!;
    if (inRoomCount[base + to] === 0) price += core.roomChangePrice;
    if (from === NONE) return price;
    price -= core.roomPrice[base + from]!;
    if (inRoomCount[base + from] === 1) price -= core.roomChangePrice;
    return price;
  }

  /** What a course can save at the very most when one of its lectures leaves a room for another. */
  leavingSaves(course: number, room: number): number {
    const place = course * this.core.rooms + room;
    const price = this.core.roomPrice[place]!;
    return this.inRoomCount[place] === 1 && this.roomsUsed[course]! > 1 ? price + this.core.roomChangePrice : price;
  }

  /** The price of the whole timetable as it stands, from the counts. Lectures without a place cost nothing here. */
  price(): number {
    const { core } = this;
    let price = 0;
    for (let lecture = 0; lecture < core.lectures; lecture++) {
      if (this.period[lecture] === NONE) continue;
      const course = core.lectureCourse[lecture]!;
      price += core.roomPrice[course * core.rooms + this.room[lecture]!]!;
      price += core.periodPrice[course * core.periods + this.period[lecture]!]!;
    }
    for (let course = 0; course < core.courses; course++) {
      price += core.missingDayPrice * Math.max(0, core.minDays[course]! - this.daysUsed[course]!);
      price += core.roomChangePrice * Math.max(0, this.roomsUsed[course]! - 1);
    }
    for (let line = 0; line < core.lines; line++) {
      for (let day = 0; day < core.days; day++) {
        price += core.dayPrice[core.dayTable[line]! + this.busy[line * core.days + day]!]!;
      }
    }
    if (core.far.length > 0) for (let day = 0; day < core.lines * core.days; day++) price += this.travelOn(day);
    return price;
  }

  solution(): Solution {
    const solution: Solution = [];
    for (let lecture = 0; lecture < this.core.lectures; lecture++) {
      if (this.period[lecture] === NONE) continue;
      const course = this.core.lectureCourse[lecture]!;
      solution.push({ course, room: this.room[lecture]!, period: this.period[lecture]! });
    }
    return solution;
  }
}
