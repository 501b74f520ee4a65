import { describe, expect, it } from 'vitest';
import type { FilterShape } from './search-state.ts';
import { changeListState, nextSort, readListState, toListInput, writeListState } from './search-state.ts';

const filters: FilterShape[] = [
  { key: 'status', control: 'select' },
  { key: 'group', control: 'asyncMulti' },
  { key: 'date', control: 'dateRange' },
  { key: 'active', control: 'boolean' },
];
const plain = { search: '', page: 0, size: 10, sort: '', filters: {} };

describe('a list in the address', () => {
  it('is empty by default and reads back as the default', () => {
    expect(writeListState({}, plain, filters)).toEqual({});
    expect(readListState({}, filters)).toEqual(plain);
  });

  it('writes and reads every kind of filter', () => {
    const state = {
      search: 'ali',
      page: 2,
      size: 50,
      sort: 'lastname,desc',
      filters: { status: 'PENDING', group: ['1', '2'], date: ['2026-01-01', ''], active: false },
    };
    const address = writeListState({ tab: 'x' }, state, filters);
    expect(address).toEqual({
      tab: 'x',
      search: 'ali',
      page: 2,
      size: 50,
      sort: 'lastname,desc',
      status: 'PENDING',
      group: '1,2',
      date: '2026-01-01~',
      active: false,
    });
    // What came back from a typed address is text only.
    expect(
      readListState(Object.fromEntries(Object.entries(address).map(([key, value]) => [key, String(value)])), filters),
    ).toEqual(state);
  });

  it('keeps an emptied default filter empty', () => {
    const defaults = { filters: { status: 'PENDING' }, size: 20, sort: 'id,desc' };
    const start = readListState({}, filters, defaults);
    expect(start).toMatchObject({ size: 20, sort: 'id,desc', filters: { status: 'PENDING' } });
    const address = writeListState({}, { ...start, filters: {} }, filters, defaults);
    expect(address).toEqual({ status: '' });
    expect(readListState(address, filters, defaults).filters).toEqual({});
  });

  it('refuses nonsense', () => {
    expect(readListState({ page: '-1', size: '5000', search: ['a'] }, filters)).toEqual(plain);
  });

  it('starts at the first page after any other change', () => {
    const third = { ...plain, page: 3 };
    expect(changeListState(third, { size: 20 }).page).toBe(0);
    expect(changeListState(third, { search: 'a' }).page).toBe(0);
    expect(changeListState(third, { page: 4 }).page).toBe(4);
  });

  it('asks the server with flat filters', () => {
    expect(
      toListInput({ ...plain, filters: { group: ['1'], date: ['2026-01-01', '2026-02-01'], active: false } }, filters),
    ).toEqual({
      page: 0,
      size: 10,
      group: ['1'],
      date_from: '2026-01-01',
      date_to: '2026-02-01',
      active: false,
    });
  });

  it('sorts up, down, and not', () => {
    expect(nextSort('', 'a')).toBe('a');
    expect(nextSort('a', 'a')).toBe('a,desc');
    expect(nextSort('a,desc', 'a')).toBe('');
    expect(nextSort('a,desc', 'b')).toBe('b');
  });
});
