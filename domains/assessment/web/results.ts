/** What totals and marks make together, for pictures. Pure: numbers in, numbers out. */

export interface Total {
  total: number;
  complete: boolean;
  course_module: { academic_year: string; study_year: number; semester: number; credits: number };
}

/** Mean of complete totals weighted by credits, in hundredths; null when there is none. */
export function averageOf(totals: readonly Total[]): number | null {
  const whole = totals.filter((one) => one.complete && one.course_module.credits > 0);
  const credits = whole.reduce((sum, one) => sum + one.course_module.credits, 0);
  const points = whole.reduce((sum, one) => sum + Math.round(one.total * 10) * one.course_module.credits, 0);
  return credits === 0 ? null : Math.round((points / credits) * 10) / 100;
}

/** The same things by semester, the first semester first. */
export function bySemester<T extends { course_module: Total['course_module'] }>(
  rows: readonly T[],
): { key: string; academic_year: string; semester: number; rows: T[] }[] {
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
