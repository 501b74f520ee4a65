/** What changed in a value that has parts: only the parts that differ, each by itself. No I/O. */

export interface Part {
  /** Names of the parts from the outside in; of a list the place, from 1. */
  path: readonly (string | number)[];
  old: unknown;
  new: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Read as it stands: a text, a number, a list of such. */
const isLeaf = (value: unknown): boolean =>
  Array.isArray(value)
    ? !value.some((one) => typeof one === 'object' && one !== null)
    : !isObject(value) || Object.keys(value).length === 0;

const isTitle = (value: unknown) => isObject(value) && 'uz' in value && 'ru' in value && 'en' in value;
const empty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (isLeaf(value) && typeof value === 'object' && Object.keys(value).length === 0);
const same = (a: unknown, b: unknown) => (empty(a) && empty(b)) || JSON.stringify(a) === JSON.stringify(b);
const entries = (value: unknown): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((one, at) => [at + 1, one]) : isObject(value) ? Object.entries(value) : [];

export function partsOf(old: unknown, next: unknown, path: Part['path'] = []): Part[] {
  if (same(old, next)) return [];
  // A title that was not there is read in one language; one that was corrected, in those that were.
  if ((isTitle(old) && empty(next)) || (isTitle(next) && empty(old))) return [{ path, old, new: next }];
  if (isLeaf(old) && isLeaf(next)) return [{ path, old, new: next }];
  const keys = [...new Set([...entries(old), ...entries(next)].map(([key]) => key))];
  const [before, after] = [new Map(entries(old)), new Map(entries(next))];
  return keys.flatMap((key) => partsOf(before.get(key) ?? null, after.get(key) ?? null, [...path, key]));
}
