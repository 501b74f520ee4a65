import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './files.ts';

/** Files that a page names as an example of what is not to be written. */
const examples = new Set(['./api.ts']);

test('pages name files that are there', () => {
  const paths = [...repositoryFiles().keys()];
  const there = (name: string, from: string) =>
    examples.has(name) ||
    paths.includes(posix.join(posix.dirname(from), name)) ||
    paths.some((path) => path === name || path.endsWith(`/${name}`));
  const gone = [...repositoryFiles()].flatMap(([path, text]) =>
    path.endsWith('.md')
      ? [...text.matchAll(/`([\w./-]+\.(?:tsx?|sql|mjs))`/g)]
          .map((found) => found[1]!)
          .filter((name) => !there(name, path))
          .map((name) => `${path}: ${name}`)
      : [],
  );
  expect(gone, 'moved or deleted: name what stands there now').toEqual([]);
});
