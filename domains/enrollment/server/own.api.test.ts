import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import { readPdf } from '#tests/support/pdf.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

/** An applicant whose offer is taken and paid. */
async function paid() {
  const place = await scene.intake();
  const who = await scene.applicant({ address: 'Buxoro', citizenship: 'UZ' });
  const { body } = await scene.apply(who.caller, { campaign_id: place.campaign });
  await scene.sql(`update applications set status = 'CONTRACT_ACCEPTED', decision_tuition = 'CONTRACT' where id = $1`, [
    body.id,
  ]);
  await scene.moderator.put('/application/status/', { id: body.id, status: 'PAID' });
  return { ...who, ...place, id: body.id as number };
}
/** The eighteen keys that the page sends. */
const payload = (course_id: number, more: object = {}) => ({
  email: 'nodira@example.uz',
  permanent_address: 'Buxoro sh., Navoiy 5',
  current_address: 'Toshkent sh., Amir Temur 1',
  native_language: 'Uzbek',
  course_id,
  contact_phone: '+998(90) 123 45 67',
  home_phone: '',
  additional_phone1: '',
  additional_phone2: '',
  birthdate: '2008-05-01',
  gender: 'FEMALE',
  confirmation: true,
  change_service: true,
  status: true,
  guard_mobile_phone: '',
  guard_home_phone: '',
  guard_address: '',
  guard_email: '',
  ...more,
});
const actions = async (account: number) =>
  (await scene.sql('select required_actions as a from accounts where id = $1', [account]))[0].a;

it('an applicant confirms, fetches the paper, goes on, and is a student with what they wrote', async () => {
  const who = await paid();
  const { caller } = who;
  const known = (await caller.get('/enrollment/info')).body;
  expect(known).toMatchObject({
    firstname: 'Nodira',
    permanent_address: 'Buxoro',
    birthdate: '2008-05-01',
    guards: [],
    course_id: who.course,
    required: true,
    status: 'REQUIRED',
    info_documents: [],
  });
  expect((await caller.get('/enrollment/courses')).body).toMatchObject([{ id: who.course }]);
  const early = await caller.post('/enrollment/complete');
  expect([early.status, early.body.code]).toEqual([422, 'DOCUMENT_NOT_DOWNLOADED']);
  const empty = await caller.post('/enrollment/student/own', {
    ...payload(0),
    course_id: '',
    birthdate: '',
    status: false,
    confirmation: false,
  });
  expect([empty.status, empty.body.data.fields.map((one: Any) => [one.path, one.message])]).toEqual([
    400,
    [
      ['course_id', 'This field is required'],
      ['birthdate', 'This field is required'],
      ['confirmation', 'required'],
      ['status', 'required'],
    ],
  ]);
  const foreign = await caller.post('/enrollment/', payload(scene.course));
  expect([foreign.status, foreign.body.data.fields[0].path]).toEqual([400, 'course_id']);
  const sent = await caller.post('/enrollment/', payload(who.course));
  expect([sent.status, sent.body.status, typeof sent.body.info_text]).toEqual([200, 'DETAILS_CONFIRMED', 'string']);
  const again = await caller.post('/enrollment/student/own', payload(who.course));
  expect([again.body.id, again.body.number]).toEqual([sent.body.id, sent.body.number]);
  const file = await caller.get(sent.body.info_link.replace(/^.*\/api\/v1/, ''));
  const paper = readPdf(file.raw).pages.join('\n');
  expect(paper).toContain('Aliyeva');
  expect(paper).toContain('+998 90 123 45 67');
  const hasty = await caller.post('/enrollment/complete');
  expect([hasty.status, hasty.body.code, hasty.body.message]).toEqual([
    422,
    'DOCUMENT_NOT_DOWNLOADED',
    'Please, download the file first',
  ]);
  expect((await caller.post('/enrollment/downloaded')).body.status).toBe('DOCUMENT_DOWNLOADED');
  const [first, second] = await Promise.all([caller.post('/enrollment/complete'), caller.post('/enrollment/complete')]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.user_info).toMatchObject({ selected_institution: { value: 1 }, roles: ['BACHELOR_STUDENT'] });
  expect(first.body.user_info.selected_education_form).toBeDefined();
  expect(await actions(who.account)).toEqual([]);
  const students = await scene.sql('select * from students where account_id = $1', [who.account]);
  expect(students).toMatchObject([
    {
      permanent_address: 'Buxoro sh., Navoiy 5',
      contact_phone: '998901234567',
      email: 'nodira@example.uz',
      native_language: 'UZBEK',
      citizenship: 'UZ',
    },
  ]);
  const own = (await caller.get('/enrollment/student/own')).body;
  expect(own).toMatchObject({
    status: 'COMPLETED',
    student_no: students[0].student_no,
    memberships: [{ study_year: 1 }],
  });
});

