import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { hours } from '#tests/support/dates.ts';

let api: Api;
let root: Caller;
beforeAll(async () => {
  api = await startApi();
  root = await api.as('super_admin');
});
afterAll(() => api.close());

const account = async (username: string) => (await root.get(`/account/${username}`)).body;
const role = async (name: string) => (await root.get(`/role/${name}`)).body;
const newRole = (name: string, permissions: { permission: string; scope: string }[], more: object = {}) =>
  root.post('/role/', { name, title: { uz: name, ru: '', en: '' }, permissions, ...more });
const grant = { permission: 'account.read', scope: 'institution' };

describe('accounts', () => {
  it('are listed, searched, filtered and sorted within the institution', async () => {
    const { body } = await root.get('/account/?size=5&sort=username,desc');
    expect(body.content).toHaveLength(5);
    expect(body.content.map((row: { username: string }) => row.username)).toEqual(
      body.content
        .map((row: { username: string }) => row.username)
        .toSorted()
        .reverse(),
    );
    expect((await root.get('/account/?search=registrar%20head')).body.content[0]).toMatchObject({
      username: 'registrar_head',
      types: ['STAFF'],
      roles: [{ role: 'REGISTRAR_HEAD', institution_id: 1 }],
    });
    expect((await root.get('/account/?type=STUDENT')).body.total_elements).toBe(6);
    expect((await root.get('/account/?role=DEAN,DIRECTOR')).body.total_elements).toBe(2);
    expect((await root.get('/account/?search=registrar_officer_samarkand')).body.total_elements).toBe(0);
    expect((await root.get('/account/admin_samarkand')).status).toBe(404);
    expect((await root.get('/account/?search=100%25')).body.total_elements).toBe(0);
    expect(JSON.stringify(body)).not.toMatch(/password_hash|argon/);
    expect((await root.get('/account/types')).body.map((row: { value: string }) => row.value)).toEqual([
      'STAFF',
      'STUDENT',
      'APPLICANT',
      'LISTENER',
    ]);
    expect((await root.get('/account/all?search=dean')).body[0].username).toBe('dean');
  });

  it('are made with roles, an invitation and a first password that must be changed', async () => {
    const { status, body } = await root.post('/account/', {
      username: 'n.karimova',
      firstname: 'Nodira',
      lastname: 'Karimova',
      email: 'n.karimova@example.uz',
      phone: '90 123 45 67',
      roles: [
        { institution_id: 1, role: 'TEACHER' },
        { institution_id: 2, role: 'DEAN' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      phone: '998901234567',
      required_actions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL'],
      roles: [
        { role: 'TEACHER', institution_id: 1 },
        { role: 'DEAN', institution_id: 2 },
      ],
    });
    const { rows: mails } = await api.database.owner.query(
      "select body from outbox where recipient = 'n.karimova@example.uz' order by id",
    );
    expect(mails.map(({ body }) => [body.includes('••••••'), body.includes('token=')])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(
      (await root.post('/account/', { username: 'N.Karimova', firstname: 'A', lastname: 'B' })).body,
    ).toMatchObject({ status: 409, data: { fields: [{ path: 'username', code: 'USERNAME_TAKEN' }] } });
    expect((await root.post('/account/', { username: 'all', firstname: 'A', lastname: 'B' })).body.code).toBe(
      'RESERVED_NAME',
    );
    expect(
      (await root.post('/account/', { username: 'x' })).body.data.fields.map((field: { path: string }) => field.path),
    ).toEqual(['firstname', 'lastname']);
  });

  it('are not overwritten unseen', async () => {
    const { id, version } = await account('dean');
    expect((await root.post('/account/', { id, version, midname: 'Alisherovna' })).body.version).toBe(version + 1);
    expect((await root.post('/account/', { id, version, midname: 'Bobur qizi' })).body).toMatchObject({
      status: 409,
      code: 'STALE',
      data: { current: { midname: 'Alisherovna' }, by: expect.any(String), at: expect.stringMatching(/Z$/) },
    });
  });

  it('show where they are signed in; one session or all are ended from there', async () => {
    const [{ id }, { id: person }] = [await account('teacher'), await account('library_moderator')];
    const caller = await api.as('library_moderator');
    const [latest] = (await root.get(`/account/${person}/sessions`)).body;
    expect(latest).toMatchObject({ current: false });
    expect((await root.delete(`/account/${id}/sessions/${latest.id}`)).status).toBe(404);
    expect((await root.delete(`/account/${person}/sessions/${latest.id}`)).status).toBe(200);
    expect((await root.delete(`/account/${person}/sessions`)).body.ok).toBe(true);
    expect((await root.get(`/account/${person}/sessions`)).body).toEqual([]);
    expect((await caller.get('/user/me/info')).status).toBe(401);
    const moderator = await api.as('system_moderator');
    const me = (await root.get('/user/me/info')).body.user_info.id;
    expect((await moderator.delete(`/account/${me}/sessions`)).body.code).toBe('ACCOUNT_TOO_STRONG');
    expect((await root.get('/user/me/info')).status).toBe(200);
  });

  it('show in the history who gave which role', async () => {
    const { id, version } = await account('staff');
    await root.post('/account/', {
      id,
      version,
      roles: [
        { institution_id: 1, role: 'STAFF' },
        { institution_id: 1, role: 'LIBRARY_MODERATOR' },
      ],
    });
    const { body } = await root.get(`/user/info_history/?table_name=accounts&row_id=${id}`);
    expect(body.content[0]).toMatchObject({
      table_title: 'Accounts',
      operation: 'UPDATE',
      person: { username: 'super_admin' },
      changes: [{ field: 'role', old: null, new: 'LIBRARY_MODERATOR' }],
    });
  });

  it('end their sessions when closed or given a new password', async () => {
    const person = await api.as('marketing');
    const { id, version } = await account('marketing');
    const { body } = await root.put('/account/password/reset', { id });
    expect(body.password).toMatch(/^[a-z2-9]{10}$/);
    expect((await person.get('/user/me/info')).status).toBe(401);
    const signed = await api.anonymous.post('/signin', { username: 'marketing', password: body.password });
    expect(signed.body.user_info.required_actions).toEqual(['UPDATE_PASSWORD']);
    expect((await root.post('/account/', { id, version: version + 1, active: false })).status).toBe(200);
    expect((await api.anonymous.get('/user/me/info', { authorization: `Bearer ${signed.body.token}` })).status).toBe(
      401,
    );
    expect((await root.delete('/account/marketing')).status).toBe(200);
    expect((await root.get('/account/marketing')).status).toBe(404);
  });

  it('can be asked to do something at the next sign-in', async () => {
    const ids = [(await account('teacher')).id, (await account('module_leader')).id];
    expect((await root.put('/account/required_action/', { ids, add: ['UPDATE_PASSWORD'] })).body.changed).toBe(2);
    expect((await root.put('/account/required_action/', { ids, remove: ['UPDATE_PASSWORD'] })).body.changed).toBe(2);
    expect((await root.put('/account/required_action/', { id: ids[0], required_actions: ['NAP'] })).status).toBe(400);
  });
});

describe('power', () => {
  it('nobody takes over or hands out what they do not hold', async () => {
    const moderator = await api.as('system_moderator');
    const [admin, guest] = [await account('admin'), await account('guest_user')];
    expect((await moderator.put('/account/password/reset', { id: admin.id })).body.code).toBe('ACCOUNT_TOO_STRONG');
    expect((await moderator.put('/account/profile/', { id: admin.id, email: 'mine@example.uz' })).body.code).toBe(
      'ACCOUNT_TOO_STRONG',
    );
    expect(
      (await moderator.post('/account/', { id: admin.id, version: admin.version, email: 'mine@example.uz' })).body.code,
    ).toBe('ACCOUNT_TOO_STRONG');
    expect(
      (await moderator.put('/account/required_action/', { id: admin.id, add: ['UPDATE_PASSWORD'] })).body.code,
    ).toBe('ACCOUNT_TOO_STRONG');
    expect((await moderator.delete(`/account/${admin.id}`)).body.code).toBe('ACCOUNT_TOO_STRONG');
    for (const name of ['ADMIN', 'SUPER_ADMIN'])
      expect(
        (
          await moderator.post('/account/', {
            username: 'friend',
            firstname: 'A',
            lastname: 'B',
            roles: [{ institution_id: 1, role: name }],
          })
        ).body.code,
      ).toBe('ROLE_TOO_STRONG');
    expect(
      (
        await moderator.post('/account/', {
          username: 'friend',
          firstname: 'A',
          lastname: 'B',
          roles: [{ institution_id: 2, role: 'GUEST_USER' }],
        })
      ).body.code,
    ).toBe('INSTITUTION_NOT_ALLOWED');
    expect((await moderator.post('/account/', { id: guest.id, version: guest.version, midname: 'X' })).status).toBe(
      200,
    );
  });
  it('an account of two institutions is not for the administrator of one', async () => {
    const made = (
      await root.post('/account/', {
        username: 'both',
        firstname: 'A',
        lastname: 'B',
        roles: [
          { institution_id: 1, role: 'GUEST_USER' },
          { institution_id: 2, role: 'GUEST_USER' },
        ],
      })
    ).body;
    expect((await (await api.as('demo_admin')).put('/account/password/reset', { id: made.id })).body.code).toBe(
      'ACCOUNT_TOO_STRONG',
    );
  });
  it('nobody changes their own roles, nor closes themselves', async () => {
    const me = await account('super_admin');
    expect((await root.post('/account/', { id: me.id, version: me.version, roles: [] })).body.code).toBe('OWN_ROLES');
    expect((await root.post('/account/', { id: me.id, version: me.version, active: false })).body.code).toBe(
      'OWN_ACCOUNT',
    );
    expect((await root.delete(`/account/${me.id}`)).body.code).toBe('OWN_ACCOUNT');
  });
  it('the last super administrator stays', async () => {
    const second = (
      await root.post('/account/', {
        username: 'second',
        firstname: 'A',
        lastname: 'B',
        password: 'togda-qor-yogdi',
        roles: [{ institution_id: 1, role: 'SUPER_ADMIN' }],
      })
    ).body;
    await api.database.owner.query("update accounts set required_actions = '{}' where username = 'second'");
    const other = await api.as('second');
    const me = await account('super_admin');
    // They are the last one in Samarkand, where the second has no role at all.
    expect((await other.post('/account/', { id: me.id, version: me.version, active: false })).body.code).toBe(
      'ACCOUNT_TOO_STRONG',
    );
    await api.database.owner.query(
      "delete from account_roles using accounts a where a.id = account_id and a.username = 'super_admin' and institution_id = 2",
    );
    expect(
      (await other.post('/account/', { id: me.id, version: me.version, roles: [{ institution_id: 1, role: 'STAFF' }] }))
        .status,
    ).toBe(200);
    const now = await account('second').catch(() => undefined);
    expect(now).toBeDefined();
    await api.database.owner.query(
      "insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r where a.username = 'super_admin' and r.name = 'SUPER_ADMIN'",
    );
    await api.database.owner.query("update accounts set active = false where username = 'super_admin'");
    const { body } = await other.get(`/account/${second.id}`);
    expect(
      (await (await api.as('second')).post('/account/', { id: second.id, version: body.version, roles: [] })).body.code,
    ).toBe('OWN_ROLES');
    await api.database.owner.query("update accounts set active = true where username = 'super_admin'");
    root = await api.as('super_admin');
  });
});

describe('roles', () => {
  it('are made, given, and open what they hold at once', async () => {
    const made = await newRole('READING_CLERK', [grant]);
    expect(made.body).toMatchObject({ name: 'READING_CLERK', built_in: false, permissions: [grant] });
    expect(made.body.roles).toContain('READING_CLERK');
    const person = await account('archivist');
    const caller = await api.as('archivist');
    expect((await caller.get('/account/')).status).toBe(403);
    await root.post('/account/', {
      id: person.id,
      version: person.version,
      roles: [
        { institution_id: 1, role: 'ARCHIVIST' },
        { institution_id: 1, role_id: made.body.id },
      ],
    });
    expect((await caller.get('/account/')).status).toBe(200);
    const why = (await root.get(`/account/${person.id}/abilities`)).body.find(
      (row: { permission: string }) => row.permission === 'account.read',
    );
    expect(why).toMatchObject({
      scope: 'institution',
      institution_id: 1,
      through: [{ role: 'READING_CLERK', scope: 'institution', counts: true }],
    });
    await root.post('/role/', { id: made.body.id, version: made.body.version, permissions: [] });
    expect((await caller.get('/account/')).status).toBe(403);
    expect(
      (await root.get(`/user/info_history/?table_name=roles&row_id=${made.body.id}`)).body.content[0].changes,
    ).toMatchObject([{ field: 'account.read', old: 'institution', new: null }]);
    expect((await root.delete(`/role/${made.body.id}`)).body.code).toBe('ROLE_HELD');
  });
  it('two editors of one matrix do not overwrite each other', async () => {
    const { id, version } = (await newRole('EDITED_TWICE', [])).body;
    expect((await root.post('/role/', { id, version, permissions: [grant] })).body.version).toBe(version + 1);
    expect((await root.post('/role/', { id, version, permissions: [] })).body).toMatchObject({
      code: 'STALE',
      data: { current: { permissions: [grant] } },
    });
    expect((await root.delete('/role/EDITED_TWICE')).status).toBe(200);
    expect((await newRole('EDITED_TWICE', [])).status).toBe(200);
  });
  it('built in keep name and kind, viewers only look, unknown rights are refused', async () => {
    // Somebody holds this role in the other institution, so its power is asked for there too.
    await api.database.owner.query(
      "insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 2 from accounts a, roles r where a.username = 'super_admin' and r.name = 'SUPER_ADMIN' on conflict do nothing",
    );
    const dean = await role('DEAN');
    expect((await root.post('/role/', { id: dean.id, version: dean.version, name: 'DEAN2' })).body.code).toBe(
      'ROLE_BUILT_IN',
    );
    expect((await root.delete('/role/DEAN')).body.code).toBe('ROLE_BUILT_IN');
    expect(
      (
        await root.post('/role/', {
          id: dean.id,
          version: dean.version,
          title: { uz: 'Dekan', ru: 'Декан', en: 'Dean of faculty' },
        })
      ).status,
    ).toBe(200);
    const viewer = await role('ADMIN_VIEWER');
    expect(
      (
        await root.post('/role/', {
          id: viewer.id,
          version: viewer.version,
          permissions: [{ permission: 'account.manage', scope: 'institution' }],
        })
      ).body.code,
    ).toBe('ROLE_READS_ONLY');
    expect(
      (await newRole('LOOKER', [{ permission: 'account.manage', scope: 'own' }], { viewer: true })).body.code,
    ).toBe('ROLE_READS_ONLY');
    expect((await newRole('ODD', [{ permission: 'moon.walk', scope: 'own' }])).body.code).toBe('UNKNOWN_PERMISSION');
    expect((await newRole('odd', [])).body.data.fields[0]).toMatchObject({ path: 'name', code: 'role_name' });
  });
  it('of one’s own, and stronger ones, are not for the editor', async () => {
    const admin = await api.as('admin');
    const [own, top] = [await role('ADMIN'), await role('SUPER_ADMIN')];
    expect((await admin.post('/role/', { id: own.id, version: own.version, permissions: [] })).body.code).toBe(
      'OWN_ROLES',
    );
    expect((await admin.post('/role/', { id: top.id, version: top.version, permissions: [] })).body.code).toBe(
      'ROLE_TOO_STRONG',
    );
    const { body } = await admin.get('/permission/');
    expect(body.roles.find((row: { name: string }) => row.name === 'ADMIN').editable).toBe(false);
    expect(body.roles.find((row: { name: string }) => row.name === 'SUPER_ADMIN').editable).toBe(false);
    expect(body.permissions.find((row: { permission: string }) => row.permission === 'role.manage')).toMatchObject({
      domain: 'identity',
      reads: false,
      grantable: 'institution',
    });
    expect(body.roles).toHaveLength((await root.get('/role/?size=1')).body.total_elements);
  });
  it('removed rights stay removed after a restart', async () => {
    const { ensureRoles } = await import('../roles/ensure-roles.ts');
    const moderator = await role('SYSTEM_MODERATOR');
    await root.post('/role/', { id: moderator.id, version: moderator.version, permissions: [] });
    await ensureRoles(api.database.owner);
    expect((await role('SYSTEM_MODERATOR')).permissions).toEqual([]);
  });
});

describe('history', () => {
  it('is one’s own for everybody, and all of the institution for those who may', async () => {
    const teacher = await api.as('teacher');
    const phone = '998971234567';
    const bare = await teacher.put('/account/profile/', { phone, auth: demoPassword });
    expect(bare.body.data.fields).toMatchObject([{ path: 'code', code: 'CODE_REFUSED' }]);
    await teacher.post('/admission/sms/send', { phone });
    const code = /\d{6}/.exec(await api.lastMessage(phone))?.[0];
    expect((await teacher.put('/account/profile/', { phone, code, auth: demoPassword })).status).toBe(200);
    const own = (await teacher.get('/user/info_history/')).body;
    expect(new Set(own.content.map((row: { person: { username: string } }) => row.person.username))).toEqual(
      new Set(['teacher']),
    );
    expect(own.content[0].changes).toMatchObject([{ field: 'phone', old: null, new: '998971234567' }]);
    expect((await root.get('/user/info_history/')).body.total_elements).toBeGreaterThan(own.total_elements);
    expect(
      (await (await api.as('admin_samarkand')).get('/user/info_history/?search=teacher')).body.total_elements,
    ).toBe(0);
    expect((await root.get('/user/info_history/?from=2000-01-01&to=2000-12-31')).body.total_elements).toBe(0);
    expect(
      (await root.get(`/user/info_history/?from=${hours(-1)}&operation=INSERT&search=n.karimova`)).body.total_elements,
    ).toBeGreaterThan(0);
    expect((await root.get('/user/info_history/?from=yesterday')).body).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'from', code: 'invalid' }] },
    });
    expect(JSON.stringify((await root.get('/user/info_history/?size=200')).body)).not.toContain('$argon2');
    expect((await root.get('/user/info_history/tables')).body).toContainEqual({
      value: 'accounts',
      label: 'Accounts',
      followed: true,
    });
  });
});
