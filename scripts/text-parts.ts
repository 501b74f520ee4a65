import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { IntlMessageFormat } from 'intl-messageformat';
import { normalizePath, type Plugin, runnerImport } from 'vite';
import { type DeclaredFields, wordsOf } from '../platform/contract/fields.ts';
import { readMessage } from '../platform/web/message-reader.ts';
import { pieceLists } from './home-pieces.ts';

export const locales = ['uz', 'ru', 'en'] as const;
type Locale = (typeof locales)[number];
type Texts = Record<string, string>;

const all = 'domains/messages.ts?parts';
const textsOf = '\0texts/';
const everyPart = '\0every-text';
const needOf = '\0needs-texts/';
/** What reads any message, and what pages have instead of it. */
const parser = '@formatjs/icu-messageformat-parser';
const reader = '\0message-reader';
/** Which part of the texts a module waits for, by its id in a build; nothing of any other module. */
export const neededPart = (moduleId: string) =>
  moduleId.startsWith(needOf) ? moduleId.slice(needOf.length) : undefined;
/** Which part of the texts a module holds. */
export const heldPart = (moduleId: string) => (moduleId.startsWith(textsOf) ? moduleId.split('/')[1] : undefined);

/** Of what a page is made before anybody signs in; and what stands in the shell: titles, and the home page. */
const always = ['first', 'shell'];
/** Texts of the platform are few and everywhere. */
const ofPlatform = ['common', 'shell', 'kit'];

/** Beginnings of ids in a source: what ends with a quote is an id or stands before a dot, what ends open goes on anyhow. */
function mentioned(source: string): { text: string; open: boolean }[] {
  const found = [...source.matchAll(/(['"`])([a-z][\w-]*\.[\w.-]*)(\1|\$\{)/g)].map(([, , text = '', end]) => ({
    text,
    open: end === '${',
  }));
  const families = [...source.matchAll(/\bcodeId\(\s*'([\w-]+)'/g)].map(([, text = '']) => ({ text, open: false }));
  return [...found, ...families];
}
const partOf = (id: string) => id.split('.')[0] ?? '';
const picks = (id: string, { text, open }: { text: string; open: boolean }) =>
  open ? id.startsWith(text) : id === text || id.startsWith(`${text}.`);

/** The modules of pages that these bring along, themselves included; other domains' faces are in the first page anyhow. */
function withImports(root: string, files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const take = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from '(\.[^']+)';/gm,
    )) {
      const other = join(dirname(file), specifier);
      if (/^domains[\\/][\w-]+[\\/]web[\\/]/.test(relative(root, other))) take(other);
    }
  };
  files.forEach(take);
  return seen;
}

/** What a list of a domain's face loads, such as its `home`. */
function piecesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return pieceLists(source, ['home', 'lead', 'navbar', 'overlays', '\\w+Home']).flatMap(({ from, to }) =>
    [...source.slice(from, to).matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) => join(dirname(file), path)),
  );
}

interface Parts {
  texts: Map<string, Record<Locale, Texts>>;
  /** The part in which everything stands that these modules say. */
  within: (file: string) => string | undefined;
}

/** All texts of pages: those of files, and the titles of declared fields. */
export async function everyText(root: string): Promise<Record<Locale, Texts>> {
  const texts: Record<Locale, Texts> = { uz: {}, ru: {}, en: {} };
  for (const file of globSync('{platform/web,platform/web/kit,domains/*/web,domains/*/web/*}/messages/*.json', {
    cwd: root,
  })) {
    const locale = locales.find((one) => file.endsWith(`${one}.json`));
    if (locale) Object.assign(texts[locale], JSON.parse(readFileSync(join(root, file), 'utf8')));
  }
  for (const file of globSync('domains/*/fields.ts', { cwd: root })) {
    const { module } = await runnerImport<{ declared: DeclaredFields }>(join(root, file), {
      root,
      configFile: false,
      logLevel: 'error',
    });
    const domain = file.split(sep)[1] ?? '';
    for (const locale of locales) Object.assign(texts[locale], wordsOf(domain, module.declared, locale));
  }
  return texts;
}

