import { IntlMessageFormat } from 'intl-messageformat';
import type { DeclaredFields } from '#platform/contract/index.ts';
import { type Files, isSource } from './files.ts';
import { nodesOf, type Syntax } from './syntax.ts';

const languages = ['uz', 'ru', 'en'] as const;
type Language = (typeof languages)[number];
type Texts = Record<string, unknown>;

/** The folders with texts: `…/messages` with the path of each language's file, present or not. */
function folders(files: Files): string[] {
  const found = [...files.keys()].map((path) => /^(.*\/messages)\/\w+\.json$/.exec(path)?.[1]);
  return [...new Set(found.filter((folder) => folder !== undefined))].sort();
}

function textsOf(files: Files, folder: string, language: Language): Texts | undefined {
  const source = files.get(`${folder}/${language}.json`);
  return source === undefined ? undefined : (JSON.parse(source) as Texts);
}

/**
 * Findings about the texts themselves: a language or key that is missing, a text that is empty, that is only its key,
 * that is no ICU message, or that asks for other values than in the other languages. One key stands in one place.
 */
export function messageFaults(files: Files): string[] {
  const found: string[] = [];
  const places = new Map<string, string>();
  for (const folder of folders(files)) {
    const texts = new Map(languages.map((language) => [language, textsOf(files, folder, language)]));
    for (const [language, all] of texts) if (!all) found.push(`${folder}: ${language}.json is missing`);
    const keys = new Set([...texts.values()].flatMap((all) => Object.keys(all ?? {})));
    const side = folder.includes('/web/') ? 'web' : 'server';
    for (const key of keys) {
      const other = places.get(`${side} ${key}`);
      if (other) found.push(`${folder}: ${key} also stands in ${other}`);
      places.set(`${side} ${key}`, folder);
      const present = languages.filter((language) => texts.get(language));
      found.push(...keyFaults(key, present, (language) => texts.get(language)?.[key]).map((it) => `${folder}: ${it}`));
    }
  }
  return found;
}

function keyFaults(key: string, present: Language[], textIn: (language: Language) => unknown): string[] {
  const found: string[] = [];
  const needs = new Map<Language, string>();
  const offers = new Map<Language, string>();
  for (const language of present) {
    const text = textIn(language);
    if (text === undefined) found.push(`${key} is missing in ${language}`);
    else if (typeof text !== 'string') found.push(`${key} is no text in ${language}`);
    else if (text.trim() === '') found.push(`${key} is empty in ${language}`);
    else if (text === key) found.push(`${key} is only its own key in ${language}`);
    else {
      try {
        const { values, choices, plurals } = needsOf(text, language);
        if (choices.length > 0) offers.set(language, choices.sort().join(', '));
        needs.set(language, [...values].sort().join(', ') || 'nothing');
        found.push(...plurals.map((missing) => `${key} has no plural form for ${missing} in ${language}`));
      } catch (error) {
        found.push(`${key} cannot be read in ${language}: ${(error as Error).message}`);
      }
    }
  }
  found.push(...differing(`${key} needs other values`, needs), ...differing(`${key} offers other choices`, offers));
  return found;
}

function differing(what: string, all: Map<Language, string>): string[] {
  if (new Set(all.values()).size <= 1) return [];
  return [`${what}: ${[...all].map(([language, text]) => `${language} ${text}`).join('; ')}`];
}

/** What codes are called, by the beginning of their keys. */
function codesIn(texts: Texts): Named[] {
  const lists = new Map<string, Map<string, string>>();
  for (const [key, text] of Object.entries(texts)) {
    const [, list, code] = /^(.+)\.([A-Z][A-Z\d_]+)$/.exec(key) ?? [];
    if (!list || !code || typeof text !== 'string') continue;
    const known = lists.get(list) ?? new Map<string, string>();
    lists.set(list, known.set(code, text));
  }
  return [...lists].map(([list, named]) => ({ list, texts: named }));
}

/**
 * Codes of declared fields that files and reports name otherwise than the page: the first three words of `sheet.read` are
 * those of the messages that the control names, whatever else is understood besides.
 */
