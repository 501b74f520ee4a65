import { type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { branchDepartments } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import type { Flavour } from '../flavours.ts';
import { applications, guests } from './tables.ts';

/** The caller as an applicant, as a subquery of ids. */
export const ownGuests = (call: Call): SQL =>
  sql`(select g.id from ${guests} g where g.account_id = ${call.account_id} and g.deleted_at is null)`;

const isOwn = (call: Call): SQL => sql`${applications.guest_id} in ${ownGuests(call)}`;

/** Applications that the caller sees: all, those to courses of the own departments, or their own. What is a draft is nobody else's. */
export function applicationReach(call: Call, { family }: Pick<Flavour, 'family'>): SQL {
  const begun = sql`${applications.status} <> 'DRAFT'`;
  switch (scopeOf(call, `${family}.read`)) {
    case 'institution':
      return sql`(${begun} or ${isOwn(call)})`;
    case 'branch':
      return sql`(${isOwn(call)} or (${begun} and ${applications.course_id} in (select c.id from ${courses} c where c.department_id in ${branchDepartments(call)})))`;
    default:
      return isOwn(call);
  }
}

/** Whether the caller is here as somebody who applies, not as somebody who reads what others sent. */
export const isApplicant = (call: Call, { family }: Pick<Flavour, 'family'>): boolean =>
  !['institution', 'branch'].includes(scopeOf(call, `${family}.read`) ?? 'own') && !may(call, `${family}.form`);
