import { describe, expect, it } from 'vitest';
import { standingOf } from './standing.ts';

const limits = { limit_percent: 25, near_percent: 80, hours_per_session: 2 };

describe('the limit of absence', () => {
  it.each([
    [0, 60, 0, 'FINE'],
    [5, 60, 16.7, 'FINE'],
    [6, 60, 20, 'NEAR'],
    [7, 60, 23.3, 'NEAR'],
    // Exactly a quarter is still allowed.
    [15, 120, 25, 'NEAR'],
    [8, 60, 26.7, 'OVER'],
    [3, 0, 0, 'FINE'],
  ])('%i sessions of %i hours are %d percent: %s', (missed, hours, share, standing) => {
    expect(standingOf(missed, hours, limits)).toEqual({ share, standing });
  });

  it('counts sessions as long as the university holds them', () => {
    expect(standingOf(15, 60, { ...limits, hours_per_session: 1 })).toEqual({ share: 25, standing: 'NEAR' });
  });
});
