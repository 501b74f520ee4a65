import fc from 'fast-check';
import { z } from 'zod';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is what it is
type Schema = any;

/** Values that break careless code: wrong types, edges of numbers, SQL, scripts, odd letters, deep and long things. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    2_147_483_648,
    -2_147_483_649,
    0.1,
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; drop table students; --",
    '" or 1=1 --',
    '$' + '{7*7}',
    '<script>alert(1)</script>',
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    'NaN',
    'Infinity',
    '2024-02-30',
    '0000-00-00',
    '9999999999999999999',
    'İ',
    'oʻzbek',
    '💥',
    [],
    {},
    [[]],
    { $ne: null },
    { __proto__: null },
    { constructor: 1 },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constant('x'.repeat(20_000)),
  fc.array(fc.integer(), { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that fit a JSON schema, roughly: enough to come past the first check. */
function fitting(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6 || schema === undefined || schema === true) return fc.jsonValue({ maxDepth: 1 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one: Schema) => fitting(one, depth + 1)));
  if (schema.allOf) return fitting(schema.allOf[0], depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -1000, -2_147_483_648);
      const max = Math.min(schema.maximum ?? schema.exclusiveMaximum ?? min + 1000, 2_147_483_647);
      return fc.oneof(
        fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) }),
        fc.integer({ min: 1, max: 60 }),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items, depth + 1), { maxLength: 3 });
    case 'object': {
      const properties: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [key, value] of Object.entries(schema.properties ?? {})) properties[key] = fitting(value, depth + 1);
      return fc.record(properties, { requiredKeys: schema.required ?? [] });
    }
    case 'string':
      if (schema.format === 'date') return fc.constantFrom('2024-02-29', '1999-12-31', '2026-09-01');
      if (schema.format === 'date-time') return fc.constant('2026-09-01T00:00:00Z');
      if (schema.format === 'email') return fc.constant('someone@example.uz');
      if (schema.pattern)
        return fc.oneof(
          fc.string({ maxLength: 20 }),
          fc.constantFrom('998901234567', 'AA1234567', '12345678901234', 'ABC', '2026/2027'),
        );
      return fc.oneof(
        fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 30) }),
        fc.constantFrom('Karimov', 'ali', '1'),
      );
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Inputs that fit a call's own schema, as far as it can be told from the schema. */
export const fittingInputsOf = (inputSchema: unknown): fc.Arbitrary<unknown> =>
  fitting(z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' }));

/** Inputs made from a call's own schema and then broken in one to three places; some stay whole. */
export function inputsOf(inputSchema: unknown): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const whole = fitting(schema);
  const broken = fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return changes[0]?.[1];
      const copy: Record<string, unknown> = { ...value };
      const keys = [...Object.keys((schema as Schema).properties ?? {}), 'unknown_key'];
      for (const [index, bad] of changes) copy[keys[index % keys.length] ?? 'unknown_key'] = bad;
      return copy;
    });
  return fc.oneof({ weight: 2, arbitrary: whole }, { weight: 5, arbitrary: broken }, { weight: 1, arbitrary: hostile });
}
