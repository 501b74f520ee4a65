import { type SQL, sql } from 'drizzle-orm';
import { shownStates } from '../../workflow.ts';
import { moduleResults } from '../tables.ts';

/**
 * Ids of the course modules whose marks are out: there are some, and none waits to be published. What is withheld or
 * deferred of single students waits for them alone.
 */
export const modulesWithFinalMarks = (): SQL =>
  sql`(select r.course_module_id from ${moduleResults} r where r.status not in ('WITHHELD', 'DEFERRED')
        group by r.course_module_id having bool_and(r.status = any(${sql.param([...shownStates])}::text[])))`;
