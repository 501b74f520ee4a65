import { parseSync } from 'vite';

/** A node of the syntax tree, with those of its parts that the rules look at. */
export interface Syntax {
  type: string;
  start: number;
  name?: string | Syntax;
  attributes?: Syntax[];
  callee?: { name?: string; object?: { name?: string }; property?: { name?: string } };
  arguments?: Syntax[];
  properties?: Syntax[];
  key?: { name?: string };
  source?: { value?: unknown };
  value?: unknown;
  expression?: Syntax;
  consequent?: Syntax;
  alternate?: Syntax;
  left?: Syntax;
  right?: Syntax;
  quasis?: { value: { cooked: string } }[];
  expressions?: unknown[];
}

/** Every node of a source, outer ones first. Slow on large files: look at the text first whether it can matter. Throws if it does not parse. */
export function nodesOf(path: string, source: string): Syntax[] {
  const found: Syntax[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('type' in node && typeof node.type === 'string') found.push(node as Syntax);
      Object.values(node).forEach(visit);
    }
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  visit(program);
  return found;
}
