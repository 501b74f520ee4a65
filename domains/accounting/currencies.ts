import { mostTiyin, type Tiyin } from './money.ts';

/** Sums in other currencies and what they are in soʻm. Whole numbers alone, so that nothing is lost on the way. Pure. */

export const currencies = ['USD', 'EUR', 'RUB', 'GBP', 'CNY', 'KZT'] as const;
export type Currency = (typeof currencies)[number];

/** A rate is good until the next one, and no longer than this: the Central Bank sets one each working day. */
export const rateDays = 10;

/** A rate as text, `12142.86` soʻm for so many units of the currency. */
export const rateText = /^\d{1,9}(?:\.\d{1,4})?$/;

const places = 4;
const scaled = (rate: string): bigint => {
  const [units = '0', rest = ''] = rate.split('.');
  return BigInt(units) * 10n ** BigInt(places) + BigInt(rest.padEnd(places, '0'));
};

/**
 * So many hundredths of a currency in whole tiyin, at `rate` soʻm for `per` units of it: to the nearest tiyin, a half upwards. Undefined
 * where it is more than an amount can be.
 */
export function inSoum(hundredths: number, rate: string, per: number): Tiyin | undefined {
  if (!rateText.test(rate)) throw new Error(`not a rate: ${rate}`);
  const whole = BigInt(per) * 10n ** BigInt(places);
  const tiyin = (2n * BigInt(hundredths) * scaled(rate) + whole) / (2n * whole);
  return tiyin > BigInt(mostTiyin) ? undefined : Number(tiyin);
}

export interface SaidRate {
  currency: Currency;
  per: number;
  rate: string;
}

/**
 * Rates as they are pasted, one a line: `USD 12 142,86`, `1 USD = 12142.86`, `CNY;10;17053,10`. The last figure is the rate, a whole one
 * beside the currency the units that it is for. Answers the lines that say something else, counted from one.
 */
export function ratesIn(text: string): { rates: SaidRate[]; faults: number[] } {
  const rates = new Map<Currency, SaidRate>();
  const faults: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const said = readRate(line);
    if (!said || rates.has(said.currency)) faults.push(at + 1);
    else rates.set(said.currency, said);
  }
  return { rates: [...rates.values()], faults };
}

function readRate(line: string): SaidRate | undefined {
  // Thousands are parted by spaces of several kinds: 12 142,86.
  const plain = line.replaceAll(/(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '').replaceAll(',', '.');
  const parts =
    /^\s*(?:(?<before>\d{1,5})\s*)?(?<code>[A-Za-z]{3})(?:[\s;=\t]+(?<after>\d{1,5}(?=[\s;=\t]+\d)))?[\s;=\t]+(?<rate>\d+(?:\.\d+)?)\s*$/.exec(
      plain,
    )?.groups;
  const code = parts?.code?.toUpperCase();
  const currency = currencies.find((one) => one === code);
  const per = Number(parts?.before ?? parts?.after ?? 1);
  const rate = parts?.rate ?? '';
  if (!currency || !rateText.test(rate) || /^0+(\.0+)?$/.test(rate) || per < 1 || (parts?.before && parts.after))
    return undefined;
  return { currency, per, rate };
}
