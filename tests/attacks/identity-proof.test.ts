import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { fittingInputsOf } from '#tests/support/random-input.ts';

/** What somebody can do with a token that was stolen, or with a page that was left open. */

let api: Api;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;
const idOf = async (username: string) => (await sql('select id from accounts where username = $1', [username]))[0].id;

/** A session whose password was given longer than ten minutes ago. */
async function stale(username: string): Promise<Caller> {
  const caller = await api.as(username);
  await sql(
    "update sessions set proved_at = edulab_now() - interval '11 minutes' where id = (select max(id) from sessions where account_id = $1)",
    [await idOf(username)],
  );
  return caller;
}

/** Everything by which people come in, and everything that gives power. */
const power = async () => {
  const digest = (columns: string, from: string) =>
    `(select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) from (select ${columns} from ${from}) x)`;
  return (
    await sql(
      `select ${digest('id, username, password_hash, email, phone, active, deleted_at', 'accounts')} as accounts,
              ${digest('*', 'account_roles')} as held, ${digest('id, name, viewer, deleted_at', 'roles')} as roles,
              ${digest('*', 'role_permissions')} as grants`,
    )
  )[0];
};

beforeAll(async () => {
  api = await startApi({ students: 60 });
}, 120_000);
afterAll(() => api.close());

it('a stale session of the strongest account changes nobody’s sign-in data and no power by any call', async () => {
  let caller = await stale('super_admin');
  const before = await power();
  const admin = await idOf('admin');
  const asked: string[] = [];
  const open: string[] = [];
  for (const { meta, contract } of callsOf(domains)) {
    if (meta.method === 'GET' || 'public' in meta.access || /sign-out|upload|sessions/.test(meta.path)) continue;
    const schema = contract['~orpc'].inputSchema;
    const inputs = schema ? fc.sample(fittingInputsOf(schema), { numRuns: 4, seed: 7 }) : [{}];
    for (const input of inputs) {
      if (typeof input !== 'object' || input === null) continue;
      const aimed = { ...input, ...('id' in input ? { id: admin } : {}) };
      const path = meta.path.replaceAll(/\{[^}]+\}/g, String(admin));
      const send = { POST: caller.post, PUT: caller.put, DELETE: caller.delete }[meta.method];
      const { status, body } = await send(path, aimed);
      asked.push(meta.path);
      if (meta.proof === true && body.code !== 'PROOF_REQUIRED') open.push(`${meta.method} ${path}: ${status}`);
      if (status === 401) caller = await stale('super_admin');
    }
  }
  expect(open).toEqual([]);
  expect(new Set(asked).size).toBeGreaterThan(200);
  expect(await power()).toEqual(before);
}, 300_000);

it('one’s own password, e-mail and phone ask for the present password, also right after signing in', async () => {
  const caller = await api.as('dean');
  const before = await power();
  const tries = [
    await caller.put('/user/own/password', { username: 'dean', new_password: 'taken-over-1' }),
    await caller.put('/user/profile/password', { new_password: 'taken-over-1' }),
    await caller.put('/user/own/password', { new_password: 'taken-over-1', auth: 'a guess' }),
    await caller.put('/account/profile/', { email: 'thief@example.uz' }),
    await caller.put('/account/profile/', { email: null }),
    await caller.put('/account/profile/', { phone: '998901112233' }),
    await caller.put('/account/profile/', { email: 'thief@example.uz', auth: 'a guess' }),
  ];
  expect(tries.map((answer) => answer.body.data?.fields?.[0]?.path)).toEqual(Array(7).fill('auth'));
  expect(tries.map((answer) => answer.status)).toEqual([400, 400, 422, 400, 400, 400, 422]);
  const root = await api.as('super_admin');
  const me = await idOf('super_admin');
  const { version } = (await root.get(`/account/${me}`)).body;
  for (const change of [{ email: 'thief@example.uz' }, { phone: '998901112233' }, { username: 'thief' }])
    expect((await root.post('/account/', { id: me, version, ...change })).body.code).toBe('OWN_ACCOUNT');
  expect(await power()).toEqual(before);
});

