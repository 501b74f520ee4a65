import { and, eq, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { claimFiles, claimPicture, fileRecords } from '#domains/files/server/index.ts';
import { ownCourses } from '#domains/groups/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { exactFirst, likeLiteral, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { itemTypes } from '../shapes.ts';
import { isbnDigits } from './isbn.ts';
import { libraryItems } from './tables.ts';

/** The library's records: books and resources with a file or a link, and for whom each is. */

/** Librarians see what is not out yet; students what is for everybody or for their course. */
export function visible(call: Call): SQL | undefined {
  if (may(call, 'library.manage')) return undefined;
  if (scopeOf(call, 'library.read') === 'institution') return sql`${libraryItems.active}`;
  return sql`(${libraryItems.active} and (${libraryItems.audience} = 'EVERYBODY'
    or (${libraryItems.audience} = 'COURSES' and ${libraryItems.course_ids} && array${ownCourses(call)})))`;
}

/** An empty text clears a link, as an emptied field sends it. */
export const emptyAsNull = (value: string | null | undefined) => (value === '' ? null : value);

/** What cannot be read is no record: it takes a file or a link. */
export function demandReadable(next: { file_id?: number | null; link?: string | null }): void {
  if (!next.file_id && !next.link) throw failField('file_id', 'NOTHING_TO_READ');
}

export const item = resource(contract.e_library, {
  table: libraryItems,
  search: [
    sql`${libraryItems.title}`,
    sql`array_to_string(${libraryItems.authors}, ' ')`,
    sql`array_to_string(${libraryItems.subjects}, ' ')`,
    sql`${libraryItems.publisher}`,
    sql`${libraryItems.isbn}`,
  ],
  sorts: {
    title: sql`${libraryItems.title}`,
    year: sql`${libraryItems.year}`,
    created_at: sql`${libraryItems.created_at}`,
    id: sql`${libraryItems.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${libraryItems.title}`,
  visible,
  filters: (input) => [
    input.type ? eq(libraryItems.type, input.type) : undefined,
    input.language ? eq(libraryItems.language, input.language) : undefined,
    input.subject ? sql`${input.subject} = any(${libraryItems.subjects})` : undefined,
    input.year_from ? sql`${libraryItems.year} >= ${input.year_from}` : undefined,
    input.year_to ? sql`${libraryItems.year} <= ${input.year_to}` : undefined,
    input.readable === undefined ? undefined : sql`(${libraryItems.file_id} is not null) = ${input.readable}`,
    input.active === undefined ? undefined : eq(libraryItems.active, input.active),
  ],
  present: async (call, rows) => {
    const files = await fileRecords(
      call,
      rows.flatMap((row) => [row.cover_file_id, row.file_id]),
    );
    const named = await titlesOf(
      call,
      courses,
      rows.flatMap((row) => row.course_ids),
    );
    return rows.map((row) => ({
      ...plain(row),
      cover: files.get(row.cover_file_id ?? 0) ?? null,
      file: files.get(row.file_id ?? 0) ?? null,
      courses: row.course_ids.flatMap((id) => named.get(id) ?? []),
    }));
  },
  prepare: async (call, input, current, next) => {
    const isbn = input.isbn ? isbnDigits(input.isbn) : input.isbn;
    if (input.isbn && !isbn) throw failField('isbn', 'ISBN_WRONG');
    demandReadable(next);
    if (next.audience === 'COURSES' && !next.course_ids?.length) throw failField('course_ids', 'COURSES_REQUIRED');
    await demandReferences(call, { course_ids: [courses, input.course_ids] });
    if (input.file_id) await claimFiles(call, 'file_id', [input.file_id], [current?.file_id ?? null]);
    if (input.cover_file_id) await claimPicture(call, 'cover_file_id', input.cover_file_id, current?.cover_file_id);
    return { ...input, isbn, link: emptyAsNull(input.link) };
  },
});

/** All types in the caller's language, with how many records the caller sees of each. */
export async function types(call: Call) {
  const rows = await call.db
    .select({ type: libraryItems.type, count: sql<number>`count(*)::int` })
    .from(libraryItems)
    .where(and(sql`${libraryItems.deleted_at} is null`, visible(call)))
    .groupBy(libraryItems.type);
  const counts = new Map(rows.map((row) => [row.type, row.count]));
  return itemTypes.map((id) => ({
    id,
    title: message(call.locale, `library.type.${id}`),
    count: counts.get(id) ?? 0,
  }));
}

export async function subjects(call: Call, input: { search?: string | undefined } | undefined) {
  const { rows } = await call.db.execute<{ subject: string }>(
    sql`select s.subject from ${libraryItems} cross join lateral unnest(${libraryItems.subjects}) s(subject)
      where ${and(
        sql`${libraryItems.deleted_at} is null`,
        visible(call),
        input?.search ? sql`s.subject ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
      )} group by 1 order by ${exactFirst(sql`s.subject`, input?.search)}, count(*) desc, 1 limit 200`,
  );
  return rows.map(({ subject }) => ({ id: subject, title: subject }));
}
