import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** Money goes back by two people, never more than was paid above what is owed. */

let scene: MoneyScene;
let other: Caller;
let contract: { id: number; number: string };
beforeAll(async () => {
  scene = await moneyScene();
  other = await scene.api.as('admin');
  contract = await scene.active(scene.people[0]!);
  const above = { overpayment: { left: '0', excess: '3000000' } };
  await scene.pay(contract.id, '12000000');
  await scene.pay(contract.id, '3000000', above);
});
afterAll(() => scene?.api.close());

const ask = (more: object = {}, caller = scene.accountant) =>
  caller.post('/accounting/refund/', {
    contract_id: contract.id,
    amount: '1000000',
    reason: 'Ortiqcha toʻlov',
    ...more,
  });
const order = () => ({ order_number: '15-M', order_on: scene.today });
const pay = ({ id, version }: { id: number; version: number }, caller = other) =>
  caller.post('/accounting/refund/pay', { id, version, ...order() });
const credit = async () => (await scene.accountant.get(`/accounting/contract/${contract.id}`)).body.credit;

it('is refused above what is owed, twice at a time, and to whoever asked', async () => {
  const above = await ask({ amount: '3000000.01' });
  expect([above.status, above.body.code]).toEqual([422, 'CREDIT_TOO_SMALL']);
  const both = await Promise.all([ask(), ask()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { body: asked } = both.find(({ status }) => status === 200)!;
  expect(asked).toMatchObject({ status: 'ASKED', can: { decide: false, withdraw: true } });
  expect((await pay(asked, scene.accountant)).body.code).toBe('REFUND_OWN');
  // Also not by SQL.
  await expect(
    scene.sql("update refund_requests set status = 'PAID', decided_by = asked_by where id = $1", [asked.id]),
  ).rejects.toMatchObject({ constraint: 'refund_requests_two' });
  expect(await credit()).toBe('3000000');

  const done = await Promise.all([pay(asked), pay(asked)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await credit()).toBe('2000000');
  const rows = await scene.sql('select amount, report_number from payments where refund_request_id = $1', [asked.id]);
  expect(rows.map((row) => [Number(row.amount), row.report_number])).toEqual([[-100_000_000, '15-M']]);
  const [told] = await scene.sql(
    "select n.title ->> 'en' as title from notices n join accounts a on a.id = n.account_id where a.username = 'bachelor_student' order by n.id desc limit 1",
  );
  expect(told.title).toContain('15-M');
});

it('is asked for by the person themselves, refused with a reason, or taken back', async () => {
  const { body: mine } = await ask({ amount: '500000' }, scene.student);
  expect(mine).toMatchObject({ status: 'ASKED', asked_by: null });
  expect((await pay(mine, scene.student)).status).toBe(403);
  expect(
    (await scene.accountant.post('/accounting/refund/refuse', { id: mine.id, version: mine.version, reason: '' }))
      .status,
  ).toBe(400);
  const refused = await scene.accountant.post('/accounting/refund/refuse', {
    id: mine.id,
    version: mine.version,
    reason: 'Hisob raqami yoʻq',
  });
  expect(refused.body).toMatchObject({ status: 'REFUSED', note: 'Hisob raqami yoʻq' });
  expect((await pay(refused.body)).status).toBe(422);
  const { body: again } = await ask({ amount: '500000' }, scene.student);
  // Nobody else takes it back.
  expect(
    (await scene.accountant.post('/accounting/refund/withdraw', { id: again.id, version: again.version })).status,
  ).toBe(404);
  const back = await scene.student.post('/accounting/refund/withdraw', { id: again.id, version: again.version });
  expect(back.body.status).toBe('WITHDRAWN');
  expect((await scene.student.get('/accounting/refund/')).body.content.length).toBeGreaterThanOrEqual(3);
  // Of another person's contract nobody asks anything.
  const foreign = await scene.active(scene.people[1]!);
  expect((await ask({ contract_id: foreign.id }, scene.student)).status).toBe(422);
  expect(await credit()).toBe('2000000');
});

it('pays no more than is above what is owed by then', async () => {
  const { body: asked } = await ask({ amount: '2000000' });
  await scene.accountant.post('/student/debit/', {
    student_id: scene.people[0],
    contract_id: contract.id,
    kind: 'FINE',
    amount: '500000',
    due_on: scene.today,
  });
  const late = await pay(asked);
  expect([late.status, late.body.code]).toEqual([422, 'CREDIT_TOO_SMALL']);
  expect(await credit()).toBe('1500000');
});

it('comes back whole where it did not reach the person, and goes again where it did', async () => {
  const who = scene.people[2]!;
  const { id: of } = await scene.active(who);
  await scene.pay(of, '12000000');
  // Two payments above it, so that one request gives back two parts.
  await scene.pay(of, '400000', { overpayment: { left: '0', excess: '400000' } });
  await scene.pay(of, '300000', { overpayment: { left: '0', excess: '300000' } });
  const { body: asked } = await ask({ contract_id: of, amount: '700000' });
  const { body: paid } = await pay(asked);
  const creditOf = async () => (await scene.accountant.get(`/accounting/contract/${of}`)).body.credit;
  expect([paid.status, await creditOf()]).toEqual(['PAID', '0']);
  const parts = await scene.sql('select id from payments where refund_request_id = $1 order by id', [asked.id]);
  expect(parts).toHaveLength(2);
  const gone = await scene.accountant.delete(`/accounting/payment/${parts[0].id}`, { reason: 'Hisob raqami yopilgan' });
  expect(gone.status).toBe(200);
  const one = async () =>
    (await scene.accountant.get(`/accounting/refund/?contract_id=${of}`)).body.content.find(
      (row: { id: number }) => row.id === asked.id,
    );
  expect(await one()).toMatchObject({ status: 'RETURNED', note: 'Hisob raqami yopilgan', credit: '700000' });
  // It can be asked for anew, to another account.
  const { body: again } = await ask({ contract_id: of, amount: '700000', pay_to: '8600 1234' });
  expect(again.status).toBe('ASKED');
  await scene.accountant.post('/accounting/refund/withdraw', { id: again.id, version: again.version });
  expect((await scene.accountant.post(`/accounting/payment/${parts[1].id}/restore`, {})).status).toBe(200);
  expect(await one()).toMatchObject({ status: 'PAID', credit: '0' });
});

it('gives back what was paid besides contracts, from the list of those who wait', async () => {
  const who = scene.people[3]!;
  await scene.accountant.post('/accounting/payment/', {
    student_id: who,
    amount: '250000',
    paid_on: scene.today,
    payment_type: 'CASH',
    overpayment: { left: '0', excess: '250000' },
  });
  const waiting = async () =>
    (await scene.accountant.get('/accounting/refund/besides')).body.filter(
      (row: { student_id: number }) => row.student_id === who,
    );
  expect(await waiting()).toMatchObject([{ credit: '250000' }]);
  expect((await scene.standing(who)).credit_besides).toBe('250000');
  expect((await scene.student.get('/accounting/refund/besides')).status).toBe(403);
  const { body: asked } = await ask({ contract_id: undefined, student_id: who, amount: '250000' });
  expect(await waiting()).toEqual([]);
  expect((await pay(asked)).body).toMatchObject({ status: 'PAID', contract: null });
  expect((await scene.standing(who)).credit_besides).toBe('0');
});
