import { type SQL, sql } from 'drizzle-orm';
import { markEvents } from '../ledger/tables.ts';
import { assessmentComponents, marks } from '../tables.ts';

/**
 * What a student has done of components, for others: selects `(component_id, course_module_id, kind, attempt, done, shown_at)`.
 * `done`: there is a value, so the work was there; `shown_at`: when its student could see a mark of it first. Of what was
 * deferred the next sitting is meant: nothing of it was done or shown before.
 */
export const doneComponents = (student: SQL): SQL => sql`
  select m.component_id, m.course_module_id, c.kind, m.attempt::int as attempt, m.value is not null and m.status <> 'DEFERRED' as done,
         (select min(e.at) from ${markEvents} e where e.mark_id = m.id and e.new_status in ('PUBLISHED', 'CONFIRMED')
             and e.seq > coalesce((select max(d.seq) from ${markEvents} d where d.mark_id = m.id and d.new_status = 'DEFERRED'), 0)) as shown_at
    from ${marks} m join ${assessmentComponents} c on c.id = m.component_id where m.student_id = ${student}`;
