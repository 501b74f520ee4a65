import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import postcss from 'postcss';
import { normalizePath, type Plugin } from 'vite';

/** Classes of Mantine's own styles; those of ours are named otherwise. */
const classes = (text: string) => text.match(/\bm_[0-9a-f]+/g) ?? [];

/** The classes of every component of Mantine that ours or its sister packages use, and of what these are made of. */
function usedClasses(root: string): Set<string> {
  const mantine = join(root, 'node_modules/@mantine');
  const core = join(mantine, 'core/esm');
  const places = new Map<string, string>();
  for (const [, names = '', place = ''] of readFileSync(join(core, 'index.mjs'), 'utf8').matchAll(
    /import \{([^}]*)\} from "(\.[^"]+)"/g,
  ))
    for (const name of names.split(',')) places.set(name.trim().split(' as ')[0] ?? '', place);
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(join(core, file), 'utf8');
    for (const name of classes(source)) found.add(name);
    for (const [, other = ''] of source.matchAll(/from "(\.[^"]+)"/g)) walk(normalize(join(dirname(file), other)));
  };
  const ours = globSync('{platform,domains}/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file));
  const sisters = globSync('*/esm/**/*.mjs', { cwd: mantine, exclude: (name) => name === 'core' });
  for (const file of [...ours, ...sisters.map((file) => join(mantine, file))])
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(
      /import (?:type )?\{([^}]*)\} from ['"]@mantine\/core['"]/g,
    ))
      for (const name of names.split(',')) {
        const place = places.get(
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
        );
        if (place) walk(normalize(place));
      }
  return found;
}

/** Leaves out of Mantine's styles what is for components that nothing here uses: a fifth of what the first page fetches of them. */
export function usedStyles(): Plugin {
  let root = '';
  return {
    name: 'used-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    load(id) {
      if (!normalizePath(id).endsWith('/@mantine/core/styles.css')) return undefined;
      const used = usedClasses(root);
      const sheet = postcss.parse(readFileSync(id, 'utf8'));
      sheet.walkRules((rule) => {
        if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name.endsWith('keyframes')) return;
        const kept = rule.selectors.filter((selector) => classes(selector).every((name) => used.has(name)));
        if (kept.length === 0) rule.remove();
        else rule.selectors = kept;
      });
      sheet.walkAtRules((rule) => {
        if (rule.nodes?.length === 0) rule.remove();
      });
      return sheet.toString();
    },
  };
}
