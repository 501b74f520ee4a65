import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { pipelined, planOnce, pooled } from './index.ts';

let pool: ReturnType<typeof pooled>;
beforeAll(() => {
  pool = pooled({ connectionString: inject('ownerUrl'), max: 1 }, { pipeline: true });
});
afterAll(() => pool.end());

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
/** What the one connection has prepared. The question has no parameter, so it is not prepared itself. */
const prepared = async () => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
};
const ask = (n: number, times = 5) =>
  withClient(async (client) => {
    for (let time = 0; time < times; time++)
      expect((await client.query(`select $1::int + ${n} as sum`, [1])).rows).toEqual([{ sum: 1 + n }]);
  });

it('prepares what is asked often, and gives up what was not asked for longest', async () => {
  await ask(1, 4);
  expect(await prepared()).not.toContain('select $1::int + 1 as sum');
  await ask(1, 1);
  expect(await prepared()).toContain('select $1::int + 1 as sum');
  await ask(2);
  for (let n = 3; n <= 220; n++) {
    await ask(n);
    if (n % 50 === 0) await ask(1, 1);
  }
  const held = await prepared();
  expect(held.length).toBeLessThanOrEqual(200);
  expect(held).toContain('select $1::int + 220 as sum');
  expect(held).toContain('select $1::int + 1 as sum');
  expect(held).not.toContain('select $1::int + 2 as sum');
  // Asked again it works, and after a while has a name again.
  await ask(2);
  expect(await prepared()).toContain('select $1::int + 2 as sum');
});

it('gives up nothing that a transaction of the moment needs, and does so in one that has failed', async () => {
  await ask(1_000);
  await withClient(async (client) => {
    await client.query('begin');
    for (let n = 1_001; n <= 1_201; n++)
      for (let time = 0; time < 5; time++) await client.query(`select $1::int + ${n}`, [1]);
    expect((await client.query('select $1::int + 1000 as sum', [1])).rows).toEqual([{ sum: 1001 }]);
    await expect(client.query('select 1 / $1::int', [0])).rejects.toThrow('zero');
  });
  await withClient(async (client) => {
    await client.query('rollback');
    expect((await client.query('select $1::int + 1000 as sum', [1])).rows).toEqual([{ sum: 1001 }]);
  });
  expect((await prepared()).length).toBeLessThanOrEqual(200);
});

it('prepares at once what is planned once', async () => {
  await withClient(async (client) => {
    await client.query('begin');
    planOnce(client);
    await pipelined(
      client.query('select $1::int + 5000 as sum', [1]),
      client.query('select $1::int + 5001 as sum', [1]),
    );
    await client.query('commit');
  });
  await ask(5_002, 1);
  const held = await prepared();
  expect(held).toContain('select $1::int + 5000 as sum');
  expect(held).toContain('select $1::int + 5001 as sum');
  expect(held).not.toContain('select $1::int + 5002 as sum');
});
