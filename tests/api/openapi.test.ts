import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { isErrorCode } from '#platform/server/call/errors.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/** The document of all calls is what other programs are made from, so it is read as they read it. */

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'edulab-client-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.close();
});

it('has nothing that a standard linter would mend', async () => {
  const { body } = await api.anonymous.get('/openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(body), config });
  // The addresses are the specification's: `/assessment/{id}/restore` and `/assessment/board/{id}` both stand there.
  expect(problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths').map(({ message }) => message)).toEqual([]);
});

it('names of each call the refusals that have a status', () => {
  const unknown = callsOf(domains).flatMap(({ domain, name, meta }) =>
    meta.errors.filter((code) => !isErrorCode(code)).map((code) => `${domain}.${name}: ${code}`),
  );
  expect(unknown).toEqual([]);
});

it('makes a client that fits the types and reads a list', async () => {
  const { body } = await api.anonymous.get('/openapi.json');
  const output = join(folder, 'client');
  await generate({ input: body, output, httpClient: 'fetch', exportSchemas: false, exportCore: true });
  await writeFile(
    join(folder, 'use.ts'),
    `import { OpenAPI, InstitutionService } from './client';
     export async function names(base: string, token: string): Promise<string[]> {
       OpenAPI.BASE = base;
       OpenAPI.TOKEN = token;
       const list = await InstitutionService.institutionsInstitutionList(undefined, 0, 50);
       return list.content.map((one) => one.short_name);
     }`,
  );
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--lib', 'es2023,dom', '--target', 'es2023'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
  execFileSync(resolve('node_modules/.bin/tsc'), [...strict, ...modules, join(folder, 'use.ts')], { cwd: folder });

  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const caller = await api.as('super_admin');
  const { names } = await import(/* @vite-ignore */ join(folder, 'use.ts'));
  const found = await names(`http://127.0.0.1:${port}${apiBase}`, caller.token);
  const { content } = (await caller.get('/institution/?size=50')).body;
  expect(found).toEqual(content.map((one: { short_name: string }) => one.short_name));
  expect(found.length).toBeGreaterThan(0);
});
