import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, type Layout, pageBox } from '../shapes.ts';
import { changed, firstLayout, fresh, onPage, placingOf, redone, snapped, undone, within } from './placing.ts';

const pages = fc.record({ size: fc.constantFrom('A4' as const, 'A5' as const), landscape: fc.boolean() });
const number = fc.double({ min: -400, max: 800, noNaN: true });
const boxes = fc.record({ x: number, y: number, w: number, h: number });

describe('placing on a page', () => {
  it('leaves nothing beyond the page and nothing between half millimetres, wherever it was pulled', () => {
    fc.assert(
      fc.property(boxes, fc.array(boxes, { maxLength: 4 }), pages, (box, others, page) => {
        const [width, height] = pageBox(page);
        for (const one of [within(box, page), snapped(box, others, page).box]) {
          expect(one.x).toBeGreaterThanOrEqual(0);
          expect(one.y).toBeGreaterThanOrEqual(0);
          expect(one.x + one.w).toBeLessThanOrEqual(width);
          expect(one.y + one.h).toBeLessThanOrEqual(height);
          for (const value of Object.values(one)) expect(Number.isInteger(value * 2)).toBe(true);
        }
      }),
    );
  });

  it('falls into the middle of the page, and onto the edge of a neighbour', () => {
    const page = { size: 'A4', landscape: true } as const;
    expect(snapped({ x: 99, y: 50, w: 100, h: 10 }, [], page)).toMatchObject({
      box: { x: 98.5 },
      lines: [{ along: 'x', at: 148.5 }],
    });
    expect(snapped({ x: 41, y: 90, w: 30, h: 10 }, [{ x: 40, y: 20, w: 50, h: 10 }], page).box.x).toBe(40);
  });

  it('goes back and forth through every step', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('text', 'qr', 'line', 'frame', 'signature'), { maxLength: 20 }), (kinds) => {
        let state = placingOf(firstLayout());
        const seen: Layout[] = [state.now];
        for (const kind of kinds) {
          const { now } = state;
          state = changed(state, { ...now, elements: [...now.elements, fresh(kind, now)] });
          seen.push(state.now);
        }
        for (const layout of seen.toReversed()) {
          expect(state.now).toBe(layout);
          state = undone(state);
        }
        for (const layout of seen.slice(1)) {
          state = redone(state);
          expect(state.now).toBe(layout);
        }
      }),
    );
  });

  it('begins with what the server takes, on whatever page', () => {
    for (const size of ['A4', 'A5'] as const)
      for (const landscape of [true, false])
        for (const one of onPage(firstLayout(), { size, landscape }).elements)
          expect(element.safeParse(one).error?.issues ?? []).toEqual([]);
  });
});