it('begins anew after a cancellation, and is asked no more once they leave', async () => {
  const who = await paid();
  await who.caller.post('/enrollment/student/own', payload(who.course));
  await who.caller.post('/enrollment/downloaded');
  expect((await who.caller.post('/enrollment/cancel')).body).toMatchObject({ status: 'REQUIRED', info_documents: [] });
  expect((await who.caller.get('/enrollment/info')).body.permanent_address).toBe('Buxoro');
  expect(await actions(who.account)).toEqual(['ENROLLMENT_REQUIRED']);
  await who.caller.put('/application/status/', { id: who.id, status: 'WITHDRAWN' });
  expect(await actions(who.account)).toEqual([]);
  expect((await who.caller.get('/enrollment/info')).body.code).toBe('NOTHING_TO_ENROLL');
});

it('the office asks an applicant, or asks no more; whom the office enrolled still confirms their details', async () => {
  const who = await paid();
  const office = await scene.api.as('registrar_officer');
  const entry = (status: string, reason?: string) =>
    office.put('/enrollment/entry/status', { application_id: who.id, status, reason });
  expect((await entry('CANCELLED')).body.code).toBe('REASON_REQUIRED');
  expect((await entry('CANCELLED', 'Keyingi yil')).status).toBe(200);
  expect(await actions(who.account)).toEqual([]);
  expect((await who.caller.post('/enrollment/student/own', payload(who.course))).body.code).toBe(
    'ENROLLMENT_CANCELLED',
  );
  expect((await entry('REQUIRED')).status).toBe(200);
  await office.post('/enrollment/enroll', { application_ids: [who.id] });
  expect(await actions(who.account)).toEqual(['ENROLLMENT_REQUIRED']);
  await who.caller.post('/enrollment/student/own', payload(who.course));
  await who.caller.post('/enrollment/downloaded');
  expect((await who.caller.post('/enrollment/complete')).status).toBe(200);
  const [student] = await scene.sql('select * from students where account_id = $1', [who.account]);
  expect(student.current_address).toBe('Toshkent sh., Amir Temur 1');
  // What the person wrote about themselves keeps nobody from taking the enrolment back.
  expect((await office.post('/enrollment/enroll/undo', { application_ids: [who.id], reason: 'Xato' })).status).toBe(
    200,
  );
  expect(await actions(who.account)).toEqual(['ENROLLMENT_REQUIRED']);
  expect((await who.caller.get('/enrollment/info')).body).toMatchObject({ status: 'REQUIRED', required: true });
});

it('a student sees the guardians and enrols anew; others see nobody and enrol nobody', async () => {
  const { sql } = scene;
  const [student] = await sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, account_id)
     values (1, 'T-77', 'Ali', 'Valiyev', 'BACHELOR', 'uz', 2025, 'GRANT', $1, 'v', (select id from accounts where username = 'bachelor_student')) returning id`,
    [scene.course],
  );
  await sql(
    `insert into student_guardians (institution_id, student_id, relationship, firstname, lastname, contact_phone) values (1, $1, 'FATHER', 'Vali', 'Valiyev', '998901112233')`,
    [student.id],
  );
  const caller = await scene.api.as('bachelor_student');
  expect((await caller.get('/enrollment/info')).body.guards).toMatchObject([
    { relationship: 'FATHER', contact_phone: '998901112233' },
  ]);
  const sent = await caller.post('/enrollment/create', payload(scene.course, { guard_mobile_phone: '998901112244' }));
  expect(sent.body.status).toBe('DETAILS_CONFIRMED');
  expect((await caller.get('/enrollment/info')).body.guards[0].contact_phone).toBe('998901112244');
  await caller.post('/enrollment/downloaded');
  expect((await caller.post('/enrollment/complete')).status).toBe(200);
  expect((await caller.post('/enrollment/', { student_id: student.id, academic_year_id: scene.year })).status).toBe(
    403,
  );
  expect((await caller.get('/enrollment/candidate')).status).toBe(403);
  const idle = await scene.applicant();
  expect((await idle.caller.get('/enrollment/info')).body.code).toBe('NOTHING_TO_ENROLL');
  expect((await idle.caller.get('/enrollment/')).status).toBe(403);
  expect((await (await scene.api.as('teacher')).get('/enrollment/info')).status).toBe(403);
});
