import type { FileHandle } from 'node:fs/promises';

const asText = async (file: FileHandle, from: number, length: number): Promise<string> => {
  const piece = Buffer.alloc(length);
  const { bytesRead } = await file.read(piece, 0, length, from);
  return piece.toString('latin1', 0, bytesRead);
};

/** A page of a browser, or a program of one: nothing that a PDF says in clear between its objects. */
const page = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i;

/**
 * Whether a file is a PDF from its first byte to its end: readers look for the mark anywhere in the first kilobyte, so
 * something else could stand before it or behind it, and be taken for that by whoever asks differently.
 */
export async function isPdf(file: FileHandle, size: number): Promise<boolean> {
  const head = await asText(file, 0, Math.min(size, 4096));
  if (!/^%PDF-[12]\.\d[\s%]/.test(head)) return false;
  // What is packed begins with the first stream; before it there are only objects in clear.
  if (page.test(head.split(/\bstream\r?\n/)[0] ?? '')) return false;
  const from = Math.max(0, size - 2048);
  const tail = await asText(file, from, size - from);
  const end = tail.lastIndexOf('%%EOF');
  if (end < 0 || tail.includes('<', end)) return false;
  // Behind the last objects a PDF says where its table stands: within the file, and there is one. Some programs leave
  // that out, and readers then look for the objects themselves.
  const start = /startxref\s+(\d{1,12})\s+$/.exec(tail.slice(0, end))?.[1];
  if (start === undefined) return /\btrailer\s*<</.test(tail);
  return Number(start) < size && /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(await asText(file, Number(start), 64));
}
