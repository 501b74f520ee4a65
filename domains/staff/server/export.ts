import { and, inArray, sql } from 'drizzle-orm';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import type { Call } from '#platform/server/context.ts';
import { scopeOf } from '#platform/server/context.ts';
import { failField } from '#platform/server/errors.ts';
import { xlsxHeaders } from '#platform/server/imports.ts';
import { message } from '#platform/server/messages.ts';
import { type ExportColumn, writeTable } from '#platform/server/spreadsheets.ts';
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

/** The list with the same filters, order and rights as an xlsx file that says when it was read. Sets the call's stream. */
export async function exportStaff(
  call: Call,
  input: { sort?: string | undefined } & Record<string, unknown>,
): Promise<{ ok: true }> {
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
  // The transaction ends before the file is sent, so the rows are read now, in blocks that the database answers quickly.
  const rows: StaffRecord[] = [];
  for (let at = 0; at < ids.length; at += 5000) {
    const block = ids.slice(at, at + 5000);
    const found: StaffRow[] = await call.db.select().from(staff).where(inArray(staff.id, block));
    const byId = new Map((await presentStaff(call, found)).map((row) => [row.id, row]));
    rows.push(...block.flatMap((id) => byId.get(id) ?? []));
  }
  const now = new Date();
  const asOf = clockIn(await zoneOf(call), now).replace('T', ' ');
  call.stream = {
    headers: xlsxHeaders(`staff-${now.toISOString().slice(0, 16).replaceAll(/[-:T]/g, '')}.xlsx`),
    body: writeTable(columnsFor(call), rows, {
      locale: call.locale,
      title: message(call.locale, 'staff_sheet'),
      sheet: message(call.locale, 'staff_sheet'),
      asOf,
    }),
  };
  return { ok: true };
}
