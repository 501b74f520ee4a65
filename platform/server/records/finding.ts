import { type SQL, sql } from 'drizzle-orm';
import { searchKey } from '#platform/contract/script.ts';
import { likeLiteral } from './resource.ts';

/** What is found stands in the order in which people mean it. */

/** How near these words are to a surname and a first name; 0 is nearest. Undefined, and so no order, where there are none. */
function distance(words: readonly string[], surname: SQL, name: SQL): SQL | undefined {
  if (!words.length) return undefined;
  return sql.join(
    words.map((word) => {
      const start = `${likeLiteral(word)}%`;
      return sql`case when ${surname} = ${word} then 0 when ${name} = ${word} then 1 when ${surname} like ${start} then 2 when ${name} like ${start} then 3 else 4 end`;
    }),
    sql` + `,
  );
}

/**
 * How well people fit what was typed, best first: the surname itself, the first name itself, what begins either, then
 * patronymics and all else. `key` holds search keys, surname first. Of several words each counts.
 */
export function closeness(key: SQL, typed: string | undefined): SQL | undefined {
  const words = searchKey(typed ?? '')
    .split(' ')
    .filter(Boolean);
  const place = (at: 1 | 2) => sql`split_part(ltrim(${key}), ' ', ${sql.raw(String(at))})`;
  return distance(words.slice(0, 12), place(1), place(2));
}

/** The same for names in columns of their own, compared as they are written. */
export function closenessOfNames(surname: SQL, name: SQL, typed: string | undefined): SQL | undefined {
  const words = (typed ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return distance(words.slice(0, 6), sql`lower(${surname})`, sql`lower(${name})`);
}

/** The same for a name in one column, surname first. */
export const closenessOfName = (full: SQL, typed: string | undefined): SQL | undefined =>
  closenessOfNames(sql`split_part(${full}, ' ', 1)`, sql`split_part(${full}, ' ', 2)`, typed);
