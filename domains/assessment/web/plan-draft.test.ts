import { expect, it } from 'vitest';
import { movedBy, newPart, type Part, shareOf, sumOf, weighsHundred } from './plan-draft.ts';

const part = (weight: number | null): Part => ({ ...newPart([], 'EXAM'), weight });

it('weights add up without binary crumbs', () => {
  expect(weighsHundred([part(33.33), part(33.33), part(33.34)])).toBe(true);
  expect(sumOf([part(0.1), part(0.2), part(null)])).toBe(0.3);
  expect(weighsHundred([part(99)])).toBe(false);
});

it('a new part takes what its siblings leave, nothing when they have all', () => {
  expect(newPart([part(60), part(15.5)], 'QUIZ')).toMatchObject({ weight: 24.5, kind: 'QUIZ' });
  expect(newPart([part(120)], 'QUIZ').weight).toBe(0);
});

it('a part of a component is its share of the module', () => {
  expect(shareOf(part(40))).toBe(40);
  expect(shareOf(part(25), part(40))).toBe(10);
});

it('the order changes one place at a time', () => {
  expect(movedBy(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
