import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { numberOf } from './numbers.ts';
import { achievementGrades as grades, achievementRecords as records, achievementTypes as types } from './tables.ts';

/** Of what counts: verified, and neither revoked nor deleted. */
export const counts = (of: SQL): SQL => sql`${of}.status = 'VERIFIED' and ${of}.deleted_at is null`;

export interface VerifiedAchievement {
  id: number;
  number: string;
  student_id: number;
  title: string;
  type: string;
  grade: string;
  organizer: string;
  achieved_on: string;
  link: string | null;
  points: number;
  verified_at: string;
}

/** So many of one person are more than any paper shows. */
const most = 200;

/**
 * What students have reached and a validator has confirmed, the newest first, in a language. Asks for no right: the caller has
 * made sure that the person may see the student.
 */
export async function verifiedOf(
  call: Pick<Call, 'db'>,
  student_ids: readonly number[],
  locale: Locale,
): Promise<VerifiedAchievement[]> {
  if (student_ids.length === 0) return [];
  const rows = await call.db
    .select({
      id: records.id,
      student_id: records.student_id,
      title: records.title,
      type: sql<string>`${localTitle(types.title, locale)}`,
      grade: sql<string>`${localTitle(grades.title, locale)}`,
      organizer: records.organizer,
      achieved_on: records.achieved_on,
      link: records.link,
      points: records.points,
      verified_at: records.decided_at,
    })
    .from(records)
    .innerJoin(types, eq(types.id, records.type_id))
    .innerJoin(grades, eq(grades.id, records.grade_id))
    .where(
      and(inArray(records.student_id, [...student_ids]), eq(records.status, 'VERIFIED'), isNull(records.deleted_at)),
    )
    .orderBy(desc(records.achieved_on), desc(records.id))
    .limit(most * student_ids.length);
  return rows.map(({ points, verified_at, ...row }) => ({
    ...row,
    number: numberOf(row.id),
    points: points ?? 0,
    verified_at: verified_at ?? '',
  }));
}

/** The same of one student, in the caller's language: for a CV, which shows it as confirmed. */
export const verifiedAchievements = (call: Pick<Call, 'db' | 'locale'>, student_id: number) =>
  verifiedOf(call, [student_id], call.locale);
