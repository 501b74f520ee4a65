import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let hr: Caller;
let admin: Caller;

beforeAll(async () => {
  api = await startApi();
  hr = await api.as('hr_head');
  admin = await api.as('admin');
});
afterAll(() => api.close());

let count = 0;
const named = (uz: string) => ({ uz, ru: '', en: '' });
async function hire(fields: Record<string, unknown> = {}) {
  const answer = await hr.post('/staff/', {
    firstname: 'Oʻtkir',
    lastname: `Karimov${String.fromCharCode(97 + (count++ % 26))}`,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const department = async (uz: string, parent_id?: number) =>
  (
    await admin.post('/department/', {
      title: named(uz),
      kind: parent_id ? 'CHAIR' : 'FACULTY',
      ...(parent_id ? { parent_id } : {}),
    })
  ).body.id as number;
const link = (id: number, username: string) =>
  api.database.owner.query(
    'update staff set account_id = (select id from accounts where username = $2) where id = $1',
    [id, username],
  );

describe('a staff record', () => {
  it('is created with a number, found, changed and deleted', async () => {
    const chair = await department('Matematika kafedrasi');
    const person = await hire({
      lastname: 'Ергашев',
      midname: 'Шавкат ўғли',
      department_id: chair,
      employment_rate: 1.5,
      passport_id: 'aa1234567',
      pinfl: '31203851234567',
      phone: '90 123 45 67',
      hired_on: '2020-09-01',
      degree: 'PHD',
    });
    expect(person).toMatchObject({
      version: 1,
      staff_no: expect.stringMatching(/^S-\d{5}$/),
      employment_rate: '1.50',
      passport_id: 'AA1234567',
      phone: '998901234567',
      status: 'ACTIVE',
      department: { id: chair, title: 'Matematika kafedrasi' },
      can: { edit: true },
    });
    for (const search of ['Ergashev', 'эргашев утк', person.staff_no, 'AA1234567', '+998 90 123 45 67']) {
      const found = await hr.get(`/staff/?search=${encodeURIComponent(search)}`);
      expect(
        found.body.content?.map((row: { id: number }) => row.id),
        search,
      ).toEqual([person.id]);
    }
    const changed = await hr.post('/staff', { id: person.id, version: 1, academic_title: 'DOCENT', email: '' });
    expect(changed.body).toMatchObject({ version: 2, academic_title: 'DOCENT', degree: 'PHD', email: null });
    const late = await hr.post('/staff', { id: person.id, version: 1, degree: 'DSC' });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'STALE', data: { current: { academic_title: 'DOCENT' }, by: expect.any(String) } },
    });
    expect((await hr.delete(`/staff/${person.id}`)).status).toBe(200);
    expect((await hr.get(`/staff/${person.id}/`)).status).toBe(404);
    // The papers of a deleted record are free again.
    await hire({ passport_id: 'AA1234567' });
  });

  it('names the field at fault', async () => {
    await hire({ passport_id: 'AB7654321', staff_no: 'X-1' });
    const twice = await hr.post('/staff/', { firstname: 'A', lastname: 'B', passport_id: 'AB7654321' });
    expect(twice).toMatchObject({
      status: 409,
      body: {
        code: 'STAFF_PASSPORT_TAKEN',
        data: { fields: [{ path: 'passport_id', message: 'Another person here has this passport' }] },
      },
    });
    expect((await hr.post('/staff/', { firstname: 'A', lastname: 'B', staff_no: 'X-1' })).body.code).toBe(
      'STAFF_NO_TAKEN',
    );
    expect((await hr.post('/staff/', {})).body.data.fields.map((field: { path: string }) => field.path)).toEqual([
      'lastname',
      'firstname',
    ]);
    expect(
      (await hr.post('/staff/', { firstname: 'A', lastname: 'B', employment_rate: 2.5 })).body.data.fields[0],
    ).toMatchObject({ path: 'employment_rate', message: 'The employment rate must be between 0.25 and 2' });
    expect(
      (await hr.post('/staff/', { firstname: 'A', lastname: 'B', department_id: 999_999 })).body.data.fields[0].path,
    ).toBe('department_id');
    expect(
      (await hr.post('/staff/', { firstname: 'A', lastname: 'B', photo_file_id: 999_999 })).body.data.fields[0].path,
    ).toBe('photo_file_id');
  });

  it('is the same by id and by username', async () => {
    const person = await hire();
    await link(person.id, 'teacher');
    const byId = await hr.get(`/staff/${person.id}`);
    expect(byId.body.username).toBe('teacher');
    expect((await hr.get('/staff/username/teacher')).body).toEqual(byId.body);
    expect((await hr.get('/staff/teacher/')).body).toEqual(byId.body);
    expect((await hr.get('/staff/username/nobody')).status).toBe(404);
    const teacher = await api.as('teacher');
    expect((await teacher.get('/staff/profile')).body).toMatchObject({
      id: person.id,
      employment_rate: '1.00',
      can: { edit: false },
    });
    const list = await teacher.get('/staff/');
    expect(list.body.content.map((row: { id: number }) => row.id)).toEqual([person.id]);
    expect((await teacher.post('/staff/', { id: person.id, version: byId.body.version, degree: 'DSC' })).status).toBe(
      403,
    );
  });

  it('shows personal data to those alone who may see it', async () => {
    const person = await hire({ passport_id: 'AC1111111', birthdate: '1980-01-02', phone: '998901112233' });
    const registrar = await api.as('registrar_head');
    const seen = (await registrar.get(`/staff/${person.id}`)).body;
    expect(seen.lastname).toBe(person.lastname);
    for (const field of [
      'passport_id',
      'pinfl',
      'birthdate',
      'phone',
      'email',
      'contract_number',
      'employment_rate',
      'permanent_address',
    ])
      expect(seen).not.toHaveProperty(field);
    expect((await registrar.get('/staff/?search=AC1111111')).body.total_elements).toBe(0);
    expect((await registrar.get(`/staff/${person.id}/history`)).status).toBe(403);
    expect((await (await api.as('bachelor_student')).get('/staff/')).status).toBe(403);
    expect((await api.anonymous.get('/staff/')).status).toBe(401);
  });

  it('shows a dean the own branch', async () => {
    const faculty = await department('Filologiya fakulteti');
    const chair = await department('Tilshunoslik kafedrasi', faculty);
    const dean = await hire({ department_id: faculty });
    await link(dean.id, 'dean');
    const inside = await hire({ department_id: chair, passport_id: 'AD0000001' });
    const outside = await hire({ department_id: await department('Huquq fakulteti') });
    const caller = await api.as('dean');
    const ids = (await caller.get('/staff/?size=100')).body.content.map((row: { id: number }) => row.id);
    expect(ids.sort()).toEqual([dean.id, inside.id].sort());
    expect((await caller.get(`/staff/${outside.id}`)).status).toBe(404);
    expect((await caller.get(`/staff/${inside.id}`)).body).not.toHaveProperty('passport_id');
    const below = await hr.get(`/staff/?department_id=${faculty}`);
    expect(below.body.total_elements).toBe(2);
  });

  it('stays inside its institution', async () => {
    const person = await hire({ lastname: 'Yagonayev' });
    const far = await api.as('admin', 2);
    expect((await far.get(`/staff/${person.id}`)).status).toBe(404);
    expect((await far.get('/staff/?search=Yagonayev')).body.total_elements).toBe(0);
    expect((await api.anonymous.get('/staff/public?search=Yagonayev', { institution: '2' })).body.total_elements).toBe(
      0,
    );
  });

  it('tells visitors no more than they should know', async () => {
    const open = await hire({
      lastname: 'Ochilov',
      work_email: 'ochilov@uni.uz',
      public: true,
      passport_id: 'AE1111111',
      phone: '998901112244',
    });
    const shy = await hire({ lastname: 'Yopilov', work_email: 'yopilov@uni.uz' });
    const page = await api.anonymous.get('/staff/public?search=ilov&size=100');
    expect(page.body.content).toEqual([
      {
        id: open.id,
        firstname: open.firstname,
        lastname: 'Ochilov',
        midname: null,
        department: null,
        job_position: null,
        degree: null,
        academic_title: null,
        email: 'ochilov@uni.uz',
      },
      {
        id: shy.id,
        firstname: shy.firstname,
        lastname: 'Yopilov',
        midname: null,
        department: null,
        job_position: null,
        degree: null,
        academic_title: null,
        email: null,
      },
    ]);
    for (const guess of ['AE1111111', '998901112244', 'yopilov@uni.uz', open.staff_no])
      expect((await api.anonymous.get(`/staff/public?search=${guess}`)).body.total_elements).toBe(0);
  });
});

