import { conflicts } from './cost.ts';
import { type Problem, weights } from './problem.ts';

/** Added to the clashes of a course in a period in which it cannot be taught: no number of conflicts comes near. */
export const BARRED = 1 << 20;

/**
 * A problem as the search wants it: whole numbers in flat arrays, everything that does not change worked out once.
 * Lists of lists are kept as one list and the places where each part begins (`starts[i]` to `starts[i + 1]`).
 */
export interface Core {
  courses: number;
  rooms: number;
  days: number;
  periods: number;
  periodsPerDay: number;
  lectures: number;
  curricula: number;
  /** The course of each lecture; the lectures of a course stand together and can be told apart by nothing. */
  lectureCourse: Int32Array;
  lectureStarts: Int32Array;
  /** The day of each period, and the period's bit in the set of that day's periods. */
  periodDay: Int32Array;
  periodBit: Int32Array;
  /** Periods in which a course may be taught at all. */
  allowed: Int32Array;
  allowedStarts: Int32Array;
  /** 1 or 0 for course × periods + period. */
  barred: Uint8Array;
  /** Courses that may not coincide with a course, itself included. */
  rivals: Int32Array;
  rivalStarts: Int32Array;
  /** The curricula of a course. */
  memberships: Int32Array;
  membershipStarts: Int32Array;
  /** The price of a lecture in a room: course × rooms + room. */
  roomPrice: Int32Array;
  roomChangePrice: number;
  minDays: Int32Array;
  missingDayPrice: number;
  /**
   * What a curriculum's day costs, by the set of its periods that have a lecture: one look instead of a walk through
   * the day. A curriculum's table begins at `dayTable[curriculum]`.
   */
  dayPrice: Int32Array;
  dayTable: Int32Array;
}

export function compile(problem: Problem): Core {
  const { courses, rooms, days, periods_per_day } = problem;
  const periods = days * periods_per_day;
  const barred = new Uint8Array(courses.length * periods);
  for (const { course, period } of problem.unavailable) barred[course * periods + period] = 1;

  const lectures = flatten(courses.map((course, index) => new Array<number>(course.lectures).fill(index)));
  const weekPeriods = Array.from({ length: periods }, (_, period) => period);
  const allowed = flatten(courses.map((_, c) => weekPeriods.filter((period) => !barred[c * periods + period])));
  const conflict = conflicts(problem);
  const everyCourse = courses.map((_, index) => index);
  const rivals = flatten(courses.map((_, first) => everyCourse.filter((second) => conflict(first, second))));
  const curricula = mergeCurricula(problem);
  const member = courses.map((): number[] => []);
  curricula.forEach((curriculum, index) => {
    for (const course of curriculum.courses) member[course]!.push(index);
  });
  const memberships = flatten(member);
  const tables = dayTables(periods_per_day, Math.max(1, ...curricula.map(({ times }) => times)));

  return {
    courses: courses.length,
    rooms: rooms.length,
    days,
    periods,
    periodsPerDay: periods_per_day,
    lectures: lectures.items.length,
    curricula: curricula.length,
    lectureCourse: lectures.items,
    lectureStarts: lectures.starts,
    periodDay: Int32Array.from(weekPeriods, (period) => Math.floor(period / periods_per_day)),
    periodBit: Int32Array.from(weekPeriods, (period) => 1 << (period % periods_per_day)),
    allowed: allowed.items,
    allowedStarts: allowed.starts,
    barred,
    rivals: rivals.items,
    rivalStarts: rivals.starts,
    memberships: memberships.items,
    membershipStarts: memberships.starts,
    roomPrice: Int32Array.from(
      courses.flatMap(({ students }) =>
        rooms.map(({ capacity }) => weights.room_capacity * Math.max(0, students - capacity)),
      ),
    ),
    roomChangePrice: weights.room_stability,
    minDays: Int32Array.from(courses, ({ min_days }) => min_days),
    missingDayPrice: weights.min_working_days,
    dayPrice: tables,
    dayTable: Int32Array.from(curricula, ({ times }) => (times - 1) << periods_per_day),
  };
}

/** Curricula of the same courses become one that counts several times: the fewer, the faster. */
function mergeCurricula(problem: Problem): { courses: number[]; times: number }[] {
  const merged = new Map<string, { courses: number[]; times: number }>();
  for (const { courses } of problem.curricula) {
    const key = [...courses].sort((a, b) => a - b).join();
    const same = merged.get(key);
    if (same) same.times++;
    else merged.set(key, { courses, times: 1 });
  }
  return [...merged.values()];
}

/** For each number of times from 1 and each set of periods: the price of the lectures with no neighbour. */
function dayTables(periodsPerDay: number, mostTimes: number): Int32Array {
  const sets = 1 << periodsPerDay;
  const tables = new Int32Array(sets * mostTimes);
  for (let set = 0; set < sets; set++) {
    const isolated = countBits(set & ~(set << 1) & ~(set >> 1));
    for (let times = 1; times <= mostTimes; times++) {
      tables[(times - 1) * sets + set] = isolated * times * weights.isolated_lecture;
    }
  }
  return tables;
}

function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function flatten(lists: number[][]): { items: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, index) => {
    starts[index + 1] = starts[index]! + list.length;
  });
  return { items: Int32Array.from(lists.flat()), starts };
}
