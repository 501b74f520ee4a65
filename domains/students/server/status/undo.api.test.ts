import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { day } from '#tests/support/dates.ts';

let api: Api;
let admin: Caller;
let head: Caller;
let counter = 0;
const order = { reason: 'Ariza', order_number: '12-T', order_date: '2026-09-01', effective_from: '2026-09-02' };

async function student(entry_year = 2026): Promise<number> {
  const made = await admin.post('/student/', {
    firstname: 'Ali',
    lastname: `Qaytar${++counter}`,
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year,
    tuition: 'GRANT',
  });
  return made.body.id;
}
const read = async (id: number) => (await admin.get(`/student/${id}`)).body;
const undo = (ids: number[], by = head) => by.post('/student/status/undo', { ids });

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  head = await api.as('registrar_head');
});
afterAll(() => api.close());

it('gives status and dates back, and keeps both steps in the history', async () => {
  const ids = [await student(), await student()];
  const before = await read(ids[0]!);
  await head.put('/student/status', { ids, status: 'GAP_YEAR', ...order, effective_to: '2027-09-01' });
  const answer = await undo(ids);
  expect(answer.body).toMatchObject({ ok: true, students: [{ from: 'GAP_YEAR', to: 'ACTIVE' }, {}] });
  expect(await read(ids[0]!)).toMatchObject({
    status: 'ACTIVE',
    status_since: before.status_since,
    status_until: null,
  });
  const { body } = await head.get(`/student/status/history?student_id=${ids[0]}`);
  expect(body.slice(0, 2).map((entry: { to_status: string }) => entry.to_status)).toEqual(['ACTIVE', 'GAP_YEAR']);
  // The undoing itself is a step, and may be undone as well.
  expect((await undo([ids[0]!])).body.students).toMatchObject([{ from: 'ACTIVE', to: 'GAP_YEAR' }]);
  expect(await read(ids[0]!)).toMatchObject({ status: 'GAP_YEAR', status_until: '2027-09-01' });
});

it('takes nothing else back: what came after a change of status stands in its way', async () => {
  const id = await student();
  await head.put('/student/status', { ids: [id], status: 'GAP_YEAR', ...order, effective_to: '2027-09-01' });
  const moved = await head.post('/student/life', {
    ids: [id],
    kind: 'TRANSFER',
    reason: 'Ariza',
    study_language: 'ru',
  });
  expect(moved.status).toBe(200);
  expect((await undo([id])).body.code).toBe('UNDO_TOO_LATE');
  expect(await read(id)).toMatchObject({ status: 'GAP_YEAR', study_language: 'ru' });
});

it('brings deleted students back', async () => {
  const id = await student();
  await head.delete(`/student/${id}?reason=xato`);
  expect((await undo([id])).status).toBe(200);
  expect((await admin.get('/student/?search=Qaytar')).body.content.map((row: { id: number }) => row.id)).toContain(id);
});

it('is only for whoever did it, for a while, and for all or none', async () => {
  const [done, other] = [await student(), await student()];
  expect((await undo([other])).body.code).toBe('UNDO_TOO_LATE');
  await head.put('/student/status', { ids: [done], status: 'INACTIVE', ...order });
  expect((await undo([done], admin)).body.code).toBe('UNDO_TOO_LATE');
  expect((await undo([done, other])).body).toMatchObject({ code: 'BATCH_REFUSED', data: { faults: [{ id: other }] } });
  expect(await read(done)).toMatchObject({ status: 'INACTIVE' });
  await api.database.owner.query(
    "update status_history set at = at - interval '16 minutes' where entity = 'student' and entity_id = $1",
    [done],
  );
  expect((await undo([done])).body.code).toBe('UNDO_TOO_LATE');
  expect((await undo([done], await api.as('registrar_officer'))).status).toBe(403);
});

it('counts students and what waits, within reach', async () => {
  const before = (await head.get('/student/overview')).body;
  const [a, b] = [await student(2019), await student(2019)];
  const soon = day(20);
  await head.put('/student/status', { ids: [a], status: 'GAP_YEAR', ...order, effective_to: soon });
  const desk = await api.as('students_department');
  await desk.put('/student/status', { ids: [b], status: 'WITHDRAWN', reason: 'Ariza' });
  const { body } = await head.get('/student/overview');
  expect(body.requests).toBe(before.requests + 1);
  expect(body.gap_years_ending.count).toBe(before.gap_years_ending.count + 1);
  expect(body.by_entry_year).toContainEqual({ entry_year: 2019, count: 2 });
  const list = `/student/?status=gap-year&status_until_to=${body.gap_years_ending.until}`;
  expect((await head.get(list)).body.total_elements).toBe(body.gap_years_ending.count);
  const sum = (status: string) =>
    body.by_status.find((one: { status: string; count: number }) => one.status === status)?.count ?? 0;
  expect((await head.get('/student/?status=ACTIVE')).body.total_elements).toBe(sum('ACTIVE'));
  expect((await head.get('/student/overview', { institution: '2' })).status).toBe(403);
  expect((await (await api.as('teacher')).get('/student/overview')).status).toBe(403);
  expect((await (await api.as('dean')).get('/student/overview')).body).toMatchObject({
    requests: null,
    course_transfers: null,
  });
});

it('a graduation that was taken back is not made again by undoing that, where something stands against it by now', async () => {
  const id = await student();
  await head.put('/student/status', { ids: [id], status: 'INACTIVE', ...order });
  expect((await undo([id])).status).toBe(200);
  await api.database.owner.query(
    "update student_life_changes set kind = 'GRADUATION' where id = (select change_id from student_life_steps where student_id = $1)",
    [id],
  );
  const refused = await undo([id]);
  expect(refused.body.code).toBe('BATCH_REFUSED');
  expect(refused.body.data.faults.map((fault: { code: string }) => fault.code)).toContain('NOT_AWARDED');
  expect(await read(id)).toMatchObject({ status: 'ACTIVE' });
});