describe('employment', () => {
  const step = (person: { id: number; version: number }, status: string, more: object = {}) =>
    hr.put(`/staff/${person.id}/status`, { version: person.version, status, ...more });

  it('goes only the ways of its life cycle', async () => {
    const person = await hire({ hired_on: '2020-09-01' });
    expect((await step(person, 'ON_LEAVE')).body.code).toBe('REASON_REQUIRED');
    const leave = (
      await step(person, 'ON_LEAVE', { reason: 'Taʼtil', effective_from: '2026-01-10', effective_to: '2026-02-10' })
    ).body;
    expect(leave.status).toBe('ON_LEAVE');
    expect((await step(person, 'ACTIVE')).body).toMatchObject({
      code: 'STALE',
      data: { current: { status: 'ON_LEAVE' }, by: expect.any(String), at: expect.stringMatching(/Z$/) },
    });
    expect((await step(leave, 'ON_LEAVE', { reason: 'x' })).body.code).toBe('TRANSITION_NOT_ALLOWED');
    const back = (await step(leave, 'ACTIVE')).body;
    expect((await step(back, 'LEFT', { reason: 'Ariza' })).body.data.fields[0].path).toBe('order_number');
    expect(
      (await step(back, 'LEFT', { reason: 'Ariza', order_number: '12-K', effective_from: '2019-01-01' })).body.code,
    ).toBe('DATES_REVERSED');
    const left = (
      await step(back, 'LEFT', {
        reason: 'Ariza',
        order_number: '12-K',
        order_date: '2026-03-01',
        effective_from: '2026-03-05',
      })
    ).body;
    expect(left).toMatchObject({ status: 'LEFT', left_on: '2026-03-05' });
    expect(
      (await api.anonymous.get(`/staff/public?search=${left.lastname}`)).body.content.map(
        (row: { id: number }) => row.id,
      ),
    ).not.toContain(left.id);
    expect((await step(left, 'ON_LEAVE', { reason: 'x' })).body.code).toBe('TRANSITION_NOT_ALLOWED');
    const again = (await step(left, 'ACTIVE', { order_number: '40-K', effective_from: '2026-09-01' })).body;
    expect(again).toMatchObject({ status: 'ACTIVE', left_on: null, hired_on: '2026-09-01' });
    const history = (await hr.get(`/staff/${person.id}/history`)).body;
    expect(
      history
        .filter((entry: { kind: string }) => entry.kind === 'status')
        .map((entry: { operation: string }) => entry.operation),
    ).toEqual(['ACTIVE', 'LEFT', 'ACTIVE', 'ON_LEAVE', 'ACTIVE']);
    expect(history.find((entry: { operation: string }) => entry.operation === 'LEFT')).toMatchObject({
      reason: 'Ariza',
      order_number: '12-K',
      by: expect.any(String),
    });
  });
});
