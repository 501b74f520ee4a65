import { expect, it } from 'vitest';
import { mutants } from '#tests/mutants.ts';
import { repositoryFiles } from './files.ts';

it.skipIf(process.env.PLANTED)('every mistake that test:mutants plants can still be planted', () => {
  const files = repositoryFiles();
  const astray = mutants.filter(({ file, from }) => (files.get(file)?.split(from).length ?? 0) !== 2);
  expect(
    astray.map(({ name, file }) => `${name}: ${file} has another text now; follow it in tests/mutants.ts`),
  ).toEqual([]);
});
