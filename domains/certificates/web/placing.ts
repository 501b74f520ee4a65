import type { Element, ElementKind, Layout, Page } from '../shapes.ts';
import { pageBox } from '../shapes.ts';

/** Placing things on a page: moving, snapping, and taking steps back. Millimetres, in halves. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export const half = (value: number): number => Math.round(value * 2) / 2;
const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** On the page, whole and in half millimetres. */
export function within(box: Box, page: Page): Box {
  const [width, height] = pageBox(page);
  const w = half(between(box.w, 2, width));
  const h = half(between(box.h, 0.5, height));
  return { w, h, x: half(between(box.x, 0, width - w)), y: half(between(box.y, 0, height - h)) };
}

export interface Snapped {
  box: Box;
  /** Lines to show: where something fell into place. */
  lines: { along: 'x' | 'y'; at: number }[];
}

/** Moves a box a little so that an edge or its middle falls on an edge or middle of something else, or of the page. */
export function snapped(box: Box, others: readonly Box[], page: Page, reach = 1.5): Snapped {
  const [width, height] = pageBox(page);
  const lines: Snapped['lines'] = [];
  const aligned = (along: 'x' | 'y'): number => {
    const [start, size, whole] = along === 'x' ? [box.x, box.w, width] : [box.y, box.h, height];
    const targets = [
      10,
      whole / 2,
      whole - 10,
      ...others.flatMap((one) => {
        const [from, long] = along === 'x' ? [one.x, one.w] : [one.y, one.h];
        return [from, from + long / 2, from + long];
      }),
    ];
    let best: { by: number; at: number } | undefined;
    for (const own of [start, start + size / 2, start + size])
      for (const at of targets)
        if (Math.abs(at - own) <= reach && (!best || Math.abs(at - own) < Math.abs(best.by)))
          best = { by: at - own, at };
    if (best) lines.push({ along, at: best.at });
    return start + (best?.by ?? 0);
  };
  const x = aligned('x');
  const y = aligned('y');
  return { box: within({ ...box, x, y }, page), lines };
}

/** What was placed, with what was before and what was taken back. */
export interface Placing {
  now: Layout;
  before: Layout[];
  after: Layout[];
}
const mostSteps = 100;

export const placingOf = (now: Layout): Placing => ({ now, before: [], after: [] });
export const changed = ({ now, before }: Placing, next: Layout): Placing => ({
  now: next,
  before: [...before.slice(-mostSteps + 1), now],
  after: [],
});
export const undone = (state: Placing): Placing => {
  const last = state.before.at(-1);
  return last ? { now: last, before: state.before.slice(0, -1), after: [state.now, ...state.after] } : state;
};
export const redone = (state: Placing): Placing => {
  const [next, ...after] = state.after;
  return next ? { now: next, before: [...state.before, state.now], after } : state;
};

/** Of one element something else; the others stay. */
export const withElement = (layout: Layout, id: string, change: (one: Element) => Element): Layout => ({
  ...layout,
  elements: layout.elements.map((one) => (one.id === id ? change(one) : one)),
});

/** A turned or smaller page keeps everything on it. */
export const onPage = (layout: Layout, page: Page): Layout => ({
  page,
  elements: layout.elements.map((one) => ({ ...one, ...within(one, page) })),
});

/** The next free name: e1, e2, … */
export function freeId(elements: readonly Element[]): string {
  const taken = new Set(elements.map(({ id }) => id));
  let at = elements.length + 1;
  while (taken.has(`e${at}`)) at++;
  return `e${at}`;
}

const ink = '#1c2b2d';
const accent = '#0b6b68';
const empty = { uz: '', ru: '', en: '' };

/** One of a kind in the middle of the page, ready to be moved. */
export function fresh(kind: ElementKind, layout: Layout): Element {
  const [width, height] = pageBox(layout.page);
  const id = freeId(layout.elements);
  const sizes: Record<ElementKind, [number, number]> = {
    text: [120, 10],
    letterhead: [150, 20],
    picture: [35, 35],
    signature: [60, 25],
    qr: [30, 30],
    line: [80, 1],
    frame: [width - 16, height - 16],
  };
  const [w, h] = sizes[kind];
  const box = { id, ...within({ x: (width - w) / 2, y: (height - h) / 2, w, h }, layout.page) };
  switch (kind) {
    case 'text':
      return {
        ...box,
        kind,
        text: empty,
        font: 'Serif',
        size: 14,
        bold: false,
        italic: false,
        align: 'center',
        color: ink,
      };
    case 'picture':
      return { ...box, kind, file_id: null };
    case 'signature':
      return { ...box, kind, signer: 'RECTOR', role: empty, name: '', file_id: null };
    case 'line':
      return { ...box, kind, color: accent, weight: 1 };
    case 'frame':
      return { ...box, kind, color: accent, weight: 2, double: true };
    default:
      return { ...box, kind };
  }
}

/** A certificate to begin with, rather than an empty page. */
export function firstLayout(): Layout {
  const page: Page = { size: 'A4', landscape: true };
  const words = { font: 'Serif', bold: false, italic: false, align: 'center', color: ink } as const;
  return {
    page,
    elements: [
      { id: 'frame', kind: 'frame', x: 8, y: 8, w: 281, h: 194, color: accent, weight: 2, double: true },
      { id: 'head', kind: 'letterhead', x: 20, y: 18, w: 200, h: 20 },
      {
        ...words,
        id: 'title',
        kind: 'text',
        x: 28.5,
        y: 52,
        w: 240,
        h: 18,
        size: 36,
        bold: true,
        color: accent,
        text: { uz: 'SERTIFIKAT', ru: 'СЕРТИФИКАТ', en: 'CERTIFICATE' },
      },
      {
        ...words,
        id: 'name',
        kind: 'text',
        x: 28.5,
        y: 82,
        w: 240,
        h: 14,
        size: 26,
        text: { uz: '{person.name}', ru: '{person.name}', en: '{person.name}' },
      },
      { id: 'line', kind: 'line', x: 68.5, y: 97, w: 160, h: 1, color: accent, weight: 0.75 },
      {
        ...words,
        id: 'words',
        kind: 'text',
        x: 48.5,
        y: 102,
        w: 200,
        h: 24,
        size: 14,
        text: {
          uz: '“{event.title}” kursini muvaffaqiyatli tugatgani uchun berildi',
          ru: 'выдан в том, что успешно пройден курс «{event.title}»',
          en: 'is awarded for successfully completing the course “{event.title}”',
        },
      },
      {
        id: 'sign',
        kind: 'signature',
        x: 40,
        y: 150,
        w: 70,
        h: 30,
        signer: 'RECTOR',
        role: empty,
        name: '',
        file_id: null,
      },
      {
        ...words,
        id: 'number',
        kind: 'text',
        x: 128.5,
        y: 172,
        w: 80,
        h: 12,
        size: 9,
        font: 'Inter',
        text: {
          uz: '№ {paper.number}\n{paper.date}',
          ru: '№ {paper.number}\n{paper.date}',
          en: 'No. {paper.number}\n{paper.date}',
        },
      },
      { id: 'qr', kind: 'qr', x: 240, y: 152, w: 34, h: 34 },
    ],
  };
}
