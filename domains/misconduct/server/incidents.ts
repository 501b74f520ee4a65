import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hold, takesModule } from '#domains/assessment/server/index.ts';
import { taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { offenceWorkflow } from '../workflow.ts';
import type { Offence } from './reach.ts';
import { invigilationMinutes, invigilations, offences, offenceTypes } from './tables.ts';

/** What must be so of whatever is reported, and how a case begins. */

/** Assessments of course modules in which the caller teaches or sees to an exam. */
export const reportableModules = (call: Call) =>
  sql`(select x.id from (select unnest(array(${taughtCourseModules(call)})) as id
        union select i.course_module_id from ${invigilations} i join ${staff} s on s.id = any(i.staff_ids)
               where s.account_id = ${call.account_id} and s.deleted_at is null and i.deleted_at is null) x)`;

/** Errors: NOT_YET_HAPPENED, REPORT_OUT_OF_REACH, STUDENT_NOT_IN_MODULE, UNKNOWN_REFERENCE. */
export async function demandReportable(
  call: Call,
  component: { id: number; course_module_id: number },
  people: readonly number[],
  occurred_on: string,
  type_id: number,
): Promise<void> {
  if (occurred_on > (await todayOf(call))) throw failField('occurred_on', 'NOT_YET_HAPPENED');
  const [type] = await call.db
    .select({ id: offenceTypes.id })
    .from(offenceTypes)
    .where(and(eq(offenceTypes.id, type_id), eq(offenceTypes.active, true), isNull(offenceTypes.deleted_at)));
  if (!type) throw failField('type_id', 'UNKNOWN_REFERENCE');
  if (scopeOf(call, 'offence.report') !== 'institution') {
    const { rows } = await call.db.execute(
      sql`select 1 where ${component.course_module_id} in ${reportableModules(call)}`,
    );
    if (rows.length === 0) throw fail('REPORT_OUT_OF_REACH');
  }
  const known = await call.db
    .select({ id: students.id, name: students.full_name })
    .from(students)
    .where(and(inArray(students.id, [...people]), isNull(students.deleted_at)));
  if (known.length < new Set(people).size) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const within = await takesModule(call, component.course_module_id, people);
  const stranger = known.find(({ id }) => !within.has(id));
  if (stranger) throw failField('student_id', 'STUDENT_NOT_IN_MODULE', { name: stranger.name });
}

/** From drafts, of one module, to a report that holds their marks: the students are told nothing yet. */
export async function openCases(call: Call, rows: readonly Offence[]): Promise<void> {
  for (const row of rows) {
    checkTransition(call, offenceWorkflow, row.status, 'REPORTED', {});
    if (row.reported_by !== call.account_id) throw fail('SOMEBODY_ELSE');
  }
  const ids = rows.map(({ id }) => id);
  await call.db.update(offences).set({ status: 'REPORTED', reported_at: clock.iso() }).where(inArray(offences.id, ids));
  await recordTransition(
    call,
    offenceWorkflow.entity,
    rows.map(({ id, status }) => ({ id, from: status })),
    'REPORTED',
    {},
  );
  await hold(
    call,
    rows.map(({ id, number, course_module_id, component_id, student_id }) => ({
      kind: 'misconduct',
      source_id: id,
      number,
      course_module_id,
      component_id,
      student_id,
    })),
  );
}

/** Whether the caller saw to the exam of these minutes. */
export async function invigilated(call: Call, minutes_id: number): Promise<boolean> {
  const { rows } = await call.db.execute(sql`
    select 1 from ${invigilationMinutes} m join ${invigilations} i on i.id = m.invigilation_id join ${staff} s on s.id = any(i.staff_ids)
     where m.id = ${minutes_id} and m.deleted_at is null and s.account_id = ${call.account_id} and s.deleted_at is null`);
  return rows.length > 0;
}
