import type pg from 'pg';
import type { z } from 'zod';
import type { Locale, Title } from '#platform/contract/index.ts';
import { searchKey, toLatin } from '#platform/contract/script.ts';
import { fail } from '#platform/server/errors.ts';
import { hasMessage, message } from '#platform/server/messages.ts';
import { checkRows, findHeader, type RowOf, readRows, SpreadsheetError } from '#platform/server/spreadsheets.ts';
import type { importFault } from '../shapes.ts';
import { columnTitle, type ImportKey, importColumns } from './import-columns.ts';
import { searchText } from './search.ts';

export const maxRows = 20_000;
type Cells = RowOf<typeof importColumns>;
type Fault = z.infer<typeof importFault>;
// biome-ignore lint/suspicious/noExplicitAny: a row of `students` as PostgreSQL answers it
export type Stored = Record<string, any> & { id: number; version: number };

/** The columns that an import writes. */
export const written = [
  'student_no',
  'lastname',
  'firstname',
  'midname',
  'names_cyrillic',
  'gender',
  'birthdate',
  'citizenship',
  'passport_id',
  'passport_issued_by',
  'passport_issued_on',
  'passport_expires_on',
  'pinfl',
  'contact_phone',
  'home_phone',
  'email',
  'permanent_address',
  'current_address',
  'native_language',
  'marital_status',
  'programme_code',
  'programme',
  'level',
  'education_form_id',
  'study_language',
  'entry_year',
  'tuition',
  'department_id',
  'hemis_code',
  'username',
] as const;
const papers = new Set(['passport_id', 'passport_issued_by', 'passport_issued_on', 'passport_expires_on', 'pinfl']);

export type Values = Partial<Record<(typeof written)[number], string | number | Title | null>>;
export interface Planned {
  rows: number;
  fresh: { row: number; values: Values & { search: string } }[];
  changed: { row: number; before: Stored; values: Values & { search: string }; fields: string[] }[];
  unchanged: number;
  faults: Fault[];
  unknown: string[];
}

export interface CheckContext {
  client: Pick<pg.ClientBase, 'query'>;
  locale: Locale;
  /** Whether passport data of somebody who is there already may be changed. */
  passports: boolean;
}

/**
 * What an import of this file would do, with every fault by row and column. A handful of queries whatever the number of
 * rows; writes nothing and never plans to remove anybody. Refuses with FILE_NOT_READABLE where it is no table.
 */
