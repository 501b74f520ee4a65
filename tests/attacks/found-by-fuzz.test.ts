import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';
import type { Shot } from '#tests/support/shots.ts';

/** Requests that `npm run fuzz` once found to be answered as a fault of ours. Each is sent again, by who sent it then. */

const found: { role: string; shot: Shot }[] = JSON.parse(
  readFileSync(new URL('./found-by-fuzz.json', import.meta.url), 'utf8'),
);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it.each(found)('$shot.method $shot.url as $role is no fault of ours', async ({ role, shot }) => {
  const { token } = await api.as(role);
  const { method, url, headers, body } = shot;
  const answer = await api.app.inject({
    method: method as 'POST',
    url,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});
