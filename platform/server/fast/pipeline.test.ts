import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pipelined } from './index.ts';

it('tells of questions that left together why the first of them was refused, whichever ended first', async () => {
  const first = sleep(5).then(() => Promise.reject(new Error('not yours')));
  const later = Promise.reject(new Error('current transaction is aborted'));
  await expect(pipelined(first, later)).rejects.toThrow('not yours');
  expect(await pipelined(Promise.resolve('one'), 2)).toEqual(['one', 2]);
});
