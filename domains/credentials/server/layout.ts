import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import {
  type Letterhead,
  letterheadOf,
  longDate,
  pictureOf,
  type Sheet,
  type SheetPart,
} from '#platform/server/documents/index.ts';
import type { PaperLayout, paperBlanks } from '../shapes.ts';

/** Papers on which everything has its place: a layout and what the paper says of itself become a sheet to be drawn. */

export type SaidOfPaper = Record<(typeof paperBlanks)[number], string>;

/** As many pixels as a picture of a stamp or a hand needs on paper, and no more. */
const pictureSide = 900;
const blank = /\{\s*(paper\.[a-z]+)\s*\}/g;

/** `seen` is what a camera reads off the QR code. */
export async function sheetOf(
  call: Pick<Call, 'kernel'>,
  layout: PaperLayout,
  {
    said,
    letterhead,
    seen,
    ...of
  }: Pick<Sheet, 'locale' | 'title' | 'made'> & {
    said: SaidOfPaper;
    letterhead: Letterhead;
    seen: string;
  },
): Promise<Sheet> {
  const picture = (hash: string) => pictureOf(call.kernel.settings, hash, pictureSide);
  const words = new Map<string, string>(Object.entries(said));
  const parts = await Promise.all(
    layout.parts.map(async ({ x, y, w, h, ...part }): Promise<SheetPart[]> => {
      const box = { x, y, w, h };
      switch (part.kind) {
        case 'text':
          return [{ ...box, ...part, text: part.text.replaceAll(blank, (_whole, name) => words.get(name) ?? '') }];
        case 'letterhead':
          return letterheadIn(box, letterhead);
        case 'picture': {
          const image = await picture(part.picture);
          return image ? [{ ...box, kind: 'picture', image }] : [];
        }
        case 'signature':
          return [{ ...box, ...part, image: part.picture ? await picture(part.picture) : null }];
        case 'qr':
          return [{ ...box, kind: 'qr', text: seen }];
        default:
          return [{ ...box, ...part }];
      }
    }),
  );
  return { ...of, author: letterhead.name, size: layout.size, landscape: layout.landscape, parts: parts.flat() };
}

/** The mark at the left, the name and what stands under it beside it. */
function letterheadIn(box: { x: number; y: number; w: number; h: number }, letterhead: Letterhead): SheetPart[] {
  const { x, y, w, h } = box;
  const beside = letterhead.logo ? h + 4 : 0;
  const words = { kind: 'text', bold: false, italic: false, align: 'left', color: '#1c2b2d' } as const;
  const name = { x: x + beside, y, w: w - beside, h: h * 0.55 };
  return [
    ...(letterhead.logo ? [{ x, y, w: h, h, kind: 'picture' as const, image: letterhead.logo }] : []),
    { ...words, ...name, text: letterhead.name, font: 'Serif', size: 15, bold: true },
    {
      ...words,
      ...name,
      y: y + name.h + 1,
      h: h - name.h - 1,
      text: letterhead.lines.join('\n'),
      font: 'Inter',
      size: 7.5,
      color: '#5b6b6e',
    },
  ];
}

/** The same page as it would be drawn, of a paper that nobody has issued: number and code are noughts. */
export async function trialSheet(
  call: Call,
  draft: { language: Locale; title: string; layout?: PaperLayout },
): Promise<Sheet> {
  const { language, title, layout } = draft;
  if (!layout) throw new Error('this paper has no layout');
  const code = '0000-0000-0000';
  const today = await todayOf(call);
  const address = `${call.kernel.settings.publicUrl}/check/${code}`;
  return sheetOf(call, layout, {
    locale: language,
    title,
    letterhead: await letterheadOf(call, language),
    said: {
      'paper.number': `SR-${today.slice(0, 4)}-000000`,
      'paper.date': longDate(today, language),
      'paper.code': code,
      'paper.address': address,
    },
    seen: address,
  });
}
