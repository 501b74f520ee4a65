import { IntlMessageFormat } from 'intl-messageformat';
import { createIntl, createIntlCache } from 'react-intl';
import { expect, it } from 'vitest';
import { messageInCyrillic } from '../platform/contract/cyrillic.ts';
import { readMessage } from '../platform/web/message-reader.ts';
import { everyText, misread } from './text-parts.ts';

const texts = await everyText(process.cwd());
const tags = { uz: 'uz-Latn-UZ', 'uz-Cyrl': 'uz-Cyrl-UZ', ru: 'ru', en: 'en' };
const inCyrillic = Object.entries(texts.uz).map(([id, text]) => [id, messageInCyrillic(text)]);
const all = { ...texts, 'uz-Cyrl': Object.fromEntries(inCyrillic) as Record<string, string> };

type Values = Record<string, string | number | boolean | null>;
const kinds = ['', 'value', 'number', 'date', 'time', 'select', 'plural', '', 'tag'];
type Piece = { type: number; value?: string; options?: Record<string, { value: Piece[] }> };
/** By its name what each value is, and between what a choice chooses. */
function valuesOf(pieces: Piece[], into = new Map<string, { kind: string; choices: string[] }>()) {
  for (const { type, value = '', options = {} } of pieces) {
    const kind = kinds[type];
    const before = into.get(value)?.choices ?? [];
    if (kind) into.set(value, { kind, choices: [...before, ...(kind === 'select' ? Object.keys(options) : [])] });
    for (const option of Object.values(options)) valuesOf(option.value, into);
  }
  return into;
}

const counts = [0, 1, 2, 3, 5, 11, 21, 1.5, 1_234_567];
/** Made-up values, so that each plural form and each choice is taken once; besides nothing at all, and what nobody asked for. */
function madeUp(text: string): (Values | undefined)[] {
  const asked = [...valuesOf(new IntlMessageFormat(text).getAst() as Piece[])];
  const most = Math.max(0, ...asked.map(([, { choices }]) => choices.length));
  const rounds = asked.length === 0 ? 1 : Math.max(counts.length, most);
  const filled = Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(
      asked.map(([name, { kind, choices }]) => {
        const choice = round < choices.length ? choices[round] : 'of none';
        const word = ["Oʻktam's {name}", '<b>#</b>', '', 7, null, true][round % 6];
        return [name, (kind === 'select' ? choice : kind === 'value' ? word : counts[round % counts.length]) ?? null];
      }),
    ),
  );
  return [undefined, {}, { of_none: 1 }, ...filled];
}

/** What react-intl makes of every text, and what it says of those that lack a value, with this to read them. */
function saidWith(read: typeof IntlMessageFormat.__parse, locale: keyof typeof tags): string[] {
  const parser = IntlMessageFormat.__parse;
  IntlMessageFormat.__parse = read;
  try {
    const faults: string[] = [];
    const intl = createIntl(
      {
        locale: tags[locale],
        messages: all[locale],
        onError: ({ code, message }) => faults.push(`${code} ${message.split('\n')[0]}`),
      },
      createIntlCache(),
    );
    const said = Object.keys(all[locale]).flatMap((id) =>
      (values.get(all[locale][id] ?? '') ?? []).map((some) => {
        const text: unknown = Reflect.apply(intl.formatMessage, intl, [{ id }, some]);
        return `${id}: ${String(text)} ${faults.splice(0).join()}`;
      }),
    );
    return said;
  } finally {
    IntlMessageFormat.__parse = parser;
  }
}
const values = new Map(
  Object.values(all)
    .flatMap(Object.values)
    .map((text: string) => [text, madeUp(text)]),
);

it.each(['uz', 'ru', 'en', 'uz-Cyrl'] as const)('%s is said as if the parser of react-intl had read it', (locale) => {
  const said = saidWith(readMessage, locale);
  expect(said.length).toBeGreaterThan(30_000);
  expect(said).toEqual(saidWith(IntlMessageFormat.__parse, locale));
  expect(Object.entries(all[locale]).filter(([, text]) => misread(text, locale))).toEqual([]);
});

it.each([
  "It's {name}''s: '{name}', '{it''s}', '<b>', '}'} # < 3",
  "{n, plural, =0 {none} one {# day} other {# {unit, select, w {weeks of #} other {'{#}' days}}}} 'till {n, number}",
  '{ n , plural , other { # } }{n}',
  "'{never closed",
  "ends with '",
])('reads %s as the parser does', (text) => expect(readMessage(text)).toEqual(new IntlMessageFormat(text).getAst()));

it.each([
  '<b>{name}</b>',
  '{day, date, long}',
  '{n, number, ::percent}',
  '{n, selectordinal, other {#th}}',
  '{n, plural, offset:1 other {#}}',
  "{n, plural, other {'#' #}}",
])('refuses %s, which the parser would read otherwise', (text) =>
  expect(misread(text, 'en')).toMatch('Texts of pages cannot say this'),
);
