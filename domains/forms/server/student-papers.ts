import { and, eq, isNull, sql } from 'drizzle-orm';
import { paperColumns } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { visible } from './reach.ts';
import { formRequests, formTypes } from './tables.ts';

/** What a student asked for, among all papers of the student. */
export const requestsOfStudent = {
  name: 'requests',
  papers: (call: Call, student_id: number) =>
    sql`select ${paperColumns({
      source: 'REQUEST',
      id: formRequests.id,
      at: sql`coalesce(${formRequests.submitted_at}, ${formRequests.created_at})`,
      title: sql`(select ${localTitle(sql`y.title`, call.locale)} from ${formTypes} y where y.id = ${formRequests.type_id})`,
      number: formRequests.number,
      status: formRequests.status,
    })} from ${formRequests} where ${and(eq(formRequests.student_id, student_id), isNull(formRequests.deleted_at), visible(call))}`,
};
