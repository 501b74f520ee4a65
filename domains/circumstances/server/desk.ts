import { eq } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { type ClaimRow, claim } from './claims.ts';
import { decidable } from './reach.ts';
import { claims } from './tables.ts';

/** What every act of the office begins with. */

/** Nobody decides about themselves, whatever else they are. */
export async function demandOther(call: Call, row: ClaimRow): Promise<void> {
  const [person] = await call.db
    .select({ account_id: students.account_id })
    .from(students)
    .where(eq(students.id, row.student_id));
  if (person?.account_id === call.account_id) throw fail('OWN_CLAIM');
}

/** The claim that is about to be changed by the office, locked. */
export const claimToDecide = (call: Call, of: { id: number; version?: number | undefined }): Promise<ClaimRow> =>
  loadForChange(call, claims, decidable(call), of, ({ id }) => claim.get(call, { id }));
