import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('of nested values the parts that differ are told, and nothing that is as it was', () => {
  expect(partsOf('A', 'B')).toEqual([{ path: [], old: 'A', new: 'B' }]);
  expect(partsOf({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  expect(partsOf({ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] } })).toEqual([
    { path: ['b', 'c'], old: [1, 2], new: [1, 3] },
  ]);
  expect(
    partsOf([{ due_on: '2026-01-01', amount: 5 }], [{ due_on: '2026-02-01', amount: 5 }, { due_on: '2026-03-01' }]),
  ).toEqual([
    { path: [1, 'due_on'], old: '2026-01-01', new: '2026-02-01' },
    { path: [2, 'due_on'], old: null, new: '2026-03-01' },
  ]);
  // Nothing is nothing, however it was written.
  expect(partsOf({ note: null, tags: [] }, { note: '', tags: null })).toEqual([]);
});

test('a title is read in one language when it is new, and in the languages in which it was corrected', () => {
  const title = { uz: 'Fan', ru: 'Предмет', en: 'Subject' };
  expect(partsOf(null, title)).toEqual([{ path: [], old: null, new: title }]);
  expect(partsOf(title, { ...title, ru: 'Дисциплина' })).toEqual([{ path: ['ru'], old: 'Предмет', new: 'Дисциплина' }]);
});
