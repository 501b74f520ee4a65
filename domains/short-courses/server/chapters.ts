import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { fileRecords } from '#domains/files/server/index.ts';
import { isPackageDone, packagesById, presentedMaterial, storedMaterial } from '#domains/lessons/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { seatedStates } from '../workflow.ts';
import { demandTaught, ofReachedCourse, openToLook } from './reach.ts';
import { chaptersDone, courseChapters, courseRegistrations, shortCourses } from './tables.ts';

/** The chapters of a course: what is read and seen there, and when it meets. */

/** To whom a chapter is not open. */
const unread = { content: '', video_url: null, links: [], files: [] };

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
      rows.flatMap((row) => row.file_ids),
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
    const looks = await openToLook(
      call,
      rows.map((row) => row.course_id),
    );
    const over = new Set(done.map(({ id }) => id));
    const open = (row: { course_id: number }) => looks.has(row.course_id) || listens.has(row.course_id);
    const contents = await packagesById(
      call,
      rows.flatMap((row) => (open(row) ? (row.package_id ?? []) : [])),
      places.length
        ? (table) =>
            inArray(
              table.learner_id,
              places.map((place) => place.id),
            )
        : undefined,
    );
    return rows.map(({ package_id, ...row }) => ({
      ...plain(row),
      course: courses.get(row.course_id) ?? { id: row.course_id, title: '' },
      ...(open(row) ? presentedMaterial(call, row, files) : unread),
      package: contents.get(package_id ?? 0) ?? null,
      open: open(row),
      done: over.has(row.id),
    }));
  },
  async prepare(call, input, current, next) {
    await demandReferences(call, { course_id: [shortCourses, next.course_id] });
    if (current && input.course_id !== undefined && input.course_id !== current.course_id)
      throw failField('course_id', 'UNKNOWN_REFERENCE');
    await demandTaught(call, next.course_id);
    const { rows } = await call.client.query<{ next: number }>(
      'select coalesce(max(position), 0) + 1 as next from short_course_chapters where course_id = $1 and deleted_at is null',
      [next.course_id],
    );
    return {
      ...(await storedMaterial(call, input, current)),
      position: input.position ?? current?.position ?? rows[0]!.next,
    };
  },
  beforeDelete: (call, row) => demandTaught(call, row.course_id),
});

/** The living chapter within reach. Errors: NOT_FOUND. */
export async function chapterIn(call: Call, id: number, permission: PermissionName, { hold = false } = {}) {
  const asked = call.db
    .select()
    .from(courseChapters)
    .where(
      and(
        eq(courseChapters.id, id),
        isNull(courseChapters.deleted_at),
        ofReachedCourse(call, permission, courseChapters.course_id),
      ),
    );
  const [row] = await (hold ? asked.for('update') : asked);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** The caller's confirmed place in a course, whatever else they are there. */
export async function placeIn(call: Call, course_id: number) {
  const [place] = await call.db
    .select({ id: courseRegistrations.id, status: courseRegistrations.status, name: courseRegistrations.name })
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course_id),
        ownPlaces(call),
        inArray(courseRegistrations.status, [...seatedStates]),
      ),
    );
  return place;
}

/** A chapter of the course in which the caller has a confirmed place, with that. Errors: NOT_FOUND, NOT_A_LISTENER. */
export async function chapterOfPlace(call: Call, chapter_id: number) {
  const { package_id, course_id } = await chapterIn(call, chapter_id, 'short_course.read');
  const place = await placeIn(call, course_id);
  if (!place) throw fail('NOT_A_LISTENER');
  return { package_id, place };
}

/** Marks the chapter of a package as done once its listener went through it: by its parts, or by what its rules make of them. */
export async function doneByPackage(
  call: Call,
  package_id: number,
  chapter_id: number,
  registration_id: number,
): Promise<boolean> {
  const done = await isPackageDone(call, package_id, { student_id: null, learner_id: registration_id });
  if (done) await markDone(call, registration_id, chapter_id);
  return done;
}

const markDone = (call: Call, registration_id: number, chapter_id: number) =>
  call.db.insert(chaptersDone).values({ registration_id, chapter_id }).onConflictDoNothing();

/** Errors: NOT_A_LISTENER, PACKAGE_NOT_DONE where the chapter has a package that says so itself. */
export async function chapterDone(
  call: Call,
  { id, done }: InputOf<typeof contract.short_term_course.chapter.done>,
): Promise<{ ok: true }> {
  const { package_id, place } = await chapterOfPlace(call, id);
  if (!done && place.status === 'COMPLETED') throw fail('LISTENER_COMPLETED', { name: place.name });
  if (!done)
    await call.db
      .delete(chaptersDone)
      .where(and(eq(chaptersDone.registration_id, place.id), eq(chaptersDone.chapter_id, id)));
  else if (package_id === null) await markDone(call, place.id, id);
  else if (!(await doneByPackage(call, package_id, id, place.id))) throw fail('PACKAGE_NOT_DONE');
  return { ok: true };
}
