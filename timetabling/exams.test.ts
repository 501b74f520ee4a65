import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examFaults } from './exam-faults.ts';
import { examSpread, judgeExams } from './exam-judge.ts';
import { ExamGround, type ExamPlan, type Hall } from './exam-plan.ts';
import { invigilate, seatSlot } from './exam-seats.ts';
import { spreadExams } from './exams.ts';

const slotsOf = (days: number, sittings: number) => Array.from({ length: days * sittings }, (_, slot) => slot);

/** Small periods of every kind: rooms that hardly suffice, closed and lopsided ones, students apart, people who cannot come. */
const anyPlan: fc.Arbitrary<ExamPlan> = fc
  .record({ days: fc.integer({ min: 1, max: 5 }), sittings: fc.integer({ min: 1, max: 3 }) })
  .chain(({ days, sittings }) => {
    const slots = fc.subarray(slotsOf(days, sittings));
    return fc.record({
      days: fc.constant(days),
      sittings: fc.constant(sittings),
      exams: fc.array(
        fc
          .record({
            students: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 14 }),
            slots,
            teachers: fc.subarray([0, 1]),
          })
          .map((exam) => ({ id: '', ...exam })),
        { maxLength: 9 },
      ),
      rooms: fc.array(
        fc
          .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 5 }), closed: slots })
          .map((room) => ({ id: '', ...room })),
        { maxLength: 4 },
      ),
      invigilators: fc.array(
        slots.map((away) => ({ id: '', away })),
        { minLength: 2, maxLength: 6 },
      ),
      per_invigilator: fc.integer({ min: 3, max: 20 }),
      apart: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
    });
  });

/** Everybody on a seat, with people to see to it. */
function seatAll(plan: ExamPlan, slots: readonly number[], seed: number): Hall[] {
  const ground = new ExamGround(plan);
  const halls = slotsOf(plan.days, plan.sittings).flatMap((slot) => {
    const exams = slots.flatMap((at, exam) => (at === slot ? [exam] : []));
    return seatSlot(ground, slot, exams, seed) ?? [];
  });
  return invigilate(ground, halls);
}

/** A university: groups of 25 with six exams each, half of their members with one of two that are chosen. */
function university(groups: number): ExamPlan {
  const exams = Array.from({ length: groups }, (_, group) => group).flatMap((group) => {
    const everybody = Array.from({ length: 25 }, (_, at) => group * 25 + at);
    return Array.from({ length: 6 }, (_, at) => ({
      id: `${group}-${at}`,
      students: at < 4 ? everybody : everybody.filter((student) => student % 2 === at % 2),
      slots: slotsOf(12, 3),
      teachers: [(group + at) % 20],
    }));
  });
  return {
    days: 12,
    sittings: 3,
    exams,
    rooms: Array.from({ length: 8 }, (_, at) => ({ id: String(at), rows: 5 + at, columns: 6, closed: [] })),
    invigilators: Array.from({ length: 40 }, (_, at) => ({ id: String(at), away: [at % 36] })),
    per_invigilator: 30,
    apart: [3, 77],
  };
}

