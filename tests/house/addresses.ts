import { parseSync } from 'vite';

/** Addresses of pages, as sources write them. */

/** Texts given to these are no addresses of pages: calls of the server, files, and questions about a text. */
const calls =
  /^(?:api|download|fileFrom|openPaper|send|fetch|register|startsWith|endsWith|includes|split|join|replace|replaceAll|fileOf)$/;
/** On a server these alone are for people to follow. */
const links = /^(?:link|linkOf|pageOf)$/;
const isFile = /\.\w+$|^\/(?:edulab|assets)\//;
const isAddress = /^\/(?:$|[a-z$?{])/i;

interface Node {
  type: string;
  [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const part = (node: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), node);

/** The name under which what is inside stands: of a call, a property, an attribute, a variable or a function. */
function nameOf(node: Node): unknown {
  switch (node.type) {
    case 'CallExpression':
      return part(node, 'callee', 'name') ?? part(node, 'callee', 'property', 'name');
    case 'Property':
      return part(node, 'key', 'name');
    case 'JSXAttribute':
      return part(node, 'name', 'name');
    default:
      return part(node, 'id', 'name');
  }
}

const textsOf = (template: Node) =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
const beginningOf = (template: Node) => textsOf(template)[0];

/** `{}` stands for what is put in. Addresses for mails begin with that of the installation. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [first, ...texts] = textsOf(node);
  const [begins] = node.expressions as Node[];
  const whole = first === '' && part(begins, 'property', 'name') === 'publicUrl';
  return whole ? texts.join('{}') : [first, ...texts].join('{}');
}

/**
 * The paths of all addresses in a source, without query; `{}` stands for what is put in, `/students/{}`. In the browser
 * every text with a slash at its beginning is taken for one; what is called `path` is a call of the server, but in the
 * declaration of a domain. On a server it is what is called `link`, and what follows the address of the installation.
 */
export function addressesIn(path: string, source: string): string[] {
  if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || !/["'`}]\/[a-z$"'`?]/i.test(source)) return [];
  const web = /^(?:domains\/[^/]+|platform)\/web\//.test(path);
  if (!web && !/^(?:domains\/[^/]+|platform)\/server\/|^domains\/[^/]+\/[^/]+\.ts$/.test(path)) return [];
  const declares = /\/web\/index\.tsx?$/.test(path);
  const found: string[] = [];
  const visit = (value: unknown, taken: boolean): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, taken);
    if (
      !isNode(value) ||
      (/^(?:Import|Export(?:All|Named)|TS\w+Type)/.test(value.type) && value.declaration === undefined)
    )
      return;
    const name = nameOf(value);
    if (typeof name === 'string') {
      if (web && (calls.test(name) || (name === 'path' && !declares))) return;
      if (!web && links.test(name)) taken = true;
    }
    const text = textOf(value);
    if (text !== undefined) {
      const address = text.split(/[?#]/)[0]?.replace(/(?<=[^/])\{\}$/, '') ?? '';
      const mailed = value.type === 'TemplateLiteral' && beginningOf(value) === '';
      if ((taken || mailed) && isAddress.test(address) && /^\/$|[a-z]/.test(address) && !isFile.test(address))
        found.push(address);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'key') visit(inner, taken);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  visit(program, web);
  return found;
}

/**
 * Whether a page stands at an address. What is put in fills a parameter and nothing else; of what is written out, only
 * numbers name records, as the router has it.
 */
export function leadsTo(paths: readonly string[], address: string): boolean {
  const parts = address.split('/');
  const fits = (wanted: string, given: string) => {
    const [, name] = /^\{(\w+)\}$/.exec(wanted) ?? [];
    if (name === undefined) return wanted === given;
    return given === '{}' || (/(?:^|_)id$/.test(name) ? /^\d{1,9}$/.test(given) : /^[\w-]+$/.test(given));
  };
  return paths.some((path) => {
    const wanted = path.replace(/(?<=.)\/$/, '').split('/');
    return (
      path === address || (wanted.length === parts.length && wanted.every((one, at) => fits(one, parts[at] ?? '')))
    );
  });
}

/** Names of parameters that a source reads from the address of its page. */
export function paramsRead(path: string, source: string): { name: string; optional: boolean }[] {
  if (!/^domains\/.*\.tsx$/.test(path)) return [];
  return [...source.matchAll(/useParams\(\{ strict: false \}\) as \{([^}]*)\}/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/(\w+)(\??):/g)].map(([, name = '', mark]) => ({ name, optional: mark === '?' })),
  );
}
