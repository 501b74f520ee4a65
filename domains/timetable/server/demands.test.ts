import { expect, test } from 'vitest';
import { demandsOf } from './demands.ts';

test('what the fittest teacher has no time for, another of the module gives; with time enough, nobody else', () => {
  const hours = { LECTURE: 0, SEMINAR: 30, PRACTICAL: 0, LABORATORY: 0 };
  const groups = [1, 2, 3, 4].map((id) => ({ id, form: 'uz', students: 20 }));
  const teachers = [
    { staff_id: 7, role: 'SEMINAR' },
    { staff_id: 8, role: 'LEADER' },
  ];
  const given = (most: number) =>
    demandsOf([{ id: 1, hours, teachers, groups }], [], [], 15, new Map(), (id) => (id === 7 ? most : 60))
      .map(({ staff_id }) => staff_id)
      .sort();
  expect(given(60)).toEqual([7, 7, 7, 7]);
  expect(given(4)).toEqual([7, 7, 8, 8]);
});
