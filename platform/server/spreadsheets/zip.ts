import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { SpreadsheetError } from './error.ts';

/*
 * Zips by their table of contents, as office programs read them. What an archive says of its sizes is not believed:
 * every unpacked byte is counted, so that a file of some kilobytes fills neither memory nor disk.
 */

export interface ZipEntry {
  /** As it stands in the archive, with `/` between folders. */
  name: string;
  /** Bytes in the archive, and bytes unpacked as the archive claims them. */
  packed: number;
  unpacked: number;
  /** File type and rights where the archive was made on Unix, else 0. */
  mode: number;
  /** What the reader needs to find it again. */
  stored: yauzl.Entry;
}

const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY = 16 * 1024 * 1024;

/** Names are UTF-8 whether or not the archive says so, as most programs write them; else what the standard says of old ones. */
function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileNameRaw;
  const text = raw.toString('utf8');
  const name = text.includes('\ufffd')
    ? yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false)
    : text;
  return name.replaceAll('\\', '/');
}

const broken = (error: unknown, part?: string) =>
  error instanceof SpreadsheetError ? error : new SpreadsheetError('BROKEN_FILE', part ? { part } : {}, error);

/** The archive is never closed: its file is whose who opened it. Names are checked by who reads them, sizes while reading. */
const openFile = (file: FileHandle) =>
  yauzl
    .fromFdPromise(file.fd, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
    .catch((error: unknown) => {
      throw broken(error);
    });

/** The table of contents. Errors: BROKEN_FILE when it is missing or damaged, TOO_LARGE. */
export async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const zip = await openFile(file);
  if (zip.entryCount > MAX_ENTRIES) throw new SpreadsheetError('TOO_LARGE');
  const entries: ZipEntry[] = [];
  let read = 0;
  try {
    for await (const stored of zip.eachEntry()) {
      read += 46 + stored.fileNameLength + stored.extraFieldLength + stored.fileCommentLength;
      if (read > MAX_DIRECTORY) throw new SpreadsheetError('TOO_LARGE');
      entries.push({
        name: nameOf(stored),
        packed: stored.compressedSize,
        unpacked: stored.uncompressedSize,
        mode: stored.versionMadeBy >> 8 === 3 ? stored.externalFileAttributes >>> 16 : 0,
        stored,
      });
    }
  } catch (error) {
    throw broken(error);
  }
  return entries;
}

/** An entry unpacked, in pieces; whoever reads must count. Errors: BROKEN_FILE, ENCRYPTED. */
export async function* unpackEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.stored.isEncrypted()) throw new SpreadsheetError('ENCRYPTED');
  let stream: Readable | undefined;
  try {
    stream = await (await openFile(file)).openReadStreamPromise(entry.stored);
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw broken(error, entry.name);
  } finally {
    stream?.destroy();
  }
}

export interface Zip {
  names: string[];
  has(name: string): boolean;
  /** The entry unpacked, in pieces. All entries together share one limit. Errors: BROKEN_FILE, ENCRYPTED, TOO_LARGE. */
  open(name: string): AsyncGenerator<Buffer>;
}

/** Errors: BROKEN_FILE when the directory is missing or damaged. `maxUnpacked` in bytes, over all that is opened. */
export async function openZip(file: FileHandle, maxUnpacked: number): Promise<Zip> {
  const entries = new Map((await readDirectory(file)).map((entry) => [entry.name.toLowerCase(), entry]));
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name.toLowerCase()),
    async *open(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw new SpreadsheetError('BROKEN_FILE', { part: name });
      for await (const piece of unpackEntry(file, entry)) {
        unpacked += piece.length;
        if (unpacked > maxUnpacked)
          throw new SpreadsheetError('TOO_LARGE', { limit_mb: Math.round(maxUnpacked / 1e6) });
        yield piece;
      }
    },
  };
}
