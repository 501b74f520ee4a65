import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { sumOf, tiyinOf } from '#domains/accounting/server/index.ts';
import { claimPicture, fileRecords } from '#domains/files/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import {
  asGiven,
  idsIn,
  likeLiteral,
  localTitle,
  type OptionsQuery,
  plain,
  resource,
} from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { courseWorkflow } from '../workflow.ts';
import { formOrigin } from './application-forms.ts';
import { asCharged, type CourseRow, countsOf, leftOf, lockCourse, noCounts, promote } from './places.ts';
import { courseReach } from './reach.ts';
import { inOrder, refundStepsOf } from './refund.ts';
import { ratingsOf } from './reviews.ts';
import { courseCategories, shortCourses } from './tables.ts';

/** What is offered, and when it is open. */

export const category = resource(contract.short_term_course.category, {
  table: courseCategories,
  search: [sql`${courseCategories.title}::text`],
  sorts: { position: sql`${courseCategories.position}`, id: sql`${courseCategories.id}` },
  defaultSort: 'position',
  optionTitle: (locale) => localTitle(courseCategories.title, locale),
  present: async (call, rows) => {
    const { rows: counted } = await call.db.execute<{ id: number; courses: number }>(
      sql`select c.category_id as id, count(*)::int as courses from ${shortCourses} c
           where c.category_id = any(${sql.param(rows.map((row) => row.id))}::int[]) and c.status = 'OPEN' and c.deleted_at is null group by 1`,
    );
    const counts = new Map(counted.map((row) => [row.id, row.courses]));
    return rows.map((row) => ({ ...plain(row), courses: counts.get(row.id) ?? 0 }));
  },
  prepare: asGiven,
});

/** What of a course is said to anybody, with its references and the places that are left. */
export async function presentCourses(call: Call, rows: CourseRow[]) {
  const files = await fileRecords(
    call,
    rows.map((row) => row.cover_file_id),
  );
  const categories = await titlesOf(
    call,
    courseCategories,
    rows.map((row) => row.category_id),
  );
  const teachers = await titlesOf(
    call,
    staff,
    rows.map((row) => row.teacher_id),
    sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
  );
  const counts = await countsOf(
    call,
    rows.map((row) => row.id),
  );
  const ratings = await ratingsOf(call, rows);
  const series = await titlesOf(
    call,
    shortCourses,
    rows.map((row) => row.series_id),
  );
  const refunds = await refundStepsOf(call, rows);
  const prices = new Map((await asCharged(call, rows)).map((one) => [one.id, one]));
  return rows.map((row) => {
    const of = counts.get(row.id) ?? noCounts;
    return {
      ...plain(row),
      refund: refunds.get(row.id)!,
      price: sumOf(row.price),
      charged: sumOf(prices.get(row.id)!.price),
      vat_percent: prices.get(row.id)!.vat_percent,
      category: categories.get(row.category_id) ?? { id: row.category_id, title: '' },
      teacher: teachers.get(row.teacher_id ?? 0) ?? null,
      cover: files.get(row.cover_file_id ?? 0) ?? null,
      left: leftOf(row, of),
      rating: ratings.get(row.id) ?? null,
      series: series.get(row.series_id ?? 0) ?? null,
      ...of,
    };
  });
}

/** No date before the one it follows. Errors: COURSE_DATES with the field. */
function demandDates(next: Pick<CourseRow, 'starts_on' | 'ends_on' | 'register_until'>): void {
  if (next.ends_on < next.starts_on) throw failField('ends_on', 'COURSE_DATES');
  if (next.register_until > next.ends_on) throw failField('register_until', 'COURSE_DATES');
}

/** The first course of the series of which this one is held again. Errors: UNKNOWN_REFERENCE, also for one of its own series. */
async function seriesFor(call: Call, id: number | null, self: number | undefined): Promise<number | null> {
  if (id === null) return null;
  const [before] = await call.db
    .select({ id: shortCourses.id, series_id: shortCourses.series_id })
    .from(shortCourses)
    .where(and(eq(shortCourses.id, id), isNull(shortCourses.deleted_at)));
  const first = before?.series_id ?? before?.id;
  if (first === undefined || first === self) throw failField('series_id', 'UNKNOWN_REFERENCE');
  return first;
}

