import { expect, test } from 'vitest';
import { repositoryFiles } from './files.ts';

/** One tells the zone; forms offer the zones, and the controls of the kit reckon with instants. */
const knows = /^platform\/web\/(clock(\.test)?\.ts|kit\/)|^domains\/institutions\/web\/pages\/institution\.tsx$/;

test('pages ask one place which day it is at the institution', () => {
  const own = /'Asia\/Tashkent'|\b5 \* 3_?600_?000\b|clock\.iso\(\)\.slice\(0, 10\)/;
  const found = [...repositoryFiles()].flatMap(([path, text]) =>
    /^(domains\/[^/]+|platform)\/web\/.*\.tsx?$/.test(path) && !knows.test(path)
      ? text.split('\n').flatMap((line, i) => (own.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []))
      : [],
  );
  expect(found, 'use today(), dayOf() and clockOf() of #platform/web').toEqual([]);
});

/** Who asks the machine what time it is, and why. Everyone else asks the clock that tests can move. */
const machine: Record<string, string> = {
  'platform/contract/clock.ts': 'is the clock',
  'platform/server/database/before-tables.sql': 'is the clock of the database',
  'platform/server/run/settings.ts': 'reckons by how much it is to be ahead',
  'platform/server/disk/disk-storage.ts': 'compares with the times of files, which the system writes',
  'platform/server/disk/s3-storage.ts': 'compares with the times of files, which the store writes',
  'platform/server/doctor/activity.ts': 'compares with times that PostgreSQL writes of itself',
  'platform/server/doctor/indexes.ts': 'compares with times that PostgreSQL writes of itself',
  'platform/server/doctor/work.ts': 'compares with times that PostgreSQL writes of itself',
  'tests/support/api.ts': 'moves the clock',
  'tests/api/clock.test.ts': 'reads how PostgreSQL plans it',
  'tests/faults/world.test.ts': 'compares with a server whose clock jumps',
  'tests/house/clock.test.ts': 'is this list',
};
const asks =
  /Date\.now\(\)|new Date\(\)|(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_date|current_timestamp|current_time|localtimestamp|localtime)\b|'(?:now|today|tomorrow|yesterday)'::/i;

test('nobody asks the machine what time it is', () => {
  const found: string[] = [];
  const needed = new Set<string>();
  for (const [path, text] of repositoryFiles()) {
    if (!/\.(tsx?|sql|html)$/.test(path) || /\/migrations\/|^tests\/upgrade\//.test(path)) continue;
    text.split('\n').forEach((line, i) => {
      if (!asks.test(line.replace(/^\s*(\*|\/\/|\/\*|--).*|\s\/\/ .*/, ''))) return;
      if (path in machine) needed.add(path);
      else found.push(`${path}:${i + 1} ${line.trim()}`);
    });
  }
  expect(
    found,
    'use clock.now(), clock.date() or clock.iso() of #platform/contract/clock.ts; edulab_now(), edulab_clock() or edulab_today() in SQL; performance.now() for how long something takes',
  ).toEqual([]);
  expect(
    Object.keys(machine).filter((path) => !needed.has(path)),
    'no longer asks: take it off the list',
  ).toEqual([]);
});
