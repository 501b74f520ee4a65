import { createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Access, exportAnswer } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { message } from '../call/messages.ts';
import { asActor } from '../database/database.ts';
import { storageOf } from '../disk/storage-of.ts';
import { facts, forReader, grid, letterheadOf, paperDate, paperDecimal, paperMoney, pdf } from '../documents/index.ts';
import { work } from '../heavy/index.ts';
import type { JobHandler } from '../kernel.ts';
import { type CellValue, cellsOf, type ExportColumn, headOf, writeCsv } from '../spreadsheets.ts';
import { callOf, startJob } from '../work/jobs.ts';
import { askedAsOf, rightsOver } from './as-of.ts';

/** Lists as files: the rows are read in blocks and written by another process while they come, never held together. */

const fileFormats = ['xlsx', 'csv', 'pdf'] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface TableOut<R> {
  /** xlsx unless told. */
  format?: FileFormat;
  /** On paper, under the title: what the table holds, as name and value. */
  holds?: readonly (readonly [string, string])[];
  columns: readonly ExportColumn<R>[];
  rows: AsyncIterable<R> | Iterable<R>;
  /** Above the heading, and the name of the sheet. */
  title?: string;
  asOf?: string;
}

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} satisfies Record<FileFormat, string>;
export const fileHeaders = (name: string) => ({
  'content-type': contentTypes[fileFormats.find((format) => name.endsWith(`.${format}`)) ?? 'xlsx'],
  'content-disposition': `attachment; filename="${name}"`,
});

/**
 * The ids that a question gives, in its order, a thousand to a row, so that a million of them neither come as a million
 * rows nor are read in one turn of the process.
 * @param ordered - gives `id` alone, sorted
 */
export const idsInBlocks = (ordered: SQL) =>
  sql<{ ids: number[] }>`select array_to_json(one.ids[place:place + 999]) as ids
    from (select array_agg(each.id) as ids from (${ordered}) each) one, generate_series(1, cardinality(one.ids), 1000) place
   order by place`;

const blockRows = 500;
/** The rows come from the database meanwhile, so a list takes longer than a paper where both are busy. */
const tableSeconds = 120;

async function* cellsInBlocks<R>(
  { columns, rows }: TableOut<R>,
  locale: Call['locale'],
  tell?: (done: number) => unknown,
) {
  let block: CellValue[][] = [];
  let done = 0;
  for await (const row of rows) {
    block.push(cellsOf(columns, row, locale));
    if (block.length < blockRows) continue;
    done += block.length;
    await tell?.(done);
    yield block;
    block = [];
    // What people ask in between has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (block.length) yield block;
}

/** What a table on paper holds at most; nobody reads more, and the other formats have all of it. */
const rowsOnPaper = 2000;

/** A table to read and to print: title, what it holds in words, as of when, the head of the table on every page. */
async function writePaperTo<R>(call: Call, path: string, table: TableOut<R>): Promise<number> {
  const { locale } = call;
  const { columns, rows, title = '', asOf = '', holds = [] } = table;
  const shown: string[][] = [];
  let all = 0;
  for await (const row of rows) {
    all += 1;
    if (shown.length < rowsOnPaper)
      shown.push(
        cellsOf(columns, row, locale).map((value, at) => {
          if (value === null) return '';
          if (typeof value === 'number')
            return columns[at]?.grouped ? paperMoney(value.toFixed(2)) : paperDecimal(value, locale);
          return columns[at]?.kind === 'date' ? paperDate(String(value)) : String(value);
        }),
      );
  }
  const page = await forReader(call, {
    locale,
    letterhead: await letterheadOf(call, locale),
    title,
    date: asOf,
    landscape: columns.length > 5,
    content: [
      facts(holds, 2),
      grid(
        columns.map((column) => ({
          title: column.titles[locale],
          align: column.kind === 'number' ? ('right' as const) : undefined,
          width: column.kind === 'number' || column.kind === 'date' ? ('auto' as const) : undefined,
        })),
        shown,
      ),
    ],
    ...(all > shown.length ? { note: message(locale, 'paper_cut', { shown: shown.length, all }) } : {}),
  });
  await writeFile(path, await pdf(page));
  return all;
}

async function* counted<R>(rows: TableOut<R>['rows'], tell: (done: number) => unknown): AsyncGenerator<R> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % blockRows === 0) {
      await tell(done);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await tell(done);
}

/** Writes the table to a path. Errors: HEAVY_BUSY, HEAVY_STOPPED. */
export async function writeTableTo<R>(
  call: Call,
  path: string,
  table: TableOut<R>,
  { seconds, progress }: { seconds?: number; progress?: (done: number) => unknown } = {},
): Promise<number> {
  if (table.format === 'pdf') return writePaperTo(call, path, table);
  if (table.format === 'csv') {
    let all = 0;
    const rows = counted(table.rows, (done) => {
      all = done;
      return progress?.(done);
    });
    await pipeline(writeCsv(table.columns, rows, { locale: call.locale }), createWriteStream(path, { mode: 0o600 }));
    return all;
  }
  return writeSheetTo(call, path, table, { seconds, progress });
}

