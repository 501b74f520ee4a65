import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const library = join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
const folder = `assets/pdfjs-${version}/`;
/** By where they lie in the package: tables of old encodings, letters and colours that documents leave out, decoders, signs. */
const files = {
  'cmaps/*': '',
  'standard_fonts/*': '',
  'iccs/*': '',
  'wasm/{LICENSE_*,*_nowasm_fallback.js}': '',
  'legacy/web/images/{annotation,loading}*': 'legacy/web/',
};

/** Puts what the reader of PDFs fetches for some documents beside the rest of the build, under our own address. */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    configureServer(server) {
      server.middlewares.use((request, answer, next) => {
        const name = request.url?.split(`/${folder}`)[1]?.split('?')[0] ?? '';
        const place = [name, `legacy/web/${name}`]
          .map((path) => join(library, path))
          .find((path) => name && path.startsWith(library) && existsSync(path));
        if (!place) return next();
        answer.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
        createReadStream(place).pipe(answer);
      });
    },
    generateBundle() {
      for (const [pattern, prefix] of Object.entries(files))
        for (const path of globSync(pattern, { cwd: library })) {
          const fileName = folder + path.replaceAll('\\', '/').slice(prefix.length);
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(library, path)) });
        }
    },
  };
}
