import { or, type SQL, sql } from 'drizzle-orm';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { nameHolds, searchWords, textHolds, typedWords } from '#platform/server/records/finding.ts';
import type { ListSearch } from '#platform/server/records/lists.ts';
import { students } from '../tables.ts';

/**
 * More hits than this are not looked at in a list of everybody: the answer then says that its totals are a lower bound,
 * and whoever asked adds a word. So a search among a million costs little more than one among ten thousand.
 */
export const searchBound = 250;
/** Exports, work on many at once, and lists that a filter or one's reach narrows, take everybody who is found. */
export const unboundedSearch = 10_000_000;

export interface Searchable {
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

/** Whether what this right shows is shown to the caller of everybody whom they find. */
const seesOfEverybody = (call: Call, permission: PermissionName): boolean => {
  const scope = scopeOf(call, permission);
  return scope !== undefined && (scope === 'institution' || scope === scopeOf(call, 'student.read'));
};

/** Nobody is found by what the caller is not shown: figures then count only in numbers that everybody sees. */
function searchAllowed(call: Call, words: readonly string[]): SQL {
  const [phone, papers] = [seesOfEverybody(call, 'student.personal'), seesOfEverybody(call, 'student.passport')];
  const figures = words.flatMap((word) => word.match(/\d+/g) ?? []);
  if ((phone && papers) || figures.length === 0) return sql`true`;
  const open = sql`concat_ws(' ', ${students.student_no}, case when ${students.username} !~ '[0-9]{7}' then ${students.username} end${phone ? sql`, ${students.contact_phone}` : sql``}${papers ? sql`, ${students.passport_id}` : sql``})`;
  return sql.join(
    figures.map((figure) => sql`${open} like ${`%${figure}%`}`),
    sql` and `,
  );
}

/**
 * Where living students of the institution lie in whom all words occur, as `listStudents` asks for them; undefined where nothing
 * is looked for, nothing found where no letter was given. Who may read the papers finds people by their PINFL as well.
 */
export function searchOf(call: Call, text: string | undefined, most: number): ListSearch | undefined {
  if (!text?.trim()) return undefined;
  const words = typedWords(text);
  const pinfl = /^\d{14}$/.test(text.trim()) && seesOfEverybody(call, 'student.passport');
  const places = words.length
    ? sql`select edulab_search_students(${sql.param(words)}::text[], ${most}) as place${pinfl ? sql` union select ${students}.ctid from ${students} where ${students.pinfl} = ${text.trim()} and ${students.deleted_at} is null` : sql``}`
    : sql`select null::tid as place where false`;
  return { places, at: sql`${students}.ctid`, most, and: searchAllowed(call, words) };
}

/** The same as a condition on `students`. */
export function searchCondition(call: Call, text: string | undefined): SQL | undefined {
  // The index knows the words of today alone.
  if (call.asOf) return nameHolds(sql`concat_ws(' ', ${students.full_name}, ${students.student_no})`, text);
  const search = searchOf(call, text, unboundedSearch);
  return search && sql`(${search.at} = any(array(${search.places})) and ${search.and ?? sql`true`})`;
}

/** The same for other tables: a subquery of ids. */
export function idsFound(call: Call, text: string | undefined): SQL | undefined {
  const condition = searchCondition(call, text);
  return condition && sql`(select ${students.id} from ${students} where ${condition})`;
}

/**
 * For lists of what is about students, such as debits: `student_id` is among those who are found, or one of the texts holds
 * what was typed.
 */
export const searchAbout =
  (student_id: SQL, ...texts: SQL[]) =>
  (typed: string, call: Call): SQL | undefined => {
    const found = idsFound(call, typed);
    return found && or(sql`${student_id} in ${found}`, textHolds(texts, typed));
  };
