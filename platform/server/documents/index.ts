import { Readable } from 'node:stream';
import type { Call } from '../call/context.ts';
import { bounds, work } from '../heavy/index.ts';
import type { Paper } from './paper.ts';
import { scriptFor } from './script.ts';
import type { Sheet } from './sheet.ts';
import type { Stamping } from './stamp.ts';

/** Lays the document out and answers the whole file. Errors: HEAVY_STOPPED for one that takes too long. */
export const pdf = async (paper: Paper): Promise<Buffer> => Buffer.from(await work('paper.draw', paper));

/** The same of a page on which everything has its place. */
export const sheetPdf = async (sheet: Sheet): Promise<Buffer> => Buffer.from(await work('paper.sheet', sheet));

/**
 * Answers a paper under a name, as the last that a call does: while it is drawn, the connection serves others. Uzbek is
 * drawn in the script of whoever asks.
 */
export const sendPaper = (call: Call, name: string, paper: Paper): Promise<{ ok: true }> =>
  sendDrawn(call, name, pdf, paper);

/** The same of a sheet. */
export const sendSheet = (call: Call, name: string, sheet: Sheet): Promise<{ ok: true }> =>
  sendDrawn(call, name, sheetPdf, sheet);

/** So long a file of others may take to be read and written anew; a scan of two hundred pages takes three seconds. */
const stampSeconds = 20;

/**
 * Answers a copy of a PDF with something stamped under its first page. `unreadable` is thrown where it cannot be. Errors:
 * FILE_TOO_COMPLEX.
 */
export const sendStamped = (call: Call, name: string, what: Stamping, unreadable: () => Error): Promise<{ ok: true }> =>
  sendFile(call, name, async () => {
    const file = await work('file.stamp', what, {
      who: `account ${call.account_id}`,
      seconds: Math.min(stampSeconds, bounds.seconds),
    });
    if (!file) throw unreadable();
    return Buffer.from(file);
  });

/** A page as whoever asks reads it, for one that is kept or written into a file instead of answered. */
export async function forReader<P extends Paper | Sheet>(
  call: Pick<Call, 'client' | 'account_id'>,
  page: P,
): Promise<P> {
  if (page.locale === 'uz-Cyrl') return page;
  return { ...page, locale: await scriptFor(call, page.locale, call.account_id) };
}

async function sendDrawn<P extends Paper | Sheet>(
  call: Call,
  name: string,
  draw: (page: P) => Promise<Buffer>,
  page: P,
): Promise<{ ok: true }> {
  const read = await forReader(call, page);
  return sendFile(call, name, () => draw(read));
}

async function sendFile(call: Call, name: string, draw: () => Promise<Buffer>): Promise<{ ok: true }> {
  const file = await call.apart(draw);
  call.stream = {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(file.length),
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
    body: Readable.from([file]),
  };
  return { ok: true };
}

export { facts, grid, heading, prose, scanned, signatures } from './blocks.ts';
export { letterheadOf, payeeOf, pictureOf } from './letterhead.ts';
export type { Letterhead, Paper } from './paper.ts';
export { qrSvg } from './qr.ts';
export { scriptFor } from './script.ts';
export { type Sheet, type SheetBox, type SheetPart, sheetSize } from './sheet.ts';
export { longDate, paperDate, paperDecimal, paperMoney } from './values.ts';
export { numberInWords, sumInWords } from './words.ts';
