import { expect, test } from 'vitest';
import { repositoryFiles } from './files.ts';

test('a query asks once which day it is, not once for every row', () => {
  const bare = /(?<!select )edulab_(today|zone)\(\)/;
  const found = [...repositoryFiles()].flatMap(([path, text]) =>
    /^domains\/.*\/server\/(?!.*(test|tables)\.ts$).*\.ts$/.test(path)
      ? text.split('\n').flatMap((line, i) => (bare.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []))
      : [],
  );
  expect(found, 'write (select edulab_today()), or `today` of platform/server/clock.ts').toEqual([]);
});
