import { afterAll, expect, it } from 'vitest';
import { clockOf, dayOf, enterZone, zoneName } from './clock.ts';

// Other files of this process have the zone of the capital.
afterAll(() => void enterZone('Asia/Tashkent'));

it('tells days and clocks of the zone that was entered', () => {
  const late = '2026-11-21T19:30:00Z';
  expect([zoneName(), clockOf(late), dayOf(late)]).toEqual(['Asia/Tashkent', '00:30', '2026-11-22']);
  expect([enterZone(undefined), enterZone('Asia/Tashkent'), enterZone('Europe/London')]).toEqual([false, false, true]);
  expect([zoneName(), clockOf(late), dayOf(late)]).toEqual(['Europe/London', '19:30', '2026-11-21']);
  expect(() => enterZone('Mars/Olympus')).toThrow();
  expect(zoneName()).toBe('Europe/London');
});
