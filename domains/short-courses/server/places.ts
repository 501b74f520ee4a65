import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { charged } from '#domains/accounting/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { type RegistrationState, registrationWorkflow } from '../workflow.ts';
import { type Background, type CourseRow, type RegistrationRow, tellListeners } from './notices.ts';
import { courseRegistrations, shortCourses } from './tables.ts';

export type { Background, CourseRow, RegistrationRow } from './notices.ts';

/**
 * How many places a course has left, and who gets the next one. A place is taken by who is confirmed, and by who holds one
 * or was offered one until its instant: after that it is free, whether or not anybody wrote so. Whoever takes or frees a
 * place locks the course first, so places are counted by one at a time.
 */

export interface Counts {
  confirmed: number;
  held: number;
  waiting: number;
}
export const noCounts: Counts = { confirmed: 0, held: 0, waiting: 0 };
export const leftOf = (course: Pick<CourseRow, 'capacity'>, { confirmed, held }: Counts): number =>
  Math.max(0, course.capacity - confirmed - held);

/** Of each of these courses, as it is at this instant, not when the transaction began: who waited for the lock counts anew. */
export async function countsOf(call: Pick<Call, 'client'>, ids: readonly number[]): Promise<Map<number, Counts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.client.query<Counts & { course_id: number }>(
    `select r.course_id, (count(*) filter (where r.status in ('CONFIRMED', 'COMPLETED')))::int as confirmed,
            (count(*) filter (where r.status in ('OFFERED', 'HELD') and r.until > now.at))::int as held,
            (count(*) filter (where r.status = 'WAITING'))::int as waiting
       from short_course_registrations r cross join (select edulab_clock() as at) now
      where r.course_id = any($1::int[]) and r.deleted_at is null group by r.course_id`,
    [ids],
  );
  return new Map(rows.map(({ course_id, ...counts }) => [course_id, counts]));
}

/** A course as it is charged: its price with the tax that comes on top, and how many percent of tax are in that. */
type ChargedCourse = CourseRow & { vat_percent: number };
export async function asCharged(
  call: Pick<Call, 'db' | 'institution_id'>,
  courses: readonly CourseRow[],
): Promise<ChargedCourse[]> {
  return (await charged(call, 'COURSE', courses, ({ price }) => price)).map(({ row, ...price }) => ({
    ...row,
    ...price,
  }));
}

/** The course, locked: nobody else takes or frees a place of it until this transaction ends; as it is charged. Errors: NOT_FOUND. */
export async function lockCourse(call: Background, id: number): Promise<ChargedCourse> {
  const [row] = await call.db
    .select()
    .from(shortCourses)
    .where(and(eq(shortCourses.id, id), isNull(shortCourses.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return (await asCharged(call, [row]))[0]!;
}

/** Writes a step with its history; whose turn it is was asked before. */
export async function move(
  call: Background,
  rows: readonly RegistrationRow[],
  to: RegistrationState,
  more: Partial<
    Pick<RegistrationRow, 'until' | 'reason' | 'cancellation_id' | 'status_before' | 'paid_before' | 'document_id'>
  > = {},
): Promise<void> {
  if (rows.length === 0) return;
  await call.db
    .update(courseRegistrations)
    .set({ until: null, ...more, status: to, status_at: sql`edulab_clock()` })
    .where(
      inArray(
        courseRegistrations.id,
        rows.map((row) => row.id),
      ),
    );
  await recordTransition(
    call,
    registrationWorkflow.entity,
    rows.map(({ id, status }) => ({ id, from: status })),
    to,
    { reason: more.reason ?? undefined },
  );
}

/** For how long a place is held that is taken or offered now, and never past the last day of registration. */
export async function holdUntil(call: Background, course: CourseRow): Promise<string> {
  const { rows } = await call.client.query<{ until: string }>(
    `select least(edulab_clock() + make_interval(hours => $1), ($2::date + 1)::timestamp at time zone (select edulab_zone())) as until`,
    [course.hold_hours, course.register_until],
  );
  return new Date(rows[0]!.until).toISOString();
}

/**
 * Ends what is over and offers each free place to who waits longest, one offer for one place. The course is locked by the
 * caller, so a person and the clock together make no second offer. Answers how many places are left then.
 */
export async function promote(call: Background, course: CourseRow): Promise<number> {
  const over = await call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course.id),
        inArray(courseRegistrations.status, ['OFFERED', 'HELD']),
        sql`${courseRegistrations.until} <= edulab_clock()`,
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .for('update');
  await move(call, over, 'EXPIRED');
  await tellListeners(call, course, over, (row) => (row.status === 'HELD' ? 'hold_over' : 'offer_over'));
  const left = leftOf(course, (await countsOf(call, [course.id])).get(course.id) ?? noCounts);
  if (left === 0 || course.status !== 'OPEN') return left;
  const next = await call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course.id),
        eq(courseRegistrations.status, 'WAITING'),
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .orderBy(courseRegistrations.id)
    .limit(left)
    .for('update');
  if (next.length === 0) return left;
  const until = await holdUntil(call, course);
  // Past the last day of registration nobody is offered anything.
  const { rowCount } = await call.client.query('select 1 where $1::timestamptz > edulab_clock()', [until]);
  if (!rowCount) return left;
  await move(call, next, 'OFFERED', { until });
  await tellListeners(call, course, next, () => 'offered', { until });
  return left - next.length;
}
