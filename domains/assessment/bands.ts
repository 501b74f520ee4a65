/** Grades of a scale from the highest total down. Pure: the server judges by it, the form shows it before it is sent. */

export interface Band {
  /** The lowest total of the band, 0–100. */
  from: number;
  grade: string;
  /** What the grade counts in averages. */
  point: number;
}

export type BandFault =
  | { code: 'BANDS_GAP' | 'BANDS_NOT_FALLING' | 'BANDS_OVERLAP'; from: number }
  | { code: 'GRADE_TWICE' | 'POINTS_RISE' | 'FIVE_NEEDS_NUMBERS'; grade: string };

/** The first thing that is wrong: totals without a grade, with two, or a lower grade that counts more. */
export function bandFault(code: string, bands: readonly Band[]): BandFault | undefined {
  const seen = new Set<string>();
  for (const [at, { from, grade, point }] of bands.entries()) {
    const above = bands[at - 1];
    const name = grade.trim().toLowerCase();
    if (above && from === above.from) return { code: 'BANDS_OVERLAP', from };
    if (above && from > above.from) return { code: 'BANDS_NOT_FALLING', from };
    if (seen.has(name)) return { code: 'GRADE_TWICE', grade };
    if (above && point > above.point) return { code: 'POINTS_RISE', grade };
    if (code === 'FIVE' && !/^\d{1,2}(\.\d)?$/.test(grade)) return { code: 'FIVE_NEEDS_NUMBERS', grade };
    seen.add(name);
  }
  const lowest = bands.at(-1)?.from ?? 100;
  return lowest > 0 ? { code: 'BANDS_GAP', from: lowest } : undefined;
}

/** The highest total of each band, in tenths as marks are. */
export const bandEnds = (bands: readonly Pick<Band, 'from'>[]): number[] =>
  bands.map((_, at) => (at === 0 ? 100 : Math.round((bands[at - 1]?.from ?? 0) * 10 - 1) / 10));

/** In order, as they are sent. */
export const fallingBands = <T extends { from: number | null }>(bands: readonly T[]): T[] =>
  [...bands].sort((one, other) => (other.from ?? -1) - (one.from ?? -1));
