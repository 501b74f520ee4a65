import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let head: Caller;
let counter = 0;
const letter = { occasion: 'SESSION', starts_on: '2026-12-01', ends_on: '2026-12-20', addressee: '“Oʻzbekiston” MChJ' };

async function student(more: object = {}) {
  const made = await head.post('/student/', {
    firstname: 'Ali',
    lastname: `Chaqiruv${++counter}`,
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2026,
    tuition: 'GRANT',
    passport_id: `AD${3_000_000 + counter}`,
    ...more,
  });
  expect(made.status).toBe(200);
  return made.body.id as number;
}
const lettersOf = async (id: number) => (await head.get(`/student/call_letter?student_id=${id}`)).body.content;

beforeAll(async () => {
  api = await startApi();
  head = await api.as('registrar_head');
});
afterAll(() => api?.close());

it('issues a letter as a document of the language one studies in, which can be checked', async () => {
  const uz = await student();
  const ru = await student({ study_language: 'ru' });
  const made = await head.post('/student/call_letter', { ids: [uz, ru], ...letter });
  expect(made.status).toBe(200);
  expect(made.body.issued).toBe(2);
  const [one] = await lettersOf(uz);
  expect(one).toMatchObject({ occasion: 'SESSION', starts_on: '2026-12-01', ends_on: '2026-12-20', student_id: uz });
  expect(one.number).toMatch(/^CX-\d{4}-\d{6}$/);
  const read = await api.database.owner.query(
    "select details from security_events where kind = 'SENSITIVE_READ' order by id desc limit 1",
  );
  expect(read.rows[0].details).toEqual({ path: '/student/call_letter', files: [one.file.id] });
  const { rows } = await api.database.owner.query(
    `select d.language, d.status, d.body from issued_documents d join student_call_letters l on l.document_id = d.id
      where l.student_id = any($1) order by l.student_id`,
    [[uz, ru]],
  );
  expect(rows.map((row) => row.language)).toEqual(['uz', 'ru']);
  expect(rows[0].body).toContain('20 kun');
  expect(rows[1].body).toContain('20 календарных дней');
});

it('refuses the same letter twice, an end before its beginning, and people who study no more: all or none', async () => {
  const id = await student();
  const other = await student();
  expect((await head.post('/student/call_letter', { ids: [id], ...letter })).status).toBe(200);
  const again = await head.post('/student/call_letter', { ids: [id], ...letter });
  expect([again.status, again.body.code]).toEqual([409, 'CALL_LETTER_TWICE']);
  const both = await head.post('/student/call_letter', { ids: [id, other], ...letter });
  expect([both.status, both.body.code]).toEqual([422, 'BATCH_REFUSED']);
  expect(await lettersOf(other)).toEqual([]);
  const backwards = await head.post('/student/call_letter', { ids: [other], ...letter, ends_on: '2026-11-30' });
  expect(backwards.body.data.fields).toEqual([expect.objectContaining({ path: 'ends_on', code: 'DATES_ORDER' })]);
  await head.put('/student/status', { ids: [other], status: 'WITHDRAWN', reason: 'Ariza', order_number: '1-T' });
  const gone = await head.post('/student/call_letter', { ids: [other], ...letter });
  expect(gone.body.data.faults).toEqual([expect.objectContaining({ code: 'TRANSFER_NOT_STUDYING' })]);
});

it('takes a letter back with its paper, after which the same may be issued anew', async () => {
  const id = await student();
  const { letters } = (await head.post('/student/call_letter', { ids: [id], ...letter })).body;
  expect((await head.delete(`/student/call_letter?id=${letters[0].id}`)).status).toBe(200);
  expect(await lettersOf(id)).toEqual([]);
  const { rows } = await api.database.owner.query('select status from issued_documents where number = $1', [
    letters[0].number,
  ]);
  expect(rows).toEqual([{ status: 'REVOKED' }]);
  expect((await head.post('/student/call_letter', { ids: [id], ...letter })).status).toBe(200);
  expect((await head.delete(`/student/call_letter/${letters[0].id}`)).status).toBe(404);
});

it('is given by the office alone; students see their own', async () => {
  const id = await student();
  await head.post('/student/call_letter', { ids: [id], ...letter });
  const teacher = await api.as('teacher');
  expect((await teacher.post('/student/call_letter', { ids: [id], ...letter })).status).toBe(403);
  expect((await teacher.get(`/student/call_letter?student_id=${id}`)).status).toBe(403);
  const own = await api.as('bachelor_student');
  expect((await own.post('/student/call_letter', { ids: [id], ...letter })).status).toBe(403);
  expect((await own.get(`/student/call_letter?student_id=${id}`)).status).toBe(404);
  expect((await own.get('/student/call_letter')).body.content).toEqual([]);
});
