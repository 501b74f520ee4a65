import { and, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inLocale, type Joined, type PersonPart } from '#domains/identity/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { liveStates } from '../workflow.ts';
import { courseRegistrations, shortCourses } from './tables.ts';

/** Places go with their person; two places in one course are for the office to settle before, since one may be paid. */
export const placesOfPerson: PersonPart = {
  name: 'short courses',
  owns: [courseRegistrations.account_id],
  async join(call: Call, { keep, drop }): Promise<Joined> {
    if (drop === undefined) return {};
    const other = alias(courseRegistrations, 'other');
    const rows = await call.db
      .select({ title: shortCourses.title })
      .from(courseRegistrations)
      .innerJoin(other, eq(other.course_id, courseRegistrations.course_id))
      .innerJoin(shortCourses, eq(shortCourses.id, courseRegistrations.course_id))
      .where(
        and(
          eq(courseRegistrations.account_id, keep),
          eq(other.account_id, drop),
          inArray(courseRegistrations.status, [...liveStates]),
          inArray(other.status, [...liveStates]),
          isNull(courseRegistrations.deleted_at),
          isNull(other.deleted_at),
        ),
      )
      .limit(20);
    return {
      conflicts: rows.map(({ title }) => ({ code: 'TWO_PLACES', values: { course: inLocale(title, call.locale) } })),
    };
  },
};
