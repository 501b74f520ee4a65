/** What totals and marks make together, for pictures. Pure: numbers in, numbers out. */

/** The same things by semester, the first semester first. */
export function bySemester<
  T extends { course_module: { academic_year: string; study_year: number; semester: number } },
>(rows: readonly T[]): { key: string; academic_year: string; semester: number; rows: T[] }[] {
  const found = new Map<string, { key: string; academic_year: string; semester: number; rows: T[] }>();
  for (const row of rows) {
    const { academic_year, study_year, semester } = row.course_module;
    const key = `${academic_year} ${study_year} ${semester}`;
    const group = found.get(key) ?? { key, academic_year, semester, rows: [] };
    group.rows.push(row);
    found.set(key, group);
  }
  return [...found.values()].sort((a, b) => a.key.localeCompare(b.key));
}

/** How many values lie in each step of ten; 100 belongs to the last. */
export function distributionOf(values: readonly number[]): { name: string; count: number }[] {
  const counts = Array<number>(10).fill(0);
  for (const value of values) {
    const step = Math.min(9, Math.max(0, Math.floor(value / 10)));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts.map((count, step) => ({ name: step === 9 ? '90–100' : `${step * 10}–${step * 10 + 9}`, count }));
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10;

export interface MarkerRow {
  account_id: number;
  name: string;
  groups: string[];
  count: number;
  mean: number;
  spread: number | null;
  /** Mean of what their students have in other modules, and of how many of them that is known. */
  elsewhere: number | null;
  known: number;
}
export interface Marker extends MarkerRow {
  /** Mean of everybody else's marks in the component; null where nobody else marked. */
  others: number | null;
  apart: number | null;
  /** What of that their students are: by how much these lie above the others' students in other modules. */
  expected: number | null;
  /** What is left: more or less than their students explain. */
  unexplained: number | null;
  verdict: 'HIGHER' | 'LOWER' | 'CLOSER' | 'WIDER' | 'USUAL' | 'FEW';
}
/** Marks below which nothing can be said, and points between means that matter. */
const few = 5;
const matters = 5;

/** By how much one marker's students are better elsewhere than everybody else's; null where too little is known of either. */
function expectedOf(row: MarkerRow, rest: readonly MarkerRow[]): number | null {
  const known = rest.filter((one) => one.elsewhere !== null);
  const count = known.reduce((sum, one) => sum + one.known, 0);
  if (row.elsewhere === null || row.known < few || count < few) return null;
  return row.elsewhere - known.reduce((sum, one) => sum + one.known * (one.elsewhere ?? 0), 0) / count;
}

/**
 * Each marker of one component beside all others: higher or lower when the means are apart by what matters and by more
 * than chance (two standard errors) and better or weaker students explain; closer or wider when the spread is half or
 * double.
 */
export function compareMarkers(rows: readonly MarkerRow[]): Marker[] {
  const squares = ({ count, mean, spread }: MarkerRow) => (count - 1) * (spread ?? 0) ** 2 + count * mean ** 2;
  return rows.map((row) => {
    const rest = rows.filter((one) => one !== row);
    const count = rest.reduce((sum, one) => sum + one.count, 0);
    if (count === 0) return { ...row, others: null, apart: null, expected: null, unexplained: null, verdict: 'FEW' };
    const others = rest.reduce((sum, one) => sum + one.count * one.mean, 0) / count;
    const apart = row.mean - others;
    const expected = expectedOf(row, rest);
    const unexplained = apart - (expected ?? 0);
    const found = { ...row, others, apart, expected, unexplained };
    if (count < few || row.count < few) return { ...found, verdict: 'FEW' };
    const total = rest.reduce((sum, one) => sum + squares(one), 0);
    const spread = Math.sqrt(Math.max(0, total - count * others ** 2) / (count - 1));
    const own = row.spread ?? 0;
    const error = Math.sqrt(own ** 2 / row.count + spread ** 2 / count);
    const verdict =
      Math.abs(unexplained) >= matters && Math.abs(unexplained) > 2 * error
        ? unexplained > 0
          ? 'HIGHER'
          : 'LOWER'
        : own * 2 <= spread && spread > 0
          ? 'CLOSER'
          : own >= spread * 2 && own > 0
            ? 'WIDER'
            : 'USUAL';
    return { ...found, verdict };
  });
}
