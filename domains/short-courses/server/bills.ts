import { and, eq, isNull, sql } from 'drizzle-orm';
import { billPaper } from '#domains/accounting/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { contract } from '../contract.ts';
import { courseGroups, courseRegistrations, shortCourses } from './tables.ts';

/** The papers of bills: what a place, or those of a company, are charged for, in words. */

type Asked = InputOf<(typeof contract)['short_term_course']['registration']['bill']>;
type CourseRow = Pick<typeof shortCourses.$inferSelect, 'title' | 'starts_on' | 'ends_on'>;

const whatOf = (language: Locale, { title, starts_on, ends_on }: CourseRow, who: string) =>
  message(language, 'short_course_bill', {
    course: title[language] || title.uz,
    from: paperDate(starts_on),
    until: paperDate(ends_on),
    who,
  });

/** Of a place: for whoever pays it, and for the office; who teaches or looks on makes none. Errors: BILL_OVER. */
export async function placeBill(call: Call, { id, language = call.locale }: Asked) {
  const [row] = await call.db
    .select({ contract_id: courseRegistrations.contract_id, name: courseRegistrations.name, course: shortCourses })
    .from(courseRegistrations)
    .innerJoin(shortCourses, eq(shortCourses.id, courseRegistrations.course_id))
    .where(
      and(
        eq(courseRegistrations.id, id),
        isNull(courseRegistrations.deleted_at),
        may(call, 'short_course.manage') ? undefined : eq(courseRegistrations.account_id, call.account_id),
      ),
    );
  if (!row || row.contract_id === null) throw fail('NOT_FOUND');
  const what = whatOf(language, row.course, row.name);
  return billPaper(call, row.contract_id, { what, language });
}

/** Of a company: for how many. Errors: BILL_OVER. */
export async function groupBill(call: Call, { id, language = call.locale }: Asked) {
  const [row] = await call.db
    .select({
      contract_id: courseGroups.contract_id,
      course: shortCourses,
      people: sql<number>`(select count(*)::int from ${courseRegistrations} r where r.group_id = ${courseGroups.id} and r.deleted_at is null
        and r.status in ('HELD', 'EXPIRED', 'CONFIRMED', 'COMPLETED'))`,
    })
    .from(courseGroups)
    .innerJoin(shortCourses, eq(shortCourses.id, courseGroups.course_id))
    .where(and(eq(courseGroups.id, id), isNull(courseGroups.deleted_at)));
  if (!row || row.contract_id === null) throw fail('NOT_FOUND');
  const what = whatOf(language, row.course, message(language, 'short_course_bill_people', { people: row.people }));
  return billPaper(call, row.contract_id, { what, language });
}
