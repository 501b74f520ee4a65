import fc from 'fast-check';
import type { Problem, Solution } from './problem.ts';
import { Random } from './random.ts';

/** Small problems of all shapes; some cannot be solved. */
export const anyProblem: fc.Arbitrary<Problem> = fc
  .record({
    days: fc.integer({ min: 1, max: 4 }),
    periods_per_day: fc.integer({ min: 1, max: 5 }),
    courses: fc.array(
      fc.record({
        teacher: fc.constantFrom('ann', 'bob', 'cyd', 'dan', 'eve'),
        lectures: fc.integer({ min: 0, max: 4 }),
        min_days: fc.integer({ min: 0, max: 4 }),
        students: fc.integer({ min: 0, max: 60 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    rooms: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
    curricula: fc.array(fc.uniqueArray(fc.nat(), { maxLength: 4 }), { maxLength: 5 }),
    unavailable: fc.array(fc.record({ course: fc.nat(), period: fc.nat() }), { maxLength: 10 }),
  })
  .map(({ days, periods_per_day, courses, rooms, curricula, unavailable }) => ({
    name: 'random',
    days,
    periods_per_day,
    courses: courses.map((course, index) => ({ id: `c${index}`, ...course })),
    rooms: rooms.map((capacity, index) => ({ id: `r${index}`, capacity })),
    curricula: curricula.map((members, index) => ({
      id: `q${index}`,
      courses: [...new Set(members.map((member) => member % courses.length))],
    })),
    unavailable: unavailable.map(({ course, period }) => ({
      course: course % courses.length,
      period: period % (days * periods_per_day),
    })),
  }));

/** Problems small enough that every timetable can be tried: three courses, and at most eight places for them. */
export const tinyProblem: fc.Arbitrary<Problem> = anyProblem.map((problem) => {
  const days = Math.min(problem.days, 2);
  const periods_per_day = Math.min(problem.periods_per_day, 6 / days);
  const periods = days * periods_per_day;
  const courses = problem.courses.slice(0, 3).map((course) => ({ ...course, lectures: Math.min(course.lectures, 2) }));
  const known = (course: number) => course < courses.length;
  return {
    ...problem,
    days,
    periods_per_day,
    courses,
    rooms: problem.rooms.slice(0, Math.max(1, Math.floor(8 / periods))),
    curricula: problem.curricula.map((curriculum) => ({ ...curriculum, courses: curriculum.courses.filter(known) })),
    unavailable: problem.unavailable
      .filter(({ course }) => known(course))
      .map(({ course, period }) => ({ course, period: period % periods })),
  };
});

/** A steady problem of a size at which the search has something to do. */
export function school(courses: number, seed = 7): Problem {
  const random = new Random(seed);
  return {
    name: 'school',
    days: 5,
    periods_per_day: 5,
    rooms: [20, 40, 60, 80].map((capacity, index) => ({ id: `r${index}`, capacity })),
    courses: Array.from({ length: courses }, (_, index) => ({
      id: `c${index}`,
      teacher: `t${index >> 1}`,
      lectures: 1 + random.below(4),
      min_days: 1 + random.below(4),
      students: random.below(80),
    })),
    curricula: Array.from({ length: courses >> 1 }, (_, index) => ({
      id: `q${index}`,
      courses: [index, (index + 3) % courses, (index * 2 + 1) % courses].filter((c, i, all) => all.indexOf(c) === i),
    })),
    unavailable: Array.from({ length: courses * 3 }, () => ({
      course: random.below(courses),
      period: random.below(25),
    })),
  };
}

/** Every way to place all lectures, hard rules or not; the order of the lectures of a course does not matter. */
export function* everyTimetable(problem: Problem): Iterable<Solution> {
  const places = problem.days * problem.periods_per_day * problem.rooms.length;
  const lectures = problem.courses.flatMap((course, index) => new Array<number>(course.lectures).fill(index));
  const chosen: number[] = [];
  yield* extend();

  function* extend(): Iterable<Solution> {
    const course = lectures[chosen.length];
    if (course === undefined) {
      yield chosen.map((place, lecture) => ({
        course: lectures[lecture]!,
        room: place % problem.rooms.length,
        period: Math.floor(place / problem.rooms.length),
      }));
      return;
    }
    const twin = lectures[chosen.length - 1] === course;
    for (let place = twin ? chosen.at(-1)! + 1 : 0; place < places; place++) {
      // One lecture to a room at a time: the only hard rule that makes the number of ways much smaller.
      if (chosen.includes(place)) continue;
      chosen.push(place);
      yield* extend();
      chosen.pop();
    }
  }
}
