import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import type { Caller } from '#tests/support/api.ts';
import { text as contractText } from '#tests/support/money.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: AdmissionScene;
let office: Caller;
/** The first year of the groups: that of the scene's academic year. */
let entry: number;
beforeAll(async () => {
  scene = await admissionScene();
  office = await scene.api.as('registrar_officer');
  entry = Number(scene.day(200).slice(0, 4));
});
afterAll(() => scene?.api.close());

/** Somebody who paid: walked to the end of admission by the database, the last step by the clerk. */
async function paid(more: { profile?: object; campaign?: { course: number; campaign: number }; status?: string } = {}) {
  const who = await scene.applicant(more.profile);
  const { body } = await scene.apply(who.caller, more.campaign ? { campaign_id: more.campaign.campaign } : {});
  await scene.sql(
    `update applications set status = 'CONTRACT_ACCEPTED', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`,
    [body.id],
  );
  if (more.status !== 'CONTRACT_ACCEPTED')
    expect((await scene.moderator.put('/application/status/', { id: body.id, status: 'PAID' })).status).toBe(200);
  return { ...who, id: body.id as number };
}
const group = async (course: number, capacity: number, name: string) =>
  (await office.post('/group/', { name, course_id: course, entry_year: entry, language: 'uz', capacity })).body
    .id as number;
const enroll = (ids: number[], more: object = {}) =>
  office.post('/enrollment/enroll', { application_ids: ids, order_number: '12-T', order_date: scene.today, ...more });

/** Everything that an enrolment writes, counted. */
const traces = async (account: number) =>
  (
    await scene.sql(
      `select (select count(*)::int from students where account_id = $1) as students,
              (select count(*)::int from enrollments e join students s on s.id = e.student_id where s.account_id = $1) as years,
              (select count(*)::int from group_members m join students s on s.id = m.student_id where s.account_id = $1) as seats,
              (select count(*)::int from enrollment_entries where account_id = $1 and receipt is not null) as receipts,
              (select array_agg(r.name order by r.name) from account_roles x join roles r on r.id = x.role_id where x.account_id = $1) as roles,
              (select count(*)::int from outbox where recipient in (select phone from accounts where id = $1)) as letters,
              (select status from applications a join guests g on g.id = a.guest_id where g.account_id = $1) as status`,
      [account],
    )
  )[0];
