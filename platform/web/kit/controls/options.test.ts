import { expect, it } from 'vitest';
import { matchOf } from './options.ts';

const options = [
  { id: 1, title: 'MT-21', note: '1001' },
  { id: 2, title: 'MT-211', note: '1002' },
];

it('takes what a pasted text surely means, and nothing where it may mean several', () => {
  expect(matchOf(' mt-21 ', options)?.id).toBe(1);
  expect(matchOf('1002', options)?.id).toBe(2);
  expect(matchOf('MT', options)).toBeUndefined();
  expect(matchOf('any', options.slice(1))?.id).toBe(2);
  expect(matchOf('any', [])).toBeUndefined();
});
