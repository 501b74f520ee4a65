import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesOf, repositoryFiles, repositoryPaths } from './files.ts';
import { forbiddenWords, longFiles, missingPaths, strayOutput, undrawn } from './words.ts';

/** Files that are one thing, though a long one. */
const longForAReason: Record<string, string> = {
  'domains/enrollment/server/turn/new-year.api.test.ts':
    'one year is made, taken back and made again, from the first test to the last',
  'domains/identity/server/persons/persons.api.test.ts': 'one house of people who stand there twice, of all kinds',
  'domains/students/contract.ts': 'calls of one record, each in a few lines; larger nouns have a file of their own',
  'tests/house/refusals.ts': 'one reading of the source, whose parts know each other',
  'domains/banking/server/banking.api.test.ts':
    'one bank account and its files: each part goes on from what the part before has left',
  'domains/misconduct/server/cases.api.test.ts':
    'one module and its cases, from the report to the mark: each part goes on from what the part before has left',
  'domains/students/fields.ts': 'one declaration of all the fields of a record, each a few plain lines',
  'tests/api/one-truth.test.ts': 'one number after the other, read top to bottom',
  'domains/timetable/server/timetable.api.test.ts':
    'one draft from its search to its publication: each part goes on from what the part before has left',
};

describe('the repository', () => {
  const files = repositoryFiles();

  test('has no file over 400 lines without a reason', () => {
    expect(longFiles(files, longForAReason)).toEqual([]);
  });

  test('has no words of a workplace and nothing left undone', () => {
    expect(forbiddenWords(files)).toEqual([]);
  });

  test('names files and folders that are there', () => {
    expect(missingPaths(files, repositoryPaths())).toEqual([]);
  });

  test('explains each word once', () => {
    const glossary = files.get('docs/glossary.md') ?? '';
    const words = [...glossary.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, word]) => word);
    expect(words.length).toBeGreaterThan(90);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test('writes to the console only from programs', () => {
    expect(strayOutput(files)).toEqual([]);
  });
});

describe('letters', () => {
  const sheet = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/wght.css')), 'utf8');
  const covered = [...sheet.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
    ([, from, to = from]): [number, number] => [Number.parseInt(from!, 16), Number.parseInt(to!, 16)],
  );

  test('are all in the font', () => {
    expect(undrawn(repositoryFiles(), covered)).toEqual([]);
  });

  test('are found in texts and templates, not in comments', () => {
    const arrow = String.fromCodePoint(0x21_92);
    const found = (text: string) => undrawn(filesOf({ 'domains/x/web/a.tsx': text }), covered).length;
    expect([`// a ${arrow} b`, `x('${arrow}')`, `x(\`a \${b} ${arrow}\`)`, `<p>a ${arrow} b</p>;`].map(found)).toEqual([
      0, 1, 1, 1,
    ]);
    expect(undrawn(filesOf({ 'domains/x/server/messages/uz.json': `{"a": "${arrow}"}` }), covered)).toHaveLength(1);
  });
});

describe('paths', () => {
  test('of what was moved away are told, in programs and on pages', () => {
    const files = filesOf({
      'scripts/a.ts': "const there = join(root, 'platform/server/');\nconst gone = join(root, 'platform/server/away');",
      'docs/a.md': 'See `platform/server/b.ts` and [c](../platform/server/c.ts), `domains/<name>/`, not `tests/d.ts`.',
      'platform/server/README.md': 'See `b.ts`, `server/b.ts` and `away.ts`.',
      'tests/house/a.test.ts': "expect('platform/nowhere.ts');",
    });
    expect(missingPaths(files, [...files.keys(), 'platform/server/b.ts'])).toEqual([
      'scripts/a.ts:2 names platform/server/away, which is not there',
      'docs/a.md:1 names tests/d.ts, which is not there',
      'platform/server/README.md:1 names away.ts, which is not there',
    ]);
  });
});

describe('length', () => {
  const lines = (count: number) => 'a();\n'.repeat(count);

  test('is a smell, and a reason excuses it', () => {
    const files = filesOf({ 'a.ts': lines(400), 'b.ts': lines(401), 'c.md': lines(500) });
    expect(longFiles(files, {})).toEqual([
      'b.ts has 401 lines, more than 400: split it where a thing ends, or give a reason',
    ]);
    expect(longFiles(files, { 'b.ts': 'one table of all the rules, read top to bottom' })).toEqual([]);
  });

  test('takes no excuse without a reason, and keeps none that nobody needs', () => {
    expect(longFiles(filesOf({ 'a.ts': lines(401) }), { 'a.ts': '' })).toHaveLength(1);
    expect(longFiles(filesOf({ 'a.ts': lines(400) }), { 'a.ts': 'one table of all the rules' })).toEqual([
      'a.ts needs no reason',
    ]);
  });
});

describe('words', () => {
  const at = (parts: string[]) => parts.join('');
  const findings = (path: string, text: string) => {
    const files = filesOf({ [path]: text });
    return [...forbiddenWords(files), ...strayOutput(files)];
  };

  test.each([
    ['a path', 'docs/a.md', at(['see ', '/wo', 'rk/main/a.ts'])],
    ['a path', 'a.ts', at([`const a = '`, '/ho', `me/anna/edulab';`])],
    ['a path', 'a.json', at(['{"a": "', '/ro', 'ot/.cache"}'])],
    ['a registry', '.ci/run', at(['npm ci --registry https://npm', 'js.org'])],
    ['a registry', 'docs/a.md', at(['https://regis', 'try.example', '.com/a'])],
    ['undone work', 'a.ts', at(['// TO', 'DO: later'])],
    ['undone work', 'a.css', at(['/* FIX', 'ME */'])],
    ['output', 'platform/server/a.ts', 'console.log(1);'],
  ])('%s in %s is told', (_, path, text) => {
    expect(findings(path, `\n${text}`)).toEqual([expect.stringContaining(`${path}:2 `)]);
  });

  test('what only looks alike is not', () => {
    expect(findings('scripts/a.ts', 'console.log(1);')).toEqual([]);
    expect(findings('start.ts', 'console.log(1);')).toEqual([]);
    expect(
      findings('a.ts', `fetch('/api/work/list'); import './home/page.ts'; open('/home'); registry.metrics()`),
    ).toEqual([]);
    expect(findings('a.ts', `// console.log(1)\nconst a = 'console.log(1)';`)).toEqual([]);
    expect(findings('a.ts', 'const todos = 1; // a homework, nothing else')).toEqual([]);
  });
});
