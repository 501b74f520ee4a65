import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Api, type Caller, startApi } from '#tests/support/api.ts';
import { codeOf } from '#tests/support/letters.ts';
import { closeAndRemind, handOver } from './nightly.ts';

let api: Api;
let student: Caller;
let other: Caller;
let moderator: Caller;
let chief: Caller;
let dean: Caller;
let teacher: Caller;
let staffIds: Record<string, number> = {};
let type: { id: number };
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await api.database.owner.query(text, values)).rows;
const title = (uz: string) => ({ uz, ru: '', en: '' });

beforeAll(async () => {
  api = await startApi();
  student = await api.as('bachelor_student');
  other = await api.as('master_student');
  moderator = await api.as('system_moderator');
  chief = await api.as('super_admin');
  dean = await api.as('dean');
  teacher = await api.as('teacher');
  for (const [place, name] of ['dean', 'teacher', 'system_moderator', 'hr_manager'].entries()) {
    const [row] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'F-' || $2::text, 'Nodira', initcap($1), lower($1) from accounts where username = $1 returning id`,
      [name, place],
    );
    staffIds = { ...staffIds, [name]: row.id };
  }
  type = (
    await moderator.post('/feedback/type/', { title: title('Oʻqituvchi ustidan'), kind: 'COMPLAINT', answer_days: 10 })
  ).body;
});
afterAll(() => api?.close());

const letter = (more: object = {}) => ({
  type_id: type.id,
  subject: 'Dars boshlanmadi',
  text: 'Ikki hafta dars boʻlmadi',
  ...more,
});
const file = async (by: Caller, more: object = {}) => {
  const answer = await by.post('/feedback/', letter(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
type One = { id: number; version: number };
const step = (by: Caller, { id, version }: One, status: string, more: object = {}) =>
  by.put('/feedback/status/', { id, version, status, ...more });
const done = (answer: Answer<unknown>) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return answer.body as any;
};

it('is written under a name, changed until it is taken up, and goes from received to closed', async () => {
  const one = await file(student, { about_staff_id: staffIds.teacher });
  expect(one).toMatchObject({ status: 'NEW', mode: 'NAMED', own: true, next: [] });
  const edited = await student.get(`/feedback/edit?id=${one.id}`);
  expect(edited.body.subject).toBe('Dars boshlanmadi');
  const changed = done(await student.put('/feedback/update', { id: one.id, version: one.version, subject: 'Darslar' }));
  expect(codeOf(await student.put('/feedback/update', { id: one.id, version: one.version, subject: 'x' }))).toBe(
    'STALE',
  );
  expect((await other.get(`/feedback/${one.id}`)).status).toBe(404);
  expect((await other.get(`/feedback/edit?id=${one.id}`)).status).toBe(404);
  expect((await teacher.get(`/feedback/${one.id}`)).status).toBe(404);
  // Received, acknowledged, given.
  let now = done(await step(moderator, changed, 'ACKNOWLEDGED'));
  expect(codeOf(await student.put('/feedback/update', { id: one.id, version: now.version, subject: 'x' }))).toBe(
    'FEEDBACK_TAKEN_UP',
  );
  expect(codeOf(await student.get(`/feedback/edit?id=${one.id}`))).toBe('FEEDBACK_TAKEN_UP');
  expect(codeOf(await student.delete(`/feedback/${one.id}`))).toBe('FEEDBACK_TAKEN_UP');
  // Never by whom it is about, and not by nobody.
  expect(codeOf(await step(moderator, now, 'ASSIGNED'))).toBe('form_required');
  expect(codeOf(await step(moderator, now, 'ASSIGNED', { handler_id: staffIds.teacher }))).toBe(
    'FEEDBACK_HANDLER_SELF',
  );
  expect(codeOf(await step(moderator, now, 'ASSIGNED', { handler_id: 999_999 }))).toBe('UNKNOWN_REFERENCE');
  now = done(await step(moderator, now, 'ASSIGNED', { handler_id: staffIds.dean }));
  expect((await dean.get(`/feedback/${one.id}`)).body).toMatchObject({ next: ['IN_PROGRESS', 'WAITING', 'ANSWERED'] });
  expect((await dean.get('/feedback/?handled=true')).body.total_elements).toBe(1);
  expect(codeOf(await step(moderator, now, 'IN_PROGRESS'))).toBe('FEEDBACK_NOT_YOURS');
  expect(
    codeOf(await moderator.put('/feedback/theme', { id: now.id, version: now.version, about_staff_id: staffIds.dean })),
  ).toBe('FEEDBACK_HANDLER_SELF');
  // Nothing said of it changes nothing.
  const same = await moderator.put('/feedback/theme', { id: now.id, version: now.version });
  expect([same.status, same.body.version]).toEqual([200, now.version]);
  now = done(await step(dean, now, 'IN_PROGRESS'));
  // A question stops the clock; the answer of its author sets it going.
  expect(codeOf(await step(dean, now, 'WAITING'))).toBe('form_required');
  now = done(await step(dean, now, 'WAITING', { reason: 'Qaysi guruh?' }));
  expect(now.due_on).toBeNull();
  const seen = (await student.get(`/feedback/${one.id}`)).body;
  expect(seen).toMatchObject({ handler: null, messages: [{ from: 'OFFICE', text: 'Qaysi guruh?' }] });
  now = done(await student.post('/feedback/message', { id: one.id, version: seen.version, text: 'Guruh 22-04' }));
  expect(now).toMatchObject({ status: 'IN_PROGRESS' });
  expect(now.due_on).toBeTruthy();
  now = done(await step(dean, now, 'ANSWERED', { reason: 'Darslar tiklandi' }));
  // Two at once: one reopens it, the other is told that it has moved.
  const both = await Promise.all([1, 2].map(() => step(student, now, 'REOPENED', { reason: 'Yoʻq' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  now = (await moderator.get(`/feedback/${one.id}`)).body;
  // Somebody else looks, and has more time.
  expect(codeOf(await step(moderator, now, 'ESCALATED', { reason: 'Ikkinchi', handler_id: staffIds.dean }))).toBe(
    'FEEDBACK_SAME_HANDLER',
  );
  now = done(await step(moderator, now, 'ESCALATED', { reason: 'Ikkinchi', handler_id: staffIds.hr_manager }));
  expect(now.stage).toBe(2);
  expect((await dean.get(`/feedback/${one.id}`)).status).toBe(404);
  const hr = await api.as('hr_manager');
  now = done(await step(hr, now, 'ANSWERED', { reason: 'Oʻqituvchi almashtirildi' }));
  expect(codeOf(await step(student, now, 'REOPENED', { reason: 'Yana' }))).toBe('FEEDBACK_REOPENED');
  expect(
    codeOf(await student.post('/feedback/message', { id: now.id, version: now.version, text: 'Yana bir gap' })),
  ).toBe('FEEDBACK_OVER');
  now = done(await step(student, now, 'CLOSED'));
  expect((await student.get(`/feedback/${one.id}`)).body.status).toBe('CLOSED');
  expect(codeOf(await step(student, now, 'REOPENED', { reason: 'Yana' }))).toBe('TRANSITION_NOT_ALLOWED');
});

it('keeps a confidential name from everybody, and tells it to a moderator who says why', async () => {
  const one = await file(student, { confidential: true });
  const seen = (await moderator.get(`/feedback/${one.id}`)).body;
  expect(seen).toMatchObject({ author: null, mode: 'CONFIDENTIAL', own: false });
  const [{ lastname }] = await sql("select lastname from accounts where username = 'bachelor_student'");
  expect(JSON.stringify(seen)).not.toContain(lastname);
  expect(codeOf(await moderator.post('/feedback/author', { id: one.id, reason: '' }))).toBeTruthy();
  expect((await dean.post('/feedback/author', { id: one.id, reason: 'x' })).status).toBe(403);
  const told = await moderator.post('/feedback/author', { id: one.id, reason: 'Jabrlanuvchi himoyasi' });
  expect(told.body.name).toContain(lastname);
  expect(await sql('select reason from feedback_reveals where feedback_id = $1', [one.id])).toEqual([
    { reason: 'Jabrlanuvchi himoyasi' },
  ]);
  expect(
    (await sql("select 1 from security_events where kind = 'SENSITIVE_READ' and what like '%author%'")).length,
  ).toBe(1);
  // The history of changes would say who made it.
  const followed = (await chief.get('/user/info_history/?size=200')).body.content;
  expect(followed.some(({ table_name: of }: { table_name: string }) => of === 'feedback')).toBe(true);
  expect(
    followed.filter(
      ({ table_name: of, row_id }: { table_name: string; row_id: number }) => of === 'feedback' && row_id === one.id,
    ),
  ).toEqual([]);
  const named = await file(student);
  expect(codeOf(await moderator.post('/feedback/author', { id: named.id, reason: 'x' }))).toBe('FEEDBACK_NO_NAME');
});

it('is never seen by a moderator whom it is about', async () => {
  const one = await file(student, { about_staff_id: staffIds.system_moderator });
  expect((await moderator.get(`/feedback/${one.id}`)).status).toBe(404);
  expect((await step(moderator, one, 'ACKNOWLEDGED')).status).toBe(404);
  expect(done(await step(chief, one, 'ACKNOWLEDGED')).status).toBe('ACKNOWLEDGED');
});

const code = (text: string) => ({ code: text });

it('takes a letter without a sender, and leads back to it by a code that is kept as a hash', async () => {
  expect(codeOf(await student.post('/feedback/anonymous', letter()))).toBe('FEEDBACK_SIGNED_IN');
  expect((await api.anonymous.post('/feedback/anonymous', letter({ file_ids: [1] }))).status).toBe(400);
  expect((await api.anonymous.post('/feedback/anonymous', letter({ text: 'x'.repeat(5001) }))).status).toBe(400);
  expect((await api.anonymous.post('/feedback/anonymous', letter({ type_id: 4711 }))).body.code).toBe(
    'FEEDBACK_TYPE_GONE',
  );
  const sent = await api.anonymous.post('/feedback/anonymous', letter({ subject: 'Pora soʻralmoqda' }), {
    'idempotency-key': 'k-1',
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const secret: string = sent.body.passcode;
  expect(secret).toMatch(/^([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/);
  const waiting = await api.anonymous.post('/feedback/anonymous/thread', code(secret.toLowerCase()));
  expect(waiting.body).toMatchObject({ delivered: false, status: 'NEW', subject: 'Pora soʻralmoqda' });
  expect((await moderator.get('/feedback/?mode=ANONYMOUS')).body.total_elements).toBe(0);
  // Nothing of it can be read, and nothing else was written.
  const [row] = await sql('select to_jsonb(s) as row from feedback_sealed s');
  expect(JSON.stringify(row)).not.toMatch(/Pora|soʻral/);
  expect(Object.keys(row.row).sort()).toEqual(['id', 'institution_id', 'key', 'sealed']);
  expect(await sql("select 1 from audit_log where table_name = 'feedback_sealed'")).toEqual([]);
  expect(await sql("select 1 from idempotency_keys where key = 'k-1'")).toEqual([]);
  done(await api.anonymous.post('/feedback/anonymous/message', { code: secret, text: 'Imtihon oldidan' }));

  expect(await handOver(api.kernel)).toBe(2);
  expect(await handOver(api.kernel)).toBe(0);
  const [found] = (await moderator.get('/feedback/?mode=ANONYMOUS')).body.content;
  expect(found).toMatchObject({ subject: 'Pora soʻralmoqda', author: null, mode: 'ANONYMOUS' });
  expect(await sql('select account_id from feedback where id = $1', [found.id])).toEqual([{ account_id: null }]);
  expect(await sql('select 1 from feedback_sealed')).toEqual([]);
  expect(JSON.stringify(await sql('select * from audit_log'))).not.toContain(secret.replaceAll('-', ''));
  const acknowledged = done(await step(moderator, found, 'ACKNOWLEDGED'));
  const given = done(await step(moderator, acknowledged, 'ASSIGNED', { handler_id: staffIds.dean }));
  const answered = done(await step(dean, given, 'ANSWERED', { reason: 'Tekshiruv boshlandi' }));
  expect(codeOf(await moderator.post('/feedback/author', { id: found.id, reason: 'x' }))).toBe('FEEDBACK_NO_NAME');
  const thread = await api.anonymous.post('/feedback/anonymous/thread', code(secret), { institution: '2' });
  expect(thread.body).toMatchObject({
    delivered: true,
    status: 'ANSWERED',
    messages: [{ text: 'Imtihon oldidan' }, { from: 'OFFICE', text: 'Tekshiruv boshlandi' }],
  });
  expect(JSON.stringify(thread.body)).not.toContain('Dean');
  done(await api.anonymous.post('/feedback/anonymous/message', { code: secret, text: 'Hech narsa oʻzgarmadi' }));
  expect(await handOver(api.kernel)).toBe(1);
  expect((await moderator.get(`/feedback/${answered.id}`)).body).toMatchObject({ status: 'REOPENED', reopened: true });
});

it('lets nobody try codes or flood it', async () => {
  const from = (remoteAddress: string) => (url: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/edulab/lms/api/v1${url}`, payload, remoteAddress });
  const ask = from('203.0.113.7');
  const tries = [];
  for (let at = 0; at < 42; at++)
    tries.push((await ask('/feedback/anonymous/thread', { code: 'AAAA-BBBB-CCCC-DDDD-EEEE' })).statusCode);
  expect(tries.filter((status) => status === 404)).toHaveLength(40);
  expect(tries.at(-1)).toBe(429);
  const sent = [];
  for (let at = 0; at < 22; at++) sent.push((await from('203.0.113.8')('/feedback/anonymous', letter())).statusCode);
  expect(sent.filter((status) => status === 200)).toHaveLength(20);
  expect(sent.at(-1)).toBe(429);
  expect((await from('203.0.113.9')('/feedback/anonymous/thread', { code: 'short' })).statusCode).toBe(400);
  // Addresses are kept nowhere.
  const { rows } = await api.database.owner.query(
    "select table_name from information_schema.columns where table_schema = 'public' and table_name like 'feedback%' and column_name ~ 'address|agent|_at$' and table_name = 'feedback_sealed'",
  );
  expect(rows).toEqual([]);
  expect(JSON.stringify(await sql('select * from security_events'))).not.toContain('203.0.113');
  expect(JSON.stringify(await sql('select * from attempt_counters'))).not.toContain('203.0.113');
  await handOver(api.kernel);
});

