import { readFile } from 'node:fs/promises';
import { degrees, PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { drawSheet } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

/** A copy of a PDF with a strip under its first page, in which something is stamped. Nothing of the page is covered. */
export interface Stamping {
  path: string;
  /** What is stamped, drawn in the upper left corner of an A4 page. */
  stamp: Sheet;
  /** How much of that page the stamp takes, in millimetres. */
  width: number;
  height: number;
}

const points = (millimetres: number): number => (millimetres * 72) / 25.4;
const edge = points(6);

/** Runs in a process of the pool. Answers nothing where the file cannot be read or is locked with a password. */
export async function stampPdf({ path, stamp, width, height }: Stamping): Promise<Buffer | null> {
  const drawn = await PDFDocument.load(await drawSheet(stamp));
  const [paper] = drawn.getPages();
  if (!paper) throw new Error('nothing to stamp');
  const top = paper.getHeight();
  const clip = { left: 0, right: points(width), bottom: top - points(height), top };
  try {
    const doc = await PDFDocument.load(await readFile(path), { updateMetadata: false, throwOnInvalidObject: true });
    const [first] = doc.getPages();
    if (!first) return null;
    const strip = await doc.embedPage(paper, clip);
    const { x, y, turn, size, ground } = makeRoom(first, points(width), points(height));
    // A scan may be larger than what is shown of it, and dark there.
    first.drawRectangle({ ...ground, color: rgb(1, 1, 1) });
    first.drawPage(strip, { x, y, rotate: degrees(turn), width: points(width) * size, height: points(height) * size });
    return Buffer.from(await doc.save());
  } catch {
    return null;
  }
}

/**
 * Makes the page higher at the edge that is its lower one as it is shown, for scans lie turned in their files. Answers the
 * lower left corner of the stamp as it is shown, how far it is turned, how much smaller it is on a narrow page, and the
 * ground that is its own.
 */
function makeRoom(page: PDFPage, width: number, height: number) {
  const turn = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const box = page.getCropBox();
  const across = turn % 180 === 0 ? box.width : box.height;
  const size = Math.min(1, (across - 2 * edge) / width);
  const more = height * size + 2 * edge;
  const next = {
    x: turn === 270 ? box.x - more : box.x,
    y: turn === 0 ? box.y - more : box.y,
    width: box.width + (turn % 180 === 90 ? more : 0),
    height: box.height + (turn % 180 === 0 ? more : 0),
  };
  page.setMediaBox(next.x, next.y, next.width, next.height);
  page.setCropBox(next.x, next.y, next.width, next.height);
  const right = next.x + next.width;
  const top = next.y + next.height;
  // In the middle of the strip.
  const aside = (across - width * size) / 2;
  const corner = {
    0: { x: next.x + aside, y: next.y + edge },
    90: { x: right - edge, y: next.y + aside },
    180: { x: right - aside, y: top - edge },
    270: { x: next.x + edge, y: top - aside },
  }[turn]!;
  const ground = {
    x: turn === 90 ? right - more : next.x,
    y: turn === 180 ? top - more : next.y,
    width: turn % 180 === 90 ? more : next.width,
    height: turn % 180 === 0 ? more : next.height,
  };
  return { ...corner, turn, size, ground };
}
