import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  dropPackage,
  nothingReached,
  openPackage,
  packageRow,
  packageStandings,
  packagesById,
  takePackage,
  takeReport,
} from '#domains/lessons/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { contract } from '../contract.ts';
import { seatedStates } from '../workflow.ts';
import { chapterIn, chapterOfPlace, doneByPackage, placeIn } from './chapters.ts';
import { demandTaught, openToLook } from './reach.ts';
import { courseChapters, courseRegistrations } from './tables.ts';

/** E-learning packages of chapters: those of lessons, where whoever learns is known by their place in the course. */

type Calls = (typeof contract)['short_term_course']['chapter']['package'];

/** A chapter of a course that the caller teaches, held. Errors: NOT_FOUND, NOT_YOUR_SHORT_COURSE. */
async function taughtChapter(call: Call, id: number) {
  const row = await chapterIn(call, id, 'short_course.read', { hold: true });
  await demandTaught(call, row.course_id);
  return row;
}

export async function saveChapterPackage(call: Call, { chapter_id, ...input }: InputOf<Calls['save']>) {
  const chapter = await taughtChapter(call, chapter_id);
  const taken = await takePackage(call, input, chapter.package_id);
  await call.db.update(courseChapters).set({ package_id: taken.id }).where(eq(courseChapters.id, chapter.id));
  return taken;
}

export async function removeChapterPackage(call: Call, { id }: InputOf<Calls['remove']>): Promise<{ ok: true }> {
  const chapter = await taughtChapter(call, id);
  if (chapter.package_id === null) throw fail('NOT_FOUND');
  await call.db.update(courseChapters).set({ package_id: null }).where(eq(courseChapters.id, chapter.id));
  await dropPackage(call, chapter.package_id);
  return { ok: true };
}

/** Whoever has a place opens it in their own attempt; without one the office looks, and whoever teaches it. Errors: NOT_A_LISTENER, STEP_REFUSED, TIME_OVER. */
export async function launchChapterPackage(
  call: Call,
  { chapter_id, ...input }: InputOf<Calls['launch']>,
): Promise<OutputOf<Calls['launch']>> {
  const { course_id, package_id } = await chapterIn(call, chapter_id, 'short_course.read');
  if (package_id === null) throw fail('NOT_FOUND');
  const place = await placeIn(call, course_id);
  if (!place && !(await openToLook(call, [course_id])).has(course_id)) throw fail('NOT_A_LISTENER');
  const opened = await openPackage(
    call,
    await packageRow(call, package_id),
    place && { student_id: null, learner_id: place.id, name: place.name },
    { ...input, package_id },
  );
  // A step may be what its rules call the end.
  if (place) await doneByPackage(call, package_id, chapter_id, place.id);
  return opened;
}

/** Takes a report; once the package is done its chapter is. Errors: NOT_A_LISTENER. */
export async function reportOfChapter(
  call: Call,
  { chapter_id, ...report }: InputOf<Calls['progress']>,
): Promise<OutputOf<Calls['progress']>> {
  const { package_id, place } = await chapterOfPlace(call, chapter_id);
  const answer = await takeReport(call, { student_id: null, learner_id: place.id }, report);
  if (package_id !== null) await doneByPackage(call, package_id, chapter_id, place.id);
  return answer;
}

export async function chapterStatistics(
  call: Call,
  { id }: InputOf<Calls['statistics']>,
): Promise<OutputOf<Calls['statistics']>> {
  const chapter = await chapterIn(call, id, 'short_course.listeners');
  const found = (await packagesById(call, [chapter.package_id ?? 0], undefined)).get(chapter.package_id ?? 0);
  if (!found) throw fail('NOT_FOUND');
  const reached = await packageStandings(call, found);
  const listeners = await call.db
    .select({ registration_id: courseRegistrations.id, name: courseRegistrations.name })
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, chapter.course_id),
        inArray(courseRegistrations.status, [...seatedStates]),
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .orderBy(courseRegistrations.name, courseRegistrations.id)
    .limit(5000);
  return {
    package: found,
    listeners: listeners.map((one) => ({ ...one, ...(reached.get(one.registration_id) ?? nothingReached) })),
  };
}
