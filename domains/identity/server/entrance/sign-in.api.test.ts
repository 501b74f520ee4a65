import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

const password = 'edulab-demo';
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Signs in from an address of its own, so that the guesses of one test do not hold up another. */
async function signIn(from: string, body: object) {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/edulab/lms/api/v1/signin',
    payload: body,
    remoteAddress: from,
    headers: { language: 'en' },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const withToken = async (token: string, path = '/user/me/info') =>
  (await api.anonymous.get(path, { authorization: `Bearer ${token}` })).status;

describe('sign-in', () => {
  it.each([
    ['a username', { username: 'registrar_head', type: 'ID' }],
    ['a username in capitals, without a type', { username: 'REGISTRAR_HEAD' }],
    ['an e-mail', { username: 'Registrar.Head@demo.edulab.uz', type: 'EMAIL' }],
    ['a phone', { phone: '998901112233', type: 'PHONE' }],
    ['a phone without the country code', { phone: '90 111-22-33' }],
    ['a phone in the field of the username', { username: '+998 90 111 22 33' }],
  ])('takes %s', async (_name, who) => {
    await api.database.owner.query("update accounts set phone = '998901112233' where username = 'registrar_head'");
    const { status, body } = await signIn('10.0.0.1', { ...who, password, locale: 'ru' });
    expect(status).toBe(200);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.user_info).toMatchObject({
      username: 'registrar_head',
      roles: ['REGISTRAR_HEAD'],
      roles_map: { REGISTRAR_HEAD: 'Руководитель офиса регистратора' },
      selected_locale: { value: 'ru', label: 'Русский' },
      selected_institution: { value: 1 },
      read_only: false,
    });
    expect(await withToken(body.token)).toBe(200);
  });

  it('lets nobody who reads wait behind a crowd that signs in', async () => {
    const { body } = await signIn('10.0.0.1', { username: 'dean', password });
    const order: string[] = [];
    const crowd = Array.from({ length: 60 }, () =>
      signIn('10.0.0.2', { username: 'dean', password }).then(({ status }) => order.push(`signed in ${status}`)),
    );
    await withToken(body.token).then((status) => order.push(`read ${status}`));
    await Promise.all(crowd);
    expect(order.filter((line) => line === 'signed in 200')).toHaveLength(60);
    expect(order.indexOf('read 200')).toBeLessThan(30);
    expect(order).toContain('read 200');
  });

  it('keeps the token hashed only, 12 hours or 30 days', async () => {
    const short = await signIn('10.0.0.1', { username: 'dean', password });
    const long = await signIn('10.0.0.1', { username: 'dean', password, remember: true });
    const { rows } = await api.database.owner.query(
      "select token_hash, round(extract(epoch from expires_at - s.created_at) / 3600)::int as hours from sessions s join accounts a on a.id = s.account_id where username = 'dean' order by s.id desc limit 2",
    );
    expect(rows.map((row) => row.hours)).toEqual([720, 12]);
    expect(JSON.stringify(rows)).not.toContain(short.body.token);
    expect(JSON.stringify(rows)).not.toContain(long.body.token);
  });

  it('says the same of an unknown name, a wrong password and a closed account', async () => {
    await api.database.owner.query("update accounts set active = false where username = 'marketing'");
    const answers = [
      await signIn('10.0.0.2', { username: 'nobody', password }),
      await signIn('10.0.0.2', { username: 'dean', password: 'wrong' }),
      await signIn('10.0.0.2', { username: 'marketing', password }),
    ];
    for (const answer of answers)
      expect(answer).toEqual({
        status: 401,
        body: { status: 401, code: 'SIGN_IN_REFUSED', message: 'The sign-in name or the password is wrong.' },
      });
  });

  it('slows guesses down, without locking out the owner elsewhere or for good', async () => {
    for (let i = 0; i < 5; i++)
      expect((await signIn('10.0.0.3', { username: 'teacher', password: `wrong${i}` })).status).toBe(401);
    const waiting = await signIn('10.0.0.3', { username: 'teacher', password });
    expect(waiting.status).toBe(429);
    expect(waiting.body.data.seconds).toBeGreaterThan(0);
    expect(waiting.body.data.seconds).toBeLessThanOrEqual(15);
    expect((await signIn('10.0.0.4', { username: 'teacher', password })).status).toBe(200);
    await api.database.owner.query(
      "update attempt_counters set blocked_until = edulab_now() - interval '1 second' where key like '%10.0.0.3'",
    );
    expect((await signIn('10.0.0.3', { username: 'teacher', password })).status).toBe(200);
  });

  it('waits longer with each guess, never more than a quarter of an hour', async () => {
    const seconds: number[] = [];
    for (let i = 0; i < 14; i++) {
      await signIn('10.0.0.5', { username: 'staff', password: 'wrong' });
      const { rows } = await api.database.owner.query<{ seconds: number | null }>(
        "select round(extract(epoch from blocked_until - last_at))::int as seconds from attempt_counters where key like '%10.0.0.5' and blocked_until is not null",
      );
      if (rows[0]?.seconds) seconds.push(rows[0].seconds);
      await api.database.owner.query(
        "update attempt_counters set blocked_until = edulab_now() where key like '%10.0.0.5' and blocked_until is not null",
      );
    }
    expect(seconds).toEqual([15, 30, 60, 120, 240, 480, 900, 900, 900, 900]);
  });

  it('does not let a stranger keep the owner out who came from this address before', async () => {
    expect((await signIn('10.0.0.6', { username: 'archivist', password })).status).toBe(200);
    const { rows } = await api.database.owner.query("select id from accounts where username = 'archivist'");
    await api.database.owner.query(
      "insert into attempt_counters values ($1, 500, edulab_now(), edulab_now() + interval '15 minutes')",
      [`sign-in ${rows[0].id}`],
    );
    expect((await signIn('10.0.0.7', { username: 'archivist', password })).status).toBe(429);
    expect((await signIn('10.0.0.6', { username: 'archivist', password })).status).toBe(200);
  });

  it('counts many guesses at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => signIn('10.0.0.8', { username: 'exam_head', password: `wrong${i}` })),
    );
    expect(answers.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true);
    expect((await signIn('10.0.0.8', { username: 'exam_head', password })).status).toBe(429);
  });

  it('neither counts a version nor fills the history', async () => {
    const before = await api.database.owner.query("select version from accounts where username = 'hr_head'");
    await signIn('10.0.0.1', { username: 'hr_head', password, locale: 'en' });
    const after = await api.database.owner.query(
      "select version, last_sign_in_at from accounts where username = 'hr_head'",
    );
    expect(after.rows[0].version).toBe(before.rows[0].version);
    expect(after.rows[0].last_sign_in_at).not.toBeNull();
  });
});

