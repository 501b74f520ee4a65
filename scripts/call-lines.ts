import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { type CallLines, linesOf } from '../platform/web/call-lines.ts';

const suffix = '?calls';

/** Every contract, loaded once for all of them: they share shapes. */
async function allLines(root: string): Promise<Map<string, CallLines>> {
  const files = globSync('domains/*/contract.ts', { cwd: root }).map((file) => join(root, file));
  const all = '\0contracts';
  const { module } = await runnerImport<Record<string, object>>(all, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'contracts',
        resolveId: (id) => (id === all ? id : undefined),
        load: (id) =>
          id === all
            ? files.map((file, at) => `export { contract as c${at} } from ${JSON.stringify(file)};`).join('\n')
            : undefined,
      },
    ],
  });
  return new Map(files.map((file, at) => [file.replaceAll(sep, '/'), linesOf(module[`c${at}`] ?? {})]));
}

/**
 * Gives pages the calls of a contract as lines of text. A contract itself brings the shapes of all that is sent and
 * answered, which the server checks; in the browser nobody asks them. Whatever else a page imports from a contract's file
 * it still gets from there. While developing, pages have the contracts themselves: they say the same.
 */
export function callLines(): Plugin {
  let root = '';
  let lines: Promise<Map<string, CallLines>> | undefined;
  return {
    name: 'call-lines',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    buildStart: () => {
      lines = undefined;
    },
    async resolveId(source, importer, options) {
      if (
        !importer ||
        !/\/contract\.ts$/.test(source) ||
        !/\/(domains|platform)\/([\w-]+\/)?web\//.test(importer.replaceAll('\\', '/'))
      )
        return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && /\/domains\/[\w-]+\/contract\.ts$/.test(found.id.replaceAll('\\', '/'))
        ? { id: found.id + suffix, moduleSideEffects: false }
        : found;
    },
    async load(id) {
      if (!id.endsWith(suffix)) return undefined;
      const file = id.slice(0, -suffix.length);
      lines ??= allLines(root);
      const calls = (await lines).get(file.replaceAll('\\', '/'));
      if (!calls) return undefined;
      return [
        `import { contractOf } from '#platform/web/call-lines.ts';`,
        `export const contract = /* @__PURE__ */ contractOf(${JSON.stringify(calls)});`,
        `export * from ${JSON.stringify(file)};`,
      ].join('\n');
    },
  };
}
