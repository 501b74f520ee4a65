/** Pure rules of the controls. */

/** Printable ASCII and line breaks: what a passport reader or a certificate in Latin letters takes. */
export const isLatin = (text: string): boolean => /^[\u0020-\u007e\r\n\t]*$/.test(text);

/** One step of a number, free of binary crumbs; past a bound it stops, or comes out at the other end when it wraps. */
export function stepNumber(
  value: number | null,
  direction: 1 | -1,
  {
    min = 0,
    max,
    step = 0.1,
    wrap = false,
  }: { min?: number | undefined; max?: number | undefined; step?: number | undefined; wrap?: boolean | undefined },
): number {
  if (value === null) return direction === 1 || max === undefined ? min : max;
  const places = Math.max(1, (String(step).split('.')[1] ?? '').length);
  const next = Number((value + direction * step).toFixed(places));
  if (max !== undefined && next > max) return wrap ? min : max;
  if (next < min) return wrap && max !== undefined ? max : min;
  return next;
}

/** Digits of a pasted code, at most `length`. */
export const codeDigits = (text: string, length = 6): string => text.replaceAll(/\D/g, '').slice(0, length);

/** `31.12.2026`, `31/12/26`, `31122026` or `2026-12-31` as `YYYY-MM-DD`; null when there is no such day. */
export function parseDate(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed);
  const local =
    /^(\d{1,2})[./\-\s](\d{1,2})[./\-\s](\d{4}|\d{2})$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed);
  const parts = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : null;
  if (!parts) return null;
  let [year = 0, month = 0, day = 0] = parts.map(Number);
  // Two figures: a birthday lies behind us, a deadline not thirty years ahead.
  if (parts[0]?.length === 2) year += year > 50 ? 1900 : 2000;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a day as calls take it, and not one that somebody is still typing. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDate(text) === text;

/** `31.12.2026 14:30` as `YYYY-MM-DD HH:mm`; null where the day or the time is none, or is missing. */
export function parseClock(text: string): string | null {
  const [, date = '', hours = '', minutes = ''] = /^(.+?)[\s,T]+(\d{1,2})[:.](\d{2})$/.exec(text.trim()) ?? [];
  const day = parseDate(date);
  return day && Number(hours) < 24 && Number(minutes) < 60 ? `${day} ${hours.padStart(2, '0')}:${minutes}` : null;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
// Uzbekistan has had no daylight saving since 1991: always UTC+5.
const tashkentOffset = 5 * 60 * 60 * 1000;

/** A plain date as the millisecond in which that day begins in Tashkent, and back. */
export const dateToMillis = (date: string): number => Date.parse(`${date}T00:00:00Z`) - tashkentOffset;
export const millisToDate = (milliseconds: number): string =>
  new Date(Math.floor((milliseconds + tashkentOffset) / dayMilliseconds) * dayMilliseconds).toISOString().slice(0, 10);

/** `YYYY-MM-DD HH:mm[:ss]` as read on a clock in Tashkent → ISO instant, and back. */
export const clockToInstant = (clock: string): string =>
  new Date(Date.parse(`${clock.replace(' ', 'T')}Z`) - tashkentOffset).toISOString();
export const instantToClock = (instant: string): string =>
  new Date(Date.parse(instant) + tashkentOffset).toISOString().slice(0, 19).replace('T', ' ');

export type PhoneMask = 'short' | 'full' | 'international';

/** The stored number (998901234567, without separators) from what stands in a masked box; '' while there is nothing. */
export function phoneFromMasked(typed: string, mask: PhoneMask): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (mask === 'international') return digits.slice(0, 15);
  const own = mask === 'full' ? digits.replace(/^998/, '') : digits;
  return own === '' ? '' : `998${own.slice(0, 9)}`;
}

/** What a masked box shows of a stored number. */
export function maskedFromPhone(phone: string, mask: PhoneMask): string {
  const digits = phone.replaceAll(/\D/g, '');
  // The full mask holds 998 itself, so its box speaks of the whole number.
  if (mask !== 'short') return digits;
  return digits.startsWith('998') ? digits.slice(3, 12) : digits.slice(0, 9);
}

/**
 * What goes into a mask of what was typed or pasted: the country code is left out of the short mask and put before
 * in an empty full one, whose own 9 would otherwise swallow the first digit of 90 123 45 67.
 */
export function preparePhone(typed: string, mask: PhoneMask, empty: boolean): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (mask === 'short') return digits.length >= 12 && digits.startsWith('998') ? digits.slice(3) : typed;
  if (
    mask === 'full' &&
    empty &&
    digits !== '' &&
    !typed.startsWith('+') &&
    !(digits.length >= 12 && digits.startsWith('998'))
  )
    return `998${digits}`;
  return typed;
}

/** Whether a stored number needs the box without a mask. */
export const isForeignPhone = (phone: string): boolean => phone !== '' && !phone.startsWith('998');

export const extensionOf = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

export type FileRefusal = { reason: 'format'; formats: string } | { reason: 'size'; maxSize: number };

/** Why a file may not be chosen, or null. Extensions without a dot, size in bytes. */
export function refuseFile(
  file: { name: string; size: number },
  extensions: readonly string[] | undefined,
  maxSize: number | undefined,
): FileRefusal | null {
  if (extensions && extensions.length > 0 && !extensions.includes(extensionOf(file.name)))
    return { reason: 'format', formats: extensions.join(', ') };
  if (maxSize !== undefined && file.size > maxSize) return { reason: 'size', maxSize };
  return null;
}
