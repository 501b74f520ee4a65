import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { sweepSecurityLog } from '#domains/identity/server/history/security-log.ts';
import { roles } from '#platform/contract/index.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** The security log: it knows what happened, cannot be rewritten or flooded, and is read by few. */

let api: Api;
let root: Caller;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;
const idOf = async (username: string): Promise<number> =>
  (await sql('select id from accounts where username = $1', [username]))[0].id;
const signIn = async (username: string, password = demoPassword, address = '10.1.1.1') =>
  (
    await api.app.inject({
      method: 'POST',
      url: `${apiBase}/signin`,
      headers: { language: 'en', institution: '1' },
      payload: { username, password },
      remoteAddress: address,
    })
  ).statusCode;
const events = (kind: string, username: string) =>
  sql(
    `select e.* from security_events e join accounts a on a.username = $2 and a.id in (e.account_id, e.about_id) where kind = $1 order by id`,
    [kind, username],
  );
const read = async (query: string, caller = root) => (await caller.get(`/security/?size=200&${query}`)).body;

beforeAll(async () => {
  api = await startApi();
  root = await api.as('super_admin', 1);
});
afterAll(() => api.close());

it('keeps sign-ins, sign-outs, ended sessions, changes of roles and exports', async () => {
  expect(await signIn('dean')).toBe(200);
  const [entered] = await events('SIGN_IN', 'dean');
  expect(entered).toMatchObject({ outcome: 'DONE', institution_id: 1, address: '10.1.1.1', times: 1 });
  expect(entered.session_id).toBeGreaterThan(0);

  const dean = await api.as('dean');
  await dean.post('/user/sign-out');
  expect(await events('SIGN_OUT', 'dean')).toHaveLength(1);
  await api.as('director');
  const director = await idOf('director');
  await root.delete(`/account/${director}/sessions`);
  expect(await events('SESSIONS_ENDED', 'director')).toMatchObject([{ about_id: director, details: { ended: 1 } }]);

  const { id, version } = (await root.get('/account/archivist')).body;
  const here = [{ institution_id: 1, role: 'ARCHIVIST' }];
  await root.post('/account/', { id, version, roles: [...here, { institution_id: 1, role: 'STAFF' }] });
  expect((await events('ROLES_OF_ACCOUNT', 'archivist')).at(-1)).toMatchObject({ details: { given: ['STAFF'] } });
  await root.post('/student/export_data', {});
  await root.get('/group/export');
  const exported = await events('PERSONAL_EXPORT', 'super_admin');
  expect(exported.map(({ details }) => details.path)).toEqual(['/student/export_data', '/group/export']);
});

it('keeps an export also where a job writes it', async () => {
  const { exportBounds } = await import('#platform/server/records/exports.ts');
  const before = (await events('PERSONAL_EXPORT', 'super_admin')).length;
  const { rowsAtOnce } = exportBounds;
  exportBounds.rowsAtOnce = -1;
  const { body } = await root.post('/student/export_data', {});
  exportBounds.rowsAtOnce = rowsAtOnce;
  expect(body.job_id).toBeGreaterThan(0);
  expect(await events('PERSONAL_EXPORT', 'super_admin')).toHaveLength(before + 1);
});

it('counts failures of a minute in one row, and keeps nothing that strangers type', async () => {
  for (let i = 0; i < 4; i++) expect(await signIn('hr_head', `wrong ${i}`, '10.2.2.2')).toBe(401);
  expect(await signIn('hr_head', 'wrong', '10.2.2.3')).toBe(401);
  expect(
    (await events('SIGN_IN', 'hr_head')).map(({ outcome, times, address }) => ({ outcome, times, address })),
  ).toEqual([
    { outcome: 'REFUSED', times: 4, address: '10.2.2.2' },
    { outcome: 'REFUSED', times: 1, address: '10.2.2.3' },
  ]);
  await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(`my-secret-word-${i}`, 'x', '10.2.2.4')));
  const strangers = await sql("select * from security_events where address = '10.2.2.4'");
  expect(strangers).toMatchObject([{ account_id: null, institution_id: null, times: 30 }]);
  expect(JSON.stringify(strangers)).not.toContain('my-secret-word');
  // Whoever is held up is counted as well, by account and address.
  for (let i = 0; i < 9; i++) await signIn('marketing', 'wrong', '10.2.2.5');
  const held = await events('SIGN_IN', 'marketing');
  expect(held.map(({ details, times }) => [details.code, times])).toEqual([
    ['SIGN_IN_REFUSED', 5],
    ['TOO_MANY_REQUESTS', 4],
  ]);
  await sql("update security_events set at = at - interval '2 minutes' where address = '10.2.2.2'");
  await signIn('hr_head', 'wrong', '10.2.2.2');
  expect(await sql("select times from security_events where address = '10.2.2.2' order by id")).toEqual([
    { times: 4 },
    { times: 1 },
  ]);
});