describe('exams of a period', () => {
  test('break no hard rule, whatever is asked, and cost what the judge counts', () => {
    let placed = 0;
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, seed) => {
        const { slots, cost, unplaced } = spreadExams(plan, { seed, steps: 12 });
        const findings = judgeExams(plan, slots, seatAll(plan, slots, seed));
        expect(findings.filter(({ rule }) => rule !== 'unplaced')).toEqual([]);
        expect(findings).toHaveLength(unplaced);
        expect(examSpread(plan, slots).cost).toBe(cost);
        placed += plan.exams.length - unplaced;
      }),
      { numRuns: 400 },
    );
    expect(placed).toBeGreaterThan(100);
  });

  test('cost as little as the best of all placings there are', () => {
    const tiny = anyPlan.filter(({ exams, days, sittings }) => (days * sittings) ** exams.length <= 2000);
    fc.assert(
      fc.property(tiny, fc.nat(), (plan, seed) => {
        const ground = new ExamGround(plan);
        let best = { unplaced: Number.POSITIVE_INFINITY, cost: 0 };
        const slots = plan.exams.map(() => -1);
        const look = (exam: number): void => {
          if (exam === plan.exams.length) {
            const unplaced = slots.filter((slot) => slot === -1).length;
            if (unplaced > best.unplaced) return;
            for (let slot = 0; slot < ground.slots; slot++) {
              const here = slots.flatMap((at, one) => (at === slot ? [one] : []));
              if (here.some((one) => here.some((other) => ground.commonOf(one, other) > 0))) return;
              if (here.length > 0 && !ground.roomsFor(slot, here)) return;
            }
            const { cost } = examSpread(plan, slots);
            if (unplaced < best.unplaced || cost < best.cost) best = { unplaced, cost };
            return;
          }
          for (const slot of [...plan.exams[exam]!.slots, -1]) {
            slots[exam] = slot;
            look(exam + 1);
          }
        };
        look(0);
        const found = spreadExams(plan, { seed, steps: 450 });
        expect(found.unplaced).toBe(best.unplaced);
        if (best.unplaced === 0) expect(found.cost).toBe(best.cost);
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('of a university: all placed, hardly anybody twice a day, the same again for the same seed', () => {
    const plan = university(20);
    const found = spreadExams(plan, { seed: 1, steps: 150 });
    expect(found.unplaced).toBe(0);
    expect(judgeExams(plan, found.slots, seatAll(plan, found.slots, 1))).toEqual([]);
    expect(examSpread(plan, found.slots).pairs[0]).toBe(0);
    expect(spreadExams(plan, { seed: 1, steps: 150 })).toEqual(found);
  });

  test('stay where they are fixed, and go on from what is there', () => {
    const plan = university(6);
    const first = spreadExams(plan, { seed: 2, steps: 20 });
    const fixed = {
      ...plan,
      exams: plan.exams.map((exam, at) => (at < 9 ? { ...exam, fixed: first.slots[at]! } : exam)),
    };
    const second = spreadExams(fixed, { seed: 3, steps: 60, start: first.slots });
    expect(second.slots.slice(0, 9)).toEqual(first.slots.slice(0, 9));
    expect(second.cost).toBeLessThanOrEqual(first.cost);
    expect(judgeExams(fixed, second.slots, seatAll(fixed, second.slots, 3))).toEqual([]);
  });
});

describe('the faults of a period', () => {
  test('are never found where every exam could be placed', () => {
    let faulty = 0;
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, seed) => {
        if (examFaults(plan).length === 0) return;
        faulty++;
        expect(spreadExams(plan, { seed, steps: 12 }).unplaced).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
    expect(faulty).toBeGreaterThan(10);
  });

  const plan: ExamPlan = {
    days: 1,
    sittings: 2,
    exams: [
      { id: 'a', students: [1, 2, 3], slots: [0, 1] },
      { id: 'b', students: [1, 2], slots: [0, 1] },
    ],
    rooms: [{ id: 'room', rows: 2, columns: 3, closed: [] }],
    invigilators: [{ id: 'ann', away: [] }],
    per_invigilator: 30,
    apart: [],
  };
  const [a, b] = plan.exams as [ExamPlan['exams'][0], ExamPlan['exams'][0]];
  test.each<[string, Partial<ExamPlan>, object[]]>([
    ['nothing', {}, []],
    [
      'no day',
      {
        exams: [
          { ...a, slots: [] },
          { ...b, slots: [] },
        ],
      },
      [{ fault: 'no_slots' }],
    ],
    ['no sitting for one', { exams: [a, { ...b, slots: [] }] }, [{ fault: 'no_slot', exam: 1 }]],
    [
      'rooms in which neighbours would have the same paper',
      { rooms: [{ id: 'room', rows: 1, columns: 4, closed: [] }] },
      [{ fault: 'too_large', exam: 0, students: 3 }],
    ],
    [
      'nobody to see to it',
      { invigilators: [{ id: 'ann', away: [0, 1] }] },
      [
        { fault: 'no_invigilators', exam: 0, students: 3 },
        { fault: 'no_invigilators', exam: 1, students: 2 },
      ],
    ],
    [
      'more exams than sittings',
      {
        exams: [
          { ...a, slots: [1] },
          { ...b, slots: [1] },
        ],
      },
      [{ fault: 'too_many', exam: 0, exams: 2, slots: 1 }],
    ],
  ])('name %s', (_, change, faults) => {
    expect(examFaults({ ...plan, ...change })).toEqual(faults);
  });
});

describe('invigilators', () => {
  test('share the duties as evenly as anybody could', () => {
    const few = fc.record({
      needs: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 5 }),
      away: fc.array(fc.subarray([0, 1, 2, 3, 4]), { minLength: 2, maxLength: 4 }),
    });
    let compared = 0;
    fc.assert(
      fc.property(few, ({ needs, away }) => {
        const plan: ExamPlan = {
          days: needs.length,
          sittings: 1,
          exams: needs.map((need, slot) => ({ id: '', students: slotsOf(need, 1), slots: [slot] })),
          rooms: [{ id: '', rows: 2, columns: 2, closed: [] }],
          invigilators: away.map((slots) => ({ id: '', away: slots })),
          per_invigilator: 1,
          apart: [],
        };
        const ground = new ExamGround(plan);
        if (needs.some((_, slot) => !ground.roomsFor(slot, [slot]))) return;
        const squares = (loads: number[]) => loads.reduce((sum, load) => sum + load * load, 0);
        // All ways of choosing, one slot after the other.
        let ways = [away.map(() => 0)];
        for (const [slot, need] of needs.entries()) {
          const free = ground.freeInvigilators(slot, [slot]);
          const chosen = free.flatMap((one, at) =>
            need === 1 ? [[one]] : free.slice(at + 1).map((other) => [one, other]),
          );
          ways = ways.flatMap((loads) =>
            chosen.map((some) => loads.map((load, who) => load + Number(some.includes(who)))),
          );
          ways = [...new Map(ways.map((loads) => [loads.join(), loads])).values()];
        }
        const halls = needs.flatMap((_, slot) => seatSlot(ground, slot, [slot], 1)!);
        const loads = away.map(() => 0);
        for (const { invigilators } of invigilate(ground, halls)) for (const one of invigilators) loads[one]!++;
        expect(squares(loads)).toBe(Math.min(...ways.map(squares)));
        compared++;
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});
