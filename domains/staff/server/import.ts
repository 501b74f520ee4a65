import { Readable } from 'node:stream';
import { eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles } from '#domains/files/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { callOf } from '#platform/server/jobs.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { hasMessage, message } from '#platform/server/messages.ts';
import {
  checkRows,
  type ExportColumn,
  findHeader,
  type RowOf,
  readRows,
  SpreadsheetError,
  writeTable,
  writeTemplate,
} from '#platform/server/spreadsheets.ts';
import { Storage } from '#platform/server/storage.ts';
import type { importFault } from '../shapes.ts';
import { importColumns } from './import-columns.ts';
import type { StaffRow } from './present.ts';
import { save } from './staff.ts';
import { jobPositions, staff } from './tables.ts';

const maxRows = 20_000;
const shownFaults = 1000;

type Fault = z.infer<typeof importFault>;
type Fields = Record<string, string | number | null>;
interface Plan {
  rows: number;
  fresh: { row: number; values: Fields }[];
  changed: { row: number; before: StaffRow; values: Fields }[];
  unchanged: number;
  faults: Fault[];
  unknown: string[];
}
interface Receipt extends Record<string, unknown> {
  new: number;
  changed: number;
  unchanged: number;
  new_ids: number[];
  before: { id: number; version: number; fields: Fields }[];
}

const xlsxHeaders = (name: string) => ({
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': `attachment; filename="${name}"`,
});

/** What names a person beyond doubt, the strongest first. */
const keys = ['pinfl', 'passport_id', 'staff_no'] as const;
const takenCode = {
  pinfl: 'STAFF_PINFL_TAKEN',
  passport_id: 'STAFF_PASSPORT_TAKEN',
  staff_no: 'STAFF_NO_TAKEN',
} as const;

/** Ids by title in any language, whatever its case and script, and by code. */
async function namedIds(call: Call, table: typeof departments | typeof jobPositions): Promise<Map<string, number>> {
  const rows = await call.db
    .select({ id: table.id, title: table.title, code: table.code })
    .from(table)
    .where(
      table === jobPositions
        ? sql`${jobPositions.deleted_at} is null and ${jobPositions.status} = 'ACTIVE'`
        : isNull(table.deleted_at),
    );
  return new Map(
    rows.flatMap((row) =>
      [...Object.values(row.title), row.code].filter(Boolean).map((name) => [searchKey(String(name)), row.id] as const),
    ),
  );
}

/** What an import of this file would do, with every fault by row and column; writes nothing. FILE_NOT_READABLE where it is no table. */
async function planOf(call: Call, fileId: number): Promise<Plan> {
  await claimFiles(call, 'file_id', [fileId]);
  const {
    rows: [file],
  } = await call.client.query<{ hash: string; original_name: string }>(
    'select hash, original_name from files where id = $1',
    [fileId],
  );
  if (!file) throw fail('NOT_FOUND');
  const refuse = (code: string, data: Record<string, unknown> = {}) =>
    fail('FILE_NOT_READABLE', { cause: message(call.locale, code, data), reason: code });
  const rows = await readRows(new Storage(call.kernel.settings.dataDir).pathOf(file.hash), {
    maxRows: maxRows + 15,
    filename: file.original_name,
  }).catch((error: unknown) => {
    throw error instanceof SpreadsheetError ? refuse(error.code, { ...error.data, max: error.data.limit }) : error;
  });
  const header = findHeader(rows, importColumns);
  if (!header || header.match.found.length < 2) throw refuse('import.NO_HEADER');
  const { match } = header;
  const body = rows.slice(header.at + 1);
  if (body.length === 0) throw refuse('EMPTY_FILE');
  const plan: Plan = {
    rows: body.length,
    fresh: [],
    changed: [],
    unchanged: 0,
    faults: [],
    unknown: match.unknown.map(({ letter, title }) => `${letter}: ${title}`),
  };
  const add = (row: number, key: string, code: string, value: unknown, data: Record<string, unknown> = {}) => {
    const known = ['sheet', 'import'].map((prefix) => `${prefix}.${code}`).find(hasMessage) ?? code;
    const title = importColumns.find((column) => column.key === key)?.titles[call.locale] ?? key;
    plan.faults.push({
      row,
      column: match.found.find((found) => found.column.key === key)?.letter ?? '',
      title,
      field: key,
      code,
      message: message(call.locale, known, data),
      value: value === null || value === undefined ? '' : String(value),
    });
  };
  const headRow = rows[header.at]?.row ?? 1;
  for (const column of match.missing)
    add(headRow, column.key, 'COLUMN_MISSING', '', { column: column.titles[call.locale] });
  for (const { letter, key } of match.duplicate) add(headRow, key, 'COLUMN_TWICE', letter, { column: key });
  if (plan.faults.length) return plan;
  const checked = checkRows(body, importColumns, match);
  for (const fault of checked.faults) add(fault.row, fault.key, fault.code, fault.value, fault.data);
  await settle(call, checked.rows, plan, add);
  return plan;
}

