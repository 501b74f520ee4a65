import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { actingToday } from '#domains/correspondence/server/index.ts';
import { eachReached, students } from '#domains/students/server/index.ts';
import type { PermissionName, Role } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, roles } from '#platform/server/database/tables.ts';
import { formRequestSteps, formRequests } from './tables.ts';

/** Which requests a caller sees, and where the turn is theirs. */

/** The roles that the caller holds here, and those of whom they stand in for today. */
const heldRoles = (call: Call): SQL =>
  sql`select r.name from ${accountRoles} x join ${roles} r on r.id = x.role_id where x.institution_id = ${call.institution_id}
        and x.account_id = any(array(select ${call.account_id}::int union all select d.principal_id from ${actingToday} d where d.deputy_id = ${call.account_id}))`;
const ownRoles = (call: Call): SQL => sql`array(${heldRoles(call)})`;

export async function rolesOf(call: Call): Promise<ReadonlySet<string>> {
  const { rows } = await call.db.execute<{ name: Role }>(heldRoles(call));
  return new Set(rows.map(({ name }) => name));
}

/** Steps that nobody could do: of none of whose roles there is anybody. Whoever manages forms does these. */
export const nobodyHolds = (call: Call, held: SQL): SQL =>
  sql`not exists (select 1 from ${accountRoles} h join ${roles} r on r.id = h.role_id and r.deleted_at is null and not r.viewer
        join ${accounts} a on a.id = h.account_id and a.active and a.deleted_at is null
       where h.institution_id = ${call.institution_id} and ${held} ? r.name)`;

/** Whose students a right reaches, as a condition over requests. */
const ofStudents = (call: Call, permission: PermissionName): SQL =>
  eachReached(call, permission, formRequests.student_id) ?? sql`${formRequests.institution_id} is not null`;

const hasPart = (call: Call): SQL =>
  sql`exists (select 1 from ${formRequestSteps} t where t.request_id = ${formRequests.id} and t.roles ?| ${ownRoles(call)})`;

/** A draft is its student's alone; others see what their right reaches, or what a role of theirs has to do with. */
export function visible(call: Call): SQL {
  const sent = sql`${formRequests.status} <> 'DRAFT'`;
  const parts = [
    // Also of the records that somebody had before.
    ...(may(call, 'form_request.ask')
      ? [sql`${formRequests.student_id} in (select edulab_own_records(${call.account_id}))`]
      : []),
    ...(may(call, 'form_request.read') ? [sql`(${sent} and ${ofStudents(call, 'form_request.read')})`] : []),
    ...(may(call, 'form_request.handle')
      ? [sql`(${sent} and ${ofStudents(call, 'form_request.handle')} and ${hasPart(call)})`]
      : []),
  ];
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** Where the caller is to do the step at hand, or to hand over what is ready. */
export const waitingFor = (call: Call): SQL =>
  may(call, 'form_request.handle')
    ? sql`(${formRequests.account_id} <> ${call.account_id} and ${ofStudents(call, 'form_request.handle')} and (
        (${formRequests.status} in ('SUBMITTED', 'IN_REVIEW') and exists (select 1 from ${formRequestSteps} t
          where t.request_id = ${formRequests.id} and t.position = ${formRequests.step} and t.action <> 'PAYMENT' and t.roles ?| ${ownRoles(call)}))
        or (${formRequests.status} = 'READY' and ${formRequests.delivery} <> 'PDF' and ${hasPart(call)})))`
    : sql`false`;

/** Requests whose students the caller's right to handle reaches. */
export const inHandlersReach = (call: Call): SQL => ofStudents(call, 'form_request.handle');

/** The record of the student who calls. Errors: REQUEST_NOT_OFFERED where there is none. */
export async function callingStudent(call: Call): Promise<typeof students.$inferSelect> {
  const [row] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  if (!row) throw fail('REQUEST_NOT_OFFERED');
  return row;
}
