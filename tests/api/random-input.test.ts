import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { inputsOf } from '#tests/support/random-input.ts';

/**
 * Inputs per call. The long run of the quality bars is `RANDOM_INPUTS=5000 RANDOM_SEED=7 npm test`; each failure prints
 * its seed. The seed is fixed unless told, so that the same checkout always gets the same answer.
 */
const each = Number(process.env.RANDOM_INPUTS ?? 15);
const seed = Number(process.env.RANDOM_SEED ?? 20_260_901);
const leaks =
  /\bat \S+ \(|node_modules|select .+ from|insert into|syntax error|relation "|column "|duplicate key value/i;

/** A value as it stands in an address. */
function written(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('no input of any call is answered with a fault of ours', async () => {
  const faults: string[] = [];
  let token = (await api.as('super_admin')).token;
  for (const call of callsOf(domains)) {
    // Streams that stay open never answer.
    if (/\/events$/.test(call.meta.path)) continue;
    const inputs = fc.sample(inputsOf(call.contract['~orpc'].inputSchema), { numRuns: each, seed });
    for (const input of inputs) {
      const fields =
        typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
      const path = call.meta.path.replaceAll(
        /\{([^}]+)\}/g,
        (_, name) => encodeURIComponent(written(fields[name] ?? '1').slice(0, 300)) || '1',
      );
      const query =
        call.meta.method === 'GET' || call.meta.method === 'DELETE'
          ? `?${new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, written(value).slice(0, 2000)]))}`
          : '';
      const ask = () =>
        api.app.inject({
          method: call.meta.method,
          url: apiBase + path + query,
          headers: {
            authorization: `Bearer ${token}`,
            institution: '1',
            language: 'en',
            ...(query ? {} : { 'content-type': 'application/json' }),
          },
          ...(query ? {} : { payload: JSON.stringify(input ?? null) }),
        });
      let answer = await ask();
      // The one before may have ended the session: with another it is asked again, for 401 says nothing about the input.
      if (answer.statusCode === 401 && !('public' in call.meta.access)) {
        token = (await api.as('super_admin')).token;
        answer = await ask();
      }
      const said = String(answer.headers['content-type'] ?? '').includes('json') ? answer.body : '';
      if (answer.statusCode >= 500 || (answer.statusCode >= 400 && leaks.test(said)))
        faults.push(
          `seed ${seed} ${call.meta.method} ${path}${query} ${JSON.stringify(input)?.slice(0, 300)}: ${answer.statusCode} ${said.slice(0, 200)}`,
        );
      if (/sign-out|password|sessions/.test(call.meta.path)) token = (await api.as('super_admin')).token;
    }
  }
  expect(faults.slice(0, 30)).toEqual([]);
}, 7_200_000);
