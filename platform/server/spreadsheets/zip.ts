import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { SpreadsheetError } from './error.ts';

/*
 * Reads a zip by its central directory, as office programs do, and counts every unpacked byte: the readers of
 * the spreadsheet library unpack without a bound, so a file of some kilobytes could fill memory and disk.
 */

export interface ZipEntry {
  /** As it stands in the archive, with `/` between folders. */
  name: string;
  method: number;
  flags: number;
  /** Bytes in the archive, and bytes unpacked as the archive claims them. */
  packed: number;
  unpacked: number;
  offset: number;
  /** File type and rights where the archive was made on Unix, else 0. */
  mode: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY = 16 * 1024 * 1024;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new SpreadsheetError('BROKEN_FILE');
  return buffer;
}

export interface Zip {
  names: string[];
  has(name: string): boolean;
  /** The entry unpacked, in pieces. All entries together share one limit. Errors: BROKEN_FILE, ENCRYPTED, TOO_LARGE. */
  open(name: string): AsyncGenerator<Buffer>;
}

/** The table of contents. Errors: BROKEN_FILE when it is missing or damaged, TOO_LARGE. */
export async function readDirectory(file: FileHandle, size: number): Promise<ZipEntry[]> {
  const tailLength = Math.min(size, 65_557);
  const tail = await readAt(file, size - tailLength, tailLength);
  let end = -1;
  for (let at = tailLength - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END) {
      end = at;
      break;
    }
  }
  if (end < 0) throw new SpreadsheetError('BROKEN_FILE');
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  // 0xffffffff marks the 64-bit form, which no file of an allowed size needs.
  if (count > MAX_ENTRIES || length > MAX_DIRECTORY) throw new SpreadsheetError('TOO_LARGE');
  if (start + length > size) throw new SpreadsheetError('BROKEN_FILE');

  const directory = await readAt(file, start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= length && directory.readUInt32LE(at) === CENTRAL; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      mode: directory[at + 5] === 3 ? directory.readUInt16LE(at + 40) : 0,
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  if (entries.length === 0 && count > 0) throw new SpreadsheetError('BROKEN_FILE');
  return entries;
}

/** Where the packed bytes of an entry lie. Errors: BROKEN_FILE, ENCRYPTED. */
export async function locateEntry(file: FileHandle, size: number, entry: ZipEntry): Promise<number> {
  if (entry.flags & 1) throw new SpreadsheetError('ENCRYPTED');
  if (entry.method !== 0 && entry.method !== 8) throw new SpreadsheetError('BROKEN_FILE', { part: entry.name });
  const head = await readAt(file, entry.offset, 30);
  if (head.readUInt32LE(0) !== LOCAL) throw new SpreadsheetError('BROKEN_FILE', { part: entry.name });
  const from = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (from + entry.packed > size) throw new SpreadsheetError('BROKEN_FILE', { part: entry.name });
  return from;
}

/** An entry unpacked, in pieces; whoever reads must count. Errors: BROKEN_FILE, ENCRYPTED. */
export async function* unpackEntry(file: FileHandle, size: number, entry: ZipEntry): AsyncGenerator<Buffer> {
  const from = await locateEntry(file, size, entry);
  const packed = Readable.from(pieces(file, from, entry.packed));
  const stream: Readable = entry.method === 8 ? packed.pipe(createInflateRaw()) : packed;
  packed.on('error', (error) => stream.destroy(error));
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('BROKEN_FILE', { part: entry.name }, error);
  } finally {
    stream.destroy();
    packed.destroy();
  }
}

/** Errors: BROKEN_FILE when the directory is missing or damaged. `maxUnpacked` in bytes, over all that is opened. */
export async function openZip(file: FileHandle, size: number, maxUnpacked: number): Promise<Zip> {
  const entries = new Map((await readDirectory(file, size)).map((entry) => [entry.name.toLowerCase(), entry]));
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name.toLowerCase()),
    async *open(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw new SpreadsheetError('BROKEN_FILE', { part: name });
      for await (const piece of unpackEntry(file, size, entry)) {
        unpacked += piece.length;
        if (unpacked > maxUnpacked)
          throw new SpreadsheetError('TOO_LARGE', { limit_mb: Math.round(maxUnpacked / 1e6) });
        yield piece;
      }
    },
  };
}

async function* pieces(file: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const piece = await readAt(file, from + done, Math.min(65_536, length - done));
    done += piece.length;
    yield piece;
  }
}
