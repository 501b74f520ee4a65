import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let officer: Caller;
const students = {
  list: '/students',
  call: '/student',
  query: { status: 'ACTIVE', sort: 'full_name' },
  columns: ['email'],
};

beforeAll(async () => {
  api = await startApi();
  officer = await api.as('registrar_officer');
});
afterAll(() => api?.close());

const seen = async (who: string, list = '/students') => {
  const { body } = await (await api.as(who)).get(`/list_view/?list=${encodeURIComponent(list)}`);
  return body.content.map(({ name }: { name: string }) => name);
};

it('a view is its owner’s until it is shared, and then of whoever may ask that list', async () => {
  const made = await officer.post('/list_view/', { ...students, name: 'Faol talabalar' });
  expect([made.status, made.body.own, made.body.query]).toEqual([200, true, students.query]);
  expect(await seen('registrar_officer')).toEqual(['Faol talabalar']);
  expect(await seen('registrar_head')).toEqual([]);
  const { id, version } = made.body;
  expect((await (await api.as('registrar_head')).get(`/list_view/${id}`)).status).toBe(404);

  const shared = await officer.post('/list_view/', { id, version, shared: true });
  expect(shared.status).toBe(200);
  expect(await seen('registrar_head')).toEqual(['Faol talabalar']);
  expect(await seen('student_viewer')).toEqual(['Faol talabalar']);
  // Students ask the same call of themselves alone; others may not ask it at all.
  for (const who of ['bachelor_student', 'guest_user', 'hr_manager']) expect(await seen(who), who).toEqual([]);
  const head = await api.as('registrar_head');
  expect((await head.post('/list_view/', { id, version: shared.body.version, name: 'Meniki' })).body.code).toBe(
    'VIEW_OF_OTHER',
  );
  expect((await head.delete(`/list_view/${id}`)).body.code).toBe('VIEW_OF_OTHER');
  const admin = await api.as('admin');
  expect((await admin.delete(`/list_view/${id}`)).status).toBe(200);
  expect(await seen('registrar_officer')).toEqual([]);
});

it('who may only look shares nothing, and keeps no view of a list that is not theirs to ask', async () => {
  const viewer = await api.as('student_viewer');
  expect((await viewer.post('/list_view/', { ...students, name: 'Oʻzimniki' })).status).toBe(200);
  expect((await viewer.post('/list_view/', { ...students, name: 'Hammaga', shared: true })).body.code).toBe(
    'VIEW_SHARING_FORBIDDEN',
  );
  const refused = await viewer.post('/list_view/', { ...students, call: '/accounting/journal', name: 'Jurnal' });
  expect([refused.status, refused.body.data.fields[0].path]).toEqual([422, 'call']);
  const nowhere = await viewer.post('/list_view/', { ...students, call: '/nowhere/', name: 'Yoʻq' });
  expect(nowhere.status).toBe(422);
});

it('of what somebody keeps for themselves the history tells nobody', async () => {
  await officer.post('/list_view/', { ...students, name: 'Faqat menga' });
  const { raw } = await (await api.as('super_admin')).get('/user/info_history/?table_name=list_views&size=200');
  expect(raw.toString('utf8')).not.toContain('Faqat menga');
  expect(raw.toString('utf8')).toContain('Faol talabalar');
});

it('a question that is too long is refused, and so is one view too many', async () => {
  const long = { ...students, name: 'Uzun', query: { search: 'x'.repeat(600) } };
  expect((await officer.post('/list_view/', long)).status).toBe(400);
  const head = await api.as('registrar_head');
  for (let kept = 0; kept < 200; kept++)
    expect((await head.post('/list_view/', { ...students, name: `Koʻrinish ${kept}` })).status).toBe(200);
  expect((await head.post('/list_view/', { ...students, name: 'Yana' })).body.code).toBe('VIEWS_TOO_MANY');
});
