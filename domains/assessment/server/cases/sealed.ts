import { type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { sealedPenalties } from '../hooks.ts';

/** Whether penalties of this student are closed to the caller, who is about to judge them. */
export const sealedStudent = (call: Call, student: SQL): SQL => {
  const parts = followersOf(call.kernel, sealedPenalties).map(({ of }) => sql`${student} in ${of(call)}`);
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
};
