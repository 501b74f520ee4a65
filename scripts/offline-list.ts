import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Modules that are needed without a network besides the first page; whatever they import comes along. */
const wanted = [
  /\/platform\/web\/shell\/shell\.tsx$/,
  /\/platform\/web\/pages\/states\.tsx$/,
  /\/domains\/attendance\/web\/(pages\/day|sender|sending)\.tsx?$/,
  /\/web\/messages\/(uz|ru|en)\.json$/,
  /\/platform\/web\/cyrillic\.ts$/,
];
const unnamed = ['/mark.svg', '/skin.js', '/splash.css'];

interface Chunk {
  type: 'chunk';
  fileName: string;
  isEntry: boolean;
  moduleIds: string[];
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** Writes `offline.json` beside the page: which files of this build public/service-worker.js keeps. */
export function offlineList(): Plugin {
  return {
    name: 'offline-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      // The bundler's own types leave out what its plugins add.
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') chunks.set(output.fileName, output as unknown as Chunk);
      const files = new Set<string>();
      const take = (name: string): void => {
        const chunk = chunks.get(name);
        if (!chunk || files.has(`/${name}`)) return;
        files.add(`/${name}`);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
        for (const other of chunk.imports) take(other);
      };
      let entry = '';
      for (const chunk of chunks.values()) {
        if (chunk.isEntry) entry = chunk.fileName;
        if (
          chunk.isEntry ||
          chunk.moduleIds.some((id) => wanted.some((pattern) => pattern.test(id.replaceAll('\\', '/'))))
        )
          take(chunk.fileName);
      }
      const list = [...[...files].sort(), ...unnamed];
      const version = createHash('sha256').update(list.join()).digest('hex').slice(0, 16);
      this.emitFile({
        type: 'asset',
        fileName: 'offline.json',
        source: JSON.stringify({ version, entry, files: list }),
      });
    },
  };
}
