import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Locale } from '#platform/contract/index.ts';
import { longDate, paperDate, paperMoney, sumInWords } from '#platform/server/documents/index.ts';
import { sumOf } from '../money.ts';
import type { Fine, paragraphs } from '../shapes.ts';

/**
 * From the text of an agreement to what one person reads. Blanks are words in braces; a line that begins with `# ` is a
 * heading, an empty line parts paragraphs. The same contract always makes the same text.
 */

export const blanks = [
  'number',
  'date',
  'name',
  'passport',
  'phone',
  'institution',
  'course',
  'education_form',
  'academic_year',
  'amount',
  'amount_words',
  'minimum_share',
  'minimum_amount',
  'instalments',
  'fine_per_day',
  'fine_most',
  'grace_days',
  'fine_rests',
] as const;

export interface TextFacts {
  number: string;
  issued_on: string;
  name: string;
  passport: string | undefined;
  phone: string | undefined;
  institution: string;
  course: string | null;
  education_form: string | null;
  academic_year: string;
  amount: number;
  /** Where it was agreed in another currency. */
  foreign: { currency: string; amount: string; rate: string; per: number; day: string; source: string } | null;
  /** What of the amount is in soʻm besides, because it was earned before an addendum; see `foreign`. */
  earned_before: number;
  minimum_share: number;
  minimum_amount: number;
  plan: readonly { due_on: string; amount: number }[];
  fine: Fine;
}

const line = '______';
const soum: Record<Locale, string> = { uz: 'soʻm', ru: 'сум', en: 'soʻm' };
const number = (value: number, locale: Locale) => (locale === 'en' ? String(value) : String(value).replace('.', ','));

const sum = (tiyin: number, locale: Locale) => `${paperMoney(sumOf(tiyin))}\u00a0${soum[locale]}`;

const byRate: Record<
  Locale,
  (of: { said: string; soum: string; rate: string; day: string; source: string }) => string
> = {
  uz: ({ said, soum, rate, day, source }) =>
    `${said}, ${day} kungi Markaziy bank kursi boʻyicha ${soum} (${rate}; manba: ${source})`,
  ru: ({ said, soum, rate, day, source }) =>
    `${said}, что по курсу Центрального банка на ${day} составляет ${soum} (${rate}; источник: ${source})`,
  en: ({ said, soum, rate, day, source }) =>
    `${said}, which is ${soum} by the rate of the Central Bank of ${day} (${rate}; source: ${source})`,
};

/** Nothing where holidays count like any day. */
const rests: Record<Locale, string> = {
  uz: 'Bayram kunlari uchun penya hisoblanmaydi; toʻlov muddati bayram kuniga toʻgʻri kelsa, undan keyingi bayram boʻlmagan kun muddat hisoblanadi.',
  ru: 'За праздничные дни пеня не начисляется; срок, который приходится на праздничный день, переносится на следующий за ним день, который не является праздничным.',
  en: 'No fine grows on holidays; a day due that is a holiday moves to the next day that is none.',
};

const earned: Record<Locale, (of: { whole: string; before: string; rest: string }) => string> = {
  uz: ({ whole, before, rest }) => `${whole}: shundan ilgari oʻqilgani uchun ${before}, qolgani uchun ${rest}`,
  ru: ({ whole, before, rest }) => `${whole}: из них ${before} за обучение до изменения и ${rest} за остальное`,
  en: ({ whole, before, rest }) => `${whole}: ${before} of it for the time before, and for the rest ${rest}`,
};

/** A sum of another currency with what it is in soʻm, by which rate, of which day, and where that stands. */
export const inCurrency = (of: NonNullable<TextFacts['foreign']>, inSoum: number, locale: Locale) =>
  byRate[locale]({
    said: `${paperMoney(of.amount)}\u00a0${of.currency}`,
    soum: sum(inSoum, locale),
    rate: `${of.per}\u00a0${of.currency} = ${locale === 'en' ? of.rate : of.rate.replace('.', ',')}\u00a0${soum[locale]}`,
    day: paperDate(of.day),
    source: of.source,
  });

/** All that is to be paid: in soʻm, and in the currency in which it was agreed. */
function amountOf({ amount, foreign, earned_before }: TextFacts, locale: Locale): string {
  if (!foreign) return sum(amount, locale);
  const rest = inCurrency(foreign, amount - earned_before, locale);
  if (earned_before === 0) return rest;
  return earned[locale]({ whole: sum(amount, locale), before: sum(earned_before, locale), rest });
}

function valuesOf(facts: TextFacts, locale: Locale): Record<(typeof blanks)[number], string> {
  return {
    number: facts.number,
    date: longDate(facts.issued_on, locale),
    name: facts.name,
    passport: facts.passport || line,
    phone: facts.phone ? `+${facts.phone}` : line,
    institution: facts.institution,
    course: facts.course ?? line,
    education_form: facts.education_form ?? line,
    academic_year: facts.academic_year,
    amount: amountOf(facts, locale),
    amount_words: sumInWords(sumOf(facts.amount), locale),
    minimum_share: number(facts.minimum_share, locale),
    minimum_amount: sum(facts.minimum_amount, locale),
    instalments: facts.plan
      .map((part, at) => `${at + 1}) ${paperDate(part.due_on)} — ${sum(part.amount, locale)}`)
      .join('; '),
    fine_per_day: number(facts.fine.percent_per_day, locale),
    fine_most: number(facts.fine.most_percent, locale),
    grace_days: String(facts.fine.grace_days),
    fine_rests: facts.fine.rests_on_holidays ? rests[locale] : '',
  };
}

/** Many courses name no form of study: a sentence that says nothing but that is left out, instead of an empty line. */
const withoutForm = (text: string) =>
  text.replaceAll(/(?<=^|[.!?] )[^.!?\n]*\{education_form\}[^.!?\n]*[.!?][ \t]*/gm, (sentence) =>
    sentence.match(/\{/g)?.length === 1 ? '' : sentence,
  );

/** The whole text, its blanks filled. */
export function fillContractText(text: string, facts: TextFacts, locale: Locale): string {
  const values = valuesOf(facts, locale);
  return (facts.education_form === null ? withoutForm(text) : text)
    .replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? values[name as (typeof blanks)[number]] : whole,
    )
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/** Words in braces that mean nothing. */
export const unknownBlanks = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}\n]*)\}/g)]
      .map((found) => found[1]!)
      .filter((name) => !(blanks as readonly string[]).includes(name)),
  ),
];

/** As it is shown and printed. */
export function paragraphsOf(text: string): z.infer<typeof paragraphs> {
  const parts: z.infer<typeof paragraphs> = [];
  let title: string | undefined;
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n');
    while (lines[0]?.startsWith('# ')) title = lines.shift()!.slice(2).trim();
    const body = lines.join('\n').trim();
    if (!body) continue;
    parts.push(title === undefined ? { text: body } : { title, text: body });
    title = undefined;
  }
  if (title !== undefined) parts.push({ title, text: '' });
  return parts;
}

export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
