import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.database.owner.query(
    "update accounts set username = '998901234567', phone = '998901234567' where username = 'guest_user'",
  );
});
afterAll(() => api.close());

it('whoever only chooses people learns no phone by it, shown or guessed', async () => {
  const teacher = await api.as('teacher');
  const found = async (search: string) => (await teacher.get(`/account/all?search=${search}`)).body as unknown[];
  const whole = JSON.stringify((await teacher.get('/account/all')).body);
  expect(whole).not.toMatch(/998901234567/);
  for (const guess of ['998901234567', '99890', '1234567', 'demo.edulab.uz']) expect(await found(guess)).toEqual([]);
  expect(await found('registrar_head')).toHaveLength(1);
  const admin = await api.as('admin', 1);
  expect((await admin.get('/account/all?search=998901234567')).body).toMatchObject([{ username: '998901234567' }]);
});

it('nobody gets a name that is taken for another’s', async () => {
  const root = await api.as('super_admin', 1);
  const open = async (username: string): Promise<string> => {
    const { status, body } = await root.post('/account/', { username, firstname: 'A', lastname: 'B' });
    return status === 200 ? body.username : (body.data?.fields?.[0]?.code ?? body.code);
  };
  expect(await open('coxa.7')).toBe('coxa.7');
  expect(await open('жасур')).toBe('жасур');
  // Full-width letters are the plain ones, to open an account as well as to sign in.
  expect(await open('ｄｅａｎ')).toBe('USERNAME_TAKEN');
  expect(await open('Ｎｅｗ.Name')).toBe('New.Name');
  const entered = await api.anonymous.post('/signin', { username: 'ｄｅａｎ', password: demoPassword });
  expect(entered.body.user_info.username).toBe('dean');
  // A letter of another alphabet, or a digit of one.
  for (const mixed of ['de\u0430n', '\u0455taff', 'dir\u03b5ctor', 'te\u0251cher', 'dean\u0661'])
    expect([mixed, await open(mixed)]).toEqual([mixed, 'username_script']);
  // All of another alphabet, capitals, and signs that are drawn alike.
  for (const alike of ['соха.7', 'СОХА.7', 'С0ХА.7', 'COXA.7', 'adm1n', 'admln', 'rnarketing'])
    expect([alike, await open(alike)]).toEqual([alike, 'USERNAME_TAKEN']);
  // Where two are opened at once, the database holds it.
  const at = await Promise.all(['yangi.ism', 'yangl.ism', 'yang1.ism'].map(open));
  expect(at.filter((answer) => answer.includes('.'))).toHaveLength(1);
  // Renaming is no way around it, and one's own name may be written otherwise.
  const { id, version } = (await root.get('/account/New.Name')).body;
  const rename = async (username: string) => (await root.post('/account/', { id, version, username })).body;
  expect((await rename('d1rector')).code).toBe('USERNAME_TAKEN');
  expect((await rename('new.name')).username).toBe('new.name');
});

it('nor does a student, from the form or from a file', async () => {
  const officer = await api.as('registrar_officer');
  let made = 0;
  const keep = async (username: string, more: object = {}) => {
    const student = {
      firstname: 'Ali',
      lastname: 'Valiyev',
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
    };
    return (
      await officer.post('/student/', { ...student, tuition: 'CONTRACT', student_no: `L-${++made}`, username, ...more })
    ).body;
  };
  const answer = async (username: string): Promise<string> => {
    const body = await keep(username);
    return body.username ?? body.data?.fields?.[0]?.code ?? body.code;
  };
  const first = await keep('marina.b');
  expect(first.username).toBe('marina.b');
  expect(await answer('ｋａｒｉｍ.a')).toBe('karim.a');
  for (const mixed of ['m\u0430rina.b', 'marina\u0661'])
    expect([mixed, await answer(mixed)]).toEqual([mixed, 'username_script']);
  for (const alike of ['Marina.B', 'rnarina.b', 'ｍａｒｉｎａ.ｂ', 'kar1m.a', 'karlm.a'])
    expect([alike, await answer(alike)]).toEqual([alike, 'STUDENT_USERNAME_TAKEN']);
  // Renaming is no way around it, and one's own name may be written otherwise.
  const second = await keep('botir.s');
  const rename = async ({ id, version }: { id: number; version: number }, username: string) =>
    (
      await officer.post('/student/', {
        ...{ id, version, username, firstname: 'Ali', lastname: 'Valiyev', level: 'BACHELOR' },
        ...{ study_language: 'uz', entry_year: 2026, tuition: 'CONTRACT' },
      })
    ).body;
  expect((await rename(second, 'rnarina.b')).code).toBe('STUDENT_USERNAME_TAKEN');
  expect((await rename(first, 'Marina.B')).username).toBe('Marina.B');
  // Where two are kept at once, the database holds it.
  const at = await Promise.all(['yangi.ism', 'yangl.ism', 'yang1.ism'].map(answer));
  expect(at.filter((one) => one.includes('.'))).toHaveLength(1);

  const admin = await api.as('admin', 1);
  const lines = (names: string[]) =>
    names.map((name, at) => ['Toshmatov', 'Oʻktam', 'Bakalavr', 'oʻzbek', 2026, 'kontrakt', `F-${at}`, name].join(';'));
  const names = ['rnarina.b', 'm\u0430rina.c', 'ahmad.r', 'ahrnad.r', 'ｚｕｈｒａ', 'L 1'];
  const csv = [
    'Familiya;Ism;Daraja;Taʼlim tili;Kirgan yili;Toʻlov shakli;Talaba raqami;Foydalanuvchi nomi',
    ...lines(names),
  ];
  const sent = await admin.upload('talabalar.csv', Buffer.from(csv.join('\n')));
  const preview = (await admin.post('/student/import/preview', { file_id: [sent.body].flat()[0].id })).body;
  expect(preview.faults.map(({ row, code }: { row: number; code: string }) => `${row} ${code}`)).toEqual([
    '2 STUDENT_USERNAME_TAKEN',
    '3 username_script',
    '5 DUPLICATE_IN_FILE',
    '7 username',
  ]);
});
