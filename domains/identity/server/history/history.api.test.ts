import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
let student: { id: number; version: number; lastname: string; firstname: string };
beforeAll(async () => {
  api = await startApi();
  const root = await api.as('super_admin');
  const fields = {
    firstname: 'Ali',
    lastname: 'Karimov',
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2026,
    tuition: 'CONTRACT',
    contact_phone: '901234567',
    passport_id: 'AD1234567',
  };
  student = (await root.post('/student/', fields)).body;
  const { id } = student;
  const { body: unit } = await root.post('/department/', {
    title: { uz: 'Fizika', ru: 'Физика', en: 'Physics' },
    kind: 'CHAIR',
    code: 'PHY',
  });
  const saved = await root.post('/student/', {
    ...fields,
    id,
    version: student.version,
    department_id: unit.id,
    passport_id: 'AD7654321',
  });
  expect(saved).toMatchObject({ status: 200 });
});
afterAll(() => api.close());

const path = (more = '') => `/user/info_history/?table_name=students${more}`;

describe('the history of changes', () => {
  it('shows heads what others changed of the records that they follow, and nothing else of others', async () => {
    const head = await api.as('registrar_head');
    const [row] = (await head.get(path(`&row_id=${student.id}`))).body.content;
    expect(row).toMatchObject({ person: { username: 'super_admin' }, operation: 'UPDATE' });
    const others = (await head.get('/user/info_history/?table_name=accounts&size=200')).body.content;
    expect(
      others.filter((one: { person: { username: string } | null }) => one.person?.username !== 'registrar_head'),
    ).toEqual([]);
    expect((await (await api.as('registrar_officer')).get(path())).body.total_elements).toBe(0);
    expect((await (await api.as('hr_head')).get(path())).body.total_elements).toBe(0);
  });

  it('calls records and what they refer to by their titles, in the language of the reader', async () => {
    const head = await api.as('registrar_head');
    const [row] = (await head.get(path(`&row_id=${student.id}`), { language: 'ru' })).body.content;
    expect(row.row_title).toContain(student.lastname);
    expect(row.page_id).toBe(student.id);
    const unit = row.changes.find((change: { field: string }) => change.field === 'department_id');
    expect(unit.new_title).toBe('Физика');
  });

  it('keeps passports from those who may not see them, and from their searches', async () => {
    const of = async (who: string) => (await (await api.as(who)).get(path('&search=AD7654321'))).body;
    expect((await of('registrar_head')).content[0].changes.map(({ field }: { field: string }) => field)).toContain(
      'passport_id',
    );
    expect((await of('admin_viewer')).total_elements).toBe(0);
    const [row] = (await (await api.as('admin_viewer')).get(path(`&row_id=${student.id}`))).body.content;
    expect(row.changes.map(({ field }: { field: string }) => field)).toEqual(['department_id']);
  });

  it('is found by the number and the name of a student, also where the change does not say them', async () => {
    const head = await api.as('registrar_head');
    const [{ student_no }] = (
      await api.database.owner.query('select student_no from students where id = $1', [student.id])
    ).rows;
    for (const search of [student_no, student.lastname]) {
      const { content } = (await head.get(path(`&search=${encodeURIComponent(search)}`))).body;
      const found = content.filter((row: { row_id: number }) => row.row_id === student.id);
      expect(found.map((row: { operation: string }) => row.operation)).toContain('UPDATE');
    }
    // Nobody is found by what the reader may not see.
    expect((await (await api.as('admin_viewer')).get(path('&search=AD765432'))).body.total_elements).toBe(0);
  });
});
