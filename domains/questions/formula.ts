/**
 * What a field is worth that is worked out from others: `(lessons - missed) * 100 / lessons`. A grammar of its own, read
 * into a tree and never run as code: numbers, fields, + - * / ( ), and the functions below. Counted in decimals, so that
 * 0.1 + 0.2 is 0.3. No I/O.
 */

type Tree =
  | { number: bigint }
  | { field: string }
  | { sign: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { call: FunctionName; of: Tree[] };

const functions = { min: [1, 20], max: [1, 20], sum: [1, 20], abs: [1, 1], round: [1, 2] } as const;
type FunctionName = keyof typeof functions;
const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);

export const longestFormula = 300;
const deepest = 30;
/** Digits behind the point while it is counted; what is shown has no zeros at its end. */
const digits = 12;
const one = 10n ** BigInt(digits);
/** Nothing that people count is larger. */
const largest = 10n ** 24n * one;

const token = /\s*(?:(\d{1,15}(?:\.\d{1,12})?)|([a-z][a-z0-9_]{0,49})|([-+*/(),;]))/y;

class Unreadable extends Error {}

/** Of a decimal as text; undefined of what is none. */
function scaled(text: string): bigint | undefined {
  const parts = /^(-?)(\d{1,24})(?:\.(\d{1,12}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = '0', part = ''] = parts;
  const value = BigInt(whole) * one + BigInt(part.padEnd(digits, '0'));
  return sign ? -value : value;
}

function shown(value: bigint): string {
  const positive = value < 0n ? -value : value;
  const part = String(positive % one)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${positive / one}${part ? `.${part}` : ''}`;
}

/** Half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const negative = value < 0n !== by < 0n;
  const [a, b] = [value < 0n ? -value : value, by < 0n ? -by : by];
  const rounded = (2n * a + b) / (2n * b);
  return negative ? -rounded : rounded;
}

/** The tree of a formula; null where it does not read. */
export function readFormula(text: string): Tree | null {
  if (text.length > longestFormula) return null;
  const tokens: { kind: 'number' | 'name' | 'sign'; text: string }[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const found = token.exec(text);
    if (!found) return null;
    const [, number, name, sign] = found;
    tokens.push(
      number !== undefined
        ? { kind: 'number', text: number }
        : name !== undefined
          ? { kind: 'name', text: name }
          : { kind: 'sign', text: sign ?? '' },
    );
  }
  let at = 0;
  const take = (sign: string): boolean => {
    if (tokens[at]?.kind !== 'sign' || tokens[at]?.text !== sign) return false;
    at += 1;
    return true;
  };
  const needed = (sign: string) => {
    if (!take(sign)) throw new Unreadable();
  };
  function level(depth: number, signs: readonly ('+' | '-' | '*' | '/')[], below: (depth: number) => Tree): Tree {
    if (depth > deepest) throw new Unreadable();
    let left = below(depth + 1);
    for (;;) {
      const sign = signs.find((candidate) => take(candidate));
      if (!sign) return left;
      left = { sign, left, right: below(depth + 1) };
    }
  }
  const sum = (depth: number): Tree => level(depth, ['+', '-'], product);
  const product = (depth: number): Tree => level(depth, ['*', '/'], factor);
  function factor(depth: number): Tree {
    if (depth > 3 * deepest) throw new Unreadable();
    if (take('-')) return { sign: '-', left: { number: 0n }, right: factor(depth + 1) };
    if (take('(')) {
      const inner = sum(depth + 1);
      needed(')');
      return inner;
    }
    const found = tokens[at];
    at += 1;
    if (found?.kind === 'number') return { number: scaled(found.text) ?? 0n };
    if (found?.kind !== 'name') throw new Unreadable();
    if (!take('(')) return { field: found.text };
    if (!isFunction(found.text)) throw new Unreadable();
    const of = [sum(depth + 1)];
    while (take(',') || take(';')) of.push(sum(depth + 1));
    needed(')');
    const [least, most] = functions[found.text];
    if (of.length < least || of.length > most) throw new Unreadable();
    return { call: found.text, of };
  }
  try {
    const tree = sum(0);
    return at === tokens.length ? tree : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The fields that a formula reads; none of one that does not read. */
export function fieldsIn(text: string): string[] {
  const found = new Set<string>();
  const walk = (tree: Tree | null): void => {
    if (!tree) return;
    if ('field' in tree) found.add(tree.field);
    if ('sign' in tree) {
      walk(tree.left);
      walk(tree.right);
    }
    if ('call' in tree) tree.of.forEach(walk);
  };
  walk(readFormula(text));
  return [...found];
}

/** The value as a decimal, from values as decimals; null where one is missing, where it divides by nothing, or grows too large. */
export function worth(text: string, values: (field: string) => string | null): string | null {
  const tree = readFormula(text);
  const result = tree && count(tree, values);
  return result === null || result === undefined ? null : shown(result);
}

function count(tree: Tree, values: (field: string) => string | null): bigint | null {
  if ('number' in tree) return tree.number;
  if ('field' in tree) {
    const given = values(tree.field);
    return given === null ? null : (scaled(given) ?? null);
  }
  if ('sign' in tree) {
    const left = count(tree.left, values);
    const right = count(tree.right, values);
    if (left === null || right === null || (tree.sign === '/' && right === 0n)) return null;
    const { sign } = tree;
    return bounded(
      sign === '+'
        ? left + right
        : sign === '-'
          ? left - right
          : sign === '*'
            ? divided(left * right, one)
            : divided(left * one, right),
    );
  }
  const of = tree.of.map((part) => count(part, values));
  const known = of.filter((value) => value !== null);
  const [first] = known;
  if (first === undefined || known.length < of.length) return null;
  switch (tree.call) {
    case 'min':
      return known.toSorted(ascending)[0] ?? null;
    case 'max':
      return known.toSorted(ascending).at(-1) ?? null;
    case 'sum':
      return bounded(known.reduce((a, b) => a + b));
    case 'abs':
      return first < 0n ? -first : first;
    case 'round': {
      const places = known[1] === undefined ? 0n : known[1] / one;
      if (places < 0n || places > BigInt(digits)) return null;
      const step = 10n ** (BigInt(digits) - places);
      return divided(first, step) * step;
    }
  }
}

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
const bounded = (value: bigint) => (value > largest || value < -largest ? null : value);
