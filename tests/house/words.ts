import { type Files, isSource } from './files.ts';
import { nodesOf } from './syntax.ts';

const longest = 400;

/**
 * Findings: sources of more than 400 lines without a reason in `reasons`, and reasons without such a file. Length is a
 * smell: split where a thing ends, and where it does not end say why.
 */
export function longFiles(files: Files, reasons: Readonly<Record<string, string>>): string[] {
  const long = new Set<string>();
  const found: string[] = [];
  for (const [path, source] of files) {
    if (!isSource(path) && !/\.(?:css|sql)$/.test(path)) continue;
    // Migrations are written by the migration tool.
    if (/(?:^|\/)migrations\//.test(path)) continue;
    const lines = source.split('\n');
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (count <= longest) continue;
    long.add(path);
    if (!(reasons[path] && reasons[path].length >= 10))
      found.push(`${path} has ${count} lines, more than ${longest}: split it where a thing ends, or give a reason`);
  }
  for (const path of Object.keys(reasons)) if (!long.has(path)) found.push(`${path} needs no reason`);
  return found;
}

// Put together from parts, so that this file does not find itself.
const forbidden: [what: string, pattern: RegExp][] = [
  ['a path of somebody’s machine', /(?<![\w.~/}])\/(?:work|home|root|Users)\/[\w.-]/],
  ['the address of a package registry', new RegExp(['npmjs', 'org'].join('\\.'))],
  [
    'the address of a package registry',
    new RegExp(`(?:^|[/\\s"'=@])${'regis'}try\\.[\\w.-]+\\.(?:com|org|net|io|dev|local)\\b`, 'm'),
  ],
  ['work left undone', new RegExp(`\\b(?:${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b`)],
];

/** Findings: words that do not belong into what is committed, with the line that has them. */
export function forbiddenWords(files: Files): string[] {
  const found: string[] = [];
  for (const [path, source] of files) {
    for (const [what, pattern] of forbidden) {
      const at = source.search(pattern);
      if (at >= 0) found.push(`${path}:${lineAt(source, at)} has ${what}`);
    }
  }
  return found;
}

/** What people may type although nothing of it is shown. */
const typed = new Set(['domains/attendance/web/signs.ts']);

/**
 * Findings: texts of the interface with letters that the served font has no drawing for: a box where no other font steps
 * in. `covered` is what its style sheet says, as pairs from–to.
 */
export function undrawn(files: Files, covered: readonly [number, number][]): string[] {
  const lacking = (text: string) =>
    [...text].some(
      (letter) => !covered.some(([from, to]) => letter.codePointAt(0)! >= from && letter.codePointAt(0)! <= to),
    );
  const found: string[] = [];
  for (const [path, source] of files) {
    const messages = /\/messages\/\w+\.json$/.test(path);
    if (!messages && (!/\/web\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path))) continue;
    if (typed.has(path) || !lacking(source)) continue;
    if (messages) found.push(`${path} has a letter that the font lacks`);
    else
      for (const { type, value, start } of nodesOf(path, source)) {
        const said =
          type === 'TemplateElement'
            ? (value as { cooked: string }).cooked
            : /^(?:Literal|JSXText)$/.test(type)
              ? value
              : '';
        if (typeof said === 'string' && lacking(said))
          found.push(`${path}:${lineAt(source, start)} has a letter that the font lacks`);
      }
  }
  return found;
}

/** Findings: `console.log` anywhere but where a program talks to the person who started it. */
export function strayOutput(files: Files): string[] {
  const found: string[] = [];
  for (const [path, source] of files) {
    if (!isSource(path) || path === 'start.ts' || /^(?:scripts|bench)\//.test(path)) continue;
    if (!source.includes('console.log')) continue;
    for (const { type, callee, start } of nodesOf(path, source)) {
      const logs = type === 'CallExpression' && callee?.object?.name === 'console' && callee.property?.name === 'log';
      if (logs) found.push(`${path}:${lineAt(source, start)} writes to the console`);
    }
  }
  return found;
}

const named =
  /['"`]((?:\.{1,2}\/)*(?:bench|demo|deploy|docs|domains|platform|scripts|tests|timetabling)\/[\w.@/-]*\w)\/?['"`]/g;

/** Pages of a folder name its files without the way to them. */
const namedOnPage = /`(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w.-]*\w\.(?:tsx?|sql|mjs))`/g;

/** Findings: files and folders of the repository that a program or a page names and that are not there. Tests have examples. */
export function missingPaths(files: Files, paths: readonly string[]): string[] {
  const there = new Set<string>();
  const ends = new Set<string>(paths);
  for (const path of paths)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      there.add(path.slice(0, end));
      if (end < path.length) ends.add(path.slice(end + 1));
    }
  const found: string[] = [];
  for (const [path, source] of files) {
    if (!/\.(?:tsx?|mjs|json|md|sh)$|Dockerfile$/.test(path) || path.includes('.test.') || path.startsWith('docs/adr/'))
      continue;
    for (const { 1: name = '', index } of source.matchAll(named)) {
      const plain = name.replace(/^(?:\.{1,2}\/)+/, '');
      if (!there.has(plain)) found.push(`${path}:${lineAt(source, index)} names ${plain}, which is not there`);
    }
    for (const { 1: name = '', index } of path.endsWith('.md') ? source.matchAll(namedOnPage) : [])
      if (!ends.has(name)) found.push(`${path}:${lineAt(source, index)} names ${name}, which is not there`);
  }
  return [...new Set(found)];
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
