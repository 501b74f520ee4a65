/** Values as people read them. Texts in, texts out. */

import { clockOf, dayOf } from '../../clock.ts';
import { inScript, type Locale, titleIn } from '../../i18n.tsx';

const isTitle = (value: object): value is { uz: string; ru: string; en: string } =>
  'uz' in value && 'ru' in value && 'en' in value;

/** `YYYY-MM-DD`, or the day of an instant by the institution's clock, as DD.MM.YYYY; anything else as it is. */
export const showDate = (value: string): string => {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(/^[\d-]{10}T[\d:.]+Z$/.test(value) ? dayOf(value) : value);
  return found ? `${found[3]}.${found[2]}.${found[1]}` : value;
};

/** The instant after a change, of which clients know the milliseconds alone. */
export const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();
/** The instant before a change. */
export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** An instant as DD.MM.YYYY HH:mm by the institution's clock, wherever the browser is. */
export const showDateTime = (value: string | number | Date): string =>
  Number.isNaN(new Date(value).getTime()) ? String(value) : `${showDate(dayOf(value))} ${clockOf(value)}`;

const thin = '\u2009';

/** A decimal amount with thin spaces between thousands and a comma before the two places, which are left out when zero. */
export const showMoney = (value: string | number): string => {
  const found = /^(-?)(\d+)(?:\.(\d{1,2})\d*)?$/.exec(String(value));
  if (!found) return String(value);
  const [, sign, units = '', places = ''] = found;
  const grouped = units.replace(/\B(?=(\d{3})+(?!\d))/g, thin);
  const cents = places.padEnd(2, '0');
  return `${sign ? '−' : ''}${grouped}${cents === '00' ? '' : `,${cents}`}`;
};

/** `998901234567` as +998 (90) 123-45-67; a foreign number as + and its digits. */
export const showPhone = (value: string): string => {
  const digits = value.replaceAll(/\D/g, '');
  const local = /^998(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(digits);
  return local ? `+998 (${local[1]}) ${local[2]}-${local[3]}-${local[4]}` : digits ? `+${digits}` : value;
};

export interface Names {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  midname?: string | null | undefined;
}

export const fullName = ({ lastname, firstname, midname }: Names): string =>
  [lastname, firstname, midname].filter(Boolean).join(' ');

export const initials = ({ lastname, firstname }: Names): string =>
  // Where one has the whole name only, its first two words are these.
  (firstname ? [lastname, firstname] : (lastname?.split(' ').slice(0, 2) ?? []))
    .map((part) => (part ? ([...part][0] ?? '') : ''))
    .join('')
    .toUpperCase();

/** The first few of many names, and how many more there are. */
export const namesOf = (names: readonly string[], few = 3): string =>
  names.length > few ? `${names.slice(0, few).join(', ')} + ${names.length - few}` : names.join(', ');

/** A count or share as the language groups its digits, with so many places at most. Not by Intl: browsers often lack Uzbek and would show English. */
export const showNumber = (value: number, locale: string, most = 2): string => {
  const english = locale.startsWith('en');
  const [units = '', places] = String(Math.round(Math.abs(value) * 10 ** most) / 10 ** most).split('.');
  return `${value < 0 ? '−' : ''}${units.replace(/\B(?=(\d{3})+(?!\d))/g, english ? ',' : thin)}${places === undefined ? '' : `${english ? '.' : ','}${places}`}`;
};

/** A share as `64,8 %`, with one place at most, and the space that never breaks. */
export const showPercent = (value: number, locale: string): string =>
  `${showNumber(Math.round(value * 10) / 10, locale)}\u00a0%`;

const sizes: Record<string, string[]> = {
  uz: ['bayt', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'],
  ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ', 'ЭБ', 'ЗБ', 'ЙБ'],
  en: ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'],
};

/** Bytes in steps of 1024: 1536 → 1.5 KB. At most two places. */
export const showSize = (bytes: number, locale: string): string => {
  const units = sizes[locale.slice(0, 2)] ?? sizes.en!;
  const step = bytes > 0 ? Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1) : 0;
  const value = String(Number((Math.max(0, bytes) / 1024 ** step).toFixed(2)));
  return `${locale.startsWith('en') ? value : value.replace('.', ',')} ${inScript(units[step] ?? '')}`;
};

/** A file's name cut at 30 characters; its ending stays readable in the tooltip, the whole name is the caller's title. */
export const shortName = (name: string, limit = 30): string => {
  const letters = [...name];
  return letters.length > limit ? `${letters.slice(0, limit).join('')}…` : name;
};

/** Milliseconds as m:ss, rounded up to whole seconds. */
export const showCountdown = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const said: Record<string, [string, string]> = { uz: ['ha', 'yoʻq'], ru: ['да', 'нет'], en: ['yes', 'no'] };

/** Any value of a record in one line: for differences, conflicts and the history. */
export function plainValue(value: unknown, locale: string): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return inScript((said[locale.slice(0, 2)] ?? said.en!)[value ? 0 : 1]);
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return showDate(value);
    if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return showDateTime(value);
    return value;
  }
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((part) => plainValue(part, locale)).join(', ');
  if (typeof value === 'object') {
    if (isTitle(value)) return titleIn(value, locale.slice(0, 2) as Locale) || '—';
    const { title, label, name } = value as { title?: unknown; label?: unknown; name?: unknown };
    const shown = title ?? label ?? name;
    if (shown !== undefined && shown !== null) return plainValue(shown, locale);
    const person = fullName(value as Names);
    return person || JSON.stringify(value);
  }
  return String(value);
}
