import { describe, expect, it } from 'vitest';
import type { Gradebook } from './api.ts';
import { cellKeyOf, cellOf, partsOf, progressOf, readMark, rowKeyOf, takeOver, textOf, toValue } from './marks.ts';

describe('what is typed into a cell', () => {
  it('is a mark with a point or a comma, or a special mark in either script', () => {
    expect(['85,5', ' 85.5 ', '85.50', '100', '0', '7'].map(readMark)).toEqual(
      ['85.5', '85.5', '85.5', '100', '0', '7'].map((text) => ({ text })),
    );
    expect(['a', 'А', 'е', 'Э', 'n', 'н', ''].map(readMark)).toEqual(
      ['A', 'A', 'E', 'E', 'N', 'N', ''].map((text) => ({ text })),
    );
  });
  it('with % is its number, and that must be said', () => {
    expect(['77%', '70 %'].map(readMark)).toEqual([
      { text: '77', percent: true },
      { text: '70', percent: true },
    ]);
  });
  it('is refused in words that name the fault', () => {
    expect(['100.05', '101', '-1', '85.55', 'abc', '1,2,3', '1e2'].map(readMark)).toEqual([
      { fault: 'mark_range' },
      { fault: 'mark_range' },
      { fault: 'mark_range' },
      { fault: 'mark_step' },
      { fault: 'mark_number' },
      { fault: 'mark_number' },
      { fault: 'mark_number' },
    ]);
  });
  it('goes to the call and comes back the same', () => {
    for (const text of ['85.5', '0', 'A', 'E', 'N', '']) expect(textOf(toValue(text))).toBe(text);
  });
});

it('cells are named by student or code, and component', () => {
  expect(partsOf(cellKeyOf('12', 7))).toEqual({ row: '12', component_id: 7, who: { student_id: 12 } });
  expect(partsOf(cellKeyOf(rowKeyOf({ id: null, code: 'K7M-4QX' }), 7)).who).toEqual({ code: 'K7M-4QX' });
});

const student = (id: number, more: Partial<Gradebook['students'][number]> = {}) => ({
  id,
  code: null,
  name: `S${id}`,
  student_no: '1',
  group: null,
  left: false,
  values: '50.0,',
  versions: '3,0',
  specials: '.A',
  states: 'DS',
  flags: '2.',
  dues: {},
  own: '',
  result: null,
  ...more,
});
const book = (students: Gradebook['students']) => ({ attempt: 1, leaves: [7, 8], students }) as unknown as Gradebook;

it('the packed grid opens into cells', () => {
  expect(cellOf(student(1), 0)).toEqual({ text: '50', version: 3, state: 'DRAFT', flag: '2', own: false });
  expect(cellOf(student(1), 1)).toEqual({ text: 'A', version: null, state: 'SUBMITTED', flag: '.', own: false });
});

it('what a save answered is taken over, and only into its rows', () => {
  const before = book([student(1), student(2)]);
  const cell = { component_id: 8, student_id: 1, code: null, attempt: 1, value: 61.5, special: null, version: 1 };
  const result = { total: 55, passed: false } as never;
  const after = takeOver(
    before,
    { saved: [{ ...cell, status: 'DRAFT' }], results: [{ ...(result as object), student_id: 1 } as never] },
    'FIRST',
  );
  expect(cellOf(after.students[0]!, 1)).toEqual({ text: '61.5', version: 1, state: 'DRAFT', flag: '.', own: false });
  expect(after.students[0]?.result).toMatchObject({ total: 55 });
  expect(after.students[1]).toBe(before.students[1]);
  const second = takeOver(before, { saved: [{ ...cell, status: 'SUBMITTED' }], results: [] }, 'SECOND');
  expect(second.students[0]).toMatchObject({ values: '50.0,61.5', flags: '2B' });
});

it('progress leaves out who has left and what is hidden', () => {
  const some = book([
    student(1),
    student(2, { left: true }),
    student(3, { states: '..', flags: 'XX' }),
    student(4, { states: '..' }),
  ]);
  expect(progressOf(some, 7)).toEqual({
    done: 1,
    all: 2,
    states: [
      ['DRAFT', 1],
      ['NOT_MARKED', 1],
    ],
  });
});
