import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { verifyJournal } from './journal/verify.ts';

/**
 * What people type wrongly, and what somebody tries: of a payment entered by hand, and by the payer. Others stand where they belong:
 * Perform after Cancel, wrong keys and twelve at once in gateways.api.test.ts, closed periods in journal.api.test.ts and days.api.test.ts,
 * formulas, empty statements and foreign accounts in banking.api.test.ts, a server that is killed in tests/faults/payments.test.ts.
 */

let scene: MoneyScene;
let contract: { id: number; number: string };
beforeAll(async () => {
  scene = await moneyScene();
  contract = await scene.active(scene.people[0]!);
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const faultOf = ({ status, body }: any) => {
  const [fault] = body.data?.fields ?? body.fields ?? [];
  return [status, fault?.path, fault?.code ?? body.code];
};
const kept = async () => (await scene.sql('select count(*)::int as n from payments'))[0].n;

describe('a payment by hand', () => {
  it.each([
    ['99 billion', '99000000000', 'amount_too_large'],
    ['less than nothing', '-100', 'amount_positive'],
    ['a tenth of a tiyin', '0.001', 'money'],
    ['nothing', '0', 'amount_positive'],
    ['a formula', '=1+1', 'money'],
    ['as computers write it', '1e6', 'money'],
    ['a word', 'million', 'money'],
  ])('of %s is refused at its field, and nothing is kept', async (_what, amount, code) => {
    const before = await kept();
    const [status, path, said] = faultOf(await scene.pay(contract.id, amount));
    expect([status, path, said]).toEqual([400, 'amount', code]);
    expect(await kept()).toBe(before);
  });

  it('of tomorrow is refused', async () => {
    expect(faultOf(await scene.pay(contract.id, '1000', { paid_on: scene.day(1) }))).toEqual([
      400,
      'paid_on',
      'date_future',
    ]);
  });

  it('for a contract of another institution finds none, by id and by number', async () => {
    const before = await kept();
    const [foreign] = await scene.sql(
      `with house as (insert into institutions (title, short_name) select title, 'B' from institutions where id = 1 returning id)
       insert into contracts (institution_id, number, payer_name, level, academic_year_id, amount, plan, deadline, fine, minimum_share, status, search)
       select h.id, 'X-2026-000001', c.payer_name, c.level, c.academic_year_id, c.amount, c.plan, c.deadline, c.fine, c.minimum_share, 'ACTIVE', 'x'
         from contracts c, house h where c.id = $1 returning id, number`,
      [contract.id],
    );
    for (const of of [{ contract_id: foreign.id }, { contract_id: undefined, contract_number: foreign.number }])
      expect(faultOf(await scene.pay(contract.id, '1000', of))[2]).toBe('UNKNOWN_REFERENCE');
    expect(await kept()).toBe(before);
  });

  it('of before the contract counts from its own day on: papers come later than money, and none is lost', async () => {
    const other = await scene.active(scene.people[1]!);
    const paid = await scene.pay(other.id, '1000000', { paid_on: scene.day(-40) });
    expect(paid.status).toBe(200);
    const on = async (day: string) => (await scene.standing(scene.people[1]!, day)).paid;
    expect([await on(scene.day(-41)), await on(scene.day(-40)), await on(scene.today)]).toEqual([
      '0',
      '1000000',
      '1000000',
    ]);
  });
});

it('a page of success that is opened again says what stands here, and nobody’s word is a payment', async () => {
  await scene.accountant.put('/accounting/gateway/', {
    provider: 'CLICK',
    merchant_id: 'c1',
    service_id: '777',
    secret: 'click-secret',
    active: true,
    addresses: [],
  });
  const order = (
    await scene.student.post('/accounting/payment/online/', {
      provider: 'CLICK',
      contract_id: contract.id,
      amount: '1000',
    })
  ).body;
  const before = await kept();
  // As Click sends a payer back, with whatever stands in the address.
  for (const said of ['', '?payment_id=1&payment_status=2', '?state=PAID'])
    expect((await scene.student.get(`/accounting/payment/online/${order.id}${said}`)).body).toMatchObject({
      state: 'WAITING',
    });
  const other = await scene.api.as('master_student');
  expect((await other.get(`/accounting/payment/online/${order.id}`)).status).toBe(404);
  expect(await kept()).toBe(before);
});

it('leaves the books as they should be', async () => {
  const owner = await scene.api.database.owner.connect();
  expect((await verifyJournal(owner, scene.api.dataDir)).faults).toEqual([]);
  owner.release();
});
