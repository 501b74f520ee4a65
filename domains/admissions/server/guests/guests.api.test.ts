import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

const applied = async (profile: object = {}, more: object = {}) => {
  const who = await scene.applicant(profile);
  const { body } = await scene.apply(who.caller, more);
  return { ...who, id: body.id as number };
};

it('every kind of list, the whole profile, and nobody else for an applicant', async () => {
  const { moderator } = scene;
  // Whoever applies chooses the way, and is listed by it.
  const who = await applied({ source: 'telegram' }, { applicant_type: 'transfer' });
  for (const path of ['', 'full-time', '?applicant_type=general', '?applicant_type=deleted'])
    expect((await moderator.get(`/user/guest/${path}`)).body).toMatchObject({
      status: 200,
      content: expect.any(Array),
    });
  const moving = (await moderator.get('/user/guest/?applicant_type=transfer')).body.content;
  expect(moving).toMatchObject([
    { id: who.guest, source: 'telegram', application: { id: who.id, status: 'SUBMITTED' } },
  ]);
  expect((await moderator.get(`/user/guest/profile?id=${who.guest}`)).body.passport_id).toMatch(/^AA/);
  expect((await who.caller.get('/user/guest/profile')).body.id).toBe(who.guest);
  const other = await scene.applicant();
  expect((await other.caller.get(`/user/guest/profile?id=${who.guest}`)).status).toBe(404);
  expect((await other.caller.get(`/user/guest/${who.guest}`)).status).toBe(403);
  expect((await (await scene.api.as('teacher')).get('/user/guest/')).status).toBe(403);
});

