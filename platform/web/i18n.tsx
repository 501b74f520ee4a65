import { type ReactNode, useCallback } from 'react';
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider } from 'react-intl';
import {
  type Locale,
  languageOf,
  localeNames,
  locales,
  type ShownLocale,
  shownLocales,
} from '#platform/contract/locales.ts';
import { dayOf, zoneName } from './clock.ts';
import { read, tabLanguage, write, writeJson } from './session/storage.ts';
import { store } from './store.ts';

export { type Locale, localeNames, locales, type ShownLocale, shownLocales };

/** By which numbers and dates are written; texts in Cyrillic are made of the Latin ones here, and nobody else knows. */
const tags: Record<ShownLocale, string> = { uz: 'uz-Latn-UZ', 'uz-Cyrl': 'uz-Cyrl-UZ', ru: 'ru', en: 'en' };
export type Messages = Record<MessageId, string>;
export type Values = Record<string, string | number | boolean | Date | null | undefined>;

/** The files of texts, by name; `domains/messages.ts` adds those of the domains. */
export interface MessageFiles {
  platform: typeof import('./messages/uz.json');
  kit: typeof import('./kit/messages/uz.json');
}
type IdsOf<Files> = { [File in keyof Files]: keyof Files[File] & string }[keyof Files];
/** Every id that has a text. */
export type MessageId = IdsOf<MessageFiles>;
/** What may follow a beginning that many ids share: of `library.field` the names of fields that have a text. */
export type NameIn<Family extends string> = MessageId extends infer Id
  ? Id extends `${Family}.${infer Name}`
    ? Name
    : never
  : never;
/** The beginnings of ids that end like this. */
export type FamilyOf<Name extends string> = MessageId extends infer Id
  ? Id extends `${infer Family}.${Name}`
    ? Family
    : never
  : never;
/** Whether there is such a text: domains come and go without others knowing all their words. */
export const hasText = (messages: IntlShape['messages'], id: string): id is MessageId => id in messages;

type Beginnings<Id> = Id extends `${infer Head}.${infer Rest}` ? Head | `${Head}.${Beginnings<Rest>}` : never;
/** Every beginning that ids have: of `library.type.BOOK` both `library` and `library.type`. */
export type Family = Beginnings<MessageId>;
/**
 * The id of a code that comes from elsewhere as plain text, so that no one knows before what it will be. That there are
 * such texts is checked, which ones there are is not. Helpers that are generic over `NameIn`
 * use it too: there the name is checked where they are called.
 */
export const codeId = (family: Family, code: string | number) => `${family}.${code}` as MessageId;

declare global {
  // biome-ignore lint/style/noNamespace: the way in which react-intl is told which ids there are
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale);
export const isShownLocale = (value: unknown): value is ShownLocale => shownLocales.includes(value as ShownLocale);
/** The texts in parts, each by language. What is in which part a build says: scripts/text-parts.ts. */
export type TextParts = Record<string, Record<Locale, () => Promise<{ default: Record<string, string> }>>>;
const parts: TextParts = {};
let others = async (): Promise<{ default: TextParts }> => ({ default: {} });
const loaded = new Map<string, Promise<Messages>>();
/** What has been asked for so far; a language that is chosen is loaded as far. */
const wanted = new Set(['first']);
const cache = createIntlCache();
const current = store<IntlShape>(makeIntl('uz', {} as Messages));

/** `more` brings those parts that no module has brought yet. */
export function addTexts(some: TextParts, more = others) {
  Object.assign(parts, some);
  others = more;
}

let cyrillic: typeof import('#platform/contract/cyrillic.ts') | undefined;
/** The Uzbek texts of a part, written in Cyrillic once. */
async function cyrillicPart(part: string): Promise<Messages> {
  const [found, texts] = await Promise.all([import('#platform/contract/cyrillic.ts'), loadPart('uz', part)]);
  cyrillic = found;
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, found.messageInCyrillic(text)])) as Messages;
}

const fetchPart = (locale: Locale, part: string): Promise<Messages> =>
  (parts[part]?.[locale]() ?? Promise.resolve({ default: {} })).then((file) => file.default as Messages);

function loadPart(locale: ShownLocale, part: string): Promise<Messages> {
  const key = `${locale} ${part}`;
  let texts = loaded.get(key);
  if (!texts) {
    texts = locale === 'uz-Cyrl' ? cyrillicPart(part) : fetchPart(locale, part);
    // A file that could not be fetched is asked for again next time.
    texts.catch(() => loaded.delete(key));
    loaded.set(key, texts);
  }
  return texts;
}

async function load(locale: ShownLocale): Promise<Messages> {
  const asked = [...wanted];
  const found = await Promise.all(asked.map((part) => loadPart(locale, part)));
  // More was asked for meanwhile: with less than that, ids would stand for texts.
  return asked.length === wanted.size ? Object.assign({}, ...found) : load(locale);
}

/** Waits for a part of the texts in the language of the moment. Modules of pages wait so for what they say. */
export async function needTexts(part: string): Promise<void> {
  const locale = currentShownLocale();
  const texts = await loadPart(locale, part);
  if (locale !== currentShownLocale()) return needTexts(part);
  if (wanted.has(part)) return;
  wanted.add(part);
  current.set(makeIntl(locale, { ...current.get().messages, ...texts } as Messages));
}

/** For what says any text, such as the history of any record. */
export async function allTexts() {
  addTexts((await others()).default);
  await Promise.all(Object.keys(parts).map(needTexts));
}

