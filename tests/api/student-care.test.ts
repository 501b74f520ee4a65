import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportForcedSteps } from '#domains/identity/server/entrance/forced.ts';
import { warnOfGapYears } from '#domains/students/server/status/gap-years.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { day } from '#tests/support/dates.ts';

let api: Api;
let root: Caller;
let head: Caller;
let kernel: Kernel;
let counter = 0;

const student = async () =>
  (
    await head.post('/student/', {
      firstname: 'Ali',
      lastname: `Sinov${++counter}`,
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
      tuition: 'GRANT',
    })
  ).body;
const order = { reason: 'Ariza', order_number: '1-T', order_date: '2026-09-01' };

beforeAll(async () => {
  api = await startApi();
  root = await api.as('super_admin');
  head = await api.as('registrar_head');
  ({ kernel } = api);
});
afterAll(() => api.close());

it('takes a step that no life cycle knows from a super administrator alone, with a reason, and says so', async () => {
  const { id } = await student();
  await head.put('/student/status', { ids: [id], status: 'TRANSFERRED_OUT', ...order });
  const back = { ids: [id], status: 'ACTIVE', force: true };
  expect((await head.put('/student/status', { ...back, reason: 'Xato' })).status).toBe(403);
  expect((await root.put('/student/status', { ids: [id], status: 'ACTIVE', ...order })).body.code).toBe(
    'BATCH_REFUSED',
  );
  expect((await root.put('/student/status', back)).body.code).toBe('REASON_REQUIRED');
  expect((await root.put('/student/status', { ...back, reason: 'Xato buyruq' })).body).toMatchObject({ ok: true });
  const [entry, before] = (await head.get(`/student/status/history?student_id=${id}`)).body;
  expect(entry).toMatchObject({ to_status: 'ACTIVE', forced: true, reason: 'Xato buyruq' });
  expect(before.forced).toBe(false);
  expect((await root.get('/user/info_history/forced')).body.content[0]).toMatchObject({
    entity: 'student',
    entity_id: id,
    from_status: 'TRANSFERRED_OUT',
    to_status: 'ACTIVE',
  });
  expect((await head.get('/user/info_history/forced')).body.total_elements).toBe(0);
  expect(await reportForcedSteps(kernel)).toBe(1);
  expect(await reportForcedSteps(kernel)).toBe(0);
  expect((await root.get('/notice/?size=5')).body.content[0]).toMatchObject({ type: 'forced_steps' });
});

it('warns once of a gap year that ends within 30 days, the student and those who decide', async () => {
  const [soon, late] = [await student(), await student()];
  await api.database.owner.query(
    "update students set account_id = (select id from accounts where username = 'bachelor_student') where id = $1",
    [soon.id],
  );
  const leave = (id: number, effective_to: string) =>
    head.put('/student/status', {
      ids: [id],
      status: 'GAP_YEAR',
      ...order,
      effective_from: '2026-01-01',
      effective_to,
    });
  await leave(soon.id, day(29));
  await leave(late.id, day(40));
  expect(await warnOfGapYears(kernel)).toBe(1);
  expect(await warnOfGapYears(kernel)).toBe(0);
  const own = await api.as('bachelor_student');
  expect((await own.get('/notice/?size=1')).body.content[0]).toMatchObject({ type: 'gap_year_ending' });
  expect((await head.get('/notice/?size=1')).body.content[0]).toMatchObject({
    type: 'gap_years_ending',
    title: 'The academic leave of 1 student ends within 30 days',
  });
  const teacher = await api.as('teacher');
  expect((await teacher.get('/notice/?size=1')).body.total_elements).toBe(0);
});

it('takes a photo as a form, and refuses what is no picture', async () => {
  const { id } = await student();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = (name: string, content: Buffer) =>
    head.put(
      `/student/update_photo?id=${id}`,
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        content,
        Buffer.from('\r\n--x--\r\n'),
      ]),
      { 'content-type': 'multipart/form-data; boundary=x' },
    );
  const answer = await form('rasm.png', png);
  expect(answer.body).toMatchObject({ id, photo: { extension: 'png' } });
  expect((await form('hujjat.pdf', Buffer.from('%PDF-1.4'))).status).toBe(415);
  const file = (await head.upload('a.csv', Buffer.from('a,b\n1,2'))).body;
  expect((await head.put('/student/update_photo', { id, file_id: [file].flat()[0].id })).status).toBe(415);
  expect((await head.put('/student/update_photo', { id })).body.data.fields[0]).toMatchObject({ path: 'file_id' });
  expect((await head.put('/student/update_photo', { id, file_id: null })).body.photo).toBeNull();
});

it('counts the days of the institution, not those of the database', async () => {
  // The two ends of the world are never in the same day.
  const today = async (zone: string) => {
    await api.database.owner.query('update institutions set timezone = $1 where id = 1', [zone]);
    const made = await student();
    return made.status_since;
  };
  expect(await today('Pacific/Kiritimati')).not.toBe(await today('Pacific/Pago_Pago'));
  await api.database.owner.query("update institutions set timezone = 'Asia/Tashkent' where id = 1");
});

it('what is chosen for a student is there, in the same institution', async () => {
  const abroad = await api.as('super_admin', 2);
  const title = { uz: 'Fakultet', ru: '', en: '' };
  const faculty = (await abroad.post('/department/', { title, kind: 'FACULTY' })).body.id;
  const made = await student();
  for (const field of ['department_id', 'education_form_id', 'course_id', 'region_id', 'city_id', 'nationality_id']) {
    const given = { ...made, [field]: field === 'department_id' ? faculty : 999_999 };
    for (const { status, body } of [
      await head.post('/student/', given),
      await head.post('/student/', { ...given, id: undefined, version: undefined, student_no: undefined }),
    ])
      expect([field, status, body.data?.fields]).toEqual([
        field,
        400,
        [expect.objectContaining({ path: field, code: 'UNKNOWN_REFERENCE' })],
      ]);
  }
});
