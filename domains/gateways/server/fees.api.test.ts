import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** What a student owes besides contracts, paid with a gateway: the fee of a request, after which its chain goes on. */

let scene: MoneyScene;
let card: number;
let photo: number;
const key = 'payme-key-of-the-test';

beforeAll(async () => {
  scene = await moneyScene();
  scene.api.kernel.settings.demo = false;
  await scene.accountant.put('/accounting/gateway/', {
    provider: 'PAYME',
    merchant_id: 'm1',
    service_id: '',
    secret: key,
    active: true,
    addresses: [],
  });
  const head = await scene.api.as('registrar_head');
  await head.post('/form/type/shipped', {});
  card = (await head.get('/form/type/?search=CARD_DUPLICATE')).body.content[0].id;
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  photo = (await scene.student.upload('photo.png', Buffer.from(pixel, 'base64'))).body[0].id;
});
afterAll(() => scene?.api.close());

async function payme(method: string, params: object) {
  const response = await scene.api.app.inject({
    url: '/gateways/payme/1',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`,
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = response.json();
  return body.error ? body.error.code : body.result;
}
const ask = async () =>
  (await scene.student.post('/form/request/', { type_id: card, submit: true, answers: { what: 'LOST', photo } })).body;
const payables = async (by = scene.student) => (await by.get('/accounting/payment/online/')).body.debits;
const order = (more: object, by = scene.student) =>
  by.post('/accounting/payment/online/', { provider: 'PAYME', ...more });
it('pays the fee of a request as a whole, once, and the request goes on by itself', async () => {
  const request = await ask();
  const { debit_id } = request.payment;
  expect(await payables()).toMatchObject([{ debit: { id: debit_id }, left: '33000', before: '0' }]);
  const field = (answer: { body: { code?: string; data?: { fields?: { path: string; code: string }[] } } }) =>
    answer.body.data?.fields?.[0]?.code ?? answer.body.code;
  expect(field(await order({ debit_id, amount: '10000' }))).toBe('PAY_AMOUNT');
  expect(field(await order({ amount: '33000' }))).toBe('NOTHING_PAYABLE');
  const made = (await order({ debit_id, amount: '33000' })).body;
  expect(made).toMatchObject({ contract: null, debit: { id: debit_id }, state: 'WAITING' });
  const account = { order: made.number };
  expect(await payme('CheckPerformTransaction', { amount: 100, account })).toBe(-31001);
  expect(await payme('CheckPerformTransaction', { amount: 3_300_000, account })).toEqual({ allow: true });
  await payme('CreateTransaction', { id: 'f1', time: clock.now(), amount: 3_300_000, account });
  const first = await payme('PerformTransaction', { id: 'f1' });
  expect(await payme('PerformTransaction', { id: 'f1' })).toEqual(first);
  expect(await scene.sql("select amount::int, contract_id from payments where external_ref = 'payme f1'")).toEqual([
    { amount: 3_300_000, contract_id: null },
  ]);
  await expect.poll(async () => (await scene.student.get(`/form/request/${request.id}`)).body.step).toBe(1);
  expect((await scene.student.get(`/accounting/payment/online/${made.id}`)).body.state).toBe('PAID');
  // A second order of the same finds nothing to pay.
  expect(field(await order({ debit_id, amount: '33000' }))).toBe('NOTHING_PAYABLE');
  const line = (await scene.accountant.get('/accounting/gateway/transaction/')).body.content[0];
  expect(line).toMatchObject({ contract: null, debit: { id: debit_id }, state: 2 });
  expect(line.payer).not.toBe('');
  const statement = await payme('GetStatement', { from: 0, to: clock.now() + 1000 });
  expect(statement.transactions[0].account).toEqual(account);
});

it('covers what was due before it, says so, and gives back what was paid', async () => {
  await scene.sql(
    "insert into student_debits (institution_id, student_id, kind, due_on, amount, note) values (1, $1, 'DORMITORY', edulab_today() - 3, 5000000, 'Yotoqxona')",
    [scene.people[0]],
  );
  // What came before covers the oldest first, whatever it was meant for.
  const own = await payables();
  expect(own).toMatchObject([
    { debit: { title: 'Yotoqxona' }, left: '17000', before: '0' },
    { left: '50000', before: '17000' },
  ]);
  const { debit, left } = own[1];
  const made = (await order({ debit_id: debit.id, amount: left })).body;
  const account = { order: made.number };
  const amount = Number(left) * 100;
  await payme('CreateTransaction', { id: 'f2', time: clock.now(), amount, account });
  await payme('PerformTransaction', { id: 'f2' });
  expect(await payables()).toEqual([]);
  expect(await payme('CancelTransaction', { id: 'f2', reason: 5 })).toMatchObject({ state: -2 });
  expect(await payables()).toHaveLength(own.length);
});

it('says in words what it is for, and takes no more than is left by then', async () => {
  await scene.sql("update student_debits set note = null where kind = 'DORMITORY' and student_id = $1", [
    scene.people[0],
  ]);
  const [of] = await payables();
  expect(of.debit.title).toBe('Dormitory');
  const made = (await order({ debit_id: of.debit.id, amount: of.left })).body;
  const amount = Number(of.left) * 100;
  const asked = { amount, account: { order: made.number } };
  expect(await payme('CheckPerformTransaction', asked)).toEqual({ allow: true });
  // A part of it is paid at the counter meanwhile.
  const counter = await scene.accountant.post('/accounting/payment/', {
    student_id: scene.people[0],
    amount: '5000',
    paid_on: scene.today,
    payment_type: 'CASH',
    payer: 'Ota',
  });
  expect(counter.status).toBe(200);
  expect(await payme('CheckPerformTransaction', asked)).toBe(-31008);
  expect(await payme('CreateTransaction', { id: 'f3', time: clock.now(), ...asked })).toBe(-31008);
});

it('is given back after whoever gives back a part of it already, and neither waits for the other for ever', async () => {
  const [of] = await payables();
  const made = (await order({ debit_id: of.debit.id, amount: of.left })).body;
  const account = { order: made.number };
  await payme('CreateTransaction', { id: 'f4', time: clock.now(), amount: Number(of.left) * 100, account });
  await payme('PerformTransaction', { id: 'f4' });
  const [payment] = await scene.sql("select id, student_id from payments where external_ref = 'payme f4'");
  const office = await scene.api.database.owner.connect();
  await office.query('begin');
  await office.query('select 1 from students where id = $1 for no key update', [payment.student_id]);
  const cancelled = payme('CancelTransaction', { id: 'f4', reason: 5 });
  await vi.waitFor(
    async () =>
      expect(await scene.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).toHaveLength(1),
    { timeout: 20_000 },
  );
  await office.query(
    `insert into payments (institution_id, student_id, amount, kind, refund_of, paid_on, payment_type, payer, search)
     values (1, $1, -100, 'REFUND', $2, $3, 'CASH', 'T', 't')`,
    [payment.student_id, payment.id, scene.today],
  );
  await office.query('commit');
  office.release();
  // What was given back in part is not taken back whole.
  expect(await cancelled).toBe(-31007);
});

it('is nobody else’s to pay or to see', async () => {
  await scene.sql(
    "insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today(), 9000000)",
    [scene.people[0]],
  );
  const debit = (await payables()).at(-1).debit;
  const other = await scene.api.as('master_student');
  expect((await order({ debit_id: debit.id, amount: '1000' }, other)).status).toBe(422);
  expect((await order({ debit_id: debit.id, amount: '1000' }, scene.accountant)).status).toBe(403);
});