function makeIntl(shown: ShownLocale, messages: Messages): IntlShape {
  const intl = createIntl(
    {
      locale: tags[shown],
      messages,
      timeZone: zoneName(),
      onError(error) {
        if (error.code === 'MISSING_TRANSLATION') {
          // Before the first of them have come there is nothing to say.
          if (!('common.close' in messages)) return;
          queueMicrotask(useEnglishForMissing);
        }
        // No module said that it needs the part of this text, or no language has it: both are faults of ours.
        if (error.code !== 'MISSING_DATA') console.error(error.message);
      },
    },
    cache,
  );
  const { formatters } = intl;
  // Browsers that lack Uzbek would group numbers within texts as English does; Russian groups them alike.
  if (languageOf(shown) === 'uz' && Intl.NumberFormat.supportedLocalesOf('uz').length === 0) {
    const formatOf = formatters.getNumberFormat;
    formatters.getNumberFormat = (_, options) => formatOf('ru', options);
  }
  return intl;
}

let englishAdded = false;
/** Everything, and English, is fetched only when a text is missing. */
async function useEnglishForMissing() {
  if (englishAdded) return;
  englishAdded = true;
  await allTexts();
  const locale = currentShownLocale();
  const english = await load('en');
  // Own texts last: while English came, the rest of them may have been asked for, and English must not stand for those.
  const own = await load(locale);
  if (locale === currentShownLocale()) current.set(makeIntl(locale, { ...english, ...own }));
}

export const currentLocale = (): Locale => {
  const code = current.get().locale.slice(0, 2);
  return isLocale(code) ? code : 'uz';
};
export const currentShownLocale = (): ShownLocale =>
  current.get().locale === tags['uz-Cyrl'] ? 'uz-Cyrl' : currentLocale();

/** An Uzbek text that the server said, in the script that is read; any text of another language as it is. */
export const inScript = (text: string): string =>
  currentShownLocale() === 'uz-Cyrl' && cyrillic ? cyrillic.textInCyrillic(text) : text;

/** What somebody wrote in three languages, in the one that is read: Uzbek where it is not translated. */
export const titleIn = (title: Readonly<Record<Locale, string>> | null | undefined, locale: Locale): string =>
  inScript(title?.[locale] || title?.uz || '');

function show(locale: ShownLocale, messages: Messages) {
  document.documentElement.lang = locale;
  tabLanguage.set(locale);
  current.set(makeIntl(locale, messages));
}

/** Shows the interface in another language and remembers it; does not tell the server. */
export async function showLocale(locale: ShownLocale) {
  const messages = await load(locale);
  englishAdded = false;
  show(locale, messages);
  if (read('lang') !== locale) {
    write('lang', locale);
    writeJson('selected_lang', { value: locale, label: localeNames[locale] });
  }
}

/** Shows this page in another language, and remembers it for no other: a page in the frame of somebody's site. */
export const lendLocale = async (locale: ShownLocale) => show(locale, await load(locale));

export async function startLocale() {
  const stored = read('lang') ?? tabLanguage.get();
  const locale = isShownLocale(stored) ? stored : 'uz';
  // Somebody is signed in: the shell will stand around the page that they asked for.
  if (read('token')) wanted.add('shell');
  show(locale, await load(locale));
}

/** Text of a message outside components. Inside them use `useMessages`, which follows the language. */
export const t = (id: MessageId, values?: Values): string => current.get().formatMessage({ id }, values);

export type Translate = (id: MessageId, values?: Values) => string;
/** `const t = useMessages(); t('students.list.title', {count: 3})` */
export function useMessages(): Translate {
  const intl = current.use();
  return useCallback((id: MessageId, values?: Values) => intl.formatMessage({ id }, values), [intl]);
}

/** Options of a closed choice in the person's language: of `library.type` and BOOK the text `library.type.BOOK`. */
export const choices = <F extends Family, const V extends string | number>(
  t: Translate,
  family: F,
  // Each of them must have a text.
  values: readonly V[] & (`${F}.${V}` extends MessageId ? unknown : never),
) => values.map((id) => ({ id, title: t(codeId(family, id)) }));

const uzDays = ['yakshanba', 'dushanba', 'seshanba', 'chorshanba', 'payshanba', 'juma', 'shanba'];
const uzMonths = [
  'yanvar',
  'fevral',
  'mart',
  'aprel',
  'may',
  'iyun',
  'iyul',
  'avgust',
  'sentabr',
  'oktabr',
  'noyabr',
  'dekabr',
];

/** A month of a chart in short, from `2026-11`: `noy 26`, `нояб. 26 г.`, `Nov 26`. */
export function monthInShort(month: string, locale: Locale): string {
  if (locale !== 'uz')
    return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      month: 'short',
      year: '2-digit',
      timeZone: 'UTC',
    }).format(new Date(`${month}-15T00:00:00Z`));
  return inScript(`${uzMonths[Number(month.slice(5, 7)) - 1]?.slice(0, 3)} ${month.slice(2, 4)}`);
}

/** Day in words, at the institution: `2026-yil 21-noyabr, shanba`. Browsers come without Uzbek names of months and days. */
export function dayInWords(date: Date, locale: Locale): string {
  if (locale !== 'uz')
    return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      dateStyle: 'full',
      timeZone: zoneName(),
    }).format(date);
  const [year = 0, month = 1, day = 1] = dayOf(date).split('-').map(Number);
  return inScript(
    `${year}-yil ${day}-${uzMonths[month - 1]}, ${uzDays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]}`,
  );
}

export const useIntlShape = () => current.use();
export function useCurrentLocale(): Locale {
  current.use();
  return currentLocale();
}
export function useShownLocale(): ShownLocale {
  current.use();
  return currentShownLocale();
}

export function Texts({ children }: { children: ReactNode }) {
  return <RawIntlProvider value={current.use()}>{children}</RawIntlProvider>;
}
