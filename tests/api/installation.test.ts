import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** An installation without a demo: from the first page to the first students. */
let api: Api;
let registrar: Caller;
let root: Caller;

beforeAll(async () => {
  api = await startApi();
  await api.database.owner.query("select set_config('edulab.audit', 'off', false)");
  await api.database.owner.query('truncate institutions, accounts, countries, states, cities cascade');
  const made = await api.anonymous.post('/installation', {
    institution: { title: { uz: 'Yangi universitet', ru: '', en: '' }, short_name: 'YU' },
    account: { username: 'root', firstname: 'Ali', lastname: 'Valiyev', password: 'togda-qor-yogdi' },
  });
  expect(made.status).toBe(200);
  const here = made.body.user_info.selected_institution.value;
  root = await api.as('root', here);
  const account = await root.post('/account/', {
    username: 'qabul',
    firstname: 'Lola',
    lastname: 'Hamidova',
    password: 'togda-qor-yogdi',
    roles: [{ institution_id: here, role: 'REGISTRAR_HEAD' }],
  });
  expect(account.status).toBe(200);
  registrar = await api.as('qabul', here);
  // The password that somebody else gave must be changed first.
  expect((await registrar.put('/user/own/password', { new_password: 'bogda-gul-ochildi' })).status).toBe(200);
  registrar = await api.as('qabul', here);
});
afterAll(() => api.close());

it('has the lists that a new institution needs', async () => {
  const count = async (path: string) => (await registrar.get(path)).body.length;
  expect(await count('/education_form/all')).toBe(3);
  expect(await count('/level/all')).toBe(6);
  expect(await count('/state/all')).toBe(14);
  expect(await count('/country/all')).toBeGreaterThan(200);
  expect(await count('/types/nationality')).toBeGreaterThan(10);
  expect((await registrar.get('/academic_year/?current=true')).body.content).toHaveLength(1);
});

it('lets the registrar enter a student by hand', async () => {
  const [form] = (await registrar.get('/education_form/all')).body;
  const [nationality] = (await registrar.get('/types/nationality')).body;
  const [region] = (await registrar.get('/state/all')).body;
  const [city] = (await registrar.get(`/city/all?state_id=${region.id}`)).body;
  const student = await registrar.post('/student/', {
    firstname: 'Ali',
    lastname: 'Karimov',
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2026,
    tuition: 'CONTRACT',
    education_form_id: form.id,
    nationality_id: nationality.id,
    region_id: region.id,
    city_id: city.id,
  });
  expect(student.body).toMatchObject({ status: 'ACTIVE', education_form_id: form.id, city_id: city.id });
});

it('and by import', async () => {
  const file = await registrar.upload(
    'talabalar.csv',
    Buffer.from(
      [
        'Familiya,Ism,Daraja,Taʼlim shakli,Taʼlim tili,Kirgan yili,Toʻlov shakli',
        'Toshmatov,Oʻktam,Bakalavr,Kunduzgi,oʻzbek,2026,kontrakt',
        'Каримова,Нодира,магистратура,Сиртқи,русский,2026,грант',
      ].join('\n'),
    ),
  );
  const file_id = [file.body].flat()[0].id;
  expect((await registrar.post('/student/import/preview', { file_id })).body).toMatchObject({ new: 2, faults: [] });
  const { job_id } = (await registrar.post('/student/import', { file_id })).body;
  expect((await api.finished(job_id)).state).toBe('done');
  expect((await registrar.get('/student/?search=Karimova')).body.content[0]).toMatchObject({
    level: 'MASTER',
    tuition: 'GRANT',
  });
});

it('gives a second institution its own lists', async () => {
  const other = await root.post('/institution/', { title: { uz: 'Filial', ru: '', en: '' }, short_name: 'F' });
  expect(other.status).toBe(200);
  const there = await api.as('root', other.body.id);
  expect((await there.get('/education_form/all')).body).toHaveLength(3);
  expect((await root.get('/education_form/all')).body).toHaveLength(3);
});
