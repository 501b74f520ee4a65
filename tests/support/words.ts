import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl, createIntlCache } from 'react-intl';
import type { MessageId } from '#platform/web/i18n.tsx';
import { declaredWords } from './declared.ts';

type Locale = 'uz' | 'ru' | 'en';
type Values = Record<string, string | number>;
const root = join(import.meta.dirname, '../..');

/** All texts of the browser in a language, by their ids. */
export function textsOf(locale: Locale): Record<MessageId, string> {
  // A domain keeps its texts in one place, or those of a part of it beside that part.
  const domains = globSync('domains/*/web/{messages,*/messages}', { cwd: root });
  return Object.assign(
    declaredWords(locale),
    ...['platform/web/messages', 'platform/web/kit/messages', ...domains]
      .map((folder) => join(root, folder, `${locale}.json`))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
  );
}

/** The browser's texts of a language: `say('students.edit')` is what stands on the button. */
export function wordsOf(locale: Locale): (id: string, values?: Values) => string {
  const messages = textsOf(locale);
  const intl = createIntl({ locale: locale === 'uz' ? 'uz-Latn-UZ' : locale, messages }, createIntlCache());
  const has = (id: string): id is MessageId => id in messages;
  return (id, values) => {
    if (!has(id)) throw new Error(`there is no text ${id}`);
    return intl.formatMessage({ id }, values);
  };
}
