import { posix } from 'node:path';
import { parseSync } from 'vite';
import type { Files } from './files.ts';

/**
 * Which codes a call may be refused with: literal codes of `fail` and `failField` in what answers it, and in whatever this
 * names of its own domain and of others, however deep. A handler is what a router gives to `on.….handler`; of a
 * `resource(contract.…, {…})` these are `prepare`, `written`, `beforeDelete` and `beforeRestore`. What is not seen: codes in
 * variables and those that a function gets as a parameter, what follows by a hook, what stands in `try` and is caught
 * there, handlers that a function makes for several calls, what the platform and the database refuse. Those the tests of
 * the API notice when it happens.
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

/** Every part of a node, itself first; parts of what `visit` answers false for are left out. Types say nothing that runs. */
function walk(node: unknown, visit: (node: unknown, type: string) => unknown): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    const type = textOf(part(node, 'type'));
    if (/^TS(?:Type|Interface)/.test(type)) return;
    if (type && visit(node, type) === false) return;
    // The name of a property names nothing of the file.
    for (const [key, value] of Object.entries(node))
      if (!((key === 'property' || key === 'key') && part(node, 'computed') === false && !part(node, 'shorthand')))
        walk(value, visit);
  }
}

interface Module {
  /** What stands at the top of the file, by name. */
  own: Map<string, unknown>;
  imported: Map<string, { path: string; name: string }>;
  /** What it passes on from other files. */
  passed: Map<string, { path: string; name: string }>;
  body: unknown[];
}

