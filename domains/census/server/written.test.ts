import { expect, it } from 'vitest';
import {
  NotUnderstood,
  readCells,
  readColumns,
  readControls,
  readLines,
  readWhere,
  writeCells,
  writeControls,
  writeLines,
  writeWhere,
} from '../written.ts';
import { examples } from './examples.ts';

it.each(Object.values(examples))('a form that comes along reads back as it was written: $code', (form) => {
  expect(readLines(writeLines(form.lines))).toEqual(form.lines);
  expect(readColumns(writeLines(form.columns))).toEqual(form.columns);
  expect(readControls(writeControls(form.controls))).toEqual(form.controls);
  expect(readWhere(writeWhere(form.counts))).toEqual(form.counts);
});

it('cells read back, and what is not understood is named', () => {
  const text = 'C7 TOTAL 01\nC8 * 02\nB2 DAY';
  expect(writeCells(readCells(text))).toBe(text);
  expect(() => readCells('C7 TOTAL 01\n7C nothing')).toThrow(new NotUnderstood('7C nothing'));
  expect(() => readLines('01 | All | colour=RED')).toThrow(NotUnderstood);
  expect(() => readControls('01 is 02')).toThrow(NotUnderstood);
});
