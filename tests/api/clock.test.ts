import { afterAll, beforeAll, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const minute = 60_000;
const near = (at: unknown, instant: string) =>
  expect(Math.abs(Date.parse(String(at)) - Date.parse(instant))).toBeLessThan(minute);

it('the server, its connections and what columns are filled with go by one clock', async () => {
  for (const instant of ['2031-12-31T23:58:00+05:00', '2028-02-29T00:01:00+05:00']) {
    // Connections that are open already are told, those that open later begin with it.
    await Promise.all([1, 2].map(() => api.database.owner.query('select pg_sleep(0.01)')));
    await api.setClock(instant);
    near(clock.iso(), instant);
    for (const pool of [api.database.owner, api.database.app, api.database.requests]) {
      const asked = await Promise.all(
        [1, 2, 3, 4].map(() =>
          pool.query('select edulab_now() as now, edulab_clock() as clock, edulab_today()::text as day'),
        ),
      );
      for (const { rows } of asked) {
        near(rows[0].now, instant);
        near(rows[0].clock, instant);
        expect(rows[0].day).toBe(instant.slice(0, 10));
      }
    }
    const root = await api.as('super_admin');
    const title = { uz: 'A', ru: 'A', en: 'A' };
    const made = await root.post('/role/', { name: `R_${instant.slice(0, 4)}`, title, permissions: [] });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { rows } = await api.database.owner.query('select at from audit_log order by id desc limit 1');
    near(rows[0].at, instant);
  }
});

it('moves while a connection is being closed', async () => {
  const client = await api.database.app.connect();
  // As the pool does with one that nobody has asked anything for a while; the database has not said goodbye yet.
  client.release(true);
  await api.setClock('2031-12-31T23:58:00+05:00');
  near((await api.database.app.query('select edulab_now() as now')).rows[0].now, '2031-12-31T23:58:00+05:00');
});

it('an index on a time serves what is asked of this clock', async () => {
  const answers = (await api.database.owner.query(
    "begin; set local enable_seqscan = off; explain select * from security_events where at > edulab_now() - interval '1 hour'; rollback",
  )) as unknown as { rows: unknown[] }[];
  expect(JSON.stringify(answers[2]?.rows)).toContain('Index Cond: (at > ((now() + COALESCE(');
});
