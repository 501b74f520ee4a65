import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#platform/server/call/http.ts';
import { rotateSigningKey } from '#platform/server/disk/signing-keys.ts';
import { startApi } from '#tests/support/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('whoever tries codes of documents is stopped after sixty that are none, while others go on', async () => {
  const from = (address: string, n: number) =>
    api.app.inject({ url: `${apiBase}/issued-document/check/AAAABBBB${1000 + n}`, remoteAddress: address });
  const tried = [];
  for (let n = 0; n < 60; n++) tried.push((await from('192.0.2.7', n)).statusCode);
  expect(tried).toEqual(Array(60).fill(404));
  const stopped = await from('192.0.2.7', 60);
  expect([stopped.statusCode, stopped.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await from('192.0.2.8', 61)).statusCode).toBe(404);
});

test('keys and the page that checks without us are public', async () => {
  rotateSigningKey(api.dataDir);
  const keys = await api.anonymous.get('/issued-document/keys');
  expect(keys.body[0]).toMatchObject({ active: true, public_key: expect.stringMatching(/^[\w-]{43}$/) });
  const page = (await api.anonymous.get('/issued-document/checker')).raw.toString();
  expect(page).toContain(keys.body[0].public_key);
  expect(page).not.toContain('"DATA"');
});
