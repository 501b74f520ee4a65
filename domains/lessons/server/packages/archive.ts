import { open } from 'node:fs/promises';
import { fail } from '#platform/server/call/errors.ts';
import { SpreadsheetError } from '#platform/server/spreadsheets/error.ts';
import { readDirectory, unpackEntry, type ZipEntry } from '#platform/server/spreadsheets/zip.ts';

/*
 * A package is never unpacked to the disk: the zip stays as it came and single entries are read out of it. So there is
 * nothing that could escape from a folder or stay half done. What is checked here is what could hurt whoever reads.
 */

const limits = { entries: 5_000, unpacked: 600 * 1024 * 1024, ratio: 200, manifest: 5 * 1024 * 1024 };
const LINK = 0o120000;
const KIND = 0o170000;

export type Archive = ReadonlyMap<string, ZipEntry>;

/** What an archive has that a package must not; undefined where all is well. `size` in bytes, of the zip. */
export function unsafeContent(
  entries: readonly ZipEntry[],
  size: number,
): { reason: string; name?: string } | undefined {
  const seen = new Set<string>();
  let packed = 0;
  for (const { name, mode, ...entry } of entries) {
    // A name that leads out of its folder does no harm here, but whoever made it meant harm.
    if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.includes('\0') || name.split('/').includes('..'))
      return { reason: 'path', name };
    if ((mode & KIND) === LINK) return { reason: 'link', name };
    if (seen.has(name)) return { reason: 'twice', name };
    if (entry.unpacked > 1024 * 1024 && entry.unpacked > entry.packed * limits.ratio) return { reason: 'bomb', name };
    seen.add(name);
    packed += entry.packed;
  }
  // Entries that share their bytes multiply what little is there.
  return packed > size ? { reason: 'overlap' } : undefined;
}

const isFile = ({ name }: ZipEntry) => !name.endsWith('/') && !name.startsWith('__MACOSX/');

/** Entries of a package by name. Errors as data: the code of the refusal. */
export async function readArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const entries = await readDirectory(file);
    return new Map(entries.filter(isFile).map((entry) => [entry.name, entry]));
  } finally {
    await file.close();
  }
}

/**
 * Reads the whole archive once, so that nothing surprises later: names, links, sizes as claimed and as they are.
 * Errors: PACKAGE_UNSAFE, PACKAGE_TOO_LARGE, ENCRYPTED, BROKEN_FILE.
 */
export async function checkArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const entries = await readDirectory(file);
    const fault = unsafeContent(entries, size);
    if (fault) throw fail('PACKAGE_UNSAFE', fault);
    const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
    if (entries.length > limits.entries || total > limits.unpacked)
      throw fail('PACKAGE_TOO_LARGE', { entries: limits.entries, megabytes: limits.unpacked / 1024 / 1024 });
    for (const entry of entries) {
      let bytes = 0;
      for await (const piece of unpackEntry(file, entry)) {
        bytes += piece.length;
        if (bytes > entry.unpacked) throw fail('PACKAGE_UNSAFE', { reason: 'bomb', name: entry.name });
      }
      if (bytes < entry.unpacked) throw fail('BROKEN_FILE', { part: entry.name });
    }
    return new Map(entries.filter(isFile).map((entry) => [entry.name, entry]));
  } catch (error) {
    if (error instanceof SpreadsheetError)
      throw fail(error.code === 'TOO_LARGE' ? 'PACKAGE_TOO_LARGE' : error.code, {
        entries: limits.entries,
        megabytes: limits.unpacked / 1024 / 1024,
        ...error.data,
      });
    throw error;
  } finally {
    await file.close();
  }
}

/** The bytes of one entry, never more than it claims. Errors: BROKEN_FILE. */
export async function* entryBytes(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    let bytes = 0;
    for await (const piece of unpackEntry(file, entry)) {
      bytes += piece.length;
      if (bytes > entry.unpacked) return;
      yield piece;
    }
  } finally {
    await file.close();
  }
}

/** A small entry as a whole; undefined where it is larger than manifests and pages are. */
export async function entryWhole(path: string, entry: ZipEntry, most = limits.manifest): Promise<Buffer | undefined> {
  if (entry.unpacked > most) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of entryBytes(path, entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}
