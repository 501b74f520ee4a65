import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene, named, publishedForm } from '#tests/support/admission.ts';
import { text as agreementText } from '#tests/support/money.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
const codes = (body: { data?: { fields?: { path: string; code: string }[] } }) =>
  Object.fromEntries((body.data?.fields ?? []).map(({ path, code }) => [path, code]));

describe('an application', () => {
  it('is a draft that survives, is checked, returned with the fields named, and verified', async () => {
    const { moderator, applicant } = scene;
    const { caller } = await applicant();
    const draft = await scene.apply(caller, { answers: { school: '5-maktab' }, submit: false });
    expect(draft.body).toMatchObject({
      status: 'DRAFT',
      number: expect.stringMatching(/^S-\d{7}$/),
      answers: { school: '5-maktab' },
    });
    const { id } = draft.body;
    expect((await moderator.get(`/application/${id}`)).status).toBe(404);
    const early = await caller.put('/application/status/', { id, status: 'SUBMITTED' });
    expect([early.status, codes(early.body)]).toEqual([422, { 'answers.finished': 'form_required' }]);
    const kept = await caller.put('/application/update', {
      id,
      version: draft.body.version,
      answers: { finished: 2026, benefit: 'orphan', benefit_paper: 'B-1' },
    });
    expect(kept.body.answers).toEqual({ school: '5-maktab', finished: 2026, benefit: 'orphan', benefit_paper: 'B-1' });
    const stale = await caller.put('/application/update', {
      id,
      version: draft.body.version,
      answers: { school: 'x' },
    });
    expect([stale.status, stale.body.data.current.version]).toEqual([409, kept.body.version]);
    const sent = await caller.put('/application/update', { id, version: kept.body.version, submit: true });
    expect(sent.body).toMatchObject({ status: 'SUBMITTED', can: { edit: false } });
    expect(
      (await caller.put('/application/update', { id, version: sent.body.version, answers: { school: 'x' } })).body.code,
    ).toBe('APPLICATION_NOT_WRITABLE');

    await scene.walk(id, 'DOCUMENTS_CHECK');
    const unnamed = await moderator.put('/application/status/', { id, status: 'UPDATE_REQUIRED', reason: 'Xato' });
    expect(codes(unnamed.body)).toEqual({ fields: 'form_required' });
    const unknown = await moderator.put('/application/status/', {
      id,
      status: 'UPDATE_REQUIRED',
      reason: 'Xato',
      fields: [{ path: 'answers.nowhere', note: '' }],
    });
    expect(codes(unknown.body)).toEqual({ 'fields.0.path': 'UNKNOWN_REFERENCE' });
    const returned = await moderator.put('/application/status/', {
      id,
      status: 'UPDATE_REQUIRED',
      reason: 'Maktab toʻliq yozilsin',
      fields: [{ path: 'answers.school', note: 'Shahar ham' }],
    });
    expect(returned.body.update_fields).toEqual([{ path: 'answers.school', note: 'Shahar ham' }]);
    const seen = (await caller.get(`/application/edit?id=${id}`)).body;
    expect(seen).toMatchObject({ status: 'UPDATE_REQUIRED', can: { edit: true }, fields: [{ fields: { length: 5 } }] });
    const other = await caller.put('/application/update', { id, version: seen.version, answers: { finished: 2020 } });
    expect(codes(other.body)).toEqual({ 'answers.finished': 'FIELD_NOT_RETURNED' });
    const mended = await caller.put('/application/update', {
      id,
      version: seen.version,
      answers: { school: 'Toshkent, 5-maktab' },
      submit: true,
    });
    expect(mended.body).toMatchObject({ status: 'SUBMITTED', update_fields: [] });
    const verified = await scene.walk(id, 'DOCUMENTS_CHECK', 'VERIFIED');
    expect(verified.history.map((step: { to: string }) => step.to)).toEqual([
      'DRAFT',
      'SUBMITTED',
      'DOCUMENTS_CHECK',
      'UPDATE_REQUIRED',
      'SUBMITTED',
      'DOCUMENTS_CHECK',
      'VERIFIED',
    ]);
    const jump = await moderator.put('/application/status/', { id, status: 'PAID' });
    expect([jump.status, jump.body.code]).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
    expect(jump.body.message).toBe('The status cannot be changed from “Verified” to “Paid”.');
    expect(jump.body.data).toMatchObject({ from: 'VERIFIED', to: 'PAID' });
    const russian = await moderator.put('/application/status/', { id, status: 'PAID' }, { language: 'ru' });
    expect(russian.body.message).toBe('Состояние «Проверено» нельзя изменить на «Оплачено».');
    const pushed = await moderator.put('/application/status/', { id, status: 'RECOMMENDED' });
    expect([pushed.status, pushed.body.code]).toEqual([422, 'STEP_NOT_READY']);
  });

  it('is one for each place, and a second of the year asks whether it is meant', async () => {
    const { caller } = await scene.applicant();
    const first = await scene.apply(caller);
    expect(first.status).toBe(200);
    const again = await scene.apply(caller, { continue: true });
    expect([again.status, again.body.code]).toEqual([409, 'LIVE_APPLICATION']);
    const { campaign } = await scene.intake();
    const other = await scene.apply(caller, { campaign_id: campaign });
    expect([other.status, other.body.code, other.body.message]).toEqual([
      409,
      'ALREADY_APPLIED',
      'You already applied for this year. Continue?',
    ]);
    const meant = await scene.apply(caller, { campaign_id: campaign, continue: true });
    expect(meant.status).toBe(200);
    await caller.put('/application/status/', { id: first.body.id, status: 'WITHDRAWN' });
    expect((await scene.apply(caller, { continue: true })).status).toBe(200);
  });

  it('sent twice at once is one', async () => {
    const { caller } = await scene.applicant();
    const both = await Promise.all([scene.apply(caller), scene.apply(caller)]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
  });

  it('says in words what is wrong: a photo that is a PDF, answers that do not fit, a person of whom too little is known', async () => {
    const { caller } = await scene.applicant({ passport_id: null });
    const photo = (await caller.upload('rasm.pdf', pdf)).body[0].id;
    const wrong = await scene.apply(caller, { answers: { photo }, submit: false });
    expect([wrong.status, codes(wrong.body)]).toEqual([415, { 'answers.photo': 'PICTURE_NEEDED' }]);
    expect(wrong.body.data.fields[0].message).toBe('A picture is needed here (jpg, jpeg, png). rasm.pdf is a pdf file');
    const answers = { school: 7, finished: 1900, benefit: 'king', nowhere: 'x' };
    expect(codes((await scene.apply(caller, { answers })).body)).toEqual({
      'answers.school': 'ANSWER_INVALID',
      'answers.finished': 'ANSWER_RANGE',
      'answers.benefit': 'ANSWER_INVALID',
      'answers.nowhere': 'ANSWER_UNKNOWN',
    });
    expect(codes((await scene.apply(caller)).body)).toEqual({ 'profile.passport_id': 'form_required' });
    const strangers = await scene.applicant();
    const theirs = (await strangers.caller.upload('a.pdf', pdf)).body[0].id;
    const stolen = await scene.apply(caller, { documents: [{ type: 'DIPLOMA', file_id: theirs }], submit: false });
    expect(codes(stolen.body)).toEqual({ 'documents.0.file_id': 'UNKNOWN_REFERENCE' });
    expect((await caller.get('/application/')).body.total_elements).toBe(0);
  });

  it('belongs to whoever wrote it: no other applicant sees it, moves it or finds its number', async () => {
    const mine = await scene.applicant();
    const { body } = await scene.apply(mine.caller);
    const other = (await scene.applicant()).caller;
    expect((await other.get(`/application/${body.id}`)).status).toBe(404);
    expect((await other.get(`/application/${body.number}`)).status).toBe(404);
    expect((await other.put('/application/status/', { id: body.id, status: 'WITHDRAWN' })).status).toBe(404);
    expect((await mine.caller.put('/application/status/', { id: body.id, status: 'DOCUMENTS_CHECK' })).status).toBe(
      403,
    );
    const viewer = await scene.api.as('admission_viewer');
    expect((await viewer.get(`/application/${body.id}`)).status).toBe(200);
    expect((await viewer.put('/application/status/', { id: body.id, status: 'DOCUMENTS_CHECK' })).status).toBe(403);
    const found = await scene.moderator.get(`/application/?search=${body.number}&status=SUBMITTED`);
    expect(found.body.content).toEqual([]);
    const named = await scene.moderator.get(
      `/application/?search=${encodeURIComponent('алиева')}&size=200&sort=applicant_name`,
    );
    expect(named.body.content.map((row: { id: number }) => row.id)).toContain(body.id);
  });

  it('of somebody who comes from elsewhere has credits compared first', async () => {
    const { caller } = await scene.applicant({ applicant_type: 'master' });
    // A bachelor's course is not for those who have such a diploma.
    const refused = await scene.apply(caller, { applicant_type: 'master' });
    expect([refused.status, refused.body.data.fields[0].path]).toEqual([400, 'applicant_type']);
    const { body } = await scene.apply(caller, { applicant_type: 'transfer' });
    await scene.walk(body.id, 'DOCUMENTS_CHECK');
    const early = await scene.moderator.put('/application/status/', { id: body.id, status: 'VERIFIED' });
    expect(early.body.code).toBe('STEP_NOT_READY');
    expect((await scene.walk(body.id, 'CREDITS_COMPARED', 'VERIFIED')).status).toBe('VERIFIED');
  });

  it('has a code that is signed and counts once', async () => {
    const { caller } = await scene.applicant();
    const { body } = await scene.apply(caller);
    expect(body.qr_code).toMatch(/^[0-9A-Z]{10}\./);
    const looked = await scene.moderator.post('/application/qr_scan_check', { code: body.qr_code, preview: true });
    expect(looked.body).toMatchObject({ first: true, application: { id: body.id } });
    const forged = await scene.moderator.post('/application/qr_scan_check', { code: `${body.qr_code.slice(0, -1)}!` });
    expect([forged.status, forged.body.code]).toEqual([422, 'QR_INVALID']);
    const both = await Promise.all(
      [1, 2].map(() => scene.moderator.post('/application/qr_scan_check', { code: body.qr_code.slice(0, 10) })),
    );
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    expect((await caller.post('/application/qr_scan_check', { code: body.qr_code })).status).toBe(403);
  });
});

describe('the other flavours', () => {
  it('a job: the vacancy must take people, and one applies once', async () => {
    const { day, sql } = scene;
    const hr = await scene.api.as('hr_head');
    const [position] = await sql(
      "insert into job_positions (institution_id, title, kind) values (1, $1, 'TEACHING') returning id",
      [JSON.stringify(named('Dotsent'))],
    );
    const [vacancy] = await sql(
      `insert into vacancies (institution_id, title, job_position_id, status, opens_on, closes_on) values (1, $1, $2, 'ACTIVE', $3, $4) returning id`,
      [JSON.stringify(named('Dotsent')), position.id, day(-1), day(5)],
    );
    const form = await publishedForm(
      hr,
      { title: named('Ishga'), vacancy_id: vacancy.id, opens_on: day(-1), closes_on: day(5) },
      '/hr',
    );
    const { caller } = await scene.applicant();
    const send = () =>
      caller.post('/hr/application/', { form_id: form.id, answers: { school: 'OTM', finished: 2010 }, submit: true });
    const sent = await send();
    expect(sent.body).toMatchObject({
      status: 'SUBMITTED',
      number: expect.stringMatching(/^H-/),
      vacancy: { id: vacancy.id },
    });
    const again = await send();
    expect([again.status, again.body.code, again.body.message]).toEqual([
      422,
      'POSITION_CLOSED',
      'You cannot create application for this position',
    ]);
    const step = (status: string) => hr.put('/hr/application/status/', { id: sent.body.id, status });
    for (const status of ['SHORTLISTED', 'INTERVIEW', 'OFFERED', 'HIRED'])
      expect((await step(status)).body.status).toBe(status);
    expect((await scene.moderator.get(`/hr/application/${sent.body.id}`)).status).toBe(403);
    await sql(`update vacancies set status = 'INACTIVE' where id = $1`, [vacancy.id]);
    const late = (await scene.applicant()).caller;
    const refused = await late.post('/hr/application/', { form_id: form.id, answers: {} });
    expect(refused.body.code).toBe('POSITION_CLOSED');
  });

  it('a short course: paid, attended, certified; cancelling what was paid needs a reason', async () => {
    const form = await publishedForm(
      scene.moderator,
      { title: named('Ingliz tili'), opens_on: scene.day(-1), closes_on: scene.day(5) },
      '/st_course',
    );
    const { caller } = await scene.applicant();
    const sent = await caller.post('/st_course/application/', {
      form_id: form.id,
      answers: { school: 'A', finished: 2020 },
      submit: true,
    });
    const step = (status: string, reason?: string) =>
      scene.moderator.put('/st_course/application/status/', { id: sent.body.id, status, reason });
    expect((await step('PAID')).body.status).toBe('PAID');
    expect((await step('CANCELLED')).body.code).toBe('REASON_REQUIRED');
    for (const status of ['LISTENER', 'COMPLETED', 'CERTIFIED']) expect((await step(status)).body.status).toBe(status);
  });
});

describe('an applicant', () => {
  it('learns what is open, what is asked, until when, and where the exam is', async () => {
    const { applicant, campaign, form, year, day, second } = scene;
    const { caller } = await applicant();
    const open = await caller.get('/application/open');
    const target = open.body.find((one: { form_id: number }) => one.form_id === form.id);
    expect(target).toMatchObject({ title: 'Bakalavriat', closes_on: day(30), academic_year: { id: year } });
    expect(target.campaigns.find((one: { id: number }) => one.id === campaign)).toMatchObject({
      level: 'BACHELOR',
      language: 'uz',
      grant: true,
    });
    expect((await second.get('/application/open')).status).toBe(403);
    const begun = await scene.apply(caller, { submit: false });
    expect(begun.body).toMatchObject({ level: 'BACHELOR', closes_on: day(30), seat: null, required_documents: [] });
  });

  it('sees what a year costs before choosing, as the contract will say it', async () => {
    const { api, applicant, campaign, course, form, year, day, intake } = scene;
    const { caller } = await applicant();
    const other = await intake();
    const fees = async () => {
      const targets = (await caller.get('/application/open')).body;
      const target = targets.find((one: { form_id: number }) => one.form_id === form.id);
      const of = (id: number) => target.campaigns.find((one: { id: number }) => one.id === id).fee;
      return [of(campaign), of(other.campaign)];
    };
    expect(await fees()).toEqual([null, null]);
    const accountant = await api.as('accounting_head');
    const publish = async (name: string, amount: string, more: object = {}) => {
      const made = await accountant.post('/contract/agreement/', {
        name,
        title: named(name),
        level: 'BACHELOR',
        academic_year_id: year,
        type: 'BASIC',
        amount,
        instalments: [{ share: 100, due_on: day(210) }],
        fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0 },
        minimum_share: 25,
        text: agreementText(),
        ...more,
      });
      expect((await accountant.post('/contract/agreement/publish', { id: made.body.id })).status).toBe(200);
    };
    await publish('BS', '12000000');
    await publish('BS-1', '18500000.50', { course_id: course });
    expect(await fees()).toEqual([
      { amount: '18500000.50', currency: null },
      { amount: '12000000', currency: null },
    ]);
  });

  it('answers what a mended answer brings up, also when each is saved by itself', async () => {
    const { applicant, moderator, walk } = scene;
    const { caller } = await applicant();
    const { id } = (await scene.apply(caller)).body;
    await walk(id, 'DOCUMENTS_CHECK');
    await moderator.put('/application/status/', {
      id,
      status: 'UPDATE_REQUIRED',
      reason: 'Imtiyoz',
      fields: [{ path: 'answers.benefit', note: 'Qaysi?' }],
    });
    const { version } = (await caller.get(`/application/${id}`)).body;
    const one = await caller.put('/application/update', { id, version, answers: { benefit: 'orphan' } });
    expect(one.body.update_fields.map((field: { path: string }) => field.path)).toEqual([
      'answers.benefit',
      'answers.benefit_paper',
    ]);
    const two = await caller.put('/application/update', {
      id,
      version: one.body.version,
      answers: { benefit_paper: 'B-7' },
      submit: true,
    });
    expect([two.status, two.body.status]).toEqual([200, 'SUBMITTED']);
  });
});
