import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** People are found by what stands on the paper in one's hand, and whoever is meant stands first. */

let api: Api;
let admin: Caller;
const base = { level: 'BACHELOR', study_language: 'uz', entry_year: 2026, tuition: 'CONTRACT' };
const people = [
  ['Zokirov', 'Bobur', 'Karimovich'],
  ['Abdullayev', 'Karim', 'Olimovich'],
  ['Karimova', 'Nodira', 'Azizovna'],
  ['Karim', 'Said', 'Zohidovich'],
  ['Yusupov', 'Karimjon', 'Aliyevich'],
] as const;

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  for (const [at, [lastname, firstname, midname]] of people.entries()) {
    const person = { lastname, firstname, midname, passport_id: `AD100000${at}`, pinfl: `3010119901234${at}` };
    const made = await admin.post('/student/', { ...base, ...person, contact_phone: `99893988870${at}` });
    expect(made.status).toBe(200);
    const hired = await admin.post('/staff/', { ...person, phone: `99893988870${at}` });
    expect(hired.status).toBe(200);
  }
});
afterAll(() => api.close());

const surnames = (body: unknown) =>
  (Array.isArray(body) ? body : (body as { content: unknown[] }).content).map(
    (row) => (row as { lastname: string }).lastname,
  );
const order = ['Karim', 'Abdullayev', 'Karimova', 'Yusupov', 'Zokirov'];

describe('the surname that was typed stands first, then the name, what begins so, and patronymics', () => {
  it.each(['/student/', '/student/all', '/staff/', '/staff/all'])('in %s', async (path) => {
    expect(surnames((await admin.get(`${path}?search=karim`)).body)).toEqual(order);
    expect(surnames((await admin.get(`${path}?search=Карим`)).body)).toEqual(order);
  });

  it('unless somebody chose how to sort', async () => {
    const { body } = await admin.get('/student/?search=karim&sort=lastname');
    expect(surnames(body)).toEqual([...order].sort());
  });

  it('among accounts', async () => {
    for (const [lastname, firstname, midname] of people)
      await api.database.owner.query(
        `with made as (insert into accounts (username, password_hash, firstname, lastname, midname, selected_institution)
           values (lower($1 || $2), '', $2, $1, $3, 1) returning id)
         insert into account_roles (account_id, role_id, institution_id) select made.id, r.id, 1 from made, roles r where r.name = 'STAFF'`,
        [lastname, firstname, midname],
      );
    expect([...new Set(surnames((await admin.get('/account/?search=karim')).body))]).toEqual(order);
  });
});

describe('numbers are found as people copy them', () => {
  it.each([
    ['/student/', '+998 (93) 988-87-03'],
    ['/student/', '93 988 87 03'],
    ['/student/all', '+998939888703'],
    ['/student/', 'AD 100 00 03'],
    ['/student/', '3 010119 901 234 3'],
    ['/staff/', '+998 (93) 988-87-03'],
    ['/staff/', '93 988-87-03'],
    ['/staff/', 'AD 1000003'],
    ['/staff/', '3010119 9012343'],
  ])('%s finds %s', async (path, typed) => {
    const { body } = await admin.get(`${path}?search=${encodeURIComponent(typed)}`);
    expect(surnames(body)).toEqual(['Karim']);
  });

  it('and an account by its phone', async () => {
    await api.database.owner.query("update accounts set phone = '998939888709' where username = 'dean'");
    const { body } = await admin.get(`/account/?search=${encodeURIComponent('+998 (93) 988-87-09')}`);
    expect(body).toMatchObject({ content: [{ username: 'dean' }] });
  });
});

it('finds nobody by what the caller is not shown', async () => {
  const accountant = await api.as('accounting_head');
  const count = async (caller: Caller, typed: string, path = '/student/') =>
    surnames((await caller.get(`${path}?search=${encodeURIComponent(typed)}`)).body).length;
  expect(await count(accountant, 'karim')).toBe(5);
  for (const typed of ['+998 (93) 988-87-03', '998939', '988870', 'AD1000003', '1000003', '30101199012343'])
    for (const path of ['/student/', '/student/all']) expect(await count(accountant, typed, path)).toBe(0);
  // The registrar's officer reaches students by phone, and does not see their passports.
  const officer = await api.as('registrar_officer');
  expect(await count(officer, '+998 93 988 87 03')).toBe(1);
  expect(await count(officer, 'AD1000003')).toBe(0);
  expect(await count(officer, '30101199012343')).toBe(0);
});
