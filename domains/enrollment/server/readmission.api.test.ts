import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene, named } from '#tests/support/admission.ts';
import type { Caller } from '#tests/support/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: AdmissionScene;
let head: Caller;
beforeAll(async () => {
  scene = await admissionScene();
  head = await scene.api.as('registrar_head');
});
afterAll(() => scene?.api.close());

const accepted = (id: number) =>
  scene.sql(
    `update applications set status = 'PAID', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`,
    [id],
  );
const enroll = (id: number, more: object = {}) =>
  head.post('/enrollment/enroll', { application_ids: [id], order_number: '7-T', order_date: scene.today, ...more });
const undo = (id: number) => head.post('/enrollment/enroll/undo', { application_ids: [id], reason: 'Xato' });
const recordsOf = (account: number) =>
  scene.sql(
    'select id, student_no, status, level, account_id, passport_id, succeeded_by_id, course_id from students where account_id = $1 or id in (select id from students where succeeded_by_id in (select id from students where account_id = $1)) order by id',
    [account],
  );
const rolesOf = async (account: number) =>
  (
    await scene.sql(
      'select r.name from account_roles x join roles r on r.id = x.role_id where x.account_id = $1 order by 1',
      [account],
    )
  ).map((row: Any) => row.name);
const step = (id: number, status: string, more: object = {}) =>
  head.put('/student/status', { ids: [id], status, reason: 'Ariza', order_number: '3-T', ...more });

/** A student who came by an application, as `status`. */
async function student(status?: string) {
  const who = await scene.applicant();
  const { body } = await scene.apply(who.caller);
  await accepted(body.id);
  const done = await enroll(body.id);
  expect(done.status).toBe(200);
  const id = done.body.rows[0].student_id as number;
  if (status === 'GRADUATED') await graduate(id);
  else if (status) expect((await step(id, status)).body.ok).toBe(true);
  return { ...who, id };
}
const graduate = (id: number) =>
  scene.sql(
    `with done as (update students set status = 'GRADUATED' where id = $1 returning account_id)
     update account_roles set role_id = (select id from roles where name = 'ALUMNUS') where account_id in (select account_id from done)`,
    [id],
  );
/** A course of that level with its campaign. */
async function course(level: string) {
  const place = await scene.intake();
  await scene.sql('update courses set level = $2, title = $3 where id = $1', [place.course, level, named(level)]);
  return place;
}

