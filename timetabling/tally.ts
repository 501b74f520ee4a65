import type { Timetable } from './timetable.ts';

/**
 * The price of many lectures going to other periods at once, rooms aside. What several of them change on one day of a
 * line, or on the days of one course, cannot be added up one by one; so all changes are noted first and then priced.
 * Nobody may end up in two places.
 */
export class Tally {
  private readonly table: Timetable;
  /** Marks carry the number of the sum that set them, so that nothing has to be wiped between sums. */
  private sum = 0;
  /** What the periods themselves cost more. */
  private shifts = 0;
  /** The days of lines that change (line × days + day), and the periods that change there. */
  private readonly days: Int32Array;
  private daysNoted = 0;
  private readonly dayMark: Int32Array;
  private readonly flips: Int32Array;
  /** The courses that change, and by how many lectures on which day (course × days + day). */
  private readonly courses: Int32Array;
  private coursesNoted = 0;
  private readonly courseMark: Int32Array;
  private readonly change: Int32Array;

  constructor(table: Timetable) {
    const { core } = table;
    this.table = table;
    this.days = new Int32Array(core.lines * core.days);
    this.dayMark = new Int32Array(core.lines * core.days);
    this.flips = new Int32Array(core.lines * core.days);
    this.courses = new Int32Array(core.courses);
    this.courseMark = new Int32Array(core.courses);
    this.change = new Int32Array(core.courses * core.days);
  }

  begin(): void {
    this.sum++;
    this.daysNoted = 0;
    this.coursesNoted = 0;
    this.shifts = 0;
  }

  /** Notes that a lecture of the course leaves one period for another. */
  move(course: number, from: number, to: number): void {
    const { core } = this.table;
    const { periods, days, memberships, membershipStarts } = core;
    this.shifts += core.periodPrice[course * periods + to]! - core.periodPrice[course * periods + from]!;
    let oldDay = core.periodDay[from]!;
    let newDay = core.periodDay[to]!;
    if (oldDay !== newDay) {
      if (this.courseMark[course] !== this.sum) {
        this.courseMark[course] = this.sum;
        this.courses[this.coursesNoted++] = course;
        this.change.fill(0, course * days, (course + 1) * days);
      }
      this.change[course * days + oldDay]!--;
      this.change[course * days + newDay]!++;
    }
    const oldBits = core.span[course]! << core.periodPlace[from]!;
    const newBits = core.span[course]! << core.periodPlace[to]!;
    for (let repeat = core.repeats[course]!; repeat > 0; repeat--) {
      for (let i = membershipStarts[course]!; i < membershipStarts[course + 1]!; i++) {
        this.flip(memberships[i]! * days + oldDay, oldBits);
        this.flip(memberships[i]! * days + newDay, newBits);
      }
      oldDay += core.weekDays;
      newDay += core.weekDays;
    }
  }

  /** The change of price of all that was noted. */
  price(): number {
    const { core, busy, onDay, daysUsed } = this.table;
    const { days, dayPrice, dayTable, minDays } = core;
    let price = this.shifts;
    for (let i = 0; i < this.daysNoted; i++) {
      const day = this.days[i]!;
      // One lecture left what another came to: nothing changes for those who attend both.
      if (this.flips[day] === 0) continue;
      const table = dayTable[Math.floor(day / days)]!;
      price += dayPrice[table + (busy[day]! ^ this.flips[day]!)]! - dayPrice[table + busy[day]!]!;
    }
    for (let i = 0; i < this.coursesNoted; i++) {
      const course = this.courses[i]!;
      let used = daysUsed[course]!;
      for (let day = course * days; day < (course + 1) * days; day++) {
        const now = onDay[day]!;
        used += (now + this.change[day]! > 0 ? 1 : 0) - (now > 0 ? 1 : 0);
      }
      const least = minDays[course]!;
      price += core.missingDayPrice * (Math.max(0, least - used) - Math.max(0, least - daysUsed[course]!));
    }
    return price;
  }

  private flip(day: number, bits: number): void {
    if (this.dayMark[day] !== this.sum) {
      this.dayMark[day] = this.sum;
      this.days[this.daysNoted++] = day;
      this.flips[day] = 0;
    }
    this.flips[day]! ^= bits;
  }
}
