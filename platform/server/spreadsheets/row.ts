/** A date cell holds 'YYYY-MM-DD'. `formula` marks a calculated cell: imports refuse it, `value` is its last result. */
export interface Cell {
  value: string | number | boolean | null;
  formula?: true;
}

/** `row` is the number the sheet shows, from 1. Blank rows are left out; trailing blank cells too. */
export interface TableRow {
  row: number;
  cells: Cell[];
}
