import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { waitingRow } from '../../shapes-marks.ts';
import { assessmentPlans } from '../tables.ts';
import { countDue, statesBy, theseModules } from './mark-counts.ts';

type Row = z.infer<typeof waitingRow>;

/** What waits in the modules that the caller teaches and that have begun, those with most of it first. */
export async function waitingMarks(call: Call): Promise<Row[]> {
  const { rows: taught } = await call.db.execute<{ id: number; title: string }>(sql`
    select own.id, m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} as title
      from ${courseModules} own join ${modules} m on m.id = own.module_id
      join ${assessmentPlans} p on p.course_module_id = own.id and p.state = 'ACTIVE' and p.deleted_at is null
      join semesters t on t.academic_year_id = own.academic_year_id and t.number = own.semester and t.deleted_at is null
       and t.starts_on <= (select edulab_today()) and t.ends_on + 60 >= (select edulab_today())
     where own.id in ${taughtCourseModules(call)} and own.deleted_at is null`);
  if (taught.length === 0) return [];
  planOnce(call.client);
  const counts = await countDue(call, { modules: theseModules(taught.map((row) => row.id)) });
  // What flows in is entered by nobody, what is not due yet is not missing, and nobody moderates what they gave.
  const waits = statesBy(counts, ({ course_module_id, status, source, due, mine }) =>
    (status === 'NOT_MARKED' && (source !== 'MANUAL' || !due)) || (status === 'SUBMITTED' && mine)
      ? undefined
      : course_module_id,
  );
  const amount = (row: Row) => row.enter + row.moderate + row.publish;
  return taught
    .map(({ id, title }): Row => {
      const { NOT_MARKED = 0, DRAFT = 0, SUBMITTED = 0, MODERATED = 0 } = waits.get(id) ?? {};
      return {
        course_module_id: id,
        title,
        enter: NOT_MARKED + DRAFT,
        moderate: may(call, 'mark.moderate') ? SUBMITTED : 0,
        publish: may(call, 'mark.publish') ? MODERATED : 0,
      };
    })
    .filter((row) => amount(row) > 0)
    .sort((a, b) => amount(b) - amount(a) || a.course_module_id - b.course_module_id);
}
