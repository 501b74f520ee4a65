import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

/** Where pieces of the home page stand in a domain's face; those of every page come by themselves. */
const places = ['home', 'lead', '\\w+Home'];
/** The module that holds all pieces. */
export const piecesModule = '\0pieces/home-pieces';

/** The lists of a face that are called so, each by where it begins and ends. */
export function pieceLists(source: string, names: readonly string[]): { from: number; to: number }[] {
  const lists = new RegExp(String.raw`\b(?:${names.join('|')})\b[^=:\n]*[:=] \[`, 'g');
  return [...source.matchAll(lists)].map(({ index, 0: head }) => {
    const from = index + head.length;
    let depth = 1;
    let to = from;
    for (; depth > 0 && to < source.length; to++) depth += source[to] === '[' ? 1 : source[to] === ']' ? -1 : 0;
    return { from, to };
  });
}

const imported = /import\('(\.[^']+)'\)/g;

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** Of what pieces of the home page say, what pages say too: each is too small to come by itself. */
export function sharedByPieces(id: string, graph: Graph): boolean {
  const pieces = new Set(graph.getModuleInfo(piecesModule)?.importedIds);
  const inDomain = (one: string) => /\/domains\/[\w-]+\//.test(normalizePath(one));
  /** A piece, or what pieces alone are made of. */
  const ofPieces = (one: string): boolean => {
    const importers = inDomain(one) ? (graph.getModuleInfo(one)?.importers ?? []) : [];
    return one === piecesModule || pieces.has(one) || (importers.length > 0 && importers.every(ofPieces));
  };
  const importers = inDomain(id) && !pieces.has(id) ? (graph.getModuleInfo(id)?.importers ?? []) : [];
  return importers.some(ofPieces) && !importers.every(ofPieces);
}

/**
 * Whoever opens a home page needs a dozen of small pieces from as many domains. In a build they stand in one script, so
 * that a home page is one request and not a dozen; a face goes on to name each by its own file.
 */
export function homePieces(): Plugin {
  let root = '';
  /** By file, the name under which a piece stands among all. */
  const names = new Map<string, string>();
  return {
    name: 'home-pieces',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    buildStart() {
      names.clear();
      for (const face of globSync('domains/*/web/index.ts', { cwd: root }).map((file) => join(root, file))) {
        const source = readFileSync(face, 'utf8');
        for (const { from, to } of pieceLists(source, places))
          for (const [, path = ''] of source.slice(from, to).matchAll(imported)) {
            names.set(normalizePath(join(dirname(face), path)), `piece${names.size}`);
          }
      }
    },
    resolveId: (id) => (id === piecesModule ? id : undefined),
    load(id) {
      if (id !== piecesModule) return undefined;
      return [...names].map(([file, name]) => `export { default as ${name} } from ${JSON.stringify(file)};`).join('\n');
    },
    transform(code, id) {
      if (!/\/domains\/[\w-]+\/web\/index\.ts$/.test(normalizePath(id))) return undefined;
      let made = '';
      let done = 0;
      for (const { from, to } of pieceLists(code, places)) {
        const list = code.slice(from, to).replaceAll(imported, (whole, path: string) => {
          const name = names.get(normalizePath(join(dirname(id), path)));
          return name ? `import('${piecesModule}').then((pieces) => ({ default: pieces.${name} }))` : whole;
        });
        made += code.slice(done, from) + list;
        done = to;
      }
      return made ? { code: made + code.slice(done), map: null } : undefined;
    },
  };
}
