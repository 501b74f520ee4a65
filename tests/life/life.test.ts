import { expect, it } from 'vitest';
import { live } from './life.ts';
import { unseen } from './planted.ts';

/**
 * Two years of a small university; `npm run life` lives more of them, with more people and from other seeds. At the end each of
 * the rules by which its evenings are judged is shown a fault that it must see.
 */
it('a university lives its years through calls alone, what must be true is so on every evening, and what is not is seen', async () => {
  const blind: string[] = [];
  const { people, acts } = await live({
    years: 2,
    students: 8,
    seed: 1,
    whole: false,
    after: async (world) => void blind.push(...(await unseen(world))),
  });
  expect(people).toBe(8);
  for (const act of ['applies', 'enrols', 'lessons are given', 'gets a seat in a hall', 'a board confirms'])
    expect(acts[act], act).toBeGreaterThan(0);
  expect(blind).toEqual([]);
}, 600_000);
