import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { applicationForms } from '#domains/admissions/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { idsIn, likeLiteral, localTitle, type OptionsQuery } from '#platform/server/records/resource.ts';

/** Forms of applications for short courses, each once, under the number of its first revision: revisions come and go. */

const origin = sql<number>`coalesce(${applicationForms.origin_id}, ${applicationForms.id})`;
const ofCourses = and(eq(applicationForms.flavour, 'st_course'), isNull(applicationForms.deleted_at));

export function courseForms(call: Call, input: OptionsQuery): Promise<Option[]> {
  const ids = idsIn(input?.ids);
  const title = localTitle(applicationForms.title, call.locale);
  return call.db
    .selectDistinctOn([origin], { id: origin, title: sql<string>`${title}` })
    .from(applicationForms)
    .where(
      and(
        ofCourses,
        ids ? inArray(origin, ids) : undefined,
        input?.search ? sql`${title} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
      ),
    )
    .orderBy(origin, sql`${applicationForms.revision} desc`)
    .limit(200);
}

/** The first revision of the form that was named. Errors: UNKNOWN_REFERENCE for what is no form of short courses. */
export async function formOrigin(call: Call, id: number): Promise<number> {
  const [row] = await call.db
    .select({ id: origin })
    .from(applicationForms)
    .where(and(ofCourses, eq(applicationForms.id, id)));
  if (!row) throw failField('application_form_id', 'UNKNOWN_REFERENCE');
  return row.id;
}
