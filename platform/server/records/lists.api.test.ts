import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';
import type { Call } from '../call/context.ts';
import { settings } from '../database/tables.ts';
import { type ListInput, list } from './lists.ts';

describe('a list', () => {
  let api: Api;
  const clients: pg.PoolClient[] = [];
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(async () => api.close());
  beforeEach(async () => {
    await api.database.owner.query('truncate categories restart identity cascade');
    await add(api.database.owner, 25);
  });

  const add = (client: pg.Pool | pg.PoolClient, count: number) =>
    client.query(
      `insert into categories (institution_id, title) select 1, jsonb_build_object('uz', 'Toifa ' || n, 'ru', '', 'en', '') from generate_series(1, $1::int) n`,
      [count],
    );

  /** Asks as a request would, in a transaction of its own; answers what was counted and how often. */
  async function ask(input: ListInput, options: { fail?: boolean; where?: string | SQL } = {}) {
    const client = await api.database.app.connect();
    clients.push(client);
    const statements: string[] = [];
    const watched = {
      query: async (text: string, values?: unknown[]) => {
        statements.push(text);
        if (options.fail && /^select count/.test(text)) throw new Error('the connection is gone');
        return client.query(text, values);
      },
    };
    try {
      await client.query("begin read only; select set_config('edulab.institution', '1', true)");
      const answer = await list({ client: watched, institution_id: 1 } as unknown as Call, input, {
        from: sql`categories`,
        key: sql`categories.id`,
        table: 'categories',
        where: [typeof options.where === 'object' ? options.where : sql.raw(options.where ?? 'deleted_at is null')],
        // Also by something that many share and many lack.
        sorts: { id: sql`categories.id`, rest: sql`nullif(categories.id % 700, 0)` },
        defaultSort: 'id',
        columns: sql`categories.id, categories.title`,
        load: async (_ids, rows) => rows as { id: number }[],
      });
      return { ...answer, counts: statements.filter((text) => /^select count/.test(text)).length, statements };
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const ids = (answer: { content: { id: number }[] }) => answer.content.map(({ id }) => id);

  it('shows its pages in order, from both ends, and nothing of ours in the rows', async () => {
    expect(ids(await ask({ size: 10 }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ids(await ask({ size: 10, page: 1 }))).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(ids(await ask({ size: 10, page: 2 }))).toEqual([21, 22, 23, 24, 25]);
    expect(ids(await ask({ size: 10, page: 2, sort: 'id,desc' }))).toEqual([5, 4, 3, 2, 1]);
    expect(await ask({ size: 10, page: 3 })).toMatchObject({ content: [], total_elements: 25, last: true });
    const sent = JSON.parse(JSON.stringify((await ask({ size: 1 })).content[0] ?? {}));
    expect(Object.keys(sent)).toEqual(['id', 'title']);
  });

  it('needs one statement while nothing changes', async () => {
    await ask({ size: 10 });
    for (const page of [0, 1, 2]) expect((await ask({ size: 10, page })).statements).toHaveLength(1);
  });

  it('skips much among the keys alone', async () => {
    await add(api.database.owner, 2975);
    await ask({});
    const middle = await ask({ size: 10, page: 140 });
    expect(ids(middle)).toEqual([1401, 1402, 1403, 1404, 1405, 1406, 1407, 1408, 1409, 1410]);
    expect(ids(await ask({ size: 10, page: 160 }))[0]).toBe(1601);
  });

  it('reaches pages far inside from those it has shown, and shows the same as by counting', async () => {
    await add(api.database.owner, 2975);
    const wanted = async (sort: string, page: number) => {
      const [by, way = 'asc'] = sort.split(',');
      const { rows } = await api.database.owner.query(
        `select id from categories order by ${by === 'id' ? 'id' : 'nullif(id % 700, 0)'} ${way}, id ${way} limit 10 offset ${page * 10}`,
      );
      return rows.map(({ id }) => id);
    };
    // A list that no other test has shown.
    const far = (input: ListInput) => ask({ size: 10, ...input }, { where: 'deleted_at is null and id > 0' });
    await far({});
    const skipped = (answer: { statements: string[] }) => Number(/offset (\d+)/.exec(answer.statements[0] ?? '')?.[1]);
    expect(skipped(await far({ page: 140 }))).toBe(1400);
    expect(skipped(await far({ page: 141 }))).toBe(10);
    for (const sort of ['id', 'id,desc', 'rest', 'rest,desc'])
      for (const page of [140, 141, 149, 20, 120, 160, 159, 151, 298, 299, 140])
        expect(ids(await far({ page, sort })), `${sort}, page ${page}`).toEqual(await wanted(sort, page));
    await api.database.owner.query('delete from categories where id < 300');
    for (const sort of ['id', 'rest,desc'])
      for (const page of [120, 121, 140, 141])
        expect(ids(await far({ page, sort })), `${sort}, page ${page}`).toEqual(await wanted(sort, page));
  });

  it('has the new total after every change, on every page', async () => {
    for (const page of [0, 2, 9]) expect((await ask({ size: 10, page })).total_elements).toBe(25);
    await add(api.database.owner, 10);
    expect(ids(await ask({ size: 10, page: 3 }))).toEqual([31, 32, 33, 34, 35]);
    expect((await ask({ size: 10, page: 9 })).total_elements).toBe(35);
    await api.database.owner.query('delete from categories where id > 12');
    expect(ids(await ask({ size: 10, page: 1 }))).toEqual([11, 12]);
    expect(await ask({ size: 10, page: 3 })).toMatchObject({ content: [], total_elements: 12, total_pages: 2 });
    await api.database.owner.query('truncate categories cascade');
    expect(await ask({})).toMatchObject({ content: [], total_elements: 0, total_pages: 0, last: true });
  });

  it('has the new total after a change of another table that its conditions ask', async () => {
    const shown = alias(settings, 's');
    const where = sql`exists (select from ${settings} s where ${shown.name} = 'shown' and ${shown.deleted_at} is null)
      and categories.deleted_at is null`;
    expect((await ask({ size: 10 }, { where })).total_elements).toBe(0);
    await api.database.owner.query("insert into settings (institution_id, name, value) values (1, 'shown', '{}')");
    expect((await ask({ size: 10 }, { where })).total_elements).toBe(25);
    await api.database.owner.query("delete from settings where name = 'shown'");
    expect((await ask({ size: 10 }, { where })).total_elements).toBe(0);
  });

  it('shows the very first record that a table ever gets', async () => {
    const office = await api.as('hr_head');
    expect((await office.get('/position/job/')).body.total_elements).toBe(0);
    const title = { uz: 'Metodist', ru: 'Методист', en: 'Methodologist' };
    const { body } = await office.post('/position/job/', { title, kind: 'ADMINISTRATIVE' });
    expect((await office.get('/position/job/')).body).toMatchObject({ content: [{ id: body.id }], total_elements: 1 });
  });

  it('does not keep a total that was counted while somebody was still writing', async () => {
    const writer = await api.database.owner.connect();
    try {
      await writer.query('begin');
      await add(writer, 5);
      expect((await ask({})).total_elements).toBe(25);
      expect(await ask({})).toMatchObject({ total_elements: 25, counts: 0 });
      await writer.query('commit');
      expect(await ask({})).toMatchObject({ total_elements: 30, counts: 1 });
      expect(await ask({})).toMatchObject({ total_elements: 30, counts: 0 });
    } finally {
      await writer.query('rollback');
      writer.release();
    }
  });

  it('is counted once for all who ask at once, and again for those whose count failed', async () => {
    const answers = await Promise.all([ask({}), ask({}), ask({}), ask({}), ask({})]);
    expect(answers.map((answer) => answer.total_elements)).toEqual([25, 25, 25, 25, 25]);
    expect(answers.reduce((sum, answer) => sum + answer.counts, 0)).toBe(1);

    const where = 'deleted_at is null and id > 5';
    const [, ...others] = await Promise.allSettled([
      ask({}, { fail: true, where }),
      ask({}, { where }),
      ask({}, { where }),
    ]);
    for (const other of others) expect(other).toMatchObject({ status: 'fulfilled', value: { total_elements: 20 } });
  });
});
