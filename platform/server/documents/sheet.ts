import type { ShownLocale } from '#platform/contract/index.ts';

/**
 * A page on which everything has its place, such as a certificate or a sheet of labels: what stands where was decided by somebody who
 * placed it. Millimetres from the upper left corner. Text that is too long for its box is set smaller until it fits.
 */
export interface Sheet {
  /** As that of a `Paper`. */
  locale: ShownLocale;
  title: string;
  author: string;
  size: 'A4' | 'A5';
  landscape: boolean;
  parts: readonly SheetPart[];
  /** Pages behind the first. */
  more?: readonly (readonly SheetPart[])[];
  /** When it was made, so that the same sheet is the same bytes; now unless told. */
  made?: Date;
}

export interface SheetBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface SheetText {
  kind: 'text';
  text: string;
  font: 'Serif' | 'Inter';
  /** Points. */
  size: number;
  bold: boolean;
  italic: boolean;
  align: 'left' | 'center' | 'right';
  /** As #rrggbb. */
  color: string;
}

export type SheetPart = SheetBox &
  (
    | SheetText
    /** A picture as a data address, as large as its box lets it be. */
    | { kind: 'picture'; image: string }
    /** A line for the hand with what was signed above it, office and name below. */
    | { kind: 'signature'; role: string; name: string; image: string | null }
    /** `text` is what a camera reads. */
    | { kind: 'qr'; text: string }
    | { kind: 'line'; color: string; weight: number }
    | { kind: 'frame'; color: string; weight: number; double: boolean }
  );

/** Width and height of a page in millimetres. */
export const sheetSize = ({ size, landscape }: Pick<Sheet, 'size' | 'landscape'>): [number, number] => {
  const [short, long] = size === 'A4' ? [210, 297] : [148, 210];
  return landscape ? [long, short] : [short, long];
};