it('closes what nobody says more about, and tells who is late', async () => {
  const one = await file(student);
  const given = done(await step(moderator, one, 'ASSIGNED', { handler_id: staffIds.dean }));
  await sql('update feedback set due_on = edulab_today() - 1 where id = $1', [one.id]);
  expect((await moderator.get(`/feedback/${one.id}`)).body.overdue).toBe(true);
  await closeAndRemind(api.kernel);
  const late = "select count(*)::int as n from notices where link = $1 and title->>'en' like '%is overdue%'";
  const told = (await sql(late, [`/feedback/${one.id}`]))[0].n;
  expect(told).toBeGreaterThan(1);
  await closeAndRemind(api.kernel);
  expect((await sql(late, [`/feedback/${one.id}`]))[0].n).toBe(told);
  const now = (await dean.get(`/feedback/${given.id}`)).body;
  done(await step(dean, now, 'ANSWERED', { reason: 'Javob' }));
  await sql('update feedback set answered_on = edulab_today() - 14 where id = $1', [one.id]);
  await closeAndRemind(api.kernel);
  expect((await student.get(`/feedback/${one.id}`)).body.status).toBe('CLOSED');
});

it('is a register that goes out as a file, and a year in numbers that hide the few', async () => {
  const xlsx = await moderator.get('/feedback/export?mode=ANONYMOUS');
  expect(xlsx.status).toBe(200);
  expect(String(xlsx.headers['content-type'])).toContain('spreadsheet');
  expect((await student.get('/feedback/export')).status).toBe(403);
  // Eight more people under their names: one who wrote confidentially is still not to be told from the rest.
  await sql(
    `insert into feedback (institution_id, type_id, mode, subject, text, account_id, filed_on)
     select 1, $1, 'NAMED', 'Taklif', 'Matn', id, edulab_today() from accounts order by id limit 8`,
    [type.id],
  );
  const numbers = (await moderator.get('/feedback/statistics')).body;
  const nameless = numbers.modes.find(({ key }: { key: string }) => key === 'ANONYMOUS');
  expect(nameless.count).toBeGreaterThan(20);
  expect(numbers.modes.find(({ key }: { key: string }) => key === 'CONFIDENTIAL').count).toBeNull();
  expect(numbers.modes.find(({ key }: { key: string }) => key === 'NAMED').count).toBeNull();
  const found = (await moderator.get('/feedback/?search=Pora')).body.content;
  expect(found).toHaveLength(1);
  expect((await api.anonymous.get('/feedback/anonymous/types')).body).toMatchObject([{ id: type.id, answer_days: 10 }]);
  expect((await moderator.get('/feedback/all?search=Pora')).body).toHaveLength(1);
});
