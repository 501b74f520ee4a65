import type { Locale } from '#platform/contract/index.ts';

/** Dates, money and people as documents write them. Pure: texts in, texts out. */

const months: Record<Locale, readonly string[]> = {
  uz: 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

/** `YYYY-MM-DD` as DD.MM.YYYY; empty for nothing. */
export const paperDate = (value: string | null | undefined): string =>
  value?.slice(0, 10).split('-').reverse().join('.') ?? '';

/** `2026-11-21` as "2026-yil 21-noyabr", "21 ноября 2026 г.", "21 November 2026". */
export function longDate(value: string, locale: Locale): string {
  const [year, month = '1', day = '1'] = value.slice(0, 10).split('-');
  const name = months[locale][Number(month) - 1] ?? '';
  // A date is not torn apart at the end of a line.
  const text = {
    uz: `${year}-yil ${Number(day)}-${name}`,
    ru: `${Number(day)} ${name} ${year} г.`,
    en: `${Number(day)} ${name} ${year}`,
  }[locale];
  return text.replaceAll(' ', '\u00a0');
}

/** A decimal string with thin spaces, which do not break, between thousands: `1230000.50` → "1 230 000,50". */
export function paperMoney(amount: string): string {
  const [units = '', places = ''] = amount.replace('-', '').split('.');
  const cents = places.padEnd(2, '0').slice(0, 2);
  return `${amount.startsWith('-') ? '−' : ''}${units.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')}${cents === '00' ? '' : `,${cents}`}`;
}

/** A mark or credit as the language writes decimals: "85,5" in Uzbek and Russian, "85.5" in English. */
export const paperDecimal = (value: number | string | null | undefined, locale: Locale): string =>
  value === null || value === undefined ? '–' : locale === 'en' ? String(value) : String(value).replace('.', ',');
