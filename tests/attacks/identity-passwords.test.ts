import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { passwordFaults } from '#platform/contract/index.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { resetsMailed } from '#tests/support/messages.ts';

/** Passwords that are guessed first get in nowhere: every way on which one is set goes through the same rule. */

let api: Api;
let root: Caller;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;

beforeAll(async () => {
  api = await startApi();
  root = await api.as('super_admin');
});
afterAll(() => api.close());

/** What each way answers to a password, without its being set where it is refused. */
async function ways(): Promise<Record<string, (password: string) => Promise<{ status: number; code: string }>>> {
  const code = async (
    asked: Promise<{ status: number; body: { code?: string; data?: { fields?: { code: string }[] } } }>,
  ) => {
    const { status, body } = await asked;
    return { status, code: body.code === 'BAD_REQUEST' ? (body.data?.fields?.[0]?.code ?? '') : (body.code ?? '') };
  };
  await sql("update accounts set required_actions = '{UPDATE_PASSWORD}' where username = 'marketing'");
  const forced = await api.as('marketing');
  const own = await api.as('dean');
  const { id } = (await root.get('/account/archivist')).body;
  const phone = '998935550077';
  await api.anonymous.post('/admission/sms/send', { phone });
  const sms = /(\d{6})/.exec(await api.lastMessage(phone))?.[1];
  await api.anonymous.post('/action_verification_email/reset/password/request', { username: 'hr_head' });
  await resetsMailed(api.database.owner);
  const token = /token=([\w-]{43})/.exec(await api.lastMessage('hr.head@demo.edulab.uz'))?.[1];
  let made = 0;
  return {
    'sign-up': (password) =>
      code(
        api.anonymous.post('/signup', { phone, code: sms, password, firstname: 'Malikabonu', lastname: 'Karimova' }),
      ),
    'reset by mail': (new_password) => code(api.anonymous.post('/reset/password', { token, new_password })),
    'own change': (new_password) => code(own.put('/user/own/password', { new_password, auth: demoPassword })),
    'forced change': (new_password) => code(forced.put('/user/profile/password', { new_password })),
    'given anew': (new_password) => code(root.put('/account/password/reset', { id, new_password })),
    'of a changed account': async (password) => {
      const { version } = (await root.get(`/account/${id}`)).body;
      return code(root.post('/account/', { id, version, password }));
    },
    'of a new account': (password) =>
      code(root.post('/account/', { username: `yangi.xodim.${++made}`, firstname: 'A', lastname: 'B', password })),
  };
}

it('short, common and personal passwords are refused on every way, good ones are not', async () => {
  const all = await ways();
  for (const [way, set] of Object.entries(all)) {
    expect([way, await set('qulf-77')]).toEqual([way, { status: 400, code: 'too_short' }]);
    for (const common of ['password', 'PassWord1', '12345678', 'qwertyuiop', '1q2w3e4r5t', 'iloveyou', 'liverpool1'])
      expect([way, common, await set(common)]).toEqual([way, common, { status: 422, code: 'PASSWORD_COMMON' }]);
  }
  const personal: Record<string, string> = {
    'sign-up': '998935550077',
    'reset by mail': 'hr_head1',
    'own change': 'dean@demo.edulab.uz',
    'forced change': 'Marketing1',
    'given anew': 'archivist!',
    'of a changed account': 'Archivist-7',
    'of a new account': 'yangi.xodim.99',
  };
  for (const [way, set] of Object.entries(all))
    expect([way, await set(personal[way] ?? '')]).toEqual([way, { status: 422, code: 'PASSWORD_PERSONAL' }]);
  for (const [way, set] of Object.entries(all))
    expect([way, (await set(`togda-qor-yogdi-${way.length}`)).status]).toEqual([way, 200]);
});

it('says in three languages what to do', async () => {
  const told = async (language: string, new_password: string) =>
    (await (await api.as('director')).put('/user/own/password', { new_password, auth: demoPassword }, { language }))
      .body.message;
  for (const password of ['password1', 'director1']) {
    const words = [await told('uz', password), await told('ru', password), await told('en', password)];
    expect(new Set(words).size).toBe(3);
    for (const text of words) expect(text.length).toBeGreaterThan(40);
  }
});

it('made ones fit whatever the institution asks for', async () => {
  const policy = { minimum: 14, digit: true, upper_and_lower: true, sign: true };
  await sql("insert into settings (institution_id, name, value) values (1, 'password_policy', $1)", [
    JSON.stringify(policy),
  ]);
  const { id } = (await root.get('/account/library_moderator')).body;
  for (let i = 0; i < 5; i++) {
    const { status, body } = await root.put('/account/password/reset', { id });
    expect(status).toBe(200);
    expect(passwordFaults(body.password, policy)).toEqual([]);
  }
  expect((await api.anonymous.get('/installation')).body.password_policy).toEqual(policy);
  await sql("delete from settings where name = 'password_policy'");
});

it('an institution asks for longer ones than the installation, and never for shorter ones', async () => {
  const strict = await startApi({ environment: { PASSWORD_LEAST: '12' } });
  try {
    const admin = await strict.as('super_admin');
    const { id } = (await admin.get('/account/library_moderator')).body;
    const set = async (new_password: string) =>
      (await admin.put('/account/password/reset', { id, new_password })).status;
    const asked = async (minimum: number) => {
      await strict.database.owner.query(
        `insert into settings (institution_id, name, value) values (1, 'password_policy', $1)
         on conflict (institution_id, name) do update set value = $1`,
        [JSON.stringify({ minimum })],
      );
      return (await strict.anonymous.get('/installation')).body.password_policy.minimum;
    };
    expect((await strict.anonymous.get('/installation')).body.password_policy.minimum).toBe(12);
    expect(await asked(9)).toBe(12);
    expect([await set('qor-yogdi-9'), await set('qor-yogdi-12')]).toEqual([422, 200]);
    expect(await asked(15)).toBe(15);
    expect([await set('qor-yogdi-14-a'), await set('qor-yogdi-15-ab')]).toEqual([422, 200]);
  } finally {
    await strict.close();
  }
});

it('those of before still sign in, and the demo’s', async () => {
  expect((await api.anonymous.post('/signin', { username: 'admin', password: demoPassword })).status).toBe(200);
  const { hashPassword } = await import('#domains/identity/server/index.ts');
  await sql("update accounts set password_hash = $1 where username = 'exam_head'", [await hashPassword('parol')]);
  expect((await api.anonymous.post('/signin', { username: 'exam_head', password: 'parol' })).status).toBe(200);
});
