import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/context.ts';
import type { markersAnswer, markersQuery } from '../../shapes-marks.ts';
import { demandModule } from '../modules.ts';
import { marks } from '../tables.ts';

/** How differently the markers of a module mark: each of them beside everybody, component by component. */
export async function markersOf(
  call: Call,
  input: z.infer<typeof markersQuery>,
): Promise<z.infer<typeof markersAnswer>> {
  await demandModule(call, 'mark.moderate', input.course_module_id);
  // What the first marker gave counts, not what was agreed on later; who marks themselves in, such as registers, is nobody.
  const { rows } = await call.db.execute<z.infer<typeof markersAnswer>['rows'][number] & Record<string, unknown>>(sql`
    select m.component_id, m.marked_by as account_id, concat_ws(' ', a.lastname, a.firstname) as name, count(*)::int as count,
           avg(v.value)::float8 as mean, stddev_samp(v.value)::float8 as spread,
           array(select distinct g.name from group_members b join groups g on g.id = b.group_id and g.kind = 'MAIN'
                  where b.student_id = any(array_agg(m.student_id)) and b.ends_on is null order by 1 limit 20) as groups
      from ${marks} m join accounts a on a.id = m.marked_by
     cross join lateral (select coalesce(m.first_value, m.value) as value) v
     where m.course_module_id = ${input.course_module_id} and m.attempt = 1 and v.value is not null
     group by m.component_id, m.marked_by, a.lastname, a.firstname
     order by m.component_id, a.lastname, a.firstname, m.marked_by`);
  return { rows };
}
