import { describe, expect, it } from 'vitest';
import { asStored } from './sought.ts';

describe('what is looked for', () => {
  it.each([
    ['+998 (93) 988-87-03', '998939888703'],
    ['+998(93) 988', '99893988'],
    ['998 93 988 87 03', '998939888703'],
    ['93 988-87-03', '939888703'],
    ['(93) 988 87 03', '939888703'],
    ['Karimov +998 93 988 87 03', 'Karimov 998939888703'],
    ['+998 93 988 87 03 Karimov', '998939888703 Karimov'],
    ['301 0119 9012 345', '30101199012345'],
    ['AA 123 45 67', 'AA1234567'],
    ['aa №1234567', 'aa1234567'],
  ])('%j is stored as %j', (typed, stored) => expect(asStored(typed)).toBe(stored));

  it.each([
    'Karimov Aziz',
    '2026-2027',
    '01.09.2026',
    'MT-21 101',
    '26-00012',
    'a.karimov@mail.uz',
    '12 345',
    '998939888703',
    '',
  ])('%j stays as it is', (typed) => expect(asStored(typed)).toBe(typed));
});
