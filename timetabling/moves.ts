import { BARRED, type Core } from './model.ts';
import { CLOSED, type Timetable } from './timetable.ts';

/** The price of a change that would break a hard rule. */
export const IMPOSSIBLE = 1 << 30;

/**
 * Longer chains are given up: of 3 million tried, one in 20,000 of more than eight links was ever worth making, and they
 * take the most time.
 */
const longest_chain = 10;

/**
 * The changes that the search tries. Each is proposed first, which gives the change of price, and then either
 * committed or dropped; no change ever breaks a hard rule.
 */
export class Moves {
  private readonly table: Timetable;
  private readonly core: Core;
  /** The lectures of the proposed change, and the room that each gets. */
  private readonly chain: Int32Array;
  private readonly newRoom: Int32Array;
  private readonly newPeriod: Int32Array;
  /** The two periods between which lectures are exchanged. */
  private from = 0;
  private to = 0;
  private length = 0;
  /** Marks carry the number of the proposal that set them, so that nothing has to be wiped between proposals. */
  private proposal = 0;
  private readonly inChain: Int32Array;
  private readonly staying: Int32Array;
  private readonly taken: Int32Array;
  private kind: 'exchange' | 'rooms' | 'home' = 'rooms';

  constructor(table: Timetable) {
    this.table = table;
    this.core = table.core;
    this.chain = new Int32Array(this.core.lectures);
    this.newRoom = new Int32Array(this.core.lectures);
    this.newPeriod = new Int32Array(this.core.lectures);
    this.inChain = new Int32Array(this.core.lectures);
    this.staying = new Int32Array(this.core.lectures);
    this.taken = new Int32Array(this.core.periods * this.core.rooms);
  }

  /**
   * A lecture goes to another period, and whoever conflicts goes the other way, which may drive others back in turn: a
   * Kempe chain. All keep their rooms where they can and take the cheapest free one where they cannot.
   * @param partner a lecture of the other period that comes the other way in any case; −1: nobody.
   * @param room the room that the lecture is to have; whoever holds it comes the other way. −1: as it falls out.
   * @param limit a price above it need not be worked out to the end: IMPOSSIBLE may be given instead.
   */
  proposeExchange(lecture: number, to: number, partner: number, room: number, limit: number): number {
    const { table, core, chain } = this;
    const { periods, lectureCourse } = core;
    const from = table.period[lecture]!;
    const course = lectureCourse[lecture]!;
    const clash = table.clashes[course * periods + to]!;
    if (from === to || clash >= BARRED || table.lectureAt[course * periods + to] !== -1) return IMPOSSIBLE;
    this.proposal++;
    this.kind = 'exchange';
    this.from = from;
    this.to = to;
    this.length = 0;
    this.join(lecture);
    if (partner !== -1 && !this.joinAt(partner, to, course)) return IMPOSSIBLE;
    if (room !== -1) {
      const holder = table.inRoom[to * core.rooms + room]!;
      if (holder !== -1 && holder !== partner && !this.joinAt(holder, to, course)) return IMPOSSIBLE;
    }
    if (!this.closeChain()) return IMPOSSIBLE;

    let price = 0;
    let roomsSave = 0;
    let moving = 0;
    for (let i = 0; i < this.length; i++) {
      const link = chain[i]!;
      const linkCourse = lectureCourse[link]!;
      const start = table.period[link]!;
      const target = start === from ? to : from;
      if (table.lectureAt[linkCourse * periods + target] !== -1) {
        // Two lectures of one course would change places: they may as well stay.
        this.staying[link] = this.proposal;
        continue;
      }
      price += table.shiftPrice(linkCourse, start, target);
      roomsSave += table.leavingSaves(linkCourse, table.room[link]!);
      if (core.far.length > 0) roomsSave += table.travelAround(link);
      chain[moving++] = link;
    }
    // Most proposals end here: looking for rooms costs the most.
    if (price - roomsSave > limit) return IMPOSSIBLE;
    this.length = moving;
    const rooms = this.chooseRooms(room);
    if (rooms === IMPOSSIBLE) return IMPOSSIBLE;
    return core.far.length > 0 ? price + rooms + this.travelChange() : price + rooms;
  }

