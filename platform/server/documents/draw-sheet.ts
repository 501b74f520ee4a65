import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { clock } from '#platform/contract/clock.ts';
import { widthOf } from './fonts.ts';
import { ink } from './ink.ts';
import { pdfmake } from './maker.ts';
import { qrSvg } from './qr.ts';
import { sheetInCyrillic } from './script.ts';
import { type Sheet, type SheetBox, type SheetPart, sheetSize } from './sheet.ts';

const points = (millimetres: number): number => (millimetres * 72) / 25.4;
const leading = 1.2;
const smallest = 5;

/** Draws the page; runs in a process of the pool. */
export async function drawSheet(given: Sheet): Promise<Buffer> {
  const sheet = given.locale === 'uz-Cyrl' ? sheetInCyrillic(given) : given;
  const [width, height] = sheetSize(sheet);
  const definition: TDocumentDefinitions = {
    pageSize: { width: points(width), height: points(height) },
    pageMargins: 0,
    language: sheet.locale,
    displayTitle: true,
    info: {
      title: sheet.title,
      author: sheet.author,
      creator: 'Edulab',
      producer: 'Edulab',
      creationDate: sheet.made ?? clock.date(),
    },
    defaultStyle: { font: 'Serif', fontSize: 11, lineHeight: leading, color: ink.text },
    content: [
      ...sheet.parts.flatMap(placed),
      ...(sheet.more ?? []).flatMap((parts): Content[] => [
        { text: '', pageBreak: 'before' },
        ...parts.flatMap(placed),
      ]),
    ],
  };
  return pdfmake.createPdf(definition).getBuffer();
}

const at = ({ x, y }: Pick<SheetBox, 'x' | 'y'>) => ({ absolutePosition: { x: points(x), y: points(y) } });

function placed(part: SheetPart): Content[] {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? [] : [textIn(part, part.text, part)];
    case 'picture':
      return [pictureIn(part, part.image)];
    case 'qr':
      return [{ svg: qrSvg(part.text, 'low'), width: points(Math.min(part.w, part.h)), ...at(part) }];
    case 'line':
      return [
        {
          canvas: [
            {
              type: 'line',
              x1: 0,
              y1: 0,
              x2: points(part.w),
              y2: 0,
              lineWidth: part.weight,
              lineColor: part.color,
            },
          ],
          ...at(part),
        },
      ];
    case 'frame':
      return [part, ...(part.double ? [inside(part, 1.5)] : [])].map((box, nth) => ({
        canvas: [
          {
            type: 'rect',
            x: 0,
            y: 0,
            w: points(box.w),
            h: points(box.h),
            lineWidth: nth ? part.weight / 2 : part.weight,
            lineColor: part.color,
          },
        ],
        ...at(box),
      }));
    case 'signature': {
      const line = part.y + Math.max(part.h - 11, 0);
      const words = { font: 'Inter' as const, bold: false, italic: false, align: 'center' as const, color: ink.text };
      const name: SheetBox = { x: part.x, y: line + 1, w: part.w, h: 5 };
      return [
        ...(part.image ? [pictureIn({ ...part, h: Math.max(part.h - 10, 1) }, part.image)] : []),
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: points(part.w), y2: 0, lineWidth: 0.6, lineColor: ink.quiet }],
          ...at({ x: part.x, y: line }),
        },
        ...(part.name ? [textIn(name, part.name, { ...words, size: 9.5, bold: true })] : []),
        ...(part.role ? [textIn({ ...name, y: line + 5.5 }, part.role, { ...words, size: 8, color: ink.quiet })] : []),
      ];
    }
  }
}

const inside = ({ x, y, w, h }: SheetBox, by: number): SheetBox => ({
  x: x + by,
  y: y + by,
  w: w - 2 * by,
  h: h - 2 * by,
});

/** In the middle of its box. */
const pictureIn = (box: SheetBox, image: string): Content => ({
  columns: [{ image, fit: [points(box.w), points(box.h)], alignment: 'center', width: points(box.w) }],
  ...at(box),
});

type Words = Pick<Extract<SheetPart, { kind: 'text' }>, 'font' | 'size' | 'bold' | 'italic' | 'align' | 'color'>;

function textIn(box: SheetBox, text: string, how: Words): Content {
  return {
    columns: [
      {
        text,
        width: points(box.w),
        font: how.font,
        fontSize: fitting(box, text, how),
        bold: how.bold,
        italics: how.italic,
        alignment: how.align,
        color: how.color,
      },
    ],
    ...at(box),
  };
}

/** The size at which the text has room, half a point at a time; whoever has a long name shall have a certificate too. */
function fitting(box: SheetBox, text: string, { font, size, bold, italic }: Words): number {
  const style = bold ? (italic ? 'bolditalics' : 'bold') : italic ? 'italics' : 'normal';
  const room = points(box.w);
  // A hair of room is lost to rounding; the first line is always let in, however low its box.
  const fits = (points_: number) => {
    const lines = text
      .split('\n')
      .reduce((sum, line) => sum + linesOf(line, room - 0.5, (word) => widthOf(font, style, word) * points_), 0);
    return lines === Number.POSITIVE_INFINITY
      ? false
      : lines <= Math.max(1, Math.floor((points(box.h) + 1) / (points_ * leading)));
  };
  let now = size;
  while (now > smallest && !fits(now)) now -= 0.5;
  return now;
}

/** How many lines words take in a room; none where a word is wider than it. */
function linesOf(line: string, room: number, width: (word: string) => number): number {
  let lines = 1;
  let used = 0;
  const space = width(' ');
  for (const word of line.split(' ')) {
    const wide = width(word);
    if (wide > room) return Number.POSITIVE_INFINITY;
    if (used > 0 && used + space + wide > room) {
      lines++;
      used = wide;
    } else used += (used > 0 ? space : 0) + wide;
  }
  return lines;
}
