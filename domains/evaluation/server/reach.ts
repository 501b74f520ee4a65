import { type SQL, sql } from 'drizzle-orm';
import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { periods, units } from './tables.ts';

/** Who is asked about what, and who reads what was found. */

export const ownStaff = (call: Pick<Call, 'account_id'>): SQL =>
  sql`(select t.id from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null)`;

/** Records of the caller as somebody who studies. */
export const ownStudents = (call: Pick<Call, 'account_id'>): SQL =>
  sql`(select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status = 'ACTIVE')`;

/** Units about which the caller is asked now. */
export const askedNow = (call: Call): SQL =>
  sql`(${units.deleted_at} is null and ${units.course_module_id} in ${courseModulesOfStudents(ownStudents(call))}
    and ${units.period_id} in (select p.id from ${periods} p where p.status = 'RUNNING' and p.deleted_at is null and ${today} between p.starts_on and p.ends_on))`;

/** Nothing is read before a period is over; by whom it does not concern only what is released. */
export function visible(call: Call): SQL {
  const scope = scopeOf(call, 'evaluation.read');
  if (!scope) return sql`false`;
  const closed = sql`${units.period_id} in (select p.id from ${periods} p where p.status = 'CLOSED' and p.deleted_at is null)`;
  if (may(call, 'evaluation.manage')) return closed;
  const out = sql`(${closed} and ${units.released_on} is not null)`;
  const own = sql`${units.staff_id} in ${ownStaff(call)}`;
  if (scope === 'institution') return out;
  if (scope === 'branch')
    return sql`(${out} and (${own} or ${units.course_module_id} in (select cm.id from ${courseModules} cm join ${courses} c on c.id = cm.course_id where c.department_id in ${branchDepartments(call)})))`;
  return sql`(${out} and ${own})`;
}
