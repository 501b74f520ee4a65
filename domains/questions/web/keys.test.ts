import { expect, test } from 'vitest';
import { keyFrom } from './keys.ts';

test('codes are made of words, each once', () => {
  expect(keyFrom('Maktab yoki litsey', new Set())).toBe('maktab_yoki_litsey');
  expect(keyFrom('Oʻqish joyi', new Set())).toBe('oqish_joyi');
  expect(keyFrom('Benefit', new Set(['benefit', 'benefit_2']))).toBe('benefit_3');
  expect(keyFrom('Школа', new Set())).toBe('field');
  expect(keyFrom('2-bosqich', new Set())).toBe('bosqich');
  expect(keyFrom('x'.repeat(80), new Set())).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
});
