import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { resetsMailed } from '#tests/support/messages.ts';

const password = 'edulab-demo';
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let address = 0;
const ask = async (
  path: string,
  payload: object,
  method: 'POST' | 'PUT' = 'POST',
  headers: Record<string, string> = {},
) => {
  const answer = await api.app.inject({
    method,
    url: `/edulab/lms/api/v1${path}`,
    payload,
    remoteAddress: `10.1.0.${++address % 250}`,
    headers: { language: 'en', ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
};
const signIn = (username: string, secret = password) => ask('/signin', { username, password: secret });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const lastMessage = (to: string): Promise<string> => api.lastMessage(to).catch(() => '');
const require = (username: string, ...actions: string[]) =>
  api.database.owner.query('update accounts set required_actions = $2 where username = $1', [username, actions]);
const idOf = async (username: string): Promise<number> =>
  (await api.database.owner.query('select id from accounts where username = $1', [username])).rows[0].id;

describe('who am I', () => {
  it('answers everything that a screen needs', async () => {
    const { body } = await (await api.as('super_admin')).get('/user/me/info', { language: 'uz' });
    expect(body.user_info).toMatchObject({
      username: 'super_admin',
      roles: ['SUPER_ADMIN'],
      roles_map: { SUPER_ADMIN: 'Bosh administrator' },
      selected_institution: { value: 1, label: 'Toshkent xalqaro universiteti' },
      required_actions: [],
      new_job_offers: 0,
      deadline_message: null,
      home: '/home',
    });
    expect(body.user_info.institutions.map((option: { value: number }) => option.value)).toEqual([1, 2]);
    expect(body.user_info.abilities).toContainEqual({ permission: 'account.manage', scope: 'institution' });
    expect(JSON.stringify(body)).not.toMatch(/password|hash/);
  });
  it('says who only looks', async () => {
    expect((await (await api.as('admin_viewer')).get('/user/me/info')).body.user_info.read_only).toBe(true);
  });
  it('keeps the chosen institution and language, and no other institution than mine', async () => {
    const admin = await api.as('admin');
    const { body } = await admin.post('/user/settings/', { institution: 2, locale: 'ru' });
    expect(body.user_info).toMatchObject({
      selected_institution: { value: 2, label: 'Самаркандский международный университет' },
      selected_locale: { value: 'ru' },
    });
    expect((await (await api.as('dean')).post('/user/settings/', { institution: 2 })).body.code).toBe(
      'INSTITUTION_NOT_ALLOWED',
    );
    await admin.post('/user/settings/', { institution: 1 });
  });
  it('keeps the script in which Uzbek is read; to the server it is Uzbek', async () => {
    const teacher = await api.as('teacher');
    const own = { username: 'teacher', password: 'edulab-demo' };
    const chosen = { selected_locale: { value: 'uz-Cyrl', label: 'Ўзбекча' } };
    expect((await teacher.post('/user/settings/', { locale: 'uz-Cyrl' })).body.user_info).toMatchObject(chosen);
    expect((await api.anonymous.post('/signin', own)).body.user_info).toMatchObject(chosen);
    const { rows } = await api.database.owner.query("select locale, cyrillic from accounts where username = 'teacher'");
    expect(rows).toEqual([{ locale: 'uz', cyrillic: true }]);
    const latin = (await api.anonymous.post('/signin', { ...own, locale: 'uz' })).body.user_info;
    expect(latin.selected_locale).toEqual({ value: 'uz', label: 'Oʻzbekcha' });
    const again = (await api.anonymous.post('/signin', { ...own, locale: 'uz-Cyrl' })).body.user_info;
    expect(again).toMatchObject(chosen);
    await teacher.post('/user/settings/', { locale: 'uz' });
  });
  it('shows my picture, which must be one that I uploaded', async () => {
    const caller = await api.as('teacher');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const uploaded = await caller.upload('me.png', png, '?purpose=photo');
    const file = [uploaded.body].flat()[0];
    expect((await caller.put('/account/profile_pic/', { file })).body.avatar).toContain('/');
    expect((await caller.get('/user/me/info')).body.user_info.avatar).toContain('/');
    expect((await (await api.as('dean')).put('/account/profile_pic/', { file_id: file.id })).body.code).toBe(
      'UNKNOWN_REFERENCE',
    );
    expect((await caller.put('/account/profile_pic/', {})).status).toBe(400);
    expect((await caller.put('/account/profile_pic/', { file_id: null })).body.avatar).toBeNull();
    const boundary = 'x0x0x0';
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      png,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    expect(
      (await caller.put('/account/profile_pic/', body, { 'content-type': `multipart/form-data; boundary=${boundary}` }))
        .body.avatar,
    ).toContain('/');
  });
  it('keeps visits', async () => {
    expect(
      (
        await (
          await api.as('dean')
        ).post('/user/action/log', { action: 'visit', page: '/students', details: { from: '/home' } })
      ).status,
    ).toBe(200);
  });
});

describe('passwords', () => {
  it('must be changed where that is required: nothing else answers until then', async () => {
    await require('staff', 'UPDATE_PASSWORD', 'VERIFY_EMAIL');
    const one = (await signIn('staff')).body;
    expect(one.auth).toHaveLength(43);
    const other = (await signIn('staff')).body;
    expect((await api.anonymous.get('/account/all', bearer(one.token))).body.data.required_action).toBe(
      'UPDATE_PASSWORD',
    );
    expect(
      (
        await ask(
          '/user/own/password',
          { username: 'staff', new_password: password, auth: other.auth },
          'PUT',
          bearer(one.token),
        )
      ).body.code,
    ).toBe('PASSWORD_SAME');
    const set = await ask(
      '/user/own/password',
      { username: 'staff', new_password: 'noviy-tugilgan-soz', auth: other.auth },
      'PUT',
      bearer(one.token),
    );
    expect(set.status).toBe(200);
    expect(set.body.user_info).toMatchObject({
      required_actions: ['VERIFY_EMAIL'],
      selected_institution: { value: 1 },
      selected_education_form: null,
    });
    // The session goes on, under another token.
    expect((await api.anonymous.get('/user/me/info', bearer(one.token))).status).toBe(401);
    expect((await api.anonymous.get('/user/me/info', bearer(set.body.token))).status).toBe(200);
    expect((await api.anonymous.get('/user/me/info', bearer(other.token))).status).toBe(401);
    expect((await signIn('staff')).status).toBe(401);
    expect((await signIn('staff', 'noviy-tugilgan-soz')).status).toBe(200);
    expect(await lastMessage('staff@demo.edulab.uz')).toContain('parol');
  });
  it('need eight characters, more where the institution says so, and the right old one where it is given', async () => {
    const dean = await api.as('dean');
    expect((await dean.put('/user/profile/password', { new_password: 'qulf-77' })).body.data.fields[0]).toMatchObject({
      path: 'new_password',
      code: 'too_short',
    });
    expect((await dean.put('/user/own/password', { new_password: 'yangi-qulf-7', auth: 'wrong' })).body.code).toBe(
      'AUTH_REFUSED',
    );
    expect(
      (await dean.put('/user/own/password', { new_password: 'yangi-qulf-7', auth: password, username: 'director' }))
        .body.code,
    ).toBe('AUTH_REFUSED');
    await api.database.owner.query(
      `insert into settings (institution_id, name, value) values (1, 'password_policy', '{"minimum":10,"digit":true}')`,
    );
    expect(
      (await dean.put('/user/profile/password', { new_password: 'uzun-qulf-soz', auth: password })).body,
    ).toMatchObject({
      status: 422,
      code: 'PASSWORD_POLICY',
      message: 'The password must have at least 10 characters, a digit.',
    });
    expect((await dean.put('/user/profile/password', { new_password: 'uzun-qulf-soz-8', auth: password })).status).toBe(
      200,
    );
    await api.database.owner.query("delete from settings where name = 'password_policy'");
  });
  it('cannot be guessed from within a session', async () => {
    const caller = await api.as('marketing');
    for (let i = 0; i < 5; i++)
      await caller.put('/user/own/password', { new_password: 'yangi-qulf-7', auth: `wrong${i}` });
    expect((await caller.put('/user/own/password', { new_password: 'yangi-qulf-7', auth: password })).status).toBe(429);
  });
  it('are set anew by mail, once, and the answer does not tell who is known', async () => {
    const request = '/action_verification_email/reset/password/request';
    expect(await ask(request, { email: 'nobody@example.uz' })).toEqual(
      await ask(request, { email: 'Hr.Head@demo.edulab.uz' }),
    );
    await resetsMailed(api.database.owner);
    const token = /token=([\w-]{43})/.exec(await lastMessage('hr.head@demo.edulab.uz'))?.[1] ?? '';
    const session = (await signIn('hr_head')).body.token;
    expect((await ask('/reset/password', { token: 'x'.repeat(43), new_password: 'yangi-qulf-11' })).body.code).toBe(
      'LINK_REFUSED',
    );
    expect((await ask('/reset/password', { token, new_password: 'yangi-qulf-11' })).status).toBe(200);
    expect(
      (await ask('/action_verification_email/reset/password', { token, new_password: 'yangi-qulf-12' })).body.code,
    ).toBe('LINK_REFUSED');
    expect((await api.anonymous.get('/user/me/info', bearer(session))).status).toBe(401);
    expect((await signIn('hr_head', 'yangi-qulf-11')).status).toBe(200);
  });
  it('by mail confirm the address; a link in the old mailbox opens nothing any more', async () => {
    const root = await api.as('super_admin');
    const request = '/action_verification_email/reset/password/request';
    const link = async (to: string) => {
      await resetsMailed(api.database.owner);
      return /reset-password\?token=([\w-]{43})/.exec(await lastMessage(to))?.[1] ?? '';
    };
    await api.database.owner.query(
      "update accounts set required_actions = '{VERIFY_EMAIL}' where username = 'id_card_printer'",
    );
    await ask(request, { username: 'id_card_printer' });
    expect(
      (
        await ask('/reset/password', {
          token: await link('id.card.printer@demo.edulab.uz'),
          new_password: 'yangi-qulf-21',
        })
      ).status,
    ).toBe(200);
    expect((await signIn('id_card_printer', 'yangi-qulf-21')).body.user_info.required_actions).toEqual([]);
    await ask(request, { username: 'id_card_printer' });
    const old = await link('id.card.printer@demo.edulab.uz');
    const { id, version } = (await root.get('/account/?search=id_card_printer')).body.content[0];
    expect((await root.post('/account/', { id, version, email: 'new.printer@demo.edulab.uz' })).status).toBe(200);
    expect((await ask('/reset/password', { token: old, new_password: 'yangi-qulf-22' })).body.code).toBe(
      'LINK_REFUSED',
    );
  });
  it('cannot fill a mailbox', async () => {
    const answers: number[] = [];
    for (let i = 0; i < 6; i++)
      answers.push((await ask('/action_verification_email/reset/password/request', { username: 'archivist' })).status);
    expect(answers.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('e-mail', () => {
  const mine = async (caller: Caller) => (await caller.get('/user/me/info')).body.user_info;
  it('is confirmed by the link, without a session', async () => {
    const caller = await api.as('exam_head');
    const { body } = await caller.put('/account/profile/', { email: 'New.Address@example.uz', auth: password });
    expect(body.user_info).toMatchObject({ email: 'new.address@example.uz', required_actions: ['VERIFY_EMAIL'] });
    const token = /token=([\w-]{43})/.exec(await lastMessage('new.address@example.uz'))?.[1];
    expect((await ask('/verify-email', { token: `${token?.slice(0, 42)}!` })).body.code).toBe('LINK_REFUSED');
    expect((await ask('/verify-email', { token })).status).toBe(200);
    expect((await mine(caller)).required_actions).toEqual([]);
  });
  it('is confirmed by the code, signed in, in five tries at most', async () => {
    const caller = await api.as('library_moderator');
    await caller.put('/account/profile/', { email: 'library@example.uz', auth: password });
    const code = /code|kod[^\d]*(\d{6})/i.exec(await lastMessage('library@example.uz'))?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect((await ask('/verify-email', { token: code })).body.code).toBe('CODE_REFUSED');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++)
      expect((await caller.post('/verify-email', { token: wrong })).body.code).toBe('CODE_REFUSED');
    expect((await caller.post('/verify-email', { token: code })).body.code).toBe('CODE_REFUSED');
    expect((await caller.post('/user/send-verification')).status).toBe(200);
    const next = /(\d{6})/.exec((await lastMessage('library@example.uz')).split('token=')[1]?.slice(43) ?? '')?.[1];
    expect((await caller.post('/verify-email', { token: next })).status).toBe(200);
    expect((await mine(caller)).required_actions).toEqual([]);
  });
  it('a link to an older address confirms nothing', async () => {
    const caller = await api.as('id_card_printer');
    await caller.put('/account/profile/', { email: 'first@example.uz', auth: 'yangi-qulf-21' });
    const token = /token=([\w-]{43})/.exec(await lastMessage('first@example.uz'))?.[1];
    await api.database.owner.query(
      "update accounts set email = 'second@example.uz' where username = 'id_card_printer'",
    );
    expect((await ask('/verify-email', { token })).body.code).toBe('LINK_REFUSED');
  });
  it('and phone belong to one account only, and names are not mine to change', async () => {
    const caller = await api.as('id_card_printer');
    expect(
      (await caller.put('/account/profile/', { email: 'dean@demo.edulab.uz', auth: 'yangi-qulf-21' })).body.data
        .fields[0],
    ).toMatchObject({ path: 'email', code: 'EMAIL_TAKEN' });
    expect((await caller.put('/account/profile/', { firstname: 'Other' })).status).toBe(403);
    expect((await caller.put('/account/profile/', { id: await idOf('dean'), email: 'x@example.uz' })).status).toBe(403);
  });
});

describe('sign-up', () => {
  it('sends one code to a phone that is asked for several at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('/admission/sms/send', { phone: '998935554499' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body.data.seconds).toBeGreaterThan(0);
  });

  it('makes an applicant of whoever has the code of the phone', async () => {
    const phone = '998935554433';
    expect((await ask('/admission/sms/send', { phone: '93 555-44-33' })).body).toEqual({
      ok: true,
      seconds: 60,
      asker: expect.any(String),
    });
    expect((await ask('/admission/sms/send', { phone })).status).toBe(429);
    const code = /(\d{6})/.exec(await lastMessage(phone))?.[1] ?? '';
    expect((await ask('/check-guest-user', { phone })).body).toEqual({ exists: null });
    expect((await ask('/check-guest-user', { phone, code })).body).toEqual({ exists: false });
    const person = { phone, firstname: 'Oysha', lastname: 'Karimova', password: 'togda-qor-yogdi' };
    expect(
      (await ask('/signup', { ...person, code: code === '000000' ? '000001' : '000000' })).body.data.fields[0],
    ).toMatchObject({ path: 'code', code: 'CODE_REFUSED' });
    const { status, body } = await ask('/signup?source=telegram&branch=2', { ...person, code });
    expect(status).toBe(200);
    expect(body.user_info).toMatchObject({ roles: ['GUEST_USER'], phone, selected_institution: { value: 2 } });
    expect((await ask('/signup', { ...person, code })).status).toBe(422);
    expect((await ask('/signin', { phone, password: 'togda-qor-yogdi', type: 'PHONE' })).status).toBe(200);
    expect((await api.database.owner.query('select source, branch from sign_ups')).rows).toEqual([
      { source: 'telegram', branch: 2 },
    ]);
    expect((await api.database.owner.query('select source from guests where phone = $1', [phone])).rows).toEqual([
      { source: 'telegram' },
    ]);
  });
});

describe('before anybody signs in', () => {
  it('tells the entrance what it needs', async () => {
    expect((await api.anonymous.get('/installation')).body).toMatchObject({
      empty: false,
      host: 'ordinary',
      default_locale: 'uz',
      locales: ['uz', 'ru', 'en'],
    });
    expect((await api.anonymous.get('/demo/accounts')).body).toHaveLength(56);
    expect(
      (
        await api.anonymous.post('/installation', {
          institution: { title: { uz: 'A', ru: '', en: '' }, short_name: 'A' },
          account: { username: 'root', firstname: 'A', lastname: 'B', password: 'togda-qor-yogdi' },
        })
      ).body.code,
    ).toBe('ALREADY_INSTALLED');
  });
  it('makes the first institution and its administrator, once', async () => {
    await api.database.owner.query("select set_config('edulab.audit', 'off', false)");
    await api.database.owner.query('truncate institutions, accounts cascade');
    expect((await api.anonymous.get('/installation')).body.empty).toBe(true);
    const { rows } = await api.database.owner.query('select count(*)::int as count from roles');
    expect(rows[0].count).toBe(56);
    const first = {
      institution: { title: { uz: 'Yangi universitet', ru: '', en: 'New University' }, short_name: 'YU' },
      account: { username: 'root', firstname: 'Ali', lastname: 'Valiyev', password: 'togda-qor-yogdi' },
    };
    const answers = await Promise.all([
      ask('/installation', first),
      ask('/installation', { ...first, account: { ...first.account, username: 'root2' } }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const made = answers.find((answer) => answer.status === 200)?.body;
    expect(made.user_info).toMatchObject({ roles: ['SUPER_ADMIN'], selected_institution: { label: 'New University' } });
    expect(
      (
        await api.anonymous.get('/account/', {
          ...bearer(made.token),
          institution: String(made.user_info.selected_institution.value),
        })
      ).body.total_elements,
    ).toBe(1);
  });
});
