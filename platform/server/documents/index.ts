import { Readable } from 'node:stream';
import type { Call } from '../call/context.ts';
import { work } from '../heavy/index.ts';
import type { Paper } from './paper.ts';

/** Lays the document out and answers the whole file. Errors: HEAVY_STOPPED for one that takes too long. */
export const pdf = async (paper: Paper): Promise<Buffer> => Buffer.from(await work('paper.draw', paper));

/** Answers a paper under a name, as the last that a call does: while it is drawn, the connection serves others. */
export async function sendPaper(call: Call, name: string, paper: Paper): Promise<{ ok: true }> {
  const file = await call.apart(() => pdf(paper));
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

export { facts, grid, heading, prose, signatures } from './blocks.ts';
export { letterheadOf, payeeOf } from './letterhead.ts';
export type { Letterhead, Paper } from './paper.ts';
export { qrSvg } from './qr.ts';
export { longDate, paperDate, paperDecimal, paperMoney } from './values.ts';
export { numberInWords, sumInWords } from './words.ts';
