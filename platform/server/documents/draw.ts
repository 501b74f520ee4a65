import type { Column, Content, Margins, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { clock } from '#platform/contract/clock.ts';
import type { ShownLocale } from '#platform/contract/index.ts';
import { ink } from './ink.ts';
import { pdfmake } from './maker.ts';
import type { Paper } from './paper.ts';
import { qrSvg } from './qr.ts';
import { paperInCyrillic } from './script.ts';

interface Words {
  number: string;
  page: (at: number, of: number) => string;
  check: string;
  code: string;
}
const words: Record<ShownLocale, Words> = {
  uz: {
    number: '№',
    page: (at, of) => `${at}-bet, jami ${of}`,
    check: 'Hujjatning haqiqiyligini tekshirish',
    code: 'Tekshiruv kodi',
  },
  'uz-Cyrl': {
    number: '№',
    page: (at, of) => `${at}-бет, жами ${of}`,
    check: 'Ҳужжатнинг ҳақиқийлигини текшириш',
    code: 'Текширув коди',
  },
  ru: {
    number: '№',
    page: (at, of) => `Стр. ${at} из ${of}`,
    check: 'Проверить подлинность документа',
    code: 'Код проверки',
  },
  en: {
    number: 'No.',
    page: (at, of) => `Page ${at} of ${of}`,
    check: 'Check that this document is genuine',
    code: 'Check code',
  },
};

/** Lays the document out and answers the whole file; some 60 ms of work for a page or two. Runs in a process of the pool. */
export async function draw(given: Paper): Promise<Buffer> {
  const paper = given.locale === 'uz-Cyrl' ? paperInCyrillic(given) : given;
  const text = words[paper.locale];
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageOrientation: paper.landscape ? 'landscape' : 'portrait',
    pageMargins: paper.bare?.margins ?? [54, 48, 54, 62],
    language: paper.locale,
    displayTitle: true,
    info: {
      title: [paper.title, paper.number && `${text.number} ${paper.number}`].filter(Boolean).join(' '),
      author: paper.letterhead.name,
      creator: 'Edulab',
      producer: 'Edulab',
      creationDate: paper.made ?? clock.date(),
    },
    defaultStyle: { font: 'Serif', fontSize: 10.5, lineHeight: 1.2, color: ink.text },
    content: paper.bare ? paper.content : [head(paper), titleOf(paper), ...paper.content],
    ...bandOf(paper),
    // A heading does not stand alone at the foot of a page.
    pageBreakBefore: (node: { headlineLevel?: number }, nodes: { getFollowingNodesOnPage(): unknown[] }) =>
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    footer: (at: number, of: number) => foot(paper, at, of),
  } as TDocumentDefinitions;
  return pdfmake.createPdf(definition).getBuffer();
}

/** Drawn under the content of every page. */
function bandOf({ bare }: Paper): Pick<TDocumentDefinitions, 'background'> {
  const band = bare?.band;
  if (!band) return {};
  return {
    background: (_page, { height }) => ({
      canvas: [{ type: 'rect', x: 0, y: 0, w: band.width, h: height, color: band.color }],
    }),
  };
}

function head({ letterhead, landscape }: Paper): Content {
  const mark: Column = letterhead.logo
    ? { image: letterhead.logo, fit: [54, 54], width: 64 }
    : {
        width: 64,
        table: {
          widths: [46],
          heights: [46],
          body: [
            [
              {
                text: letterhead.initials,
                font: 'Inter',
                bold: true,
                fontSize: Math.min(20, 62 / Math.max(letterhead.initials.length, 1)),
                color: '#ffffff',
                fillColor: ink.accent,
                alignment: 'center',
                margin: [0, 23 - Math.min(20, 62 / Math.max(letterhead.initials.length, 1)) * 0.72, 0, 0],
                border: [false, false, false, false],
              },
            ],
          ],
        },
        layout: 'noBorders',
      };
  const wide = landscape ? 734 : 487;
  return [
    {
      columns: [
        mark,
        {
          stack: [
            { text: letterhead.name, fontSize: 15, bold: true, lineHeight: 1.1, margin: [0, 1, 0, 3] },
            ...letterhead.lines.map((line) => ({ text: line, font: 'Inter', fontSize: 7.5, color: ink.quiet })),
          ],
        },
      ],
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: wide, y2: 0, lineWidth: 1.2, lineColor: ink.accent }],
      margin: [0, 8, 0, 16],
    },
  ];
}

function titleOf({ title, subtitle, number, date, locale }: Paper): Content {
  const line = [number && `${words[locale].number}\u00a0${number}`, date].filter(Boolean).join('   ·   ');
  return {
    stack: [
      { text: title, fontSize: 19, bold: true, alignment: 'center', lineHeight: 1.1 },
      ...(subtitle
        ? [{ text: subtitle, fontSize: 11, alignment: 'center' as const, margin: [0, 3, 0, 0] satisfies Margins }]
        : []),
      ...(line
        ? [
            {
              text: line,
              font: 'Inter',
              fontSize: 8.5,
              color: ink.quiet,
              alignment: 'center' as const,
              margin: [0, 5, 0, 0] satisfies Margins,
            },
          ]
        : []),
    ],
    margin: [0, 0, 0, 14],
  };
}

function foot({ check, locale, number, note, bare }: Paper, at: number, of: number): Content {
  const text = words[locale];
  if (bare) {
    const left = (bare.band?.width ?? bare.margins[0]) + (bare.band ? 24 : 0);
    return {
      columns: [
        { text: note ?? '', width: '*' },
        { text: of > 1 ? text.page(at, of) : '', alignment: 'right', width: 90 },
      ],
      margin: [left, 14, 40, 0],
      ...small,
    };
  }
  const page: Column = { text: text.page(at, of), alignment: 'right' as const, width: 90 };
  if (!check)
    return { columns: [{ text: number ? `${text.number} ${number}` : '' }, page], margin: [54, 26, 54, 0], ...small };
  return {
    columns: [
      { svg: qrSvg(check.url), width: 40, link: check.url } as Column,
      {
        stack: [
          { text: text.check, color: ink.text },
          { text: check.url, link: check.url, color: ink.accent },
          { text: [`${text.code}: `, { text: check.code, bold: true, color: ink.text }] },
        ],
        margin: [10, 4, 0, 0],
      },
      { ...page, margin: [0, 22, 0, 0] } as Column,
    ],
    margin: [54, 8, 54, 0],
    ...small,
  };
}
const small = { font: 'Inter', fontSize: 7.5, lineHeight: 1.25, color: ink.quiet };
