import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { dayOf, rosterOf } from '../marks/roster.ts';
import { assessmentComponents, marks } from '../tables.ts';

/** What those who look into a case ask of an assessment. */

export interface CaseComponent {
  id: number;
  course_module_id: number;
}

/** An assessment that has marks of its own. Errors: UNKNOWN_REFERENCE by `component_id`. */
export async function componentOf(call: Pick<Call, 'db'>, id: number): Promise<CaseComponent> {
  const { rows } = await call.db.execute<CaseComponent & Record<string, unknown>>(sql`
    select c.id, c.course_module_id from ${assessmentComponents} c
     where c.id = ${id} and c.deleted_at is null and not exists (select 1 from ${assessmentComponents} p where p.parent_id = c.id and p.deleted_at is null)`);
  if (!rows[0]) throw failField('component_id', 'UNKNOWN_REFERENCE');
  return rows[0];
}

/** Who takes the module on its day or has a mark in it, of these students or of all: whoever graduated since is among them. */
export async function takesModule(call: Call, module: number, ids?: readonly number[]): Promise<Set<number>> {
  const day = await dayOf(call, module);
  const asked = ids && sql.param([...ids]);
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select r.id from ${rosterOf(module, day)} r where true ${asked ? sql`and r.id = any(${asked}::int[])` : sql``}
    union select m.student_id from ${marks} m where m.course_module_id = ${module} ${asked ? sql`and m.student_id = any(${asked}::int[])` : sql``}`);
  return new Set(rows.map(({ id }) => id));
}

/** The accounts that marked somebody's work, as first or second marker, in any attempt. */
export async function markersOf(
  call: Pick<Call, 'db'>,
  of: { component_id: number; student_id: number },
): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select m.marked_by as id from ${marks} m where m.component_id = ${of.component_id} and m.student_id = ${of.student_id} and m.marked_by is not null
    union select m.second_marker from ${marks} m where m.component_id = ${of.component_id} and m.student_id = ${of.student_id} and m.second_marker is not null`);
  return rows.map(({ id }) => id);
}
