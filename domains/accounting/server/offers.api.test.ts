import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import { text } from '#tests/support/money.ts';

let scene: AdmissionScene;
let accountant: AdmissionScene['moderator'];
beforeAll(async () => {
  scene = await admissionScene();
  accountant = await scene.api.as('accounting_head');
});
afterAll(() => scene?.api.close());

const agreement = async () => {
  const made = await accountant.post('/contract/agreement/', {
    name: 'BS-2027',
    title: { uz: 'Bakalavr', ru: '', en: '' },
    level: 'BACHELOR',
    academic_year_id: scene.year,
    type: 'BASIC',
    amount: '10000000',
    instalments: [
      { share: 33.33, due_on: scene.day(10) },
      { share: 66.67, due_on: scene.day(90) },
    ],
    fine: { percent_per_day: 0, most_percent: 0, grace_days: 0 },
    minimum_share: 25,
    text: text(),
  });
  return accountant.post('/contract/agreement/publish', { id: made.body.id });
};
const recommended = async () => {
  const who = await scene.applicant();
  const { body } = await scene.apply(who.caller, { tuition: 'CONTRACT' });
  await scene.sql(
    "update applications set status = 'RECOMMENDED', decision = 'RECOMMENDED', decision_tuition = 'CONTRACT' where id = $1",
    [body.id],
  );
  return { ...who, id: body.id as number };
};
const offer = (id: number) =>
  scene.moderator.put('/application/status/', { id, status: 'OFFERED', deadline_on: scene.day(9) });
const stateOf = async (id: number) =>
  (await scene.sql('select status from applications where id = $1', [id]))[0].status;
const contractOf = async (id: number) =>
  (await scene.sql('select * from contracts where application_id = $1', [id]))[0];

it('no place is offered for which nothing is written', async () => {
  const who = await recommended();
  expect((await offer(who.id)).body.code).toBe('NO_AGREEMENT');
  expect(await stateOf(who.id)).toBe('RECOMMENDED');
});

it('an offer has a contract; its acceptance and the payment move the application on', async () => {
  await agreement();
  const who = await recommended();
  expect((await offer(who.id)).status).toBe(200);
  const contract = await contractOf(who.id);
  expect(contract).toMatchObject({ status: 'ISSUED', account_id: who.account, accept_until: scene.day(9) });
  // Whoever is offered a place is told so, with the day until which it holds.
  const until = scene.day(9).split('-').reverse().join('.');
  const [phone] = await scene.sql('select phone from accounts where id = $1', [who.account]);
  expect(await scene.api.lastMessage(phone.phone)).toContain(until);
  const [notice] = await scene.sql('select title, link from notices where account_id = $1 order by id desc limit 1', [
    who.account,
  ]);
  expect(notice).toMatchObject({ title: { uz: expect.stringContaining(until) }, link: '/bachelor/contracts' });
  const read = (await who.caller.get('/contract/agreement/get?degree=bachelor')).body;
  expect(read.contract.plan.map((part: { amount: string }) => part.amount)).toEqual(['3333000', '6667000']);
  await who.caller.post('/contract/agreement/opened', { id: contract.id });
  expect((await who.caller.post('/contract/agreement/code', { id: contract.id })).status).toBe(200);
  const [sms] = await scene.sql("select recipient from outbox where channel = 'sms' order by id desc limit 1");
  const codes = (await scene.api.lastMessage(sms.recipient)).match(/\d{6}/g);
  expect(codes).toHaveLength(1);
  const code = codes![0];
  // A page that is loaded anew shows the field for it, and when another can be had.
  const { code_wait } = (await who.caller.get('/contract/agreement/open?degree=bachelor')).body;
  expect([read.code_wait, code_wait > 30 && code_wait <= 60]).toEqual([null, true]);
  const yes = await who.caller.post('/contract/agreement/accept', { code, sha256: read.sha256, language: 'en' });
  expect(yes.body.status).toBe('ACCEPTED');
  expect(await stateOf(who.id)).toBe('CONTRACT_ACCEPTED');
  const pay = (amount: string) =>
    accountant.post('/accounting/payment/', {
      contract_number: contract.number,
      amount,
      paid_on: scene.today,
      payment_type: 'BANK',
    });
  await pay('2499999.99');
  expect(await stateOf(who.id)).toBe('CONTRACT_ACCEPTED');
  await pay('0.01');
  expect(await stateOf(who.id)).toBe('PAID');
});

it('a declined offer ends the application, and a withdrawn application its contract', async () => {
  const [declines, leaves] = [await recommended(), await recommended()];
  await offer(declines.id);
  await offer(leaves.id);
  const { id } = await contractOf(declines.id);
  expect((await leaves.caller.post('/contract/agreement/decline', { id })).status).toBe(404);
  expect((await declines.caller.post('/contract/agreement/decline', { id, reason: 'Boshqa oliygoh' })).status).toBe(
    200,
  );
  expect([await stateOf(declines.id), (await contractOf(declines.id)).status]).toEqual(['WITHDRAWN', 'TERMINATED']);
  await leaves.caller.put('/application/status/', { id: leaves.id, status: 'WITHDRAWN' });
  expect((await contractOf(leaves.id)).status).toBe('TERMINATED');
  const waits = await scene.sql("select 1 from accounts where id = any($1) and required_actions <> '{}'", [
    [declines.account, leaves.account],
  ]);
  expect(waits).toEqual([]);
});

