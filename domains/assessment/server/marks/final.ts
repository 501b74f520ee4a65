import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { shownStates } from '../../workflow.ts';
import { moduleResults } from '../tables.ts';

/**
 * Whether the marks of this course module are out: there are some, and none waits to be published. What is withheld or
 * deferred of single students waits for them alone. Asked of one module at a time, by its index: of all of them it would
 * read every result that there ever was.
 */
export function marksAreFinal(course_module_id: SQL | PgColumn): SQL {
  const those = sql`from ${moduleResults} r where r.course_module_id = ${course_module_id} and r.status not in ('WITHHELD', 'DEFERRED')`;
  return sql`(exists (select 1 ${those}) and not exists (select 1 ${those} and r.status <> all(${sql.param([...shownStates])}::text[])))`;
}
