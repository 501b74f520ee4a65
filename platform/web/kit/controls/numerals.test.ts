import { describe, expect, it } from 'vitest';
import { groupAmount, isMoney, readMoney, readNumber } from './numerals.ts';

describe('a number that is typed', () => {
  it.each([
    ['', 0, null],
    ['-1', 1, -1],
    ['−1', 1, -1],
    ['7,5', 1, 7.5],
    ['7.50', 2, 7.5],
    ['1 000', 0, 1000],
    ['1\u00a0000', 0, 1000],
    [',5', 1, 0.5],
  ])('%j with %d places is %j', (text, places, value) => expect(readNumber(text, places)).toBe(value));

  it.each([
    ['77%', 0],
    ['7.5', 0],
    ['1,000', 0],
    ['1.2.3', 2],
    ['12abc', 0],
    ['-', 0],
    ['1-2', 0],
  ])('%j with %d places is none, and nothing is made of it', (text, places) =>
    expect(readNumber(text, places)).toBeNaN(),
  );
});

describe('an amount that is typed', () => {
  it.each([
    ['1 500 000', '1500000'],
    ['1 500 000,50 soʻm', '1500000.50'],
    ['1\u2009500', '1500'],
    ['0,5', '0.5'],
  ])('%j is %j', (text, amount) => {
    expect(readMoney(text)).toBe(amount);
    expect(isMoney(readMoney(text))).toBe(true);
  });
  it.each(['-5', '1,500,000', '1.500', '12abc', '7.125'])('%j is none and stays as it is', (text) => {
    expect(readMoney(text)).toBe(text);
    expect(isMoney(readMoney(text))).toBe(false);
  });
  it('has its thousands apart while it is typed, and is left alone when it is none', () => {
    expect(groupAmount('1500000,5')).toBe('1\u2009500\u2009000,5');
    expect(groupAmount('1500.')).toBe('1\u2009500,');
    expect(groupAmount('-1500')).toBe('-1500');
  });
});
