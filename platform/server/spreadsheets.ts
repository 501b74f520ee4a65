/**
 * Spreadsheets in and out: the one mechanism of every import and export. Knows nothing of any domain.
 *
 *   const rows = await readRows(file, { maxRows: 10_001 })        // xlsx or csv, SpreadsheetError
 *   const header = findHeader(rows, COLUMNS)                      // three languages, both scripts
 *   const { rows: good, faults } = checkRows(rows.slice(header.at + 1), COLUMNS, header.match)
 */

export type { Column, Fault, Locale, Match, Parsed, Parser, RowOf, Titles } from './spreadsheets/columns.ts';
export { checkRows, columnLetter, defineColumns, findHeader, matchColumns } from './spreadsheets/columns.ts';
export { columnsOf, exportedColumns, referencesOf } from './spreadsheets/declared.ts';
export type { SpreadsheetFault } from './spreadsheets/error.ts';
export { SpreadsheetError } from './spreadsheets/error.ts';
export * as parse from './spreadsheets/parsers.ts';
export type { ReadOptions } from './spreadsheets/read.ts';
export { readRows, readTable } from './spreadsheets/read.ts';
export type { Cell, TableRow } from './spreadsheets/row.ts';
export type { CellValue, ExportColumn, WriteOptions } from './spreadsheets/write.ts';
export { cellsOf, headOf, templateColumn, writeCsv, writeTable, writeTemplate } from './spreadsheets/write.ts';