export function namedOtherwise(files: Files, declared: { domain: string; declared: DeclaredFields }[]): string[] {
  const pages = new Map(
    languages.map((language) => [
      language,
      Object.assign({}, ...folders(files).map((folder) => textsOf(files, folder, language))) as Texts,
    ]),
  );
  return declared.flatMap(({ domain, declared: tables }) =>
    Object.values(tables)
      .flatMap((fields) => Object.entries(fields))
      .flatMap(([name, field]) => {
        const control = 'control' in field ? field.control : undefined;
        const sheet = 'sheet' in field ? field.sheet : undefined;
        if (control?.kind !== 'select' || sheet?.read.as !== 'code') return [];
        const { words } = sheet.read;
        return Object.entries(words).flatMap(([code, said]) =>
          languages.flatMap((language, at) => {
            const shown = pages.get(language)?.[`${control.words}.${code}`];
            return typeof shown === 'string' && shown.toLowerCase() !== said[at]?.toLowerCase()
              ? [`${domain} ${name} ${code} is “${said[at]}” in files in ${language}, and “${shown}” on pages`]
              : [];
          }),
        );
      }),
  );
}

interface Named {
  list: string;
  texts: Map<string, string>;
}

/** Codes of both lists, and those of them that are not called the same; in the middle of a sentence letters are small. */
function compare(one: Named, other: Named): { both: number; differs: string[] } {
  const both = [...one.texts.keys()].filter((code) => other.texts.has(code));
  const differs = both.filter((code) => one.texts.get(code)?.toLowerCase() !== other.texts.get(code)?.toLowerCase());
  return { both: both.length, differs };
}

/**
 * Codes that have two names where people would take them for two things. Of a state, a kind or a way that reports, files and
 * refusals of a server name, the pages of its domain say the same as it: theirs is the list that has most of it in the same
 * words. And lists of the same three codes or more, wherever they stand, that agree in half of them agree in all.
 */
export function namedTwice(files: Files): string[] {
  const found: string[] = [];
  for (const language of languages) {
    const tell = (one: Named, other: Named, codes: readonly string[]) => {
      for (const code of codes)
        found.push(
          `${one.list}.${code} is “${one.texts.get(code)}” in ${language}, and ${other.list}.${code} “${other.texts.get(code)}”`,
        );
    };
    const bySet = new Map<string, Named[]>();
    for (const folder of folders(files)) {
      const own = codesIn(textsOf(files, folder, language) ?? {});
      for (const one of own) {
        if (one.texts.size < 3) continue;
        const set = [...one.texts.keys()].sort().join();
        bySet.set(set, [...(bySet.get(set) ?? []), one]);
      }
      if (!folder.endsWith('/server/messages')) continue;
      const pages = codesIn(textsOf(files, folder.replace('/server/', '/web/'), language) ?? {});
      for (const one of own.filter(({ list }) => /(_state|kind|mode)$/.test(list))) {
        const [likest] = pages
          .map((page) => ({ page, ...compare(one, page) }))
          .filter(({ both, differs }) => both > 0 && 2 * differs.length <= both)
          .toSorted((a, b) => b.both - b.differs.length - (a.both - a.differs.length));
        if (likest) tell(one, likest.page, likest.differs);
      }
    }
    for (const lists of bySet.values())
      for (const [at, one] of lists.entries())
        for (const other of lists.slice(at + 1)) {
          const { both, differs } = compare(one, other);
          if (2 * differs.length <= both) tell(one, other, differs);
        }
  }
  return [...new Set(found)];
}

/** The numbers of FormatJS' own message tree. */
const kinds = ['literal', 'argument', 'number', 'date', 'time', 'select', 'plural', 'pound', 'tag'] as const;

interface Element {
  type: number;
  value: string;
  options?: Record<string, { value: Element[] }>;
  children?: Element[];
  pluralType?: 'cardinal' | 'ordinal';
}

interface Needs {
  values: Set<string>;
  choices: string[];
  plurals: string[];
}