describe('signing out', () => {
  it('ends this session, or all of them', async () => {
    const [one, two, three] = (await Promise.all(
      [1, 2, 3].map(async () => (await signIn('10.0.0.1', { username: 'hr_manager', password })).body.token as string),
    )) as [string, string, string];
    const list = await api.anonymous.get('/user/sessions', { authorization: `Bearer ${one}` });
    expect(list.body.filter((row: { current: boolean }) => row.current)).toHaveLength(1);
    expect(JSON.stringify(list.body)).not.toMatch(/token|hash/);
    expect((await api.anonymous.post('/user/sign-out', {}, { authorization: `Bearer ${one}` })).status).toBe(200);
    expect(await withToken(one)).toBe(401);
    expect(await withToken(two)).toBe(200);
    expect(
      (await api.anonymous.post('/user/sign-out-everywhere', {}, { authorization: `Bearer ${two}` })).body.ended,
    ).toBeGreaterThanOrEqual(2);
    expect([await withToken(two), await withToken(three)]).toEqual([401, 401]);
  });
});

describe('the numbers of the accounts', () => {
  it('count who came in, who waits after wrong passwords and whose address is unconfirmed, of this institution only', async () => {
    const admin = await api.as('admin');
    const before = (await admin.get('/account/overview')).body;
    await signIn('10.0.0.2', { username: 'dean', password });
    for (let guess = 0; guess < 6; guess += 1) await signIn('10.0.0.3', { username: 'director', password: 'wrong' });
    await api.database.owner.query(
      "update accounts set required_actions = '{VERIFY_EMAIL}' where username in ('archivist', 'registrar_officer_samarkand')",
    );
    const { body, status } = await admin.get('/account/overview');
    expect(status).toBe(200);
    expect(body.signed_in_today).toBeGreaterThan(0);
    expect(body.held_up).toBe(before.held_up + 1);
    expect(body.unverified).toBe(before.unverified + 1);
    expect(body.active).toBe(before.active);
    expect((await (await api.as('teacher')).get('/account/overview')).status).toBe(403);
  });
});
