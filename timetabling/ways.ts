import type { Timetable } from './timetable.ts';

/**
 * What ways between buildings cost more when lectures go to other periods or rooms. Whoever leaves and whoever comes is
 * noted first, on top of the timetable as it stands; then only the ways into and out of what was noted are looked at.
 */
export class Ways {
  private readonly table: Timetable;
  /** Marks carry the number of the sum that set them, so that nothing has to be wiped between sums. */
  private sum = 0;
  /** Where a line will be: line × periods + period, as `roomOf` says where it is. */
  private readonly cells: Int32Array;
  private noted = 0;
  private readonly mark: Int32Array;
  private readonly becomes: Int32Array;

  constructor(table: Timetable) {
    const cells = table.roomOf.length;
    this.table = table;
    this.cells = new Int32Array(cells);
    this.mark = new Int32Array(cells);
    this.becomes = new Int32Array(cells);
  }

  begin(): void {
    this.sum++;
    this.noted = 0;
  }

  /** Notes that who attends a lecture of the course in a period will be in the room; −1: in none. All leave before one comes. */
  note(course: number, period: number, room: number): void {
    const { core } = this.table;
    const { memberships, membershipStarts, periods } = core;
    const end = membershipStarts[course + 1]!;
    for (let repeat = 0; repeat < core.repeats[course]!; repeat++) {
      const start = period + repeat * core.weekPeriods;
      for (let i = membershipStarts[course]!; i < end; i++) {
        const first = memberships[i]! * periods + start;
        for (let cell = first; cell < first + core.length[course]!; cell++) {
          if (this.mark[cell] !== this.sum) {
            this.mark[cell] = this.sum;
            this.cells[this.noted++] = cell;
          }
          this.becomes[cell] = room;
        }
      }
    }
  }

  /** The change of price of all that was noted. */
  price(): number {
    const { core, roomOf } = this.table;
    const { far, rooms, periods, periodPlace } = core;
    const perDay = periods / core.days;
    let ways = 0;
    for (let i = 0; i < this.noted; i++) {
      const cell = this.cells[i]!;
      const now = roomOf[cell]!;
      const then = this.becomes[cell]!;
      const place = periodPlace[cell % periods]!;
      for (let side = -1; side <= 1; side += 2) {
        if (place + side < 0 || place + side >= perDay) continue;
        const beside = roomOf[cell + side]!;
        const marked = this.mark[cell + side] === this.sum;
        // A way between two that were noted is looked at from the later one.
        if (marked && side > 0) continue;
        const after = marked ? this.becomes[cell + side]! : beside;
        if (now === then && beside === after) continue;
        if (now !== -1 && beside !== -1) ways -= far[now * rooms + beside]!;
        if (then !== -1 && after !== -1) ways += far[then * rooms + after]!;
      }
    }
    return ways * core.travelPrice;
  }
}
