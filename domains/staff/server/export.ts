import { and, inArray, sql } from 'drizzle-orm';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { toldAsOf } from '#platform/server/records/as-of.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { type ExportColumn, exportedColumns } from '#platform/server/spreadsheets.ts';
import type { contract } from '../contract.ts';
import { importColumns } from './import-columns.ts';
import { isFieldKept } from './policy.ts';
import { presentStaff, type StaffRecord, type StaffRow } from './present.ts';
import { staffConditions, staffSorts } from './staff.ts';
import { staff } from './tables.ts';

/** The columns of the import, so that a list that was exported can come back in, with the status and the username. */
function columnsFor(call: Call): ExportColumn<StaffRecord>[] {
  const own = exportedColumns(
    importColumns.filter(({ field }) => !isFieldKept(call, field)),
    (row: StaffRecord, field) => {
      if (field === 'department_id') return row.department?.title;
      if (field === 'job_position_id') return row.job_position?.title;
      return row[field];
    },
  );
  return [
    ...own,
    {
      key: 'status',
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      format: (row, locale) => message(locale, `staff_state.${row.status}`),
    },
    {
      key: 'username',
      titles: { uz: 'Foydalanuvchi nomi', ru: 'Имя пользователя', en: 'Username' },
      format: (row) => row.username,
    },
  ];
}

const blockOf = 1000;

async function* recordsOf(call: Call, ids: number[]): AsyncGenerator<StaffRecord> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const block = ids.slice(at, at + blockOf);
    const found: StaffRow[] = await call.db.select().from(staff).where(inArray(staff.id, block));
    const byId = new Map((await presentStaff(call, found)).map((row) => [row.id, row]));
    yield* block.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The list with the same filters, order and rights as an xlsx file that says when it was read. */
export const staffExport = defineExport(
  'staff.export',
  async (call: Call, input: InputOf<typeof contract.staff.export_data>) => {
    const [by = 'lastname', direction = 'asc'] = (input.sort || 'lastname').split(',');
    const order = Object.hasOwn(staffSorts, by) ? staffSorts[by as keyof typeof staffSorts] : undefined;
    if (!order || !/^(asc|desc)$/i.test(direction)) throw failField('sort', 'BAD_REQUEST');
    const way = direction.toLowerCase() === 'desc' ? sql`desc` : sql`asc`;
    const ids = (
      await call.db
        .select({ id: staff.id })
        .from(staff)
        .where(and(...staffConditions(call, input)))
        .orderBy(sql`${order} ${way}`, sql`${staff.id} ${way}`)
    ).map((row) => row.id);
    const asOf = await toldAsOf(call);
    return {
      name: `staff-${asOf.slice(0, 16).replaceAll(/[-: ]/g, '')}.xlsx`,
      count: ids.length,
      columns: columnsFor(call),
      rows: recordsOf(call, ids),
      title: message(call.locale, 'staff_sheet'),
      asOf,
    };
  },
);
