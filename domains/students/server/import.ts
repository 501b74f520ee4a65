import { Readable } from 'node:stream';
import type pg from 'pg';
import { claimFiles } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { callOf } from '#platform/server/jobs.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { type ExportColumn, writeTable, writeTemplate } from '#platform/server/spreadsheets.ts';
import { Storage } from '#platform/server/storage.ts';
import { xlsxHeaders } from './export.ts';
import { checkImport, type Planned, type Values, written } from './import-check.ts';
import { importColumns } from './import-columns.ts';
import { nextNumbers } from './numbers.ts';

const shownFaults = 1000;

/** The uploaded file: where its content lies and how it was called. Only one's own upload. */
async function uploaded(
  call: Pick<Call, 'client' | 'kernel' | 'account_id'>,
  id: number,
): Promise<{ path: string; name: string }> {
  await claimFiles(call, 'file_id', [id]);
  const {
    rows: [file],
  } = await call.client.query<{ hash: string; original_name: string }>(
    'select hash, original_name from files where id = $1',
    [id],
  );
  return { path: new Storage(call.kernel.settings.dataDir).pathOf(file!.hash), name: file!.original_name };
}

async function planOf(call: Call, fileId: number): Promise<Planned> {
  const { path, name } = await uploaded(call, fileId);
  return checkImport(
    { client: call.client, locale: call.locale, passports: call.abilities.has('student.passport_manage') },
    path,
    name,
  );
}

/** What the import would do; writes nothing. */
export async function previewImport(call: Call, input: { file_id: number }) {
  const plan = await planOf(call, input.file_id);
  const faulty = new Set(plan.faults.map((fault) => fault.row));
  const good = <T extends { row: number }>(rows: T[]) => rows.filter(({ row }) => !faulty.has(row));
  const changed = good(plan.changed);
  const seesPapers = call.abilities.has('student.passport');
  return {
    file_id: input.file_id,
    rows: plan.rows,
    new: good(plan.fresh).length,
    changed: changed.length,
    unchanged: plan.unchanged,
    faulty: faulty.size,
    faults: plan.faults.slice(0, shownFaults),
    faults_total: plan.faults.length,
    unknown_columns: plan.unknown,
    removed: 0 as const,
    changes: changed.slice(0, 100).map(({ row, before, values, fields }) => ({
      row,
      id: before.id,
      name: String(before.full_name),
      fields: fields.map((field) => ({
        field,
        old: seesPapers || !/^passport|^pinfl/.test(field) ? (before[field] ?? null) : null,
        new: values[field as keyof Values] ?? null,
      })),
    })),
  };
}

const faultColumns: ExportColumn<Planned['faults'][number]>[] = [
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
    headers: xlsxHeaders('students-faults.xlsx'),
    body: writeTable(faultColumns, plan.faults, { locale: call.locale }),
  };
  return { ok: true };
}

export async function templateFile(call: Call): Promise<{ ok: true }> {
  call.stream = {
    headers: xlsxHeaders('students-import.xlsx'),
    body: Readable.from([await writeTemplate(importColumns, call.locale)]),
  };
  return { ok: true };
}

/** Checks once more that the caller may read the file and answers what the job needs; refuses a file with faults at once. */
export async function importInput(
  call: Call,
  input: { file_id: number },
): Promise<{ file_id: number; passports: boolean }> {
  const plan = await planOf(call, input.file_id);
  if (plan.faults.length)
    throw fail('IMPORT_FAULTS', { count: plan.faults.length, faults: plan.faults.slice(0, shownFaults) });
  return { file_id: input.file_id, passports: call.abilities.has('student.passport_manage') };
}

interface Receipt extends Record<string, unknown> {
  new: number;
  changed: number;
  unchanged: number;
  new_ids: number[];
  before: (Values & { id: number; version: number; search: string })[];
}

const types: Record<string, string> = {
  birthdate: 'date',
  passport_issued_on: 'date',
  passport_expires_on: 'date',
  programme: 'jsonb',
  education_form_id: 'integer',
  entry_year: 'smallint',
  department_id: 'integer',
  search: 'text',
};
const columns = [...written, 'search'];
const recordset = columns.map((name) => `${name} ${types[name] ?? 'text'}`).join(', ');

