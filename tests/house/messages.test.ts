import { describe, expect, test } from 'vitest';
import { declaredFields, declaredWords } from '#tests/support/declared.ts';
import { filesOf, repositoryFiles } from './files.ts';
import { idsIn, messageFaults, namedOtherwise, namedTwice, unknownIds } from './messages.ts';

describe('the repository', () => {
  const files = repositoryFiles();

  test('has every text in Uzbek, Russian and English', () => {
    expect([...files.keys()].some((path) => path.endsWith('/messages/uz.json'))).toBe(true);
    expect(messageFaults(files)).toEqual([]);
  });

  test('lets the compiler know every text: a line for each file in domains/messages.ts', () => {
    const known = files.get('domains/messages.ts') ?? '';
    const folders = [...files.keys()].filter((path) => /^domains\/.*\/web\/.*messages\/uz\.json$/.test(path));
    expect(folders.length).toBeGreaterThan(10);
    expect(folders.filter((path) => !known.includes(`import('.${path.slice('domains'.length)}')`))).toEqual([]);
  });

  test('calls a state or a kind the same in pages, reports, files and refusals', () => {
    expect(namedTwice(files)).toEqual([]);
  });

  test('writes codes into files by the names that pages have for them', () => {
    expect(namedOtherwise(files, declaredFields)).toEqual([]);
    const page = 'domains/students/web/messages/uz.json';
    const other = files.get(page)?.replace('"students.level.MS": "', '$&Boshqa ') ?? '';
    expect(namedOtherwise(new Map([...files, [page, other]]), declaredFields)).toEqual([
      'students level MS is “Magistratura (MS)” in files in uz, and “Boshqa Magistratura (MS)” on pages',
    ]);
  });

  test('shows no message that has no text', () => {
    expect(unknownIds(files, Object.keys(declaredWords('en')))).toEqual([]);
  });
});

const good = {
  uz: { 'a.b': '{name}: {n} ta baho' },
  ru: { 'a.b': '{name}: {n, plural, one {# оценка} few {# оценки} many {# оценок} other {# оценки}}' },
  en: { 'a.b': '{n, plural, one {# mark} other {# marks}} of {name}' },
};

/** The findings when the texts of the languages are these; `undefined` leaves the file out. */
function faults(
  texts: Record<string, Record<string, unknown> | undefined>,
  folder = 'domains/a/web/messages',
): string[] {
  const present = Object.entries(texts).filter(([, all]) => all !== undefined);
  return messageFaults(
    filesOf(Object.fromEntries(present.map(([name, all]) => [`${folder}/${name}.json`, JSON.stringify(all)]))),
  );
}

test('what has two names is found, a state in the middle of a sentence is not', () => {
  const texts = (server: object, web: object) =>
    namedTwice(
      filesOf({
        'domains/a/server/messages/en.json': JSON.stringify(server),
        'domains/b/web/messages/en.json': JSON.stringify({
          'b.level.A1': 'One',
          'b.level.A2': 'Two',
          'b.level.A3': 'Three',
        }),
        'domains/a/web/messages/en.json': JSON.stringify(web),
      }),
    );
  const web = { 'a.state.OPEN': 'Open', 'a.state.DONE': 'Done', 'a.act.OPEN': 'Open it', 'a.act.DONE': 'End it' };
  expect(texts({ 'a_state.OPEN': 'open', 'a_state.DONE': 'done' }, web)).toEqual([]);
  expect(texts({ 'a_state.OPEN': 'Open', 'a_state.DONE': 'Over' }, web)).toEqual([
    'a_state.DONE is “Over” in en, and a.state.DONE “Done”',
  ]);
  expect(texts({}, { 'a.stage.A1': 'One', 'a.stage.A2': 'Two', 'a.stage.A3': 'Last' })).toEqual([
    'a.stage.A3 is “Last” in en, and b.level.A3 “Three”',
  ]);
});

