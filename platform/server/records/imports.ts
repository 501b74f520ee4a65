import { Readable } from 'node:stream';
import type { ImportFault, ImportPreview, importCalls } from '#platform/contract/index.ts';
import type { Call, Served } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { hasMessage, message } from '../call/messages.ts';
import { work } from '../heavy/index.ts';
import type { JobHandler, JobProgress } from '../kernel.ts';
import { type Column, checkRows, type ExportColumn, findHeader, type RowOf, templateColumn } from '../spreadsheets.ts';
import { callOf, startJob } from '../work/jobs.ts';
import { fileHeaders, sendTable } from './exports.ts';
import { rowsOfTable } from './uploaded-table.ts';

/**
 * The one way of a spreadsheet into the system: preview, faults by row and column, all or nothing as a job with progress,
 * receipt, undo. A domain brings its columns, what its rows mean (`check`), how they are written (`apply`) and taken back
 * (`undo`); where a row is a record of one table, `recordImport` knows these three.
 */

const maxRows = 20_000;
const shownFaults = 1000;
const shownChanges = 100;
/** Titles and dates may stand above the heading. */
const rowsAbove = 15;

/** Columns of a table, by name, as they are stored. */
export type Values = Record<string, unknown>;

/** Marks a fault: `key` is that of a column, `code` has its text as `sheet.<code>` or `<code>`, filled from `data`. */
export type AddFault = (row: number, key: string, code: string, value: unknown, data?: Values) => void;

/** What an import would write. Rows are numbered as in the file. */
export interface Checked {
  fresh: { row: number; values: Values }[];
  /** `values`: the whole record as it will stand; `fields`: which of them differ from `before`. */
  changed: {
    row: number;
    name: string;
    before: Values & { id: number; version: number };
    values: Values;
    fields: string[];
  }[];
  unchanged: number;
  /** Rows that may be written, and of which somebody should read something before: `code` has its text as `sheet.<code>` or `<code>`. */
  notes?: { row: number; code: string; data?: Values }[];
}
interface Plan extends Checked {
  file: string;
  rows: number;
  faults: ImportFault[];
  unknown: string[];
}

/** What an import leaves behind, enough to take it back. */
export interface Written {
  new_ids: number[];
  before: (Values & { id: number; version: number })[];
}
type Receipt = Written & { new: number; changed: number; unchanged: number };

export interface ImportDefinition<C extends readonly Column[]> {
  /** Kind of the job, `students.import`; the files that go out are named after its first part. */
  kind: string;
  columns: C;
  /** Where an uploaded file lies, for those who may read it. */
  open(call: Call, file_id: number): Promise<{ path: string; name: string }>;
  /**
   * What the rows mean; a handful of queries whatever their number. Rows with a fault may be left out or not. `asked` is
   * what stood beside the file where the import was started, nothing where it is only looked at.
   */
  check(call: Call, rows: { row: number; record: RowOf<C> }[], add: AddFault, asked?: Values): Promise<Checked>;
  /** Tells of names that mean nothing known, one cell at a time, in rows of which other cells could not be read. */
  names?(call: Call, rows: { row: number; record: RowOf<C> }[], add: AddFault): Promise<unknown>;
  apply(call: Call, checked: Checked & { file: string }, progress: JobProgress, asked?: Values): Promise<Written>;
  /** Refuses with IMPORT_TOUCHED where somebody has changed since what the import wrote. */
  undo(call: Call, receipt: Written): Promise<void>;
  /** Fields whose old values this caller may not see in the preview. */
  conceals?(call: Call, field: string): boolean;
}

const faultColumns: ExportColumn<ImportFault>[] = [
  { key: 'row', titles: { uz: 'Qator', ru: 'Строка', en: 'Row' }, kind: 'number' },
  { key: 'column', titles: { uz: 'Ustun', ru: 'Столбец', en: 'Column' } },
  { key: 'title', titles: { uz: 'Sarlavha', ru: 'Заголовок', en: 'Heading' }, width: 30 },
  { key: 'value', titles: { uz: 'Qiymat', ru: 'Значение', en: 'Value' }, width: 30 },
  { key: 'message', titles: { uz: 'Xato', ru: 'Ошибка', en: 'Fault' }, width: 70 },
];

