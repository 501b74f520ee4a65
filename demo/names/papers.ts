import { scatter } from '../random.ts';
import type { Gender } from './people.ts';

/* Numbers that belong to one person only: each a one-to-one image of the number of the person. */

const OPERATORS = ['90', '91', '93', '94', '95', '97', '98', '99', '33', '88', '77'];
const SERIES = ['AA', 'AB', 'AC', 'AD'];

/** 12 digits; `line` 0 is the person's own, 1 and 2 the parents', 3 the home. */
export function phone(person: number, line: number): string {
  const number = scatter(person * 4 + line, 99_000_000, 61_803_403);
  return `998${OPERATORS[number % 11]}${1_000_000 + Math.floor(number / 11)}`;
}

export function passport(person: number): string {
  const number = scatter(person, 40_000_000, 24_721_359);
  return SERIES[number % 4]! + String(Math.floor(number / 4)).padStart(7, '0');
}

/**
 * Century and gender, day, month and year of birth, place and number, check digit. The six digits in the middle
 * run through all values once per million of people; students and staff are born on different days.
 */
export function pinfl(person: number, birthdate: string, gender: Gender): string {
  const century = (birthdate < '2000' ? 3 : 5) + (gender === 'FEMALE' ? 1 : 0);
  const digits = `${century}${birthdate.slice(8, 10)}${birthdate.slice(5, 7)}${birthdate.slice(2, 4)}${String(scatter(person % 1_000_000, 1_000_000, 618_033)).padStart(6, '0')}`;
  return digits + pinflCheck(digits);
}

/** The last digit: the first thirteen, weighted 7, 3, 1 in turn, modulo 10. */
export function pinflCheck(digits: string): number {
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += (digits.charCodeAt(i) - 48) * (i % 3 === 0 ? 7 : i % 3 === 1 ? 3 : 1);
  return sum % 10;
}

/** Every eighth day of birth is for staff, so that no PINFL of theirs meets one of a student. */
export const birthDay = (day: number, staff: boolean) => (staff ? day - (day % 8) + 7 : day % 8 === 7 ? day - 3 : day);
