import { PassThrough, Readable } from 'node:stream';
import type ExcelJS from 'exceljs';
import { type Column, columnLetter, type Locale, type Titles } from './columns.ts';
import { dateToSerial } from './dates.ts';

/* Files that people download: the template of an import, and lists as xlsx or csv. */

/** A column of an export: `format` turns the value of a record into what the cell shows. */
export interface ExportColumn<R = Record<string, unknown>> {
  key: string;
  titles: Titles;
  width?: number;
  kind?: 'text' | 'date' | 'number' | 'enum' | undefined;
  /** On paper its digits stand in threes: money and counts, no years. */
  grouped?: boolean;
  format?: (record: R, locale: Locale) => string | number | boolean | null | undefined;
}

export interface WriteOptions {
  locale: Locale;
  /** Name of the sheet. */
  sheet?: string | undefined;
  /** Line above the heading. */
  title?: string | undefined;
  /** The moment the data were read, as it should be shown. */
  asOf?: string | undefined;
}

/** Fetched with the first file: a server that writes none need not hold the library. */
const library = async () => (await import('exceljs')).default;

const HEADER_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8EDF5' } } as const;
const TEMPLATE_ROWS = 50_000;

const WORDS = {
  data: { uz: 'Maʼlumotlar', ru: 'Данные', en: 'Data' },
  guide: { uz: 'Yoʻriqnoma', ru: 'Инструкция', en: 'Guide' },
  lists: { uz: 'Roʻyxatlar', ru: 'Списки', en: 'Lists' },
  column: { uz: 'Ustun', ru: 'Столбец', en: 'Column' },
  required: { uz: 'Majburiy', ru: 'Обязательно', en: 'Required' },
  example: { uz: 'Namuna', ru: 'Пример', en: 'Example' },
  note: { uz: 'Izoh', ru: 'Пояснение', en: 'Note' },
  allowed: { uz: 'Mumkin boʻlgan qiymatlar', ru: 'Допустимые значения', en: 'Permitted values' },
  yes: { uz: 'ha', ru: 'да', en: 'yes' },
  choose: { uz: 'Roʻyxatdan tanlang', ru: 'Выберите из списка', en: 'Choose from the list' },
  asOf: { uz: 'Holati', ru: 'По состоянию на', en: 'As of' },
} satisfies Record<string, Titles>;

const NUMBER_FORMATS = { text: '@', enum: '@', date: 'dd.mm.yyyy', number: 'General' } as const;

/** A column without the function that reads it, which stays where it is. */
export type TemplateColumn = Omit<Column, 'parse'> & { parse: Pick<Column['parse'], 'kind' | 'options'> };
export const templateColumn = ({ parse: { kind, options }, ...column }: Column): TemplateColumn => ({
  ...column,
  parse: { ...(kind ? { kind } : {}), ...(options ? { options } : {}) },
});

/** The empty list to fill in: heading, an example row (passed over when read back), choices, and a second sheet that explains. */
export async function writeTemplate(columns: readonly TemplateColumn[], locale: Locale): Promise<Buffer> {
  const book = new (await library()).Workbook();
  const sheet = book.addWorksheet(WORDS.data[locale], { views: [{ state: 'frozen', ySplit: 1 }] });
  const guide = book.addWorksheet(WORDS.guide[locale], { views: [{ state: 'frozen', ySplit: 1 }] });
  const lists = book.addWorksheet(WORDS.lists[locale], { state: 'hidden' });
  // ExcelJS has it and does not declare it.
  const validations = (
    sheet as unknown as { dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void } }
  ).dataValidations;

  guide.addRow([
    WORDS.column[locale],
    WORDS.required[locale],
    WORDS.example[locale],
    WORDS.note[locale],
    WORDS.allowed[locale],
  ]);
  guide.columns.forEach((column, i) => {
    column.width = [28, 14, 26, 60, 40][i] ?? 20;
    column.alignment = { wrapText: true, vertical: 'top' };
  });
  guide.getRow(1).font = { bold: true };

  columns.forEach((column, index) => {
    const kind = column.parse.kind ?? 'text';
    const letter = columnLetter(index);
    const title = column.titles[locale];
    const options = column.parse.options;
    const chosen = options?.find(
      (option) => option.value === column.example || Object.values(option.titles).includes(String(column.example)),
    );
    const example = chosen ? chosen.titles[locale] : column.example;

    const wide = sheet.getColumn(index + 1);
    wide.width = column.width ?? Math.max(14, title.length + 4);
    wide.numFmt = NUMBER_FORMATS[kind];
    const head = sheet.getCell(1, index + 1);
    head.value = column.required ? `${title} *` : title;
    head.font = { bold: true };
    head.fill = HEADER_FILL;
    if (column.note) head.note = column.note[locale];
    const sample = sheet.getCell(2, index + 1);
    sample.value = example;
    sample.font = { italic: true, color: { argb: 'FF8A94A6' } };

    if (options) {
      const listLetter = columnLetter(index);
      options.forEach((option, row) => {
        lists.getCell(row + 1, index + 1).value = option.titles[locale];
      });
      validations.add(`${letter}2:${letter}${TEMPLATE_ROWS}`, {
        type: 'list',
        allowBlank: !column.required,
        formulae: [`'${WORDS.lists[locale]}'!$${listLetter}$1:$${listLetter}$${options.length}`],
        showErrorMessage: true,
        errorTitle: title,
        error: WORDS.choose[locale],
      });
    }
    guide.addRow([
      title,
      column.required ? WORDS.yes[locale] : '',
      example,
      column.note?.[locale] ?? '',
      options?.map((option) => option.titles[locale]).join(', ') ?? '',
    ]);
  });
  return Buffer.from(await book.xlsx.writeBuffer());
}

