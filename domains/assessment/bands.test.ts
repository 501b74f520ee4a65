import { expect, it } from 'vitest';
import { bandEnds, bandFault, fallingBands } from './bands.ts';

const bands = (...rows: [number, string, number][]) => rows.map(([from, grade, point]) => ({ from, grade, point }));
const usual = bands([90, '5', 5], [70, '4', 4], [60, '3', 3], [0, '2', 2]);

it('names the first gap, overlap or contradiction of a scale', () => {
  const fault = (code: string, ...rows: [number, string, number][]) => bandFault(code, bands(...rows))?.code;
  expect(bandFault('FIVE', usual)).toBeUndefined();
  expect(bandFault('ECTS', bands([30, 'FX', 2], [0, 'F', 2]))).toBeUndefined();
  expect(bandFault('LETTER', bands([90, 'A', 4], [50, 'B', 3]))).toEqual({ code: 'BANDS_GAP', from: 50 });
  expect(bandFault('LETTER', bands([90, 'A', 4], [90, 'B', 3], [0, 'F', 0]))).toEqual({
    code: 'BANDS_OVERLAP',
    from: 90,
  });
  expect(fault('LETTER', [50, 'A', 4], [60, 'B', 3], [0, 'F', 0])).toBe('BANDS_NOT_FALLING');
  expect(fault('LETTER', [90, 'A', 4], [60, ' a', 3], [0, 'F', 0])).toBe('GRADE_TWICE');
  expect(fault('LETTER', [90, 'A', 3], [60, 'B', 4], [0, 'F', 0])).toBe('POINTS_RISE');
  expect(fault('FIVE', [90, 'A', 5], [0, '2', 2])).toBe('FIVE_NEEDS_NUMBERS');
});

it('says where every grade ends, whatever order it was typed in', () => {
  expect(bandEnds(usual)).toEqual([100, 89.9, 69.9, 59.9]);
  expect(bandEnds(bands([88.1, 'A', 4], [0.3, 'B', 3], [0, 'F', 0]))).toEqual([100, 88, 0.2]);
  expect(fallingBands([{ from: 0 }, { from: null }, { from: 60 }]).map((one) => one.from)).toEqual([60, 0, null]);
});
