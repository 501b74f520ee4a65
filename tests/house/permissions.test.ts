import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Permissions } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { repositoryFiles } from './files.ts';

const root = join(import.meta.dirname, '../..');

/** Every permission by name with the domain that declares it; the platform's own with ''. */
async function permissions(): Promise<Map<string, string>> {
  const found = new Map(Object.keys(declaredPermissions()).map((name) => [name, '']));
  for (const domain of readdirSync(join(root, 'domains'))) {
    const file = join(root, 'domains', domain, 'contract.ts');
    if (!existsSync(file)) continue;
    const contract = (await import(file)) as { permissions?: Permissions };
    for (const name of Object.keys(contract.permissions ?? {})) found.set(name, domain);
  }
  return found;
}

/** The browser's texts of a language, of all folders. */
function texts(language: string): Set<string> {
  const files = [...repositoryFiles()].filter(([path]) =>
    new RegExp(`/web/([\\w-]+/)?messages/${language}\\.json$`).test(path),
  );
  return new Set(files.flatMap(([, source]) => Object.keys(JSON.parse(source) as object)));
}

test('every permission has a text in every language, and every domain with permissions a title', async () => {
  const all = await permissions();
  const keys = [
    ...[...all.keys()].map((name) => `permission.${name}`),
    ...[...new Set(all.values())].map((domain) => `identity.area.${domain || 'shell'}`),
  ];
  const missing = ['uz', 'ru', 'en'].flatMap((language) => {
    const known = texts(language);
    return keys.filter((key) => !known.has(key)).map((key) => `${key} is missing in ${language}`);
  });
  expect(missing).toEqual([]);
});

test('no text names a permission that does not exist', async () => {
  const all = await permissions();
  const named = [...texts('en')].filter((key) => key.startsWith('permission.'));
  expect(named.filter((key) => !all.has(key.slice('permission.'.length)))).toEqual([]);
});
