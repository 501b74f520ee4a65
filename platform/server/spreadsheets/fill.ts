import type ExcelJS from 'exceljs';
import { SpreadsheetError } from './error.ts';

/** Values for the cells of a workbook, on its first sheet; they come in pieces. Runs in a process of the pool. */
export interface Filling {
  /** A workbook whose layout stays; a plain sheet where there is none. */
  path: string | null;
}
export type Filled = readonly { cell: string; value: string | number }[];

/** 1980-01-01, the first day that a zip knows: a file that says when it was made is another one each time. */
const epoch = new Date('1980-01-01T00:00:00Z');

/** The workbook with its cells filled; the same input gives the same bytes. Errors: BROKEN_FILE. */
export async function fillSheet({ path }: Filling, pieces: AsyncIterable<Filled> | Iterable<Filled>): Promise<Buffer> {
  const { default: library } = await import('exceljs');
  const book: ExcelJS.Workbook = new library.Workbook();
  if (path === null) book.addWorksheet('1');
  else
    await book.xlsx.readFile(path).catch((error: unknown) => {
      throw new SpreadsheetError('BROKEN_FILE', {}, error);
    });
  const [sheet] = book.worksheets;
  if (!sheet) throw new SpreadsheetError('BROKEN_FILE');
  for await (const cells of pieces) for (const { cell, value } of cells) sheet.getCell(cell).value = value;
  if (path === null)
    sheet.columns.forEach((column, n) => {
      column.width = n === 1 ? 48 : 14;
    });
  book.created = epoch;
  book.modified = epoch;
  return undated(Buffer.from(await book.xlsx.writeBuffer()));
}

/** A zip whose entries all bear its first day. The directory at its end says where each entry begins. */
function undated(zip: Buffer): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    zip.writeUInt32LE(0x00210000, at + 12);
    zip.writeUInt32LE(0x00210000, zip.readUInt32LE(at + 42) + 10);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return zip;
}
