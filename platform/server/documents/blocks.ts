import type { Column, Content, TableCell } from 'pdfmake/interfaces.js';
import { ink } from './ink.ts';
import { qrSvg } from './qr.ts';

/** What documents are made of. Every function gives something for `content` of `pdf`. */

/** A heading inside the document; it stays with what follows. */
export const heading = (text: string): Content => ({
  text,
  font: 'Inter',
  bold: true,
  fontSize: 9.5,
  color: ink.accent,
  margin: [0, 12, 0, 5],
  // Read by `pageBreakBefore` of pdf().
  headlineLevel: 1,
});

/** A number with its suffix, as Uzbek writes dates and ordinals ("21-noyabr"), is not torn apart at the end of a line. */
function whole(text: string): string | Content[] {
  const parts = text.split(/([^ \n]*\d-\p{L}[^ \n]*)/u);
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 ? { text: part, noWrap: true } : part));
}

/** A paragraph of running text. */
export const prose = (text: string): Content => ({ text: whole(text), alignment: 'justify', margin: [0, 0, 0, 6] });

/** What is known, as label and value in one to three columns; empty values are left out. */
export function facts(
  rows: readonly (readonly [string, string | null | undefined])[],
  columns: 1 | 2 | 3 = 2,
): Content {
  const known = rows.filter((row): row is readonly [string, string] => Boolean(row[1]));
  const cell = ([label, value]: readonly [string, string]): Content => ({
    stack: [
      { text: label, font: 'Inter', fontSize: 7.5, color: ink.quiet },
      { text: whole(value), fontSize: 10.5, margin: [0, 1, 0, 0] },
    ],
    margin: [0, 0, 0, 3],
  });
  const body: TableCell[][] = [];
  for (let at = 0; at < known.length; at += columns)
    body.push(
      Array.from({ length: columns }, (_, step) => {
        const row = known[at + step];
        return row ? cell(row) : { text: '' };
      }),
    );
  if (!body.length) return { text: '' };
  return {
    table: { widths: Array.from({ length: columns }, () => '*'), body, dontBreakRows: true },
    layout: 'facts',
    margin: [0, 0, 0, 8],
  };
}

/** A code to be scanned, with what it is for beside it. */
export const scanned = ({ url, text }: { url: string; text: string }): Content => ({
  unbreakable: true,
  columns: [
    { svg: qrSvg(url), width: 76, link: url } as Column,
    {
      stack: [
        { text: whole(text), margin: [0, 8, 0, 4] },
        { text: url, link: url, font: 'Inter', fontSize: 7, color: ink.quiet },
      ],
    },
  ],
  columnGap: 12,
  margin: [0, 8, 0, 6],
});

export interface GridColumn {
  title: string;
  /** `*` shares what is left, `auto` is as wide as its content, a number is points. */
  width?: number | '*' | 'auto' | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
}

/** A row of cells, a heading over the rows that follow, or a row of sums. */
export type GridRow = readonly string[] | { group: string } | { sum: readonly string[] };

/** A table whose head comes again on every page; digits have one width, so that columns of numbers stand. */
export function grid(columns: readonly GridColumn[], rows: readonly GridRow[]): Content {
  const strong = new Set<number>();
  const groups = new Set<number>();
  const cells = (values: readonly string[], more?: object): TableCell[] =>
    columns.map((column, at) => ({
      text: values[at] ?? '',
      alignment: column.align ?? 'left',
      // Only where digits stand under each other: text with features is laid out anew each time, which costs.
      ...(column.align && !more ? { fontFeatures: ['tnum'] } : {}),
      ...more,
    }));
  const body: TableCell[][] = [
    cells(
      columns.map(({ title }) => title),
      { bold: true, fontSize: 7.5, color: ink.quiet },
    ),
  ];
  for (const row of rows) {
    if ('group' in row) {
      groups.add(body.length);
      body.push([
        { text: row.group, bold: true, colSpan: columns.length, fillColor: ink.faint } as TableCell,
        ...columns.slice(1).map(() => ({}) as TableCell),
      ]);
    } else if ('sum' in row) {
      strong.add(body.length);
      body.push(cells(row.sum, { bold: true }));
    } else body.push(cells(row));
  }
  return {
    font: 'Inter',
    fontSize: 8.5,
    lineHeight: 1.15,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width ?? '*'),
      body,
      // Read by the layout.
      ...{ strong: [...strong], groups: [...groups] },
    },
    layout: 'grid',
    margin: [0, 0, 0, 6],
  };
}

/** Who signs: office on the left, a line for the hand, the name on the right. They stay together on one page. */
export const signatures = (rows: readonly { role: string; name: string | null }[]): Content => ({
  unbreakable: true,
  margin: [0, 22, 0, 0],
  stack: rows.map(({ role, name }) => ({
    columns: [
      { text: role, width: '*' },
      { canvas: [{ type: 'line', x1: 0, y1: 12, x2: 92, y2: 12, lineWidth: 0.6, lineColor: ink.quiet }], width: 104 },
      { text: name ?? '', width: 184 },
    ],
    margin: [0, 0, 0, 12],
  })),
});
