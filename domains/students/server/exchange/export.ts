import { and, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { departments, educationForms } from '#domains/institutions/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { toldAsOf } from '#platform/server/records/as-of.ts';
import { defineExport, idsInBlocks } from '#platform/server/records/exports.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { type ExportColumn, exportedColumns } from '#platform/server/spreadsheets.ts';
import { studentFields } from '../../fields.ts';
import type { exportInput } from '../../shapes.ts';
import { hemisStatusCodes } from '../../workflow.ts';
import { sorts, studentConditions } from '../records/queries.ts';
import { reach, type SeenStudent, seenStudents, seesField } from '../records/reach.ts';
import { students } from '../tables.ts';
import { importColumns } from './import-columns.ts';

type Names = { forms: Map<number, string>; departments: Map<number, string> };
/** The columns of the import, so that a list that was exported can come back in, and the status. */
function columnsFor(call: Call, names: Names): ExportColumn<SeenStudent>[] {
  const shown = importColumns.filter(({ field }) => {
    const { sees } = studentFields[field];
    return sees === 'student.read' || call.abilities.has(sees);
  });
  const own = exportedColumns(shown, ({ row, rights }: SeenStudent, field) => {
    if (!seesField(rights, field)) return null;
    if (field === 'education_form_id') return names.forms.get(row.education_form_id ?? 0);
    if (field === 'department_id') return names.departments.get(row.department_id ?? 0);
    if (field === 'course_id') return row.course?.title;
    if (field === 'course_code') return row.course?.code;
    return row[field];
  });
  const status = (locale: Locale, row: SeenStudent['row']) => message(locale, `student_state.${row.status}`);
  return [
    ...own,
    {
      key: 'status',
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      format: ({ row }, locale) => status(locale, row),
    },
    {
      key: 'status_since',
      titles: { uz: 'Holat sanasi', ru: 'Дата статуса', en: 'Status since' },
      kind: 'date',
      format: ({ row }) => row.status_since,
    },
    {
      key: 'hemis_status',
      titles: { uz: 'HEMIS holati', ru: 'Статус HEMIS', en: 'HEMIS status' },
      format: ({ row }) => hemisStatusCodes[row.status],
    },
  ];
}

async function* studentsOf(call: Call, blocks: readonly { ids: number[] }[]): AsyncGenerator<SeenStudent> {
  for (const { ids } of blocks) {
    const found = await seenStudents(call, 'student.export', inArray(students.id, ids));
    const byId = new Map(found.map((one) => [one.row.id, one]));
    yield* ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The list with the same filters, order and rights as an xlsx file that says when it was read. */
export const studentExport = defineExport('students.export', async (call: Call, input: z.infer<typeof exportInput>) => {
  const [by = 'lastname', direction = 'asc'] = (input.sort ?? 'lastname').split(',');
  const order = Object.hasOwn(sorts, by) ? sorts[by] : undefined;
  if (!order || !/^(asc|desc)$/i.test(direction)) throw failField('sort', 'BAD_REQUEST');
  const names = {
    forms: new Map(
      (
        await call.db
          .select({ id: educationForms.id, title: sql<string>`${localTitle(educationForms.title, call.locale)}` })
          .from(educationForms)
      ).map((row) => [row.id, row.title]),
    ),
    departments: new Map(
      (
        await call.db
          .select({ id: departments.id, title: sql<string>`${localTitle(departments.title, call.locale)}` })
          .from(departments)
      ).map((row) => [row.id, row.title]),
    ),
  };
  const columns = columnsFor(call, names);
  const unknown = input.columns?.find((key) => !columns.some((column) => column.key === key));
  if (unknown !== undefined) throw failField('columns', 'FIELD_NOT_ALLOWED', { field: unknown });
  const chosen = input.columns ? input.columns.map((key) => columns.find((column) => column.key === key)!) : columns;
  const way = direction.toLowerCase() === 'desc' ? sql`desc` : sql`asc`;
  const chosenOnes = call.db
    .select({ id: students.id })
    .from(students)
    .where(and(...studentConditions(call, input), reach(call, 'student.export')))
    .orderBy(sql`${order} ${way}`, sql`${students.id} ${way}`);
  const { rows: blocks } = await call.db.execute<{ ids: number[] }>(idsInBlocks(sql`${chosenOnes}`));
  const asOf = await toldAsOf(call);
  return {
    name: `students-${asOf.slice(0, 16).replaceAll(/[-: ]/g, '')}.xlsx`,
    count: blocks.reduce((count, { ids }) => count + ids.length, 0),
    columns: chosen,
    rows: studentsOf(call, blocks),
    title: message(call.locale, 'students_sheet'),
    asOf,
  };
});
