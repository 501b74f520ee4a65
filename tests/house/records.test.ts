import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { repositoryFiles } from './files.ts';

const root = join(import.meta.dirname, '../..');
const domains = readdirSync(join(root, 'domains'));
const load = (file: string): Promise<Record<string, unknown>> =>
  existsSync(join(root, file)) ? import(join(root, file)) : Promise.resolve({});
/** Columns that no history shows. */
const silent = new Set(['id', 'version', 'created_at', 'updated_at', 'institution_id', 'search', 'full_name']);

/** Columns of every table by its name. */
async function tables(): Promise<Map<string, string[]>> {
  const files = [
    'platform/server/tables.ts',
    ...globSync('domains/*/server/{tables.ts,*/tables.ts}', { cwd: root }).toSorted(),
  ];
  const all = (await Promise.all(files.map(load))).flatMap((file) => Object.values(file)).filter((it) => is(it, Table));
  return new Map(
    all.map((table) => [getTableName(table), getTableConfig(table as PgTable).columns.map((it) => it.name)]),
  );
}

test('every field of the records in the history has a word: `<domain>.field.<column>` or what `records` says', async () => {
  const texts = new Set(
    [...repositoryFiles()]
      .filter(([path]) => /\/web\/([\w-]+\/)?messages\/en\.json$/.test(path))
      .flatMap(([, source]) => Object.keys(JSON.parse(source) as object)),
  );
  const columns = await tables();
  const missing: string[] = [];
  for (const domain of domains) {
    const { records = {} } = await load(`domains/${domain}/web/records.ts`);
    for (const [table, said] of Object.entries(
      records as Record<string, { fields?: Record<string, string>; codes?: Record<string, string> }>,
    )) {
      expect(columns.has(table), table).toBe(true);
      for (const column of columns.get(table) ?? []) {
        const ids = [said.fields?.[column], `${domain}.field.${column}`, `identity.field.${column}`];
        if (!silent.has(column) && !ids.some((id) => id && texts.has(id)))
          missing.push(`${table}: ${domain}.field.${column}`);
      }
      for (const prefix of Object.values(said.codes ?? {}))
        if (![...texts].some((id) => id.startsWith(`${prefix}.`))) missing.push(`${table}: ${prefix}.…`);
    }
  }
  expect(missing).toEqual([]);
}, 60_000);

test('every column whose values are a closed list has words for them: `codes` of its table in `records`', async () => {
  const texts = new Set(
    [...repositoryFiles()]
      .filter(([path]) => /\/web\/([\w-]+\/)?messages\/en\.json$/.test(path))
      .flatMap(([, source]) => Object.keys(JSON.parse(source) as object)),
  );
  const missing: string[] = [];
  for (const domain of domains) {
    const { records = {} } = await load(`domains/${domain}/web/records.ts`);
    const said = records as Record<string, { codes?: Record<string, string> } | undefined>;
    for (const [, source] of [...repositoryFiles()].filter(
      ([path]) => path.startsWith(`domains/${domain}/server/`) && path.endsWith('tables.ts'),
    ))
      for (const body of source.split(/pgTable\(\s*/).slice(1)) {
        const table = /^'(\w+)'/.exec(body)?.[1] ?? '';
        // Without a version nothing of it is kept in the history.
        if (!/\.\.\.record\(\)|version: version\(\)/.test(body)) continue;
        for (const [, column = ''] of body.matchAll(/^ {4}(\w+): text\([^)]*\)(?:\s*\.array\(\))?\s*\.\$type</gm)) {
          const prefix = said[table]?.codes?.[column];
          if (!prefix || ![...texts].some((id) => id.startsWith(`${prefix}.`))) missing.push(`${table}.${column}`);
        }
      }
  }
  expect(missing).toEqual([]);
}, 60_000);
