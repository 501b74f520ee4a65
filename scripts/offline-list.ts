import { createHash } from 'node:crypto';
import { normalizePath, type Plugin } from 'vite';
import { chunksOf } from './chunks.ts';
import { heldPart, partsNeeded } from './text-parts.ts';

/** Modules that are needed without a network besides the first page; whatever they import comes along. */
const wanted = [
  /\/platform\/web\/shell\/first\.ts$/,
  /\/platform\/web\/shell\/drop-down-menu\.tsx$/,
  /\/platform\/web\/shell\/menu-drawer\.tsx$/,
  /\/platform\/web\/shell\/notices\.tsx$/,
  /\/platform\/web\/kit\/dialogs\/dialogs\.tsx$/,
  /\/platform\/web\/kit\/show\/tip-shown\.tsx$/,
  /\/domains\/messaging\/web\/notices\.tsx$/,
  /\/domains\/messaging\/web\/notices-panel\.tsx$/,
  /\/platform\/web\/kit\/controls\/dropzone\.tsx$/,
  /\/platform\/web\/pages\/states\.tsx$/,
  /\/domains\/credentials\/web\/pages\/check\.tsx$/,
  /\/domains\/credentials\/shapes\.ts$/,
  /\/domains\/attendance\/web\/pages\/day\.tsx$/,
  /\/domains\/attendance\/web\/sender\.tsx$/,
  /\/domains\/attendance\/web\/sending\.ts$/,
  /\/platform\/contract\/cyrillic\.ts$/,
];
const unnamed = ['/mark.svg', '/skin.js', '/face.css', '/face.js', '/girih.svg'];

/** Writes `offline.json` beside the page: which files of this build public/service-worker.js keeps. */
export function offlineList(): Plugin {
  return {
    name: 'offline-list',
    apply: 'build',
    generateBundle: {
      // After the page has been written: it may leave out an entry that does nothing but import others.
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const files = new Set<string>();
        const take = (name: string): void => {
          const chunk = chunks.get(name);
          if (!chunk || files.has(`/${name}`)) return;
          files.add(`/${name}`);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
          for (const other of chunk.imports) take(other);
        };
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const scripts = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, name = '']) => name);
        const entry = scripts.at(-1);
        if (!entry) this.error('The page has no script.');
        scripts.forEach(take);
        for (const pattern of wanted) {
          // A module that shares its file with others is reached through a small one of its own.
          const holders = [...chunks.values()].filter(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId ?? '', ...moduleIds].some((id) => pattern.test(normalizePath(id))),
          );
          if (holders.length === 0)
            this.error(`Nothing of the build is ${pattern}, which is needed without a network.`);
          for (const { fileName } of holders) take(fileName);
        }
        // The texts that these say, in every language: another may be chosen while there is no network.
        const kept = [...chunks.values()].filter(({ fileName }) => files.has(`/${fileName}`));
        const parts = partsNeeded(kept.flatMap(({ moduleIds }) => moduleIds));
        for (const { fileName, moduleIds } of chunks.values())
          if (moduleIds.some((id) => parts.has(heldPart(id) ?? ''))) take(fileName);
        const list = [...[...files].sort(), ...unnamed];
        const version = createHash('sha256').update(list.join()).digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'offline.json',
          source: JSON.stringify({ version, entry, files: list }),
        });
      },
    },
  };
}
