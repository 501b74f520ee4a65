import { type SQL, sql } from 'drizzle-orm';
import { searchKey } from '#platform/contract/script.ts';
import { students } from './tables.ts';

/** More hits than this are not looked at: the answer then says that its totals are a lower bound. */
export const searchBound = 10_000;

interface Searchable {
  firstname: string;
  lastname: string;
  midname?: string | null | undefined;
  names_cyrillic?: string | null | undefined;
  passport_id?: string | null | undefined;
  student_no: string;
  username?: string | null | undefined;
  contact_phone?: string | null | undefined;
}

/**
 * What the search looks in. Every write of a student stores it, imports and the demo too. Each word stands once and
 * after a blank, so that short words can be looked for at the start of words.
 */
export function searchText(row: Searchable): string {
  const parts = [
    row.lastname,
    row.firstname,
    row.midname,
    row.names_cyrillic,
    row.student_no,
    row.username,
    row.passport_id,
    row.contact_phone,
  ];
  const words = new Set(parts.flatMap((part) => (part ? searchWords(part) : [])));
  return ` ${[...words].join(' ')}`;
}

/** Words of a question or a name, as keys; their order does not matter. */
export const searchWords = (text: string): string[] => searchKey(text).split(' ').filter(Boolean).slice(0, 12);

/** Condition on `students.id`; undefined where nothing is looked for, nothing found where no letter was given. */
export function searchCondition(text: string | undefined): SQL | undefined {
  if (!text?.trim()) return undefined;
  const words = searchWords(text);
  return words.length
    ? sql`${students.id} in (select edulab_search_students(${sql.param(words)}::text[], ${searchBound}))`
    : sql`false`;
}
