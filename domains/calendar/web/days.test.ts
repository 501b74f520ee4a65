import { expect, it } from 'vitest';
import { addMonths, byDay, daysOf, neighbouringDay, spanOf, timesOf, weekday } from './days.ts';

it('shows whole weeks from Monday in a month', () => {
  expect(spanOf('month', '2026-11-21')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  expect(daysOf(spanOf('month', '2027-02-10'))).toHaveLength(28);
  expect(spanOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(weekday('2026-11-22')).toBe(7);
});
it('keeps the day within shorter months', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(neighbouringDay('month', '2026-12-15', 1)).toBe('2027-01-15');
  expect(neighbouringDay('week', '2026-11-21', -1)).toBe('2026-11-14');
});
it('puts an event on each of its days, but not on a day at whose midnight it ends', () => {
  const event = { starts_on: '2026-11-20', ends_on: '2026-11-22', ends_time: null, starts_at: '' };
  const party = { ...event, ends_on: '2026-11-21', ends_time: '00:00' };
  const found = byDay([event, party], ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']);
  expect([...found.values()].map((list) => list.length)).toEqual([2, 1, 1, 0]);
});
it('says a deadline by its moment', () => {
  const at = {
    starts_time: '23:59',
    ends_time: '23:59',
    starts_at: '2026-11-20T18:59:00Z',
    ends_at: '2026-11-20T18:59:00Z',
  };
  expect(timesOf(at)).toBe('23:59');
  expect(timesOf({ ...at, ends_time: '00:30', ends_at: '2026-11-20T19:30:00Z' })).toBe('23:59–00:30');
  expect(timesOf({ ...at, starts_time: null, ends_time: null })).toBeNull();
});
