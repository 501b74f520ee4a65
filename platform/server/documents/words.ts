import type { Locale } from '#platform/contract/index.ts';

/** Whole numbers and sums of so'm in words, as documents that cannot be altered with a pen write them. */

/** Thousand, million … in the forms that one, two to four, and five of them take; Uzbek and English know one form. */
const scales: Record<Locale, readonly (readonly [string, string, string])[]> = {
  uz: [one('ming'), one('million'), one('milliard'), one('trillion')],
  en: [one('thousand'), one('million'), one('billion'), one('trillion')],
  ru: [
    ['тысяча', 'тысячи', 'тысяч'],
    ['миллион', 'миллиона', 'миллионов'],
    ['миллиард', 'миллиарда', 'миллиардов'],
    ['триллион', 'триллиона', 'триллионов'],
  ],
};
function one(word: string): readonly [string, string, string] {
  return [word, word, word];
}

const list = (words: string) => words.split(' ');
const uz = {
  ones: list(' bir ikki uch toʻrt besh olti yetti sakkiz toʻqqiz'),
  tens: list(' oʻn yigirma oʻttiz qirq ellik oltmish yetmish sakson toʻqson'),
};
const ru = {
  ones: list(' один два три четыре пять шесть семь восемь девять'),
  feminine: list(' одна две'),
  teens: list(
    'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
  ),
  tens: list('  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'),
  hundreds: list(' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'),
};
const en = {
  ones: list(
    ' one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  tens: list('  twenty thirty forty fifty sixty seventy eighty ninety'),
};

/** Which form a Russian noun takes after this number: 1, 2 to 4, or 5. */
function form(count: number): 0 | 1 | 2 {
  const last = count % 10;
  if (count % 100 > 10 && count % 100 < 20) return 2;
  return last === 1 ? 0 : last > 1 && last < 5 ? 1 : 2;
}

/** 1 to 999; `step` 1 counts thousands, which are feminine in Russian. */
function below1000(value: number, locale: Locale, step: number): string[] {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  if (locale === 'uz')
    return [hundreds ? `${uz.ones[hundreds]} yuz` : '', uz.tens[tens] ?? '', uz.ones[ones] ?? ''].filter(Boolean);
  if (locale === 'ru') {
    const last = step === 1 && ones > 0 && ones < 3 ? ru.feminine[ones] : ru.ones[ones];
    return [
      ru.hundreds[hundreds] ?? '',
      ...(tens === 1 ? [ru.teens[ones] ?? ''] : [ru.tens[tens] ?? '', last ?? '']),
    ].filter(Boolean);
  }
  const small = rest < 20 ? en.ones[rest] : [en.tens[tens], en.ones[ones]].filter(Boolean).join('-');
  return [hundreds ? `${en.ones[hundreds]} hundred` : '', hundreds && rest ? 'and' : '', small ?? ''].filter(Boolean);
}

/** A whole number from 0 to 999 999 999 999 999 in words, without a capital. Throws a RangeError for anything else. */
export function numberInWords(value: number, locale: Locale): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1e15) throw new RangeError(`${value} cannot be put in words`);
  if (value === 0) return { uz: 'nol', ru: 'ноль', en: 'zero' }[locale];
  const words: string[] = [];
  for (let step = 4; step >= 0; step--) {
    const group = Math.floor(value / 1000 ** step) % 1000;
    if (!group) continue;
    // "one thousand and five": English puts the word also where the last group has no hundred.
    if (locale === 'en' && step === 0 && words.length && group < 100) words.push('and');
    words.push(...below1000(group, locale, step));
    const name = scales[locale][step - 1];
    if (name) words.push(locale === 'ru' ? name[form(group)] : name[0]);
  }
  return words.join(' ');
}

/**
 * A sum of so'm in words with a capital, tiyin in digits: `1230000.5` → "Bir million ikki yuz oʻttiz ming soʻm 50 tiyin".
 * `amount` is a decimal string with at most two places, not negative, below 10¹⁵.
 */
export function sumInWords(amount: string, locale: Locale): string {
  const found = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!found) throw new RangeError(`"${amount}" is no amount of money`);
  const [units, tiyin] = [Number(found[1]), (found[2] ?? '').padEnd(2, '0')];
  const words = numberInWords(units, locale);
  const currency = {
    uz: `soʻm ${tiyin} tiyin`,
    ru: `${(['сум', 'сума', 'сумов'] as const)[form(units)]} ${tiyin} ${(['тийин', 'тийина', 'тийинов'] as const)[form(Number(tiyin))]}`,
    en: `soʻm ${tiyin} tiyin`,
  }[locale];
  return `${words[0]?.toUpperCase()}${words.slice(1)} ${currency}`;
}
