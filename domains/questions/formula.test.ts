import { describe, expect, test } from 'vitest';
import { fieldsIn, readFormula, worth } from './formula.ts';

const none = () => null;

describe('a formula', () => {
  test.each([
    ['0.1 + 0.2', '0.3'],
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 4 - 3', '3'],
    ['-(2 - 5)', '3'],
    ['1 / 3 * 3', '0.999999999999'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['max(1, 7, 3) - min(4, 2)', '5'],
    ['sum(1, 2, 3) / abs(-4)', '1.5'],
    ['999999999999999 * 1000', '999999999999999000'],
  ])('%s is %s', (text, value) => expect(worth(text, none)).toBe(value));

  test('reads fields, and is worth nothing where one is missing or nothing is divided by', () => {
    const values = (key: string) => ({ a: '12.5', b: '0' })[key] ?? null;
    expect(fieldsIn('(a + b) * 2 - c')).toEqual(['a', 'b', 'c']);
    expect(worth('a * 2', values)).toBe('25');
    expect(worth('a + c', values)).toBeNull();
    expect(worth('a / b', values)).toBeNull();
    expect(worth('a', () => 'twelve')).toBeNull();
  });

  test.each([
    '',
    '1 +',
    '(1',
    '1 2',
    'a.b',
    'a[0]',
    '__proto__ + 1',
    'constructor(1)',
    'toString()',
    'round(1, 2, 3)',
    'max()',
    '1 ** 2',
    'a = 1',
    '`x`',
    `${'('.repeat(100)}1${')'.repeat(100)}`,
    `${'-'.repeat(200)}1`,
    '1+'.repeat(200),
  ])('%s is none', (text) => expect(readFormula(text)).toBeNull());

  test('grows to no number that takes time to write', () => {
    expect(worth('999999999999999 * 999999999999999 * 999999999999999', none)).toBeNull();
  });
});