/** While `run` goes on, every write of that kind fails. */
async function broken(table: string, operation: string, run: () => Promise<unknown>) {
  await scene.sql(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`,
  );
  await scene.sql(`create trigger a_broken before ${operation} on ${table} for each row execute function broken()`);
  await run().finally(() => scene.sql('drop function broken() cascade'));
}
const nothing = {
  students: 0,
  years: 0,
  seats: 0,
  receipts: 0,
  roles: ['GUEST_USER'],
  letters: 0,
  status: 'PAID',
};

describe('an applicant who paid', () => {
  it('is asked to enrol, is told beforehand what would happen, and is a student after it', async () => {
    const place = await scene.intake();
    const who = await paid({ campaign: place, profile: { address: 'Toshkent, Navoiy 1', email: 'n@example.uz' } });
    await group(place.course, 10, `P-${place.course}`);
    const [asked] = await scene.sql('select required_actions from accounts where id = $1', [who.account]);
    expect(asked.required_actions).toEqual(['ENROLLMENT_REQUIRED']);
    const waiting = (await office.get(`/enrollment/candidate?course_id=${place.course}`)).body;
    expect(waiting.content).toMatchObject([
      { id: who.id, status: 'PAID', entry: { status: 'REQUIRED' }, student: null, can: { enroll: true, undo: false } },
    ]);
    const told = await enroll([who.id], { preview: true });
    expect(told.body).toMatchObject({
      enrolled: 0,
      rows: [{ id: who.id, code: null, group: { title: `P-${place.course}` } }],
    });
    expect(told.body.rows[0].steps.map((step: Any) => step.code)).toEqual([
      'student',
      'account',
      'group',
      'membership',
      'no_contract_CONTRACT',
      'letter',
    ]);
    expect(await traces(who.account)).toEqual(nothing);
    const done = await enroll([who.id]);
    expect([done.status, done.body.enrolled]).toEqual([200, 1]);
    expect(await traces(who.account)).toMatchObject({
      students: 1,
      years: 1,
      seats: 1,
      receipts: 1,
      roles: ['BACHELOR_STUDENT'],
      letters: 1,
      status: 'ENROLLED',
    });
    const student = (await office.get(`/student/${done.body.rows[0].student_id}`)).body;
    expect(student).toMatchObject({
      firstname: 'Nodira',
      birthdate: '2008-05-01',
      permanent_address: 'Toshkent, Navoiy 1',
      tuition: 'CONTRACT',
      level: 'BACHELOR',
      entry_year: entry,
      course_id: place.course,
      status: 'ACTIVE',
    });
    expect(student.student_no).toMatch(new RegExp(`^${entry % 100}\\d{5}$`));
    const years = (await office.get(`/enrollment/?student_id=${student.id}`)).body.content;
    expect(years).toMatchObject([
      { study_year: 1, status: 'PLANNED', order_number: '12-T', starts_on: scene.day(200), ends_on: scene.day(480) },
    ]);
    // The same session is a student's from here on.
    expect((await who.caller.get('/student/own')).status).not.toBe(403);
    const twice = await enroll([who.id]);
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_ENROLLED']);
  });

  it('has an order of admission, one for all who are enrolled together, by whoever enrolled them; it is revoked with the last', async () => {
    const place = await scene.intake();
    const people = [await paid({ campaign: place }), await paid({ campaign: place })];
    const ids = people.map(({ id }) => id);
    await enroll(ids, { order_number: undefined, order_date: undefined, preview: true });
    const orders = () =>
      scene.sql(
        `select c.id, c.order_number, c.account_id, d.status, d.student_id, (select count(*)::int from student_life_steps s where s.change_id = c.id) as people
           from student_life_changes c left join issued_documents d on d.id = c.document_id where c.kind = 'ADMISSION' and c.document_id is not null order by c.id`,
      );
    expect(await orders()).toEqual([]);
    const done = await enroll(ids, { order_number: undefined, order_date: undefined });
    expect(done.body.enrolled).toBe(2);
    const [order] = await orders();
    expect(order).toMatchObject({ people: 2, status: 'VALID', student_id: null });
    expect(order.order_number).toMatch(/^BQ-/);
    const [{ id: clerk }] = await scene.sql("select id from accounts where username = 'registrar_officer'");
    const first = await scene.sql(
      `select account_id, order_number from status_history where entity = 'student' and from_status is null and entity_id = any($1)`,
      [done.body.rows.map((row: Any) => row.student_id)],
    );
    expect(first).toEqual([0, 1].map(() => ({ account_id: clerk, order_number: order.order_number })));
    const head = await scene.api.as('registrar_head');
    const student = done.body.rows[0].student_id;
    expect((await head.get(`/student/life/${order.id}/order`)).headers['content-type']).toBe('application/pdf');
    const [told] = (await head.get(`/student/life/?student_id=${student}`)).body.content;
    expect(told).toMatchObject({ kind: 'ADMISSION', can: { undo: false } });
    expect(told.lines.map((line: Any) => `${line.area}.${line.code}`)).toEqual([
      'membership.BEGUN',
      'group.NO_PLACE',
      'contract.NEEDED',
      'roles.ADMITTED',
    ]);
    expect((await head.post('/student/life/undo', { id: order.id, reason: 'x' })).body.code).toBe('LIFE_BY_ENROLMENT');
    const back = (id: number) => office.post('/enrollment/enroll/undo', { application_ids: [id], reason: 'Xato' });
    expect((await back(ids[0]!)).body).toEqual({ undone: 1 });
    expect((await orders())[0]).toMatchObject({ people: 1, status: 'VALID' });
    expect((await back(ids[1]!)).body).toEqual({ undone: 1 });
    expect((await orders())[0]).toMatchObject({ people: 0, status: 'REVOKED' });
  });

  it('is an applicant again after an undo, with nothing left over, and can be enrolled once more', async () => {
    const place = await scene.intake();
    const who = await paid({ campaign: place });
    await group(place.course, 10, `U-${place.course}`);
    await enroll([who.id]);
    const undone = await office.post('/enrollment/enroll/undo', { application_ids: [who.id], reason: 'Xato' });
    expect([undone.status, undone.body]).toEqual([200, { undone: 1 }]);
    expect(await traces(who.account)).toEqual({ ...nothing, letters: 1 });
    expect((await enroll([who.id])).body.enrolled).toBe(1);
    const [{ id: student }] = await scene.sql('select id from students where account_id = $1', [who.account]);
    await scene.sql(`insert into student_documents (institution_id, student_id, type) values (1, $1, 'PASSPORT')`, [
      student,
    ]);
    const refused = await office.post('/enrollment/enroll/undo', { application_ids: [who.id], reason: 'Xato' });
    expect([refused.status, refused.body.code]).toEqual([409, 'ENROLLMENT_TOUCHED']);
    expect(await traces(who.account)).toMatchObject({ students: 1, years: 1, seats: 1, status: 'ENROLLED' });
  });

  it('brings the papers of the application along, and an undo takes them back', async () => {
    const place = await scene.intake();
    const who = await paid({ campaign: place });
    await scene.sql(
      `insert into application_documents (institution_id, application_id, type, file_id, status)
         select 1, $1, x.type, x.file, x.status from (values ('DIPLOMA', 501, 'ACCEPTED'), ('TRANSCRIPT', 502, 'ACCEPTED'), ('PASSPORT', 503, 'DECLINED')) x(type, file, status)`,
      [who.id],
    );
    await scene.sql(
      `insert into guest_certificates (institution_id, guest_id, subject, kind, number, file_id) values (1, $1, 'Ingliz tili', 'IELTS', '17', 504)`,
      [who.guest],
    );
    const papers = () =>
      scene.sql(
        'select d.type, d.number, d.note, d.file_id from student_documents d join students s on s.id = d.student_id where s.account_id = $1 order by d.file_id',
        [who.account],
      );
    const preview = (await enroll([who.id], { preview: true })).body.rows[0].steps;
    expect(preview.map((step: Any) => step.code)).toContain('papers');
    expect(await papers()).toEqual([]);
    await enroll([who.id]);
    expect(await papers()).toEqual([
      { type: 'DIPLOMA', number: null, note: 'DIPLOMA', file_id: 501 },
      { type: 'OTHER', number: null, note: 'TRANSCRIPT', file_id: 502 },
      { type: 'CERTIFICATE', number: '17', note: 'IELTS, Ingliz tili', file_id: 504 },
    ]);
    const undone = await office.post('/enrollment/enroll/undo', { application_ids: [who.id], reason: 'Xato' });
    expect(undone.body).toEqual({ undone: 1 });
    expect(await papers()).toEqual([]);
  });

  it('who did not pay, or studies here already, is refused by name; of many none is enrolled', async () => {
    const place = await scene.intake();
    const [good, poor] = [
      await paid({ campaign: place }),
      await paid({ campaign: place, status: 'CONTRACT_ACCEPTED' }),
    ];
    const alone = await enroll([poor.id]);
    expect([alone.status, alone.body.code]).toEqual([422, 'NOT_ACCEPTED']);
    const both = await enroll([good.id, poor.id]);
    expect([both.status, both.body.code, both.body.data.faults.map((row: Any) => [row.id, row.code])]).toEqual([
      422,
      'ENROLL_REFUSED',
      [[poor.id, 'NOT_ACCEPTED']],
    ]);
    expect(await traces(good.account)).toEqual(nothing);
    const told = await enroll([good.id, poor.id], { preview: true });
    expect(told.body.rows.map((row: Any) => row.code)).toEqual([null, 'NOT_ACCEPTED']);
    await scene.sql(`update applications set decision_tuition = 'GRANT' where id = $1`, [poor.id]);
    const [{ passport_id }] = await scene.sql('select passport_id from guests where id = $1', [good.guest]);
    await scene.sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search, passport_id)
       values (1, 'T-1', 'A', 'B', 'BACHELOR', 'uz', 2020, 'GRANT', 'b', $1)`,
      [passport_id],
    );
    const same = await enroll([good.id]);
    expect([same.status, same.body.code, same.body.data.student_no]).toEqual([409, 'ALREADY_STUDENT', 'T-1']);
    // A grant has nothing to pay.
    expect((await enroll([poor.id])).body.enrolled).toBe(1);
  });

  it.each([
    ['students', 'insert', 'admission'],
    ['account_roles', 'insert', 'role'],
    ['group_members', 'insert', 'group'],
    ['enrollments', 'insert', 'year'],
    ['notices', 'insert', 'notice'],
    ['outbox', 'insert', 'letter'],
    ['enrollment_entries', 'update', 'receipt'],
    ['applications', 'update', 'application'],
    ['status_history', 'insert', 'history'],
  ])('a fault while %s is written leaves nothing behind', async (table, operation) => {
    const place = await scene.intake();
    const who = await paid({ campaign: place });
    await group(place.course, 10, `F-${place.course}`);
    await broken(table, operation, async () => expect((await enroll([who.id])).status).toBe(500));
    expect(await traces(who.account)).toEqual(nothing);
    expect((await enroll([who.id])).body.enrolled).toBe(1);
  });
});