export const course = resource(contract.short_term_course, {
  table: shortCourses,
  search: [sql`${shortCourses.title}::text`, sql`${shortCourses.place}`],
  sorts: {
    starts_on: sql`${shortCourses.starts_on}`,
    title: sql`(${shortCourses.title} ->> 'uz')`,
    price: sql`${shortCourses.price}`,
    id: sql`${shortCourses.id}`,
  },
  defaultSort: 'starts_on,desc',
  optionTitle: (locale) =>
    sql`${localTitle(shortCourses.title, locale)} || ' · ' || to_char(${shortCourses.starts_on}, 'DD.MM.YYYY')`,
  visible: (call) => courseReach(call, 'short_course.read'),
  filters: (input) => [
    input.category_id ? eq(shortCourses.category_id, input.category_id) : undefined,
    input.teacher_id ? eq(shortCourses.teacher_id, input.teacher_id) : undefined,
    input.status ? inArray(shortCourses.status, input.status) : undefined,
    input.format ? eq(shortCourses.format, input.format) : undefined,
  ],
  present: presentCourses,
  async prepare(call, input, current, next) {
    demandDates(next);
    await demandReferences(call, {
      category_id: [courseCategories, input.category_id],
      teacher_id: [staff, input.teacher_id],
    });
    if (input.cover_file_id) await claimPicture(call, 'cover_file_id', input.cover_file_id, current?.cover_file_id);
    if (current && input.capacity !== undefined && input.capacity < current.capacity) {
      // The row is locked by the save, so nobody takes a place meanwhile.
      const { confirmed, held } = (await countsOf(call, [current.id])).get(current.id) ?? noCounts;
      if (input.capacity < confirmed + held) throw failField('capacity', 'CAPACITY_BELOW', { taken: confirmed + held });
    }
    const { price, series_id, refund_steps, application_form_id, ...fields } = input;
    return {
      ...fields,
      ...(refund_steps === undefined ? {} : { refund_steps: refund_steps && inOrder(refund_steps) }),
      ...(series_id === undefined ? {} : { series_id: await seriesFor(call, series_id, current?.id) }),
      ...(application_form_id === undefined
        ? {}
        : { application_form_id: application_form_id && (await formOrigin(call, application_form_id)) }),
      ...(price === undefined ? {} : { price: tiyinOf(price) }),
    };
  },
  async written(call, row, before) {
    // Those that were held again of this one go with it, so that a series has one first course.
    if (before && row.series_id !== null)
      await call.db.update(shortCourses).set({ series_id: row.series_id }).where(eq(shortCourses.series_id, row.id));
    if (before) await promote(call, row);
    else await recordTransition(call, courseWorkflow.entity, [{ id: row.id, from: null }], 'DRAFT', {});
  },
  async beforeDelete(call, row) {
    const { confirmed, held, waiting } = (await countsOf(call, [row.id])).get(row.id) ?? noCounts;
    if (confirmed + held + waiting > 0) throw fail('COURSE_HAS_LISTENERS', { count: confirmed + held + waiting });
  },
  async beforeRestore() {},
});

/** Whoever keeps courses names their teachers, also without a right to the records of staff: names and nothing else. */
export async function teachers(call: Call, input: OptionsQuery) {
  const ids = idsIn(input?.ids);
  const name = sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`;
  return call.db
    .select({ id: staff.id, title: name })
    .from(staff)
    .where(
      and(
        isNull(staff.deleted_at),
        ids ? inArray(staff.id, ids) : ne(staff.status, 'LEFT'),
        input?.search ? sql`${name} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
      ),
    )
    .orderBy(staff.lastname, staff.firstname, staff.id)
    .limit(200);
}

/** Opens, closes or finishes a course. Errors: STALE, TRANSITION_NOT_ALLOWED, REASON_REQUIRED, COURSE_DATES. */
export async function stepCourse(call: Call, input: InputOf<typeof contract.short_term_course.step>) {
  const row = await loadForChange(call, shortCourses, undefined, input, () => course.get(call, { id: input.id }));
  // A course that was cancelled comes back by taking the whole cancellation back, never by this step.
  if (row.status === 'CANCELLED')
    throw fail('TRANSITION_NOT_ALLOWED', { entity: courseWorkflow.entity, from: row.status, to: input.status });
  checkTransition(call, courseWorkflow, row.status, input.status, input);
  if (input.status === 'OPEN') {
    const { rowCount } = await call.client.query('select 1 where $1::date < (select edulab_today())', [
      row.register_until,
    ]);
    if (rowCount) throw failField('register_until', 'COURSE_DATES');
  }
  await call.db.update(shortCourses).set({ status: input.status }).where(eq(shortCourses.id, row.id));
  await recordTransition(call, courseWorkflow.entity, [{ id: row.id, from: row.status }], input.status, input);
  if (input.status === 'OPEN') await promote(call, await lockCourse(call, row.id));
  return course.get(call, { id: row.id });
}
