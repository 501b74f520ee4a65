import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import { keptBehind, type PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { staffFields } from '../fields.ts';
import { staff } from './tables.ts';

/** The caller's department and all below it, as a subquery of ids; empty for those without a staff record. */
export const branchDepartments = (call: Call): SQL =>
  sql`(with recursive branch as (
    select d.id from ${departments} d join ${staff} m on m.department_id = d.id where m.account_id = ${call.account_id} and m.deleted_at is null and m.status <> 'LEFT'
    union select c.id from ${departments} c join branch b on c.parent_id = b.id where c.deleted_at is null
  ) select id from branch)`;

/** What is kept from whom, field by field. */
export const restrictedFields = keptBehind(staffFields, 'staff.read');
/** Fields that the caller does not see of everybody: files, histories and the words of a search leave them out. */
export const fieldsHiddenFrom = (call: Call) =>
  restrictedFields.filter(({ sees }) => scopeOf(call, sees) !== 'institution');
/** Whether one of these fields is kept from the caller. */
export const isFieldKept = (call: Call, field: string): boolean =>
  fieldsHiddenFrom(call).some(({ fields }) => fields.some((name) => name === field));

/** Which staff a permission reaches for this caller; undefined for all of the institution. */
export const staffInReach = (call: Call, permission: PermissionName): SQL | undefined =>
  reachOfToday(call, sql`${staff}`, staff.id, reachOf(call, permission));
function reachOf(call: Call, permission: PermissionName): SQL | undefined {
  const scope = scopeOf(call, permission);
  if (scope === 'institution') return undefined;
  if (scope === 'branch')
    return sql`(${staff.account_id} = ${call.account_id} or ${staff.department_id} in ${branchDepartments(call)})`;
  return scope ? sql`${staff.account_id} = ${call.account_id}` : sql`false`;
}

/** Refuses with 403 where the caller sees this person but may not do this with them. */
export async function demandFor(call: Call, permission: PermissionName, id: number): Promise<void> {
  const [row] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), staffInReach(call, permission)));
  if (!row) throw fail('FORBIDDEN', { permission });
}

/** A new record, or one that moves, must lie where the caller may write. */
export async function demandDepartment(
  call: Call,
  permission: PermissionName,
  department: number | null | undefined,
): Promise<void> {
  const scope = scopeOf(call, permission);
  if (scope === 'institution') return;
  const { rows } =
    scope === 'branch' && department
      ? await call.db.execute(sql`select 1 where ${department}::integer in ${branchDepartments(call)}`)
      : { rows: [] };
  if (!rows.length) throw fail('FORBIDDEN', { permission });
}

export async function demandLivingDepartment(call: Call, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const [row] = await call.db
    .select({ id: departments.id })
    .from(departments)
    .where(and(eq(departments.id, id), isNull(departments.deleted_at)));
  if (!row) throw failField('department_id', 'UNKNOWN_REFERENCE');
}
