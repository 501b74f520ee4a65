import type { Random } from './random.ts';
import type { Timetable } from './timetable.ts';

/**
 * Places all lectures that have no place yet, breaking no hard rule: a lecture takes the period where it pushes out
 * the least, and what it pushed out looks for a place in its turn. A lecture pushed out becomes heavier and may not
 * push back for a while, so that the search does not go in circles (a tabu search over partial timetables, after
 * Blöchliger and Zufferey's PartialCol for graph colouring).
 *
 * @param goOn is asked every hundred steps; false ends the search.
 * @returns the number of lectures still without a place: 0 when the timetable is feasible.
 */
export function placeAll(table: Timetable, random: Random, goOn: () => boolean): number {
  const { core } = table;
  const { periods, rooms } = core;
  const waiting: number[] = [];
  for (let lecture = 0; lecture < core.lectures; lecture++) if (table.period[lecture] === -1) waiting.push(lecture);
  sortByFreedom(table, waiting);

  const weight = new Int32Array(core.courses).fill(1);
  const tabuUntil = new Int32Array(core.courses * periods);
  const lecturesIn = new Int32Array(periods);
  for (const period of table.period) if (period !== -1) lecturesIn[period]!++;

  const pushOut = (lecture: number, step: number) => {
    const course = core.lectureCourse[lecture]!;
    const period = table.period[lecture]!;
    table.unplace(lecture);
    lecturesIn[period]!--;
    weight[course]!++;
    tabuUntil[course * periods + period] = step + 10 + random.below(10) + (waiting.length >> 1);
    waiting.push(lecture);
  };

  for (let step = 1; waiting.length > 0; step++) {
    if (step % 100 === 0 && !goOn()) break;
    // The first round follows the order of freedom; later the choice is random among those pushed out.
    const place = step <= core.lectures ? waiting.length - 1 : random.below(waiting.length);
    const lecture = waiting[place]!;
    const course = core.lectureCourse[lecture]!;
    const period = bestPeriod(course, step);
    if (period === -1) {
      if (core.allowedStarts[course] === core.allowedStarts[course + 1]) break;
      continue;
    }
    waiting.splice(place, 1);
    for (let i = core.rivalStarts[course]!; i < core.rivalStarts[course + 1]!; i++) {
      const rival = table.lectureAt[core.rivals[i]! * periods + period]!;
      if (rival !== -1) pushOut(rival, step);
    }
    if (lecturesIn[period] === rooms) pushOut(lightestIn(period), step);
    table.place(lecture, period, cheapestRoom(table, course, period));
    lecturesIn[period]!++;
  }
  return waiting.length;

  function bestPeriod(course: number, step: number): number {
    let best = -1;
    let bestPrice = Number.POSITIVE_INFINITY;
    for (let i = core.allowedStarts[course]!; i < core.allowedStarts[course + 1]!; i++) {
      const period = core.allowed[i]!;
      // Two lectures of one course in a period: pushing out a twin gains nothing.
      if (table.lectureAt[course * periods + period] !== -1) continue;
      let price = 0;
      if (table.clashes[course * periods + period] !== 0) {
        for (let j = core.rivalStarts[course]!; j < core.rivalStarts[course + 1]!; j++) {
          const rival = core.rivals[j]!;
          if (table.lectureAt[rival * periods + period] !== -1) price += weight[rival]!;
        }
      } else if (lecturesIn[period] === rooms) {
        price = weight[core.lectureCourse[lightestIn(period)]!]!;
      }
      if (price > 0 && tabuUntil[course * periods + period]! > step) continue;
      // Ties are broken by chance: the fraction is always less than a whole step.
      price += random.fraction();
      if (price < bestPrice) {
        bestPrice = price;
        best = period;
      }
    }
    return best;
  }

  function lightestIn(period: number): number {
    let lightest = -1;
    for (let room = 0; room < rooms; room++) {
      const lecture = table.inRoom[period * rooms + room]!;
      if (lecture === -1) continue;
      if (lightest === -1 || weight[core.lectureCourse[lecture]!]! < weight[core.lectureCourse[lightest]!]!) {
        lightest = lecture;
      }
    }
    return lightest;
  }
}

/** The free room that a lecture of the course costs least in; −1 when all are taken. */
export function cheapestRoom(table: Timetable, course: number, period: number): number {
  const { rooms } = table.core;
  let best = -1;
  let bestPrice = Number.POSITIVE_INFINITY;
  for (let room = 0; room < rooms; room++) {
    if (table.inRoom[period * rooms + room] !== -1) continue;
    const price = table.roomPrice(course, -1, room);
    if (price < bestPrice) {
      bestPrice = price;
      best = room;
    }
  }
  return best;
}

/** Those with the least choice last, where they are taken from first. */
function sortByFreedom(table: Timetable, lectures: number[]): void {
  const { core } = table;
  const freedom = (lecture: number) => {
    const course = core.lectureCourse[lecture]!;
    const choices = core.allowedStarts[course + 1]! - core.allowedStarts[course]!;
    const siblings = core.lectureStarts[course + 1]! - core.lectureStarts[course]!;
    const rivals = core.rivalStarts[course + 1]! - core.rivalStarts[course]!;
    return choices / (siblings * rivals);
  };
  lectures.sort((a, b) => freedom(b) - freedom(a));
}
