import { inArray, type SQL, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { eachReached, students } from '#domains/students/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { claims, panelMembers } from './tables.ts';

/** Which claims a caller sees, decides, or sits over. */

export const ownStaff = (call: Call): SQL =>
  sql`(select t.id from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null and t.status <> 'LEFT')`;

export const inPanel = (call: Call): SQL =>
  sql`${claims.id} in (select m.claim_id from ${panelMembers} m where m.deleted_at is null and m.staff_id in ${ownStaff(call)})`;

const ofStudents = (call: Call, permission: 'circumstance.read' | 'circumstance.decide' | 'circumstance.submit'): SQL =>
  eachReached(call, permission, claims.student_id) ?? sql`${claims.institution_id} is not null`;

/** A draft is its student's alone. */
export function visible(call: Call): SQL {
  const read = scopeOf(call, 'circumstance.read');
  const parts = [
    ...(read
      ? [
          read === 'own'
            ? ofStudents(call, 'circumstance.read')
            : sql`(${claims.status} <> 'DRAFT' and ${ofStudents(call, 'circumstance.read')})`,
        ]
      : []),
    ...(may(call, 'circumstance.panel') ? [inPanel(call)] : []),
  ];
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** Claims that the caller may decide, whoever they are about; never a draft. */
export const decidable = (call: Call): SQL =>
  may(call, 'circumstance.decide')
    ? sql`(${claims.status} <> 'DRAFT' and ${ofStudents(call, 'circumstance.decide')})`
    : sql`false`;

/** Whose claims the caller writes. */
export const submittable = (call: Call): SQL =>
  may(call, 'circumstance.submit') ? ofStudents(call, 'circumstance.submit') : sql`false`;

/** What this caller is to each of these claims. */
export async function rolesIn(
  call: Call,
  ids: readonly number[],
): Promise<Map<number, { decides: boolean; sits: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: claims.id,
      decides: sql<boolean>`${decidable(call)}`,
      sits: sql<boolean>`${may(call, 'circumstance.panel') ? inPanel(call) : sql`false`}`,
    })
    .from(claims)
    .where(inArray(claims.id, [...ids]));
  return new Map(rows.map(({ id, ...role }) => [id, role]));
}

/** The record of the student who calls and is one now. Errors: CLAIM_NOT_STUDYING. */
export async function callingStudent(call: Call): Promise<{ id: number }> {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status in ('ACTIVE', 'INACTIVE', 'GAP_YEAR')`,
  );
  if (!rows[0]) throw fail('CLAIM_NOT_STUDYING');
  return rows[0];
}