/** Answers the four calls of `importCalls` and the job that they start. */
export function defineImport<const C extends readonly Column[]>(definition: ImportDefinition<C>) {
  const { kind, columns } = definition;
  const name = kind.split('.')[0];

  const textOf = (call: Call, code: string, data: Values = {}) =>
    message(call.locale, hasMessage(`sheet.${code}`) ? `sheet.${code}` : code, data);

  const planOf = async (call: Call, file_id: number, asked: Values = {}): Promise<Plan> => {
    const file = await definition.open(call, file_id);
    const refuse = (code: string) =>
      fail('FILE_NOT_READABLE', { cause: message(call.locale, code), reason: code.replace(/^sheet\./, '') });
    const rows = await rowsOfTable(call, file, maxRows + rowsAbove);
    const header = findHeader(rows, columns);
    if (!header || header.match.found.length < 2) throw refuse('sheet.NO_HEADER');
    const { match } = header;
    const body = rows.slice(header.at + 1);
    if (body.length === 0) throw refuse('EMPTY_FILE');
    const faults: ImportFault[] = [];
    const titleOf = (key: string) => columns.find((column) => column.key === key)?.titles[call.locale] ?? key;
    const add: AddFault = (row, key, code, value, data = {}) => {
      faults.push({
        row,
        column: match.found.find((found) => found.column.key === key)?.letter ?? '',
        title: titleOf(key),
        field: key,
        code,
        message: textOf(call, code, data),
        value: value === null || value === undefined ? '' : String(value),
      });
    };
    const headRow = rows[header.at]?.row ?? 1;
    for (const column of match.missing) add(headRow, column.key, 'COLUMN_MISSING', '', { column: titleOf(column.key) });
    for (const { letter, key } of match.duplicate) add(headRow, key, 'COLUMN_TWICE', letter, { column: titleOf(key) });
    const plan: Plan = {
      file: file.name,
      rows: body.length,
      fresh: [],
      changed: [],
      unchanged: 0,
      faults,
      unknown: match.unknown.map(({ letter, title }) => `${letter}: ${title}`),
    };
    if (faults.length) return plan;
    const { rows: good, partly, faults: cellFaults } = checkRows(body, columns, match);
    for (const fault of cellFaults) add(fault.row, fault.key, fault.code, fault.value, fault.data);
    const checked = await definition.check(call, good, add, asked);
    // Whoever mends a row is told of all of it at once. What follows from several cells waits until each can be read.
    const unread = new Set(cellFaults.map(({ row, key }) => `${row} ${key}`));
    if (partly.length)
      await definition.names?.(call, partly, (row, key, code, value, data) => {
        if (code === 'UNKNOWN_REFERENCE' && !unread.has(`${row} ${key}`)) add(row, key, code, value, data);
      });
    faults.sort((a, b) => a.row - b.row);
    const faulty = new Set(faults.map((fault) => fault.row));
    return {
      ...plan,
      ...checked,
      fresh: checked.fresh.filter(({ row }) => !faulty.has(row)),
      changed: checked.changed.filter(({ row }) => !faulty.has(row)),
    };
  };

  /** What the import would do; writes nothing. */
  const preview = async (call: Call, { file_id }: { file_id: number }): Promise<ImportPreview> => {
    const plan = await planOf(call, file_id);
    const notes = plan.notes ?? [];
    return {
      file_id,
      rows: plan.rows,
      new: plan.fresh.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
      faulty: new Set(plan.faults.map((fault) => fault.row)).size,
      faults: plan.faults.slice(0, shownFaults),
      faults_total: plan.faults.length,
      notes: notes.slice(0, shownFaults).map(({ row, code, data }) => ({ row, message: textOf(call, code, data) })),
      notes_total: notes.length,
      unknown_columns: plan.unknown,
      removed: 0,
      changes: plan.changed.slice(0, shownChanges).map(({ row, name, before, values, fields }) => ({
        row,
        id: before.id,
        name,
        fields: fields.map((field) => ({
          field,
          old: definition.conceals?.(call, field) ? null : (before[field] ?? null),
          new: values[field] ?? null,
        })),
      })),
    };
  };

  /** Every fault of the file, however many. */
  const faults = async (call: Call, { file_id }: { file_id: number }): Promise<{ ok: true }> => {
    const plan = await planOf(call, file_id);
    return sendTable(call, `${name}-faults.xlsx`, { columns: faultColumns, rows: plan.faults });
  };

  const template = async (call: Call): Promise<{ ok: true }> => {
    call.stream = {
      headers: fileHeaders(`${name}-import.xlsx`),
      body: Readable.from([
        Buffer.from(
          await call.apart(() => work('table.template', { columns: columns.map(templateColumn), locale: call.locale })),
        ),
      ]),
    };
    return { ok: true };
  };

  /** Refuses a file with faults at once, and queues the rest; what else was asked is handed on to `check` and `apply`. */
  const start = async (
    call: Call,
    { file_id, ...asked }: { file_id: number } & Values,
  ): Promise<{ job_id: number }> => {
    const plan = await planOf(call, file_id, asked);
    if (plan.faults.length)
      throw fail('IMPORT_FAULTS', { count: plan.faults.length, faults: plan.faults.slice(0, shownFaults) });
    const job = await startJob(call, kind, { ...asked, file_id }, plan.fresh.length + plan.changed.length);
    return { job_id: job.id };
  };

  /** Everything or nothing, in one transaction of the person who asked; the file is checked anew, for much may have happened. */
  const job: JobHandler = {
    async run(context): Promise<Values & Receipt> {
      const call = callOf(context);
      // Two imports at once would not see each other's new records.
      await call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [kind, context.institution_id]);
      const { file_id, locale: _, ...asked } = context.input;
      const plan = await planOf(call, Number(file_id), asked);
      if (plan.faults.length) throw fail('IMPORT_FAULTS', { count: plan.faults.length });
      const written = await definition.apply(call, plan, context.progress, asked);
      return { new: plan.fresh.length, changed: plan.changed.length, unchanged: plan.unchanged, ...written };
    },
    undo: (context) => definition.undo(callOf(context), context.receipt as Values & Receipt),
  };

  return { template, preview, faults, start, job };
}

type ImportRoutes = Served<ReturnType<typeof importCalls>>;
type Import = Pick<ReturnType<typeof defineImport>, 'template' | 'preview' | 'faults' | 'start'>;

/** Answers the calls of an import that only look, for one that begins otherwise than by a file that was looked at. */
export const importChecks = (
  calls: Pick<ImportRoutes, 'template' | 'preview' | 'faults'>,
  of: Omit<Import, 'start'>,
) => ({
  template: calls.template.handler(({ context }) => of.template(context)),
  preview: calls.preview.handler(({ input, context }) => of.preview(context, input)),
  faults: calls.faults.handler(({ input, context }) => of.faults(context, input)),
});

/** Answers the four calls of an import: `import: importHandlers(on.import, studentImport)`. */
export const importHandlers = (calls: ImportRoutes, of: Import) => ({
  ...importChecks(calls, of),
  start: calls.start.handler(({ input, context }) => of.start(context, input)),
});
