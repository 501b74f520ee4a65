import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hundredths, mostTiyin, shareOf, splitAmount, sumOf, tiyinOf } from './money.ts';

const amounts = fc.integer({ min: 0, max: mostTiyin });
/** Shares with two places that make 100 together. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 11 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, at) => (cut - cuts[at]!) / 100));

it('parts make the amount to the tiyin, and none is a tiyin away from its share', () => {
  fc.assert(
    fc.property(amounts, shares, (amount, parts) => {
      const split = splitAmount(amount, parts);
      expect(split.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount));
      for (const [at, part] of split.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        const exact = BigInt(amount) * BigInt(hundredths(parts[at]!));
        const away = BigInt(part) * 10_000n - exact;
        expect(away > -10_000n && away < 10_000n).toBe(true);
      }
    }),
  );
});

it('what is left of a list of shares still makes the whole amount', () => {
  fc.assert(
    fc.property(amounts, shares, fc.nat(11), (amount, parts, gone) => {
      const left = parts.slice(Math.min(gone, parts.length - 1));
      expect(splitAmount(amount, left).reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount));
    }),
  );
  expect(splitAmount(100, [])).toEqual([]);
});

it('soʻm and tiyin are each other, whatever the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -mostTiyin, max: mostTiyin }), (tiyin) => {
      expect(tiyinOf(sumOf(tiyin))).toBe(tiyin);
    }),
  );
  expect([tiyinOf('12500000.5'), tiyinOf('0.05'), tiyinOf('-3')]).toEqual([1_250_000_050, 5, -300]);
  expect([sumOf(1_250_000_050), sumOf(5), sumOf(-300), sumOf(0)]).toEqual(['12500000.50', '0.05', '-3', '0']);
  for (const fault of ['', '1.234', '1e5', '1 000', '0x1']) expect(() => tiyinOf(fault)).toThrow();
});

it('the least share is never a fraction too little', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, share) => {
      const least = BigInt(shareOf(amount, share / 100));
      expect(least * 10_000n >= BigInt(amount) * BigInt(share)).toBe(true);
      expect((least - 1n) * 10_000n < BigInt(amount) * BigInt(share) || least === 0n).toBe(true);
    }),
  );
});
