import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What `deploy/cluster` needs to be filled in, and who fills it in on real machines. */

const folder = resolve(import.meta.dirname, '../../deploy/cluster');
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

test('every blank of a template is filled by the playbook or asked for in the inventory', () => {
  const told = new Set(
    [read('ansible/site.yml'), read('ansible/inventory.example.yml')].flatMap((text) =>
      [...text.matchAll(/^\s+(\w+):/gm)].map(([, name]) => name),
    ),
  );
  const missing = readdirSync(join(folder, 'templates')).flatMap((name) =>
    [...read('templates', name).matchAll(/\{\{ (\w+) \}\}/g)]
      .filter(([, blank]) => !told.has(blank))
      .map(([, blank]) => `${name}: ${blank}`),
  );
  expect(missing).toEqual([]);
});
