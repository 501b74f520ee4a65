import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#platform/server/spreadsheets.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
let dean: Caller;
let inside: { id: number; student_no: string };
let outside: { id: number; student_no: string };
let nowhere: { id: number };

const department = async (title: string, parent_id?: number) =>
  (
    await admin.post('/department/', {
      title: { uz: title, ru: title, en: title },
      kind: parent_id ? 'CHAIR' : 'FACULTY',
      parent_id,
    })
  ).body.id as number;
const student = async (lastname: string, department_id?: number, more: object = {}) =>
  (
    await admin.post('/student/', {
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
      tuition: 'CONTRACT',
      firstname: 'Ali',
      lastname,
      contact_phone: '998901112233',
      department_id,
      ...more,
    })
  ).body;

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  const faculty = await department('Iqtisodiyot fakulteti');
  const chair = await department('Statistika kafedrasi', faculty);
  inside = await student('Ichkaridagi', chair);
  outside = await student('Tashqaridagi', await department('Huquq fakulteti'));
  nowhere = await student('Hechqayerdagi');
  const person = (await admin.post('/staff/', { firstname: 'De', lastname: 'Kan', department_id: faculty })).body;
  await api.database.owner.query(
    "update staff set account_id = (select id from accounts where username = 'dean') where id = $1",
    [person.id],
  );
  dean = await api.as('dean');
});
afterAll(() => api.close());

describe('a dean', () => {
  it('sees the students of the own department and below, in lists, selectors and by number', async () => {
    const list = (await dean.get('/student/')).body;
    expect(list.content.map((row: { id: number }) => row.id)).toEqual([inside.id]);
    expect(list.content[0]).toMatchObject({ contact_phone: '998901112233' });
    expect(list.content[0]).not.toHaveProperty('passport_id');
    const options = (await dean.get('/student/all')).body;
    expect(options.map((row: { id: number }) => row.id)).toEqual([inside.id]);
    expect((await dean.get(`/student/${inside.id}`)).status).toBe(200);
    for (const other of [outside, nowhere]) expect((await dean.get(`/student/${other.id}`)).status).toBe(404);
    expect((await dean.get(`/student/status/history?student_id=${inside.id}`)).status).toBe(200);
    expect((await dean.get(`/student/status/history?student_id=${outside.id}`)).status).toBe(404);
    expect((await dean.get(`/student/guard?student_id=${outside.id}`)).status).toBe(404);
  });

  it('exports and writes to these alone, and changes nobody', async () => {
    const rows = await readRows((await dean.post('/student/export_data', {})).raw);
    const text = JSON.stringify(rows);
    expect(text).toContain('Ichkaridagi');
    expect(text).not.toContain('Tashqaridagi');
    expect((await dean.post('/student/sms', { ids: [inside.id], text: 'Salom' })).body).toMatchObject({ sent: 1 });
    expect((await dean.post('/student/sms', { ids: [inside.id, outside.id], text: 'Salom' })).body.code).toBe(
      'BATCH_REFUSED',
    );
    expect((await dean.put('/student/personal_info', { id: inside.id, version: 1, midname: 'X' })).status).toBe(403);
  });

  it('loses them with the job', async () => {
    await api.database.owner.query("update staff set status = 'LEFT' where lastname = 'Kan'");
    expect((await dean.get('/student/')).body.total_elements).toBe(0);
    await api.database.owner.query("update staff set status = 'ACTIVE' where lastname = 'Kan'");
  });
});

describe('a teacher', () => {
  it('sees nobody who is not taught', async () => {
    expect((await (await api.as('teacher')).get('/student/')).body.total_elements).toBe(0);
  });
});

describe('a scope that a permission does not know', () => {
  it('is refused by the roles screen and opens nothing where it stands', async () => {
    const root = await api.as('super_admin');
    const grant = (scope: string) =>
      root.post('/role/', {
        name: `SCOPED_${scope.toUpperCase()}`,
        title: { uz: scope, ru: scope, en: scope },
        permissions: [{ permission: 'account.read', scope }],
      });
    expect((await grant('own')).body).toMatchObject({ status: 422, code: 'SCOPE_NOT_OFFERED' });
    const role = (await grant('institution')).body;
    await api.database.owner.query("update role_permissions set scope = 'own' where role_id = $1", [role.id]);
    await api.database.owner.query(
      "insert into account_roles (account_id, institution_id, role_id) select id, 1, $1 from accounts where username = 'teacher'",
      [role.id],
    );
    expect((await (await api.as('teacher')).get('/account/')).status).toBe(403);
  });
});

describe('students as recipients of a mail', () => {
  it('are written to through their accounts', async () => {
    await api.database.owner.query(
      "update students set account_id = (select id from accounts where username = 'bachelor_student') where id = $1",
      [inside.id],
    );
    const template = await admin.post('/email_template/', {
      title: { uz: 'A', ru: 'A', en: 'A' },
      subject: { uz: 'A', ru: 'A', en: 'A' },
      body: { uz: 'A', ru: 'A', en: 'A' },
    });
    const send = (ids: number[]) =>
      admin.post('/email_template/send-message', { template_id: template.body.id, student_ids: ids });
    expect((await send([inside.id])).status).toBe(200);
    expect((await send([999_999])).status).toBe(404);
    expect((await send([outside.id])).body.code).toBe('NO_RECIPIENTS');
  });
});

it('a list of students has what its columns offer', async () => {
  const shown = { names_cyrillic: 'Қодиров Ўткир', hemis_code: 'H-1', email: 'listed@example.uz' };
  await student('Koʻrinadigan', undefined, shown);
  const { content } = (await admin.get('/student/?search=Koʻrinadigan')).body;
  expect(content).toMatchObject([{ ...shown, hemis_status: '11' }]);
});

it('judges the dates of a passport where one of them is changed', async () => {
  const { id } = await student('Pasportli');
  const dates = "passport_issued_on = '2024-05-01', passport_expires_on = '2014-05-01'";
  await api.database.owner.query(`update students set ${dates} where id = $1`, [id]);
  const { version } = (await admin.get(`/student/${id}`)).body;
  const phone = await admin.put('/student/contact_info', { id, version, contact_phone: '901234567' });
  expect(phone).toMatchObject({ status: 200, body: { contact_phone: '998901234567' } });
  const keeper = await api.as('passport_permission_user');
  const change = (given: object, at: number) => keeper.put('/student/update-passport', { id, version: at, ...given });
  const number = await change({ passport_id: 'AD9998877', passport_expires_on: '2014-05-01' }, phone.body.version);
  expect(number.status, JSON.stringify(number.body)).toBe(200);
  expect((await change({ passport_issued_on: '2015-05-01' }, number.body.version)).body.data.fields).toEqual([
    expect.objectContaining({ path: 'passport_expires_on', code: 'DATES_ORDER' }),
  ]);
  expect((await change({ passport_expires_on: '2034-05-01' }, number.body.version)).status).toBe(200);
});
