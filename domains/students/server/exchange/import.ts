import { openUpload } from '#domains/files/server/index.ts';
import { countryNamed } from '#domains/institutions/server/index.ts';
import { namesOf, usernameShape } from '#platform/contract/index.ts';
import { toLatin } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/call/context.ts';
import { defineImport, type Values } from '#platform/server/records/imports.ts';
import { recordImport } from '#platform/server/records/record-import.ts';
import { referencesOf } from '#platform/server/spreadsheets.ts';
import { studentFields } from '../../fields.ts';
import { nextNumbers } from '../records/numbers.ts';
import { type Searchable, searchText } from '../records/search.ts';
import { identifyingFields } from '../status/history-tables.ts';
import { importColumns } from './import-columns.ts';

/** Students come in and are changed by a spreadsheet. */

const references = referencesOf(studentFields);
const passport = new Set<string>(namesOf(studentFields, { part: 'passport' }));
const hidden = new Set<string>(identifyingFields);

const cyrillic = /\p{Script=Cyrillic}/u;

const records = recordImport<typeof importColumns>({
  table: 'students',
  written: [...new Set(importColumns.map(({ key, field }) => references[key]?.column ?? field)), 'search'],
  keys: {
    student_no: { taken: 'STUDENT_NO_TAKEN', deleted: 'STUDENT_DELETED' },
    pinfl: { taken: 'PINFL_TAKEN' },
    passport_id: { taken: 'PASSPORT_TAKEN' },
    username: {
      taken: 'STUDENT_USERNAME_TAKEN',
      deleted: 'STUDENT_USERNAME_TAKEN',
      collides: true,
      alike: 'edulab_look',
    },
  },
  references,
  nameOf: (row) => String(row.full_name),

  complete(values, record, add) {
    const { lastname, firstname, midname, citizenship, pinfl, birthdate } = record;
    if ([lastname, firstname].some((name) => name && cyrillic.test(name))) {
      values.names_cyrillic ??= [lastname, firstname, midname].filter(Boolean).join(' ');
      for (const key of ['lastname', 'firstname', 'midname'] as const)
        if (record[key]) values[key] = toLatin(record[key]);
    }
    if (values.username) {
      const name = usernameShape.safeParse(values.username);
      if (name.success) values.username = name.data;
      else add('username', name.error.issues[0]?.message ?? 'username', values.username);
    }
    if (citizenship) {
      const code = countryNamed(citizenship);
      if (code) values.citizenship = code;
      else add('citizenship', 'BAD_COUNTRY', citizenship);
    }
    // Digits 2 to 7 of a PINFL are day, month and year of birth.
    if (
      pinfl &&
      birthdate &&
      pinfl.slice(1, 7) !== birthdate.slice(8, 10) + birthdate.slice(5, 7) + birthdate.slice(2, 4)
    )
      add('pinfl', 'PINFL_BIRTHDATE', pinfl);
    const { passport_issued_on: from, passport_expires_on: until } = record;
    if (from && until && from > until) add('passport_expires_on', 'DATES_ORDER', until);
  },

  mayChange: (call, field) => !passport.has(field) || call.abilities.has('student.passport_manage'),
  derive: (row) => ({ search: searchText(row as typeof row & Searchable) }),
  prepare: giveNumbers,

  async created(call, ids) {
    await call.client.query(
      `insert into status_history (institution_id, entity, entity_id, to_status, account_id) select $1, 'student', unnest($2::int[]), 'ACTIVE', $3`,
      [call.institution_id, ids, call.account_id],
    );
  },
});

/** Gives numbers to those who come without one, by year of entry in the order of the file. */
async function giveNumbers(call: Call, fresh: Values[]): Promise<void> {
  // A number that another row of the file brings along is not given out.
  const given = new Set(fresh.map(({ student_no }) => student_no));
  const years = Map.groupBy(
    fresh.filter(({ student_no }) => !student_no),
    ({ entry_year }) => Number(entry_year),
  );
  for (const [year, rows] of years) {
    const numbers: string[] = [];
    while (numbers.length < rows.length) {
      const next = await nextNumbers(call.client, call.institution_id, year, rows.length - numbers.length);
      numbers.push(...next.filter((number) => !given.has(number)));
    }
    rows.forEach((values, index) => {
      values.student_no = numbers[index];
    });
  }
}

export const studentImport = defineImport({
  kind: 'students.import',
  columns: importColumns,
  open: openUpload,
  conceals: (call, field) => hidden.has(field) && !call.abilities.has('student.passport'),
  ...records,
});
