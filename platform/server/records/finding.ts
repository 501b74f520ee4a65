import { and, or, type SQL, sql } from 'drizzle-orm';
import { searchKey } from '#platform/contract/script.ts';
import { likeLiteral } from './resource.ts';

/** How people are found, whatever the spelling and the script; and in which order, the one who is meant first. */

const wordsOf = (key: string): string[] => key.split(' ').filter(Boolean).slice(0, 12);

/** Words of a question or a name, as keys; their order does not matter. */
export const searchWords = (text: string): string[] => wordsOf(searchKey(text));

/**
 * Words of a question, as parts of what is looked for. In keys `ye` is one letter: a word that was typed as far as its `y`
 * is looked for without it, and who writes `ie` means the same.
 */
export const typedWords = (text: string): string[] =>
  wordsOf(searchKey(text.replace(/(?<=\p{L}{3})[yй](?!\p{L})/giu, '')).replace(/(?<=[aeiou])ie/g, 'e'));

/** What is looked for in a column of keys, of which all must be found. The longest comes first: it is the one that an index is asked for. */
export const keyPatterns = (typed: string): string[] =>
  typedWords(typed)
    .sort((a, b) => b.length - a.length)
    .map((word) => `%${likeLiteral(word)}%`);

/**
 * Whether a column of keys (`searchKeyOf`) holds every word that was typed. Undefined where nothing was, and nothing is
 * found by what has no letter and no figure.
 */
export function keyHolds(key: SQL, typed: string | undefined): SQL | undefined {
  if (!typed?.trim()) return undefined;
  const patterns = keyPatterns(typed);
  return patterns.length ? and(...patterns.map((pattern) => sql`${key} like ${pattern}`)) : sql`false`;
}

/** The same for a name that has no column of keys. The key is made of each row, so only where rows are few or narrowed. */
export const nameHolds = (name: SQL, typed: string | undefined): SQL | undefined =>
  keyHolds(sql`edulab_search_key(${name})`, typed);

/** Whether one of these texts holds what was typed, to the letter but for its case: numbers, addresses, titles. */
export const textHolds = (parts: readonly SQL[], typed: string | undefined): SQL | undefined =>
  typed?.trim() ? or(...parts.map((part) => sql`${part} ilike ${`%${likeLiteral(typed.trim())}%`}`)) : undefined;

/**
 * How well people fit what was typed, best first: the surname itself, the first name itself, what begins either, then
 * patronymics and all else. `key` holds search keys, surname first. Of several words each counts; undefined, and so no
 * order, where there are none.
 */
export function closeness(key: SQL, typed: string | undefined): SQL | undefined {
  const words = searchWords(typed ?? '');
  if (!words.length) return undefined;
  // Beginnings are compared byte by byte; `like` and trimming look at each letter, of whole keys. The key, which may be a
  // question of its own, is read once; some begin with a blank.
  const begins = (start: string) => sql`(starts_with(k.key, ${start}) or starts_with(k.key, ${` ${start}`}))`;
  const name = sql`split_part(k.key, ' ', case when starts_with(k.key, ' ') then 3 else 2 end)`;
  const each = words.map(
    (word) =>
      sql`case when ${begins(`${word} `)} then 0 when ${name} = ${word} then 1 when ${begins(word)} then 2 when starts_with(${name}, ${word}) then 3 else 4 end`,
  );
  return sql`(select ${sql.join(each, sql` + `)} from (select ${key} || ' ' as key offset 0) k)`;
}
