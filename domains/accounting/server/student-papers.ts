import { and, eq, isNull, sql } from 'drizzle-orm';
import { paperColumns } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { contractReach } from './reach.ts';
import { contracts } from './tables.ts';

/** Contracts of a student, among all papers of the student. What is not issued yet is the office's own. */
export const contractsOfStudent = {
  name: 'contracts',
  papers: (call: Call, student_id: number) =>
    may(call, 'contract.read')
      ? sql`select ${paperColumns({
          source: 'CONTRACT',
          id: contracts.id,
          at: sql`coalesce(${contracts.accepted_at}, ${contracts.status_at})`,
          number: contracts.number,
          status: contracts.status,
        })} from ${contracts} where ${and(
          eq(contracts.student_id, student_id),
          isNull(contracts.deleted_at),
          sql`${contracts.status} <> 'DRAFT'`,
          contractReach(call, 'contract.read'),
        )}`
      : null,
};
