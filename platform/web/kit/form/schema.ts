import type { z } from 'zod';

// Only what is asked of a schema here; zod's own generic types would make every caller generic too.
interface Node {
  def: { type: string; innerType?: Node; in?: Node; out?: Node; element?: Node; schema?: Node };
  shape?: Record<string, Node>;
  minValue?: number | null;
  maxValue?: number | null;
  minLength?: number | null;
  maxLength?: number | null;
  safeParse: (value: unknown) => { success: boolean };
}

/** The one way from a schema to its parts: zod's types name none of them without naming the whole schema. */
const nodeOf = (schema: z.ZodType) => schema as unknown as Node;

const inner = (node: Node): Node => {
  let at = node;
  for (;;) {
    const { type, innerType, in: input, out } = at.def;
    if (innerType) at = innerType;
    // A preprocess is a pipe that starts with a transform: what it accepts stands at its end.
    else if (type === 'pipe' && input && out) at = input.def.type === 'transform' ? out : input;
    else return at;
  }
};

/** The part of a schema at a dotted path (`guards.0.phone`), or undefined where the schema has none. */
export function schemaAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  let at: Node | undefined = nodeOf(schema);
  for (const part of path.split('.')) {
    const plain: Node = inner(at);
    at = plain.shape ? plain.shape[part] : plain.def.element;
    if (!at) return undefined;
  }
  // And back: what was found there is a schema.
  return at as unknown as z.ZodType;
}

const emptyValues = [undefined, null, '', false, [], { uz: '', ru: '', en: '' }];

const cache = new WeakMap<z.ZodType, Map<string, boolean>>();

/** A field is required when no empty value of any kind passes: asked of the schema itself, so that the asterisk cannot lie. */
export function isRequired(schema: z.ZodType, path: string): boolean {
  let known = cache.get(schema);
  if (!known) {
    known = new Map();
    cache.set(schema, known);
  }
  const cached = known.get(path);
  if (cached !== undefined) return cached;
  const part = schemaAt(schema, path);
  const required = part !== undefined && !emptyValues.some((value) => part.safeParse(value).success);
  known.set(path, required);
  return required;
}

/** Lower and upper bound of a number field, as far as its schema has them. */
export function boundsOf(schema: z.ZodType, path: string): { min?: number; max?: number } {
  const part = schemaAt(schema, path);
  if (!part) return {};
  const { minValue, maxValue } = inner(nodeOf(part));
  return {
    ...(typeof minValue === 'number' && Number.isFinite(minValue) ? { min: minValue } : {}),
    ...(typeof maxValue === 'number' && Number.isFinite(maxValue) ? { max: maxValue } : {}),
  };
}

/** Fewest and most characters of a text field, as far as its schema has them. */
export function lengthsOf(schema: z.ZodType, path: string): { least?: number; most?: number } {
  const part = schemaAt(schema, path);
  if (!part) return {};
  const { minLength, maxLength } = inner(nodeOf(part));
  return {
    ...(typeof minLength === 'number' ? { least: minLength } : {}),
    ...(typeof maxLength === 'number' ? { most: maxLength } : {}),
  };
}

/**
 * What a form sends: an emptied control holds '' or null, while the call wants null (clear it) or nothing at all.
 * Fields that the schema does not know (a row's `can`, its dates) are left out.
 */
export function toPayload(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  const shape = inner(nodeOf(schema)).shape;
  if (!shape) return values;
  const result: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(shape)) {
    const value = values[key];
    const empty = value === '' || value === null || value === undefined;
    if (!empty) result[key] = value;
    else if (value !== undefined && part.safeParse(value).success) result[key] = value;
    else if (value !== undefined && part.safeParse(null).success) result[key] = null;
    else if (value !== undefined && !part.safeParse(undefined).success) result[key] = value;
  }
  return result;
}

/** The fields of an object's schema. */
export const keysOf = (schema: z.ZodType): string[] => Object.keys(nodeOf(schema).shape ?? {});

/** The value at a dotted path. */
export function valueAt(values: unknown, path: string): unknown {
  let at = values;
  for (const part of path.split('.'))
    at = at === null || typeof at !== 'object' ? undefined : (at as Record<string, unknown>)[part];
  return at;
}
