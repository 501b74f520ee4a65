import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { apiBase } from './http.ts';
import type { ServerDomain } from './kernel.ts';

let document: Promise<string> | undefined;

/** The OpenAPI 3.1 document of every call, made from the contracts once and kept. */
export function openApiDocument(domains: readonly ServerDomain[]): Promise<string> {
  document ??= generate(domains);
  return document;
}

async function generate(domains: readonly ServerDomain[]): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const router = Object.fromEntries(domains.map((domain) => [domain.name, domain.contract]));
  const error = {
    type: 'object' as const,
    required: ['status', 'code', 'message'],
    properties: {
      status: { type: 'integer' as const },
      code: { type: 'string' as const },
      message: { type: 'string' as const },
      data: { type: 'object' as const },
    },
  };
  const made = await generator.generate(router, {
    info: {
      title: 'Edulab',
      version: '1.0.0',
      description:
        'Every answer is JSON; failed calls answer {status, code, message, data?}. Send `Authorization: Bearer`, `institution`, `language`; creates take an `Idempotency-Key`.',
    },
    servers: [{ url: apiBase }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Error: error } },
  });
  for (const operations of Object.values(made.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      if (typeof operation === 'object' && operation !== null && 'responses' in operation) {
        (operation.responses as Record<string, unknown>).default = {
          description: 'Refused',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        };
      }
    }
  }
  return JSON.stringify(made);
}
