import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { openZip } from '#platform/server/spreadsheets/zip.ts';
import { isPdf } from './papers.ts';

/** Media types by extension, of everything that can be uploaded. */
export const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  zip: 'application/zip',
  mp4: 'video/mp4',
  csv: 'text/csv',
  txt: 'text/plain',
};

/** What the content of a file is, as an extension; undefined where it is nothing that we take. */
export async function contentFormat(path: string, size: number): Promise<string | undefined> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(Math.min(size, 512));
    await file.read(head, 0, head.length, 0);
    if (head.readUInt32BE(0) === 0x504b0304 || head.readUInt32BE(0) === 0x504b0506) return await zipFormat(file);
    if (head.length === 512 && head.readBigUInt64BE(0) === 0xd0cf11e0a1b11ae1n)
      return await oldOfficeFormat(file, head);
    if (head.toString('latin1', 0, 5) === '%PDF-') return (await isPdf(file, size)) ? 'pdf' : undefined;
    const told = await fileTypeFromFile(path).catch(() => undefined);
    if (told) return known[told.ext];
    return (await isText(file)) ? 'csv' : undefined;
  } catch (error) {
    // Shorter than any known beginning: text or nothing.
    if (error instanceof RangeError) return (await isText(file)) ? 'csv' : undefined;
    throw error;
  } finally {
    await file.close();
  }
}

const known: Record<string, string> = {
  png: 'png',
  jpg: 'jpg',
  gif: 'gif',
  bmp: 'bmp',
  mp4: 'mp4',
  m4v: 'mp4',
};

/** Office documents are zips; what they are stands in their table of contents. Documents with programs inside are not taken. */
async function zipFormat(file: FileHandle): Promise<string | undefined> {
  try {
    const zip = await openZip(file, 0);
    if (!zip.has('[Content_Types].xml')) return 'zip';
    if (zip.names.some((name) => name.endsWith('vbaproject.bin'))) return undefined;
    return zip.has('word/document.xml') ? 'docx' : zip.has('xl/workbook.xml') ? 'xlsx' : 'zip';
  } catch {
    return undefined;
  }
}

/** The office format before 2007 is a small file system; the names in its directory say which program wrote it. */
async function oldOfficeFormat(file: FileHandle, head: Buffer): Promise<string | undefined> {
  const sectorSize = 1 << head.readUInt16LE(30);
  if (sectorSize !== 512 && sectorSize !== 4096) return undefined;
  const sector = Buffer.alloc(sectorSize);
  const read = async (number: number) =>
    (await file.read(sector, 0, sectorSize, (number + 1) * sectorSize)).bytesRead === sectorSize;
  const perTable = sectorSize / 4;
  let at = head.readUInt32LE(48);
  // The directory is short; the bound keeps a damaged chain from going round for ever.
  for (let steps = 0; steps < 64 && at < 0xfffffffa; steps++) {
    if (!(await read(at))) return undefined;
    for (let entry = 0; entry + 128 <= sectorSize; entry += 128) {
      const length = sector.readUInt16LE(entry + 64);
      const name = length > 2 && length <= 64 ? sector.toString('utf16le', entry, entry + length - 2) : '';
      if (name === 'WordDocument') return 'doc';
      if (name === 'Workbook' || name === 'Book') return 'xls';
    }
    const table = Math.floor(at / perTable);
    if (table >= 109 || !(await read(head.readUInt32LE(76 + table * 4)))) return undefined;
    at = sector.readUInt32LE((at % perTable) * 4);
  }
  return undefined;
}

/** Text in whatever code page: no byte that text never has. */
async function isText(file: FileHandle): Promise<boolean> {
  for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
    for (const byte of piece as Buffer)
      if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) return false;
  }
  return true;
}
