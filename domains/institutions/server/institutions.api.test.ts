import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
let teacher: Caller;

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  teacher = await api.as('teacher');
});
afterAll(() => api.close());

const named = (uz: string) => ({ uz, ru: '', en: '' });

describe('reference data', () => {
  it('creates, finds, changes and deletes a department', async () => {
    const faculty = await admin.post('/department/', { title: named('Iqtisodiyot fakulteti'), kind: 'FACULTY' });
    expect(faculty).toMatchObject({ status: 200, body: { version: 1, title: { uz: 'Iqtisodiyot fakulteti' } } });
    const chair = await admin.post('/department/', {
      title: named('Moliya kafedrasi'),
      kind: 'CHAIR',
      parent_id: faculty.body.id,
    });
    expect(chair.body.parent).toEqual({ id: faculty.body.id, title: 'Iqtisodiyot fakulteti' });
    expect((await teacher.get('/department/?search=moliya&sort=title,desc')).body).toMatchObject({
      total_elements: 1,
      last: true,
      size: 10,
      status: 200,
    });
    expect((await admin.delete(`/department/${faculty.body.id}`)).body.code).toBe('IN_USE');
    expect(
      (await admin.post('/department', { id: faculty.body.id, version: 1, parent_id: chair.body.id })).body,
    ).toMatchObject({ status: 422, code: 'CIRCLE' });
    expect((await admin.delete(`/department/${chair.body.id}/`)).status).toBe(200);
    expect((await teacher.get(`/department/${chair.body.id}`)).status).toBe(404);
  });

  it('refuses an old version and shows what stands there now', async () => {
    const place = (await admin.post('/education_place/', { name: 'A-101', kind: 'CLASSROOM', capacity: 30 })).body;
    expect((await admin.post('/education-place', { id: place.id, version: 1, capacity: 32 })).body.version).toBe(2);
    const late = await admin.post('/education_place/', { id: place.id, version: 1, capacity: 35 });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'STALE', data: { current: { capacity: 32, version: 2 } } },
    });
  });

  it('names each field at fault, in the language of the caller', async () => {
    const answer = await admin.post('/education_place/', { capacity: 0 }, { language: 'ru' });
    expect(answer.status).toBe(400);
    expect(answer.body.data.fields[0]).toMatchObject({
      path: 'capacity',
      code: 'too_small',
      message: 'Значение не может быть меньше 1',
    });
    const missing = await admin.post('/education_place/', {});
    expect(missing.body.data.fields.map((field: { path: string }) => field.path)).toEqual(['name', 'kind']);
  });

  it('keeps what belongs to another institution out of every answer', async () => {
    const far = await api.as('admin', 2);
    const room = (await far.post('/education_place/', { name: 'S-1', kind: 'CLASSROOM' })).body;
    expect((await admin.get(`/education_place/${room.id}`)).status).toBe(404);
    expect((await admin.get('/education_place/?search=S-1')).body.total_elements).toBe(0);
    expect((await teacher.get('/education_place/', { institution: '2' })).body).toMatchObject({
      status: 403,
      code: 'INSTITUTION_NOT_ALLOWED',
    });
  });

  it('lets only those change it who may', async () => {
    expect((await teacher.post('/country/', { title: named('X'), code: 'XX' })).body).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'You have no access to this action',
    });
    expect((await api.anonymous.get('/country/')).body).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });

  it('answers one repeated create with the first answer', async () => {
    const key = { 'idempotency-key': 'create-once' };
    const first = await admin.post('/category/', { title: named('Umumiy') }, key);
    const second = await admin.post('/category/', { title: named('Umumiy') }, key);
    expect(second.body).toEqual(first.body);
    expect((await admin.post('/category/', { title: named('Boshqa') }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('keeps one current academic year whose semesters lie inside it', async () => {
    const first = await admin.post('/academic_year/', {
      name: '2030/2031',
      starts_on: '2030-09-02',
      ends_on: '2031-06-30',
      current: true,
      semesters: [{ number: 1, starts_on: '2030-09-02', ends_on: '2031-01-20' }],
    });
    expect(first.body.semesters).toHaveLength(1);
    await admin.post('/academic_year/', {
      name: '2031/2032',
      starts_on: '2031-09-02',
      ends_on: '2032-06-30',
      current: true,
    });
    expect((await admin.get('/academic_year/2030%2F2031')).body.current).toBe(false);
    expect(
      (await admin.post('/academic_year/', { name: '2032/2033', starts_on: '2032-09-02', ends_on: '2032-06-30' })).body
        .code,
    ).toBe('DATES_REVERSED');
    expect((await teacher.get('/semester/all')).body[0]).toMatchObject({
      academic_year: '2030/2031',
      title: 'Semester 1',
    });
  });

  it("offers short lists in the caller's language and by parent", async () => {
    await admin.post('/types/hobby', {
      code: 'CHESS',
      title: { uz: 'Shaxmat', ru: 'Шахматы', en: '' },
      parent: 'SPORT',
    });
    expect((await teacher.get('/types/hobby', { language: 'ru' })).body[0].title).toBe('Шахматы');
    expect((await teacher.get('/types/hobby', { language: 'en' })).body[0].title).toBe('Shaxmat');
    expect((await teacher.get('/types/hobby/SPORT')).body).toHaveLength(1);
    expect((await teacher.get('/types/hobby/all')).body[0].title.ru).toBe('Шахматы');
    expect((await teacher.post('/types/hobby', { code: 'GO', title: named('Go') })).status).toBe(403);
  });

  it('writes who changed what', async () => {
    const { rows } = await api.database.owner.query(
      "select operation, old, new, account_id, call from audit_log where table_name = 'education_places' and operation = 'UPDATE'",
    );
    expect(rows[0]).toMatchObject({ old: { capacity: 30 }, new: { capacity: 32 }, call: 'POST /education_place' });
    expect(rows[0].account_id).toBeGreaterThan(0);
  });
});
