import { describe, expect, it } from 'vitest';
import { clockIn } from '#platform/server/clock.ts';
import { closesAt, lateness } from './late.ts';

const tashkent = 'Asia/Tashkent';
const deadline = { opens_at: '2026-10-01T04:00:00.000Z', due_at: '2026-10-09T18:59:00.000Z', late_days: 2 };
const at = (text: string, zone = tashkent, more: Partial<typeof deadline> = {}) =>
  lateness(new Date(text), { ...deadline, ...more }, zone);

describe('whether a work is late', () => {
  it('counts the whole minute of the deadline as in time', () => {
    expect(clockIn(tashkent, deadline.due_at)).toBe('2026-10-09T23:59');
    expect(at('2026-10-09T18:58:59.999Z')).toBe('ON_TIME');
    expect(at('2026-10-09T18:59:00.000Z')).toBe('ON_TIME');
    expect(at('2026-10-09T18:59:59.999Z')).toBe('ON_TIME');
    expect(at('2026-10-09T19:00:00.000Z')).toBe('LATE');
  });

  it('takes late works until the same minute some days later', () => {
    expect(at('2026-10-11T18:59:59.999Z')).toBe('LATE');
    expect(at('2026-10-11T19:00:00.000Z')).toBe('CLOSED');
    expect(closesAt(deadline, tashkent)).toBe('2026-10-11T18:59:00.000Z');
    expect(at('2026-10-09T19:00:00.000Z', tashkent, { late_days: 0 })).toBe('CLOSED');
  });

  it('opens with its minute', () => {
    expect(at('2026-10-01T03:59:59.999Z')).toBe('NOT_YET');
    expect(at('2026-10-01T04:00:00.000Z')).toBe('ON_TIME');
  });

  it('counts days of the calendar where clocks are set', () => {
    // On 25 October 2026 clocks in Berlin go back: the same time of the day is 25 hours away.
    const berlin = { due_at: '2026-10-24T21:59:00.000Z', late_days: 1 };
    expect(closesAt(berlin, 'Europe/Berlin')).toBe('2026-10-25T22:59:00.000Z');
    expect(at('2026-10-25T22:59:30.000Z', 'Europe/Berlin', berlin)).toBe('LATE');
    expect(at('2026-10-25T23:00:00.000Z', 'Europe/Berlin', berlin)).toBe('CLOSED');
  });
});
