import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/** What `platform/server/fast/` does for speed, and the same without it (`EDULAB_PLAIN`), over one database. */
let fast: Api;
let plain: Api;
beforeAll(async () => {
  fast = await startApi({ students: 60, environment: { EDULAB_PLAIN: '0' } });
  // In the same folder, so that links to files are signed with the same key.
  const environment = { EDULAB_PLAIN: '1', EDULAB_DATA: fast.dataDir };
  plain = await startApi({ on: fast.database.ownerUrl, environment });
});
afterAll(async () => {
  await plain?.close();
  await fast?.close();
});

/** One session at both servers. */
async function callers() {
  const quick = await fast.as('super_admin');
  const slow = await plain.as('super_admin');
  const headers = { authorization: `Bearer ${quick.token}` };
  return [quick, { ...slow, get: (path: string) => slow.get(path, headers) }] as const;
}

it('every list and overview answers the same, asked for the first time and again', async () => {
  const [quick, slow] = await callers();
  const paths = callsOf(domains)
    .filter(({ meta }) => meta.method === 'GET' && !meta.logged && !meta.heavy && !meta.path.includes('{'))
    .map(({ meta }) => meta.path);
  expect(paths.length).toBeGreaterThan(100);
  const different: string[] = [];
  for (const path of paths) {
    const [first, again] = [await quick.get(path), await quick.get(path)];
    const without = await slow.get(path);
    for (const { status, body } of [first, again])
      if (status !== without.status || JSON.stringify(body) !== JSON.stringify(without.body)) different.push(path);
  }
  expect(different).toEqual([]);
});

it('pages far inside of a list, totals after a change and the grid of marks answer the same', async () => {
  const [quick, slow] = await callers();
  const same = async (path: string) => {
    const [first, again, without] = [await quick.get(path), await quick.get(path), await slow.get(path)];
    expect(first.status, path).toBe(200);
    expect([again.body, without.body], path).toEqual([first.body, first.body]);
    return first.body;
  };
  for (const page of [0, 11, 10, 9, 4]) await same(`/student/?page=${page}&size=5`);
  const { total_elements } = await same('/student/?size=1');
  const { owner } = fast.database;
  await owner.query('update students set deleted_at = edulab_now() where id = (select max(id) from students)');
  expect((await same('/student/?size=1')).total_elements).toBe(total_elements - 1);
  const { rows } = await owner.query<{ id: number }>('select course_module_id as id from marks order by id limit 1');
  await same(`/assessment/gradebook?course_module_id=${rows[0]!.id}`);
});

it('nothing of it is done for a server that was started plain', async () => {
  const slow = await plain.as('super_admin');
  const statements = async (api: Api) =>
    (await api.database.requests.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]!
      .n;
  for (let times = 0; times < 8; times++) await slow.get('/student/?size=3');
  // Its own connections for requests: the other server leaves reads open for a moment, and nights have their own work.
  const asked = Array.from({ length: 8 }, () =>
    plain.database.requests.query<{ pid: number }>('select pg_backend_pid() as pid'),
  );
  const pids = (await Promise.all(asked)).map((answer) => answer.rows[0]!.pid);
  await Promise.all(pids.map(() => slow.get('/student/?size=3')));
  const { rows } = await plain.database.owner.query<{ state: string }>(
    "select state from pg_stat_activity where pid = any($1) and state like 'idle in transaction%'",
    [pids],
  );
  expect(rows).toEqual([]);
  expect(await statements(plain)).toBe(0);
});
