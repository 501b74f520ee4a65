import { expect, it } from 'vitest';
import { searchText } from './search.ts';

it('writes one text for all ways in', () => {
  const person = { firstname: 'Oʻtkir', lastname: 'Qodirov', student_no: 'S1', names_cyrillic: 'Қодиров Ўткир' };
  expect(searchText(person)).toBe(' kodirov otkir s1');
});
