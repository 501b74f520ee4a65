import { expect, test } from 'vitest';
import { repositoryFiles } from './files.ts';

/** One tells the zone; forms offer the zones, and the controls of the kit reckon with instants. */
const knows = /^platform\/web\/(clock(\.test)?\.ts|kit\/)|^domains\/institutions\/web\/pages\/institution\.tsx$/;

test('pages ask one place which day it is at the institution', () => {
  const own = /'Asia\/Tashkent'|\b5 \* 3_?600_?000\b|new Date\(\)\.toISOString\(\)\.slice\(0, 10\)/;
  const found = [...repositoryFiles()].flatMap(([path, text]) =>
    /^(domains\/[^/]+|platform)\/web\/.*\.tsx?$/.test(path) && !knows.test(path)
      ? text.split('\n').flatMap((line, i) => (own.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []))
      : [],
  );
  expect(found, 'use today(), dayOf() and clockOf() of #platform/web').toEqual([]);
});
