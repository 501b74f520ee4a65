import { Chain, IMPOSSIBLE } from './chain.ts';
import { BARRED, type Core } from './model.ts';
import { Tally } from './tally.ts';
import { CLOSED, type Timetable } from './timetable.ts';
import { Ways } from './ways.ts';

/**
 * Longer chains are given up: of 3 million tried, one in 20,000 of more than eight links was ever worth making, and they
 * take the most time.
 */
const longest_chain = 10;

/** The same for a block, which begins with several. */
const longest_block = 24;

/**
 * The changes that the search tries. Each is proposed first, which gives the change of price, and then either
 * committed or dropped; no change ever breaks a hard rule.
 */
export class Moves {
  private readonly table: Timetable;
  private readonly core: Core;
  private readonly chain: Chain;
  private readonly tally: Tally;
  private readonly ways: Ways;
  private kind: 'exchange' | 'rooms' | 'home' = 'rooms';

  constructor(table: Timetable) {
    this.table = table;
    this.core = table.core;
    this.chain = new Chain(table);
    this.tally = new Tally(table);
    this.ways = new Ways(table);
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
    this.kind = 'exchange';
    chain.begin();
    chain.join(lecture, to);
    if (partner !== -1 && !chain.joinAt(partner, to, from, course)) return IMPOSSIBLE;
    if (room !== -1) {
      const holder = table.inRoom[to * core.rooms + room]!;
      if (holder !== -1 && holder !== partner && !chain.joinAt(holder, to, from, course)) return IMPOSSIBLE;
    }
    if (!chain.close(longest_chain)) return IMPOSSIBLE;

    const moving = chain.dropStaying();
    let price = 0;
    let roomsSave = 0;
    for (let i = 0; i < moving; i++) {
      const link = chain.lectures[i]!;
      const linkCourse = lectureCourse[link]!;
      price += table.shiftPrice(linkCourse, table.period[link]!, chain.newPeriod[i]!);
      roomsSave += table.leavingSaves(linkCourse, table.room[link]!);
    }
    return this.withRooms(price, roomsSave, room, limit);
  }

  /**
   * All lectures that a course, or a line, has on a day go to another time together, each as far as the first, and
   * whoever conflicts goes the other way. One by one they would have to leave each other first, and where many attend
   * them, that costs more than a search ever pays: what region it ended in was decided while it was still hot.
   * @param line whose lectures of the day go with `lecture`; −1: those of its own course.
   * @param limit as for `proposeExchange`.
   */
  proposeBlock(lecture: number, to: number, line: number, limit: number): number {
    const { table, core, chain, tally } = this;
    this.kind = 'exchange';
    chain.begin();
    if (!chain.joinDay(lecture, to, line) || !chain.close(longest_block)) return IMPOSSIBLE;

    const moving = chain.dropStaying();
    let roomsSave = 0;
    tally.begin();
    for (let i = 0; i < moving; i++) {
      const link = chain.lectures[i]!;
      tally.move(core.lectureCourse[link]!, table.period[link]!, chain.newPeriod[i]!);
      // Several of a course may leave the same room.
      roomsSave += core.roomPrice[core.lectureCourse[link]! * core.rooms + table.room[link]!]! + core.roomChangePrice;
    }
    return this.withRooms(tally.price(), roomsSave, -1, limit);
  }

  /** A lecture changes its room; whoever holds the new one gets the old one. */
  proposeRoom(lecture: number, room: number): number {
    const { table, core, chain } = this;
    const old = table.room[lecture]!;
    if (old === room) return IMPOSSIBLE;
    this.kind = 'rooms';
    chain.length = 1;
    chain.lectures[0] = lecture;
    chain.newRoom[0] = room;
    const price = table.roomPrice(core.lectureCourse[lecture]!, old, room);
    const holder = this.holderOf(lecture, room);
    if (holder === IMPOSSIBLE) return IMPOSSIBLE;
    if (holder === -1) return price + this.travelChange();
    chain.length = 2;
    chain.lectures[1] = holder;
    chain.newRoom[1] = old;
    return price + table.roomPrice(core.lectureCourse[holder]!, room, old) + this.travelChange();
  }