describe('somebody who was a student', () => {
  it('still studying is refused; who graduated has a new record for the next level, and the old one again after an undo', async () => {
    const who = await student();
    const master = await course('MASTER');
    const { body } = await scene.apply(who.caller, { campaign_id: master.campaign, continue: true });
    await accepted(body.id);
    expect((await enroll(body.id)).body.code).toBe('ALREADY_STUDENT');
    await graduate(who.id);
    const [before] = await recordsOf(who.account);
    const told = await enroll(body.id, { preview: true });
    expect(told.body.rows[0].steps[0].code).toBe('succeeded');
    expect(await recordsOf(who.account)).toEqual([before]);
    const done = await enroll(body.id);
    const [old, fresh] = await recordsOf(who.account);
    expect(old).toMatchObject({
      id: who.id,
      status: 'GRADUATED',
      account_id: null,
      passport_id: null,
      succeeded_by_id: fresh.id,
    });
    expect(fresh).toMatchObject({
      id: done.body.rows[0].student_id,
      level: 'MASTER',
      account_id: who.account,
      passport_id: before.passport_id,
    });
    expect(fresh.student_no).not.toBe(old.student_no);
    expect(await rolesOf(who.account)).toEqual(['MASTER_STUDENT']);
    expect((await head.get(`/student/${fresh.id}`)).body.others).toMatchObject([
      { id: old.id, later: false, level: 'BACHELOR' },
    ]);
    expect((await head.get(`/student/${old.id}`)).body.others).toMatchObject([{ id: fresh.id, later: true }]);
    // What stands in the old record stays open to them, to read and no more.
    expect((await who.caller.get('/student/profile')).body.id).toBe(fresh.id);
    expect((await who.caller.get(`/student/${old.id}`)).body.student_no).toBe(old.student_no);
    expect((await who.caller.get(`/student/document?student_id=${old.id}`)).status).toBe(200);
    expect((await who.caller.get(`/assessment/transcript?student_id=${old.id}`)).body.student.id).toBe(old.id);
    const contact = { id: old.id, version: 1, home_phone: '998712000000' };
    expect((await who.caller.put('/student/contact_info', contact)).status).toBe(404);
    expect((await (await scene.applicant()).caller.get(`/student/${old.id}`)).status).toBeGreaterThanOrEqual(403);
    expect((await undo(body.id)).body).toEqual({ undone: 1 });
    expect(await recordsOf(who.account)).toEqual([before]);
    expect(await rolesOf(who.account)).toEqual(['ALUMNUS']);
    expect((await enroll(body.id)).status).toBe(200);
  });

  it('who applies again with a new account goes on with one: the office makes one person of the two first', async () => {
    const who = await student('GRADUATED');
    const pinfl = '31205000000091';
    await scene.sql('update students set pinfl = $2 where id = $1', [who.id, pinfl]);
    const again = await scene.applicant({ pinfl });
    const master = await course('MASTER');
    const { body } = await scene.apply(again.caller, { campaign_id: master.campaign });
    await accepted(body.id);
    expect((await enroll(body.id)).body).toMatchObject({ code: 'PERSON_TWICE', data: { student_id: who.id } });
    const pair = { keep: `account:${who.account}`, drop: `account:${again.account}` };
    expect((await head.post('/person/merge', { ...pair, reason: 'Magistratura' })).status).toBe(200);
    expect((await enroll(body.id)).status).toBe(200);
    const [old, fresh] = await recordsOf(who.account);
    expect(old).toMatchObject({ id: who.id, account_id: null, succeeded_by_id: fresh.id });
    expect(fresh).toMatchObject({ level: 'MASTER', account_id: who.account });
    expect(await rolesOf(who.account)).toEqual(['MASTER_STUDENT']);
    // What was built on the merge holds it.
    const [merge] = (await head.get('/person/merges')).body.content;
    const held = await head.post(`/person/merges/${merge.id}/undo`, { reason: 'Xato' });
    expect(held.body.code).toBe('PERSON_BUILT_ON');
  });

  it('withdrawn comes back into their own record and number, and is withdrawn again after an undo', async () => {
    const who = await student('WITHDRAWN');
    const place = await scene.intake();
    const { body } = await scene.apply(who.caller, { campaign_id: place.campaign, continue: true });
    await accepted(body.id);
    const [before] = await recordsOf(who.account);
    expect(await rolesOf(who.account)).toEqual(['FORMER_STUDENT']);
    const done = await enroll(body.id);
    expect(await rolesOf(who.account)).toEqual(['BACHELOR_STUDENT']);
    expect(done.body.rows[0]).toMatchObject({ student_id: who.id, student_no: before.student_no });
    expect(done.body.rows[0].steps.map((step: Any) => step.code)).toEqual([
      'readmitted',
      'account',
      'membership_BEGUN',
      'group_NO_PLACE',
      'contract_NEEDED',
      'roles_STUDENT',
      'no_contract_CONTRACT',
      'letter',
    ]);
    // The same pipeline as every other change of a life: its order stands among the others, and goes back with the enrolment.
    const [restored] = (await head.get(`/student/life/?student_id=${who.id}`)).body.content;
    expect(restored).toMatchObject({ kind: 'RESTORATION', order_number: '7-T', undone: false, can: { undo: false } });
    expect((await head.post('/student/life/undo', { id: restored.id, reason: 'x' })).body.code).toBe(
      'LIFE_BY_ENROLMENT',
    );
    expect((await head.post('/student/status/undo', { ids: [who.id] })).status).toBeGreaterThanOrEqual(409);
    expect(await recordsOf(who.account)).toMatchObject([{ id: who.id, status: 'ACTIVE', course_id: place.course }]);
    const history = (await head.get(`/student/status/history?student_id=${who.id}`)).body;
    expect(history.some((row: Any) => row.from_status === 'WITHDRAWN' && row.to_status === 'ACTIVE')).toBe(true);
    await scene.sql(`insert into student_documents (institution_id, student_id, type) values (1, $1, 'PASSPORT')`, [
      who.id,
    ]);
    expect((await undo(body.id)).body.code).toBe('ENROLLMENT_TOUCHED');
    await scene.sql('delete from student_documents where student_id = $1', [who.id]);
    expect((await undo(body.id)).body).toEqual({ undone: 1 });
    expect(await rolesOf(who.account)).toEqual(['FORMER_STUDENT']);
    expect(await recordsOf(who.account)).toEqual([before]);
  });

  it('completes the screen of enrolment as an applicant, though there is a record', async () => {
    const who = await student('WITHDRAWN');
    await scene.sql(`update enrollment_entries set status = 'COMPLETED' where account_id = $1`, [who.account]);
    const place = await scene.intake();
    const { body } = await scene.apply(who.caller, { campaign_id: place.campaign, continue: true });
    await scene.sql(
      `update applications set status = 'CONTRACT_ACCEPTED', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`,
      [body.id],
    );
    await scene.moderator.put('/application/status/', { id: body.id, status: 'PAID' });
    const info = (await who.caller.get('/enrollment/info')).body;
    expect([info.course_id, info.required]).toEqual([place.course, true]);
  });
});

