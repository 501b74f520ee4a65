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

/**
 * Where a query reads one table alone, Drizzle writes the columns among its fields without that table: a column `id` within
 * a query inside of a field is then that of the inner table.
 */
const innerIds = (text: string): string[] =>
  [
    ...text.matchAll(/\.select\(\{((?:(?!\.select\(|\.from\()[\s\S])*)\}\)\s*\.from\((\w+)\)(?!\s*\.\w*[jJ]oin\()/g),
  ].flatMap(([, fields = '', table]) =>
    [...fields.matchAll(/`[^`]*\bselect\b[^`]*`/g)].flatMap(([field]) =>
      field.includes(`\${${table}.id}`) ? [`${table}.id in ${field}`] : [],
    ),
  );

test('a query inside of a field names the row that it is about with its table', () => {
  const asked = (id: string, more = '') =>
    `db.select({ n: sql\`(select 1 from b where b.a_id = $${id})\` }).from(a)${more}`;
  expect(innerIds(asked('{a.id}'))).toHaveLength(1);
  expect(innerIds(asked('{a}.id'))).toEqual([]);
  expect(innerIds(asked('{a.id}', '.innerJoin(b, c)'))).toEqual([]);
  const found = [...repositoryFiles()].flatMap(([path, text]) =>
    /^(domains|platform)\/.*server\/(?!.*test\.ts$).*\.ts$/.test(path)
      ? innerIds(text).map((field) => `${path}: ${field}`)
      : [],
  );
  expect(found, 'write the table and then .id').toEqual([]);
});