export type CellValue = string | number | boolean | null;

/** What stands above the rows of an xlsx file. */
export interface TableHead {
  sheet: string;
  title?: string | undefined;
  /** The whole line that says when the data were read. */
  asOf?: string | undefined;
  columns: { title: string; width?: number | undefined; kind?: ExportColumn['kind'] }[];
}

/** The head of a list in a language. */
export const headOf = <R>(
  columns: readonly ExportColumn<R>[],
  { locale, sheet, title, asOf }: WriteOptions,
): TableHead => ({
  sheet: (sheet ?? WORDS.data[locale]).replace(/[\\/*?:[\]]/g, ' ').slice(0, 31),
  title,
  asOf: asOf && `${WORDS.asOf[locale]}: ${asOf}`,
  columns: columns.map(({ titles, width, kind }) => ({ title: titles[locale], width, kind })),
});

/** How a record shows in the cells of its row; a date stays a date. */
export const cellsOf = <R>(columns: readonly ExportColumn<R>[], record: R, locale: Locale): CellValue[] =>
  columns.map((column) => {
    const value = column.format ? column.format(record, locale) : (record as Record<string, unknown>)[column.key];
    if (value === null || value === undefined || value === '') return null;
    return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
  });

/**
 * An xlsx as a stream, written while the rows come. Text is always written as text: what starts with = + - @
 * cannot run, and phones and long numbers stay whole. An error of the rows destroys the stream.
 */
export function writeTable(
  { sheet: name, title, asOf, columns }: TableHead,
  rows: AsyncIterable<CellValue[]> | Iterable<CellValue[]>,
): Readable {
  const out = new PassThrough();
  const write = async () => {
    const { WorkbookWriter } = (await library()).stream.xlsx;
    const book = new WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
    const above = (title ? 1 : 0) + (asOf ? 1 : 0);
    const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: above + 1 }] });
    sheet.columns = columns.map((column) => ({
      width: column.width ?? Math.max(12, column.title.length + 3),
      style: { numFmt: NUMBER_FORMATS[column.kind ?? 'text'] },
    }));
    if (title) {
      const row = sheet.addRow([title]);
      row.font = { bold: true, size: 14 };
      row.commit();
    }
    if (asOf) sheet.addRow([asOf]).commit();
    const head = sheet.addRow(columns.map((column) => column.title));
    head.eachCell((cell) => {
      cell.font = { bold: true };
      cell.fill = HEADER_FILL;
    });
    head.commit();
    let count = 0;
    for await (const cells of rows) {
      sheet
        .addRow(
          cells.map((value, at) =>
            // A day number, not a Date: no time zone comes near it.
            columns[at]?.kind === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
              ? dateToSerial(value.slice(0, 10))
              : value,
          ),
        )
        .commit();
      // The library does not wait for a slow reader, so we do.
      if (++count % 200 === 0) {
        if (out.destroyed) return;
        if (out.writableLength > 1_000_000) await drained(out);
        else await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await book.commit();
  };
  write().catch((error) => out.destroy(error));
  return out;
}

function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go);
      stream.off('close', go);
      resolve();
    };
    stream.on('drain', go);
    stream.on('close', go);
  });
}

/** A csv as a stream: UTF-8 with its mark and semicolons, as Excel opens it here. */
export function writeCsv<R>(
  columns: readonly ExportColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  { locale }: Pick<WriteOptions, 'locale'>,
): Readable {
  return Readable.from(
    (async function* () {
      let block = `\ufeff${columns.map((column) => csvCell(column.titles[locale])).join(';')}\r\n`;
      for await (const record of rows) {
        block += `${cellsOf(columns, record, locale)
          .map((value, at) => csvCell(value, columns[at]?.kind))
          .join(';')}\r\n`;
        if (block.length > 65_536) {
          yield Buffer.from(block);
          block = '';
        }
      }
      if (block) yield Buffer.from(block);
    })(),
    { objectMode: false },
  );
}

function csvCell(value: string | number | boolean | null, kind?: ExportColumn['kind']): string {
  if (value === null) return '';
  let text = String(value);
  if (kind === 'date' && /^\d{4}-\d\d-\d\d/.test(text))
    text = `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}`;
  // A sign before digits only is a phone or a number and runs nothing; all else gets the mark that keeps it text.
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d ().,-]+$/.test(text)) text = `'${text}`;
  return /[";\r\n\t,]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
