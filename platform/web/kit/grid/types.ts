import type { ReactNode } from 'react';
import type { CellState } from './edits.ts';

export interface GridColumn {
  key: string;
  title: string;
  /** What it belongs to, over the title. */
  group?: string | undefined;
  /** A side remark under the title, such as a weight. */
  note?: string | undefined;
  /** pixels, default 104 */
  width?: number | undefined;
  /** Stays at the right edge while the others scroll, where there is room; for sums. */
  pinned?: boolean | undefined;
}

export interface GridCell {
  /** As shown, edited and copied. */
  text: string;
  /** What holds in truth where `text` is one that was refused, or that others have typed against; what an undo goes back to. */
  stands?: string | undefined;
  /** Why nothing can be typed here; shown to those who try. */
  locked?: string | undefined;
  state?: CellState | 'saved' | undefined;
  /** What is said of the state besides its word: why it was refused, whose value stands against it. */
  why?: string | undefined;
  /** A quiet remark: provisional, published, not passed. */
  tone?: 'dimmed' | 'good' | 'bad' | 'strong' | undefined;
  /** A mark of its own kind, such as two values that differ; its word is read too. */
  sign?: { icon: ReactNode; label: string } | undefined;
}

export interface GridChange {
  row: string;
  column: string;
  text: string;
}

export interface GridProps<Row> {
  /** What the table is, for those who hear it. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row's name, read with each of its cells. */
  rowName: (row: Row) => string;
  /** Heading of the first column, which stays. */
  rowTitle: string;
  /** First cell of a row, one or two short lines; by default its name. */
  renderRow?: ((row: Row) => ReactNode) | undefined;
  columns: readonly GridColumn[];
  /** Must be cheap, and must be a new function when what it answers may have changed. */
  cell: (row: Row, column: GridColumn) => GridCell;
  /** Cells typed, pasted, filled, cleared, undone: the text as it came. Answers how it was read, where that must be said. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most pages have nothing to say
  onChange: (changes: GridChange[]) => string | void;
  /** What one key puts into all chosen cells at once; `code` is the key's place, whatever the keyboard's language. */
  shortcut?: ((key: { key: string; code: string }) => string | undefined) | undefined;
  /** The cell that has the focus when the grid appears; without it the first is chosen, and nothing takes the focus. */
  start?: { row: string; column: string } | undefined;
  /** The cell that has the focus. */
  onActive?: ((spot: { row: string; column: string }) => void) | undefined;
  /** Alt+Enter, or a double press on a locked cell: shows more about the cell. */
  onInspect?: ((spot: { row: string; column: string }) => void) | undefined;
  /** CSS height that it may take. */
  maxHeight?: string | undefined;
}