it('the contract passes to the student with what was paid, is owed from then on, and goes back with an undo', async () => {
  const place = await scene.intake();
  const accountant = await scene.api.as('accounting_head');
  const draft = await accountant.post('/contract/agreement/', {
    name: 'BS-2027',
    title: { uz: 'Bakalavr', ru: '', en: '' },
    level: 'BACHELOR',
    academic_year_id: scene.year,
    type: 'BASIC',
    amount: '12000000',
    instalments: [
      { share: 50, due_on: scene.day(-20) },
      { share: 50, due_on: scene.day(40) },
    ],
    fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0 },
    minimum_share: 25,
    text: contractText(),
  });
  await accountant.post('/contract/agreement/publish', { id: draft.body.id });
  const who = await scene.applicant();
  const { id } = (await scene.apply(who.caller, { campaign_id: place.campaign })).body;
  await scene.sql(
    `update applications set status = 'RECOMMENDED', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`,
    [id],
  );
  await scene.moderator.put('/application/status/', { id, status: 'OFFERED', deadline_on: scene.day(5) });
  await scene.moderator.put('/application/status/', { id, status: 'CONTRACT_ACCEPTED' });
  const contract = async () => (await scene.sql('select * from contracts where application_id = $1', [id]))[0];
  const pay = async (amount: string) =>
    accountant.post('/accounting/payment/', {
      contract_id: (await contract()).id,
      amount,
      paid_on: scene.today,
      payment_type: 'BANK',
    });
  expect((await enroll([id])).body.code).toBe('NOT_ACCEPTED');
  await pay('3000000');
  await broken('student_debits', 'insert', async () => expect((await enroll([id])).status).toBe(500));
  expect([await contract(), await traces(who.account)]).toMatchObject([
    { status: 'ACCEPTED', student_id: null },
    // The offer was told.
    { ...nothing, letters: 1 },
  ]);
  const done = await enroll([id]);
  expect(done.body.rows[0].steps.map((step: Any) => step.code)).toContain('contract');
  const { student_id } = done.body.rows[0];
  expect(await contract()).toMatchObject({ status: 'ACTIVE', student_id });
  const debits = () =>
    scene.sql('select due_on::text, total, paid from student_debits where student_id = $1 order by due_on', [
      student_id,
    ]);
  // What was due before the first day is due on it.
  expect(await debits()).toEqual([
    { due_on: scene.today, total: 600_000_000, paid: 300_000_000 },
    { due_on: scene.day(40), total: 600_000_000, paid: 0 },
  ]);
  const undo = () => office.post('/enrollment/enroll/undo', { application_ids: [id], reason: 'Xato' });
  expect((await undo()).body).toEqual({ undone: 1 });
  expect(await contract()).toMatchObject({ status: 'ACCEPTED', student_id: null });
  expect([await debits(), (await traces(who.account)).status]).toEqual([[], 'PAID']);
  expect((await enroll([id])).body.enrolled).toBe(1);
  await pay('1000000');
  const refused = await undo();
  expect([refused.status, refused.body.code]).toEqual([422, 'CONTRACT_HAS_PAYMENTS']);
  expect(await contract()).toMatchObject({ status: 'ACTIVE' });
});

