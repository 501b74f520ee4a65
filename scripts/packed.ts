import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const pack = promisify(brotliCompress);
/** One below the highest: half its time, and hardly anything heavier. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
/** Bytes below which the server would send a file as it is. */
const least = 2048;

/** Packs what has a fingerprint in its name once, and better than a server could at every request. */
export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (output) => {
          const content = output.type === 'chunk' ? output.code : output.source;
          if (!/^assets\/.*\.(js|mjs|css|svg)$/.test(output.fileName) || content.length < least) return;
          await writeFile(join(dir, `${output.fileName}.br`), await pack(content, quality));
        }),
      );
    },
  };
}
