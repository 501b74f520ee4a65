/* Dates here are calendar days: they never pass through an instant in a time zone. */

const DAY = 86_400_000;
const pad = (number: number, width = 2) => String(number).padStart(width, '0');

/** 'YYYY-MM-DD', or undefined when there is no such day. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1000 && year <= 9999 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined;
}

/** A day number of a spreadsheet (the time of day is dropped), or undefined outside 1900–9999. */
export function serialToDate(serial: number, from1904 = false): string | undefined {
  let days = Math.floor(serial);
  if (from1904) days += 1462;
  if (days < 1 || days > 2_958_465) return undefined;
  // Spreadsheets count a 29 February 1900 that never was.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** The day number of 'YYYY-MM-DD', for files that are written. */
export function dateToSerial(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY) + 25_569;
}

/**
 * A date as people type it: DD.MM.YYYY, DD/MM/YYYY, DD-MM-YYYY, YYYY-MM-DD (also with . or /), with or
 * without a time behind it; or a day number from 1927 on, so that a year is not taken for one.
 */
export function readDate(value: string | number): string | undefined {
  if (typeof value === 'number') return value >= 10_000 ? serialToDate(value) : undefined;
  const text = value.trim().replace(/[T ]\d{1,2}:\d{2}.*$/, '');
  let match = /^(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4})\s?(?:г\.?|y\.?)?$/.exec(text);
  if (match) return isoDate(Number(match[3]), Number(match[2]), Number(match[1]));
  match = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text);
  if (match) return isoDate(Number(match[1]), Number(match[2]), Number(match[3]));
  return /^\d{5}$/.test(text) ? serialToDate(Number(text)) : undefined;
}
