import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { records } from '#domains/records.ts';
import { declaredFields, declaredWords } from '#tests/support/declared.ts';
import { repositoryFiles } from './files.ts';

const domains = readdirSync(join(import.meta.dirname, '../../domains'));
// Loaded with this file: how long that takes is not a matter of the tests.
const loaded = import.meta.glob<Record<string, unknown>>(
  [
    '../../platform/server/database/tables.ts',
    '../../domains/*/server/tables.ts',
    '../../domains/*/server/*/tables.ts',
    '../../domains/*/web/records.ts',
  ],
  { eager: true },
);
/** What a domain says of its records in the history. */
const recordsOf = (domain: string): unknown => loaded[`../../domains/${domain}/web/records.ts`]?.records ?? {};
/** Columns that no history shows. */
const silent = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'institution_id',
  'search',
  'search_key',
  'number_key',
  'payer_key',
  'full_name',
]);

/** Ids of every text: those of the files, and the titles of declared fields. */
const englishTexts = () =>
  new Set([
    ...Object.keys(declaredWords('en')),
    ...[...repositoryFiles()]
      .filter(([path]) => /\/web\/([\w-]+\/)?messages\/en\.json$/.test(path))
      .flatMap(([, source]) => Object.keys(JSON.parse(source) as object)),
  ]);

/** Columns of every table by its name. */
function tables(): Map<string, string[]> {
  const all = Object.entries(loaded)
    .filter(([path]) => path.endsWith('/tables.ts'))
    .flatMap(([, file]) => Object.values(file))
    .filter((it) => is(it, Table));
  return new Map(
    all.map((table) => [getTableName(table), getTableConfig(table as PgTable).columns.map((it) => it.name)]),
  );
}

test('the history knows the records of every domain: a line for each `web/records.ts` in domains/records.ts', () => {
  expect(Object.keys(records).sort()).toEqual(
    domains.filter((domain) => `../../domains/${domain}/web/records.ts` in loaded).sort(),
  );
});

test('every field of the records in the history has a word: `<domain>.field.<column>` or what `records` says', () => {
  const texts = englishTexts();
  const columns = tables();
  const missing: string[] = [];
  for (const domain of domains) {
    const records = recordsOf(domain);
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
  expect(missing, 'declare it in the fields.ts of the domain, or give it a text in web/messages').toEqual([]);
}, 60_000);

test('every column whose values are a closed list has words for them: `codes` of its table in `records`', () => {
  const texts = englishTexts();
  const sources = [...repositoryFiles()].filter(([path]) => path.endsWith('tables.ts'));
  const missing: string[] = [];
  for (const domain of domains) {
    const records = recordsOf(domain);
    const said = records as Record<string, { codes?: Record<string, string> } | undefined>;
    for (const [, source] of sources.filter(([path]) => path.startsWith(`domains/${domain}/server/`)))
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

test('every declared field has its column, its titles, and no second home', () => {
  const spoken = new Map<string, Record<string, string> | undefined>();
  for (const domain of domains) {
    const records = recordsOf(domain);
    for (const [table, { codes }] of Object.entries(records as Record<string, { codes?: Record<string, string> }>))
      spoken.set(table, codes);
  }
  const columns = tables();
  const texts = englishTexts();
  const files = repositoryFiles();
  const faults: string[] = [];
  for (const { domain, declared } of declaredFields)
    for (const [table, fields] of Object.entries(declared))
      for (const [name, field] of Object.entries(fields)) {
        const { out, titles, hint } = field;
        if (out && !columns.get(table)?.includes(name))
          faults.push(`${table}.${name}: add the column in server/tables.ts, then npm run migrations -- ${name}`);
        if (field.out && field.control.kind === 'select' && spoken.get(table)?.[name] !== field.control.words)
          faults.push(
            `${table}.${name}: its history needs the codes ${field.control.words} in domains/${domain}/web/records.ts`,
          );
        if (field.out && field.control.kind === 'select')
          for (const code of field.control.codes)
            if (!texts.has(`${field.control.words}.${code}`))
              faults.push(
                `${table}.${name}: the code ${code} needs the text ${field.control.words}.${code} in web/messages`,
              );
        for (const words of [titles, hint])
          for (const [language, text] of Object.entries(words ?? {}))
            if (!text.trim())
              faults.push(`${table}.${name}: has no words in ${language} in domains/${domain}/fields.ts`);
        for (const [path, source] of files)
          if (path.startsWith(`domains/${domain}/web/`) && path.endsWith('.json'))
            if (source.includes(`"${domain}.field.${name}":`))
              faults.push(`${path}: ${domain}.field.${name} has its words in domains/${domain}/fields.ts`);
      }
  expect(faults).toEqual([]);
}, 60_000);

/** What names a person or leads to one. */
const personal = /passport|pinfl|birthdate|phone|email|address(?!e)/;
/** Tables with such columns whose record is declared nowhere, each for its reason. */
const undeclared: Record<string, string> = {
  accounts: 'the way to reach an account is proved by its owner, and each call of identity names what it takes',
  cvs: 'what a person chose to write about themselves, shown whole or not at all',
  contracts: 'the phone to which the code of an acceptance went is evidence, which no form asks for and nobody changes',
  departments: 'the phone and the mail of an office, not of a person',
  education_places: 'where a building stands',
  exam_places: 'where an exam is held',
  form_requests: 'where one paper is sent, shown with its request to those alone who see the request',
  employer_links: 'where an office that offers work is written to',
  job_offers: 'how to reach an office that offers work',
  security_events: 'the address of a computer',
  sessions: 'the address of a computer',
  short_course_groups: 'where a company that sends its people is written to',
  student_guardians: 'shown whole or not at all, by one permission, and neither exported nor imported',
};

test('a record that holds personal data is declared, or says why not', () => {
  const home = new Map(declaredFields.flatMap(({ declared }) => Object.entries(declared)));
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [table, columns] of tables()) {
    const found = columns.filter((column) => personal.test(column));
    const fields = home.get(table);
    if (fields)
      for (const column of found)
        if (!fields[column])
          faults.push(`${table}.${column} holds personal data: declare it in the fields.ts of its domain`);
    if (fields || found.length === 0) continue;
    used.add(table);
    if (!undeclared[table])
      faults.push(
        `${table} holds ${found.join(', ')}: declare its fields in a fields.ts, or say here why it needs none`,
      );
  }
  for (const table of Object.keys(undeclared)) if (!used.has(table)) faults.push(`${table} needs no reason`);
  expect(faults).toEqual([]);
}, 60_000);

/** Who refuses a late change by themselves, each for its reason. */
const findsOtherwise: Record<string, string> = {
  'domains/achievements/server/bulk.ts': 'many are locked and compared in one statement, all or none',
  'domains/enrollment/server/turn/decide.ts': 'a rule is found by its level of study, and may not be there yet',
  'domains/lessons/server/homework.ts': 'a homework is found by its lesson, and may have been made since it was read',
};

test('what an id names is changed by `loadForChange`, so that nobody forgets to lock, to reach or to compare versions', () => {
  const found = [...repositoryFiles()].flatMap(([path, source]) =>
    path.startsWith('domains/') && /import \{[^}]*\bstale\b[^}]*\} from '[^']*\/records\/stale\.ts'/.test(source)
      ? [path]
      : [],
  );
  expect(found.toSorted(), 'call loadForChange, or say here why not').toEqual(Object.keys(findsOtherwise));
});