export async function checkImport(context: CheckContext, path: string, filename: string): Promise<Planned> {
  const rows = await readRows(path, { maxRows: maxRows + 15, filename }).catch((error: unknown) => {
    if (error instanceof SpreadsheetError)
      throw fail('FILE_NOT_READABLE', {
        cause: message(context.locale, error.code, { ...error.data, max: error.data.limit }),
        reason: error.code,
      });
    throw error;
  });
  const header = findHeader(rows, importColumns);
  if (!header || header.match.found.length < 2)
    throw fail('FILE_NOT_READABLE', { cause: message(context.locale, 'import.NO_HEADER'), reason: 'NO_HEADER' });
  const { match } = header;
  const letters = new Map<string, string>(match.found.map((found) => [found.column.key, found.letter]));
  const faults: Fault[] = [];
  const add = (row: number, key: string, code: string, value: unknown, data: Record<string, unknown> = {}) => {
    const known = ['sheet', 'import'].map((prefix) => `${prefix}.${code}`).find(hasMessage) ?? code;
    const shown = key === 'education_form_id' ? 'education_form' : key === 'department_id' ? 'department' : key;
    faults.push({
      row,
      column: letters.get(shown) ?? '',
      title: columnTitle(shown, context.locale),
      field: shown,
      code,
      message: message(context.locale, known, data),
      value: value === null || value === undefined ? '' : String(value),
    });
  };
  const headRow = rows[header.at]?.row ?? 1;
  for (const column of match.missing)
    add(headRow, column.key, 'COLUMN_MISSING', '', { column: column.titles[context.locale] });
  for (const { letter, key } of match.duplicate)
    add(headRow, key, 'COLUMN_TWICE', letter, { column: columnTitle(key, context.locale) });
  const unknown = match.unknown.map(({ letter, title }) => `${letter}: ${title}`);
  const body = rows.slice(header.at + 1);
  if (body.length === 0)
    throw fail('FILE_NOT_READABLE', { cause: message(context.locale, 'EMPTY_FILE'), reason: 'EMPTY_FILE' });
  if (faults.length) return { rows: body.length, fresh: [], changed: [], unchanged: 0, faults, unknown };

  const checked = checkRows(body, importColumns, match);
  for (const fault of checked.faults) add(fault.row, fault.key, fault.code, fault.value, fault.data);
  const references = await readReferences(context.client);
  const ready = checked.rows.map(({ row, record }) => ({ row, values: complete(record, row, references, add) }));
  findTwins(ready, add);
  const stored = await readStored(
    context.client,
    ready.map(({ values }) => values),
  );
  const plan: Planned = { rows: body.length, fresh: [], changed: [], unchanged: 0, faults, unknown };
  const taken = new Map<number, number>();
  for (const { row, values } of ready) {
    const before = personOf(values, stored);
    for (const [key, index, code] of [
      ['student_no', stored.no, 'STUDENT_NO_TAKEN'],
      ['passport_id', stored.passport, 'PASSPORT_TAKEN'],
      ['pinfl', stored.pinfl, 'PINFL_TAKEN'],
      ['username', stored.username, 'STUDENT_USERNAME_TAKEN'],
    ] as const) {
      const value = values[key];
      const other = value ? index.get(String(value).toLowerCase()) : undefined;
      if (other && other.id !== before?.id) add(row, key, code, value, { value, name: other.full_name });
    }
    if (before?.deleted_at) {
      add(row, 'student_no', 'STUDENT_DELETED', values.student_no, { name: before.full_name });
      continue;
    }
    if (!before) {
      plan.fresh.push({ row, values: { ...values, search: searchText(values as never) } });
      continue;
    }
    const twin = taken.get(before.id);
    if (twin !== undefined)
      add(row, 'student_no', 'DUPLICATE_IN_FILE', values.student_no ?? values.passport_id ?? values.pinfl, {
        first: twin,
      });
    taken.set(before.id, row);
    // A blank cell leaves what is there; only what the file names can change.
    const fields = written.filter(
      (key) => values[key] !== null && values[key] !== undefined && !same(key, values[key], before[key]),
    );
    if (fields.length === 0) plan.unchanged++;
    else {
      const paper = fields.find((key) => papers.has(key));
      if (paper && !context.passports) add(row, paper, 'FIELD_NOT_ALLOWED', values[paper]);
      const after = { ...before, ...Object.fromEntries(fields.map((key) => [key, values[key]])) } as Stored;
      plan.changed.push({
        row,
        before,
        fields,
        values: { ...Object.fromEntries(written.map((key) => [key, after[key]])), search: searchText(after as never) },
      });
    }
  }
  faults.sort((a, b) => a.row - b.row);
  return plan;
}

/** A programme is named in one language in the file; it is the same when it is that of any language. */
const same = (key: string, value: unknown, before: unknown) =>
  key === 'programme'
    ? Object.values((before as Title | null) ?? {}).includes((value as Title).uz)
    : String(value) === String(before);

interface References {
  forms: Map<string, number>;
  departments: Map<string, number>;
}

async function readReferences(client: CheckContext['client']): Promise<References> {
  const read = async (table: 'education_forms' | 'departments') => {
    const { rows } = await client.query<{ id: number; code: string | null; title: Title }>(
      `select id, code, title from ${table} where deleted_at is null order by id desc`,
    );
    return new Map(
      rows.flatMap((row) =>
        [row.code, ...Object.values(row.title)]
          .filter((name): name is string => Boolean(name))
          .map((name) => [searchKey(name), row.id] as const),
      ),
    );
  };
  return { forms: await read('education_forms'), departments: await read('departments') };
}

const cyrillic = /\p{Script=Cyrillic}/u;

