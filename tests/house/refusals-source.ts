import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Source as refusals.ts reads it: names, places, and what stands around them. */

export const part = (node: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), node);
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const typeOf = (node: unknown): string => textOf(part(node, 'type'));

/** Every part of a node, itself first; parts of what `visit` answers false for are left out. Types say nothing that runs. */
export function walk(node: unknown, visit: (node: unknown, type: string) => unknown): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    const type = typeOf(node);
    if (/^TS(?:Type|Interface)/.test(type)) return;
    if (type && visit(node, type) === false) return;
    // The name of a property names nothing of the file.
    for (const [key, value] of Object.entries(node))
      if (!((key === 'property' || key === 'key') && part(node, 'computed') === false && !part(node, 'shorthand')))
        walk(value, visit);
  }
}

export interface Module {
  /** What stands at the top of the file, by name. */
  own: Map<string, unknown>;
  imported: Map<string, { path: string; name: string }>;
  /** What it passes on from other files. */
  passed: Map<string, { path: string; name: string }>;
}

export function moduleOf(path: string, source: string): Module {
  const module: Module = { own: new Map(), imported: new Map(), passed: new Map() };
  for (const statement of parseSync(path, source).program.body) {
    const from = textOf(part(statement, 'source', 'value'));
    const target = from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from);
    for (const one of from ? listOf(part(statement, 'specifiers')) : [])
      if (typeOf(one) === 'ExportSpecifier')
        module.passed.set(textOf(part(one, 'exported', 'name')), {
          path: target,
          name: textOf(part(one, 'local', 'name')),
        });
      else
        module.imported.set(textOf(part(one, 'local', 'name')), {
          path: target,
          name: typeOf(one) === 'ImportNamespaceSpecifier' ? '*' : textOf(part(one, 'imported', 'name')),
        });
    const declared = part(statement, 'declaration') ?? statement;
    if (typeOf(statement) === 'ExportDefaultDeclaration') module.own.set('default', declared);
    for (const one of [declared, ...listOf(part(declared, 'declarations'))])
      if (part(one, 'id', 'name')) module.own.set(textOf(part(one, 'id', 'name')), part(one, 'init') ?? one);
  }
  return module;
}

/** A piece of source, and what stands at the top of its file around it, whose variables it knows. */
export interface Place {
  path: string;
  node: unknown;
  within: unknown;
}
/** What a variable may come from; null where it is a parameter. */
export type Locals = Map<string, (unknown | null)[]>;
/** What a piece of source says by itself, and where it leads. */
export interface Direct {
  codes: Set<string>;
  /** Everything that looks like a code, whatever is done with it. */
  words: Set<string>;
  leads: Place[];
  /** Tables whose rows are written so that they can be put back. */
  kept: Set<string>;
  /** The file in which such rows are put back. */
  putsBack?: string;
  /** Values that are refused with: all codes that are written where they come from count. */
  values: Place[];
}

/** Writers of rows that can be put back (`platform/server/records/kept.ts`); the table is what they are given second. */
export const keepers = ['changeRows', 'changeKept', 'makeKept', 'removeKept'];

export const isCode = (word: unknown): word is string => typeof word === 'string' && /^[A-Z][A-Z0-9_]{2,}$/.test(word);
export const calleeOf = (node: unknown) =>
  typeOf(node) === 'CallExpression' ? textOf(part(node, 'callee', 'name')) : undefined;
export const isResource = (node: unknown) => calleeOf(node) === 'resource';
export const propertiesOf = (node: unknown) =>
  new Map(listOf(part(node, 'properties')).map((one) => [textOf(part(one, 'key', 'name')), part(one, 'value')]));
/** What a function answers, where it says so in one place. */
export const answerOf = (node: unknown) => {
  const body = part(node, 'body');
  return typeOf(body) === 'BlockStatement'
    ? part(
        listOf(part(body, 'body')).find((one) => typeOf(one) === 'ReturnStatement'),
        'argument',
      )
    : body;
};
export const bare = (node: unknown): unknown =>
  /^(?:TSAs|TSNonNull|TSSatisfies|Parenthesized|Chain)Expression$/.test(typeOf(node))
    ? bare(part(node, 'expression'))
    : typeOf(node) === 'AwaitExpression'
      ? bare(part(node, 'argument'))
      : node;

/** What of a resource runs for each of its ways; for all others, such as `find`, what it shows. */
export const crudParts: Record<string, string[]> = {
  get: ['visible', 'present'],
  save: ['visible', 'prepare', 'written', 'present'],
  remove: ['visible', 'beforeDelete'],
  restore: ['visible', 'beforeRestore', 'present'],
  list: ['visible', 'search', 'filters', 'closeness', 'present'],
  all: ['visible', 'search', 'optionTitle'],
  ids: ['visible', 'search', 'filters'],
};
export const crudNames = ['get', 'save', 'remove', 'restore', 'list', 'all'];
/** The calls of an import; what is written runs later, as a job. */
export const importParts = ['open', 'check', 'names', 'conceals'];
export const importNames = ['template', 'preview', 'faults', 'start'];

export const isOfPlatform = ({ path }: Place) => path.startsWith('platform/');

/** Whether a handler throws on what it caught. */
export function throwsOn(handler: unknown): boolean {
  const caught = textOf(part(handler, 'param', 'name')) || textOf(part(listOf(part(handler, 'params'))[0], 'name'));
  let found = false;
  walk(part(handler, 'body'), (one, type) => {
    if (type !== 'ThrowStatement') return;
    walk(part(one, 'argument'), (thrown, what) => {
      if (what === 'MemberExpression' || what === 'CallExpression') return false;
      if (caught && what === 'Identifier' && part(thrown, 'name') === caught) found = true;
    });
  });
  return found;
}
