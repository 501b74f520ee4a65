import { type SQL, sql } from 'drizzle-orm';
import { searchKey } from '#platform/contract/script.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { typedWords } from '#platform/server/records/finding.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { staff } from './tables.ts';

/** What the search looks in: the name, whatever its spelling and script. */
export interface Named {
  lastname: string;
  firstname: string;
  midname?: string | null;
}
export const searchText = (person: Named): string =>
  searchKey([person.lastname, person.firstname, person.midname].filter(Boolean).join(' '));

/** Narrows a list to what was typed; visitors find people by name alone, so that nothing else can be guessed at. */
export function matchesSearch(call: Call, typed: string | undefined, visitor = false): SQL | undefined {
  const text = typed?.trim();
  if (!text) return undefined;
  // The longest word comes first: it is the one that the index is asked for.
  const words = typedWords(text).sort((a, b) => b.length - a.length);
  const patterns = words.length ? words.map((word) => `%${likeLiteral(word)}%`) : [`%${likeLiteral(text)}%`];
  const array = sql`array[${sql.join(
    patterns.map((pattern) => sql`${pattern}`),
    sql`, `,
  )}]::text[]`;
  if (visitor) return sql`${staff.id} in (select staff_matching(${array}))`;
  const found = sql`${staff.id} in (select staff_matching(${array}, ${`${likeLiteral(text)}%`}))`;
  if (scopeOf(call, 'staff.personal') !== 'institution') return found;
  const compact = text.replaceAll(/[\s+()-]/g, '').toUpperCase();
  return sql`(${found} or ${staff.passport_id} = ${compact} or ${staff.pinfl} = ${compact} or ${staff.phone} = ${compact.length === 9 ? `998${compact}` : compact})`;
}
