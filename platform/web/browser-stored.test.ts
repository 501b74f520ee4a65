import { describe, expect, it } from 'vitest';
import { browserStored, mayRetry } from './browser-stored.ts';

const shelf = (items = new Map<string, string>()) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
});

describe('a value that outlives the page', () => {
  it('is there after a reload, and gone when it is empty again', () => {
    const items = new Map<string, string>();
    const none: number[] = [];
    const one = browserStored(shelf(items), 'a', none);
    one.change((list) => [...list, 1]);
    expect(browserStored(shelf(items), 'a', none).get()).toEqual([1]);
    one.change(() => none);
    expect(items.size).toBe(0);
  });

  it('takes in what another window wrote meanwhile', () => {
    const place = shelf();
    const one = browserStored<number[]>(place, 'a', []);
    const two = browserStored<number[]>(place, 'a', []);
    one.change((list) => [...list, 1]);
    two.change((list) => [...list, 2]);
    expect(two.get()).toEqual([1, 2]);
  });

  it('lives on in the page where nothing can be stored, and where what is stored cannot be read', () => {
    const full = {
      ...shelf(),
      setItem() {
        throw new Error('full');
      },
    };
    const one = browserStored<number[]>(full, 'a', []);
    one.change((list) => [...list, 1]);
    one.change((list) => [...list, 2]);
    expect(one.get()).toEqual([1, 2]);
    expect(browserStored<number[]>(shelf(new Map([['a', '{']])), 'a', []).get()).toEqual([]);
  });

  it('tells those who follow it, once for each change', () => {
    const one = browserStored<number[]>(shelf(), 'a', []);
    let told = 0;
    const end = one.subscribe(() => told++);
    one.change((list) => [...list, 1]);
    one.change((list) => list);
    end();
    one.change((list) => [...list, 2]);
    expect(told).toBe(1);
  });
});

it('calls are tried again when nothing was wrong with what they asked', () => {
  expect([undefined, 401, 429, 503].every((status) => mayRetry({ status }))).toBe(true);
  expect([400, 403, 409, 422].some((status) => mayRetry({ status }))).toBe(false);
});