describe('texts', () => {
  test('that are right', () => {
    expect(faults(good)).toEqual([]);
    expect(
      faults({ uz: { a: 'oʻ <b>{d, date}</b>' }, ru: { a: '<b>{d, date}</b>' }, en: { a: '<b>{d, date}</b>' } }),
    ).toEqual([]);
  });

  test.each([
    ['a language is missing', { ...good, ru: undefined }, /ru\.json is missing/],
    ['a key is missing', { ...good, uz: {} }, /a\.b is missing in uz/],
    ['a text is empty', { ...good, uz: { 'a.b': ' ' } }, /a\.b is empty in uz/],
    ['a text is its key', { ...good, en: { 'a.b': 'a.b' } }, /only its own key in en/],
    ['a text is an object', { ...good, en: { 'a.b': {} } }, /no text in en/],
    ['a text cannot be read', { ...good, en: { 'a.b': '{name' } }, /cannot be read in en/],
    [
      'a value is missing',
      { ...good, uz: { 'a.b': '{n, plural, one {#} other {#}}' } },
      /needs other values: uz n; ru n, name/,
    ],
    ['a value is of another kind', { ...good, uz: { 'a.b': '{name} {n, date}' } }, /needs other values/],
    [
      'an apostrophe hides a value',
      { ...good, uz: { 'a.b': "'{name}' {n, plural, one {#} other {#}}" } },
      /other values/,
    ],
    [
      'a plural form is missing',
      { ...good, ru: { 'a.b': '{name}: {n, plural, one {# оценка} other {# оценок}}' } },
      /no plural form for n \(few\) in ru/,
    ],
    [
      'a choice is missing',
      {
        uz: { a: '{s, select, other {u}}' },
        ru: { a: '{s, select, m {он} f {она} other {оно}}' },
        en: { a: '{s, select, m {he} other {it}}' },
      },
      /other choices: ru s of f\|m\|other; en s of m\|other/,
    ],
  ])('where %s', (_, texts, expected) => {
    expect(faults(texts).join('\n')).toMatch(expected);
  });

  test('where two folders have the same key', () => {
    const of = (folder: string) =>
      Object.entries(good).map(([name, all]) => [`${folder}/${name}.json`, JSON.stringify(all)]);
    const twice = (...places: string[]) => messageFaults(filesOf(Object.fromEntries(places.flatMap(of))));
    expect(twice('domains/a/web/messages', 'platform/web/messages')).toHaveLength(1);
    expect(twice('domains/a/web/messages', 'platform/server/messages')).toEqual([]);
  });
});

describe('ids', () => {
  test('are found wherever they are written', () => {
    const source = `
      const a = <FormattedMessage id="jsx" values={{}} />;
      const b = <FormattedMessage id={ready ? 'yes' : 'no'} />;
      const c = intl.formatMessage({ id: 'call', defaultMessage: 'x' });
      const d = t('short') + t(name) + t(\`role.\${name}\`);
      const e = <div id="html" />;
    `;
    expect(idsIn('domains/a/web/a.tsx', source).map(({ id, whole }) => (whole ? id : `${id}…`))).toEqual([
      'jsx',
      'yes',
      'no',
      'call',
      'short',
      'role.…',
    ]);
  });

  test('without a text are told', () => {
    const files = filesOf({
      'domains/a/web/messages/en.json': '{"a.known":"Known","role.DEAN":"Dean"}',
      'domains/a/server/messages/en.json': '{"a.server":"Server"}',
      'domains/a/web/a.tsx': `t('a.known'); t('a.unknown'); t('a.server'); t(\`role.\${r}\`); t(\`rule.\${r}\`);`,
    });
    expect(unknownIds(files)).toEqual([
      'domains/a/web/a.tsx shows a.unknown, which has no text',
      'domains/a/web/a.tsx shows a.server, which has no text',
      'domains/a/web/a.tsx shows rule.…, which has no text',
    ]);
  });
});
