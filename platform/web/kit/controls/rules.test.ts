import { describe, expect, it } from 'vitest';
import { onlyChoice } from './options.ts';
import {
  clockToInstant,
  codeDigits,
  dateToMillis,
  instantToClock,
  isDay,
  isLatin,
  maskedFromPhone,
  millisToDate,
  parseClock,
  parseDate,
  phoneFromMasked,
  preparePhone,
  refuseFile,
  stepNumber,
} from './rules.ts';

describe('number stepper', () => {
  it('steps without binary crumbs and stops at its ends', () => {
    expect(stepNumber(0.2, 1, {})).toBe(0.3);
    expect(stepNumber(0, -1, {})).toBe(0);
    expect(stepNumber(null, 1, {})).toBe(0);
    expect(stepNumber(100, 1, { max: 100 })).toBe(100);
    expect(stepNumber(1e6, 1, {})).toBe(1_000_000.1);
  });
  it('wraps when told to', () => {
    expect(stepNumber(23, 1, { max: 23, step: 1, wrap: true })).toBe(0);
    expect(stepNumber(0, -1, { max: 23, step: 1, wrap: true })).toBe(23);
  });
});

describe('a day with its time', () => {
  it.each([
    ['31.12.2026 14:30', '2026-12-31 14:30'],
    ['1.2.26, 9.05', '2026-02-01 09:05'],
    ['31.12.2026', null],
    ['31.02.2026 10:00', null],
    ['31.12.2026 24:00', null],
    ['31.12.2026 10:60', null],
  ])('%j is %j', (text, clock) => expect(parseClock(text)).toBe(clock));
  it('is a day only when calls take it as one', () => {
    expect(isDay('2026-12-31')).toBe(true);
    expect(isDay('31.12.2026')).toBe(false);
    expect(isDay('2026-02-31')).toBe(false);
  });
});

describe('dates', () => {
  it.each([
    ['31.12.2026', '2026-12-31'],
    ['1/2/26', '2026-02-01'],
    ['31121999', '1999-12-31'],
    ['2004-02-29', '2004-02-29'],
    ['29.02.2005', null],
    ['32.01.2026', null],
    ['soon', null],
  ])('%s', (typed, date) => {
    expect(parseDate(typed)).toBe(date);
  });
  it('are days of Tashkent in milliseconds', () => {
    expect(new Date(dateToMillis('2026-09-01')).toISOString()).toBe('2026-08-31T19:00:00.000Z');
    expect(millisToDate(dateToMillis('2026-09-01'))).toBe('2026-09-01');
    expect(millisToDate(dateToMillis('2026-09-01') + 86_399_999)).toBe('2026-09-01');
    expect(String(dateToMillis('2026-09-01'))).toHaveLength(13);
  });
  it('are clocks of Tashkent as instants', () => {
    expect(clockToInstant('2026-09-01 09:30:00')).toBe('2026-09-01T04:30:00.000Z');
    expect(instantToClock('2026-09-01T04:30:00.000Z')).toBe('2026-09-01 09:30:00');
  });
});

describe('phone', () => {
  it('stores twelve digits from either mask', () => {
    expect(phoneFromMasked('(90) 123-45-67', 'short')).toBe('998901234567');
    expect(phoneFromMasked('901234567', 'full')).toBe('998901234567');
    expect(phoneFromMasked('+998(90) 123 45 67', 'full')).toBe('998901234567');
    expect(phoneFromMasked('', 'short')).toBe('');
    expect(phoneFromMasked('+7 915 000 00 00', 'international')).toBe('79150000000');
  });
  it('shows what is stored', () => {
    expect(maskedFromPhone('998901234567', 'short')).toBe('901234567');
    expect(maskedFromPhone('998901234567', 'full')).toBe('998901234567');
  });
});

describe('what goes into a phone mask', () => {
  it.each([
    ['9', 'full', true, '9989'],
    ['901234567', 'full', true, '998901234567'],
    ['998901234567', 'full', true, '998901234567'],
    ['+998901234567', 'full', true, '+998901234567'],
    ['9', 'full', false, '9'],
    ['+998901234567', 'short', true, '901234567'],
    ['90', 'short', true, '90'],
  ] as const)('%s %s', (typed, mask, empty, put) => {
    expect(preparePhone(typed, mask, empty)).toBe(put);
  });
});

describe('other rules', () => {
  it('takes the digits of a pasted code', () => {
    expect(codeDigits('12-34 56 7')).toBe('123456');
  });
  it('knows latin letters', () => {
    expect([isLatin('O‘g‘iloy'), isLatin("O'giloy 1"), isLatin('Анна')]).toEqual([false, true, false]);
  });
  it('refuses files by ending and size', () => {
    expect(refuseFile({ name: 'a.PDF', size: 10 }, ['pdf'], 100)).toBeNull();
    expect(refuseFile({ name: 'a.exe', size: 10 }, ['pdf', 'png'], 100)).toEqual({
      reason: 'format',
      formats: 'pdf, png',
    });
    expect(refuseFile({ name: 'a.pdf', size: 101 }, ['pdf'], 100)).toEqual({ reason: 'size', maxSize: 100 });
  });
  it('chooses the only option of a required select', () => {
    const one = [{ id: 7, title: 'x' }];
    expect(onlyChoice(one, true, true)).toEqual(one[0]);
    expect(onlyChoice(one, false, true)).toBeNull();
    expect(onlyChoice(one, true, false)).toBeNull();
    expect(onlyChoice([...one, { id: 8, title: 'y' }], true, true)).toBeNull();
  });
});
