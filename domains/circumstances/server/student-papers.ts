import { and, eq, isNull, sql } from 'drizzle-orm';
import { paperColumns } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { visible } from './reach.ts';
import { claims } from './tables.ts';

/** Claims of a student, among all papers of the student: that there is one, and how it stands. */
export const claimsOfStudent = {
  name: 'claims',
  papers: (call: Call, student_id: number) =>
    sql`select ${paperColumns({
      source: 'CLAIM',
      id: claims.id,
      at: claims.created_at,
      status: claims.status,
    })} from ${claims} where ${and(eq(claims.student_id, student_id), isNull(claims.deleted_at), visible(call))}`,
};
