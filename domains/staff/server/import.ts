import { openUpload } from '#domains/files/server/index.ts';
import { defineImport } from '#platform/server/records/imports.ts';
import { recordImport } from '#platform/server/records/record-import.ts';
import { referencesOf } from '#platform/server/spreadsheets.ts';
import { staffFields } from '../fields.ts';
import { importColumns } from './import-columns.ts';
import { isFieldKept } from './policy.ts';
import { type Named, searchText } from './search.ts';
import { nextStaffNumbers } from './staff.ts';

/** Staff come in and are changed by a spreadsheet. */

const references = referencesOf(staffFields);

const records = recordImport<typeof importColumns>({
  table: 'staff',
  written: [...importColumns.map(({ field }) => field), 'search'],
  keys: {
    staff_no: { taken: 'STAFF_NO_TAKEN' },
    pinfl: { taken: 'STAFF_PINFL_TAKEN' },
    passport_id: { taken: 'STAFF_PASSPORT_TAKEN' },
  },
  references,
  nameOf: (row) => `${row.lastname} ${row.firstname}`,

  complete(values, _record, add) {
    const rate = Number(values.employment_rate ?? 1);
    if (rate < 0.25 || rate > 2) add('employment_rate', 'RATE_RANGE', values.employment_rate);
  },

  mayChange: (call, field) => !isFieldKept(call, field),
  derive: (row) => ({ search: searchText(row as typeof row & Named) }),

  async prepare(call, fresh) {
    // A number that another row of the file brings along is not given out.
    const given = new Set(fresh.map(({ staff_no }) => staff_no));
    const unnumbered = fresh.filter(({ staff_no }) => !staff_no);
    const numbers: string[] = [];
    while (numbers.length < unnumbered.length) {
      const next = await nextStaffNumbers(call, unnumbered.length - numbers.length);
      numbers.push(...next.filter((number) => !given.has(number)));
    }
    unnumbered.forEach((values, index) => {
      values.staff_no = numbers[index];
    });
    for (const values of fresh) values.employment_rate ??= '1.00';
  },

  async created(call, ids) {
    await call.client.query(
      `insert into status_history (institution_id, entity, entity_id, to_status, account_id, effective_from)
       select institution_id, 'staff', id, status, $2, hired_on from staff where id = any($1)`,
      [ids, call.account_id],
    );
  },
});

export const staffImport = defineImport({
  kind: 'staff.import',
  columns: importColumns,
  open: openUpload,
  conceals: isFieldKept,
  ...records,
});