/** Writes a plan without faults: one statement for the new, one for the changed. */
export async function applyImport(
  client: pg.PoolClient,
  institution: number,
  account: number | null,
  plan: Planned,
  progress: (done: number, total: number) => Promise<void> = async () => undefined,
): Promise<Receipt> {
  const total = plan.fresh.length + plan.changed.length;
  await numberFresh(client, institution, plan);
  const { rows: made } = await client.query<{ id: number }>(
    `insert into students (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_to_recordset($1::jsonb) as r (${recordset}) returning id`,
    [JSON.stringify(plan.fresh.map(({ values }) => values))],
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, to_status, account_id) select $1, 'student', unnest($2::int[]), 'ACTIVE', $3`,
    [institution, made.map((row) => row.id), account],
  );
  await progress(plan.fresh.length, total);
  const { rows: changed } = await client.query<{ id: number; version: number }>(
    `update students s set ${columns.map((name) => `${name} = r.${name}`).join(', ')} from jsonb_to_recordset($1::jsonb) as r (id integer, version integer, ${recordset})
      where s.id = r.id and s.version = r.version and s.deleted_at is null returning s.id, s.version`,
    [JSON.stringify(plan.changed.map(({ before, values }) => ({ ...values, id: before.id, version: before.version })))],
  );
  if (changed.length !== plan.changed.length) throw fail('STALE');
  await progress(total, total);
  const versions = new Map(changed.map((row) => [row.id, row.version]));
  return {
    new: made.length,
    changed: changed.length,
    unchanged: plan.unchanged,
    new_ids: made.map((row) => row.id),
    before: plan.changed.map(({ before }) => ({
      ...(Object.fromEntries(columns.map((name) => [name, before[name]])) as Values & { search: string }),
      id: before.id,
      version: versions.get(before.id)!,
    })),
  };
}

/** Gives numbers to those who come without one, in the order of the file. The search text learns them. */
async function numberFresh(client: pg.PoolClient, institution: number, plan: Planned): Promise<void> {
  const years = new Map<number, Planned['fresh']>();
  for (const one of plan.fresh) {
    if (one.values.student_no) continue;
    const year = Number(one.values.entry_year);
    years.set(year, [...(years.get(year) ?? []), one]);
  }
  const given = new Set(plan.fresh.flatMap(({ values }) => (values.student_no ? [String(values.student_no)] : [])));
  for (const [year, rows] of years) {
    const numbers: string[] = [];
    // A number that another row of the file brings along is not given out.
    while (numbers.length < rows.length)
      numbers.push(
        ...(await nextNumbers(client, institution, year, rows.length - numbers.length)).filter(
          (number) => !given.has(number),
        ),
      );
    rows.forEach(({ values }, index) => {
      values.student_no = numbers[index]!;
      values.search += ` ${numbers[index]}`;
    });
  }
}

/** Takes an import back while nobody has touched what it wrote; otherwise IMPORT_TOUCHED and nothing happens. */
export async function undoImport(client: pg.PoolClient, receipt: Receipt): Promise<void> {
  const { rowCount: untouched } = await client.query(
    `select 1 from students where id = any($1) and version = 1 and status = 'ACTIVE' for update`,
    [receipt.new_ids],
  );
  if (untouched !== receipt.new_ids.length) throw fail('IMPORT_TOUCHED');
  const { rowCount: returned } = await client.query(
    `update students s set ${columns.map((name) => `${name} = r.${name}`).join(', ')} from jsonb_to_recordset($1::jsonb) as r (id integer, version integer, ${recordset}) where s.id = r.id and s.version = r.version and s.deleted_at is null`,
    [JSON.stringify(receipt.before)],
  );
  if (returned !== receipt.before.length) throw fail('IMPORT_TOUCHED');
  // They never were anybody's records; the audit keeps that they came and went.
  await client.query('delete from students where id = any($1)', [receipt.new_ids]).catch((error: { code?: string }) => {
    throw error.code === '23503' ? fail('IMPORT_TOUCHED') : error;
  });
}

/** The import as a job: everything or nothing, in one transaction of the person who asked. */
export const importJob: JobHandler = {
  async run(job) {
    const call = callOf(job);
    const { path, name } = await uploaded(call, Number(job.input.file_id));
    // Two imports at once would not see each other's new students.
    await call.client.query('select pg_advisory_xact_lock(7332, $1)', [job.institution_id]);
    const plan = await checkImport(
      { client: call.client, locale: job.locale, passports: job.input.passports === true },
      path,
      name,
    );
    if (plan.faults.length) throw fail('IMPORT_FAULTS', { count: plan.faults.length });
    return applyImport(call.client, job.institution_id, job.account_id, plan, job.progress);
  },
  undo: (job) => undoImport(callOf(job).client, job.receipt as Receipt),
};
