import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { SpreadsheetError } from './error.ts';
import type { Cell, TableRow } from './row.ts';

interface Limits {
  maxRows: number;
  maxColumns: number;
}

/** Rows of a text file; the separator (, ; or tab) and the encoding are told from the content. */
export async function* readCsv(path: string, limits: Limits): AsyncGenerator<TableRow> {
  const encoding = await findEncoding(path);
  const start = await firstText(path, encoding);
  const named = /^sep=(.)\r?\n/i.exec(start);
  const delimiter = named?.[1] ?? findDelimiter(start);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 1_000_000,
  });
  const text = decoded(path, encoding, named ? named[0].length : 0);
  // An error of either side ends the other; it comes out of the loop below.
  pipeline(Readable.from(text), parser, () => undefined);
  let row = 0;
  let count = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++;
      if (record.length > limits.maxColumns)
        throw new SpreadsheetError('TOO_MANY_COLUMNS', { limit: limits.maxColumns, row });
      const cells = record.map(toCell);
      while (cells.length > 0 && cells.at(-1)!.value === null) cells.pop();
      if (cells.length === 0) continue;
      if (++count > limits.maxRows) throw new SpreadsheetError('TOO_MANY_ROWS', { limit: limits.maxRows });
      yield { row, cells };
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError('BROKEN_FILE', { row: row + 1 }, error);
  } finally {
    parser.destroy();
  }
}

function toCell(raw: string): Cell {
  const text = raw.trim();
  if (text === '') return { value: null };
  // ="00123" is how programs keep leading zeros in such files: a text, not a calculation.
  const kept = /^="([^"]*)"$/.exec(text);
  if (kept) return { value: kept[1]! };
  if (text.startsWith('=')) return { value: text, formula: true };
  // The sign our own writer puts before text that could run.
  if (/^'[=+\-@\t\r]/.test(text)) return { value: text.slice(1) };
  return { value: text };
}

async function head(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Errors: NOT_A_SPREADSHEET for content that is no text. */
async function findEncoding(path: string): Promise<string> {
  const start = await head(path, 65_536);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  let even = 0;
  let odd = 0;
  let control = 0;
  for (let i = 0; i < start.length; i++) {
    const byte = start[i]!;
    if (byte === 0) i % 2 === 0 ? even++ : odd++;
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) control++;
  }
  // Latin text in UTF-16 has a zero in every second byte; separators and line ends have one in any script.
  if (odd > start.length / 50 && even < odd / 20) return 'utf-16le';
  if (even > start.length / 50 && odd < even / 20) return 'utf-16be';
  const text = start.subarray(0, 512).toString('latin1').trimStart();
  if (even + odd > 0 || control > start.length / 200 || /^(%PDF-|\{\\rtf|<(!doctype|html|\?xml|table))/i.test(text)) {
    throw new SpreadsheetError('NOT_A_SPREADSHEET', {
      found: text.startsWith('%PDF-') ? 'pdf' : text.startsWith('<') ? 'html' : 'binary',
    });
  }
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path)) strict.decode(piece as Buffer, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch {
    return 'windows-1251';
  }
}

async function firstText(path: string, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await head(path, 16_384));
}

async function* decoded(path: string, encoding: string, skip: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of createReadStream(path)) {
    const text = decoder.decode(piece as Buffer, { stream: true });
    if (text.length > skip) yield text.slice(skip);
    skip = Math.max(0, skip - text.length);
  }
  yield decoder.decode();
}

/** The separator that splits the first lines most evenly, quoted text left out. */
function findDelimiter(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  let best = ',';
  let bestScore = 0;
  for (const delimiter of [';', '\t', ',']) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const most = counts[0] ?? 0;
    const same = counts.filter((count) => count === most).length;
    const score = most > 0 ? same * 100 + most : Math.max(...counts, 0);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}
