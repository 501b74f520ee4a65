import { type Problem, type Solution, weights } from './problem.ts';

/** How often each hard rule is broken. A timetable may be used when `total` is 0. */
export interface Violations {
  lectures: number;
  conflicts: number;
  availability: number;
  room_occupation: number;
  total: number;
}

/** The price of what a timetable breaks of the soft rules. */
export interface Cost {
  room_capacity: number;
  min_working_days: number;
  isolated_lectures: number;
  room_stability: number;
  total: number;
}

/** One broken rule in words. `price` is undefined for a hard rule. */
export interface Finding {
  rule: keyof Violations | keyof Cost;
  price?: number;
  text: string;
}

export interface Evaluation {
  violations: Violations;
  cost: Cost;
  findings: Finding[];
}

/**
 * Judges a timetable from nothing but the problem as it was written: slow, plain, and independent of the arrays that
 * the search works on, so that it can be the measure for them.
 */
export function evaluate(problem: Problem, solution: Solution): Evaluation {
  const judge = new Judge(problem, solution);
  judge.hardRules();
  judge.courses();
  judge.curricula();
  const { findings } = judge;
  const broken = (rule: Finding['rule']) => findings.filter((finding) => finding.rule === rule);
  const price = (rule: Finding['rule']) => broken(rule).reduce((sum, finding) => sum + (finding.price ?? 0), 0);
  const violations = {
    lectures: judge.missing,
    conflicts: broken('conflicts').length,
    availability: broken('availability').length,
    room_occupation: broken('room_occupation').length,
  };
  const cost = {
    room_capacity: price('room_capacity'),
    min_working_days: price('min_working_days'),
    isolated_lectures: price('isolated_lectures'),
    room_stability: price('room_stability'),
  };
  const sum = (parts: Record<string, number>) => Object.values(parts).reduce((total, part) => total + part, 0);
  return {
    violations: { ...violations, total: sum(violations) },
    cost: { ...cost, total: sum(cost) },
    findings,
  };
}

class Judge {
  readonly findings: Finding[] = [];
  missing = 0;
  private readonly problem: Problem;
  /** For each course the room of its lecture by period. A second lecture in the same period does not count. */
  private readonly taught: Map<number, number>[];

  constructor(problem: Problem, solution: Solution) {
    this.problem = problem;
    this.taught = problem.courses.map(() => new Map());
    const used = new Set<string>();
    for (const { course, room, period } of solution) {
      if (this.taught[course]!.has(period)) continue;
      this.taught[course]!.set(period, room);
      const key = `${room} ${period}`;
      if (used.has(key)) this.broken('room_occupation', `${problem.rooms[room]!.id} is used twice ${this.at(period)}`);
      used.add(key);
    }
  }

  hardRules() {
    const { courses, unavailable } = this.problem;
    courses.forEach((course, index) => {
      const placed = this.taught[index]!.size;
      if (placed === course.lectures) return;
      this.missing += Math.abs(course.lectures - placed);
      this.broken('lectures', `${course.id} has ${placed} lectures at different times, not ${course.lectures}`);
    });
    const conflict = conflicts(this.problem);
    for (const [first, second] of pairs(courses.length)) {
      if (!conflict(first, second)) continue;
      for (const period of this.taught[first]!.keys()) {
        if (!this.taught[second]!.has(period)) continue;
        const names = `${courses[first]!.id} and ${courses[second]!.id}`;
        this.broken('conflicts', `${names} are both ${this.at(period)}`);
      }
    }
    const distinct = new Map(unavailable.map((entry) => [`${entry.course} ${entry.period}`, entry]));
    for (const { course, period } of distinct.values()) {
      if (!this.taught[course]!.has(period)) continue;
      this.broken('availability', `${courses[course]!.id} cannot be taught ${this.at(period)}`);
    }
  }

  courses() {
    const { rooms, periods_per_day } = this.problem;
    this.problem.courses.forEach((course, index) => {
      const lessons = [...this.taught[index]!];
      for (const [period, room] of lessons) {
        const standing = course.students - rooms[room]!.capacity;
        if (standing <= 0) continue;
        const text = `${course.id}: ${standing} students without a seat in ${rooms[room]!.id} ${this.at(period)}`;
        this.priced('room_capacity', standing * weights.room_capacity, text);
      }
      const days = new Set(lessons.map(([period]) => Math.floor(period / periods_per_day))).size;
      if (days < course.min_days) {
        const price = (course.min_days - days) * weights.min_working_days;
        this.priced('min_working_days', price, `${course.id}: on ${days} days instead of ${course.min_days}`);
      }
      const used = new Set(lessons.map(([, room]) => room)).size;
      if (used > 1) {
        this.priced('room_stability', (used - 1) * weights.room_stability, `${course.id}: in ${used} rooms`);
      }
    });
  }

  curricula() {
    const { curricula, periods_per_day } = this.problem;
    for (const { id, courses } of curricula) {
      const count = new Map<number, number>();
      for (const course of courses) {
        for (const period of this.taught[course]!.keys()) count.set(period, (count.get(period) ?? 0) + 1);
      }
      for (const [period, lectures] of count) {
        const first = period % periods_per_day === 0;
        const last = period % periods_per_day === periods_per_day - 1;
        if ((!first && count.has(period - 1)) || (!last && count.has(period + 1))) continue;
        const text = `${id}: a lecture by itself ${this.at(period)}`;
        this.priced('isolated_lectures', lectures * weights.isolated_lecture, text);
      }
    }
  }

  private at(period: number): string {
    const { periods_per_day } = this.problem;
    return `on day ${Math.floor(period / periods_per_day)}, period ${period % periods_per_day}`;
  }

  private broken(rule: keyof Violations, text: string) {
    this.findings.push({ rule, text });
  }

  private priced(rule: keyof Cost, price: number, text: string) {
    this.findings.push({ rule, price, text });
  }
}

/** Whether two courses may not coincide: the same teacher or a common curriculum. */
export function conflicts(problem: Problem): (first: number, second: number) => boolean {
  const { courses, curricula } = problem;
  const shared = new Set<number>();
  for (const curriculum of curricula) {
    for (const a of curriculum.courses) for (const b of curriculum.courses) shared.add(a * courses.length + b);
  }
  return (first, second) =>
    courses[first]!.teacher === courses[second]!.teacher || shared.has(first * courses.length + second);
}

function* pairs(count: number): Iterable<[number, number]> {
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) yield [first, second];
  }
}
