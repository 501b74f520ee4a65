import { type SQL, sql } from 'drizzle-orm';
import { mentoredStudents } from '#domains/groups/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { riskCases, riskDeputies } from './tables.ts';

/** Whom a right over students at risk reaches. A teacher sees those whom they teach nowhere here. */

export const ownStaff = (call: Call): SQL =>
  sql`(select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status <> 'LEFT')`;

/** The caller, and everybody for whom they stand in today. */
export const standingFor = (call: Call): SQL =>
  sql`(select s.id from ${ownStaff(call)} s union select d.staff_id from ${riskDeputies} d
    where d.deputy_id in ${ownStaff(call)} and d.deleted_at is null and ${today} between d.since and d.until)`;

/** Cases that a permission reaches; undefined for all of the institution. */
export function caseReach(call: Call, permission: PermissionName): SQL | undefined {
  const handed = sql`${riskCases.mentor_id} in ${standingFor(call)} or ${riskCases.student_id} in ${mentoredStudents(standingFor(call))}`;
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`(exists (select 1 from ${students} s where s.id = ${riskCases.student_id} and s.department_id in ${branchDepartments(call)} offset 0)${permission === 'risk.assign' ? sql`` : sql` or ${handed}`})`;
    case 'taught':
      return permission === 'risk.assign' ? sql`false` : sql`(${handed})`;
    default:
      return sql`false`;
  }
}

/** Students whom the caller's rules may find; undefined for all of the institution. */
export function studentReach(call: Call, permission: PermissionName): SQL | undefined {
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`${students.department_id} in ${branchDepartments(call)}`;
    default:
      return sql`false`;
  }
}