/** Why pages would say something else than is written, if they would. */
export function misread(text: string, locale: string): string | undefined {
  // Nothing else means anything but itself.
  if (!/[{}<'#]/.test(text)) return undefined;
  const meant = new IntlMessageFormat(text, locale).getAst();
  try {
    return isDeepStrictEqual(readMessage(text), meant) ? undefined : 'it is read otherwise than meant.';
  } catch (error) {
    return String(error);
  }
}

async function makeParts(root: string): Promise<Parts> {
  const under = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => join(root, file));
  const entrance = withImports(root, under('domains/identity/web/entrance/*.tsx'));
  const faces = withImports(root, under('domains/*/web/index.ts'));
  // Calls stand together in one file, whoever makes them.
  const home = withImports(root, [...[...faces].flatMap(piecesOf), ...under('domains/*/web/api.ts')]);
  const said = (files: Iterable<string>) => [...files].flatMap((file) => mentioned(readFileSync(file, 'utf8')));
  const first = said([...entrance, join(root, 'domains/identity/web/index.ts')]);
  const shown = said([...faces, ...home]);
  const texts: Parts['texts'] = new Map();
  const everything = await everyText(root);
  for (const locale of locales)
    for (const [id, text] of Object.entries(everything[locale])) {
      const fault = misread(text, locale);
      if (fault) throw new Error(`${id} (${locale}) is nothing for platform/web/message-reader.ts: ${fault}`);
      const isFirst = ofPlatform.includes(partOf(id)) || first.some((one) => picks(id, one));
      const isShown = !isFirst && shown.some((one) => picks(id, one));
      for (const part of [isFirst ? 'first' : partOf(id), ...(isShown ? ['shell'] : [])]) {
        if (!texts.has(part)) texts.set(part, { uz: {}, ru: {}, en: {} });
        Object.assign(texts.get(part)?.[locale] ?? {}, { [id]: text });
      }
    }
  return {
    texts,
    within: (file) => (entrance.has(file) || faces.has(file) ? 'first' : home.has(file) ? 'shell' : undefined),
  };
}

/**
 * Splits the texts: `first` for whoever signs in, `shell` for titles and the home page, and one part for each beginning of
 * ids. A module of a page waits for the parts whose ids it mentions, by an import that this puts into it: so texts come
 * with the code that says them, whoever loads it.
 *
 * A build reads texts with a reader of ours: the parser that react-intl brings was 25 KB of every first page. `npm run dev`
 * keeps the parser, as libraries come there ready-made; both read every text alike, or there is no build.
 */
export function textParts(): Plugin {
  let root = '';
  let made: Promise<Parts> | undefined;
  const parts = () => {
    made ??= makeParts(root);
    return made;
  };
  return {
    name: 'text-parts',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    buildStart: () => {
      made = undefined;
    },
    resolveId: (id, importer) => {
      if (id === parser) return reader;
      if (id.startsWith(textsOf) || id.startsWith(needOf) || id === everyPart) return id;
      return importer && id.endsWith('?parts') ? join(root, all) : undefined;
    },
    async load(id) {
      if (id === reader) {
        const ours = JSON.stringify(normalizePath(join(root, 'platform/web/message-reader.ts')));
        return `export * from '${parser}/no-parser.js'; export { readMessage as parse } from ${ours};`;
      }
      const { texts } = await parts();
      const loaders = (names: Iterable<string>) =>
        `{${[...names]
          .map((part) => {
            const files = locales.map(
              (locale) => `${locale}: () => import('${textsOf}${part}/texts-${part}-${locale}')`,
            );
            return `${JSON.stringify(part)}: { ${files.join(', ')} }`;
          })
          .join(',\n')}}`;
      if (normalizePath(id).endsWith(all))
        return `export default ${loaders(always)};\nexport const others = () => import('${everyPart}');`;
      if (id === everyPart) return `export default ${loaders(texts.keys())};`;
      const held = texts.get(heldPart(id) ?? '')?.[id.slice(-2) as Locale];
      if (held) return `export default JSON.parse(${JSON.stringify(JSON.stringify(held))});`;
      const needed = neededPart(id);
      if (needed === undefined) return undefined;
      const place = JSON.stringify(normalizePath(join(root, 'platform/web/i18n.tsx')));
      return [
        `import { addTexts, needTexts } from ${place};`,
        `addTexts(${loaders([needed])});`,
        `await needTexts(${JSON.stringify(needed)});`,
      ].join('\n');
    },
    async transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (!/\/domains\/[\w-]+\/web\/.*\.tsx?$/.test(normalizePath(file))) return undefined;
      const { texts, within } = await parts();
      const says = [...new Set(mentioned(code).map(({ text }) => partOf(text)))].filter((part) => texts.has(part));
      const already = within(file);
      // What says nothing waits for no text, wherever it belongs.
      const needs = already && says.length > 0 ? [already] : says;
      const imports = needs.filter((part) => part !== 'first').map((part) => `import '${needOf}${part}';`);
      return imports.length > 0 ? { code: `${imports.join(' ')} ${code}`, map: null } : undefined;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const parses = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) =>
          /\/@formatjs\/icu-(messageformat-parser\/index|skeleton-parser\/)/.test(normalizePath(id)),
        ),
      );
      if (parses)
        this.error(`${parses.fileName} brings the parser of messages, for which pages have a reader of ours.`);
      const first = new Set(chunks.filter(({ isEntry }) => isEntry));
      for (const chunk of first) {
        const waits = chunk.moduleIds.map(neededPart).find((part) => part !== undefined);
        if (waits) this.error(`The first page would wait for the texts of ${waits}: load lazily what says them.`);
        for (const other of chunks) if (chunk.imports.includes(other.fileName)) first.add(other);
      }
    },
    handleHotUpdate({ file, server }) {
      if (!/\/messages\/\w+\.json$|\/fields\.ts$/.test(file)) return;
      made = undefined;
      for (const [id, module] of server.moduleGraph.idToModuleMap)
        if (id.startsWith(textsOf) || id === everyPart) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/** The parts that pages with these modules need, besides those that every page needs. */
export const partsNeeded = (moduleIds: Iterable<string>) =>
  new Set([...always, ...[...moduleIds].map(neededPart).filter((part) => part !== undefined)]);
