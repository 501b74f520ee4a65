import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql, likeLiteral, localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { presentCourses } from './courses.ts';
import type { CourseRow } from './places.ts';
import { wordsOf } from './reviews.ts';
import { courseCategories, courseChapters, shortCourses } from './tables.ts';

/** What strangers may see. A public call is bound to nobody, so the institution is asked for by every query. */

type Calls = (typeof contract)['short_term_course']['catalogue'];

const inCatalogue = (call: Call) =>
  and(
    eq(shortCourses.institution_id, call.institution_id),
    eq(shortCourses.status, 'OPEN'),
    isNull(shortCourses.deleted_at),
    sql`${shortCourses.register_until} >= (select edulab_today())`,
  );

async function offered(call: Call, rows: CourseRow[]) {
  const shown = await presentCourses(call, rows);
  // How many stand where is the office's.
  return shown.map(
    ({
      confirmed,
      held,
      waiting,
      series_id,
      series,
      refund_steps,
      application_form_id,
      version,
      created_at,
      updated_at,
      ...row
    }) => row,
  );
}

export function catalogue(
  call: Call,
  input: InputOf<Calls['list']>,
): Promise<ListAnswer<OutputOf<Calls['list']>['content'][number]>> {
  const pattern = input.search ? `%${likeLiteral(input.search)}%` : undefined;
  return list(call, input, {
    from: sql`${shortCourses}`,
    key: sql`${shortCourses.id}`,
    table: 'short_courses',
    asks: ['short_course_registrations', 'short_course_reviews'],
    where: [
      inCatalogue(call),
      pattern
        ? sql`(${shortCourses.title}::text ilike ${pattern} or ${shortCourses.about}::text ilike ${pattern})`
        : undefined,
      input.category_id ? eq(shortCourses.category_id, input.category_id) : undefined,
      input.format ? eq(shortCourses.format, input.format) : undefined,
      input.language ? eq(shortCourses.language, input.language) : undefined,
      input.free
        ? sql`${shortCourses.capacity} > (select count(*) from short_course_registrations r where r.course_id = ${shortCourses.id} and r.deleted_at is null
            and (r.status in ('CONFIRMED', 'COMPLETED') or r.status in ('OFFERED', 'HELD') and r.until > edulab_now()))`
        : undefined,
    ],
    sorts: { starts_on: sql`${shortCourses.starts_on}`, price: sql`${shortCourses.price}` },
    defaultSort: 'starts_on',
    columns: columnsSql(shortCourses),
    load: (_ids, rows) => offered(call, rows),
  });
}

export async function openCategories(call: Call): Promise<OutputOf<Calls['categories']>> {
  const { rows } = await call.db.execute<{ id: number; title: string; courses: number }>(
    sql`select ${courseCategories.id}, ${localTitle(courseCategories.title, call.locale)} as title, count(*)::int as courses
          from ${courseCategories} join ${shortCourses} on ${shortCourses.category_id} = ${courseCategories.id}
         where ${inCatalogue(call)} and ${courseCategories.active} and ${courseCategories.deleted_at} is null
         group by ${courseCategories.id} order by ${courseCategories.position}, ${courseCategories.id} limit 100`,
  );
  return rows;
}

/** A link that was passed on goes on saying what the course was, also when it takes nobody any more. */
export async function offeredCourse(call: Call, { id }: { id: number }): Promise<OutputOf<Calls['get']>> {
  const [row] = await call.db
    .select()
    .from(shortCourses)
    .where(
      and(
        eq(shortCourses.id, id),
        eq(shortCourses.institution_id, call.institution_id),
        sql`${shortCourses.status} <> 'DRAFT'`,
        isNull(shortCourses.deleted_at),
      ),
    );
  if (!row) throw fail('NOT_FOUND');
  const [shown] = await offered(call, [row]);
  const chapters = await call.db
    .select({
      id: courseChapters.id,
      position: courseChapters.position,
      kind: courseChapters.kind,
      title: courseChapters.title,
      starts_at: courseChapters.starts_at,
      minutes: courseChapters.minutes,
    })
    .from(courseChapters)
    .where(and(eq(courseChapters.course_id, id), isNull(courseChapters.deleted_at)))
    .orderBy(courseChapters.position, courseChapters.id)
    .limit(500);
  return { ...shown!, chapters, reviews: await wordsOf(call, row) };
}
