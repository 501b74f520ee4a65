import { expect, it } from 'vitest';
import { moonHolidays } from './load-calendar.ts';

it('reckons the holidays that follow the moon', () => {
  expect(moonHolidays(2025)).toEqual([
    ['2026-03-20', 'Ramazon hayiti'],
    ['2026-05-27', 'Qurbon hayiti'],
  ]);
  expect(moonHolidays(2026).map(([day]) => day)).toEqual(['2027-03-09', '2027-05-16']);
});
