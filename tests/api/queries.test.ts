import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/** What a page costs does not grow with its rows: what belongs to them is asked for once for all. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 24 });
}, 240_000);
afterAll(() => api.close());

it('no list asks the database once for every row', async () => {
  const caller = await api.as('super_admin');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const paths = callsOf(domains).flatMap(({ meta }) =>
    meta.method === 'GET' && 'permission' in meta.access && !meta.path.includes('{') ? [meta.path] : [],
  );
  const loops: string[] = [];
  let compared = 0;
  for (const path of paths) {
    const of = async (size: number) => {
      asked.mockClear();
      const { status, body } = await caller.get<{ content?: unknown[] }>(`${path}?size=${size}`);
      const rows = status === 200 && Array.isArray(body.content) ? body.content.length : 0;
      return { rows, queries: asked.mock.calls.length };
    };
    // The first answer may fill what is remembered.
    if ((await of(20)).rows < 5) continue;
    const [one, many] = [await of(1), await of(20)];
    compared++;
    // A page of one may have nothing to ask for where a larger one does: papers, pictures, titles.
    if (many.queries - one.queries >= many.rows - one.rows)
      loops.push(`${path}: ${one.queries} for ${one.rows}, ${many.queries} for ${many.rows}`);
  }
  asked.mockRestore();
  expect(compared).toBeGreaterThan(30);
  expect(loops).toEqual([]);
}, 120_000);
