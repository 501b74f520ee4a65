import { describe, expect, it } from 'vitest';
import { Random } from '#demo/random.ts';
import { fewest, hideFew } from './few.ts';

describe('groups of few people', () => {
  const shown = (...people: number[]) => {
    const { hidden, total } = hideFew(people);
    return [
      ...people.map((count, at) => (hidden[at] ? null : count)),
      total ? people.reduce((sum, count) => sum + count, 0) : null,
    ];
  };
  it('are not shown, nor told by the total', () => {
    expect(shown(10, 8, 6)).toEqual([10, 8, 6, 24]);
    // One that is hidden takes the next smallest with it, or the total would tell it.
    expect(shown(10, 8, 3)).toEqual([10, null, null, 21]);
    expect(shown(12, 4, 9)).toEqual([12, null, null, 25]);
    expect(shown(10, 3, 4)).toEqual([10, null, null, 17]);
    expect(shown(12, 4, 3, 9)).toEqual([12, null, null, 9, 28]);
    // Two that are hidden are not told together either.
    expect(shown(10, 9, 1, 2)).toEqual([10, null, null, null, 22]);
    expect(shown(12, 1, 1)).toEqual([null, null, null, 14]);
  });
  it('where all there is is small, not even the total is shown', () => {
    expect(shown(3)).toEqual([null, null]);
    expect(shown(1, 2)).toEqual([null, null, null]);
    expect(shown(7)).toEqual([7, 7]);
    expect(shown()).toEqual([0]);
  });
  it('nobody at all is shown', () => {
    expect(shown(20, 0)).toEqual([20, 0, 20]);
  });
  it('whatever the numbers are: no group below five can be worked out', () => {
    const dice = new Random(7).at(0);
    for (let run = 0; run < 1000; run++) {
      const people = Array.from({ length: 1 + dice.below(6) }, () => dice.below(14));
      const { hidden, total } = hideFew(people);
      const gone = people.filter((_, at) => hidden[at]);
      for (const [at, count] of people.entries()) if (count > 0 && count < fewest) expect(hidden[at]).toBe(true);
      if (!total || gone.length === 0) continue;
      expect(gone.length, 'one that is hidden alone is a subtraction').toBeGreaterThan(1);
      expect(gone.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(fewest);
    }
  });
});
