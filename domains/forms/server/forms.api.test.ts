import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let student: Caller;
let other: Caller;
let registrar: Caller;
let head: Caller;
let dean: Caller;
let department: Caller;
const types = new Map<string, { id: number; form_id: number }>();

const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const named = (uz: string) => ({ uz, ru: uz, en: uz });
const codes = (body: { data?: { fields?: { path: string; code: string }[] } }) =>
  Object.fromEntries((body.data?.fields ?? []).map(({ path, code }) => [path, code]));
const ask = (code: string, more: object = {}, by = student) =>
  by.post('/form/request/', { type_id: types.get(code)?.id, submit: true, ...more });
const turn = (by: Caller, id: number, status: string, more: object = {}) =>
  by.post('/form/request/change/status', { id, status, ...more });

beforeAll(async () => {
  api = await startApi();
  [student, other, registrar, head, dean, department] = (await Promise.all(
    ['bachelor_student', 'master_student', 'registrar_officer', 'registrar_head', 'dean', 'students_department'].map(
      (who) => api.as(who),
    ),
  )) as [Caller, Caller, Caller, Caller, Caller, Caller];
  const course = (
    await sql(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, '60610100', '{"uz":"Kompyuter ilmlari","ru":"Компьютерные науки","en":"Computer science"}', 'BACHELOR', '{uz}', 4, 240) returning id`,
    )
  )[0].id;
  const house =
    (
      await sql(`insert into departments (institution_id, name) values (1, 'Informatika') returning id`).catch(() => [])
    )[0]?.id ?? null;
  for (const [who, no] of [
    ['bachelor_student', 'F260001'],
    ['master_student', 'F260002'],
  ])
    await sql(
      `insert into students (institution_id, account_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, course_id, department_id, search)
       select 1, id, $2, 'Dilnoza', 'Rahimova', '2006-05-04', 'BACHELOR', 'uz', 2026, 'CONTRACT', $3, $4, 'rahimova dilnoza' from accounts where username = $1`,
      [who, no, course, house],
    );
  const made = await head.post('/form/type/shipped', {});
  expect([made.status, made.body]).toEqual([200, { made: 15 }]);
  expect((await head.post('/form/type/shipped', {})).body).toEqual({ made: 0 });
  for (const row of (await head.get('/form/type/?size=100')).body.content)
    types.set(row.code, { id: row.id, form_id: row.form_id });
});
afterAll(() => api?.close());

describe('what can be asked for', () => {
  it('is found by words and by what it is needed for, and shows time, price and what it asks', async () => {
    const all = (await student.get('/form/type/?size=100')).body;
    expect(all.total_elements).toBe(14);
    const embassy = (await student.get('/form/type/?situation=EMBASSY&size=100')).body.content;
    expect(embassy.map((row: { code: string }) => row.code)).toEqual(['REFERENCE_EMBASSY', 'TRANSCRIPT']);
    expect(embassy[0].live).toEqual({
      days: 2,
      fee: '0.00',
      deliveries: ['PICKUP', 'PDF'],
      languages: ['en', 'uz', 'ru'],
      asks: 4,
      paper: true,
    });
    const found = (await student.get(`/form/type/?search=${encodeURIComponent('справка')}`)).body.content;
    expect(found.length).toBeGreaterThan(2);
    expect((await student.get(`/form/${types.get('REFERENCE')?.form_id}`)).status).toBe(403);
  });

  it('is begun with the facts of the own record, whatever is sent for them', async () => {
    const begun = (await student.get(`/form/request/begin?type_id=${types.get('REFERENCE')?.id}`)).body;
    expect(begun.facts).toMatchObject({ 'student.name': 'Rahimova Dilnoza', 'student.course': 'Computer science' });
    const draft = await ask('ATTENDANCE', { submit: false, answers: { name: 'Somebody Else' } });
    expect([draft.status, draft.body.status, draft.body.answers.name]).toEqual([200, 'DRAFT', 'Rahimova Dilnoza']);
    expect((await other.get(`/form/request/${draft.body.id}`)).status).toBe(404);
    expect((await registrar.get(`/form/request/${draft.body.id}`)).status).toBe(404);
    const written = await student.post('/form/request/fields', {
      id: draft.body.id,
      version: draft.body.version,
      answers: { from: '2026-10-01' },
    });
    expect(written.body.answers.from).toBe('2026-10-01');
    const early = await student.post('/form/request/', {
      id: draft.body.id,
      version: written.body.version,
      submit: true,
    });
    expect([early.status, codes(early.body)]).toEqual([
      422,
      { 'answers.until': 'form_required', 'answers.addressee': 'form_required' },
    ]);
    expect((await student.delete(`/form/request/${draft.body.id}`)).status).toBe(200);
  });
});

describe('a request', () => {
  it('goes from the form to a paper that strangers check, and is handed over', async () => {
    const sent = await ask('REFERENCE', { language: 'en', delivery: 'PICKUP', answers: { purpose: 'BANK' } });
    expect([sent.status, sent.body.status, sent.body.steps.length, sent.body.facts_at !== null]).toEqual([
      200,
      'SUBMITTED',
      1,
      true,
    ]);
    expect(sent.body.due_on).not.toBeNull();
    const { id, version } = sent.body;
    // Not the turn of these.
    for (const caller of [dean, department]) expect((await turn(caller, id, 'APPROVED')).status).not.toBe(200);
    const seen = (await registrar.get('/form/request/?waiting=true')).body.content;
    expect(seen.map((row: { id: number }) => row.id)).toContain(id);
    const preview = (await turn(registrar, id, 'APPROVED', { preview: true })).body;
    expect(preview).toMatchObject({ ok: true, requests: [{ id, from: 'SUBMITTED', to: 'READY', does: 'DOCUMENT' }] });
    expect((await turn(registrar, id, 'APPROVED', { version: version + 5 })).status).toBe(409);
    const done = await turn(registrar, id, 'APPROVED', { version });
    expect([done.status, done.body.requests?.[0]?.to]).toEqual([200, 'READY']);
    const ready = (await student.get(`/form/request/${id}`)).body;
    expect(ready).toMatchObject({ status: 'READY', document_number: expect.stringMatching(/^MN-\d{4}-\d{6}$/) });
    // Drawn after the decision: whoever asks before has it drawn then.
    expect((await student.get(`/form/request/${id}/paper`)).status).toBe(200);
    const [paper] = await sql('select check_code, body from issued_documents where id = $1', [ready.document_id]);
    expect(paper.body).toContain('This is to certify that Rahimova Dilnoza');
    expect(paper.body).toContain('To a bank');
    const stranger = await api.anonymous.get(`/issued-document/check/${paper.check_code}`);
    expect(stranger.status).toBe(200);
    expect((await other.get(`/form/request/${id}/paper`)).status).toBe(404);
    const notices = (await student.get('/notice/?size=20')).body.content ?? [];
    expect(JSON.stringify(notices)).toContain(`/forms-for-student?id=${id}`);
    const nobody = await turn(registrar, id, 'ISSUED');
    expect(codes(nobody.body)).toEqual({ handed_to: 'form_required' });
    expect((await turn(registrar, id, 'ISSUED', { handed_to: 'Rahimova Dilnoza' })).status).toBe(200);
    expect((await student.get(`/form/request/${id}`)).body.status).toBe('ISSUED');
    const history = await sql(
      "select to_status from status_history where entity = 'form_request' and entity_id = $1 order by id",
      [id],
    );
    expect(history.map((row) => row.to_status)).toEqual(['DRAFT', 'SUBMITTED', 'APPROVED', 'READY', 'ISSUED']);
  });

  it('is one of its kind at a time, however often it is sent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('TRANSFER', { answers: { language: 'uz', reason: 'Shu fan menga yaqin' } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['FORM_REQUEST_OPEN']),
    );
    expect(
      await sql("select 1 from form_requests where type_id = $1 and status = 'SUBMITTED'", [types.get('TRANSFER')?.id]),
    ).toHaveLength(1);
  });

  it('is returned with what is to be mended; the clock stands still meanwhile, and nothing else is changed', async () => {
    const sent = (await ask('ATTENDANCE', { answers: { from: '2026-10-01', until: '2026-10-20', addressee: 'Bank' } }))
      .body;
    const { id } = sent;
    expect((await turn(department, id, 'UPDATE_REQUIRED')).body.code).toBe('REASON_REQUIRED');
    const back = await turn(department, id, 'UPDATE_REQUIRED', {
      reason: 'Kun notoʻgʻri',
      fields: [{ path: 'answers.until', note: 'Oktyabr tugadi' }],
    });
    expect(back.status).toBe(200);
    const open = (await student.get(`/form/request/${id}`)).body;
    expect(open).toMatchObject({
      status: 'UPDATE_REQUIRED',
      due_on: null,
      reason: 'Kun notoʻgʻri',
      can: { edit: true },
    });
    const [stopped] = await sql(
      'select stopped_at, left_days from form_request_steps where request_id = $1 and position = 0',
      [id],
    );
    expect([stopped.stopped_at !== null, stopped.left_days]).toEqual([true, 2]);
    const more = await student.post('/form/request/', { id, version: open.version, answers: { addressee: 'Boshqa' } });
    expect(more.body.code).toBe('ANSWER_NOT_RETURNED');
    await sql(
      "update form_request_steps set stopped_at = stopped_at - interval '3 days' where request_id = $1 and position = 0",
      [id],
    );
    // Only who returned it takes that back; lists tell nobody but its student what was answered.
    expect((await head.post('/form/request/undo', { ids: [id] })).body.code).toBe('STEP_UNDO_NOT');
    const listed = (await head.get('/form/request/?size=100')).body.content.find(
      (one: { id: number }) => one.id === id,
    );
    expect(listed.answers).toEqual({});
    expect(Object.keys((await head.get(`/form/request/${id}`)).body.answers).length).toBeGreaterThan(0);
    const again = await student.post('/form/request/', {
      id,
      version: open.version,
      answers: { until: '2026-10-25' },
      submit: true,
    });
    expect([again.status, again.body.status, again.body.due_on !== null]).toEqual([200, 'SUBMITTED', true]);
    const [step] = await sql(
      'select waited, due_on::text from form_request_steps where request_id = $1 and position = 0',
      [id],
    );
    expect(step.waited).toBeGreaterThanOrEqual(3 * 24 * 60);
    expect(step.due_on).toBe(sent.due_on);
    // One step back, while nothing came of it.
    expect((await turn(department, id, 'APPROVED')).body.requests[0].to).toBe('IN_REVIEW');
    const undone = await department.post('/form/request/undo', { ids: [id] });
    expect([undone.status, undone.body.requests[0].to]).toEqual([200, 'SUBMITTED']);
    expect((await turn(department, id, 'REJECTED', { reason: 'Notoʻgʻri' })).status).toBe(200);
    expect((await student.get(`/form/request/${id}`)).body).toMatchObject({ status: 'REJECTED', reason: 'Notoʻgʻri' });
    const times = (await head.get('/form/request/times')).body;
    expect(times.find((row: { type_id: number }) => row.type_id === types.get('ATTENDANCE')?.id)).toMatchObject({
      position: 0,
      count: 1,
    });
  });

  it('changes the record by the command of its owner, and nobody decides on their own', async () => {
    const proof = (
      await student.upload(
        'guvohnoma.pdf',
        Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
      )
    ).body[0].id;
    const sent = await ask('NAME_CHANGE', { answers: { lastname: 'Karimova', proof } });
    expect(sent.status).toBe(200);
    const { id } = sent.body;
    // The student is given a role of the office as well, and still may not.
    await sql(
      "insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r where a.username = 'bachelor_student' and r.name = 'STUDENTS_DEPARTMENT'",
    );
    const both = await api.as('bachelor_student');
    expect((await turn(both, id, 'APPROVED')).body.code).toBe('STEP_OWN');
    await sql(
      "delete from account_roles where account_id = (select id from accounts where username = 'bachelor_student') and role_id = (select id from roles where name = 'STUDENTS_DEPARTMENT')",
    );
    expect((await turn(department, id, 'APPROVED')).status).toBe(200);
    const done = await turn(head, id, 'APPROVED');
    expect([done.status, done.body.requests?.[0]?.to, done.body.requests?.[0]?.does]).toEqual([
      200,
      'APPROVED',
      'CHANGE',
    ]);
    const [row] = await sql("select lastname from students where student_no = 'F260001'");
    expect(row.lastname).toBe('Karimova');
    expect((await department.post('/form/request/undo', { ids: [id] })).body.code).toBe('STEP_UNDO_NOT');
  });

  it('is done for many at once, all or none', async () => {
    const one = (await ask('DORMITORY', { answers: {} })).body;
    expect(one.code).toBe('REQUEST_INCOMPLETE');
    const a = (await ask('REFERENCE', { answers: { purpose: 'WORK' } })).body.id;
    const b = (await ask('REFERENCE', { answers: { purpose: 'WORK' } }, other)).body.id;
    const foreign = (await ask('TRANSFER', { answers: { language: 'uz', reason: 'Shu fan menga yaqin' } })).body;
    const refused = await registrar.post('/form/request/change/status', {
      ids: [a, b, foreign.id],
      status: 'APPROVED',
    });
    expect(refused.status).not.toBe(200);
    const both = await registrar.post('/form/request/change/status', { ids: [a, b], status: 'APPROVED' });
    expect([both.status, both.body.requests.map(({ to }: { to: string }) => to)]).toEqual([200, ['READY', 'READY']]);
    const numbers = await sql("select number from issued_documents where kind = 'REFERENCE' order by id");
    expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, at) => at + 1));
  });
});

describe('a form', () => {
  it('that is live is changed by nobody; what was sent keeps the words of its version', async () => {
    const { id: type_id, form_id } = types.get('REFERENCE') ?? { id: 0, form_id: 0 };
    const before = (await ask('REFERENCE', { answers: { purpose: 'OTHER', addressee: 'Zavod' } })).body;
    const shown = (await student.get(`/form/request/${before.id}`)).raw;
    const live = (await head.get(`/form/${form_id}`)).body;
    const refused = await head.post('/form/', { id: form_id, version: live.version, title: named('X') });
    expect([refused.status, refused.body.code]).toEqual([422, 'FORM_LIVE']);
    await expect(api.database.owner.query("update forms set title = '{}' where id = $1", [form_id])).rejects.toThrow(
      'holds and is not changed',
    );
    await expect(api.database.owner.query('delete from forms where id = $1', [form_id])).rejects.toThrow(
      'holds and is not changed',
    );
    const draft = (await head.post('/form/', { id: form_id, version: live.version, revise: true })).body;
    expect(draft).toMatchObject({ status: 'DRAFT', revision: 2, changes: [] });
    expect((await head.post('/form/', { id: form_id, version: live.version, revise: true })).body.id).toBe(draft.id);
    const section = draft.sections[1];
    // What the paper or another field speaks of is not taken out.
    const [purpose] = section.fields;
    const lost = await head.post('/form/field/', {
      form_id: draft.id,
      version: draft.version,
      section_id: section.id,
      field: purpose,
      remove: true,
    });
    expect([lost.status, lost.body.code, lost.body.data.keys]).toEqual([409, 'FIELD_REFERRED', ['addressee']]);
    const renamed = await head.post('/form/field/', {
      form_id: draft.id,
      version: draft.version,
      section_id: section.id,
      field: {
        ...purpose,
        title: named('Nima uchun kerak'),
        options: [...purpose.options, { value: 'EMBASSY', title: named('Elchixonaga') }],
      },
    });
    expect(renamed.status).toBe(200);
    expect(renamed.body.changes).toEqual([{ kind: 'OPTIONS', key: 'purpose', title: named('Nima uchun kerak') }]);
    const bare = await head.post('/form/', { id: draft.id, version: renamed.body.version, steps: [] });
    const early = await head.post('/form/', { id: draft.id, version: bare.body.version, status: 'LIVE' });
    expect(early.body.code).toBe('FORM_NOT_READY');
    const now = await head.post('/form/', {
      id: draft.id,
      version: bare.body.version,
      steps: draft.steps,
      status: 'LIVE',
    });
    expect([now.status, now.body.status]).toEqual([200, 'LIVE']);
    expect((await head.get(`/form/${form_id}`)).body.status).toBe('ARCHIVED');
    expect((await student.get(`/form/request/${before.id}`)).raw.equals(shown)).toBe(true);
    // Sections by hand, a paper that speaks of what nobody asks.
    const batches = (await head.get(`/form/field/batch/?form_id=${draft.id}`)).body;
    expect(batches.content.map((one: { id: number }) => one.id)).toEqual([1, 2]);
    const next = (await head.post('/form/', { id: draft.id, version: now.body.version, revise: true })).body;
    const wrong = await head.post('/form/', {
      id: next.id,
      version: next.version,
      paper: { ...next.paper, text: named('{answers.nothing}') },
    });
    expect(codes(wrong.body)).toEqual({ 'paper.text.uz': 'BLANK_UNKNOWN' });
    const added = await head.post('/form/field/batch/', {
      form_id: next.id,
      version: next.version,
      title: named('Yana'),
    });
    expect(added.body.sections.map((one: { id: number }) => one.id)).toEqual([1, 2, 3]);
    const gone = await head.post('/form/field/batch/', {
      form_id: next.id,
      id: 3,
      version: added.body.version,
      remove: true,
    });
    expect(gone.body.sections).toHaveLength(2);
    expect((await head.delete(`/form/${draft.id}`)).body.code).toBe('FORM_LIVE');
    expect((await head.delete(`/form/${next.id}`)).status).toBe(200);
    expect(type_id).toBeGreaterThan(0);
  });

  it('that a new version replaced is taken for some days more, then the answers go over to the new one', async () => {
    const draft = (await ask('CLEARANCE', { submit: false, answers: { why: 'TRANSFER' } })).body;
    const { form_id } = types.get('CLEARANCE') ?? { form_id: 0 };
    const live = (await head.get(`/form/${form_id}`)).body;
    const next = (await head.post('/form/', { id: form_id, version: live.version, revise: true })).body;
    expect((await head.post('/form/', { id: next.id, version: next.version, status: 'LIVE' })).status).toBe(200);
    await sql("update forms set archived_at = archived_at - interval '8 days' where id = $1", [form_id]);
    const late = await student.post('/form/request/', { id: draft.id, version: draft.version, submit: true });
    expect([late.status, late.body.code, late.body.data.form_id]).toEqual([409, 'FORM_MOVED_ON', next.id]);
    const adopted = await student.post('/form/request/', {
      id: draft.id,
      version: draft.version,
      adopt: true,
      submit: true,
    });
    expect([adopted.status, adopted.body.form_id, adopted.body.answers.why]).toEqual([200, next.id, 'TRANSFER']);
  });
});

describe('a paper at the counter', () => {
  it('is issued without a request, and takes the place of another', async () => {
    const [{ id: student_id }] = await sql("select id from students where student_no = 'F260002'");
    const body = { student_id, type_id: types.get('REFERENCE')?.id, language: 'ru', answers: { purpose: 'WORK' } };
    expect((await student.post('/certificate/', body)).status).toBe(403);
    expect(codes((await registrar.post('/certificate/', { ...body, answers: {} })).body)).toEqual({
      'answers.purpose': 'form_required',
    });
    const first = await registrar.post('/certificate/', body);
    expect([first.status, first.body.language]).toEqual([200, 'ru']);
    expect((await registrar.post('/certificate/', { ...body, replaces: first.body.id })).body.code).toBe(
      'REASON_REQUIRED',
    );
    const second = await registrar.post('/certificate/', { ...body, replaces: first.body.id, reason: 'Xato bor edi' });
    expect(second.status).toBe(200);
    const [old] = await sql('select status, superseded_by from issued_documents where id = $1', [first.body.id]);
    expect(old).toEqual({ status: 'SUPERSEDED', superseded_by: second.body.id });
  });
});
