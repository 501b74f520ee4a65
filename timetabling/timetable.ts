import { BARRED, type Core } from './model.ts';
import type { Solution } from './problem.ts';

const NONE = -1;

/**
 * A timetable in the making: where every lecture is, and the counts from which the price of a change follows without
 * looking at the rest. No two lectures that conflict ever share a period, no two a room, and none is where it is
 * barred; lectures may be unplaced (period −1) until feasibility is found.
 */
export class Timetable {
  readonly core: Core;
  readonly period: Int32Array;
  readonly room: Int32Array;
  /** The lecture in a room: period × rooms + room, or −1. */
  readonly inRoom: Int32Array;
  /** The lecture of a course in a period: course × periods + period, or −1. */
  readonly lectureAt: Int32Array;
  /** How many lectures forbid a course in a period (course × periods + period), those of the course itself included. */
  readonly clashes: Int32Array;
  /** Lectures of a course on a day (course × days + day), and days that have any. */
  readonly onDay: Int32Array;
  readonly daysUsed: Int32Array;
  /** Lectures of a course in a room (course × rooms + room), and rooms that have any. */
  readonly inRoomCount: Int32Array;
  readonly roomsUsed: Int32Array;
  /** The set of periods with a lecture: curriculum × days + day. */
  readonly busy: Int32Array;

  constructor(core: Core) {
    this.core = core;
    this.period = new Int32Array(core.lectures).fill(NONE);
    this.room = new Int32Array(core.lectures).fill(NONE);
    this.inRoom = new Int32Array(core.periods * core.rooms).fill(NONE);
    this.lectureAt = new Int32Array(core.courses * core.periods).fill(NONE);
    this.clashes = Int32Array.from(core.barred, (barred) => barred * BARRED);
    this.onDay = new Int32Array(core.courses * core.days);
    this.daysUsed = new Int32Array(core.courses);
    this.inRoomCount = new Int32Array(core.courses * core.rooms);
    this.roomsUsed = new Int32Array(core.courses);
    this.busy = new Int32Array(core.curricula * core.days);
  }

  /** Puts an unplaced lecture into a free room in a period without clashes; neither is checked. */
  place(lecture: number, period: number, room: number): void {
    const { core } = this;
    const course = core.lectureCourse[lecture]!;
    this.period[lecture] = period;
    this.lectureAt[course * core.periods + period] = lecture;
    const day = core.periodDay[period]!;
    const bit = core.periodBit[period]!;
    for (let i = core.rivalStarts[course]!; i < core.rivalStarts[course + 1]!; i++) {
      this.clashes[core.rivals[i]! * core.periods + period]!++;
    }
    if (this.onDay[course * core.days + day]!++ === 0) this.daysUsed[course]!++;
    for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++) {
      this.busy[core.memberships[i]! * core.days + day]! |= bit;
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
    const day = core.periodDay[period]!;
    const bit = core.periodBit[period]!;
    for (let i = core.rivalStarts[course]!; i < core.rivalStarts[course + 1]!; i++) {
      this.clashes[core.rivals[i]! * core.periods + period]!--;
    }
    if (--this.onDay[course * core.days + day]! === 0) this.daysUsed[course]!--;
    for (let i = core.membershipStarts[course]!; i < core.membershipStarts[course + 1]!; i++) {
      this.busy[core.memberships[i]! * core.days + day]! &= ~bit;
    }
  }

  /** Gives a lecture that has a period, but no room, a free one. */
  enter(lecture: number, room: number): void {
    const { core } = this;
    const course = core.lectureCourse[lecture]!;
    this.room[lecture] = room;
    this.inRoom[this.period[lecture]! * core.rooms + room] = lecture;
    if (this.inRoomCount[course * core.rooms + room]!++ === 0) this.roomsUsed[course]!++;
  }

  /** Takes a lecture out of its room, but not out of its period. */
  leave(lecture: number): void {
    const { core } = this;
    const course = core.lectureCourse[lecture]!;
    const room = this.room[lecture]!;
    this.room[lecture] = NONE;
    this.inRoom[this.period[lecture]! * core.rooms + room] = NONE;
    if (--this.inRoomCount[course * core.rooms + room]! === 0) this.roomsUsed[course]!--;
  }

  /**
   * The change of price when a course's lecture leaves one period for another, rooms aside. Right for any exchange
   * between the two periods: a course or a curriculum with a lecture in both is asked for only when these change
   * places, and then nothing changes for it.
   */
  shiftPrice(course: number, from: number, to: number): number {
    const { core, onDay, busy } = this;
    const { periodDay, periodBit, days, memberships, membershipStarts, dayPrice, dayTable } = core;
    const oldDay = periodDay[from]!;
    const newDay = periodDay[to]!;
    const oldBit = periodBit[from]!;
    const newBit = periodBit[to]!;
    const end = membershipStarts[course + 1]!;
    let price = 0;
    if (oldDay === newDay) {
      for (let i = membershipStarts[course]!; i < end; i++) {
        const curriculum = memberships[i]!;
        const before = busy[curriculum * days + oldDay]!;
        if (before & newBit) continue;
        const table = dayTable[curriculum]!;
        price += dayPrice[table + (before ^ oldBit ^ newBit)]! - dayPrice[table + before]!;
      }
      return price;
    }
    for (let i = membershipStarts[course]!; i < end; i++) {
      const curriculum = memberships[i]!;
      const target = busy[curriculum * days + newDay]!;
      if (target & newBit) continue;
      const source = busy[curriculum * days + oldDay]!;
      const table = dayTable[curriculum]!;
      price +=
        dayPrice[table + (source ^ oldBit)]! -
        dayPrice[table + source]! +
        dayPrice[table + (target | newBit)]! -
        dayPrice[table + target]!;
    }
    const used = this.daysUsed[course]!;
    const change = (onDay[course * days + newDay] === 0 ? 1 : 0) - (onDay[course * days + oldDay] === 1 ? 1 : 0);
    if (change !== 0) {
      const least = core.minDays[course]!;
      price += core.missingDayPrice * (Math.max(0, least - used - change) - Math.max(0, least - used));
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
      price += core.roomPrice[core.lectureCourse[lecture]! * core.rooms + this.room[lecture]!]!;
    }
    for (let course = 0; course < core.courses; course++) {
      price += core.missingDayPrice * Math.max(0, core.minDays[course]! - this.daysUsed[course]!);
      price += core.roomChangePrice * Math.max(0, this.roomsUsed[course]! - 1);
    }
    for (let curriculum = 0; curriculum < core.curricula; curriculum++) {
      for (let day = 0; day < core.days; day++) {
        price += core.dayPrice[core.dayTable[curriculum]! + this.busy[curriculum * core.days + day]!]!;
      }
    }
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
