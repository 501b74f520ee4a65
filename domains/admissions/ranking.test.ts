import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, rankCandidates } from './ranking.ts';

const someone = fc.record({
  score: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
  certificates: fc.integer({ min: 0, max: 1 }),
  submitted_at: fc.constantFrom('2027-06-01T00:00:00Z', '2027-06-02T00:00:00Z'),
  tuition: fc.constantFrom('GRANT' as const, 'CONTRACT' as const, 'ANY' as const),
});
const few = fc.integer({ min: 0, max: 4 });

test('no place is given twice, none stays empty while somebody would take it, and more points never get less', () => {
  fc.assert(
    fc.property(fc.array(someone, { maxLength: 20 }), few, few, few, (people, grant, contract, waiting) => {
      const candidates: Candidate[] = people.map((one, id) => ({ id: id + 1, ...one }));
      const ranked = rankCandidates(candidates, { grant, contract, waiting });
      const of = new Map(candidates.map((one) => [one.id, one]));
      const count = (tuition: string | null, status: string) =>
        ranked.filter((one) => one.status === status && one.tuition === tuition).length;
      expect(ranked.map((one) => one.rank)).toEqual(candidates.map((_, at) => at + 1));
      expect(count('GRANT', 'RECOMMENDED')).toBeLessThanOrEqual(grant);
      expect(count('CONTRACT', 'RECOMMENDED')).toBeLessThanOrEqual(contract);
      expect(count(null, 'WAITING_LIST')).toBeLessThanOrEqual(waiting);
      ranked.forEach((one, at) => {
        const me = of.get(one.id)!;
        const before = ranked[at - 1];
        if (before) expect(of.get(before.id)!.score ?? -1).toBeGreaterThanOrEqual(me.score ?? -1);
        if (one.tuition) expect([one.tuition, 'ANY']).toContain(me.tuition);
        if (one.status === 'RECOMMENDED' || me.score === null) return;
        // Whoever got nothing would have taken only what others before took.
        if (me.tuition !== 'CONTRACT') expect(count('GRANT', 'RECOMMENDED')).toBe(grant);
        if (me.tuition !== 'GRANT') expect(count('CONTRACT', 'RECOMMENDED')).toBe(contract);
        const later = ranked
          .slice(at)
          .filter((other) => other.status === 'RECOMMENDED' && (me.tuition === 'ANY' || other.tuition === me.tuition));
        expect(later).toEqual([]);
      });
    }),
  );
});

test('says which rule decided between equals', () => {
  const person = { score: 80, certificates: 0, submitted_at: '2027-06-02', tuition: 'ANY' as const };
  const ranked = rankCandidates(
    [
      { ...person, id: 1 },
      { ...person, id: 2 },
      { ...person, id: 3, submitted_at: '2027-06-01' },
      { ...person, id: 4, certificates: 20 },
    ],
    { grant: 1, contract: 1, waiting: 1 },
  );
  expect(ranked.map(({ id, tie, status }) => [id, tie, status])).toEqual([
    [4, null, 'RECOMMENDED'],
    [3, 'CERTIFICATES', 'RECOMMENDED'],
    [1, 'EARLIER', 'WAITING_LIST'],
    [2, 'NUMBER', 'REJECTED'],
  ]);
});
