import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lengthBetween } from '#platform/contract/index.ts';
import english from '../messages/en.json' with { type: 'json' };
import { differences, readServerError, textsOfIssues } from './issues.ts';
import { boundsOf, isRequired, toPayload } from './schema.ts';

const faults = (schema: z.ZodType, values: unknown) => {
  const result = schema.safeParse(values);
  return result.success ? {} : textsOfIssues(result.error.issues, values, schema);
};
/** The English sentence of the only field `a`, its numbers put in. */
const english1 = (schema: z.ZodType, value: unknown) => {
  const error = faults(z.object({ a: schema }), { a: value }).a;
  if (!error) return '';
  return (english as Record<string, string>)[error.id]?.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    String(error.values?.[key]),
  );
};

describe('faults of a schema in words', () => {
  it.each([
    [z.string().min(1), '', 'This field is required'],
    [z.string(), undefined, 'This field is required'],
    [z.enum(['A', 'B']), null, 'This field is required'],
    [z.literal(true), false, 'This field is required'],
    [z.number(), null, 'This field is required'],
    [z.number().min(3), 2, 'Value cannot be less than 3'],
    [z.number().gt(3), 3, 'Value must be more than 3'],
    [z.number().max(5), 6, 'Value cannot exceed 5'],
    [z.number().gt(0).lt(100), 100, 'Value must be more than 0 and less than 100'],
    [lengthBetween(3, 10), 'abc', 'Value must be more than 3 and less than 10'],
    [lengthBetween(3, 10), 'abcdefghij', 'Value must be more than 3 and less than 10'],
    [lengthBetween(3, 10), 'abcd', ''],
    [lengthBetween(3), 'a'.repeat(9999), 'Value must be more than 3 and less than 9999'],
    [lengthBetween(3), 'a'.repeat(9998), ''],
    [z.string().length(9), 'AA1', 'Value should be 9 characters long'],
    [z.email(), 'a@', 'Please enter a valid E-mail'],
    [z.url(), 'no', 'Invalid URL'],
    [z.string().regex(/^\d+$/), 'x', 'Invalid format'],
    [z.string().regex(/^\d{6}$/, 'code'), '12', 'Please enter a valid code'],
    [z.string().refine(() => false, 'phone'), '12', 'Please enter valid phone number'],
    [z.string().refine(() => false, 'asciiError'), 'ж', 'Please use only latin letters'],
    [z.array(z.int()).min(1), [], 'At least one option must be chosen'],
  ])('%#', (schema, value, sentence) => {
    expect(english1(schema, value)).toBe(sentence);
  });

  it('asks for a group by the product’s own words', () => {
    expect(faults(z.object({ group_id: z.int() }), {})).toEqual({ group_id: { id: 'kit.error.group' } });
  });

  it('names nested fields by a dotted path', () => {
    expect(
      Object.keys(
        faults(z.object({ guards: z.array(z.object({ phone: z.string().min(1) })) }), { guards: [{ phone: '' }] }),
      ),
    ).toEqual(['guards.0.phone']);
  });
});

describe('what a schema says of its fields', () => {
  const schema = z.object({
    a: z.string().min(1),
    b: z.string(),
    c: z.int().optional(),
    d: z.number().min(0).max(100).nullable(),
    e: z.object({ uz: z.string().min(1), ru: z.string(), en: z.string() }),
    f: z.boolean(),
    g: z.literal(true),
    h: z.array(z.int()),
  });
  it('tells required from optional', () => {
    expect(['a', 'b', 'c', 'd', 'e', 'e.uz', 'e.ru', 'f', 'g', 'h'].filter((path) => isRequired(schema, path))).toEqual(
      ['a', 'e', 'e.uz', 'g'],
    );
  });
  it('finds bounds behind nullable', () => {
    expect(boundsOf(schema, 'd')).toEqual({ min: 0, max: 100 });
  });
  it('sends null or nothing for what was emptied, and only what the call knows', () => {
    expect(toPayload(schema, { a: 'x', b: '', c: null, d: '', can: {}, f: false })).toEqual({
      a: 'x',
      b: '',
      d: null,
      f: false,
    });
  });
  it('lets a missing required field fail', () => {
    expect(toPayload(schema, { a: '' })).toEqual({ a: '' });
  });
});

describe('what the server says', () => {
  it('reads field faults and the newest row', () => {
    const error = {
      status: 409,
      code: 'STALE',
      message: 'x',
      data: { current: { a: 1 }, fields: [{ path: 'a', code: 'DUPLICATE', message: 'y' }, 3] },
    };
    expect(readServerError(error)).toEqual({
      status: 409,
      code: 'STALE',
      message: 'x',
      current: { a: 1 },
      fields: [{ path: 'a', code: 'DUPLICATE', message: 'y' }],
    });
    expect(readServerError(undefined)).toMatchObject({ status: 0, message: '', fields: [] });
  });
  it('tells what both changed from what one of them changed', () => {
    expect(
      differences(
        { a: 1, b: 1, c: 1, d: 1, e: null, version: 1 },
        { a: 2, b: 1, c: 2, d: 2, e: undefined, version: 1 },
        { a: 3, b: 2, c: 1, d: 2, e: null, f: 9, version: 2 },
        ['a', 'b', 'c', 'd', 'e', 'f', 'version'],
      ),
    ).toEqual({ both: ['a'], mine: ['c'], theirs: ['b'] });
  });
});
