import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournal } from '#domains/accounting/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { tellAsClick } from '#tests/support/click.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { type Payme, playPayme } from '#tests/support/payme.ts';

/** Payme and Click as they ask, each call twice: what is answered, what is booked, and that nothing is booked twice. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: MoneyScene;
let contract: { id: number; number: string };
let played: Payme;
const key = 'payme-key-of-the-test';
const secret = 'click-secret';
const millions = (count: number) => count * 100_000_000;

beforeAll(async () => {
  scene = await moneyScene();
  scene.api.kernel.settings.demo = false;
  played = playPayme(scene.api, key);
  contract = await scene.active(scene.people[0]!);
  for (const one of [
    { provider: 'PAYME', merchant_id: 'm1', service_id: '', secret: key },
    { provider: 'CLICK', merchant_id: 'c1', service_id: '777', secret },
  ]) {
    const saved = await scene.accountant.put('/accounting/gateway/', { ...one, active: true, addresses: [] });
    expect(saved.status).toBe(200);
    expect(JSON.stringify(saved.body)).not.toContain(one.secret);
  }
});
afterAll(() => scene?.api.close());

const payme: Payme['ask'] = (...asked) => played.ask(...asked);
const twice: Payme['twice'] = (...asked) => played.twice(...asked);
const paid = async (id = contract.id) =>
  Number(
    (
      await scene.sql(
        'select coalesce(sum(amount), 0)::text as sum from payments where contract_id = $1 and deleted_at is null',
        [id],
      )
    )[0].sum,
  );

describe('Payme', () => {
  const account = () => ({ contract: contract.number });

  it('is believed with its key alone, whatever it asks', async () => {
    for (const method of ['CheckPerformTransaction', 'CreateTransaction', 'Unheard'])
      expect(await payme(method, {}, { key: 'wrong' })).toBe(-32504);
    expect(await payme('CheckTransaction', { id: 'x' }, { institution: 2 })).toBe(-32504);
    expect(await payme('Unheard', {})).toBe(-32601);
    expect(await payme('', {}, { body: '{' })).toBe(-32700);
    expect(await payme('', {}, { body: '[]' })).toBe(-32600);
    expect(await payme('CreateTransaction', { id: 5 })).toBe(-32600);
    const get = await scene.api.app.inject({ url: '/gateways/payme/1' });
    expect(get.json().error.code).toBe(-32300);
  });

  it('is told the item of a tax receipt, of exactly the amount, once the institution named its code', async () => {
    const gateway = { provider: 'PAYME', merchant_id: 'm1', service_id: '', active: true, addresses: [] };
    const named = (more: object) => scene.accountant.put('/accounting/gateway/', { ...gateway, ...more });
    expect((await named({ item_code: '123' })).status).toBe(400);
    const code = '10305008003000000';
    const [shown] = (await named({ item_code: code, item_package: '1545650', item_vat: 12 })).body;
    expect(shown).toMatchObject({ item_code: code, item_package: '1545650', item_vat: 12 });
    const asked = { amount: millions(1), account: account() };
    const { detail } = await twice('CheckPerformTransaction', asked);
    expect(detail).toEqual({
      receipt_type: 0,
      items: [
        {
          title: expect.stringContaining(contract.number),
          price: millions(1),
          count: 1,
          code,
          package_code: '1545650',
          vat_percent: 12,
        },
      ],
    });
    await named({ item_code: '' });
    expect(await payme('CheckPerformTransaction', asked)).toEqual({ allow: true });
  });

  it('pays a contract, more than once and several at a time, and each answer stays what it was', async () => {
    expect(await twice('CheckPerformTransaction', { amount: 5, account: account() })).toBe(-31001);
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: { contract: 'none' } })).toBe(-31050);
    expect(await twice('CheckPerformTransaction', { amount: millions(13), account: account() })).toBe(-31001);
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: account() })).toEqual({
      allow: true,
    });
    const time = clock.now();
    const made = await twice('CreateTransaction', { id: 't1', time, amount: millions(1), account: account() });
    expect(made).toMatchObject({ state: 1, transaction: expect.any(String), create_time: expect.any(Number) });
    expect(await twice('CreateTransaction', { id: 't1', time, amount: millions(2), account: account() })).toBe(-31008);
    expect(await twice('CheckTransaction', { id: 't1' })).toEqual({
      ...made,
      perform_time: 0,
      cancel_time: 0,
      reason: null,
    });
    // A contract takes another one meanwhile.
    expect(
      await payme('CreateTransaction', { id: 't2', time: clock.now(), amount: millions(1), account: account() }),
    ).toMatchObject({ state: 1 });
    const before = await paid();
    const done = await twice('PerformTransaction', { id: 't1' });
    expect(done).toMatchObject({ state: 2, transaction: made.transaction, perform_time: expect.any(Number) });
    expect((await paid()) - before).toBe(millions(1));
    const cancelled = await twice('CancelTransaction', { id: 't2', reason: 3 });
    expect(cancelled).toMatchObject({ state: -1 });
    expect(await payme('CancelTransaction', { id: 't2', reason: 5 })).toEqual(cancelled);
    expect(await twice('CheckTransaction', { id: 't2' })).toMatchObject({ state: -1, reason: 3 });
    expect(await twice('PerformTransaction', { id: 't2' })).toBe(-31008);
    expect(await twice('PerformTransaction', { id: 'never' })).toBe(-31003);
    expect(await payme('SetFiscalData', { id: 't1', type: 'PERFORM', fiscal_data: { receipt_id: 1 } })).toEqual({
      success: true,
    });

    const back = await twice('CancelTransaction', { id: 't1', reason: 5 });
    expect(back).toMatchObject({ state: -2 });
    expect(await paid()).toBe(before);
    expect(await twice('PerformTransaction', { id: 't1' })).toBe(-31008);
    const { transactions } = await payme('GetStatement', { from: time, to: clock.now() });
    expect(transactions.map(({ id, state }: Any) => [id, state])).toEqual([
      ['t1', -2],
      ['t2', -1],
    ]);
    expect(transactions[0]).toMatchObject({ time, account: account(), amount: millions(1) });
    expect(await payme('GetStatement', { from: 2, to: 1 })).toBe(-32600);
  });

  it('is too late after twelve hours', async () => {
    const old = { id: 'old', time: clock.now() - 43_200_001, amount: millions(1), account: account() };
    expect(await twice('CreateTransaction', old)).toBe(-31008);
    await payme('CreateTransaction', { ...old, id: 'slow', time: clock.now() });
    await scene.sql("update gateway_transactions set create_time = create_time - 43200001 where external_id = 'slow'");
    expect(await twice('PerformTransaction', { id: 'slow' })).toBe(-31008);
    expect(await payme('CheckTransaction', { id: 'slow' })).toMatchObject({ state: -1, reason: 4 });
  });

  it('asks twelve times at once and is booked once', async () => {
    const before = await paid();
    const create = { id: 'many', time: clock.now(), amount: millions(1), account: account() };
    const made = await Promise.all(Array.from({ length: 12 }, () => payme('CreateTransaction', create)));
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
    const done = await Promise.all(Array.from({ length: 12 }, () => payme('PerformTransaction', { id: 'many' })));
    expect(new Set(done.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await paid()) - before).toBe(millions(1));
  });

  it('cannot take back what was given back or used already', async () => {
    await payme('CreateTransaction', { id: 'used', time: clock.now(), amount: millions(1), account: account() });
    await payme('PerformTransaction', { id: 'used' });
    const [row] = await scene.sql("select payment_id from gateway_transactions where external_id = 'used'");
    await scene.sql(
      `insert into payments (institution_id, contract_id, student_id, kind, refund_of, amount, paid_on, payment_type, payer, search)
       select institution_id, contract_id, student_id, 'REFUND', id, -500, paid_on, payment_type, payer, search from payments where id = $1`,
      [row.payment_id],
    );
    expect(await twice('CancelTransaction', { id: 'used', reason: 5 })).toBe(-31007);
  });
});

describe('an order', () => {
  it('is paid once, on a page that its owner alone follows', async () => {
    const can = (await scene.student.get('/accounting/payment/online/')).body;
    expect(can.providers.toSorted()).toEqual(['CLICK', 'PAYME']);
    expect(can.contracts).toMatchObject([{ contract: { id: contract.id } }]);
    const input = { provider: 'PAYME', contract_id: contract.id };
    const above = await scene.student.post('/accounting/payment/online/', { ...input, amount: '99000000' });
    expect(above.status).toBe(422);
    const order = (await scene.student.post('/accounting/payment/online/', { ...input, amount: '1000000' })).body;
    expect(order).toMatchObject({ state: 'WAITING', amount: '1000000' });
    const page = Buffer.from(order.url.split('/').at(-1), 'base64').toString();
    expect(page).toContain(`m=m1;ac.order=${order.number};a=${millions(1)};`);
    const account = { order: order.number };
    expect(await twice('CheckPerformTransaction', { amount: millions(2), account })).toBe(-31001);
    expect(
      await twice('CreateTransaction', { id: 'o1', time: clock.now(), amount: millions(1), account }),
    ).toMatchObject({
      state: 1,
    });
    expect(await twice('CreateTransaction', { id: 'o2', time: clock.now(), amount: millions(1), account })).toBe(
      -31008,
    );
    await payme('PerformTransaction', { id: 'o1' });
    expect((await scene.student.get(`/accounting/payment/online/${order.id}`)).body.state).toBe('PAID');
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account })).toBe(-31008);
    const other = await scene.api.as('master_student');
    expect((await other.get(`/accounting/payment/online/${order.id}`)).status).toBe(404);
    expect((await other.post('/accounting/payment/online/', { ...input, amount: '1000000' })).status).toBe(422);
  });
});

describe('the bank of the demo', () => {
  it('pays, repeats, loses its answer and takes back, through the protocols themselves; elsewhere there is none', async () => {
    for (const provider of ['PAYME', 'CLICK']) {
      const input = { provider, contract_id: contract.id, amount: '1500.5' };
      const order = (await scene.student.post('/accounting/payment/online/', input)).body;
      const act = (what: string) => scene.student.post('/accounting/payment/online/bank', { id: order.id, act: what });
      expect((await act('PAY')).status).toBe(404);
      scene.api.kernel.settings.demo = true;
      try {
        const before = await paid();
        const compared = async () => (await act('COMPARE')).body;
        if (provider === 'CLICK') expect((await compared()).code).toBe('BANK_LIST');
        else expect(await compared()).toMatchObject({ agrees: true, said: [expect.any(String), expect.any(String)] });
        expect((await act('LOSE')).body.order.state).toBe('PAID');
        expect((await act('REPEAT')).body).toMatchObject({ order: { state: 'PAID' }, said: expect.any(Array) });
        expect((await paid()) - before).toBe(150_050);
        if (provider === 'PAYME') {
          expect(await compared()).toMatchObject({ agrees: true });
          const told = (amount: number) =>
            scene.sql('update gateway_transactions set amount = amount + $1 where order_id = $2', [amount, order.id]);
          await told(1);
          expect(await compared()).toMatchObject({ agrees: false });
          await told(-1);
          expect((await act('RETURN')).body.order.state).toBe('RETURNED');
          expect(await paid()).toBe(before);
        }
      } finally {
        scene.api.kernel.settings.demo = false;
      }
    }
  });
});

describe('an invoice as an account of one payment', () => {
  const invoiceFor = async (amount: string) => {
    const paper = await scene.accountant.put('/student/create/invoice', {
      student_id: scene.people[0],
      amount,
      purpose: `Hisob ${amount}`,
    });
    return paper.body.number as string;
  };
  const begin = (id: string, invoice: string, amount: number) =>
    twice('CreateTransaction', { id, time: clock.date().getTime(), amount, account: { invoice } });

  it('takes exactly its amount, one live transaction, and nothing once it is paid or taken back', async () => {
    const invoice = await invoiceFor('1000000');
    expect(await twice('CheckPerformTransaction', { amount: 99, account: { invoice } })).toBe(-31001);
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: { invoice: 'H-2000-000001' } })).toBe(
      -31050,
    );
    // Under another field it is nobody's account.
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: { contract: invoice } })).toBe(
      -31050,
    );
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: { invoice } })).toEqual({
      allow: true,
    });
    expect((await begin('inv-1', invoice, millions(1))).state).toBe(1);
    expect(await begin('inv-2', invoice, millions(1))).toBe(-31008);
    const before = await paid();
    expect((await twice('PerformTransaction', { id: 'inv-1' })).state).toBe(2);
    expect(await paid()).toBe(before + millions(1));
    expect(await begin('inv-3', invoice, millions(1))).toBe(-31008);
    expect(await twice('CheckPerformTransaction', { amount: millions(1), account: { invoice } })).toBe(-31008);
    const [{ account: named }] = (
      await payme('GetStatement', { from: 0, to: clock.date().getTime() + 1 })
    ).transactions.filter((one: Any) => one.id === 'inv-1');
    expect(named).toEqual({ invoice });

    const other = await invoiceFor('700000');
    const row = (await scene.accountant.get(`/accounting/invoice/?search=${other}`)).body.content[0];
    await scene.accountant.post('/accounting/invoice/credit', { id: row.id, version: row.version, reason: 'Xato' });
    expect(await begin('inv-4', other, 70_000_000)).toBe(-31008);
  });

  it('is paid once when twelve come at once, whichever gateway they come through', async () => {
    const invoice = await invoiceFor('500000');
    const before = await paid();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        payme('CreateTransaction', {
          id: `storm-${at}`,
          time: clock.date().getTime(),
          amount: 50_000_000,
          account: { invoice },
        }),
      ),
    );
    expect(made.filter((one: Any) => one.state === 1)).toHaveLength(1);
    await Promise.all(Array.from({ length: 12 }, (_, at) => payme('PerformTransaction', { id: `storm-${at}` })));
    expect(await paid()).toBe(before + 50_000_000);
  });
});

describe('Click', () => {
  const click = (more: Record<string, string>): Promise<Any> =>
    tellAsClick(scene.api, secret, { merchant_trans_id: contract.number, amount: '1000.50', ...more });

  it('is checked in the order of its protocol', async () => {
    expect((await click({ amount: '' })).error).toBe(-8);
    expect((await click({ sign_string: 'x' })).error).toBe(-1);
    expect((await click({ action: '7' })).error).toBe(-3);
    expect((await click({ merchant_trans_id: 'none' })).error).toBe(-5);
    expect((await click({ action: '1', merchant_prepare_id: '999999' })).error).toBe(-6);
    expect((await click({ amount: '100000000.00' })).error).toBe(-2);
    expect((await click({ amount: '0.001' })).error).toBe(-2);
  });

  it('prepares and completes once; what is completed or cancelled says so', async () => {
    const before = await paid();
    const prepared = await click({ click_trans_id: '10' });
    expect(prepared).toMatchObject({ error: 0, merchant_prepare_id: expect.any(Number) });
    expect(await click({ click_trans_id: '10' })).toEqual(prepared);
    const prepare = { click_trans_id: '10', action: '1', merchant_prepare_id: String(prepared.merchant_prepare_id) };
    expect((await click({ ...prepare, amount: '1000' })).error).toBe(-2);
    expect((await click({ ...prepare, click_trans_id: '11' })).error).toBe(-6);
    const both = await Promise.all([click(prepare), click(prepare)]);
    expect(both.map(({ error }) => error).toSorted()).toEqual([-4, 0].toSorted());
    expect((await paid()) - before).toBe(100_050);
    expect((await click({ click_trans_id: '10' })).error).toBe(-4);

    const second = await click({ click_trans_id: '12' });
    const failed = { click_trans_id: '12', action: '1', merchant_prepare_id: String(second.merchant_prepare_id) };
    expect((await click({ ...failed, error: '-5017' })).error).toBe(-9);
    expect((await click(failed)).error).toBe(-9);
    expect((await paid()) - before).toBe(100_050);
  });
});

it('what gateways brought stands in the books, and accounting sees each', async () => {
  const owner = await scene.api.database.owner.connect();
  expect((await verifyJournal(owner, scene.api.dataDir)).faults).toEqual([]);
  owner.release();
  const { content } = (await scene.accountant.get('/accounting/gateway/transaction/?state=2')).body;
  expect(content.length).toBeGreaterThan(2);
  expect((await scene.student.get('/accounting/gateway/transaction/')).status).toBe(403);
});
