import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { SpreadsheetError } from '../spreadsheets/error.ts';
import { readTable } from '../spreadsheets/read.ts';
import type { TableRow } from '../spreadsheets/row.ts';
import {
  type CellValue,
  type TableHead,
  type TemplateColumn,
  writeTable,
  writeTemplate,
} from '../spreadsheets/write.ts';

/* Runs in a process of the pool. */

/** What all rows together may bring to the server that waits for them. */
const most = { cells: 2_000_000, letters: 30_000_000 };

export async function rows(input: {
  path: string;
  maxRows?: number;
  maxBytes?: number;
  filename?: string;
}): Promise<TableRow[]> {
  const { path, ...options } = input;
  const found: TableRow[] = [];
  let cells = 0;
  let letters = 0;
  for await (const row of readTable(path, options)) {
    found.push(row);
    cells += row.cells.length;
    for (const { value } of row.cells) if (typeof value === 'string') letters += value.length;
    if (cells > most.cells || letters > most.letters)
      throw new SpreadsheetError('TOO_LARGE', { limit_mb: most.letters / 1e6 });
  }
  return found;
}

export interface TableFile extends TableHead {
  path: string;
}

/** Writes an xlsx while its rows come, in blocks; answers how many there were. */
/** Rows that travel together. */
export type Block = CellValue[][];
export async function write({ path, ...head }: TableFile, blocks: AsyncIterable<Block>): Promise<number> {
  let count = 0;
  async function* each() {
    for await (const block of blocks) {
      count += block.length;
      yield* block;
    }
  }
  await pipeline(writeTable(head, each()), createWriteStream(path, { mode: 0o600 }));
  return count;
}

export interface TemplateFile {
  columns: TemplateColumn[];
  locale: 'uz' | 'ru' | 'en';
}
export const template = ({ columns, locale }: TemplateFile): Promise<Buffer> => writeTemplate(columns, locale);
