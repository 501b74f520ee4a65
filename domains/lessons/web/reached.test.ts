import { expect, test } from 'vitest';
import { reachedOf } from './reached.ts';

type Lessons = Parameters<typeof reachedOf>[0];
// Only what is counted stands in them.
const lessons = [
  { homework: null, package: null },
  { homework: { mine: null }, package: null },
  { homework: { mine: { id: 1 } }, package: { mine: { status: 'INCOMPLETE' } } },
  { homework: null, package: { mine: { status: 'COMPLETED' } } },
] as unknown as Lessons;

test('a learner’s progress counts works and packages, not what is only read', () => {
  expect(reachedOf(lessons)).toEqual({ done: 2, all: 4 });
  expect(reachedOf([])).toEqual({ done: 0, all: 0 });
});