it('keeps who was given links to evidence, before they have them', async () => {
  const file = await root.upload('spravka.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
  const file_id = [file.body].flat()[0].id;
  expect(file_id).toBeGreaterThan(0);
  const [student] = await sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
     values (1, 'S-1', 'Lola', 'Karimova', 'BACHELOR', 'uz', 2026, 'CONTRACT', 'karimova lola') returning id`,
  );
  await sql(
    `insert into student_documents (institution_id, student_id, type, file_id) values (1, $1, 'PASSPORT', $2)`,
    [student.id, file_id],
  );
  const answer = await root.get(`/student/document?student_id=${student.id}`);
  expect(answer.body.content[0].file.id).toBe(file_id);
  expect((await events('SENSITIVE_READ', 'super_admin')).at(-1)).toMatchObject({
    details: { path: '/student/document', files: [file_id] },
  });
});

it('is read by super administrators alone, each of their institution, with every filter', async () => {
  for (const role of roles) {
    if (role === 'SUPER_ADMIN') continue;
    const caller = await api.as(role.toLowerCase());
    expect([role, (await caller.get('/security/')).status]).toEqual([role, 403]);
    expect([role, (await caller.get('/security/export')).status]).toEqual([role, 403]);
  }
  const all = await read('');
  expect(all.total_elements).toBeGreaterThan(5);
  expect(new Set((await read('kind=SIGN_IN')).content.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(['SIGN_IN']),
  );
  expect((await read('outcome=REFUSED&address=10.2.2.5')).content).toHaveLength(2);
  const archivist = await idOf('archivist');
  const about = (await read(`account_id=${archivist}&kind=ROLES_OF_ACCOUNT`)).content;
  expect(about[0]).toMatchObject({
    person: { username: 'super_admin' },
    about: { id: archivist, username: 'archivist' },
    details: { given: ['STAFF'], taken: [] },
  });
  expect((await read('search=archivist&kind=ROLES_OF_ACCOUNT')).total_elements).toBe(1);
  expect((await read('search=10.2.2.4')).content).toMatchObject([{ person: null, times: 30 }]);
  expect((await read('from=2020-01-01&to=2020-12-31')).total_elements).toBe(0);
  expect((await root.get('/security/?from=never')).status).toBe(400);
  expect((await read('sort=at')).content[0].id).toBeLessThan(all.content[0].id);

  const samarkand = await api.as('super_admin', 2);
  expect((await read('kind=SIGN_IN&search=dean', samarkand)).total_elements).toBe(0);
  expect((await events('LOG_READ', 'super_admin')).some((row) => row.institution_id === 2)).toBe(true);
});

it('goes out as JSON lines', async () => {
  const answer = await root.get('/security/export?kind=SIGN_IN&outcome=REFUSED');
  expect(answer.headers['content-type']).toContain('x-ndjson');
  const lines = answer.raw.toString().trim().split('\n');
  const told = lines.map((line) => JSON.parse(line));
  expect(told.length).toBe((await read('kind=SIGN_IN&outcome=REFUSED')).total_elements);
  expect(told.every((row, i) => i === 0 || told[i - 1].id < row.id)).toBe(true);
  expect(told.some(({ address, times }) => address === '10.2.2.4' && times === 30)).toBe(true);
});

it('cannot be changed or emptied by the application, only swept of what is old by the owner', async () => {
  const app = new pg.Client({ connectionString: api.database.appUrl });
  await app.connect();
  try {
    await app.query("select set_config('edulab.institution', '1', false)");
    for (const attempt of [
      'delete from security_events',
      "update security_events set outcome = 'DONE'",
      'update security_events set times = 0',
      'truncate security_events',
    ])
      await expect(app.query(attempt)).rejects.toThrow(/permission denied/);
  } finally {
    await app.end();
  }
  const before = (await sql('select count(*)::int as count from security_events'))[0].count;
  await sql(
    "insert into security_events (at, kind, outcome) select edulab_now() - interval '731 days', 'SIGN_IN', 'DONE' from generate_series(1, 25000)",
  );
  await sql(
    "insert into security_events (at, kind, outcome) values (edulab_now() - interval '729 days', 'SIGN_IN', 'DONE')",
  );
  const kernel = { database: api.database, settings: { securityLogDays: 730 } };
  expect(await sweepSecurityLog(kernel as never)).toBe(25_000);
  expect((await sql('select count(*)::int as count from security_events'))[0].count).toBe(before + 1);
});
