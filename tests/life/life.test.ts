import { expect, it } from 'vitest';
import { live } from './life.ts';

/** Two years of a small university; `npm run life` lives more of them, with more people and from other seeds. */
it('a university lives its years through calls alone, and what must be true is so on every evening', async () => {
  const { people, acts } = await live({ years: 2, students: 12, seed: 1 });
  expect(people).toBe(12);
  for (const act of [
    'applies',
    'enrols',
    'lessons are given',
    'a board confirms',
    'the year is turned',
    'students graduate',
  ])
    expect(acts[act], act).toBeGreaterThan(0);
}, 300_000);