function moduleOf(path: string, source: string): Module {
  const module: Module = { own: new Map(), imported: new Map(), passed: new Map(), body: [] };
  for (const statement of parseSync(path, source).program.body) {
    module.body.push(statement);
    const from = textOf(part(statement, 'source', 'value'));
    const target = from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from);
    for (const one of from ? listOf(part(statement, 'specifiers')) : [])
      if (part(one, 'type') === 'ExportSpecifier')
        module.passed.set(textOf(part(one, 'exported', 'name')), {
          path: target,
          name: textOf(part(one, 'local', 'name')),
        });
      else
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

  /** What a name means in a file, wherever it is written down. */
  const meaning = (path: string, name: string): { path: string; node: unknown } | undefined => {
    const module = load(path);
    const own = module?.own.get(name);
    if (own) return { path, node: own };
    const far = module?.imported.get(name) ?? module?.passed.get(name);
    return far && far.path !== path ? meaning(far.path, far.name) : undefined;
  };
  const isResource = (node: unknown) => part(node, 'callee', 'name') === 'resource';
  const specOf = (node: unknown) =>
    new Map(
      listOf(part(listOf(part(node, 'arguments'))[1], 'properties')).map((one) => [
        textOf(part(one, 'key', 'name')),
        part(one, 'value'),
      ]),
    );
  /** What runs of a resource, by the call of it. */
  const partsOf = (spec: Map<string, unknown>): Record<string, string[]> => ({
    save: ['prepare', 'written'],
    remove: ['beforeDelete'],
    restore: [spec.has('beforeRestore') ? 'beforeRestore' : 'beforeDelete'],
  });

  /** What a function of the platform made of a definition, such as an import: it decides what of that runs, and when. */
  const isMadeElsewhere = ({ path, node }: { path: string; node: unknown }) =>
    part(node, 'type') === 'CallExpression' &&
    !isResource(node) &&
    !meaning(path, textOf(part(node, 'callee', 'name')))?.path.startsWith('domains/');
  /** The part of this name of an object that is written down, or that the function returns which makes it. */
  const memberOf = (object: { path: string; node: unknown }, name: string): typeof object | undefined => {
    if (part(object.node, 'type') === 'CallExpression') {
      const maker = meaning(object.path, textOf(part(object.node, 'callee', 'name')));
      const body = listOf(part(maker?.node, 'body', 'body'));
      const made = body.find((one) => part(one, 'type') === 'ReturnStatement');
      return maker && made ? memberOf({ path: maker.path, node: part(made, 'argument') }, name) : undefined;
    }
    const properties = listOf(part(object.node, 'properties'));
    const found = properties.find((one) => part(one, 'key', 'name') === name);
    if (found) return { path: object.path, node: part(found, 'value') };
    for (const spread of properties.filter((one) => part(one, 'type') === 'SpreadElement')) {
      const from = part(spread, 'argument');
      const more = meaning(object.path, textOf(part(from, 'name'))) ?? { path: object.path, node: from };
      const method = memberOf(more, name);
      if (method) return method;
    }
    return undefined;
  };

  const collect = (node: unknown, path: string, codes: Set<string>, seen: Set<unknown>): void => {
    if (seen.has(node)) return;
    seen.add(node);
    walk(node, (one, type) => {
      // What is caught, or told as an answer, is no refusal; and of a resource nothing runs because it is made.
      if (type === 'TryStatement' && part(one, 'handler')) {
        collect(part(one, 'handler'), path, codes, seen);
        return false;
      }
      if (type === 'CallExpression' && (isResource(one) || part(one, 'callee', 'name') === 'refusalOf')) return false;
      if (type === 'CallExpression' && part(one, 'callee', 'property', 'name') === 'catch') {
        collect(part(one, 'arguments'), path, codes, seen);
        return false;
      }
      const callee = type === 'CallExpression' ? part(one, 'callee', 'name') : undefined;
      if (callee === 'fail' || callee === 'failField') {
        const said = listOf(part(one, 'arguments'))[callee === 'fail' ? 0 : 1];
        for (const code of [said, part(said, 'consequent'), part(said, 'alternate')])
          if (typeof part(code, 'value') === 'string') codes.add(textOf(part(code, 'value')));
      }
      if (type === 'MemberExpression' && part(one, 'object', 'type') === 'Identifier') {
        const target = meaning(path, textOf(part(one, 'object', 'name')));
        const name = textOf(part(one, 'property', 'name'));
        if (!target?.path.startsWith('domains/')) return undefined;
        if (isMadeElsewhere(target)) return false;
        const spec = isResource(target.node) ? specOf(target.node) : undefined;
        const method = spec ? undefined : memberOf(target, name);
        if (!spec && !method) return undefined;
        for (const key of spec ? (partsOf(spec)[name] ?? []) : []) collect(spec?.get(key), target.path, codes, seen);
        if (method) collect(method.node, method.path, codes, seen);
        return false;
      }
      if (type !== 'Identifier') return undefined;
      const target = meaning(path, textOf(part(one, 'name')));
      if (target?.path.startsWith('domains/') && !isResource(target.node))
        collect(target.node, target.path, codes, seen);
      return undefined;
    });
  };

  /** Where in its domain's contract the calls of this name stand: ['award'], or [] for those that it spreads. */
  const placeOf = (name: string, at: { path: string; node: unknown } | undefined): string[] | undefined => {
    for (const one of listOf(part(at?.node, 'properties'))) {
      const spread = part(one, 'type') === 'SpreadElement';
      const value = part(one, spread ? 'argument' : 'value');
      const here = spread ? [] : [textOf(part(one, 'key', 'name'))];
      if (part(value, 'name') === name) return here;
      const rest = placeOf(
        name,
        meaning(at?.path ?? '', textOf(part(value, 'name'))) ?? { path: at?.path ?? '', node: value },
      );
      if (rest) return [...here, ...rest];
    }
    return undefined;
  };
  /** `on.a.b` as ['a', 'b'], where `on` serves the contract or a part of it. */
  const servedBy = (node: unknown, path: string): string[] | undefined => {
    if (part(node, 'callee', 'name') === 'serve') {
      const [of] = listOf(part(node, 'arguments'));
      const contract = `${path.split('/').slice(0, 2).join('/')}/contract.ts`;
      return pathOf(of) ?? placeOf(textOf(part(of, 'name')), meaning(contract, 'contract'));
    }
    if (part(node, 'type') === 'Identifier') {
      const own = load(path)?.own.get(textOf(part(node, 'name')));
      return own ? servedBy(own, path) : undefined;
    }
    const before =
      part(node, 'type') === 'MemberExpression' && !part(node, 'computed') && servedBy(part(node, 'object'), path);
    return before ? [...before, textOf(part(node, 'property', 'name'))] : undefined;
  };

  const found: Refusals[] = [];
  for (const [path, source] of files) {
    const domain = /^domains\/([^/]+)\/server\/(?!.*\.test\.ts$).*\.ts$/.exec(path)?.[1];
    if (!domain || !/\b(?:resource|serve)\(/.test(source)) continue;
    const codesIn = (nodes: unknown[]) => {
      const codes = new Set<string>();
      for (const node of nodes) collect(node, path, codes, new Set());
      return [...codes].sort();
    };
    walk(load(path)?.body, (node, type) => {
      if (type !== 'CallExpression') return;
      const given = listOf(part(node, 'arguments'));
      if (part(node, 'callee', 'property', 'name') === 'handler') {
        const at = servedBy(part(node, 'callee', 'object'), path);
        if (at) found.push({ domain, name: at.join('.'), codes: codesIn(given) });
      }
      if (!isResource(node)) return;
      const at = pathOf(given[0]);
      if (!at) return;
      const spec = specOf(node);
      for (const [call, names] of Object.entries(partsOf(spec)))
        found.push({ domain, name: [...at, call].join('.'), codes: codesIn(names.map((name) => spec.get(name))) });
    });
  }
  return found;
}
