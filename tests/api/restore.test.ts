import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
let teacher: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.as('super_admin');
  teacher = await api.as('teacher');
});
afterAll(() => api.close());

const named = (uz: string) => ({ uz, ru: '', en: '' });
const form = async (code: string) =>
  (await admin.post('/education_form/', { code, title: named(`Shakl ${code}`) })).body as { id: number };

describe('what was deleted', () => {
  it('comes back as it was, with a new version and a line in the history', async () => {
    const { id } = await form('EVENING_TWO');
    await admin.delete(`/education_form/${id}`);
    expect((await admin.get('/education_form/?deleted=true')).body.content[0]).toMatchObject({
      id,
      code: 'EVENING_TWO',
      deleted_at: expect.stringMatching(/Z$/),
      can: { restore: true },
    });
    expect((await admin.post(`/education_form/${id}/restore`)).body).toMatchObject({ id, version: 3 });
    expect((await teacher.get(`/education_form/${id}`)).status).toBe(200);
    expect((await admin.get('/education_form/?deleted=true')).body.total_elements).toBe(0);
    // Twice is once.
    expect((await admin.post(`/education_form/${id}/restore`)).body.version).toBe(3);
    const { body } = await admin.get(`/user/info_history/?table_name=education_forms&row_id=${id}`);
    expect(body.content[0].changes).toEqual([expect.objectContaining({ field: 'deleted_at', new: null })]);
  });

  it('is seen and restored by those alone who may delete it', async () => {
    const { id } = await form('SECRET_FORM');
    await admin.delete(`/education_form/${id}`);
    expect((await teacher.get('/education_form/?deleted=true')).status).toBe(403);
    expect((await teacher.post(`/education_form/${id}/restore`)).status).toBe(403);
    const abroad = await api.as('super_admin', 2);
    expect((await abroad.post(`/education_form/${id}/restore`)).status).toBe(404);
    expect((await abroad.get('/education_form/?deleted=true')).body.total_elements).toBe(0);
  });

  it('stays away while another record has its code', async () => {
    const first = await form('TAKEN_FORM');
    await admin.delete(`/education_form/${first.id}`);
    const second = await form('TAKEN_FORM');
    const refused = await admin.post(`/education_form/${first.id}/restore`, {}, { language: 'ru' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'RESTORE_TAKEN' } });
    expect(refused.body.message).toMatch(/^Восстановить нельзя/);
    await admin.delete(`/education_form/${second.id}`);
    expect((await admin.post(`/education_form/${first.id}/restore`)).status).toBe(200);
  });

  it('is not deleted while others need it, which are named and counted, and does not come back before what it needs', async () => {
    const faculty = (await admin.post('/department/', { title: named('Fakultet'), kind: 'FACULTY' })).body;
    const chairs = [];
    for (const title of ['Birinchi', 'Ikkinchi'])
      chairs.push(
        (await admin.post('/department/', { title: named(title), kind: 'CHAIR', parent_id: faculty.id })).body,
      );
    await admin.post('/staff/', { firstname: 'Ali', lastname: 'Valiyev', department_id: faculty.id });
    const refused = (await admin.delete(`/department/${faculty.id}`)).body;
    expect(refused).toMatchObject({
      code: 'IN_USE',
      message: 'Other records still use this one, so it cannot be deleted. Departments: 2, Staff: 1.',
      data: {
        uses: [
          { what: 'departments', title: 'Departments', count: 2 },
          { what: 'staff', count: 1 },
        ],
      },
    });
    await api.database.owner.query('update staff set deleted_at = edulab_now() where department_id = $1', [faculty.id]);
    for (const chair of chairs) expect((await admin.delete(`/department/${chair.id}`)).status).toBe(200);
    expect((await admin.delete(`/department/${faculty.id}`)).status).toBe(200);
    expect((await admin.post(`/department/${chairs[0].id}/restore`)).body).toMatchObject({
      code: 'RESTORE_NEEDS',
      data: { needs: [{ what: 'departments', title: 'Departments' }] },
    });
    expect((await admin.post(`/department/${faculty.id}/restore`)).status).toBe(200);
    expect((await admin.post(`/department/${chairs[0].id}/restore`)).body.parent).toMatchObject({ id: faculty.id });
  });

  it('restores people with their number, accounts that sign in anew, roles under their name, options and years', async () => {
    const person = (await admin.post('/staff/', { firstname: 'Vali', lastname: 'Aliyev' })).body;
    await admin.delete(`/staff/${person.id}`);
    expect((await admin.get('/staff/?deleted=true')).body.content.map(({ id }: { id: number }) => id)).toContain(
      person.id,
    );
    expect((await admin.post(`/staff/${person.id}/restore`)).body.staff_no).toBe(person.staff_no);

    const role = (await admin.post('/role/', { name: 'PAPER_KEEPER', title: named('Arxivchi'), permissions: [] })).body;
    expect((await admin.delete(`/role/${role.id}`)).body).toEqual({ ok: true });
    expect((await admin.get('/role/?deleted=true')).body.content[0].id).toBe(role.id);
    expect((await admin.post(`/role/${role.id}/restore`)).body.name).toBe('PAPER_KEEPER');

    const account = (
      await admin.post('/account/', {
        username: 'qaytgan',
        firstname: 'Q',
        lastname: 'T',
        password: 'Uzun-parol-2026!',
      })
    ).body;
    await admin.delete(`/account/${account.id}`);
    expect((await admin.get('/account/?deleted=true')).body.content[0]).toMatchObject({ id: account.id });
    expect((await admin.post(`/account/${account.id}/restore`)).body.username).toBe('qaytgan');

    const option = (await admin.post('/types/nationality', { code: 'TEST_NATION', title: named('Sinov') })).body;
    await admin.delete(`/types/nationality/${option.id}`);
    expect((await admin.get('/types/nationality/all?deleted=true')).body[0]).toMatchObject({ id: option.id });
    expect((await teacher.get('/types/nationality/all?deleted=true')).status).toBe(403);
    expect((await admin.post(`/types/nationality/${option.id}/restore`)).body.code).toBe('TEST_NATION');

    const year = (
      await admin.post('/academic_year/', {
        name: '2050/2051',
        starts_on: '2050-09-01',
        ends_on: '2051-06-30',
        current: true,
      })
    ).body;
    await admin.delete(`/academic_year/${year.id}`);
    // Another becomes the current one meanwhile.
    await admin.post('/academic_year/', {
      name: '2051/2052',
      starts_on: '2051-09-01',
      ends_on: '2052-06-30',
      current: true,
    });
    expect((await admin.post(`/academic_year/${year.id}/restore`)).body.current).toBe(false);
  });

  it('can be taken back wherever records are kept', () => {
    const paths = callsOf(domains).map(({ meta }) => `${meta.method} ${meta.path}`);
    const kept = callsOf(domains).filter(({ meta }) => meta.deleted);
    expect(kept.length).toBeGreaterThan(15);
    for (const { meta } of kept) expect(paths).toContain(`POST ${meta.path.replace(/\/all$/, '')}/{id}/restore`);
  });
});
