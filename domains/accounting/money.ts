/** Money is whole tiyin (1 soʻm = 100 tiyin) wherever it is kept and counted; calls speak of soʻm as decimal text. Pure. */

/** Whole tiyin. Sums of a university stay far below 2^53, which a number holds exactly. */
export type Tiyin = number;

/** The largest amount that a call can name: 14 digits of soʻm are more than a number of tiyin holds. */
export const mostTiyin = 900_000_000_000_000;

/** `'12500000.5'` → 1250000050. The text is one that the contract's `money` lets through. */
export function tiyinOf(sum: string): Tiyin {
  const [, sign, units, places = ''] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(sum) ?? [];
  if (units === undefined) throw new Error(`not an amount: ${sum}`);
  const value = BigInt(units) * 100n + BigInt(places.padEnd(2, '0'));
  return Number(sign ? -value : value);
}

/** 1250000050 → `'12500000.50'`; whole soʻm have no places. */
export function sumOf(tiyin: Tiyin): string {
  const value = BigInt(tiyin);
  const whole = value < 0n ? -value : value;
  const places = whole % 100n;
  return `${value < 0n ? '-' : ''}${whole / 100n}${places ? `.${String(places).padStart(2, '0')}` : ''}`;
}

/** Percent with two places as whole hundredths, so that shares can be added: 33.33 → 3333. */
export const hundredths = (percent: number): number => Math.round(percent * 100);

/**
 * Parts of an amount by shares in percent, which are all of it together: also where they are the rest of a longer list. The
 * parts always make the amount exactly, and none is a whole tiyin away from its share: each ends where the shares so far end,
 * rounded down.
 */
export function splitAmount(amount: Tiyin, shares: readonly number[]): Tiyin[] {
  const whole = shares.reduce((sum, percent) => sum + BigInt(hundredths(percent)), 0n);
  if (whole === 0n) return shares.map(() => 0);
  let share = 0n;
  let given = 0n;
  return shares.map((percent) => {
    share += BigInt(hundredths(percent));
    const until = (BigInt(amount) * share) / whole;
    const part = until - given;
    given = until;
    return Number(part);
  });
}

/** What a share of an amount is, rounded up: the least that must be paid is never a fraction too little. */
export const shareOf = (amount: Tiyin, percent: number): Tiyin =>
  Number((BigInt(amount) * BigInt(hundredths(percent)) + 9_999n) / 10_000n);

/** How much of an amount is value added tax that is in it, to the nearest tiyin; as `edulab_vat` counts it. */
export const vatIn = (amount: Tiyin, percent: number): Tiyin =>
  Number((BigInt(amount) * BigInt(2 * percent) + BigInt(100 + percent)) / BigInt(2 * (100 + percent)));
/** The same of tax that is added to an amount. */
export const vatOnTop = (amount: Tiyin, percent: number): Tiyin =>
  Number((BigInt(amount) * BigInt(percent) + 50n) / 100n);