  /**
   * All lectures of a course change to one room at once, each against whoever holds it. One by one they would have
   * to pay for a second room first.
   */
  proposeHome(course: number, room: number): number {
    const { table, core, chain } = this;
    this.kind = 'home';
    chain.length = 0;
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
      chain.lectures[chain.length] = lecture;
      chain.newRoom[chain.length++] = old;
    }
    return chain.length === 0 ? IMPOSSIBLE : price;
  }

  commit(): void {
    const { table } = this;
    const { lectures, newPeriod, newRoom, length } = this.chain;
    if (this.kind === 'exchange') {
      // Everyone leaves before anyone arrives.
      for (let i = 0; i < length; i++) table.unplace(lectures[i]!);
      for (let i = 0; i < length; i++) table.place(lectures[i]!, newPeriod[i]!, newRoom[i]!);
    } else if (this.kind === 'rooms') {
      for (let i = 0; i < length; i++) table.leave(lectures[i]!);
      for (let i = 0; i < length; i++) table.enter(lectures[i]!, newRoom[i]!);
    }
    this.chain.length = 0;
  }

  /** The change in what ways between buildings cost; nothing where all are near. */
  private travelChange(): number {
    const { table, core, ways } = this;
    if (core.far.length === 0) return 0;
    const { lectures, newRoom, newPeriod, length } = this.chain;
    ways.begin();
    if (this.kind === 'exchange')
      for (let i = 0; i < length; i++) ways.note(core.lectureCourse[lectures[i]!]!, table.period[lectures[i]!]!, -1);
    for (let i = 0; i < length; i++) {
      const period = this.kind === 'exchange' ? newPeriod[i]! : table.period[lectures[i]!]!;
      ways.note(core.lectureCourse[lectures[i]!]!, period, newRoom[i]!);
    }
    return ways.price();
  }

  /** A change of all rooms of a course was carried out to learn its price; it has to be taken back. */
  drop(): void {
    if (this.kind !== 'home') return;
    const { chain } = this;
    while (chain.length > 0) {
      chain.length--;
      this.swapRoom(chain.lectures[chain.length]!, chain.newRoom[chain.length]!);
    }
  }

  /**
   * The price of the chain with the cheapest rooms for it, when that can be within the limit at all.
   * @param roomsSave what leaving their rooms can save at the most.
   */
  private withRooms(price: number, roomsSave: number, room: number, limit: number): number {
    const { table, core, chain } = this;
    let least = price - roomsSave;
    if (core.far.length > 0)
      for (let i = 0; i < chain.length && least > limit; i++) least -= table.travelAround(chain.lectures[i]!);
    // Most proposals end here: looking for rooms costs the most.
    if (chain.length === 0 || least > limit) return IMPOSSIBLE;
    const rooms = chain.chooseRooms(room);
    if (rooms === IMPOSSIBLE) return IMPOSSIBLE;
    if (core.far.length === 0) return price + rooms;
    // With its rooms it may be too dear whatever ways are saved; new ways need not be looked at then.
    least = price + rooms;
    for (let i = 0; i < chain.length && least > limit; i++) least -= table.travelAround(chain.lectures[i]!);
    return least > limit ? IMPOSSIBLE : price + rooms + this.travelChange();
  }

  /** Who would give up a room for the lecture: −1 when it is free, IMPOSSIBLE when the holder cannot change places. */
  private holderOf(lecture: number, room: number): number {
    const { table, core } = this;
    const period = table.period[lecture]!;
    const course = core.lectureCourse[lecture]!;
    const holder = table.inRoom[period * core.rooms + room]!;
    if (holder === -1) return table.isFree(course, period, room) ? -1 : IMPOSSIBLE;
    if (holder === CLOSED) return IMPOSSIBLE;
    if (core.kinds === 1 && core.length[course] === 1) return holder;
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