/**
 * What a text asks for (`name`, `day as date`, `<b>`), the choices that it offers (`sex of f|m|other`) and the plural
 * forms that it lacks. A number may be plain in one language and a plural in another, and a choice may come down to
 * `other`: Uzbek bends no noun after a number and knows no gender.
 */
function needsOf(text: string, language: Language): Needs {
  const values = new Set<string>();
  const choices: string[] = [];
  const plurals: string[] = [];
  const walk = (elements: Element[]) => {
    for (const { type, value, options = {}, children, pluralType } of elements) {
      const kind = kinds[type];
      if (kind === 'tag') values.add(`<${value}>`);
      else if (kind === 'date' || kind === 'time') values.add(`${value} as ${kind}`);
      else if (kind !== 'literal' && kind !== 'pound') values.add(value);
      const offered = Object.keys(options).sort();
      if (kind === 'select' && offered.length > 1) choices.push(`${value} of ${offered.join('|')}`);
      if (kind === 'plural') {
        const rules = new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' });
        const needed = language === 'uz' ? ['other'] : rules.resolvedOptions().pluralCategories;
        plurals.push(...needed.filter((category) => !offered.includes(category)).map((it) => `${value} (${it})`));
      }
      for (const option of Object.values(options)) walk(option.value);
      if (children) walk(children);
    }
  };
  walk(new IntlMessageFormat(text, language).getAst() as unknown as Element[]);
  return { values, choices, plurals };
}

/** An id as it is written: whole, or its beginning where the rest is put in at run time. */
interface UsedId {
  id: string;
  whole: boolean;
}

/** The message ids written out in `<FormattedMessage id>`, `formatMessage({ id })` and `t(…)`. */
export function idsIn(path: string, source: string): UsedId[] {
  if (!/FormattedMessage|formatMessage|\bt\(/.test(source)) return [];
  const found: UsedId[] = [];
  for (const node of nodesOf(path, source)) {
    if (node.type === 'JSXOpeningElement' && (node.name as Syntax).name === 'FormattedMessage') {
      for (const attribute of node.attributes ?? []) {
        if ((attribute.name as Syntax | undefined)?.name === 'id') found.push(...literals(attribute.value));
      }
    }
    if (node.type === 'CallExpression') {
      const called = node.callee?.property?.name ?? node.callee?.name;
      const [first] = node.arguments ?? [];
      if (called === 't') found.push(...literals(first));
      if (called === 'formatMessage') {
        for (const property of first?.properties ?? []) {
          if (property.key?.name === 'id') found.push(...literals(property.value));
        }
      }
    }
  }
  return found;
}

function literals(node: unknown): UsedId[] {
  if (typeof node !== 'object' || node === null) return [];
  const it = node as Syntax;
  switch (it.type) {
    case 'Literal':
      return typeof it.value === 'string' ? [{ id: it.value, whole: true }] : [];
    case 'TemplateLiteral':
      return [{ id: it.quasis?.[0]?.value.cooked ?? '', whole: it.expressions?.length === 0 }];
    case 'ConditionalExpression':
      return [...literals(it.consequent), ...literals(it.alternate)];
    case 'LogicalExpression':
      return [...literals(it.left), ...literals(it.right)];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return literals(it.expression);
    default:
      return [];
  }
}

/** Findings: ids written in the web part that no web text has. */
export function unknownIds(files: Files, declared: readonly string[] = []): string[] {
  const known = new Set(declared);
  for (const folder of folders(files)) {
    if (!folder.includes('/web/')) continue;
    for (const key of Object.keys(textsOf(files, folder, 'en') ?? {})) known.add(key);
  }
  const found: string[] = [];
  for (const [path, source] of files) {
    // The page that shows the kit to developers is written in sample words.
    if (!isSource(path) || !path.includes('/web/') || /\.test\.tsx?$|\/kit-page/.test(path)) continue;
    for (const { id, whole } of idsIn(path, source)) {
      const exists = whole ? known.has(id) : [...known].some((key) => key.startsWith(id));
      if (!exists) found.push(`${path} shows ${id}${whole ? '' : '…'}, which has no text`);
    }
  }
  return found;
}
