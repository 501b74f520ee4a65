import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingOptional } from './lock.ts';

test('every optional dependency in the lock file can be installed (npm run lock mends it)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));
  expect(missingOptional(lock)).toEqual([]);
});

test('a dependency may lie beside its owner, inside it or above it', () => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1' } },
    'node_modules/tool-linux': {},
    'node_modules/app/node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-inner': '1' } },
    'node_modules/app/node_modules/tool/node_modules/tool-inner': {},
  };
  expect(missingOptional({ packages })).toEqual([{ owner: 'node_modules/tool', name: 'tool-mac' }]);
});
