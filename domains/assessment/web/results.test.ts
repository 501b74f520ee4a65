import { expect, it } from 'vitest';
import { bySemester, compareMarkers, distributionOf, meanOf } from './results.ts';

const row = (place: number, semester = 1, academic_year = '2025/2026') => ({
  place,
  course_module: { academic_year, study_year: 1, semester },
});

it('semesters stand in their order', () => {
  const groups = bySemester([row(1, 2), row(2), row(3, 1, '2024/2025'), row(4, 2)]);
  expect(groups.map(({ academic_year, semester, rows }) => [academic_year, semester, rows.length])).toEqual([
    ['2024/2025', 1, 1],
    ['2025/2026', 1, 1],
    ['2025/2026', 2, 2],
  ]);
});

it('a distribution has ten steps, and 100 stands in the last', () => {
  const steps = distributionOf([0, 9.9, 10, 99, 100]);
  expect(steps).toHaveLength(10);
  expect([steps[0], steps[1], steps[9]]).toEqual([
    { name: '0–9', count: 2 },
    { name: '10–19', count: 1 },
    { name: '90–100', count: 2 },
  ]);
  expect(meanOf([60, 61, 61])).toBe(60.7);
  expect(meanOf([])).toBeNull();
});

it('a marker stands out by the mean or by the spread, never by chance or by few marks', () => {
  const marker = (
    account_id: number,
    count: number,
    mean: number,
    spread: number,
    elsewhere: number | null = null,
  ) => ({
    account_id,
    name: `M${account_id}`,
    groups: [],
    count,
    mean,
    spread,
    elsewhere,
    known: elsewhere === null ? 0 : count,
  });
  const verdicts = (...rows: ReturnType<typeof marker>[]) => compareMarkers(rows).map((one) => one.verdict);
  expect(verdicts(marker(1, 40, 80, 10), marker(2, 40, 70, 10))).toEqual(['HIGHER', 'LOWER']);
  expect(verdicts(marker(1, 40, 74, 10), marker(2, 40, 70, 10))).toEqual(['USUAL', 'USUAL']);
  expect(verdicts(marker(1, 6, 80, 25), marker(2, 40, 70, 20))).toEqual(['USUAL', 'USUAL']);
  expect(verdicts(marker(1, 40, 71, 4), marker(2, 40, 70, 10))).toEqual(['CLOSER', 'WIDER']);
  expect(verdicts(marker(1, 4, 95, 1), marker(2, 40, 70, 10))).toEqual(['FEW', 'FEW']);
  expect(verdicts(marker(1, 40, 70, 10))).toEqual(['FEW']);
  const [first] = compareMarkers([marker(1, 10, 80, 5), marker(2, 10, 60, 5), marker(3, 30, 70, 5)]);
  expect([first?.others, first?.apart, first?.unexplained]).toEqual([67.5, 12.5, 12.5]);
  // Whose students are as much better elsewhere marks as everybody; whose are weaker there is the more generous.
  expect(verdicts(marker(1, 40, 80, 10, 82), marker(2, 40, 70, 10, 72))).toEqual(['USUAL', 'USUAL']);
  const [kind] = compareMarkers([marker(1, 40, 72, 10, 64), marker(2, 40, 70, 10, 72)]);
  expect([kind?.verdict, kind?.expected, kind?.unexplained]).toEqual(['HIGHER', -8, 10]);
});
