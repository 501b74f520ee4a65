import { expect, it } from 'vitest';
import { isbnDigits } from './isbn.ts';

it('keeps the digits of a right ISBN, long or short, however it is written', () => {
  expect(isbnDigits('978-0-306-40615-7')).toBe('9780306406157');
  expect(isbnDigits('0 8044 2957 x')).toBe('080442957X');
});
it.each(['978-0-306-40615-8', '0804429570', '12345', 'abcdefghij', ''])('refuses %j', (given) => {
  expect(isbnDigits(given)).toBeUndefined();
});