const writeSheetTo = <R>(
  call: Pick<Call, 'locale' | 'account_id'>,
  path: string,
  table: TableOut<R>,
  { seconds, progress }: { seconds?: number | undefined; progress?: ((done: number) => unknown) | undefined },
): Promise<number> =>
  work(
    'table.write',
    {
      path,
      ...headOf(table.columns, { locale: call.locale, title: table.title, sheet: table.title, asOf: table.asOf }),
    },
    { pieces: cellsInBlocks(table, call.locale, progress), seconds: seconds ?? tableSeconds },
  );

/** A file that exists for one reader: its name is gone before it is read, its content when it was. */
export async function takeAway(path: string): Promise<{ body: Readable; size: number }> {
  const file = await open(path);
  await rm(path);
  return { body: file.createReadStream(), size: (await file.stat()).size };
}

/** Answers a list as an xlsx file, made before it is sent. */
export async function sendTable<R>(call: Call, name: string, table: TableOut<R>): Promise<{ ok: true }> {
  const path = await storageOf(call.kernel.settings).aside();
  try {
    await writeTableTo(call, path, table);
    const { body, size } = await takeAway(path);
    call.stream = { headers: { ...fileHeaders(name), 'content-length': String(size) }, body };
    return { ok: true };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export interface Exported<R> extends TableOut<R> {
  /** Of the file. */
  name: string;
  /** How many rows there will be, counted cheaply. */
  count: number;
}

/** So many rows are answered as a file at once; more are written by a job, whose file waits for who asked. */
export const exportBounds = { rowsAtOnce: 20_000, keptHours: 24 };

/** Rights may have gone between asking and writing. */
function demandStill(call: Call, access: Access): void {
  if ('permission' in access && ![access.permission].flat().some((permission) => call.abilities.has(permission)))
    throw fail('FORBIDDEN');
}

/** An export that is a file where it is small and a job where it is large. `of` is asked again by the job, as the same person. */
export function defineExport<I extends object, R>(kind: string, of: (call: Call, input: I) => Promise<Exported<R>>) {
  const answer = async (call: Call, input: I): Promise<z.infer<typeof exportAnswer>> => {
    const { name, count, ...table } = await of(call, input);
    if (count <= exportBounds.rowsAtOnce) return sendTable(call, name, table);
    const { institution_id, account_id } = call;
    // Beside the call's transaction, which only reads where it is asked with GET.
    const job = await asActor(
      call.kernel.database.app,
      { institution_id, account_id, call: `${call.meta.method} ${call.meta.path}` },
      (_db, client) =>
        startJob(
          { ...call, client },
          kind,
          {
            asked: input,
            access: call.meta.access,
            ...(call.asOf ? { as_of: call.asOf.at, reach: call.meta.asOf === 'reach' } : {}),
          },
          count,
        ),
    );
    return { ok: true, job_id: job.id };
  };
  const job: JobHandler = {
    long: true,
    async run(context) {
      const call = callOf(context);
      demandStill(call, context.input.access as Access);
      const storage = storageOf(call.kernel.settings);
      const write = async (asker: Call) => {
        const { name, count, ...table } = await of(asker, context.input.asked as I);
        const path = await storage.aside();
        const rows = await writeTableTo(asker, path, table, {
          seconds: 3600,
          progress: (done) => context.progress(done, count),
        });
        await storage.leave(String(context.job_id), path);
        return { rows, file: name };
      };
      const { as_of, reach } = context.input;
      if (typeof as_of !== 'string') return write(call);
      // Of the past a job reads no more than a call would.
      const abilities = rightsOver(call, reach === true);
      return askedAsOf(call, as_of, (past) => write({ ...past, abilities }), false);
    },
  };
  return { answer, job };
}

/** The file that a finished export of the caller's left, for a day. Errors: NOT_FOUND. */
export async function sendExport(call: Call, id: number): Promise<{ ok: true }> {
  const {
    rows: [job],
  } = await call.client.query<{ file: string | null }>(
    `select receipt ->> 'file' as file from jobs
      where id = $1 and account_id = $2 and state = 'done' and finished_at > edulab_now() - make_interval(hours => $3)`,
    [id, call.account_id, exportBounds.keptHours],
  );
  const left = job?.file ? await storageOf(call.kernel.settings).left(String(id)) : undefined;
  if (!job?.file || !left) throw fail('NOT_FOUND');
  call.stream = { headers: { ...fileHeaders(job.file), 'content-length': String(left.size) }, body: left.body };
  return { ok: true };
}
