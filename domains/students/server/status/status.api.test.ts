import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { studentStatuses, studentWorkflow } from '../../workflow.ts';

let api: Api;
let admin: Caller;
let head: Caller;
let desk: Caller;
let superAdmin: Caller;
let counter = 0;
const order = {
  reason: 'Ariza',
  order_number: '12-T',
  order_date: '2026-09-01',
  effective_from: '2026-09-02',
  effective_to: '2027-09-01',
};

async function student(status = 'ACTIVE') {
  const made = (
    await admin.post('/student/', {
      firstname: 'Ali',
      lastname: `Holat${++counter}`,
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
      tuition: 'GRANT',
      passport_id: `AC${2_000_000 + counter}`,
    })
  ).body;
  if (status === 'DELETED') await admin.delete(`/student/${made.id}?reason=xato`);
  else if (status !== 'ACTIVE') {
    // Who has no studies behind them graduates by force alone.
    const [by, force] = status === 'GRADUATED' ? [superAdmin, true] : [head, false];
    expect((await by.put('/student/status', { ids: [made.id], status, ...order, force })).body.ok).toBe(true);
  }
  return made.id as number;
}
const statusOf = async (id: number) => (await admin.get(`/student/${id}`)).body.status;

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  head = await api.as('registrar_head');
  desk = await api.as('students_department');
  superAdmin = await api.as('super_admin');
});
afterAll(() => api.close());

