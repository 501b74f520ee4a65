import { type SQL, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { eachReached, students, studying } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { achievementRecords as records, achievementTypes as types } from './tables.ts';

/** Which records a caller sees, writes in, and verifies. */

/** Records of students whom a permission reaches; undefined for all of the institution. */
export const ofStudents = (call: Call, permission: PermissionName): SQL | undefined =>
  eachReached(call, permission, records.student_id);

/** Types that name the caller as their validator. */
const ownTypes = (call: Call): SQL =>
  sql`${records.type_id} in (select t.id from ${types} t join ${staff} p on p.id = t.validator_id
    where t.deleted_at is null and p.account_id = ${call.account_id} and p.deleted_at is null and p.status <> 'LEFT')`;

/** Of a type whose validator the caller is, and sent. */
export const inOwnCharge = (call: Call): SQL => sql`(${records.status} <> 'DRAFT' and ${ownTypes(call)})`;

/** Records that the caller verifies, whosever they are; never a draft. */
export function verifiable(call: Call): SQL {
  const scope = scopeOf(call, 'achievement.verify');
  if (!scope) return sql`false`;
  return scope === 'institution' ? sql`${records.status} <> 'DRAFT'` : inOwnCharge(call);
}

/** Those that the caller wrote or that are the caller's own, of whoever may write at all. */
export function writable(call: Call): SQL {
  const scope = scopeOf(call, 'achievement.submit');
  if (!scope) return sql`false`;
  return scope === 'own'
    ? (ofStudents(call, 'achievement.submit') ?? sql`true`)
    : sql`${records.filed_by} = ${call.account_id}`;
}

/** A draft is seen by its student and by who wrote it. */
export function visible(call: Call): SQL | undefined {
  const read = scopeOf(call, 'achievement.read');
  const inReach = ofStudents(call, 'achievement.read') ?? sql`true`;
  const parts = [
    ...(read ? [read === 'own' ? inReach : sql`(${records.status} <> 'DRAFT' and ${inReach})`] : []),
    ...(may(call, 'achievement.submit') ? [writable(call)] : []),
    ...(scopeOf(call, 'achievement.verify') === 'own' ? [inOwnCharge(call)] : []),
  ];
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

const here = sql`${studying} and ${students.deleted_at} is null`;

/** The caller's record, if they study here. Errors: ACHIEVEMENT_NOT_STUDYING. */
export async function callingStudent(call: Call): Promise<{ id: number }> {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select ${students.id} from ${students} where ${students.account_id} = ${call.account_id} and ${here}`,
  );
  if (!rows[0]) throw fail('ACHIEVEMENT_NOT_STUDYING');
  return rows[0];
}

/** Errors: ACHIEVEMENT_NOT_STUDYING of somebody who is not here any more. */
export async function demandStudying(call: Call, student_id: number): Promise<void> {
  const { rows } = await call.db.execute(
    sql`select 1 from ${students} where ${students.id} = ${student_id} and ${here}`,
  );
  if (!rows[0]) throw fail('ACHIEVEMENT_NOT_STUDYING');
}
