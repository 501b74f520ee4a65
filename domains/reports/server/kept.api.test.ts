import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PermissionName, type Scope, scopes } from '#platform/contract/index.ts';
import { asActor } from '#platform/server/database/database.ts';
import { build } from '#platform/server/database/sql.ts';
import { backgroundCall } from '#platform/server/work/jobs.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { planOf, subjectsOf, tablesOf } from './report/plan.ts';

/** Numbers of a report are kept until what they are made of changes; so all of that must be known. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

it('of whatever the fields of a subject read, and what decides who sees which rows, the tables are known', async () => {
  const { kernel, database } = api;
  const names = kernel.domains.flatMap(({ permissions = {} }) => Object.keys(permissions) as PermissionName[]);
  const account_id = (await database.owner.query("select id from accounts where username = 'teacher'")).rows[0].id;
  const asking = { institution_id: 1, account_id, call: 'test' };
  const queries = await asActor(database.app, asking, async (_db, client) =>
    scopes.flatMap((scope: Scope) => {
      const abilities = new Map(names.map((name) => [name, scope]));
      const call = backgroundCall(kernel, client, { ...asking, locale: 'uz', abilities });
      return subjectsOf(call).flatMap((subject) =>
        Object.keys(subject.fields).map((field) => {
          const {
            from,
            where = sql`true`,
            groups,
          } = planOf(call, {
            subject: subject.name,
            columns: [],
            groups: [{ field }],
            measures: [],
            filters: [],
            sort: null,
            chart: 'none',
          });
          const query = sql`select ${groups[0]!.value}, ${subject.person ?? sql`1`} from ${from} where ${where}`;
          return { what: `${subject.name}.${field} ${scope}`, known: tablesOf(subject, query), ...build(query) };
        }),
      );
    }),
  );
  expect(queries.length).toBeGreaterThan(400);
  // The day is part of what is kept, the time of day is not.
  expect(
    queries.filter(({ text }) => /\bedulab_now|\bnow\(|\bcurrent_(?:date|time)/.test(text)).map(({ what }) => what),
  ).toEqual([]);
  const client = await database.owner.connect();
  const unknown: Record<string, string[]> = {};
  try {
    for (const { what, known, text, values } of queries) {
      await client.query('begin');
      await client.query(text, values);
      // What a transaction has read it holds a lock on, whatever name led there.
      const { rows } = await client.query<{ name: string }>(
        `select relation::regclass::text as name from pg_locks join pg_class c on c.oid = relation and c.relkind = 'r'
          where pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace`,
      );
      await client.query('rollback');
      const missed = rows.map(({ name }) => name).filter((name) => !known.includes(name));
      if (missed.length) unknown[what] = missed;
    }
  } finally {
    client.release();
  }
  expect(unknown).toEqual({});
});

it('is counted once for all who may see the same, until something of it changes', async () => {
  const definition = {
    subject: 'contracts',
    groups: [{ field: 'academic_year_id' }],
    measures: [{ what: 'sum', field: 'paid' }],
  };
  const asked = async (who: string) => (await api.as(who)).post('/report/run', { definition });
  const paid = async (who: string) => (await asked(who)).body.totals[1] as number;
  const raise = (soum: number) =>
    `update payments set amount = amount + ${soum * 100}
      where id = (select min(id) from payments where institution_id = 1 and contract_id is not null and deleted_at is null)`;
  const { owner } = api.database;
  const before = await paid('accounting_head');
  // Past everything that would tell of it.
  await owner.query(`begin; set local session_replication_role = 'replica'; ${raise(100)}; commit`);
  expect(await paid('accounting_head')).toBe(before);
  expect(await paid('super_admin')).toBe(before);
  expect((await asked('teacher')).status).toBe(403);
  // The payments stand behind a function of the database, which no table in the question tells.
  await owner.query(raise(23));
  expect(await paid('super_admin')).toBe(before + 123);
  await owner.query(raise(-123));
  expect(await paid('accounting_head')).toBe(before);
});