  /** A lecture changes its room; whoever holds the new one gets the old one. */
  proposeRoom(lecture: number, room: number): number {
    const { table, core, chain, newRoom } = this;
    const old = table.room[lecture]!;
    if (old === room) return IMPOSSIBLE;
    this.kind = 'rooms';
    this.length = 1;
    chain[0] = lecture;
    newRoom[0] = room;
    const price = table.roomPrice(core.lectureCourse[lecture]!, old, room);
    const holder = this.holderOf(lecture, room);
    if (holder === IMPOSSIBLE) return IMPOSSIBLE;
    if (holder === -1) return core.far.length > 0 ? price + this.travelChange() : price;
    this.length = 2;
    chain[1] = holder;
    newRoom[1] = old;
    const both = price + table.roomPrice(core.lectureCourse[holder]!, room, old);
    return core.far.length > 0 ? both + this.travelChange() : both;
  }

  /**
   * All lectures of a course change to one room at once, each against whoever holds it. One by one they would have
   * to pay for a second room first.
   */
  proposeHome(course: number, room: number): number {
    const { table, core, chain, newRoom } = this;
    this.kind = 'home';
    this.length = 0;
    let price = 0;
    for (let lecture = core.lectureStarts[course]!; lecture < core.lectureStarts[course + 1]!; lecture++) {
      const old = table.room[lecture]!;
      if (old === room) continue;
      price += table.roomPrice(course, old, room);
      const holder = this.holderOf(lecture, room);
      if (holder === IMPOSSIBLE) return IMPOSSIBLE;
      if (holder !== -1) price += table.roomPrice(core.lectureCourse[holder]!, room, old);
      // Two lectures of one room and time have no way in common.
      if (core.far.length > 0) price -= table.travelAround(lecture) + (holder === -1 ? 0 : table.travelAround(holder));
      this.swapRoom(lecture, room);
      if (core.far.length > 0) price += table.travelAround(lecture) + (holder === -1 ? 0 : table.travelAround(holder));
      chain[this.length] = lecture;
      newRoom[this.length++] = old;
    }
    return this.length === 0 ? IMPOSSIBLE : price;
  }

  commit(): void {
    this.carryOut();
    this.length = 0;
  }

  private carryOut(): void {
    const { table, chain, newPeriod, newRoom, length } = this;
    if (this.kind === 'exchange') {
      // Everyone leaves before anyone arrives.
      for (let i = 0; i < length; i++) {
        newPeriod[i] = this.from + this.to - table.period[chain[i]!]!;
        table.unplace(chain[i]!);
      }
      for (let i = 0; i < length; i++) table.place(chain[i]!, newPeriod[i]!, newRoom[i]!);
    } else if (this.kind === 'rooms') {
      for (let i = 0; i < length; i++) table.leave(chain[i]!);
      for (let i = 0; i < length; i++) table.enter(chain[i]!, newRoom[i]!);
    }
  }

