import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { institutionsOf } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { roles } from '#platform/contract/index.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { pageOf, readPage, type Seen, see } from '#tests/support/who-sees-what.ts';

/**
 * Every list and the first record of each is read as every role on a filled university. Whoever is answered a field that
 * `docs/who-sees-what.md` does not know them to see makes this fail: a leak, or a right that people read and agree to.
 */

const page = new URL('../../docs/who-sees-what.md', import.meta.url);
let api: Api;
beforeAll(async () => {
  // Which records a role has to look at depends on the time of the academic year.
  api = await startApi({ students: 24, at: '2026-11-23T10:00:00+05:00' });
}, 400_000);
afterAll(() => api.close());

type Records = Record<string, unknown>[];
const fieldsOf = (records: Records) => records.flatMap((record) => Object.keys(record));

it('no role sees a field that is not written down', async () => {
  const gets = callsOf(domains).filter(({ meta }) => meta.method === 'GET' && 'permission' in meta.access);
  const paths = new Set(gets.filter(({ meta }) => !meta.heavy).map(({ meta }) => meta.path));
  const seen: Seen = existsSync(page) ? readPage(readFileSync(page, 'utf8')) : new Map();
  expect(existsSync(page) ? pageOf(seen) : '', 'the page can be read back').toBe(
    existsSync(page) ? readFileSync(page, 'utf8') : '',
  );
  for (const name of roles) {
    const role = name.toLowerCase();
    const caller = await api.as(role, institutionsOf(name)[0]);
    for (const path of paths) {
      if (path.includes('{')) continue;
      const { status, body } = await caller.get<{ content?: Records }>(`${path}?size=20`);
      // What is no list, or wants more said, is no subject here; nor is what this role may not read.
      if (status !== 200 || !Array.isArray(body.content) || !body.content.length) continue;
      see(seen, `GET ${path}`, role, fieldsOf(body.content));
      const id = body.content[0]?.id;
      if (id === undefined || !paths.has(`${path}/{id}`)) continue;
      const one = await caller.get<Record<string, unknown>>(`${path}/${id}`);
      if (one.status === 200) see(seen, `GET ${path}/{id}`, role, fieldsOf([one.body]));
    }
  }
  await expect(pageOf(seen)).toMatchFileSnapshot('../../docs/who-sees-what.md');
}, 400_000);
