import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { countStatements } from '#tests/support/statements.ts';

/** What a page costs does not grow with its rows: what belongs to them is asked for once for all. */

const statements = countStatements();
let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
}, 240_000);
afterAll(() => api.close());

it('no list asks the database once for every row', async () => {
  const caller = await api.as('super_admin');
  const paths = callsOf(domains).flatMap(({ meta }) =>
    meta.method === 'GET' && 'permission' in meta.access && !meta.path.includes('{') ? [meta.path] : [],
  );
  const loops: string[] = [];
  let compared = 0;
  for (const path of paths) {
    const of = async (size: number) => {
      statements.clear();
      const { status, body } = await caller.get<{ content?: unknown[] }>(`${path}?size=${size}`);
      const rows = status === 200 && Array.isArray(body.content) ? body.content.length : 0;
      return { rows, queries: statements.of(`GET ${path}`) };
    };
    // The first answer may fill what is remembered.
    if ((await of(20)).rows < 5) continue;
    const [one, many] = [await of(1), await of(20)];
    compared++;
    expect(one.queries, path).toBeGreaterThan(0);
    // A page of one may have nothing to ask for where a larger one does: papers, pictures, titles.
    if (many.queries - one.queries >= many.rows - one.rows)
      loops.push(`${path}: ${one.queries} for ${one.rows}, ${many.queries} for ${many.rows}`);
  }
  expect(compared).toBeGreaterThan(30);
  expect(loops).toEqual([]);
});