describe('the life cycle', () => {
  it('allows exactly the steps of its table', async () => {
    for (const from of studentStatuses) {
      for (const to of studentStatuses) {
        const id = await student(from);
        const answer = await admin.put('/student/status', { ids: [id], status: to, ...order });
        const known = studentWorkflow.transitions.some((step) => step.to === to && step.from.includes(from));
        // The table knows the way to a degree, but these have not studied for it.
        const allowed = known && to !== 'GRADUATED';
        if (known && !allowed) expect(JSON.stringify(answer.body)).not.toContain('TRANSITION_NOT_ALLOWED');
        expect(answer.status, `${from} → ${to}`).toBe(allowed ? 200 : 422);
        expect(await statusOf(id), `${from} → ${to}`).toBe(allowed ? to : from);
      }
    }
  });

  it('asks for the reason, the order and the period', async () => {
    const id = await student();
    expect(
      (await head.put('/student/status', { ids: [id], status: 'WITHDRAWN', order_number: '1' })).body,
    ).toMatchObject({ code: 'REASON_REQUIRED', data: { fields: [{ path: 'reason' }] } });
    expect(
      (await head.put('/student/status', { ids: [id], status: 'WITHDRAWN', reason: 'x' })).body.data.fields[0].path,
    ).toBe('order_number');
    expect(
      (await head.put('/student/status', { ids: [id], status: 'GAP_YEAR', reason: 'x', order_number: '1' })).body.code,
    ).toBe('PERIOD_REQUIRED');
    expect(
      (await head.put('/student/status', { ids: [id], status: 'GAP_YEAR', ...order, effective_to: '2026-09-01' })).body
        .code,
    ).toBe('DATES_ORDER');
    expect(
      (await (await api.as('teacher')).put('/student/status', { ids: [id], status: 'WITHDRAWN', ...order })).status,
    ).toBe(403);
    expect(
      (await (await api.as('student_viewer')).put('/student/status', { ids: [id], status: 'WITHDRAWN', ...order }))
        .status,
    ).toBe(403);
  });

  it('changes a whole batch or nobody, and names each fault', async () => {
    const [a, b] = [await student(), await student('WITHDRAWN')];
    const look = await head.put('/student/status', { ids: [a, b], status: 'INACTIVE', reason: 'Qarz', preview: true });
    expect(look.body).toMatchObject({ ok: false, faults: [{ id: b, code: 'TRANSITION_NOT_ALLOWED' }] });
    const answer = await head.put(
      '/student/status',
      { ids: [a, b], status: 'INACTIVE', reason: 'Qarz' },
      { language: 'ru' },
    );
    expect(answer.body).toMatchObject({
      code: 'BATCH_REFUSED',
      data: { faults: [{ id: b, message: expect.stringContaining('Отчислен') }] },
    });
    expect(await statusOf(a)).toBe('ACTIVE');
  });

  it('lets one person propose and another confirm', async () => {
    const id = await student();
    const asked = await desk.put('/student/status', { ids: [id], status: 'WITHDRAWN', reason: 'Oʻz arizasi' });
    expect(asked.body).toMatchObject({ proposal: true, students: [{ id, to: 'WITHDRAWN' }] });
    const request = asked.body.students[0].request_id;
    expect(await statusOf(id)).toBe('ACTIVE');
    expect(
      (await desk.put('/student/status', { ids: [id], status: 'WITHDRAWN', reason: 'yana' })).body.data.faults[0].code,
    ).toBe('REQUEST_OPEN');
    expect(
      (await desk.put('/student/status/requests', { ids: [request], state: 'CONFIRMED', order_number: '5' })).status,
    ).toBe(403);
    expect((await head.get('/student/status/requests?state=PROPOSED')).body.content[0]).toMatchObject({
      id: request,
      student: { id },
      can: { decide: true, withdraw: false },
    });
    const preview = (await head.put('/student/status/requests', { ids: [request], state: 'CONFIRMED', preview: true }))
      .body;
    expect(preview).toMatchObject({
      ok: true,
      changes: [],
      students: [{ id, to: 'WITHDRAWN', lines: expect.any(Array) }],
    });
    expect(await statusOf(id)).toBe('ACTIVE');
    expect(
      (
        await head.put('/student/status/requests', {
          ids: [request],
          state: 'CONFIRMED',
          order_number: '5',
          order_date: '2026-10-01',
        })
      ).body.ok,
    ).toBe(true);
    expect(await statusOf(id)).toBe('WITHDRAWN');
    expect((await head.get(`/student/status/history?student_id=${id}`)).body[0]).toMatchObject({
      to_status: 'WITHDRAWN',
      reason: 'Oʻz arizasi',
      order_number: '5',
    });
    expect(
      (await head.put('/student/status/requests', { ids: [request], state: 'REJECTED', reason: 'x' })).body.data
        .faults[0].code,
    ).toBe('TRANSITION_NOT_ALLOWED');
  });

  it('confirms many proposals at once with one order that is written here', async () => {
    const ids = [await student(), await student(), await student()];
    await desk.put('/student/status', { ids, status: 'WITHDRAWN', reason: 'Oʻzlashtirmagan' });
    const waiting = (await head.get('/student/status/requests?state=PROPOSED&kind=WITHDRAWAL')).body.content;
    expect(waiting.map((row: { student_id: number }) => row.student_id).toSorted()).toEqual(ids.toSorted());
    expect((await head.get('/student/status/requests?state=PROPOSED&kind=LEAVE')).body.content).toEqual([]);
    const done = await head.put('/student/status/requests', {
      ids: waiting.map((row: { id: number }) => row.id),
      state: 'CONFIRMED',
    });
    expect(done.body.changes).toMatchObject([
      { kind: 'WITHDRAWAL', order_number: expect.stringMatching(/\d/), document: true },
    ]);
    const [{ id: change, order_number }] = done.body.changes;
    const kept = (await head.get('/student/status/requests?state=CONFIRMED&kind=WITHDRAWAL')).body.content;
    expect(new Set(kept.slice(0, 3).map((row: { order_number: string }) => row.order_number))).toEqual(
      new Set([order_number]),
    );
    expect((await head.get(`/student/life/${change}/order`)).status).toBe(200);
    expect((await head.post('/student/life/undo', { id: change, reason: 'Xato' })).body).toEqual({ undone: 3 });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  it('refuses whoever decides on their own proposal, and stale ones', async () => {
    const id = await student();
    const request = (await desk.put('/student/status', { ids: [id], status: 'INACTIVE', reason: 'Qarz' })).body
      .students[0].request_id;
    await api.database.owner.query(
      "insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r where a.username = 'students_department' and r.name = 'REGISTRAR_HEAD'",
    );
    expect(
      (await desk.put('/student/status/requests', { ids: [request], state: 'CONFIRMED' })).body.data.faults[0].code,
    ).toBe('OWN_REQUEST');
    expect((await desk.put('/student/status/requests', { ids: [request], state: 'WITHDRAWN' })).body.ok).toBe(true);
    await api.database.owner.query(
      "delete from account_roles where account_id = (select id from accounts where username = 'students_department') and role_id = (select id from roles where name = 'REGISTRAR_HEAD')",
    );
    const second = (await desk.put('/student/status', { ids: [id], status: 'INACTIVE', reason: 'Qarz' })).body
      .students[0].request_id;
    await head.put('/student/status', { ids: [id], status: 'WITHDRAWN', ...order });
    expect(
      (await head.put('/student/status/requests', { ids: [second], state: 'CONFIRMED' })).body.data.faults[0].code,
    ).toBe('STALE');
    const officer = await api.as('registrar_officer');
    expect(
      (await officer.put('/student/status/requests', { ids: [second], state: 'WITHDRAWN' })).body.data.faults[0].code,
    ).toBe('NOT_OWN_REQUEST');
    expect(
      (await head.put('/student/status/requests', { ids: [second], state: 'REJECTED', reason: 'Eskirgan' })).body.ok,
    ).toBe(true);
  });

  it('returns from a gap year, and corrects an order by adding an entry', async () => {
    const id = await student('GAP_YEAR');
    const [entry] = (await head.get(`/student/status/history?student_id=${id}`)).body;
    const corrected = await head.put('/student/status/history', {
      id: entry.id,
      reason: 'Buyruq raqami xato',
      order_number: '13-T',
    });
    expect(corrected.body).toMatchObject({ corrects: entry.id, order_number: '13-T', order_date: '2026-09-01' });
    const all = (await head.get(`/student/status/history?student_id=${id}`)).body;
    expect(all.find((one: { id: number }) => one.id === entry.id)).toMatchObject({
      order_number: '12-T',
      corrected_by: corrected.body.id,
    });
    expect(
      (await head.put('/student/status/history', { id: entry.id, reason: 'x', order_number: '13-T' })).body.code,
    ).toBe('NOTHING_CHANGES');
    expect((await head.post('/student/resume_study', { ids: [id], order_number: '14-T' })).body.ok).toBe(true);
    expect((await admin.get(`/student/${id}`)).body).toMatchObject({
      status: 'ACTIVE',
      status_until: null,
      hemis_status: '11',
    });
    const gone = await student('WITHDRAWN');
    expect((await head.post('/student/resume_study', { ids: [gone], ...order })).body.code).toBe('BATCH_REFUSED');
  });
});

describe('deleting', () => {
  it('tells first, deletes softly and brings back', async () => {
    const ids = [await student(), await student('GAP_YEAR')];
    expect((await admin.delete(`/student/?ids=${ids.join(',')}&preview=true`)).body.students).toHaveLength(2);
    expect((await admin.delete(`/student/?ids=${ids.join(',')}`)).body.code).toBe('REASON_REQUIRED');
    expect((await admin.delete(`/student?ids=${ids.join(',')}&reason=xato`)).body.ok).toBe(true);
    expect((await admin.get(`/student/?ids=${ids.join(',')}`)).body.total_elements).toBe(0);
    expect((await admin.get(`/student/?ids=${ids.join(',')}&status=deleted`)).body.total_elements).toBe(2);
    expect((await desk.get('/student/?status=deleted')).status).toBe(403);
    expect((await head.post('/student/restore', { ids })).status).toBe(403);
    expect((await admin.post('/student/restore', { ids })).body.message).toBe('Students restored');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ACTIVE', 'GAP_YEAR']);
    expect((await admin.delete(`/student/${ids[0]}`, { reason: 'xato' })).body.ok).toBe(true);
  });

  it('does not bring back whom another record replaced', async () => {
    const id = await student();
    const { passport_id } = (await admin.get(`/student/${id}`)).body;
    await admin.delete(`/student/${id}?reason=xato`);
    await admin.post('/student/', {
      firstname: 'A',
      lastname: 'B',
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
      tuition: 'GRANT',
      passport_id,
    });
    expect((await admin.post('/student/restore', { ids: [id] })).body.data.faults[0].code).toBe('PASSPORT_TAKEN');
  });

  it('shows every status page', async () => {
    for (const page of ['active', 'inactive-students', 'withdrawal', 'gap-year', 'inactive', 'deleted', 'graduated'])
      expect((await admin.get(`/student/?status=${page}`)).body.total_elements, page).toBeGreaterThan(0);
    const gone = (await admin.get('/student/?status=inactive-students&size=200')).body.content;
    expect(gone.every((row: { status: string }) => !['ACTIVE', 'DELETED'].includes(row.status))).toBe(true);
  });
});

describe('transfer and messages', () => {
  it('moves students and keeps what was before', async () => {
    const id = await student();
    const { rows } = await api.database.owner.query(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'P2', '{"uz": "P2", "ru": "", "en": ""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
    );
    const course_id = rows[0].id;
    expect((await head.post('/student/transfer', { ids: [id], course_id, reason: 'Ariza' })).body.ok).toBe(true);
    expect((await head.post('/student/transfer', { ids: [id], course_id, reason: 'Ariza' })).body.code).toBe(
      'BATCH_REFUSED',
    );
    expect(
      (await head.get(`/student/${id}/history`)).body.find((one: { kind: string }) => one.kind === 'transfer'),
    ).toMatchObject({ changes: [{ field: 'course_id', old: null, new: course_id }] });
    expect((await head.post('/student/transfer', { ids: [id], department_id: 9999, reason: 'x' })).body.code).toBe(
      'UNKNOWN_REFERENCE',
    );
  });

  it('sends an SMS to each number once', async () => {
    const id = await student();
    expect((await desk.post('/student/sms', { ids: [id], text: 'Salom' })).body.code).toBe('NO_PHONE');
    await desk.put('/student/contact_info', { id, version: 1, contact_phone: '901234567' });
    expect((await desk.post('/student/sms', { ids: [id], text: 'Salom' })).body).toEqual({
      ok: true,
      sent: 1,
      without_phone: [],
    });
    expect((await api.database.owner.query("select recipient, body from outbox where channel = 'sms'")).rows).toEqual([
      { recipient: '998901234567', body: 'Salom' },
    ]);
  });

  it('takes requests to change the course from students, decided by the registrar', async () => {
    const id = await student();
    await api.database.owner.query(
      "update students set account_id = (select id from accounts where username = 'master_student') where id = $1",
      [id],
    );
    const own = await api.as('master_student');
    const { rows: codes } = await api.database.owner.query(
      `insert into courses (institution_id, code, title, level, languages, years, credits)
       select 1, c, jsonb_build_object('uz', c, 'ru', '', 'en', ''), 'BACHELOR', '{uz}', 4, 240 from unnest('{Q1,Q2}'::text[]) c returning id`,
    );
    const [p1, p2] = codes.map((row) => row.id);
    await api.database.owner.query('update students set course_id = $2 where id = $1', [id, p1]);
    expect((await own.get('/course/transfer/info')).body).toMatchObject({ student_id: id, course_id: p1, open: false });
    const ask = (more: object) => own.post('/course/transfer/', { reason: 'Qiziqish', ...more });
    expect((await ask({ current_course_id: p1 })).body.code).toBe('NOTHING_CHANGES');
    expect((await ask({ current_course_id: 999_999 })).body.data.fields).toMatchObject([
      { path: 'current_course_id', code: 'UNKNOWN_REFERENCE' },
    ]);
    // A course in words is none.
    expect((await ask({ current_course: 'Q2' })).status).toBe(400);
    const made = await ask({ current_course_id: p2 });
    expect(made.body).toMatchObject({
      status: 'PENDING',
      previous_course: 'Q1',
      current_course: 'Q2',
      current_level: 'BACHELOR',
      can: { edit: true, decide: false },
    });
    expect((await ask({ current_course_id: p2 })).body.code).toBe('TRANSFER_OPEN');
    const requests = async () => (await head.get(`/course/transfer/?sort=id&student_id=${id}`)).body.content;
    // Nobody accepts but by the transfer itself, and nobody declines what is their own.
    expect((await own.post('/course/transfer/decline', { id: made.body.id, version: 1, reason: 'x' })).status).toBe(
      403,
    );
    const declined = { id: made.body.id, version: 1, reason: 'Oʻrin yoʻq' };
    expect((await head.post('/course/transfer/decline', declined)).body).toEqual({ ok: true });
    expect((await head.post('/course/transfer/decline', { ...declined, version: 2 })).body.code).toBe(
      'TRANSFER_DECIDED',
    );
    expect(await requests()).toMatchObject([{ status: 'DECLINED', decision_reason: 'Oʻrin yoʻq' }]);
    const { rows: told } = await api.database.owner.query(
      "select title ->> 'en' as title from notices where account_id = (select account_id from students where id = $1) order by id desc limit 1",
      [id],
    );
    expect(told[0].title).toBe('Your request to move to “Q2” was rejected: Oʻrin yoʻq');
    expect((await own.delete(`/course/transfer/${made.body.id}`)).body.code).toBe('TRANSFER_DECIDED');

    await ask({ current_course_id: p2 });
    const move = { ids: [id], kind: 'TRANSFER', reason: 'Ariza', course_id: p2 };
    const line = { area: 'documents', code: 'REQUEST_ACCEPTED' };
    expect((await head.post('/student/life/preview', move)).body.students[0].lines).toContainEqual(
      expect.objectContaining(line),
    );
    expect(await requests()).toMatchObject([{}, { status: 'PENDING' }]);
    const done = await head.post('/student/life', move);
    expect(done.status).toBe(200);
    expect(await requests()).toMatchObject([{ status: 'DECLINED' }, { status: 'ACCEPTED' }]);
    const back = await head.post('/student/life/undo', { id: done.body.change.id, reason: 'Xato' });
    expect(back.body).toEqual({ undone: 1 });
    expect(await requests()).toMatchObject([{ status: 'DECLINED' }, { status: 'PENDING' }]);
    // Who leaves moves to no other course.
    const gone = await head.post('/student/life', { ids: [id], kind: 'WITHDRAWAL', reason: 'Ariza' });
    expect(await requests()).toMatchObject([{}, { status: 'DECLINED', decision_reason: expect.any(String) }]);
    await head.post('/student/life/undo', { id: gone.body.change.id, reason: 'Xato' });
    expect(await requests()).toMatchObject([{}, { status: 'PENDING' }]);
    expect((await (await api.as('bachelor_student')).get('/course/transfer/')).body.total_elements).toBe(0);
    expect((await own.get('/course/transfer/courses')).body).toContainEqual({
      id: p2,
      code: 'Q2',
      title: 'Q2',
      level: 'BACHELOR',
    });
  });
});
