import { expect, it } from 'vitest';
import { distance, momentOf } from './when.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

it('says distances in the unit that people would use', () => {
  expect(distance(at(0), now)).toEqual({ unit: 'minutes', count: 1 });
  expect(distance(at(59), now)).toEqual({ unit: 'minutes', count: 59 });
  expect(distance(at(-90), now)).toEqual({ unit: 'hours', count: 2 });
  expect(distance(at(47 * 60), now)).toEqual({ unit: 'hours', count: 47 });
  expect(distance(at(71 * 60), now)).toEqual({ unit: 'days', count: 2 });
});

it('knows what is over, what runs and what is ahead', () => {
  const lesson = { starts_at: at(-10), ends_at: at(70) };
  expect([now - 11, now, now + 70].map((time) => momentOf(lesson, time - (time === now - 11 ? 600_000 : 0)))).toEqual([
    'ahead',
    'now',
    'now',
  ]);
  expect(momentOf(lesson, Date.parse(at(70)))).toBe('over');
});
