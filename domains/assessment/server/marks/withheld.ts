import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { withheldRow } from '../../shapes-marks.ts';
import { shownStates } from '../../workflow.ts';
import { ownRecords } from '../modules.ts';
import { openAbout } from '../release/withhold.ts';
import { assessmentComponents, marks } from '../tables.ts';

type Row = z.infer<typeof withheldRow>;

/**
 * The caller's own marks that are held back, once others see theirs: before that nobody has a mark, and nothing is to be
 * told. Of the reason only its kind; what is looked into, and who decided, its own people tell.
 */
export async function withheldMarks(call: Call): Promise<Row[]> {
  const { rows } = await call.db.execute<Row & Record<string, unknown>>(sql`
    select m.course_module_id, ${localTitle(sql`mo.title`, call.locale)} as title, m.component_id, ${localTitle(sql`c.title`, call.locale)} as component,
           m.attempt, case when ${openAbout(call, sql`m`, 'HELD_BY_CASE')} then 'OPEN_CASE' when ${openAbout(call, sql`m`, 'HELD_BY_CLAIM')} then 'OPEN_CLAIM'
                when ${openAbout(call, sql`m`)} then 'OPEN_CASE' else 'OFFICE' end as reason
      from ${marks} m join ${assessmentComponents} c on c.id = m.component_id
      join ${courseModules} cm on cm.id = m.course_module_id join ${modules} mo on mo.id = cm.module_id
     where m.student_id in ${ownRecords(call)} and m.status = 'WITHHELD'
       and (m.held_from = 'PUBLISHED' or exists (
         select 1 from ${marks} o where o.component_id = m.component_id and o.attempt = m.attempt and o.status in ${[...shownStates]}))
     order by m.course_module_id, c.position, c.id, m.attempt`);
  return rows;
}
