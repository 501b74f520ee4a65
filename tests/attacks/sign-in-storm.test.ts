import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/** More sign-ins at once than the machine can do while somebody waits before a page. */

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function signIn(username: string, from: string) {
  const began = performance.now();
  const {
    statusCode: status,
    headers,
    json,
  } = await api.app.inject({
    method: 'POST',
    url: `${apiBase}/signin`,
    remoteAddress: from,
    headers: { language: 'en' },
    payload: { username, password: demoPassword },
  });
  return { status, body: json(), retry: Number(headers['retry-after']), ms: performance.now() - began };
}

it('are served for some seconds, and the others told at once when to come back; another address is not kept waiting', async () => {
  const names = ['teacher', 'dean', 'archivist', 'hr_head', 'registrar_head', 'marketing'];
  await signIn('director', '10.0.0.1');
  const storm = Array.from({ length: 500 }, (_, i) => signIn(names[i % names.length]!, '10.0.0.2'));
  const alone = signIn('director', '10.0.0.3');
  const answers = await Promise.all(storm);
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(served.length + refused.length).toBe(500);
  expect(served.length).toBeGreaterThan(20);
  expect(refused.length).toBeGreaterThan(20);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['SIGN_IN_BUSY']));
  for (const { retry, body } of refused) {
    expect(retry).toBe(body.data.seconds);
    expect(retry).toBeGreaterThanOrEqual(2);
    expect(retry).toBeLessThanOrEqual(60);
  }
  expect(refused[0]!.body.message).toMatch(/^Too many people are signing in right now\. Try again in \d+ seconds\.$/);
  // Twice what the line allows, for a machine that does other things as well.
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  expect(slowest).toBeLessThan(12_000);
  const other = await alone;
  expect([other.status, other.ms < slowest]).toEqual([200, true]);
  expect((await signIn('teacher', '10.0.0.2')).status).toBe(200);
});