it('a passport of somebody else is refused in words, and who one is stands still while an application is looked at', async () => {
  const [one, two] = [await scene.applicant(), await scene.applicant({ passport_id: null })];
  const mine = (await two.caller.get('/user/guest/profile')).body;
  const theirs = (await one.caller.get('/user/guest/profile')).body.passport_id;
  const stolen = await two.caller.put('/user/guest/profile', {
    version: mine.version,
    passport_id: theirs,
    address: 'Toshkent',
  });
  expect([stolen.status, stolen.body.code, stolen.body.message]).toEqual([
    409,
    'GUEST_PASSPORT_TAKEN',
    'This passport belongs to another applicant.',
  ]);
  expect((await two.caller.get('/user/guest/profile')).body.address).toBe(null);
  // Nor that of somebody who studies here; and nobody is born tomorrow.
  await scene.sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search, passport_id)
     values (1, 'T-1', 'Ali', 'Valiyev', 'BACHELOR', 'uz', 2024, 'CONTRACT', 'valiyev', 'AB0000001')`,
  );
  const wrong = (fields: object) => two.caller.put('/user/guest/profile', { version: mine.version, ...fields });
  expect((await wrong({ passport_id: 'AB0000001' })).body.code).toBe('PASSPORT_OF_STUDENT');
  expect((await wrong({ birthdate: '2190-01-01' })).body.data.fields).toMatchObject([
    { path: 'birthdate', code: 'birthdate_ahead' },
  ]);
  const own = await two.caller.put('/user/guest/profile', {
    version: mine.version,
    passport_id: 'AB7654321',
    lastname: 'Ғуломова',
  });
  expect(own.body).toMatchObject({ passport_id: 'AB7654321', lastname: 'Ғуломова' });
  expect((await scene.moderator.get("/user/guest/?search=g'ulomova")).body.content[0].id).toBe(two.guest);
  await scene.apply(two.caller);
  const late = await two.caller.put('/user/guest/profile', { version: own.body.version, passport_id: 'AB1111111' });
  expect(late.body.code).toBe('FIELD_NOT_RETURNED');
  const address = await two.caller.put('/user/guest/profile', { version: own.body.version, address: 'Samarqand' });
  expect(address.body.address).toBe('Samarqand');
});

it('many at once: first what would happen, then all or none', async () => {
  const [a, b, none] = [await applied(), await applied(), await scene.applicant()];
  const ids = [a.guest, b.guest];
  const step = (more: object) =>
    scene.moderator.put('/user/guest/change/status', { ids, status: 'DOCUMENTS_CHECK', ...more });
  const preview = await step({ preview: true });
  expect(preview.body).toMatchObject({
    changed: 2,
    rows: [{ from: 'SUBMITTED', to: 'DOCUMENTS_CHECK', code: null }, {}],
  });
  expect((await a.caller.get(`/application/${a.id}`)).body.status).toBe('SUBMITTED');
  const mixed = await step({ ids: [...ids, none.guest] });
  expect([mixed.status, mixed.body.code, mixed.body.data.faults[0].code]).toEqual([
    422,
    'BATCH_REFUSED',
    'NO_APPLICATION',
  ]);
  expect((await a.caller.get(`/application/${a.id}`)).body.status).toBe('SUBMITTED');
  expect((await step({})).body.changed).toBe(2);
});

it('other course, other language, certificate that counts, appointment, transcript, experience', async () => {
  const { moderator } = scene;
  const who = await applied();
  const { campaign } = await scene.intake();
  const moved = await moderator.put('/user/guest/reset/course', {
    id: who.guest,
    campaign_id: campaign,
    reason: 'Soʻradi',
  });
  expect(moved.status).toBe(200);
  expect((await who.caller.get(`/application/${who.id}`)).body.campaign_id).toBe(campaign);
  const nowhere = await moderator.post('/user/guest/change/edu_lang', { id: who.guest, language: 'ru' });
  expect([nowhere.status, nowhere.body.code]).toEqual([422, 'CAMPAIGN_CLOSED']);
  const ielts = { guest_id: who.guest, subject: 'Ingliz tili', kind: 'IELTS', result: '7.0' };
  const expired = await moderator.put('/user/guest/subject/certificate', {
    ...ielts,
    counts: true,
    points: 93,
    valid_until: scene.day(-1),
  });
  expect(expired.body.data.fields).toMatchObject([{ path: 'valid_until', code: 'CERTIFICATE_EXPIRED' }]);
  const kept = await moderator.put('/user/guest/subject/certificate', {
    ...ielts,
    counts: true,
    points: 93,
    valid_until: scene.day(100),
  });
  expect(kept.body).toMatchObject({ certificates: [{ counts: true }], application: { score: 93 } });
  const [paper] = kept.body.certificates;
  const gone = await moderator.put('/user/guest/subject/certificate', {
    guest_id: who.guest,
    id: paper.id,
    version: paper.version,
    counts: false,
  });
  expect(gone.body.application.score).toBe(null);
  const teacher = await scene.api.as('admission_appointment_teacher');
  const { version } = gone.body;
  const met = await teacher.put('/user/guest/appointment/score', {
    id: who.guest,
    version,
    mode: 'ONLINE',
    points: 40,
  });
  expect(met.body).toMatchObject({ appointment_mode: 'ONLINE', appointment_score: 40, application: { score: 40 } });
  const transcript = (status: string, reason?: string) =>
    moderator.put('/user/guest/change/status/transcript', { id: who.guest, version: met.body.version, status, reason });
  expect((await transcript('DECLINED')).body.code).toBe('REASON_REQUIRED');
  const accepted = await transcript('ACCEPTED');
  expect(accepted.body.transcript_status).toBe('ACCEPTED');
  expect((await transcript('ACCEPTED')).status).toBe(409);
  const taught = await who.caller.put('/user/guest/teaching_experience', {
    version: accepted.body.version,
    teaching_experience: [{ place: '5-maktab', position: 'Oʻqituvchi', from: '2020-09-01', until: null }],
  });
  expect(taught.body.teaching_experience).toHaveLength(1);
});

it('papers are issued with numbers; what was handed in is noted', async () => {
  const who = await applied();
  for (const [kind, more, prefix] of [
    ['voucher', {}, 'VC-'],
    ['reference', { language: 'ru' }, 'MN-'],
    ['invoice', { amount: '9500000.00', purpose: 'Oʻqish', due_on: scene.day(9) }, 'H-'],
  ] as const) {
    const { status, body } = await scene.moderator.put(`/user/guest/create/${kind}`, { id: who.guest, ...more });
    expect([status, body.number?.slice(0, prefix.length), body.file?.extension]).toEqual([200, prefix, 'pdf']);
  }
  const pdf = (await who.caller.upload('d.pdf', Buffer.from('%PDF-1.4\ntrailer\n<<>>\n%%EOF'))).body[0].id;
  await scene.sql(
    `insert into application_documents (institution_id, application_id, type, file_id) values (1, $1, 'DIPLOMA', $2)`,
    [who.id, pdf],
  );
  const noted = await scene.moderator.put('/user/guest/availability_documents', {
    id: who.guest,
    documents: [{ type: 'DIPLOMA', original: true, status: 'ACCEPTED' }],
  });
  expect(noted.body.documents).toMatchObject([
    { type: 'DIPLOMA', available: true, original: true, status: 'ACCEPTED' },
  ]);
  expect((await who.caller.get('/user/guest/availability_documents')).body.documents).toHaveLength(1);
});

it('is deleted when nothing runs, and comes back', async () => {
  const [idle, busy] = [await scene.applicant(), await applied()];
  const refused = await scene.moderator.delete(`/user/guest/?ids=${idle.guest},${busy.guest}`);
  expect([refused.status, refused.body.data.faults.map((row: { id: number }) => row.id)]).toEqual([422, [busy.guest]]);
  expect((await scene.moderator.delete(`/user/guest/${idle.guest}`)).status).toBe(200);
  expect((await idle.caller.get('/user/guest/profile')).status).toBe(401);
  const deleted = (await scene.moderator.get('/user/guest/?applicant_type=deleted')).body.content;
  expect(deleted.map((row: { id: number }) => row.id)).toEqual([idle.guest]);
  expect((await scene.moderator.post('/user/guest/restore', { ids: [idle.guest] })).body).toEqual({ restored: 1 });
});

it('an offer and a reset of the exam are taken back as well: contract day, seat, points and code are as they were', async () => {
  const { moderator } = scene;
  const who = await applied();
  const undo = () => moderator.put('/user/guest/change/undo', { id: who.guest });
  await scene.sql(
    `update applications set status = 'RECOMMENDED', decision = 'RECOMMENDED', decided_from = 'EXAM_TAKEN', decision_tuition = 'GRANT' where id = $1`,
    [who.id],
  );
  const offered = await moderator.put('/user/guest/accept/send_contract', { id: who.guest, deadline_on: scene.day(5) });
  expect(offered.body.rows).toMatchObject([{ to: 'OFFERED' }]);
  expect((await undo()).body.rows).toMatchObject([{ from: 'OFFERED', to: 'RECOMMENDED' }]);
  expect(await scene.sql('select status, deadline_on from applications where id = $1', [who.id])).toEqual([
    { status: 'RECOMMENDED', deadline_on: null },
  ]);
  const [place] = await scene.sql(
    `insert into exam_places (institution_id, title, capacity) values (1, '{"uz":"A","ru":"A","en":"A"}', 5) returning id`,
  );
  const [session] = await scene.sql(
    `insert into exam_sessions (institution_id, place_id, academic_year_id, day, starts_at, ends_at, capacity) values (1, $1, $2, $3, '09:00', '11:00', 1) returning id`,
    [place.id, scene.year, scene.day(3)],
  );
  await scene.sql(
    'insert into exam_seats (institution_id, session_id, application_id, seat_no) values (1, $1, $2, 1)',
    [session.id, who.id],
  );
  await scene.sql(
    `update applications set status = 'EXAM_ASSIGNED', decision = null, decided_from = null, qr_code = 'card' where id = $1`,
    [who.id],
  );
  const letter = await moderator.put('/user/guest/create/call_letter', { id: who.guest, addressee: 'Maktab' });
  expect(letter.body.number).toMatch(/^CX-/);
  const reset = await moderator.put('/user/guest/reset/exam', { id: who.guest, reason: 'Kasal' });
  expect(reset.body.rows).toMatchObject([{ to: 'VERIFIED' }]);
  const bare = await moderator.put('/user/guest/create/call_letter', { id: who.guest });
  expect(bare.body.data.because).toBe('no_seat');
  expect((await undo()).body.rows).toMatchObject([{ to: 'EXAM_ASSIGNED' }]);
  expect(
    await scene.sql(
      'select a.status, a.qr_code, t.deleted_at from applications a join exam_seats t on t.application_id = a.id where a.id = $1',
      [who.id],
    ),
  ).toEqual([{ status: 'EXAM_ASSIGNED', qr_code: 'card', deleted_at: null }]);
});