it('other applications of whoever is enrolled are closed with it, and open again after an undo', async () => {
  const who = await scene.applicant();
  const { body: taken } = await scene.apply(who.caller);
  const [offered, checked] = await Promise.all([scene.intake(), scene.intake({ contract: 1 })]);
  const second = (await scene.apply(who.caller, { campaign_id: offered.campaign, continue: true })).body.id;
  const third = (await scene.apply(who.caller, { campaign_id: checked.campaign, continue: true })).body.id;
  await scene.sql(
    `update applications set status = 'RECOMMENDED', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`,
    [third],
  );
  await accepted(taken.id);
  const done = await enroll(taken.id);
  expect(done.body.rows[0].steps.map((one: Any) => one.code)).toContain('closed');
  const states = async () =>
    (
      await scene.sql('select status from applications where id = any($1) order by id', [[taken.id, second, third]])
    ).map((row: Any) => row.status);
  expect(await states()).toEqual(['ENROLLED', 'WITHDRAWN', 'WITHDRAWN']);
  const [{ reason }] = await scene.sql(
    `select reason from status_history where entity = 'application' and entity_id = $1 order by id desc limit 1`,
    [second],
  );
  expect(reason).toContain(taken.number);
  // Somebody else has the place of the third by now.
  const other = await scene.applicant();
  const { body: next } = await scene.apply(other.caller, { campaign_id: checked.campaign });
  await scene.sql(`update applications set status = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1`, [
    next.id,
  ]);
  expect((await undo(taken.id)).body).toEqual({ undone: 1 });
  expect(await states()).toEqual(['PAID', 'SUBMITTED', 'WAITING_LIST']);
});

