import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import type { CallMeta } from '#platform/contract/index.ts';
import type { ServerDomain } from '../kernel.ts';
import { statusOf } from './errors.ts';
import { apiBase } from './http.ts';
import { callsOf, refusalsOf } from './routes.ts';
import { togetherShape } from './together.ts';

/** What of the document is read here and on the page of the calls. */
export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
}
export interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, unknown>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

let kept: { document: Promise<OpenApi>; text: Promise<string> } | undefined;

/** The OpenAPI 3.1 document of every call, made from the contracts once and kept; also as the text that is sent. */
export function openApi(domains: readonly ServerDomain[]) {
  if (!kept) {
    const document = generate(domains);
    kept = { document, text: document.then((made) => JSON.stringify(made)) };
  }
  return kept;
}

const errorSchema = {
  type: 'object' as const,
  required: ['status', 'code', 'message'],
  properties: {
    status: { type: 'integer' as const },
    code: { type: 'string' as const },
    message: { type: 'string' as const, description: 'in the language of the request' },
    data: {
      type: 'object' as const,
      description: 'what the text is filled with; `fields` names the faults of an input',
    },
  },
};

async function generate(domains: readonly ServerDomain[]): Promise<OpenApi> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const router = Object.fromEntries(domains.map((domain) => [domain.name, domain.contract]));
  const made = await generator.generate(router, {
    info: {
      title: 'Edulab',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Every answer is JSON; failed calls answer {status, code, message, data?}. Send `Authorization: Bearer`, `institution`, `language`; creates take an `Idempotency-Key`.',
    },
    servers: [{ url: apiBase }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Error: errorSchema } },
  });
  // The generator's types are those of the whole standard; what it makes is plain JSON.
  const api: OpenApi = JSON.parse(JSON.stringify(made));
  const refusals: Record<string, unknown> = {};
  for (const { meta } of callsOf(domains)) {
    const operation = api.paths[meta.path]?.[meta.method.toLowerCase()];
    if (!operation) continue;
    for (const [status, codes] of Map.groupBy([...new Set(refusalsOf(meta))].sort(), statusOf)) {
      const name = `${status}.${codes.join('.')}`;
      refusals[name] ??= refusal(codes);
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
    }
    operation.responses = { ...operation.responses, 500: { $ref: '#/components/responses/fault' } };
  }
  api.paths['/together'] = { post: togetherOperation(refusals) };
  refusals.fault = {
    description: 'A fault that is not the caller’s',
    content: contentOf('#/components/schemas/Error'),
  };
  api.components.responses = refusals;
  api.paths = oneNameForEachBlank(api.paths);
  plain(api);
  return api;
}

/** The one call that no domain declares: it belongs to none, and whom it lets in each of its calls says. */
function togetherOperation(refusals: Record<string, unknown>): Operation {
  const codes = ['BAD_REQUEST', 'BODY_TOO_COMPLEX'];
  const name = `400.${codes.join('.')}`;
  refusals[name] ??= refusal(codes);
  const line = {
    type: 'object',
    required: ['index', 'status', 'body'],
    properties: {
      index: { type: 'integer', description: 'which of the calls' },
      status: { type: 'integer' },
      body: { description: 'the answer of that call, or Error; ASK_ALONE where it wants a request of its own' },
    },
  };
  return {
    summary: 'Up to 40 calls that are asked with GET, answered in one request',
    description:
      'Public: each call in it has its own permission. A line of JSON for each, as soon as it is there; whatever writes a log, waits its turn, sends a file or is asked of the past is answered ASK_ALONE',
    tags: ['together'],
    operationId: 'together',
    security: [{ bearer: [] }, {}],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: z.toJSONSchema(togetherShape, { target: 'draft-2020-12' }) as Schema } },
    },
    responses: {
      200: { description: 'OK', content: { 'application/x-ndjson': { schema: line } } },
      400: { $ref: `#/components/responses/${name}` },
      500: { $ref: '#/components/responses/fault' },
    },
  };
}

const contentOf = (ref: string) => ({ 'application/json': { schema: { $ref: ref } } });

const refusal = (codes: string[]) => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

const shapeOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}');

/** What the document says of calls, by method and path as the contracts write them. */
export function operationsOf({ paths }: OpenApi): (meta: Pick<CallMeta, 'method' | 'path'>) => Operation | undefined {
  const byShape = new Map(Object.entries(paths).map(([path, operations]) => [shapeOf(path), operations]));
  return ({ method, path }) => byShape.get(shapeOf(path))?.[method.toLowerCase()];
}

/** Addresses that differ by the name of a blank alone are one address for readers of the document. */
function oneNameForEachBlank(paths: OpenApi['paths']): OpenApi['paths'] {
  const first = new Map<string, string>();
  const merged: OpenApi['paths'] = {};
  for (const [path, operations] of Object.entries(paths)) {
    const shape = shapeOf(path);
    const twin = first.get(shape);
    if (!twin) {
      first.set(shape, path);
      merged[path] = operations;
      continue;
    }
    const blanks = (text: string) => [...text.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!);
    const names = new Map(blanks(path).map((name, at) => [name, blanks(twin)[at]!]));
    for (const operation of Object.values(operations))
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path') parameter.name = names.get(parameter.name) ?? parameter.name;
    merged[twin] = { ...merged[twin], ...operations };
  }
  return merged;
}

/** Says once what the generator says in a roundabout way: bounds, choices of constants, and what may be anything. */
function plain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema;
  if (schema.exclusiveMinimum !== undefined || schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.exclusiveMaximum !== undefined || schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.const !== undefined) schema.type = typeof schema.const;
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (choices.some((one) => Object.keys(one).length === 0)) delete schema.anyOf;
  if (choices.length > 0 && choices.every((one) => one.const !== undefined)) {
    delete schema.anyOf;
    Object.assign(schema, { type: typeof choices[0]!.const, enum: choices.map((one) => one.const) });
  }
  for (const part of Object.values(value)) plain(part);
}
