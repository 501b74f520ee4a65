import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Board } from './board.ts';
import { isHopeless, planFaults } from './faults.ts';
import type { Plan, PlanLesson } from './plan.ts';
import { judgePlan, whyNot } from './plan-judge.ts';
import { anyPlan, solvePlan } from './random-plans.ts';
import { freeTeachers, repair } from './repair.ts';

/** A timetable without a broken hard rule, and nothing where none was found. */
function solved(plan: Plan, seed: number): PlanLesson[] | undefined {
  const { lessons, unplaced } = solvePlan(plan, 2000, seed);
  return unplaced === 0 && lessons.length > 0 ? lessons : undefined;
}

/** The plan with a teacher away or a room closed for a whole day. */
function shut(plan: Plan, pick: number): Plan {
  const day = pick % plan.days;
  const moments = Array.from({ length: plan.sessions }, (_, session) => ({ day, session }));
  const shutOne = <T extends object>(list: T[], change: (one: T) => T) =>
    list.map((one, index) => (index === pick % list.length ? change(one) : one));
  return pick % 2
    ? { ...plan, rooms: shutOne(plan.rooms, (one) => ({ ...one, closed: [...(one.closed ?? []), ...moments] })) }
    : {
        ...plan,
        teachers: shutOne(plan.teachers, (one) => ({ ...one, unavailable: [...(one.unavailable ?? []), ...moments] })),
      };
}

const hard = (plan: Plan, lessons: PlanLesson[]) => judgePlan(plan, lessons).filter(({ price }) => price === undefined);
/** Without fixed places, so that what is fixed is what a repair was told. */
const loose = (plan: Plan): Plan => ({
  ...plan,
  activities: plan.activities.map(({ fixed, ...activity }) => activity),
});

describe('the board', () => {
  test('sees an obstacle exactly where the judge does', () => {
    let clear = 0;
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, seed) => {
        const lessons = solvePlan(plan, 300, seed).lessons;
        const board = new Board(plan, lessons);
        lessons.forEach((lesson, index) => {
          const others = lessons.filter((_, other) => other !== index);
          for (let pick = 0; pick < 8; pick++) {
            const to = {
              ...lesson,
              week: ((seed + pick) % plan.weeks) as 0 | 1,
              day: (seed + pick * 3) % plan.days,
              session: (seed + pick * 5) % plan.sessions,
              room: (seed + pick) % plan.rooms.length,
            };
            const reasons = board.obstacles(lesson.activity, to, index);
            expect(reasons.length === 0).toBe(whyNot(plan, to, others).length === 0);
            if (reasons.length === 0) clear++;
          }
        });
      }),
      { numRuns: 150 },
    );
    expect(clear).toBeGreaterThan(50);
  });
});

