import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

let made = 0;
/** Somebody with an account and a student's record, who never applied here. */
async function student(more: object = {}) {
  const username = `studies_${++made}`;
  const [account] = await scene.sql(
    `insert into accounts (username, firstname, lastname, phone, selected_institution) values ($1, 'Sardor', 'Tursunov', $2, 1) returning id`,
    [username, `99897${String(1_000_000 + made)}`],
  );
  await scene.sql(
    `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'BACHELOR_STUDENT'`,
    [account.id],
  );
  const head = await scene.api.as('registrar_head');
  const { body } = await head.post('/student/', {
    firstname: 'Sardor',
    lastname: 'Tursunov',
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2023,
    tuition: 'GRANT',
    gender: 'MALE',
    birthdate: '2004-03-01',
    passport_id: `AE${String(1_000_000 + made)}`,
    permanent_address: 'Buxoro, Mustaqillik 1',
    ...more,
  });
  await scene.sql('update students set account_id = $1 where id = $2', [account.id, body.id]);
  return { caller: await scene.api.as(username), id: body.id as number, account: account.id as number };
}

it('whoever studies here applies with what the institution knows, and types nothing twice', async () => {
  const who = await student();
  expect((await who.caller.get('/user/guest/profile')).status).toBe(404);
  const sent = await scene.apply(who.caller);
  expect([sent.status, sent.body.status]).toEqual([200, 'SUBMITTED']);
  const profile = (await who.caller.get('/user/guest/profile')).body;
  expect(profile).toMatchObject({
    firstname: 'Sardor',
    birthdate: '2004-03-01',
    gender: 'MALE',
    passport_id: 'AE1000001',
    address: 'Buxoro, Mustaqillik 1',
    phone: '998971000001',
  });
  expect(
    (await scene.moderator.get('/user/guest/?search=tursunov')).body.content.map((row: { id: number }) => row.id),
  ).toEqual([profile.id]);
  expect((await who.caller.post('/user/guest/begin', {})).body.id).toBe(profile.id);
});

it('takes over what changed in the record since, but not the passport of somebody else', async () => {
  const who = await student();
  const first = (await who.caller.post('/user/guest/begin', {})).body;
  const head = await scene.api.as('registrar_head');
  const record = (await head.get(`/student/${who.id}`)).body;
  await head.put('/student/contact_info', { id: who.id, version: record.version, permanent_address: 'Xiva, Polvon 7' });
  const again = (await who.caller.post('/user/guest/begin', {})).body;
  expect([again.id, again.address]).toEqual([first.id, 'Xiva, Polvon 7']);
  const other = await scene.applicant({ passport_id: 'AE9999999' });
  const thief = await student({ passport_id: 'AE9999999' });
  expect((await thief.caller.post('/user/guest/begin', {})).body.passport_id).toBe(null);
  expect((await other.caller.get('/user/guest/profile')).body.passport_id).toBe('AE9999999');
});

it('two first applications at once make one record', async () => {
  const who = await student();
  const both = await Promise.all([scene.apply(who.caller), scene.apply(who.caller)]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
  expect(await scene.sql('select id from guests where account_id = $1', [who.account])).toHaveLength(1);
});

it('an applicant changes the phone by the code that comes to the new one', async () => {
  const { caller, guest } = await scene.applicant();
  const { body: applied } = await scene.apply(caller);
  const phone = '998907654321';
  const bare = await caller.put('/account/profile/', { phone, auth: demoPassword });
  expect(bare.body.data.fields).toMatchObject([{ path: 'code', code: 'CODE_REFUSED' }]);
  await caller.post('/admission/sms/send', { phone });
  const code = /\d{6}/.exec(await scene.api.lastMessage(phone))?.[0];
  expect((await caller.put('/account/profile/', { phone, auth: demoPassword, code: '000000' })).body.code).toBe(
    'CODE_REFUSED',
  );
  expect((await caller.put('/account/profile/', { phone, auth: demoPassword, code })).status).toBe(200);
  expect((await caller.get('/user/guest/profile')).body.phone).toBe(phone);
  const found = (await scene.moderator.get('/user/guest/?search=998907654321')).body.content;
  expect(found.map((row: { id: number }) => row.id)).toEqual([guest]);
  const applications = (await scene.moderator.get('/application/?search=998907654321')).body.content;
  expect(applications.map((row: { id: number }) => row.id)).toEqual([applied.id]);
  const taken = await (await scene.applicant()).caller.put('/account/profile/', {
    phone,
    auth: demoPassword,
    code: '123456',
  });
  expect(taken.body.code).toBe('PHONE_TAKEN');
});

it('nobody decides on their own application, whatever their right', async () => {
  const who = await scene.applicant();
  const { body } = await scene.apply(who.caller);
  await scene.sql(
    `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'ADMISSION_MODERATOR'`,
    [who.account],
  );
  const answer = await who.caller.put('/application/status/', { id: body.id, status: 'DOCUMENTS_CHECK' });
  expect([answer.body.code, answer.body.data.because]).toEqual(['STEP_NOT_READY', 'own']);
});