  /**
   * The change in what ways between buildings cost: the change is carried out, looked at and taken back. Only problems
   * with buildings far from each other pay for that.
   */
  private travelChange(): number {
    const { table, chain, newRoom, newPeriod, length, core } = this;
    const places = Array.from({ length }, (_, i) => ({
      period: table.period[chain[i]!]!,
      room: table.room[chain[i]!]!,
    }));
    const rooms = newRoom.slice(0, length);
    const days = new Set<number>();
    for (let i = 0; i < length; i++) {
      const course = core.lectureCourse[chain[i]!]!;
      for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
        for (let j = core.membershipStarts[course]!; j < core.membershipStarts[course + 1]!; j++) {
          const first = core.memberships[j]! * core.days + repeat * core.weekDays;
          days.add(first + core.periodDay[places[i]!.period]!);
          if (this.kind === 'exchange') days.add(first + core.periodDay[this.from + this.to - places[i]!.period]!);
        }
      }
    }
    let price = 0;
    for (const day of days) price -= table.travelOn(day);
    this.carryOut();
    for (const day of days) price += table.travelOn(day);
    for (let i = 0; i < length; i++) {
      newRoom[i] = places[i]!.room;
      newPeriod[i] = places[i]!.period;
    }
    for (let i = 0; i < length; i++) table.unplace(chain[i]!);
    for (let i = 0; i < length; i++) table.place(chain[i]!, newPeriod[i]!, newRoom[i]!);
    for (let i = 0; i < length; i++) newRoom[i] = rooms[i]!;
    return price;
  }

  /** A change of all rooms of a course was carried out to learn its price; it has to be taken back. */
  drop(): void {
    if (this.kind !== 'home') return;
    while (this.length > 0) {
      this.length--;
      this.swapRoom(this.chain[this.length]!, this.newRoom[this.length]!);
    }
  }

  /** Adds a lecture if it can change places with one of the course: it must be of its kind and begin in `period`. */
  private joinAt(lecture: number, period: number, course: number): boolean {
    const { core } = this;
    if (lecture === CLOSED || core.kind[core.lectureCourse[lecture]!] !== core.kind[course]) return false;
    if (this.table.period[lecture] !== period) return false;
    this.join(lecture);
    return true;
  }

  private join(lecture: number): void {
    this.inChain[lecture] = this.proposal;
    this.chain[this.length++] = lecture;
  }

  /**
   * Adds whoever has to give way. False if someone would have to go where it is barred, if someone is in the way who
   * cannot change places, or if there is no end to it.
   */
  private closeChain(): boolean {
    const { table, chain, inChain, core, proposal } = this;
    const { periods, rivals, rivalStarts, lectureCourse, kind } = core;
    const both = this.from + this.to;
    for (let i = 0; i < this.length; i++) {
      const link = chain[i]!;
      const course = lectureCourse[link]!;
      const target = both - table.period[link]!;
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
        if (this.length === longest_chain || table.clashes[rivals[j]! * periods + both - target]! >= BARRED)
          return false;
        this.join(rival);
      }
    }
    return true;
  }

  /** Finds rooms for all links, the first in `wanted` if that is not −1; gives the change of price, or IMPOSSIBLE. */
  private chooseRooms(wanted: number): number {
    const { table, chain, newRoom, core } = this;
    const both = this.from + this.to;
    let price = 0;
    let homeless = false;
    for (let i = 0; i < this.length; i++) {
      const link = chain[i]!;
      const target = both - table.period[link]!;
      const own = table.room[link]!;
      const room = i === 0 && wanted !== -1 ? wanted : own;
      if (this.isFree(core.lectureCourse[link]!, target, room)) {
        newRoom[i] = room;
        this.taken[target * core.rooms + room] = this.proposal;
        if (room !== own) price += table.roomPrice(core.lectureCourse[link]!, own, room);
      } else if (room !== own) {
        return IMPOSSIBLE;
      } else {
        newRoom[i] = -1;
        homeless = true;
      }
    }
    for (let i = 0; homeless && i < this.length; i++) {
      if (newRoom[i] !== -1) continue;
      const link = chain[i]!;
      const course = core.lectureCourse[link]!;
      const target = both - table.period[link]!;
      let best = -1;
      let bestPrice = IMPOSSIBLE;
      for (let room = 0; room < core.rooms; room++) {
        if (!this.isFree(course, target, room)) continue;
        const roomPrice = table.roomPrice(course, table.room[link]!, room);
        if (roomPrice < bestPrice) {
          bestPrice = roomPrice;
          best = room;
        }
      }
      if (best === -1) return IMPOSSIBLE;
      newRoom[i] = best;
      this.taken[target * core.rooms + best] = this.proposal;
      price += bestPrice;
    }
    return price;
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

  /** Who would give up a room for the lecture: −1 when it is free, IMPOSSIBLE when the holder cannot change places. */
  private holderOf(lecture: number, room: number): number {
    const { table, core } = this;
    const period = table.period[lecture]!;
    const course = core.lectureCourse[lecture]!;
    const holder = table.inRoom[period * core.rooms + room]!;
    if (holder === -1) return table.isFree(course, period, room) ? -1 : IMPOSSIBLE;
    if (holder === CLOSED) return IMPOSSIBLE;
    if (core.kinds === 1) return holder;
    const sameKind = core.kind[core.lectureCourse[holder]!] === core.kind[course];
    return sameKind && table.period[holder] === period ? holder : IMPOSSIBLE;
  }

  private swapRoom(lecture: number, room: number): void {
    const { table, core } = this;
    const old = table.room[lecture]!;
    const holder = table.inRoom[table.period[lecture]! * core.rooms + room]!;
    table.leave(lecture);
    if (holder !== -1) {
      table.leave(holder);
      table.enter(holder, old);
    }
    table.enter(lecture, room);
  }
}
