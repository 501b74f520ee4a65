import type { Area, Choice, Spot } from './selection.ts';
import { areaOf, countOf } from './selection.ts';

/** One cell before and after: what held there, which a refused text never did; rows and columns by their keys, so that sorting anew does not mislead an undo. */
export interface Change {
  row: string;
  column: string;
  before: string;
  after: string;
}
export interface Past {
  done: readonly (readonly Change[])[];
  undone: readonly (readonly Change[])[];
}
export const noPast: Past = { done: [], undone: [] };
const steps = 200;

export const remember = (past: Past, changes: readonly Change[]): Past =>
  changes.length === 0 ? past : { done: [...past.done.slice(1 - steps), changes], undone: [] };

/** Takes the last step back, or the last one taken back forth again; `changes` are to be made now. */
export function undo(past: Past): { past: Past; changes: Change[] } | undefined {
  const last = past.done.at(-1);
  if (!last) return undefined;
  return {
    past: { done: past.done.slice(0, -1), undone: [...past.undone, last] },
    changes: last.map((one) => ({ ...one, before: one.after, after: one.before })),
  };
}
export function redo(past: Past): { past: Past; changes: Change[] } | undefined {
  const last = past.undone.at(-1);
  if (!last) return undefined;
  return { past: { done: [...past.done, last], undone: past.undone.slice(0, -1) }, changes: [...last] };
}

export interface Placed extends Spot {
  text: string;
}

/**
 * Where the cells of a pasted block land: from the upper left of the choice. A choice that is a multiple of the block
 * is filled with it, so one value fills all. `outside` are the values that find no place.
 */
export function spread(
  block: readonly (readonly string[])[],
  choice: Choice,
  size: { rows: number; columns: number },
): { cells: Placed[]; outside: string[]; area: Area } {
  const height = block.length;
  const width = block[0]?.length ?? 0;
  const area = areaOf(choice);
  const tall = area.bottom - area.top + 1;
  const wide = area.right - area.left + 1;
  const fills = countOf(area) > height * width && tall % height === 0 && wide % width === 0;
  const target: Area = fills
    ? area
    : { top: area.top, left: area.left, bottom: area.top + height - 1, right: area.left + width - 1 };
  const cells: Placed[] = [];
  const outside: string[] = [];
  for (let row = target.top; row <= target.bottom; row++)
    for (let column = target.left; column <= target.right; column++) {
      const text = block[(row - target.top) % height]?.[(column - target.left) % width] ?? '';
      if (row < size.rows && column < size.columns) cells.push({ row, column, text });
      else if (text !== '') outside.push(text);
    }
  const bottom = Math.min(target.bottom, size.rows - 1);
  return { cells, outside, area: { ...target, bottom, right: Math.min(target.right, size.columns - 1) } };
}

/** Fills downwards: the first row of the area into the rest; a single row takes what stands above it. */
export function fillDown(area: Area, textAt: (spot: Spot) => string): Placed[] {
  const source = area.top === area.bottom ? area.top - 1 : area.top;
  if (source < 0) return [];
  const cells: Placed[] = [];
  for (let row = source + 1; row <= area.bottom; row++)
    for (let column = area.left; column <= area.right; column++)
      cells.push({ row, column, text: textAt({ row: source, column }) });
  return cells;
}

/** The handle below the area drawn to `bottom`: what is chosen repeats. */
export function fillTo(area: Area, bottom: number, textAt: (spot: Spot) => string): Placed[] {
  const height = area.bottom - area.top + 1;
  const cells: Placed[] = [];
  for (let row = area.bottom + 1; row <= bottom; row++)
    for (let column = area.left; column <= area.right; column++)
      cells.push({ row, column, text: textAt({ row: area.top + ((row - area.top) % height), column }) });
  return cells;
}
