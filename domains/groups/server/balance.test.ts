import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balance, costOf, type Person } from './balance.ts';

const rules = { gender: 5, language: 5, mark: 2, keep: 1 };
const person = (id: number, group: number, woman: boolean, groups: number, mark: number | null = null): Person => ({
  id,
  group,
  woman,
  fits: Array(groups).fill(true),
  mark,
});

test('women and men are spread evenly', () => {
  const people = [...Array(24).keys()].map((id) => person(id, id < 12 ? 0 : 1, id < 12, 2));
  const place = balance(people, [12, 12], rules, 1);
  expect([0, 1].map((group) => people.filter((one, i) => one.woman && place[i] === group).length)).toEqual([6, 6]);
});

test('nobody moves where everything is even already', () => {
  const people = [...Array(20).keys()].map((id) => person(id, id % 2, id % 4 < 2, 2));
  expect(balance(people, [30, 30], rules, 3)).toEqual(people.map((one) => one.group));
});

test('everybody keeps a place, sizes are even, capacities hold, nothing gets worse, a seed repeats itself', () => {
  const case_ = fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 1000 }))
    .chain(([groups, people, seed]) =>
      fc.record({
        groups: fc.constant(groups),
        seed: fc.constant(seed),
        people: fc.array(
          fc.record({
            group: fc.integer({ min: 0, max: groups - 1 }),
            woman: fc.boolean(),
            mark: fc.option(fc.integer({ min: 0, max: 100 })),
            fits: fc.array(fc.boolean(), { minLength: groups, maxLength: groups }),
          }),
          { minLength: people, maxLength: people },
        ),
      }),
    );
  fc.assert(
    fc.property(case_, ({ groups, seed, people: raw }) => {
      const people = raw.map((one, id) => ({ id, ...one }));
      const capacities = Array(groups).fill(Math.ceil(people.length / groups) + 1);
      const place = balance(people, capacities, rules, seed);
      const sizes = capacities.map((_, group) => place.filter((at) => at === group).length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(people.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(balance(people, capacities, rules, seed)).toEqual(place);
      const before = people.map((one) => one.group);
      const even = capacities.every((_, group) => before.filter((at) => at === group).length === sizes[group]);
      if (even)
        expect(costOf(people, place, sizes, rules)).toBeLessThanOrEqual(costOf(people, before, sizes, rules) + 1e-6);
    }),
    { numRuns: 60 },
  );
});

test('more people than places are refused', () => {
  expect(() => balance([person(1, 0, true, 1), person(2, 0, true, 1)], [1], rules, 1)).toThrow(RangeError);
});
