import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { departments, educationForms } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { definedOf } from '#platform/server/records/resource.ts';
import type { transfer } from '../../shapes.ts';
import { lockBatch } from '../records/commands.ts';
import { students, studentTransfers } from '../tables.ts';
import { faultOf, refuseFaults } from './status.ts';

/** Moves students who study (or rest) elsewhere within the institution: all of them or none, with what was before. */
export async function transferStudents(
  call: Call,
  input: z.infer<typeof transfer>,
): Promise<{ ok: true; ids: number[] }> {
  const { course_id, level, education_form_id, study_language, tuition, department_id } = input;
  const given = definedOf({ course_id, level, education_form_id, study_language, tuition, department_id });
  const changed = Object.keys(given) as (keyof typeof given)[];
  if (changed.length === 0) throw fail('NOTHING_CHANGES');
  for (const [table, field] of [
    [educationForms, 'education_form_id'],
    [departments, 'department_id'],
    [courses, 'course_id'],
  ] as const) {
    const id = input[field];
    if (id === undefined) continue;
    const [found] = await call.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deleted_at)));
    if (!found) throw failField(field, 'UNKNOWN_REFERENCE');
  }
  const rows = await lockBatch(call, 'student.transfer', input.ids);
  const differs = (row: (typeof rows)[number]) =>
    changed.some((field) => JSON.stringify(given[field]) !== JSON.stringify(row[field]));
  refuseFaults(
    rows.flatMap((row) => {
      if (!['ACTIVE', 'GAP_YEAR', 'INACTIVE'].includes(row.status))
        return [faultOf(call, row, 'TRANSFER_NOT_STUDYING')];
      return differs(row) ? [] : [faultOf(call, row, 'NOTHING_CHANGES')];
    }),
  );
  const ids = rows.map((row) => row.id);
  await call.db.update(students).set(given).where(inArray(students.id, ids));
  await call.db.insert(studentTransfers).values(
    rows.map((row) => ({
      student_id: row.id,
      before: Object.fromEntries(changed.map((field) => [field, row[field]])),
      after: given,
      reason: input.reason,
      order_number: input.order_number ?? null,
      order_date: input.order_date ?? null,
      effective_from: input.effective_from ?? null,
      account_id: call.account_id,
    })),
  );
  return { ok: true, ids };
}