describe('two at once', () => {
  it('the last place of a group is given to one, the other is told', async () => {
    const place = await scene.intake();
    const [a, b] = [await paid({ campaign: place }), await paid({ campaign: place })];
    await group(place.course, 1, `R-${place.course}`);
    const second = await scene.api.as('registrar_head');
    const answers = await Promise.all([enroll([a.id]), second.post('/enrollment/enroll', { application_ids: [b.id] })]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(answers.find((one) => one.status === 409)?.body.code).toBe('GROUP_FULL');
    const counts = [await traces(a.account), await traces(b.account)];
    expect(counts.map((one) => one.students).sort()).toEqual([0, 1]);
  });

  it('the same applicant twice makes one student', async () => {
    const place = await scene.intake();
    const who = await paid({ campaign: place });
    const answers = await Promise.all([enroll([who.id]), enroll([who.id])]);
    expect(answers.map((one) => [one.status, one.body.code ?? null]).sort()).toEqual([
      [200, null],
      [409, 'ALREADY_ENROLLED'],
    ]);
    expect((await traces(who.account)).students).toBe(1);
  });

  it('newcomers are spread over the groups', async () => {
    const place = await scene.intake({ contract: 9 });
    const [small, large] = [
      await group(place.course, 2, `S-${place.course}`),
      await group(place.course, 4, `L-${place.course}`),
    ];
    const ids: number[] = [];
    for (let n = 0; n < 6; n++)
      ids.push((await paid({ campaign: place, profile: { gender: n % 2 ? 'MALE' : 'FEMALE' } })).id);
    const { body } = await enroll(ids);
    const to = body.rows.map((row: Any) => row.group.id);
    expect([to.filter((id: number) => id === small).length, to.filter((id: number) => id === large).length]).toEqual([
      2, 4,
    ]);
  });
});
