import { expect, test } from 'vitest';
import { isSource, repositoryFiles } from './files.ts';

/** What stands where a part is still to come says that it waits: a home keeps its place by it, and a journey looks no sooner. */
test('nothing is waited for without a sign of it', () => {
  const silent = [...repositoryFiles()].flatMap(([path, text]) =>
    isSource(path) && !path.startsWith('tests/')
      ? [...text.matchAll(/<Suspense\b(?! fallback=\{(?:<|waiting\}))[^>]*>/g)].map(([found]) => `${path}: ${found}`)
      : [],
  );
  expect(silent, '`<Suspense fallback={<Coming />}>` where there is nothing to show').toEqual([]);
});
