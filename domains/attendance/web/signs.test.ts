import { expect, it } from 'vitest';
import { markOf, signs } from './signs.ts';

it('reads its own signs and what people write on paper', () => {
  for (const [mark, sign] of Object.entries(signs)) expect(markOf(sign)).toBe(mark);
  expect([' Н ', 'нб', 'NB', '-', '0'].map(markOf)).toEqual(Array(5).fill('NOT_ATTENDED'));
  expect(['+', '1', 'Есть'].map(markOf)).toEqual(Array(3).fill('ATTENDED'));
  expect([markOf('ув'), markOf('S')]).toEqual(['EXPLICABLE', 'EXPLICABLE']);
  expect([markOf(''), markOf('5'), markOf('constructor')]).toEqual([undefined, undefined, undefined]);
});