/** From what the cells say to what is stored: names in Latin, references by number. */
function complete(
  record: Cells,
  row: number,
  references: References,
  add: (row: number, key: string, code: string, value: unknown, data?: Record<string, unknown>) => void,
): Values {
  const { education_form, department, programme, ...rest } = record;
  const values: Values = {
    ...rest,
    programme: programme ? { uz: programme, ru: programme, en: programme } : null,
    education_form_id: null,
    department_id: null,
    citizenship: rest.citizenship?.toUpperCase() ?? null,
  };
  if ([rest.lastname, rest.firstname].some((name) => name && cyrillic.test(name))) {
    values.names_cyrillic =
      rest.names_cyrillic ?? [rest.lastname, rest.firstname, rest.midname].filter(Boolean).join(' ');
    for (const key of ['lastname', 'firstname', 'midname'] as const) if (rest[key]) values[key] = toLatin(rest[key]);
  }
  for (const [key, name, index] of [
    ['education_form_id', education_form, references.forms],
    ['department_id', department, references.departments],
  ] as const) {
    if (!name) continue;
    const id = index.get(searchKey(name));
    if (id === undefined) add(row, key, 'UNKNOWN_REFERENCE', name);
    else values[key] = id;
  }
  if (values.citizenship && !/^[A-Z]{2}$/.test(String(values.citizenship)))
    add(row, 'citizenship', 'BAD_COUNTRY', rest.citizenship);
  // Digits 2 to 7 of a PINFL are day, month and year of birth.
  if (
    rest.pinfl &&
    rest.birthdate &&
    rest.pinfl.slice(1, 7) !== rest.birthdate.slice(8, 10) + rest.birthdate.slice(5, 7) + rest.birthdate.slice(2, 4)
  )
    add(row, 'pinfl', 'PINFL_BIRTHDATE', rest.pinfl);
  if (rest.passport_issued_on && rest.passport_expires_on && rest.passport_issued_on > rest.passport_expires_on)
    add(row, 'passport_expires_on', 'DATES_ORDER', rest.passport_expires_on);
  return values;
}

/** The same number in two rows of one file. */
function findTwins(
  rows: { row: number; values: Values }[],
  add: (row: number, key: string, code: string, value: unknown, data?: Record<string, unknown>) => void,
): void {
  for (const key of ['student_no', 'passport_id', 'pinfl', 'username'] as const satisfies readonly ImportKey[]) {
    const first = new Map<string, number>();
    for (const { row, values } of rows) {
      const value = values[key];
      if (!value) continue;
      const seen = first.get(String(value).toLowerCase());
      if (seen === undefined) first.set(String(value).toLowerCase(), row);
      else add(row, key, 'DUPLICATE_IN_FILE', value, { first: seen });
    }
  }
}

interface Index {
  no: Map<string, Stored>;
  passport: Map<string, Stored>;
  pinfl: Map<string, Stored>;
  username: Map<string, Stored>;
}

/** Everybody whom a row could mean or collide with. */
async function readStored(client: CheckContext['client'], rows: Values[]): Promise<Index> {
  const all = (key: keyof Values) => rows.flatMap((row) => (row[key] ? [String(row[key])] : []));
  const { rows: found } = await client.query<Stored>(
    `select * from students where student_no = any($1) or (passport_id = any($2) and deleted_at is null) or (pinfl = any($3) and deleted_at is null) or lower(username) = any($4)`,
    [all('student_no'), all('passport_id'), all('pinfl'), all('username').map((name) => name.toLowerCase())],
  );
  const index: Index = { no: new Map(), passport: new Map(), pinfl: new Map(), username: new Map() };
  for (const row of found) {
    index.no.set(row.student_no.toLowerCase(), row);
    if (row.username) index.username.set(row.username.toLowerCase(), row);
    if (row.deleted_at) continue;
    if (row.passport_id) index.passport.set(row.passport_id.toLowerCase(), row);
    if (row.pinfl) index.pinfl.set(row.pinfl, row);
  }
  return index;
}

/** Whom a row means: the student number says it; without one the PINFL, then the passport. */
function personOf(values: Values, index: Index): Stored | undefined {
  if (values.student_no) return index.no.get(String(values.student_no).toLowerCase());
  return (
    (values.pinfl ? index.pinfl.get(String(values.pinfl)) : undefined) ??
    (values.passport_id ? index.passport.get(String(values.passport_id).toLowerCase()) : undefined)
  );
}
