import type { ContentTable, CustomTableLayout } from 'pdfmake/interfaces.js';
import { ink } from './ink.ts';

/**
 * How tables are ruled, by name: a paper is drawn in another process, to which functions cannot travel. `grid` reads from
 * the table which of its rows are sums and which are headings.
 */
const marked = (node: ContentTable, as: 'strong' | 'groups', at: number): boolean =>
  ((node.table as { strong?: number[]; groups?: number[] })[as] ?? []).includes(at);

export const layouts: Record<'facts' | 'grid' | 'boxes', CustomTableLayout> = {
  facts: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (at) => (at === 0 ? 0 : 10),
    paddingRight: () => 0,
    paddingTop: () => 1,
    paddingBottom: () => 2,
  },
  grid: {
    hLineWidth: (at, node) => (at === 0 ? 0 : at === 1 || at === node.table.body.length ? 0.8 : 0.4),
    hLineColor: (at, node) =>
      at === 1 || at === node.table.body.length || marked(node, 'strong', at) ? ink.quiet : ink.line,
    vLineWidth: () => 0,
    paddingLeft: (at) => (at === 0 ? 2 : 5),
    paddingRight: (at, node) => (at === (node.table.widths?.length ?? 0) - 1 ? 2 : 5),
    paddingTop: (at, node) => (marked(node, 'groups', at) ? 4 : 3.5),
    paddingBottom: (at, node) => (marked(node, 'groups', at) ? 3 : 2.5),
  },
  /** Every cell in a frame: weeks and plans of rooms. */
  boxes: {
    hLineWidth: () => 0.4,
    vLineWidth: () => 0.4,
    hLineColor: () => '#c5cbcf',
    vLineColor: () => '#c5cbcf',
    paddingLeft: () => 3,
    paddingRight: () => 3,
  },
};
