/** Where one is in a grid and what is chosen; rows and columns count from 0. */
export interface Spot {
  row: number;
  column: number;
}
/** Typing goes to `at`; the chosen area reaches from there to `to`. `home` is the column where a run of Tab began. */
export interface Choice {
  at: Spot;
  to: Spot;
  home?: number | undefined;
}
export interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
}
export interface Size {
  rows: number;
  columns: number;
  /** rows that fit on the screen */
  page: number;
}

export const oneSpot = (at: Spot): Choice => ({ at, to: at });
export const areaOf = ({ at, to }: Choice): Area => ({
  top: Math.min(at.row, to.row),
  bottom: Math.max(at.row, to.row),
  left: Math.min(at.column, to.column),
  right: Math.max(at.column, to.column),
});
export const countOf = (area: Area): number => (area.bottom - area.top + 1) * (area.right - area.left + 1);

const within = (size: Size, { row, column }: Spot): Spot => ({
  row: Math.min(Math.max(row, 0), size.rows - 1),
  column: Math.min(Math.max(column, 0), size.columns - 1),
});

export interface Key {
  key: string;
  shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  control: boolean;
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function step(from: Spot, { key, control }: Key, size: Size): Spot | undefined {
  const by = steps[key];
  if (by) {
    const far = control ? Math.max(size.rows, size.columns) : 1;
    return { row: from.row + by[0] * far, column: from.column + by[1] * far };
  }
  if (key === 'PageUp' || key === 'PageDown')
    return { ...from, row: from.row + (key === 'PageUp' ? -1 : 1) * Math.max(size.page - 1, 1) };
  if (key === 'Home') return { row: control ? 0 : from.row, column: 0 };
  if (key === 'End') return { row: control ? size.rows - 1 : from.row, column: size.columns - 1 };
  return undefined;
}

/** What a key makes of the choice; undefined when the key is not for moving, or leads out of the grid. */
export function move(choice: Choice, key: Key, size: Size): Choice | undefined {
  if (size.rows === 0 || size.columns === 0) return undefined;
  if (key.key === 'Enter') {
    const row = choice.at.row + (key.shift ? -1 : 1);
    return oneSpot(within(size, { row, column: key.shift ? choice.at.column : (choice.home ?? choice.at.column) }));
  }
  if (key.key === 'Tab') {
    const next = choice.at.row * size.columns + choice.at.column + (key.shift ? -1 : 1);
    if (next < 0 || next >= size.rows * size.columns) return undefined;
    const at = { row: Math.floor(next / size.columns), column: next % size.columns };
    return { at, to: at, home: choice.home ?? choice.at.column };
  }
  if (key.key.toLowerCase() === 'a' && key.control) return everything(size);
  const from = key.shift ? choice.to : choice.at;
  const to = step(from, key, size);
  if (!to) return undefined;
  return key.shift ? { at: choice.at, to: within(size, to) } : oneSpot(within(size, to));
}

export const everything = (size: Size): Choice => ({
  at: { row: 0, column: 0 },
  to: { row: size.rows - 1, column: size.columns - 1 },
});