it('the office notes a signature on paper', async () => {
  const who = await recommended();
  await offer(who.id);
  expect((await scene.moderator.put('/application/status/', { id: who.id, status: 'CONTRACT_ACCEPTED' })).status).toBe(
    200,
  );
  expect(await contractOf(who.id)).toMatchObject({
    status: 'ACCEPTED',
    accepted_sha256: null,
    accepted_text: expect.any(String),
  });
  const undo = () => scene.moderator.put('/application/status/undo', { ids: [who.id] });
  // Money on it: it stands.
  const pay = {
    contract_number: (await contractOf(who.id)).number,
    amount: '1000',
    paid_on: scene.today,
    payment_type: 'BANK',
  };
  const { body: paid } = await accountant.post('/accounting/payment/', pay);
  expect((await undo()).body.code).toBe('CONTRACT_HAS_PAYMENTS');
  await accountant.delete(`/accounting/payment/${paid.id}?reason=Xato`);
  expect((await undo()).status).toBe(200);
  expect(await stateOf(who.id)).toBe('OFFERED');
  expect(await contractOf(who.id)).toMatchObject({ status: 'ISSUED', accepted_at: null, accepted_text: null });
  const [{ required_actions }] = await scene.sql('select required_actions from accounts where id = $1', [who.account]);
  expect(required_actions).toContain('BS_CONTRACT_ACCEPTANCE_REQUIRED');
  // What its person accepted with a code is no officer's to take back.
  await scene.sql(
    "update contracts set status = 'ACCEPTED', accepted_at = edulab_now(), accepted_sha256 = 'x' where id = $1",
    [(await contractOf(who.id)).id],
  );
  await scene.moderator.put('/application/status/', { id: who.id, status: 'CONTRACT_ACCEPTED' });
  expect((await undo()).body.code).toBe('CONTRACT_NOT_READY');
});

it('money on an application that is closed waits to be given back', async () => {
  const who = await recommended();
  await offer(who.id);
  await scene.moderator.put('/application/status/', { id: who.id, status: 'CONTRACT_ACCEPTED' });
  const contract = await contractOf(who.id);
  const pay = { contract_number: contract.number, amount: '3000000', paid_on: scene.today, payment_type: 'BANK' };
  await accountant.post('/accounting/payment/', pay);
  const waiting = async () =>
    (await accountant.get('/accounting/contract/?refund=true')).body.content.map((row: { id: number }) => row.id);
  expect(await waiting()).toEqual([]);
  await who.caller.put('/application/status/', { id: who.id, status: 'WITHDRAWN' });
  expect(await waiting()).toEqual([contract.id]);
  const [told] = await scene.sql(
    "select n.link from notices n join accounts a on a.id = n.account_id where a.username = 'accounting_head' order by n.id desc limit 1",
  );
  expect(told).toEqual({ link: '/accounting/contract?refund=true' });
  const back = { contract_id: contract.id, amount: '3000000', reason: 'Ariza qaytarib olindi' };
  const { body: asked } = await accountant.post('/accounting/refund/', back);
  const order = { id: asked.id, version: asked.version, order_number: '7', order_on: asked.created_at.slice(0, 10) };
  expect((await accountant.post('/accounting/refund/pay', order)).body.code).toBe('REFUND_OWN');
  expect((await scene.second.post('/accounting/refund/pay', order)).status).toBe(200);
  expect(await waiting()).toEqual([]);
});

it('passes with its payments to the student who comes of it, and back while nothing new hangs on it', async () => {
  const who = await recommended();
  await offer(who.id);
  await scene.moderator.put('/application/status/', { id: who.id, status: 'CONTRACT_ACCEPTED' });
  const contract = await contractOf(who.id);
  const pay = (amount: string) =>
    accountant.post('/accounting/payment/', {
      contract_id: contract.id,
      amount,
      paid_on: scene.today,
      payment_type: 'CARD',
    });
  await pay('4000000');
  expect(await stateOf(who.id)).toBe('PAID');
  const office = await scene.api.as('registrar_head');
  const enrolled = await office.post('/enrollment/enroll', { application_ids: [who.id] });
  expect([enrolled.status, enrolled.body.enrolled]).toEqual([200, 1]);
  const taken = await contractOf(who.id);
  expect(taken).toMatchObject({ status: 'ACTIVE', student_id: expect.any(Number) });
  const debits = () =>
    scene.sql(
      'select due_on, amount, paid from student_debits where contract_id = $1 and deleted_at is null order by due_on',
      [contract.id],
    );
  expect(await debits()).toEqual([
    { due_on: scene.day(10), amount: 333_300_000, paid: 333_300_000 },
    { due_on: scene.day(90), amount: 666_700_000, paid: 66_700_000 },
  ]);
  const undo = () => office.post('/enrollment/enroll/undo', { application_ids: [who.id], reason: 'Xato' });
  const late = (await pay('100000')).body;
  expect((await undo()).body.code).toBe('CONTRACT_HAS_PAYMENTS');
  await scene.sql('delete from payments where id = $1', [late.id]);
  expect((await undo()).status).toBe(200);
  expect(await contractOf(who.id)).toMatchObject({ status: 'ACCEPTED', student_id: null });
  expect(await debits()).toEqual([]);
  expect(await scene.sql('select student_id from payments where contract_id = $1', [contract.id])).toEqual([
    { student_id: null },
  ]);
});