/** Finds references and the records that are there already; sorts the rows into new, changed and unchanged. */
async function settle(
  call: Call,
  rows: { row: number; record: RowOf<typeof importColumns> }[],
  plan: Plan,
  add: (row: number, key: string, code: string, value: unknown, data?: Record<string, unknown>) => void,
) {
  const units = await namedIds(call, departments);
  const jobs = await namedIds(call, jobPositions);
  const living = await call.db.select().from(staff).where(isNull(staff.deleted_at));
  const stored = Object.fromEntries(
    keys.map((key) => [key, new Map(living.filter((one) => one[key]).map((one) => [one[key] as string, one]))]),
  ) as Record<(typeof keys)[number], Map<string, StaffRow>>;
  const seen = new Map<string, number>();
  for (const { row, record } of rows) {
    const faultsBefore = plan.faults.length;
    const { department, job_position, ...cells } = record;
    // A blank cell says nothing: it empties no field.
    const values = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null)) as Fields;
    for (const [key, field, text, ids] of [
      ['department', 'department_id', department, units],
      ['job_position', 'job_position_id', job_position, jobs],
    ] as const) {
      if (text === null) continue;
      const found = ids.get(searchKey(text));
      if (found) values[field] = found;
      else add(row, key, 'UNKNOWN_REFERENCE', text);
    }
    const rate = Number(values.employment_rate ?? 1);
    if (rate < 0.25 || rate > 2) add(row, 'employment_rate', 'RATE_RANGE', values.employment_rate);
    const before = keys.map((key) => stored[key].get(String(values[key] ?? ''))).find((one) => one !== undefined);
    for (const key of keys) {
      const value = values[key];
      if (!value) continue;
      const first = seen.get(`${key} ${value}`);
      if (first !== undefined) add(row, key, 'DUPLICATE_IN_FILE', value, { first });
      else seen.set(`${key} ${value}`, row);
      const owner = stored[key].get(String(value));
      if (owner && before && owner.id !== before.id) add(row, key, takenCode[key], value);
    }
    if (plan.faults.length > faultsBefore) continue;
    if (!before) plan.fresh.push({ row, values });
    else {
      const differing = Object.fromEntries(
        Object.entries(values).filter(([key, value]) => String(before[key as keyof StaffRow] ?? '') !== String(value)),
      );
      if (Object.keys(differing).length) plan.changed.push({ row, before, values: differing });
      else plan.unchanged++;
    }
  }
}

/** What the import would do; writes nothing. */
export async function previewImport(call: Call, input: { file_id: number }) {
  const plan = await planOf(call, input.file_id);
  return {
    file_id: input.file_id,
    rows: plan.rows,
    new: plan.fresh.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    faulty: new Set(plan.faults.map((fault) => fault.row)).size,
    faults: plan.faults.slice(0, shownFaults),
    faults_total: plan.faults.length,
    unknown_columns: plan.unknown,
    removed: 0 as const,
    changes: plan.changed.slice(0, 100).map(({ row, before, values }) => ({
      row,
      id: before.id,
      name: `${before.lastname} ${before.firstname}`,
      fields: Object.entries(values).map(([field, value]) => ({
        field,
        old: before[field as keyof StaffRow] ?? null,
        new: value,
      })),
    })),
  };
}

