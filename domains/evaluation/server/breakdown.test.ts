import { describe, expect, it } from 'vitest';
import { Random } from '#demo/random.ts';
import { breakdownOf, type SaidBy } from './breakdown.ts';

const people = (count: number, group: number | null, language: string | null, score = '4'): SaidBy[] =>
  Array.from({ length: count }, () => ({ group, language, answers: { clear: score, said: 'x' } }));
const shown = (votes: SaidBy[], scales = ['clear']) => {
  const { groups, languages } = breakdownOf(votes, scales, 5);
  return [groups.map(({ id, voted }) => [id, voted]), languages.map(({ id, voted }) => [id, voted])];
};

describe('what was said by group and language', () => {
  it('has the mean of each that is large enough', () => {
    const votes = [...people(6, 1, 'uz', '5'), ...people(8, 2, 'ru', '2')];
    expect(breakdownOf(votes, ['clear'], 5)).toEqual({
      groups: [
        { id: 1, voted: 6, mean: 5 },
        { id: 2, voted: 8, mean: 2 },
      ],
      languages: [
        { id: 'ru', voted: 8, mean: 2 },
        { id: 'uz', voted: 6, mean: 5 },
      ],
    });
  });

  it('hides a small one together with another, from which and the whole it would follow', () => {
    expect(shown([...people(9, 1, 'uz'), ...people(1, 2, 'uz')])).toEqual([[], []]);
    expect(shown([...people(9, 1, 'uz'), ...people(6, 2, 'uz'), ...people(1, 3, 'uz')])).toEqual([[[1, 9]], []]);
    // One group is the whole, and who has no group is not shown as one.
    expect(shown(people(30, 1, 'uz'))).toEqual([[], []]);
    expect(shown([...people(9, 1, 'uz'), ...people(6, null, 'uz')])).toEqual([[[1, 9]], []]);
  });

  it('shows no languages from which, with the groups, two people would follow', () => {
    const votes = [...people(10, 1, 'uz'), ...people(2, 2, 'uz'), ...people(8, 2, 'ru')];
    expect(shown(votes)).toEqual([
      [
        [1, 10],
        [2, 10],
      ],
      [],
    ]);
  });

  it('counts no question that somebody left out', () => {
    const votes = [...people(6, 1, 'uz'), ...people(6, 2, 'uz')];
    const left = { ...votes[0]!, answers: { said: 'x' } };
    expect(shown([left, ...votes.slice(1)])).toEqual([[], []]);
  });

  it('whatever the votes are: no set of fewer than five can be told by adding and taking away', () => {
    const dice = new Random(11).at(0);
    for (let run = 0; run < 500; run++) {
      const votes = Array.from({ length: 5 + dice.below(40) }, () => ({
        group: 1 + dice.below(4),
        language: ['uz', 'ru'][dice.below(2)]!,
        answers: { clear: '3' },
      })).filter(({ group, language }) => run % 2 || group < 3 === (language === 'uz'));
      if (votes.length < 5) continue;
      const { groups, languages } = breakdownOf(votes, ['clear'], 5);
      const part = <T>(known: readonly { id: T }[], own: T) => (known.some(({ id }) => id === own) ? own : null);
      const cells = Map.groupBy(votes, (one) => `${part(groups, one.group)} ${part(languages, one.language)}`);
      // Whatever is reckoned from what is shown is a sum of such cells.
      for (const [cell, those] of cells) expect(those.length, `${run}: ${cell}`).toBeGreaterThanOrEqual(5);
    }
  });
});