it('{new_password} alone is for who must change it, and no longer than the sign-in is fresh', async () => {
  await sql("update accounts set required_actions = '{UPDATE_PASSWORD}' where username = 'marketing'");
  const forgotten = await stale('marketing');
  expect((await forgotten.put('/user/profile/password', { new_password: 'taken-over-1' })).body.code).toBe(
    'PROOF_REQUIRED',
  );
  const fresh = await api.as('marketing');
  const set = await fresh.put('/user/profile/password', { new_password: 'chosen-by-me-1' });
  expect(set.status).toBe(200);
  // Whoever copied the token of this very session is out, and its owner goes on.
  expect((await fresh.get('/user/me/info')).status).toBe(401);
  const headers = { authorization: `Bearer ${set.body.token}` };
  expect((await api.anonymous.get('/user/me/info', headers)).status).toBe(200);
  const again = await api.anonymous.put('/user/profile/password', { new_password: 'chosen-by-me-2' }, headers);
  expect(again.status).toBe(400);
});

it('the owner is told where they were reached before, and on the devices that stay signed in', async () => {
  const caller = await api.as('hr_head');
  const id = await idOf('hr_head');
  await sql("update accounts set phone = '998935550011' where id = $1", [id]);
  const [{ email }] = await sql('select email from accounts where id = $1', [id]);
  const told = () =>
    sql(
      "select recipient, subject, body from outbox where created_at > edulab_now() - interval '1 minute' order by id",
    );
  expect((await caller.put('/account/profile/', { email: 'new.hr@example.uz', auth: demoPassword })).status).toBe(200);
  expect(await told()).toContainEqual(expect.objectContaining({ recipient: email }));
  expect((await caller.get('/notice/')).body.content[0]).toMatchObject({ type: 'sign_in_data' });
  const root = await api.as('super_admin');
  const { version } = (await root.get(`/account/${id}`)).body;
  expect((await root.post('/account/', { id, version, phone: '998935550012' })).body).toMatchObject({ id });
  expect(await told()).toContainEqual(expect.objectContaining({ recipient: '998935550011' }));
  // Another username and another password, given by an administrator or chosen oneself.
  const subjects = async () => (await told()).filter(({ recipient }) => recipient === 'new.hr@example.uz').length;
  const before = await subjects();
  const { version: next } = (await root.get(`/account/${id}`)).body;
  expect((await root.post('/account/', { id, version: next, username: 'kadrlar.boshi' })).status).toBe(200);
  expect(await subjects()).toBe(before + 1);
  const own = await api.as('kadrlar.boshi');
  const chosen = { username: 'kadrlar.boshi', new_password: 'togda-qor-yogdi', auth: demoPassword };
  const changed = await own.put('/user/own/password', chosen);
  expect(changed.status).toBe(200);
  expect(await subjects()).toBe(before + 2);
  const headers = { authorization: `Bearer ${changed.body.token}` };
  const notices = (await api.anonymous.get('/notice/', headers)).body.content.map(({ type }: { type: string }) => type);
  expect(notices.filter((type: string) => type === 'sign_in_data').length).toBeGreaterThanOrEqual(3);
  expect((await root.put('/account/password/reset', { id })).status).toBe(200);
  expect(await subjects()).toBe(before + 3);
});

it('the password opens ten minutes for this session alone, and guesses wait without holding up the owner', async () => {
  const thief = await stale('admin');
  const owner = await stale('admin');
  const act = (caller: Caller) => caller.put('/account/required_action/', { ids: [1], add: [] });
  expect((await act(owner)).body).toMatchObject({ status: 403, code: 'PROOF_REQUIRED' });
  for (let i = 0; i < 5; i++)
    expect((await thief.post('/user/proof', { password: `guess ${i}` })).body.code).toBe('AUTH_REFUSED');
  expect((await thief.post('/user/proof', { password: demoPassword })).status).toBe(429);
  expect((await owner.post('/user/proof', { password: demoPassword })).status).toBe(200);
  expect((await act(owner)).body.code).not.toBe('PROOF_REQUIRED');
  expect((await act(thief)).body.code).toBe('PROOF_REQUIRED');
});
