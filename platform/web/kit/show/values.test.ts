import { describe, expect, it } from 'vitest';
import en from '../messages/en.json' with { type: 'json' };
import ru from '../messages/ru.json' with { type: 'json' };
import uz from '../messages/uz.json' with { type: 'json' };
import {
  initials,
  plainValue,
  shortName,
  showCountdown,
  showDate,
  showDateTime,
  showMoney,
  showNumber,
  showPhone,
  showSize,
} from './values.ts';

describe('values as people read them', () => {
  it('dates and instants', () => {
    expect(showDate('2026-09-01')).toBe('01.09.2026');
    // The day of an instant is that of the institution, not of Greenwich.
    expect(showDate('2026-08-31T19:00:00.000Z')).toBe('01.09.2026');
    expect(showDateTime('2026-08-31T19:00:00.000Z')).toBe('01.09.2026 00:00');
  });
  it('money with thin spaces', () => {
    expect(showMoney('12345678.5')).toBe('12\u2009345\u2009678,50');
    expect(showMoney('1000.00')).toBe('1\u2009000');
    expect(showMoney(-500)).toBe('−500');
  });
  it('counts in each language', () => {
    expect([showNumber(1234567.5, 'en'), showNumber(-1234, 'uz-Latn-UZ'), showNumber(12, 'ru')]).toEqual([
      '1,234,567.5',
      '−1\u2009234',
      '12',
    ]);
  });
  it('phones', () => {
    expect(showPhone('998901234567')).toBe('+998 (90) 123-45-67');
    expect(showPhone('79150000000')).toBe('+79150000000');
  });
  it('sizes in steps of 1024', () => {
    expect([0, 1023, 1024, 1536, 1024 ** 2, 1024 ** 8].map((bytes) => showSize(bytes, 'en'))).toEqual([
      '0 Bytes',
      '1023 Bytes',
      '1 KB',
      '1.5 KB',
      '1 MB',
      '1 YB',
    ]);
    expect([showSize(8, 'uz'), showSize(1536, 'ru')]).toEqual(['8 bayt', '1,5 КБ']);
  });
  it('names of files at 30 characters', () => {
    expect(shortName('a'.repeat(30))).toBe('a'.repeat(30));
    expect(shortName('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
  });
  it('countdowns', () => {
    expect([60_000, 59_001, 999, 0].map(showCountdown)).toEqual(['1:00', '1:00', '0:01', '0:00']);
  });
  it('initials and any value', () => {
    expect(initials({ lastname: 'Oʻktamov', firstname: 'ali' })).toBe('OA');
    expect(initials({ lastname: 'Oʻktamov Ali Vali oʻgʻli', firstname: '' })).toBe('OA');
    expect(initials({ lastname: 'Oʻktamov' })).toBe('O');
    expect(plainValue({ uz: 'Bir', ru: '', en: 'One' }, 'ru')).toBe('Bir');
    expect(plainValue({ uz: 'Bir', ru: 'Один', en: 'One' }, 'uz-Latn-UZ')).toBe('Bir');
    expect(plainValue([], 'uz')).toBe('—');
  });
});

describe('texts of the kit', () => {
  it('stand in all three languages', () => {
    expect(Object.keys(ru)).toEqual(Object.keys(en));
    expect(Object.keys(uz)).toEqual(Object.keys(en));
  });
  it('write oʻ and gʻ with their own sign', () => {
    expect(Object.values(uz).filter((text) => /[og]['‘’`]/i.test(text))).toEqual([]);
  });
});
