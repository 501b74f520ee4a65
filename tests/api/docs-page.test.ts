import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('shows every call to people, without a script', async () => {
  const page = await api.anonymous.get<string>('/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).not.toContain('<script');
  for (const { domain, name } of callsOf(domains)) expect(page.body).toContain(`id="${domain}.${name}"`);
  const part = page.body.split('id="students.import.start"')[1]?.split('</details>')[0] ?? '';
  expect(part).toContain('<code>student.import</code>');
  expect(part).toContain('registrar head');
  expect(part).toContain('<code>file_id</code> <b title="required">');
  expect(part).toContain('<code>IMPORT_FAULTS</code> 422');
});
