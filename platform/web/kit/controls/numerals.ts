/** How numbers and amounts are read from what people type. */

/** A text of digits with at most one sign and one separator, cleaned of what groups its thousands; null for anything else. */
function plain(text: string): { digits: string; places: number } | null {
  const bare = text.replaceAll(/[\s\u2009\u202f\u00a0]/g, '').replace(/^[−–]/, '-');
  const found = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(bare);
  if (!found || !/\d/.test(bare)) return null;
  const [, sign, whole, part = ''] = found;
  return { digits: `${sign}${whole || '0'}${part ? `.${part}` : ''}`, places: part.length };
}

/** What a number field makes of a text: null of an empty one, NaN of what is no number or has too many places. */
export function readNumber(text: string, decimals: number): number | null {
  if (text.trim() === '') return null;
  const found = plain(text);
  return found && found.places <= decimals ? Number(found.digits) : Number.NaN;
}

/** An amount as calls take it (`1500000.5`); what is none, or is below zero, stays as it was typed. */
export function readMoney(text: string): string {
  const found = plain(text.replace(/\s*(soʻm|so'm|so‘m|сум|сўм|uzs)\.?\s*$/i, ''));
  return found && found.places <= 2 && !found.digits.startsWith('-') ? found.digits : text.trim();
}

export const isMoney = (value: string): boolean => /^\d+(\.\d{1,2})?$/.test(value);

const thin = '\u2009';

/** Thin spaces between thousands while it is typed, when nothing but digits and one comma stand there. */
export function groupAmount(text: string): string {
  const found = /^(\d+)([.,]\d{0,2})?$/.exec(text.replaceAll(/[\s\u2009\u202f\u00a0]/g, ''));
  if (!found) return text;
  return `${(found[1] ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, thin)}${(found[2] ?? '').replace('.', ',')}`;
}
