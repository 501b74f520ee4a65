import { searchKey } from '../../contract/script.ts';
import type { Parsed, Parser, Titles } from './columns.ts';
import { readDate } from './dates.ts';
import type { Cell } from './row.ts';

/* Each parser gets a cell that is not blank. Codes are the same as those of the forms. */

const textOf = (cell: Cell) =>
  (typeof cell.value === 'string' ? cell.value : String(cell.value ?? '')).replace(/\s+/g, ' ').trim();

function parser<T>(
  kind: NonNullable<Parser['kind']>,
  parse: (cell: Cell) => Parsed<T>,
  options?: Parser['options'],
): Parser<T> {
  return Object.assign((cell: Cell) => parse(cell), { kind, ...(options && { options }) });
}

/** Codes: TOO_LONG {max}. */
export const text = (max = 255): Parser<string> =>
  parser('text', (cell) => {
    const value = textOf(cell);
    return value.length > max ? { error: 'TOO_LONG', data: { max } } : { value };
  });

const LATIN = /^[\p{Script=Latin}'ʻʼ\- .]+$/u;
const CYRILLIC = /^[\p{Script=Cyrillic}'ʻʼ\- .]+$/u;
const LOOK_ALIKE: Record<string, string> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  І: 'I',
};

/** A name in one script. Codes: BAD_NAME, MIXED_SCRIPTS, TOO_LONG {max}. */
export const latinOrCyrillicName = (max = 100): Parser<string> =>
  parser('text', (cell) => {
    if (typeof cell.value !== 'string') return { error: 'BAD_NAME' };
    const value = textOf(cell)
      .replace(/([oOgG])['`´’‘ʼ′](?=\p{L}|$)/gu, '$1ʻ')
      .replace(/['`´’‘′]/g, 'ʼ');
    if (value.length > max) return { error: 'TOO_LONG', data: { max } };
    if (LATIN.test(value) || CYRILLIC.test(value)) return /\p{L}/u.test(value) ? { value } : { error: 'BAD_NAME' };
    return { error: /^[\p{Script=Latin}\p{Script=Cyrillic}'ʻʼ\- .]+$/u.test(value) ? 'MIXED_SCRIPTS' : 'BAD_NAME' };
  });

/** 'YYYY-MM-DD'. Codes: BAD_DATE, DATE_TOO_EARLY {min}, DATE_TOO_LATE {max}. */
export const date = ({ min, max }: { min?: string; max?: string | (() => string) } = {}): Parser<string> =>
  parser('date', (cell) => {
    const value = typeof cell.value === 'boolean' || cell.value === null ? undefined : readDate(cell.value);
    if (!value) return { error: 'BAD_DATE' };
    if (min && value < min) return { error: 'DATE_TOO_EARLY', data: { min } };
    const latest = typeof max === 'function' ? max() : max;
    if (latest && value > latest) return { error: 'DATE_TOO_LATE', data: { max: latest } };
    return { value };
  });

/** Words in the order uz, ru, en, then any others; the code itself is always understood. Codes: NOT_IN_LIST {allowed}. */
export function enumOf<const W extends Record<string, readonly [string, string, string, ...string[]]>>(
  words: W,
): Parser<keyof W & string> {
  const byWord = new Map<string, string>();
  const options = Object.entries(words).map(([value, [uz, ru, en, ...others]]) => {
    for (const word of [value, uz, ru, en, ...others]) byWord.set(wordKey(word), value);
    return { value, titles: { uz, ru, en } as Titles };
  });
  return parser(
    'enum',
    (cell) => {
      const value = byWord.get(wordKey(textOf(cell)));
      return value === undefined ? { error: 'NOT_IN_LIST', data: { allowed: Object.keys(words) } } : { value };
    },
    options,
  );
}
const wordKey = (word: string) => searchKey(word).replace(/[^\p{L}\p{N}]/gu, '');

/** 12 digits; nine digits get the country code. Other countries: 10 to 15 digits after a plus. Codes: BAD_PHONE. */
export const phone = (country = '998'): Parser<string> =>
  parser('text', (cell) => {
    const raw = textOf(cell);
    if (!/^\+?[\d\s()./-]+$/.test(raw)) return { error: 'BAD_PHONE' };
    let digits = raw.replace(/\D/g, '').replace(/^00/, '');
    if (digits.length === 9) digits = country + digits;
    else if (digits.length === 10 && digits.startsWith('8') && country === '998') digits = country + digits.slice(1);
    const own = digits.startsWith(country)
      ? digits.length === 12
      : raw.startsWith('+') && digits.length >= 10 && digits.length <= 15;
    return own ? { value: digits } : { error: 'BAD_PHONE' };
  });

/** Lower case. Codes: BAD_EMAIL. */
export const email = (): Parser<string> =>
  parser('text', (cell) => {
    const value = textOf(cell).toLowerCase();
    return value.length <= 254 && /^[^\s@,;<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)
      ? { value }
      : { error: 'BAD_EMAIL' };
  });

function numberOf(cell: Cell): number | undefined {
  if (typeof cell.value === 'number') return cell.value;
  if (typeof cell.value !== 'string') return undefined;
  let digits = cell.value.replace(/[\s\u00a0\u202f']/g, '');
  // 1.234.567,50 and 1,234,567.50 both occur; a lone comma is a decimal sign unless it parts off thousands.
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(digits) || /^-?\d{1,3}(\.\d{3}){2,}$/.test(digits))
    digits = digits.replaceAll('.', '').replace(',', '.');
  else if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) digits = digits.replaceAll(',', '');
  else digits = digits.replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/** Codes: NOT_A_NUMBER, NOT_WHOLE, TOO_SMALL {min}, TOO_BIG {max}. */
export const integer = ({ min, max }: { min?: number; max?: number } = {}): Parser<number> =>
  parser('number', (cell) => {
    const value = numberOf(cell);
    if (value === undefined) return { error: 'NOT_A_NUMBER' };
    if (!Number.isSafeInteger(value)) return { error: 'NOT_WHOLE' };
    if (min !== undefined && value < min) return { error: 'TOO_SMALL', data: { min } };
    if (max !== undefined && value > max) return { error: 'TOO_BIG', data: { max } };
    return { value };
  });

/** A decimal text with two places, for numeric columns. Codes: NOT_A_NUMBER, TOO_SMALL {min: 0}, TOO_BIG. */
export const money = (): Parser<string> =>
  parser('number', (cell) => {
    const value = numberOf(
      typeof cell.value === 'string' ? { value: cell.value.replace(/\s*(so['ʻʼ’‘]?m|сўм|сум|uzs)\.?$/i, '') } : cell,
    );
    if (value === undefined) return { error: 'NOT_A_NUMBER' };
    if (value < 0) return { error: 'TOO_SMALL', data: { min: 0 } };
    if (value > 9_999_999_999_999) return { error: 'TOO_BIG' };
    return { value: value.toFixed(2) };
  });

/** AA1234567; Cyrillic letters of the same look are put right. Codes: BAD_PASSPORT. */
export const passport = (): Parser<string> =>
  parser('text', (cell) => {
    const value = textOf(cell)
      .toUpperCase()
      .replace(/[\s№-]/g, '')
      .replace(/[АВСЕНКМОРТХУІ]/g, (letter) => LOOK_ALIKE[letter]!);
    return /^[A-Z]{2}\d{7}$/.test(value) ? { value } : { error: 'BAD_PASSPORT' };
  });

/** 14 digits, the first 1 to 6, then day, month and year of birth. Codes: BAD_PINFL. */
export const pinfl = (): Parser<string> =>
  parser('text', (cell) => {
    const value = textOf(cell).replace(/[\s-]/g, '');
    const ok = /^[1-6](0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d{9}$/.test(value);
    return ok ? { value } : { error: 'BAD_PINFL' };
  });