it('an application whose exam was assigned has its seat again after an undo, and where it is gone another one is chosen', async () => {
  const { body: place } = await scene.moderator.post('/admission/place', {
    title: named('Imtihon zali'),
    capacity: 10,
  });
  const session = async (capacity: number) =>
    (
      await scene.moderator.post('/admission/session/', {
        place_id: place.id,
        academic_year_id: scene.year,
        day: scene.day(3),
        starts_at: '09:00',
        ends_at: '12:00',
        capacity,
        open: true,
      })
    ).body.id as number;
  const choose = async (application_id: number, session_id: number) =>
    expect((await scene.moderator.post('/admission/session/choose', { application_id, session_id })).status).toBe(200);
  const seated = async (session_id: number) => {
    const who = await scene.applicant();
    const { body: taken } = await scene.apply(who.caller);
    const other = await scene.intake();
    const { body: waits } = await scene.apply(who.caller, { campaign_id: other.campaign, continue: true });
    await scene.walk(waits.id, 'DOCUMENTS_CHECK', 'VERIFIED');
    await choose(waits.id, session_id);
    await accepted(taken.id);
    expect((await enroll(taken.id)).status).toBe(200);
    return { taken: taken.id as number, waits: waits.id as number };
  };
  const [wide, narrow] = [await session(5), await session(1)];
  const [kept, lost] = [await seated(wide), await seated(narrow)];
  const someone = await scene.apply((await scene.applicant()).caller);
  await scene.walk(someone.body.id, 'DOCUMENTS_CHECK', 'VERIFIED');
  await choose(someone.body.id, narrow);
  for (const { taken } of [kept, lost]) expect((await undo(taken)).body).toEqual({ undone: 1 });
  const [first, second] = await scene.sql(
    `select a.status, s.session_id, (select reason from status_history h where h.entity = 'application' and h.entity_id = a.id order by h.id desc limit 1) as reason
       from applications a left join exam_seats s on s.application_id = a.id and s.deleted_at is null where a.id = any($1) order by a.id`,
    [[kept.waits, lost.waits]],
  );
  expect(first).toMatchObject({ status: 'EXAM_ASSIGNED', session_id: wide });
  expect(second).toMatchObject({
    status: 'VERIFIED',
    session_id: null,
    reason: expect.stringContaining('Its exam seat'),
  });
});

describe('years of study', () => {
  const yearsOf = async (id: number) =>
    scene.sql('select status, starts_on::text, ends_on::text from enrollments where student_id = $1 order by id', [id]);
  async function running() {
    const who = await student();
    await scene.sql(`update enrollments set status = 'ACTIVE', starts_on = $2, ends_on = $3 where student_id = $1`, [
      who.id,
      scene.day(-60),
      scene.day(200),
    ]);
    return who;
  }

  it('are suspended by a gap year and go on with the return', async () => {
    const { id } = await running();
    expect((await step(id, 'GAP_YEAR', { effective_from: scene.today, effective_to: scene.day(100) })).body.ok).toBe(
      true,
    );
    expect((await yearsOf(id))[0].status).toBe('SUSPENDED');
    expect((await head.post('/student/resume_study', { ids: [id], order_number: '4-T' })).body.ok).toBe(true);
    expect((await yearsOf(id))[0].status).toBe('ACTIVE');
  });

  it('end with a withdrawal on its day, and are as they were when it is taken back', async () => {
    const { id } = await running();
    const before = await yearsOf(id);
    expect((await step(id, 'WITHDRAWN', { effective_from: scene.day(-2) })).body.ok).toBe(true);
    expect(await yearsOf(id)).toMatchObject([{ status: 'ENDED', ends_on: scene.day(-2) }]);
    expect((await head.post('/student/status/undo', { ids: [id] })).body.ok).toBe(true);
    expect(await yearsOf(id)).toEqual(before);
  });

  it('that the office suspended itself are left alone', async () => {
    const { id } = await running();
    await scene.sql(`update enrollments set status = 'SUSPENDED' where student_id = $1`, [id]);
    await step(id, 'INACTIVE');
    expect((await head.post('/student/resume_study', { ids: [id], order_number: '4-T' })).body.ok).toBe(true);
    expect((await yearsOf(id))[0].status).toBe('SUSPENDED');
  });
});