describe('a repair', () => {
  test('moves at most as many lessons as allowed, no fixed one, and breaks no hard rule', () => {
    let repaired = 0;
    let parts = 0;
    fc.assert(
      fc.property(anyPlan.map(loose), fc.nat(), fc.integer({ min: 1, max: 4 }), (whole, seed, most) => {
        const lessons = solved(whole, seed);
        if (!lessons) return;
        const plan = shut(whole, seed);
        const fixed = new Set(lessons.flatMap((_, index) => ((index + seed) % 3 === 0 ? [index] : [])));
        const { broken, repairs } = repair(plan, lessons, { most, fixed });
        expect(broken.length > 0).toBe(hard(plan, lessons).length > 0);
        for (const { moves, left } of repairs) {
          repaired++;
          if (left.length > 0) parts++;
          expect(moves.length).toBeGreaterThan(0);
          expect(moves.length).toBeLessThanOrEqual(most);
          for (const lesson of broken) expect(left.includes(lesson)).toBe(!moves.some((one) => one.lesson === lesson));
          expect(new Set(moves.map(({ lesson }) => lesson)).size).toBe(moves.length);
          for (const { lesson } of moves) expect(fixed.has(lesson)).toBe(false);
          const after = lessons.flatMap((old, index) =>
            left.includes(index) ? [] : [moves.find(({ lesson }) => lesson === index)?.to ?? old],
          );
          expect(hard(plan, after).filter(({ rule }) => rule !== 'missing')).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
    expect(repaired).toBeGreaterThan(10);
    expect(parts).toBeGreaterThan(3);
  });

  test('finds the way with one move whenever there is one', () => {
    let single = 0;
    fc.assert(
      fc.property(anyPlan.map(loose), fc.nat(), (whole, seed) => {
        const lessons = solved(whole, seed);
        if (!lessons) return;
        const plan = shut(whole, seed);
        const { broken, repairs } = repair(plan, lessons, { most: 1 });
        if (broken.length !== 1) return;
        const [index] = broken as [number];
        const others = lessons.filter((_, other) => other !== index);
        const possible = Array.from({ length: plan.days * plan.sessions * plan.rooms.length }, (_, place) => ({
          ...lessons[index]!,
          day: place % plan.days,
          session: Math.floor(place / plan.days) % plan.sessions,
          room: Math.floor(place / plan.days / plan.sessions),
        })).some((to) => whyNot(plan, to, others).length === 0);
        expect(repairs.length > 0).toBe(possible);
        if (possible) single++;
      }),
      { numRuns: 300 },
    );
    expect(single).toBeGreaterThan(10);
  });

  test('lets others give way where no place is free, and says when nothing is to be done', () => {
    const week: Plan = {
      weeks: 1,
      days: 1,
      sessions: 3,
      rooms: [{ id: 'only', seats: 30 }],
      teachers: [{ id: 'ann', unavailable: [{ day: 0, session: 0 }] }, { id: 'bob' }],
      groups: [
        { id: 'g', students: 20 },
        { id: 'h', students: 20 },
      ],
      activities: [
        { id: 'a', groups: ['g'], teachers: ['ann'], lessons: 1 },
        { id: 'b', groups: ['g'], teachers: ['bob'], lessons: 1 },
        { id: 'c', groups: ['h'], teachers: ['bob'], lessons: 1 },
      ],
    };
    const lessons = [0, 1, 2].map((activity) => ({ activity, room: 0, week: 0 as const, day: 0, session: activity }));
    expect(repair(week, lessons, { most: 1 })).toMatchObject({ broken: [0], repairs: [] });
    const { repairs } = repair(week, lessons, { most: 2 });
    expect(repairs.map(({ moves }) => moves.length)).toEqual([2, 2]);
    const fixed = new Set([1, 2]);
    expect(repair(week, lessons, { most: 3, fixed }).repairs).toEqual([]);
    expect(repair({ ...week, teachers: [{ id: 'ann' }, { id: 'bob' }] }, lessons, { most: 1 }).broken).toEqual([]);
  });
});

describe('somebody whose week is too full to make up for a day', () => {
  // Ann has six lessons on Monday and two on Tuesday; on Wednesday Bob has her groups, and could be elsewhere.
  const when = (day: number, sessions: number[]) => sessions.map((session) => ({ day, session }));
  const plan: Plan = {
    weeks: 1,
    days: 3,
    sessions: 6,
    rooms: [
      { id: 'r', seats: 30 },
      { id: 's', seats: 30 },
    ],
    teachers: [{ id: 'ann', unavailable: [...when(0, [0, 1, 2, 3, 4, 5]), ...when(2, [3, 4, 5])] }, { id: 'bob' }],
    groups: [{ id: 'g', students: 20 }],
    activities: [
      { id: 'a', groups: ['g'], teachers: ['ann'], lessons: 8 },
      { id: 'b', groups: ['g'], teachers: ['bob'], lessons: 3 },
    ],
  };
  const at = (activity: number, day: number, sessions: number[]) =>
    sessions.map((session): PlanLesson => ({ activity, room: 0, week: 0, day, session }));
  const lessons = [...at(0, 0, [0, 1, 2, 3, 4, 5]), ...at(0, 1, [0, 1]), ...at(1, 2, [0, 1, 2])];

  test('gets as many of its lessons moved as there is time for, and the others named', () => {
    // Free are four sessions of Tuesday; Bob gives way on Wednesday, if so many may be moved.
    const few = repair(plan, lessons, { most: 4 });
    expect(few.repairs.map(({ moves, left }) => [moves.length, left.length])).toEqual([
      [4, 2],
      [4, 2],
      [4, 2],
    ]);
    expect(new Set(few.repairs.map(({ left }) => left.join())).size).toBe(3);
    const many = repair(plan, lessons, { most: 12 });
    expect(many).toMatchObject({ broken: [0, 1, 2, 3, 4, 5], complete: true });
    expect(many.repairs[0]).toMatchObject({ left: [] });
    expect(many.repairs[0]!.moves.length).toBe(8);
  });

  test('gets the part that can be where one more is fixed, or has too few sessions left', () => {
    const { repairs } = repair(plan, lessons, { most: 12, fixed: new Set([0]) });
    expect(repairs[0]!.left).toEqual([0]);
    const away = { id: 'ann', unavailable: [...when(0, [0, 1, 2, 3, 4, 5]), ...when(2, [0, 1, 2, 3, 4, 5])] };
    const short = repair({ ...plan, teachers: [away, { id: 'bob' }] }, lessons, { most: 12 });
    expect(short.complete).toBe(true);
    expect(short.repairs[0]!.moves.length).toBe(4);
    expect(short.repairs[0]!.left.length).toBe(2);
  });

  test('hears who is free to stand in', () => {
    expect(freeTeachers(plan, lessons, lessons[0]!)).toEqual(['bob']);
    expect(freeTeachers(plan, lessons, lessons[8]!)).toEqual(['ann']);
    expect(freeTeachers(plan, lessons, { ...lessons[8]!, session: 3 })).toEqual(['bob']);
  });
});

describe('the faults of a plan', () => {
  test('are never found in one that was solved', () => {
    let faulty = 0;
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, seed) => {
        const hopeless = planFaults(plan).filter(isHopeless);
        if (hopeless.length > 0) faulty++;
        else return;
        expect(solved(plan, seed)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
    expect(faulty).toBeGreaterThan(10);
  });

  const plan: Plan = {
    weeks: 1,
    days: 1,
    sessions: 2,
    rooms: [
      { id: 'hall', seats: 50, kind: 'class' },
      { id: 'cupboard', seats: 3, kind: 'class' },
    ],
    teachers: [{ id: 'ann', unavailable: [{ day: 0, session: 1 }] }],
    groups: [{ id: 'g', students: 20 }],
    activities: [{ id: 'a', groups: ['g'], teachers: ['ann'], lessons: 1, room_kind: 'class', least_seats: 20 }],
  };
  const first = plan.activities[0]!;
  const hall = plan.rooms[0]!;
  const shutDay = [0, 1].map((session) => ({ day: 0, session }));
  test.each<[string, Partial<Plan>, object]>([
    ['a room smaller than every group', {}, { fault: 'too_small', room: 'cupboard', seats: 3, least: 20 }],
    ['a week with no period', { days: 0 }, { fault: 'no_period' }],
    ['days that are all closed', { rooms: [{ id: 'hall', seats: 50, closed: shutDay }] }, { fault: 'no_period' }],
    [
      'a room that is closed whenever its teacher can come',
      {
        rooms: [
          { id: 'hall', seats: 50, kind: 'class', closed: [{ day: 0, session: 0 }] },
          { id: 'gym', seats: 50, kind: 'gym' },
        ],
      },
      { fault: 'never', activity: 'a' },
    ],
    [
      'fewer open sessions than lessons',
      {
        rooms: [{ ...hall, closed: [{ day: 0, session: 1 }] }],
        teachers: [],
        activities: [{ ...first, teachers: [], lessons: 2 }],
      },
      { fault: 'overloaded', who: 'group', id: 'g', need: 2, most: 1 },
    ],
    [
      'a teacher who has less time than lessons',
      { activities: [{ ...first, lessons: 2 }] },
      { fault: 'overloaded', who: 'teacher', id: 'ann', need: 2, most: 1 },
    ],
    [
      'a group that no room seats',
      { activities: [{ ...first, least_seats: 60 }] },
      { fault: 'too_large', activity: 'a', need: 60, most: 50 },
    ],
    [
      'a kind of room that there is not',
      { activities: [{ ...first, room_kind: 'lab' }] },
      { fault: 'no_room', activity: 'a', need: 20, most: 0 },
    ],
    [
      'a lesson whose teacher is never there',
      { activities: [{ ...first, length: 2 }] },
      { fault: 'never', activity: 'a' },
    ],
    [
      'more lessons than rooms have sessions',
      { activities: [1, 2, 3].map((n) => ({ ...first, id: `a${n}`, teachers: [], groups: [] })) },
      { fault: 'rooms_short', activities: 3, need: 3, most: 2, kind: 'class' },
    ],
    [
      'a teacher needed in two places at fixed times',
      {
        activities: ['a', 'b'].map((id, n) => ({
          ...first,
          id,
          groups: [],
          least_seats: 0,
          fixed: [{ day: 0, session: 0, room: n ? 'cupboard' : 'hall' }],
        })),
      },
      { fault: 'fixed_clash', activity: 'b', other: 'a', id: 'ann', day: 0, session: 0 },
    ],
  ])('name %s', (_, change, fault) => {
    expect(planFaults({ ...plan, ...change })).toContainEqual(fault);
  });
});

test('a search goes on from an earlier timetable, fixed lessons and all, and never ends worse', () => {
  fc.assert(
    fc.property(anyPlan, fc.nat(), (plan, seed) => {
      const first = solvePlan(plan, 1000, seed);
      if (first.unplaced > 0) return;
      const again = solvePlan(plan, 0, seed + 1, first.lessons);
      expect(again.unplaced).toBe(0);
      expect(again.cost).toBeLessThanOrEqual(first.cost);
    }),
    { numRuns: 100 },
  );
});
