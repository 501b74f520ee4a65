import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { contract } from '../contract.ts';
import type { reviewRecord } from '../shapes.ts';
import type { CourseRow } from './places.ts';
import { getRegistration } from './registrations.ts';
import { courseRegistrations, courseReviews, shortCourses } from './tables.ts';

/**
 * What listeners say of a course. Courses that are held again share it, since nobody who chooses one has been to it yet. Of
 * fewer than three nothing is shown: who wrote it would be known.
 */

type Calls = (typeof contract)['short_term_course']['review'];
type Shown = z.infer<typeof reviewRecord>;
const fewest = 3;
const shownWords = 30;

const seriesOf = (row: Pick<CourseRow, 'id' | 'series_id'>) => row.series_id ?? row.id;

/** The mean of each of these courses with those of its series; a public call names its institution itself. */
export async function ratingsOf(
  call: Call,
  rows: readonly Pick<CourseRow, 'id' | 'series_id'>[],
): Promise<Map<number, { mean: number; count: number }>> {
  const { rows: found } = await call.client.query<{ series: number; mean: number; count: number }>(
    `select coalesce(c.series_id, c.id) as series, round(avg(v.stars), 1)::float as mean, count(*)::int as count
       from short_course_reviews v join short_courses c on c.id = v.course_id
      where v.institution_id = $2 and v.deleted_at is null and (c.id = any($1::int[]) or c.series_id = any($1::int[]))
      group by 1 having count(*) >= $3`,
    [[...new Set(rows.map(seriesOf))], call.institution_id, fewest],
  );
  const means = new Map(found.map(({ series, ...rating }) => [series, rating]));
  return new Map(
    rows.flatMap((row) => {
      const rating = means.get(seriesOf(row));
      return rating ? [[row.id, rating] as const] : [];
    }),
  );
}

/** The words of a course that has enough reviews, as strangers read them: without a name, and by the month. */
export async function wordsOf(call: Call, row: CourseRow) {
  if (!(await ratingsOf(call, [row])).has(row.id)) return [];
  const { rows } = await call.client.query<{ stars: number; words: string; month: string }>(
    `select v.stars, v.words, to_char(v.created_at at time zone (select edulab_zone()), 'YYYY-MM') as month
       from short_course_reviews v join short_courses c on c.id = v.course_id
      where v.institution_id = $2 and v.deleted_at is null and not v.hidden and v.words <> '' and (c.id = $1 or c.series_id = $1)
      order by v.id desc limit $3`,
    [seriesOf(row), call.institution_id, shownWords],
  );
  return rows;
}

/** Once for each place; later it is changed. Errors: NOT_FOUND, REVIEW_AFTER before the course is completed. */
export async function saveReview(call: Call, input: InputOf<Calls['save']>): Promise<OutputOf<Calls['save']>> {
  const [place] = await call.db
    .select({
      id: courseRegistrations.id,
      course_id: courseRegistrations.course_id,
      status: courseRegistrations.status,
    })
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.id, input.registration_id),
        eq(courseRegistrations.account_id, call.account_id),
        isNull(courseRegistrations.deleted_at),
      ),
    );
  if (!place) throw fail('NOT_FOUND');
  if (place.status !== 'COMPLETED') throw fail('REVIEW_AFTER');
  const said = { stars: input.stars, words: input.words || null };
  await call.db
    .insert(courseReviews)
    .values({ course_id: place.course_id, registration_id: place.id, ...said })
    .onConflictDoUpdate({ target: courseReviews.registration_id, set: said });
  return getRegistration(call, { id: place.id });
}

async function present(call: Call, rows: (typeof courseReviews.$inferSelect)[]): Promise<Shown[]> {
  const courses = await titlesOf(
    call,
    shortCourses,
    rows.map((row) => row.course_id),
  );
  const people = await call.db
    .select({ id: courseRegistrations.id, name: courseRegistrations.name })
    .from(courseRegistrations)
    .where(inArray(courseRegistrations.id, [0, ...rows.map((row) => row.registration_id)]));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...plain(row),
    course: courses.get(row.course_id) ?? { id: row.course_id, title: '' },
    name: names.get(row.registration_id) ?? '',
  }));
}

export function reviews(call: Call, input: InputOf<Calls['list']>): Promise<ListAnswer<Shown>> {
  return list(call, input, {
    from: sql`${courseReviews}`,
    key: sql`${courseReviews.id}`,
    table: 'short_course_reviews',
    where: [
      isNull(courseReviews.deleted_at),
      input.course_id ? eq(courseReviews.course_id, input.course_id) : undefined,
      input.hidden === undefined ? undefined : eq(courseReviews.hidden, input.hidden),
      textHolds([sql`${courseReviews.words}`], input.search),
    ],
    sorts: { created_at: sql`${courseReviews.created_at}` },
    defaultSort: 'created_at,desc',
    columns: columnsSql(courseReviews),
    load: (_ids, rows) => present(call, rows),
  });
}

async function getReview(call: Call, { id }: { id: number }): Promise<Shown> {
  const [row] = await call.db
    .select()
    .from(courseReviews)
    .where(and(eq(courseReviews.id, id), isNull(courseReviews.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return (await present(call, [row]))[0]!;
}

/** Quietly: whoever wrote it goes on reading it, and is told nothing. Errors: STALE, REASON_REQUIRED. */
export async function stepReview(call: Call, input: InputOf<Calls['step']>): Promise<Shown> {
  const row = await loadForChange(call, courseReviews, undefined, input, () => getReview(call, input));
  if (input.hidden && !input.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  await call.db
    .update(courseReviews)
    .set({ hidden: input.hidden, hidden_reason: input.hidden ? (input.reason ?? null) : null })
    .where(eq(courseReviews.id, row.id));
  return getReview(call, { id: row.id });
}
