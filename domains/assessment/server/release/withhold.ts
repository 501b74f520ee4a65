import { type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { withholding } from '../hooks.ts';
import { marks } from '../tables.ts';
import type { RunMark } from './run-cells.ts';

/** Marks that may not be shown while something is open, such as an offence or a claim. */

/** Everything that is open now, as `(course_module_id, student_id, component_id, attempt, code)`. */
type Asking = Pick<Call, 'kernel'>;
const reasons = ({ kernel }: Asking) => followersOf(kernel, withholding);
const openCases = (call: Asking) =>
  sql.join(
    reasons(call).map(
      ({ name, open }) =>
        sql`select o.course_module_id, o.student_id, o.component_id, o.attempt, ${name}::text as code from (${open}) o`,
    ),
    sql` union all `,
  );

/** What is open about any of these students, as `(student_id, course_module_id)`; undefined where nobody tells of such things. */
export const casesOf = (call: Asking, ids: number[]): SQL | undefined =>
  reasons(call).length === 0
    ? undefined
    : sql.join(
        reasons(call).map(
          ({ open, offences }) => sql`
            select o.student_id, o.course_module_id from (${open}) o where o.student_id = any(${sql.param(ids)}::int[])
            ${offences ? sql`union select f.student_id, f.course_module_id from (${offences}) f where f.student_id = any(${sql.param(ids)}::int[])` : sql``}`,
        ),
        sql` union `,
      );

/** Whether something open `o` is about the mark of this alias. */
const about = (mark: SQL): SQL =>
  sql`o.course_module_id = ${mark}.course_module_id and o.student_id = ${mark}.student_id
        and coalesce(o.component_id, ${mark}.component_id) = ${mark}.component_id and coalesce(o.attempt, ${mark}.attempt) = ${mark}.attempt`;

/** Whether something open is about the mark of this alias; of the code that is named, where one is. */
export const openAbout = (call: Asking, mark: SQL, code?: string): SQL =>
  reasons(call).length === 0
    ? sql`false`
    : sql`exists (select 1 from (${openCases(call)}) o where ${about(mark)}${code === undefined ? sql`` : sql` and o.code = ${code}`})`;

/** How many of these marks something open is about. */
export async function openCount(call: Call, moving: readonly RunMark[]): Promise<number> {
  if (reasons(call).length === 0) return 0;
  const { rows } = await call.db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${marks} m where m.id = any(${sql.param(moving.map((mark) => mark.id))}::int[]) and ${openAbout(call, sql`m`)}`);
  return rows[0]!.count;
}

/** Withholds those of these marks that something open is about; answers their ids. */
export async function withholdMarks(call: Call, moving: readonly RunMark[]): Promise<Set<number>> {
  if (reasons(call).length === 0) return new Set();
  const { rows } = await call.db.execute<{ id: number }>(sql`
    update ${marks} m set held_from = m.status, status = 'WITHHELD'
      from (${openCases(call)}) o
     where m.id = any(${sql.param(moving.map((mark) => mark.id))}::int[]) and ${about(sql`m`)}
    returning m.id`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Brings marks in line with what is open: holds what must be held before confirmation, and gives back what was held for a
 * reason that is closed. For domains that open or close such a reason, in their own transaction. Answers how many moved.
 */
export async function reviewWithheld(
  call: Pick<Call, 'client' | 'db' | 'kernel'>,
  course_modules: readonly number[],
): Promise<number> {
  if (reasons(call).length === 0 || course_modules.length === 0) return 0;
  const modules = sql`any(${sql.param([...course_modules])}::int[])`;
  // The same lock as everybody who writes marks, in one order.
  await call.db.execute(
    sql`select id from assessment_plans where course_module_id = ${modules} and deleted_at is null order by id for no key update`,
  );
  const held = await call.db.execute(sql`
    update ${marks} m set held_from = m.status, status = 'WITHHELD' from (${openCases(call)}) o
     where m.course_module_id = ${modules} and m.status in ('DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED') and ${about(sql`m`)}`);
  const released = await call.db.execute(sql`
    update ${marks} m set status = m.held_from, held_from = null
     where m.course_module_id = ${modules} and m.status = 'WITHHELD' and m.held_from is not null and not ${openAbout(call, sql`m`)}`);
  return (held.rowCount ?? 0) + (released.rowCount ?? 0);
}
