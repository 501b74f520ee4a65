import { conflicts } from './cost.ts';
import { assemble, type Core, dayTable } from './model.ts';
import { type Problem, weights } from './problem.ts';

/** A problem of ITC-2007 as the search wants it. */
export function compile(problem: Problem): Core {
  const { courses, rooms, days, periods_per_day } = problem;
  const periods = days * periods_per_day;
  const unavailable = new Set(problem.unavailable.map(({ course, period }) => course * periods + period));
  const curricula = mergeCurricula(problem);
  const tables = new Map(
    [...new Set(curricula.map(({ times }) => times))].map((times) => [
      times,
      dayTable(periods_per_day, (set) => times * isolatedPrice(set)),
    ]),
  );
  return assemble({
    weeks: 1,
    days,
    periodsPerDay: periods_per_day,
    rooms: rooms.length,
    courses: courses.map((course, index) => ({
      lectures: course.lectures,
      length: 1,
      repeats: 1,
      minDays: course.min_days,
      allowed: (period) => !unavailable.has(index * periods + period),
      periodPrice: () => 0,
      roomPrice: (room) => weights.room_capacity * Math.max(0, course.students - rooms[room]!.capacity),
    })),
    rivals: conflicts(problem),
    lines: curricula.map(({ courses, times }) => ({ courses, table: tables.get(times)! })),
    roomChangePrice: weights.room_stability,
    missingDayPrice: weights.min_working_days,
  });
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

function isolatedPrice(set: number): number {
  let price = 0;
  for (let rest = set & ~(set << 1) & ~(set >> 1); rest !== 0; rest &= rest - 1) price += weights.isolated_lecture;
  return price;
}
