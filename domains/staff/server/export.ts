import { and, inArray, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../contract.ts';
import { importColumns } from './import-columns.ts';
import { personalFields, presentStaff, type StaffRecord, type StaffRow } from './present.ts';
import { conditions, sorts } from './staff.ts';
import { staff } from './tables.ts';

/** The columns of the import, so that a list that was exported can come back in, with the status and the username. */
function columnsFor(call: Call): ExportColumn<StaffRecord>[] {
  const personal = new Set<string>(scopeOf(call, 'staff.personal') === 'institution' ? [] : personalFields);
  const own = importColumns
    .filter(({ key }) => !personal.has(key))
    .map(
      ({ key, titles, parse }): ExportColumn<StaffRecord> => ({
        key,
        titles,
        kind: parse.kind,
        format: (row, locale) => {
          if (key === 'department' || key === 'job_position') return row[key]?.title;
          const value = row[key];
          return parse.options?.find((option) => option.value === value)?.titles[locale] ?? value;
        },
      }),
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
    const order = Object.hasOwn(sorts, by) ? sorts[by as keyof typeof sorts] : undefined;
    if (!order || !/^(asc|desc)$/i.test(direction)) throw failField('sort', 'BAD_REQUEST');
    const way = direction.toLowerCase() === 'desc' ? sql`desc` : sql`asc`;
    const ids = (
      await call.db
        .select({ id: staff.id })
        .from(staff)
        .where(and(...conditions(call, input)))
        .orderBy(sql`${order} ${way}`, sql`${staff.id} ${way}`)
    ).map((row) => row.id);
    const asOf = clockIn(await zoneOf(call), clock.date()).replace('T', ' ');
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
