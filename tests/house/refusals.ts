import { posix } from 'node:path';
import { parseSync } from 'vite';
import type { Files } from './files.ts';

/**
 * Which codes the saves, deletions and restorations of a `resource(contract.…, {…})` may be refused with. What is seen:
 * literal codes of `fail` and `failField` in `prepare`, `written`, `beforeDelete` and `beforeRestore`, and in whatever
 * these name of their own domain, however deep. What is not: codes in variables, what is reached through an object
 * (`plans.save(…)`), what other domains and the database refuse. Those the tests of the API notice when it happens.
 */
export interface Refusals {
  domain: string;
  /** Name of the call below the domain: `course_module.save` of `resource(contract.course_module, …)`. */
  name: string;
  codes: string[];
}

const part = (node: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), node);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every part of a node, itself first. Types say nothing that runs. */
function walk(node: unknown, visit: (node: unknown, type: string) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    const type = textOf(part(node, 'type'));
    if (/^TS(?:Type|Interface)/.test(type)) return;
    if (type) visit(node, type);
    for (const value of Object.values(node)) walk(value, visit);
  }
}

interface Module {
  /** What stands at the top of the file, by name. */
  own: Map<string, unknown>;
  imported: Map<string, { path: string; name: string }>;
  body: unknown[];
}

function moduleOf(path: string, source: string): Module {
  const module: Module = { own: new Map(), imported: new Map(), body: [] };
  for (const statement of parseSync(path, source).program.body) {
    module.body.push(statement);
    const from = textOf(part(statement, 'source', 'value'));
    const target = from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from);
    for (const one of from ? listOf(part(statement, 'specifiers')) : [])
      module.imported.set(textOf(part(one, 'local', 'name')), {
        path: target,
        name: textOf(part(one, 'imported', 'name')),
      });
    const declared = part(statement, 'declaration') ?? statement;
    for (const one of [declared, ...listOf(part(declared, 'declarations'))])
      if (part(one, 'id', 'name')) module.own.set(textOf(part(one, 'id', 'name')), part(one, 'init') ?? one);
  }
  return module;
}

/** `contract.a.b` as `['a', 'b']`; undefined where it is anything else. */
function pathOf(node: unknown): string[] | undefined {
  if (part(node, 'type') === 'Identifier') return part(node, 'name') === 'contract' ? [] : undefined;
  const before = part(node, 'computed') ? undefined : pathOf(part(node, 'object'));
  return before && [...before, textOf(part(node, 'property', 'name'))];
}

/** What every resource of these files may be refused with, as far as it is seen. */
export function refusalsIn(files: Files): Refusals[] {
  const modules = new Map<string, Module>();
  const load = (path: string): Module | undefined => {
    const source = files.get(path);
    if (source === undefined || !path.endsWith('.ts')) return undefined;
    const module = modules.get(path) ?? moduleOf(path, source);
    modules.set(path, module);
    return module;
  };

  const collect = (node: unknown, path: string, codes: Set<string>, seen: Set<unknown>): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const domain = path.split('/').slice(0, 2).join('/');
    walk(node, (one, type) => {
      const callee = type === 'CallExpression' ? part(one, 'callee', 'name') : undefined;
      if (callee === 'fail' || callee === 'failField') {
        const said = listOf(part(one, 'arguments'))[callee === 'fail' ? 0 : 1];
        for (const code of [said, part(said, 'consequent'), part(said, 'alternate')])
          if (typeof part(code, 'value') === 'string') codes.add(textOf(part(code, 'value')));
      }
      if (type !== 'Identifier') return;
      const name = textOf(part(one, 'name'));
      const module = load(path);
      const local = module?.own.get(name);
      const far = module?.imported.get(name);
      const target = local ? { path, node: local } : far && { path: far.path, node: load(far.path)?.own.get(far.name) };
      // Of another resource nothing runs because its name is written.
      if (target?.node && target.path.startsWith(`${domain}/`) && part(target.node, 'callee', 'name') !== 'resource')
        collect(target.node, target.path, codes, seen);
    });
  };

  const found: Refusals[] = [];
  for (const [path, source] of files) {
    const domain = /^domains\/([^/]+)\/server\/(?!.*\.test\.ts$).*\.ts$/.exec(path)?.[1];
    if (!domain || !/\bresource\(/.test(source)) continue;
    walk(load(path)?.body, (node, type) => {
      if (type !== 'CallExpression' || part(node, 'callee', 'name') !== 'resource') return;
      const [of, spec] = listOf(part(node, 'arguments'));
      const at = pathOf(of);
      if (!at) return;
      const given = new Map(
        listOf(part(spec, 'properties')).map((one) => [textOf(part(one, 'key', 'name')), part(one, 'value')]),
      );
      const restores = given.has('beforeRestore') ? 'beforeRestore' : 'beforeDelete';
      const runs = { save: ['prepare', 'written'], remove: ['beforeDelete'], restore: [restores] };
      for (const [call, names] of Object.entries(runs)) {
        const codes = new Set<string>();
        for (const name of names) collect(given.get(name), path, codes, new Set());
        found.push({ domain, name: [...at, call].join('.'), codes: [...codes].sort() });
      }
    });
  }
  return found;
}
