import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSoum, ratesIn } from './currencies.ts';
import { mostTiyin } from './money.ts';

describe('a sum in another currency', () => {
  it('is so many tiyin, to the nearest one, a half upwards', () => {
    expect(inSoum(100, '12142.86', 1)).toBe(1_214_286);
    expect(inSoum(350_000, '12142.86', 1)).toBe(4_250_001_000);
    expect(inSoum(1, '0.5', 1)).toBe(1);
    expect(inSoum(1, '0.4999', 1)).toBe(0);
    expect(inSoum(1, '1.5', 1)).toBe(2);
    expect(inSoum(1, '5', 10)).toBe(1);
    expect(inSoum(0, '12142.86', 1)).toBe(0);
    expect(inSoum(1_000_000_000_00, '999999999.9999', 1)).toBeUndefined();
    for (const rate of ['1e3', '-1', '', '1,5', '1.23456']) expect(() => inSoum(1, rate, 1)).toThrow();
  });

  it('is never half a tiyin or more away from the exact product, whatever the rate', () => {
    const rates = fc
      .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 9_999 }))
      .map(([units, rest]) => ({ text: `${units}.${String(rest).padStart(4, '0')}`, exact: units * 10_000 + rest }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), rates, fc.constantFrom(1, 10, 100), (sum, rate, per) => {
        const tiyin = inSoum(sum, rate.text, per);
        const exact = BigInt(sum) * BigInt(rate.exact);
        if (tiyin === undefined) return expect(exact > BigInt(mostTiyin) * 10_000n * BigInt(per) - 20_000n).toBe(true);
        // Twice the distance, in parts of a tiyin: at most half of one, and a half goes upwards.
        const off = 2n * (BigInt(tiyin) * 10_000n * BigInt(per) - exact);
        expect(off <= 10_000n * BigInt(per) && off > -10_000n * BigInt(per)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('grows with the sum and the rate, and the units of a rate only divide', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(1000), fc.integer({ min: 1, max: 99_999 }), (sum, more, rate) => {
        expect(inSoum(sum + more, String(rate), 1)! >= inSoum(sum, String(rate), 1)!).toBe(true);
        expect(inSoum(sum, String(rate + 1), 1)! >= inSoum(sum, String(rate), 1)!).toBe(true);
        expect(inSoum(sum, String(rate * 10), 10)).toBe(inSoum(sum, String(rate), 1));
      }),
    );
  });
});

describe('rates that are pasted', () => {
  it('are read as people write them', () => {
    expect(ratesIn('USD 12 142,86\n1 EUR = 14025.5\ncny;10;17053,10\n\n100 KZT\t2\u00a0300\r\n')).toEqual({
      rates: [
        { currency: 'USD', per: 1, rate: '12142.86' },
        { currency: 'EUR', per: 1, rate: '14025.5' },
        { currency: 'CNY', per: 10, rate: '17053.10' },
        { currency: 'KZT', per: 100, rate: '2300' },
      ],
      faults: [],
    });
  });

  it('are refused by their line where they could be read in two ways or say nothing', () => {
    expect(
      ratesIn('USD 12142.86\nUSD 12142.87\nXYZ 5\nEUR\nEUR -5\nEUR 0\nEUR 1.23456\nEUR =1+1\nkurs 12000').faults,
    ).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
