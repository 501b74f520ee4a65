import { describe, expect, it } from 'vitest';
import { codeFits, shownAt, stepSeconds } from './codes.ts';

const place = { secret: 'secret', session_id: 7, room_id: 3 };
const now = Date.UTC(2026, 10, 20, 9, 0, 5);

describe('the code of a lesson', () => {
  it('is six digits that change every twenty seconds, and a token for the QR code', () => {
    const { code, token, seconds_left } = shownAt(place, now);
    expect(code).toMatch(/^\d{6}$/);
    expect(token).toMatch(/^7\.[0-9a-f]{32}$/);
    expect(seconds_left).toBe(15);
    expect(shownAt(place, now + 14_999).code).toBe(code);
    expect(shownAt(place, now + 15_000).code).not.toBe(code);
  });

  it('is taken while it is shown and one step after, typed or scanned', () => {
    const { code, token } = shownAt(place, now);
    for (const entered of [code, token]) {
      expect(codeFits(place, entered, now)).toBe(true);
      expect(codeFits(place, entered, now + stepSeconds * 1000)).toBe(true);
      expect(codeFits(place, entered, now + 2 * stepSeconds * 1000)).toBe(false);
      expect(codeFits({ ...place, room_id: 4 }, entered, now)).toBe(false);
      expect(codeFits({ ...place, session_id: 8 }, entered, now)).toBe(false);
      expect(codeFits({ ...place, secret: 'other' }, entered, now)).toBe(false);
    }
  });
});
