import { sql } from 'drizzle-orm';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { ownRecords, ownStudents } from '../modules.ts';

/** The student whose transcript is asked for, within reach of the right; the caller's own where none is named. */
export async function studentOf(call: Call, permission: PermissionName, id: number | undefined): Promise<number> {
  const scope = scopeOf(call, permission);
  const own =
    id === undefined
      ? sql`${students.id} in ${ownStudents(call)}`
      : sql`${students.id} in ${ownRecords(call)} and ${students.id} = ${id}`;
  const { rows } = await call.db.execute<{ id: number }>(
    scope === 'own' || id === undefined
      ? sql`select ${students.id} as id from ${students} where ${reachOfToday(call, sql`${students}`, students.id, own)} order by 1 limit 1`
      : sql`select ${students.id} as id from ${students} where ${students.id} = ${id} and ${students.deleted_at} is null and ${studentsInReach(call, permission) ?? sql`true`}`,
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  return rows[0].id;
}