const faultColumns: ExportColumn<Fault>[] = [
  { key: 'row', titles: { uz: 'Qator', ru: 'Строка', en: 'Row' }, kind: 'number' },
  { key: 'column', titles: { uz: 'Ustun', ru: 'Столбец', en: 'Column' } },
  { key: 'title', titles: { uz: 'Sarlavha', ru: 'Заголовок', en: 'Heading' }, width: 30 },
  { key: 'value', titles: { uz: 'Qiymat', ru: 'Значение', en: 'Value' }, width: 30 },
  { key: 'message', titles: { uz: 'Xato', ru: 'Ошибка', en: 'Fault' }, width: 70 },
];

/** Every fault of the file, however many. */
export async function faultsFile(call: Call, input: { file_id: number }): Promise<{ ok: true }> {
  const plan = await planOf(call, input.file_id);
  call.stream = {
    headers: xlsxHeaders('staff-faults.xlsx'),
    body: writeTable(faultColumns, plan.faults, { locale: call.locale }),
  };
  return { ok: true };
}

export async function templateFile(call: Call): Promise<{ ok: true }> {
  call.stream = {
    headers: xlsxHeaders('staff-import.xlsx'),
    body: Readable.from([await writeTemplate(importColumns, call.locale)]),
  };
  return { ok: true };
}

/** Answers what the job needs; refuses a file with faults at once. */
export async function importInput(call: Call, input: { file_id: number }): Promise<{ file_id: number }> {
  const { faults } = await planOf(call, input.file_id);
  if (faults.length) throw fail('IMPORT_FAULTS', { count: faults.length, faults: faults.slice(0, shownFaults) });
  return { file_id: input.file_id };
}

/** The import as a job: everything or nothing, each row through the same door as a form. */
export const importJob: JobHandler = {
  async run(job): Promise<Receipt> {
    const call = callOf(job);
    // Two imports at once would not see each other's new people.
    await call.client.query('select pg_advisory_xact_lock(7334, $1)', [job.institution_id]);
    const plan = await planOf(call, Number(job.input.file_id));
    if (plan.faults.length) throw fail('IMPORT_FAULTS', { count: plan.faults.length });
    const receipt: Receipt = {
      new: plan.fresh.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
      new_ids: [],
      before: [],
    };
    const total = plan.fresh.length + plan.changed.length;
    let done = 0;
    const step = async () => {
      if (++done % 50 === 0 || done === total) await job.progress(done, total);
    };
    for (const { values } of plan.fresh) {
      receipt.new_ids.push((await save(call, values)).id);
      await step();
    }
    for (const { before, values } of plan.changed) {
      const saved = await save(call, { id: before.id, version: before.version, ...values });
      receipt.before.push({
        id: before.id,
        version: saved.version,
        fields: Object.fromEntries(
          Object.keys(values).map((key) => [key, before[key as keyof StaffRow] as Fields[string]]),
        ),
      });
      await step();
    }
    return receipt;
  },
  /** Takes an import back while nobody has touched what it wrote; otherwise IMPORT_TOUCHED and nothing happens. */
  async undo(job) {
    const call = callOf(job);
    const { new_ids, before } = job.receipt as Receipt;
    const { rowCount } = await call.client.query(
      `select 1 from staff where id = any($1) and version = 1 and deleted_at is null and account_id is null for update`,
      [new_ids],
    );
    if (rowCount !== new_ids.length) throw fail('IMPORT_TOUCHED');
    for (const { id, version, fields } of before) {
      const [row] = await call.db.select({ version: staff.version }).from(staff).where(eq(staff.id, id)).for('update');
      if (row?.version !== version) throw fail('IMPORT_TOUCHED');
      await save(call, { id, version, ...fields });
    }
    // They never were anybody's records; the audit keeps that they came and went.
    await call.client.query('delete from staff where id = any($1)', [new_ids]);
  },
};
