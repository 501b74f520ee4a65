import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Locale, locales } from '#platform/contract/index.ts';

/** Texts that the server says: errors, mails, documents. One flat JSON per language, ICU message syntax. */
const texts: Record<Locale, Map<string, string>> = { uz: new Map(), ru: new Map(), en: new Map() };
const compiled = new Map<string, IntlMessageFormat>();

/** Adds a folder of `uz.json`, `ru.json`, `en.json`. */
export function registerMessages(folder: URL): void {
  for (const locale of locales) {
    const entries: Record<string, string> = JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'));
    for (const [key, text] of Object.entries(entries)) texts[locale].set(key, text);
  }
}
registerMessages(new URL('./messages/', import.meta.url));

export const hasMessage = (key: string) => texts.en.has(key);

/** What people call a table: `table_<name>` of the messages. */
export const tableTitle = (locale: Locale, table: string): string =>
  hasMessage(`table_${table}`) ? message(locale, `table_${table}`) : table.replaceAll('_', ' ');

/** Days as people write them: data have `2026-09-01`, sentences 01.09.2026. */
const spoken = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value.split('-').reverse().join('.') : value;

/** The text of `key` with its blanks as they are written, for pages that say what may be said. */
export const pattern = (locale: Locale, key: string): string => texts[locale].get(key) ?? key;

/** Texts that were asked for without all of their values. Tests fail on them: see `startApi`. */
export const unfilled = new Set<string>();

/** The text of `key` in `locale`, its blanks filled from `values`, or left out where a value is missing; the key itself where there is none. */
export function message(locale: Locale, key: string, values: Record<string, unknown> = {}): string {
  const text = texts[locale].get(key) ?? texts.en.get(key);
  if (text === undefined) return key;
  if (!text.includes('{')) return text;
  const id = `${locale}:${key}`;
  let format = compiled.get(id);
  if (!format) {
    format = new IntlMessageFormat(text, locale);
    compiled.set(id, format);
  }
  const said = new Map(Object.entries(values).map(([name, value]) => [name, spoken(value)]));
  const blanks = new Proxy<Record<string, string>>(
    {},
    {
      has: () => true,
      get(_, name) {
        const value = said.get(String(name));
        if (value === undefined) unfilled.add(`${key}: {${String(name)}}`);
        return value ?? '';
      },
    },
  );
  return String(format.format(blanks));
}
