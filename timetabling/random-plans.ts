import fc from 'fast-check';
import type { Plan, PlanLesson } from './plan.ts';
import { compilePlan } from './plan-core.ts';
import { search } from './solve.ts';

export function solvePlan(plan: Plan, iterations: number, seed = 1, start?: PlanLesson[]) {
  const { core, lessons, solution } = compilePlan(plan);
  const result = search(core, { iterations, seed, ...(start && { start: solution(start) }) });
  return { ...result, lessons: lessons(result.solution) };
}

/** Small plans of all shapes; about half of them can be solved. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    weeks: fc.constantFrom(1 as const, 2 as const),
    days: fc.integer({ min: 2, max: 4 }),
    sessions: fc.integer({ min: 3, max: 5 }),
    rooms: fc.array(
      fc.record({
        seats: fc.integer({ min: 5, max: 40 }),
        kind: fc.constantFrom('a', 'b'),
        shut: fc.nat(14),
        building: fc.constantFrom('x', 'y', 'z'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    teachers: fc.array(fc.record({ away: fc.nat(14), wish: fc.nat(14), max: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    groups: fc.array(fc.record({ students: fc.integer({ min: 0, max: 30 }), whole: fc.nat(5), lunch: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
    }),
    far: fc.boolean(),
    activities: fc.array(
      fc.record({
        group: fc.nat(),
        teachers: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
        lessons: fc.integer({ min: 1, max: 3 }),
        length: fc.integer({ min: 1, max: 2 }),
        weeks: fc.constantFrom('every' as const, 'odd' as const, 'even' as const),
        min_days: fc.nat(3),
        kind: fc.constantFrom(undefined, undefined, 'a'),
        fixed: fc.nat(3).map((chance) => chance === 0),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ weeks, days, sessions, rooms, teachers, groups, far, activities }): Plan => {
    const moment = (place: number) => ({ day: place % days, session: place % sessions });
    return {
      weeks,
      days,
      sessions,
      ...(far && { far: [['x', 'y'] as [string, string]] }),
      rooms: rooms.map(({ seats, kind, shut, building }, index) => ({
        id: `r${index}`,
        seats,
        kind,
        building,
        closed: shut > 7 ? [moment(shut)] : [],
      })),
      teachers: teachers.map(({ away, wish, max }, index) => ({
        id: `t${index}`,
        max_per_day: max,
        unavailable: away > 7 ? [moment(away)] : [],
        wishes: [{ ...moment(wish), price: 4 }],
      })),
      groups: groups.map(({ students, whole, lunch }, index) => ({
        id: `g${index}`,
        students,
        ...(whole < index && { part_of: `g${whole}` }),
        ...(lunch && { lunch: { from: 0, to: 1 } }),
      })),
      activities: activities.map(({ group, teachers: some, kind, fixed, ...rest }, index) => ({
        ...rest,
        id: `a${index}`,
        groups: [`g${group % groups.length}`],
        teachers: [...new Set(some.map((teacher) => `t${teacher % teachers.length}`))],
        ...(kind && { room_kind: kind }),
        ...(fixed && { fixed: [{ day: index % days, session: 0 }] }),
      })),
    };
  });
