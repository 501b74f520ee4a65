import { expect, test } from 'vitest';
import { signInName } from './sign-in-name.ts';

test('an address goes as EMAIL, anything else typed as ID', () => {
  expect(signInName({ username: ' a.b@c.uz ', phone: '' })).toEqual({ username: 'a.b@c.uz', type: 'EMAIL' });
  expect(signInName({ username: 'T2600409', phone: '' })).toEqual({ username: 'T2600409', type: 'ID' });
});

test('a phone goes as PHONE, in digits, from whichever box; a number of nine figures may be somebody’s ID', () => {
  for (const username of ['+998 90 123 45 67', '998901234567', '+998(90) 123-45-67'])
    expect(signInName({ username, phone: '' })).toEqual({ phone: '998901234567', type: 'PHONE' });
  expect(signInName({ username: '901234567', phone: '' })).toEqual({ username: '901234567', type: 'ID' });
});

test('a phone counts from the fourth figure after the country code, and goes as digits', () => {
  expect(signInName({ username: '', phone: '' })).toBeUndefined();
  expect(signInName({ username: ' ', phone: '998901' })).toBeUndefined();
  expect(signInName({ username: '', phone: '+998 90 12' })).toEqual({ phone: '9989012', type: 'PHONE' });
});
