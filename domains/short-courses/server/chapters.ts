import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { claimFiles, fileRecords } from '#domains/files/server/index.ts';
import { type Call, type InputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { seatedStates } from '../workflow.ts';
import { demandTaught, ofReachedCourse } from './reach.ts';
import { chaptersDone, courseChapters, courseRegistrations, shortCourses } from './tables.ts';

/** The chapters of a course: what is read and seen there, and when it meets. */

/** The caller's places that are theirs for good. */
const ownPlaces = (call: Call): SQL =>
  sql`${courseRegistrations.account_id} = ${call.account_id} and ${courseRegistrations.deleted_at} is null`;

export const chapter = resource(contract.short_term_course.chapter, {
  table: courseChapters,
  search: [sql`${courseChapters.title}::text`],
  sorts: { position: sql`${courseChapters.position}`, id: sql`${courseChapters.id}` },
  defaultSort: 'position',
  optionTitle: (locale) => localTitle(courseChapters.title, locale),
  visible: (call) => ofReachedCourse(call, 'short_course.read', courseChapters.course_id),
  filters: (input) => [input.course_id ? eq(courseChapters.course_id, input.course_id) : undefined],
  async present(call, rows) {
    const files = await fileRecords(
      call,
      rows.map((row) => row.file_id),
    );
    const courses = await titlesOf(
      call,
      shortCourses,
      rows.map((row) => row.course_id),
    );
    const places = await call.db
      .select({ id: courseRegistrations.id, course_id: courseRegistrations.course_id })
      .from(courseRegistrations)
      .where(
        and(
          ownPlaces(call),
          inArray(courseRegistrations.status, [...seatedStates]),
          inArray(courseRegistrations.course_id, [0, ...rows.map((row) => row.course_id)]),
        ),
      );
    const done = await call.db
      .select({ id: chaptersDone.chapter_id })
      .from(chaptersDone)
      .where(inArray(chaptersDone.registration_id, [0, ...places.map((place) => place.id)]));
    const listens = new Set(places.map((place) => place.course_id));
    const all = scopeOf(call, 'short_course.read') !== 'own';
    const over = new Set(done.map(({ id }) => id));
    return rows.map((row) => {
      const shown = all || listens.has(row.course_id);
      return {
        ...plain(row),
        course: courses.get(row.course_id) ?? { id: row.course_id, title: '' },
        content: shown ? row.content : null,
        link: shown ? row.link : null,
        file_id: shown ? row.file_id : null,
        file: shown ? (files.get(row.file_id ?? 0) ?? null) : null,
        done: over.has(row.id),
      };
    });
  },
  async prepare(call, input, current, next) {
    await demandReferences(call, { course_id: [shortCourses, next.course_id] });
    if (current && input.course_id !== undefined && input.course_id !== current.course_id)
      throw failField('course_id', 'UNKNOWN_REFERENCE');
    await demandTaught(call, next.course_id);
    if (input.file_id) await claimFiles(call, 'file_id', [input.file_id], [current?.file_id ?? null]);
    const { rows } = await call.client.query<{ next: number }>(
      'select coalesce(max(position), 0) + 1 as next from short_course_chapters where course_id = $1 and deleted_at is null',
      [next.course_id],
    );
    return {
      ...input,
      position: input.position ?? current?.position ?? rows[0]!.next,
      link: input.link === '' ? null : input.link,
    };
  },
  beforeDelete: (call, row) => demandTaught(call, row.course_id),
});

/** Errors: NOT_A_LISTENER for whoever has no confirmed place. */
export async function chapterDone(
  call: Call,
  { id, done }: InputOf<typeof contract.short_term_course.chapter.done>,
): Promise<{ ok: true }> {
  const [place] = await call.db
    .select({ id: courseRegistrations.id, status: courseRegistrations.status, name: courseRegistrations.name })
    .from(courseRegistrations)
    .innerJoin(courseChapters, eq(courseChapters.course_id, courseRegistrations.course_id))
    .where(
      and(
        eq(courseChapters.id, id),
        isNull(courseChapters.deleted_at),
        ownPlaces(call),
        inArray(courseRegistrations.status, [...seatedStates]),
      ),
    );
  if (!place) throw fail('NOT_A_LISTENER');
  if (!done && place.status === 'COMPLETED') throw fail('LISTENER_COMPLETED', { name: place.name });
  if (done)
    await call.db.insert(chaptersDone).values({ registration_id: place.id, chapter_id: id }).onConflictDoNothing();
  else
    await call.db
      .delete(chaptersDone)
      .where(and(eq(chaptersDone.registration_id, place.id), eq(chaptersDone.chapter_id, id)));
  return { ok: true };
}
