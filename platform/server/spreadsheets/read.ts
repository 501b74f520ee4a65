import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCsv } from './csv.ts';
import { SpreadsheetError } from './error.ts';
import type { TableRow } from './row.ts';
import { readXlsx } from './xlsx.ts';

export interface ReadOptions {
  /** Only for messages: the type is told from the content. */
  filename?: string;
  /** Sheet to read by its name; otherwise the first visible one. */
  sheet?: string;
  /** Rows with content, heading included. */
  maxRows?: number;
  maxColumns?: number;
  /** Size of the file, in bytes. */
  maxBytes?: number;
  /** All that is unpacked from an xlsx, in bytes. */
  maxUnpacked?: number;
}

/**
 * The rows of an xlsx or csv file, one after another, in little memory. Takes a path, a stream or a buffer.
 * Throws SpreadsheetError while it is iterated; a stream is kept in a temporary file meanwhile.
 */
export async function* readTable(
  source: string | Readable | Uint8Array,
  options: ReadOptions = {},
): AsyncGenerator<TableRow> {
  const limits = {
    maxRows: options.maxRows ?? 50_001,
    maxColumns: options.maxColumns ?? 256,
    maxUnpacked: options.maxUnpacked ?? 300_000_000,
    sheet: options.sheet,
  };
  const maxBytes = options.maxBytes ?? 25_000_000;
  const folder = typeof source === 'string' ? undefined : await mkdtemp(join(tmpdir(), 'edulab-table-'));
  try {
    const path = typeof source === 'string' ? source : await keep(source, join(folder!, 'table'), maxBytes);
    const { size } = await stat(path);
    if (size === 0) throw new SpreadsheetError('EMPTY_FILE');
    if (size > maxBytes) throw new SpreadsheetError('TOO_LARGE', { limit_mb: Math.round(maxBytes / 1e6) });
    let empty = true;
    for await (const row of rowsOf(path, limits)) {
      empty = false;
      yield row;
    }
    if (empty) throw new SpreadsheetError('EMPTY_FILE');
  } catch (error) {
    if (error instanceof SpreadsheetError && options.filename) error.data.filename = options.filename;
    throw error;
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/** All rows at once, for a preview or a test. The same errors as readTable. */
export async function readRows(source: string | Readable | Uint8Array, options: ReadOptions = {}): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of readTable(source, options)) rows.push(row);
  return rows;
}

async function* rowsOf(path: string, limits: Parameters<typeof readXlsx>[1]): AsyncGenerator<TableRow> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(8);
    await file.read(start, 0, 8, 0);
    const magic = start.toString('latin1', 0, 4);
    if (start.readUInt32BE(0) === 0xd0cf11e0) {
      // An old office container: either the xls of before 2007, or an xlsx behind a password.
      throw (await contains(path, 'EncryptedPackage'))
        ? new SpreadsheetError('ENCRYPTED')
        : new SpreadsheetError('NOT_A_SPREADSHEET', { found: 'xls' });
    }
    if (magic === 'PK\u0005\u0006') throw new SpreadsheetError('EMPTY_FILE');
    if (magic === 'PK\u0003\u0004') {
      yield* readXlsx(file, limits);
      return;
    }
  } finally {
    await file.close();
  }
  yield* readCsv(path, limits);
}

async function contains(path: string, name: string): Promise<boolean> {
  const wanted = Buffer.from(name, 'utf16le');
  const file = await open(path);
  try {
    let before: Buffer = Buffer.alloc(0);
    for await (const piece of file.createReadStream({ autoClose: false })) {
      const joined = Buffer.concat([before, piece as Buffer]);
      if (joined.includes(wanted)) return true;
      before = joined.subarray(-wanted.length);
    }
    return false;
  } finally {
    await file.close();
  }
}

async function keep(source: Readable | Uint8Array, path: string, maxBytes: number): Promise<string> {
  let size = 0;
  const limit = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > maxBytes) done(new SpreadsheetError('TOO_LARGE', { limit_mb: Math.round(maxBytes / 1e6) }));
      else done(null, piece);
    },
  });
  const stream = source instanceof Readable ? source : Readable.from([Buffer.from(source)]);
  await pipeline(stream, limit, createWriteStream(path, { mode: 0o600 }));
  return path;
}
