import { expect, it } from 'vitest';
import { averageOf, bySemester, distributionOf, meanOf, type Total } from './results.ts';

const row = (total: number, credits: number, semester = 1, academic_year = '2025/2026', complete = true): Total => ({
  total,
  complete,
  course_module: { academic_year, study_year: 1, semester, credits },
});

it('an average weighs by credits and leaves out what is not whole', () => {
  expect(averageOf([row(90, 6), row(60, 3)])).toBe(80);
  expect(averageOf([row(90, 6), row(10, 6, 1, '2025/2026', false)])).toBe(90);
  expect(averageOf([row(66.7, 3), row(66.6, 3)])).toBe(66.65);
  expect(averageOf([])).toBeNull();
});

it('semesters stand in their order', () => {
  const groups = bySemester([row(1, 1, 2), row(2, 1, 1), row(3, 1, 1, '2024/2025'), row(4, 1, 2)]);
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
