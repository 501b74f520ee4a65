/** Numbers of contracts as people type them. Pure. */

const lookAlikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
};

/** Capitals, Latin letters for the Cyrillic ones of the same look, letters and figures alone; `numberKey` of the tables does the same. */
export const numberKeyOf = (said: string): string =>
  said
    .toUpperCase()
    .replace(/[АВЕКМНОРСТУХІ]/g, (letter) => lookAlikes[letter] ?? letter)
    .replace(/[^A-Z0-9]/g, '');

/** An honest purpose has a dozen; one that is made to be slow stops here. */
const mostKeys = 120;

/**
 * Keys of numbers that may stand in a text: whatever lies between its spaces and signs, and up to five neighbours together,
 * for one number is typed `K-2026-000012`, `K 2026 / 12` or `№K2026000012`. Where the last part is short it is tried with
 * its zeros as well.
 */
export function numberKeysIn(text: string): string[] {
  const parts = text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(numberKeyOf)
    .filter(Boolean)
    .slice(0, 60);
  const keys = new Set<string>();
  const add = (key: string) => {
    if (key.length < 4 || key.length > 24 || keys.size >= mostKeys || !/\d/.test(key)) return;
    keys.add(key);
    // `N` is how № is typed where there is none; `NK2026…` is the number K2026….
    const bare = /^(?:N|NO|H)(?=[A-Z]?\d)(.{4,})$/.exec(key)?.[1];
    if (bare) keys.add(bare);
  };
  for (let from = 0; from < parts.length; from++) {
    let joined = '';
    for (let to = from; to < Math.min(parts.length, from + 5); to++) {
      const part = parts[to] ?? '';
      if (to > from && /^\d{1,5}$/.test(part)) add(joined + part.padStart(6, '0'));
      joined += part;
      add(joined);
    }
  }
  return [...keys];
}
