import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin, runnerImport } from 'vite';
import type * as Faces from '../domains/faces.ts';
import { messageInCyrillic } from '../platform/contract/cyrillic.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import { piecesModule } from './home-pieces.ts';
import { everyText, heldPart, locales, neededPart } from './text-parts.ts';

/** What stands around whoever is signed in. */
const shell = 'platform/web/shell/first.ts';
const source = 'platform/web/face.js';

/**
 * Pages that have something to show before the application has come: `face.js` with their words and with the names of the
 * files that each needs, and a page whose scripts let that go first.
 */
export function faces(): Plugin {
  let root = '';
  return {
    name: 'faces',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      // The head of the page comes before what makes it work. Styles stay where they are: those of pages come after them.
      handler: (html) =>
        html
          .replaceAll('<script type="module" crossorigin', '<script type="module" crossorigin fetchpriority="low"')
          .replace('<body>', '<body>\n    <script src="/face.js"></script>'),
    },
    async generateBundle(_options, bundle) {
      const { module } = await runnerImport<typeof Faces>(join(root, 'domains/faces.ts'), {
        root,
        configFile: false,
        logLevel: 'error',
      });
      const said = await everyText(root);
      const chunks = chunksOf(bundle);
      const take = (name: string, into: Set<Chunk>) => {
        const chunk = chunks.get(name);
        if (!chunk || into.has(chunk)) return;
        into.add(chunk);
        for (const other of chunk.imports) take(other, into);
      };
      const first = new Set<Chunk>();
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && output.isEntry) take(output.fileName, first);
      const stylesOf = (some: Iterable<Chunk>) =>
        [...some].flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
      /** Each name stands once; pages say its number. */
      const names: string[] = [];
      const numberOf = (name: string) => {
        if (!names.includes(name)) names.push(name);
        return names.indexOf(name);
      };
      const firstStyles = new Set(stylesOf(first));
      /** What a module brings that the first page has not, in code and styles, and in texts of each language. */
      const broughtBy = (...files: string[]) => {
        const all = [...chunks.values()];
        // A page that shares its chunk with others is reached through a small one of its own.
        const whole = new Set<Chunk>();
        for (const file of files) {
          const place = file === piecesModule ? file : normalizePath(join(root, file));
          const holder =
            all.find(({ facadeModuleId }) => facadeModuleId && normalizePath(facadeModuleId) === place) ??
            all.find(({ moduleIds }) => moduleIds.some((id) => normalizePath(id) === place));
          if (!holder) this.error(`${file} is in no part of the build.`);
          take(holder.fileName, whole);
        }
        const more = [...whole].filter((chunk) => !first.has(chunk));
        const parts = new Set(['first', ...[...whole].flatMap(({ moduleIds }) => moduleIds.map(neededPart))]);
        const texts = locales.map((locale) => [
          locale,
          all
            .filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(locale) && parts.has(heldPart(id) ?? '')))
            .map(({ fileName }) => numberOf(fileName)),
        ]);
        const styles = new Set(stylesOf(more).filter((style) => !firstStyles.has(style)));
        return {
          files: [...styles, ...more.map(({ fileName }) => fileName)].map(numberOf),
          texts: Object.fromEntries(texts) as Record<string, number[]>,
        };
      };
      const pages = Object.entries(module.faces).map(
        ([address, { title, about, module: file, entrance, wide, below }]) => {
          const wordsIn = (locale: (typeof locales)[number]) => [said[locale][title], said[locale][about]];
          if (locales.some((locale) => wordsIn(locale).includes(undefined)))
            this.error(`The face of ${address} lacks words.`);
          return [
            address,
            {
              words: {
                ...Object.fromEntries(locales.map((locale) => [locale, wordsIn(locale)])),
                'uz-Cyrl': wordsIn('uz').map((text) => messageInCyrillic(text ?? '')),
              },
              ...broughtBy(file),
              ...(entrance ? { entrance } : {}),
              ...(wide ? { wide } : {}),
              ...(below ? { below } : {}),
            },
          ];
        },
      );
      const told = {
        names,
        pages: Object.fromEntries(pages),
        aliases: module.aliases,
        signedIn: broughtBy(shell),
        home: broughtBy(shell, piecesModule),
      };
      this.emitFile({
        type: 'asset',
        fileName: 'face.js',
        source: readFileSync(join(root, source), 'utf8').replace('FACES)', () => `${JSON.stringify(told)})`),
      });
    },
  };
}
