import type { Files } from './files.ts';
import { nodesOf, type Syntax } from './syntax.ts';

/** A table: which domain it belongs to, and whether that lets others read it by exporting its definition. */
export interface Owned {
  domain: string;
  published: boolean;
}

const definition = /export const (\w+) = pgTable\(\s*'(\w+)'/g;

/** The tables of all domains by their names in the database, and the names of these by those of the definitions. */
export function tablesOf(files: Files): { tables: Map<string, Owned>; named: Map<string, string> } {
  const tables = new Map<string, Owned>();
  const named = new Map<string, string>();
  for (const [path, text] of files) {
    const domain = /^domains\/([^/]+)\/server\/(?:[^/]+\/)?tables\.ts$/.exec(path)?.[1];
    if (!domain) continue;
    const front = files.get(`domains/${domain}/server/index.ts`) ?? '';
    for (const [, definedAs = '', table = ''] of text.matchAll(definition)) {
      tables.set(table, { domain, published: new RegExp(`\\bexport\\b[^;]*\\b${definedAs}\\b`).test(front) });
      named.set(definedAs, table);
    }
  }
  return { tables, named };
}

/** The SQL and the writes through Drizzle of a source of the server, as text that names tables as the database does. */
function statementsOf(path: string, text: string, named: ReadonlyMap<string, string>): string[] {
  if (path.endsWith('.sql')) return [text.replaceAll(/--.*$/gm, '')];
  const nameOf = (node: unknown) => {
    const { type, name } = (node ?? {}) as Syntax;
    return (type === 'Identifier' && typeof name === 'string' && named.get(name)) || '_';
  };
  const verbs: Record<string, string> = { insert: 'insert into', update: 'update', delete: 'delete from' };
  return nodesOf(path, text).flatMap((node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral')
      return [
        (node.quasis ?? [])
          .map((quasi, i) => quasi.value.cooked + (node.expressions?.[i] ? nameOf(node.expressions[i]) : ''))
          .join(''),
      ];
    if (node.type !== 'CallExpression') return [];
    const [first, second] = node.arguments ?? [];
    const verb = verbs[node.callee?.property?.name ?? ''];
    if (verb) return [`${verb} ${nameOf(first)} `];
    return node.callee?.name === 'insertAll' ? [`insert into ${String(second?.value)} `] : [];
  });
}

const writes = /\b(?:insert into|update|delete from|truncate|alter table)\s+(?:only\s+)?([a-z_]+)\b/gi;
const reads = /\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)\b/gi;

/** `path: writes table of domain`, for each table of another domain that is written, or read although it is not published. */
export function trespasses(files: Files): string[] {
  const { tables, named } = tablesOf(files);
  const found = new Set<string>();
  for (const [path, text] of files) {
    const domain = /^domains\/([^/]+)\/server\/(?!.*(?:\.test|tables)\.ts$).*\.(?:ts|sql)$/.exec(path)?.[1];
    if (!domain) continue;
    for (const statement of statementsOf(path, text, named)) {
      const foreign = (pattern: RegExp) =>
        [...statement.matchAll(pattern)].flatMap(([, name = '']) => {
          const owned = tables.get(name);
          return owned && owned.domain !== domain ? [{ name, ...owned }] : [];
        });
      for (const { name, domain: whose } of foreign(writes)) found.add(`${path}: writes ${name} of ${whose}`);
      for (const { name, domain: whose, published } of foreign(reads))
        if (!published) found.add(`${path}: reads ${name}, which ${whose} does not publish`);
    }
  }
  return [...found].sort();
}
