import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyJournal } from '#domains/accounting/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Caller } from '#tests/support/api.ts';
import { type ClickFault, playClick, tellAsClick } from '#tests/support/click.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { authOf, clickPaid } from './click-merchant.ts';
import { askHowClickStands, workOnReversals } from './reversals.ts';

/** Click's Merchant API: what is asked of it, what it says and does not say, and that nothing is booked before its status says so. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

const key = { service_id: '777', merchant_user_id: '4242', secret: 'click-secret' };
const day = '2026-11-26';
let scene: MoneyScene;
let admin: Caller;
let desk: Awaited<ReturnType<typeof playClick>>;
let contract: { id: number; number: string };
let made = 100;

beforeAll(async () => {
  scene = await moneyScene();
  scene.api.kernel.settings.demo = false;
  admin = await scene.api.as('admin');
  desk = await playClick(key);
  scene.api.kernel.settings.clickUrl = desk.url;
  contract = await scene.active(scene.people[0]!);
  const saved = await scene.accountant.put('/accounting/gateway/', {
    provider: 'CLICK',
    merchant_id: 'c1',
    ...key,
    active: true,
    addresses: [],
  });
  expect(saved.status).toBe(200);
  expect(saved.body[1]).toMatchObject({ merchant_user_id: '4242' });
  expect(JSON.stringify(saved.body)).not.toContain(key.secret);
});
afterAll(async () => {
  await desk?.close();
  await scene?.api.close();
});
beforeEach(() => {
  desk.faults.clear();
  desk.asked.length = 0;
});

/** As Click pays an order of the student's. */
async function paid(amount = '1000.00', account?: string): Promise<Any> {
  const order =
    account ??
    (
      await scene.student.post('/accounting/payment/online/', {
        provider: 'CLICK',
        contract_id: contract.id,
        amount,
      })
    ).body.number;
  const id = String(++made);
  const ask = (action: '0' | '1', more: Record<string, string> = {}): Promise<Any> =>
    tellAsClick(scene.api, key.secret, {
      click_trans_id: id,
      service_id: key.service_id,
      click_paydoc_id: id,
      merchant_trans_id: order,
      amount,
      action,
      sign_time: `${day} 10:00:00`,
      ...more,
    });
  const { merchant_prepare_id } = await ask('0');
  expect((await ask('1', { merchant_prepare_id: String(merchant_prepare_id) })).error).toBe(0);
  desk.payments.set(Number(id), { payment_id: Number(id), status: clickPaid, account: order, day });
  return transaction(id);
}
const transaction = async (id: string) =>
  (await scene.accountant.get(`/accounting/gateway/transaction/?search=${id}`)).body.content[0];
const ask = (id: number, who = scene.accountant) =>
  who.post('/accounting/gateway/reversal/', { transaction_id: id, reason: 'Ikki marta toʻlandi' });
const decide = ({ id, version }: Any, send = true, who = admin) =>
  who.put('/accounting/gateway/reversal/', { id, version, send });
const newest = async (): Promise<Any> =>
  (await scene.accountant.get('/accounting/gateway/reversal/?sort=created_at,desc&size=1')).body.content[0];
/** Sent to Click, where this is wrong; the server goes on with it by itself, so what is wrong is so before. */
const sent = async (fault?: [begins: string, fault: ClickFault]): Promise<Any> => {
  const one = await paid();
  const asked = await ask(one.id);
  expect(asked.status).toBe(200);
  if (fault) desk.faults.set(...fault);
  expect((await decide(asked.body)).body.state).toBe('SENDING');
  return one;
};
/** Whoever comes second finds it taken: until it stands so. */
const stands = (as: object) =>
  expect
    .poll(
      async () => {
        await workOnReversals(scene.api.kernel);
        return newest();
      },
      { timeout: 10_000 },
    )
    .toMatchObject(as);
const refunds = async (payment: number) =>
  scene.sql('select amount::int from payments where refund_of = $1 and deleted_at is null', [payment]);
const reversals = () => desk.asked.filter((line) => line.startsWith('DELETE')).length;

it('asks with the digest of the second and the secret', () => {
  expect(authOf({ ...key, merchant_user_id: '123' }, 1_519_051_543)).toBe(
    `123:${createHash('sha1').update('1519051543click-secret').digest('hex')}:1519051543`,
  );
});

it('is asked by one and sent by another, and booked once the status says that it went back', async () => {
  const one = await paid();
  expect(one.can.reverse).toBe(true);
  expect(
    (await scene.student.post('/accounting/gateway/reversal/', { transaction_id: one.id, reason: 'x' })).status,
  ).toBe(403);
  const asked = await ask(one.id);
  expect(asked.body).toMatchObject({ state: 'ASKED', amount: '1000', can: { send: false, withdraw: true } });
  expect((await ask(one.id)).body.code).toBe('REVERSAL_NOT');
  expect((await decide(asked.body, true, scene.accountant)).body.code).toBe('REVERSAL_OWN');
  await workOnReversals(scene.api.kernel);
  expect(desk.asked).toEqual([]);
  expect((await decide(asked.body)).body).toMatchObject({ state: 'SENDING' });
  await stands({ state: 'DONE', note: null });
  expect(await transaction(one.external_id)).toMatchObject({ state: -2, reason: 5, can: { reverse: false } });
  expect(await refunds(one.payment_id)).toEqual([{ amount: -100_000 }]);
  expect(reversals()).toBe(1);
  expect(desk.asked[0]).toMatch(new RegExp(`^GET payment/status_by_mti/777/P-\\d+/${day}$`));
  expect((await decide(await newest())).body.code).toBe('REVERSAL_DECIDED');
  // Once more changes nothing.
  await workOnReversals(scene.api.kernel);
  expect(await refunds(one.payment_id)).toHaveLength(1);
});

it('says nothing of the money while Click says nothing: away, broken, garbled', async () => {
  const one = await sent(['GET', 'away']);
  for (const [fault, note] of [
    ['away', expect.any(String)],
    ['broken', 'HTTP 500'],
    ['garbled', expect.any(String)],
  ] as const) {
    desk.faults.set('GET', fault);
    await stands({ state: 'SENDING', note });
  }
  desk.faults.set('DELETE', 'broken');
  desk.faults.delete('GET');
  await stands({ state: 'SENDING', note: 'HTTP 500', sent_at: expect.any(String) });
  expect(await refunds(one.payment_id)).toEqual([]);
  desk.faults.clear();
  await stands({ state: 'DONE' });
  expect(await refunds(one.payment_id)).toHaveLength(1);
});

it('finds what was done although the answer was lost, and does not ask for it twice', async () => {
  const one = await sent(['DELETE', 'lost']);
  await stands({ state: 'DONE' });
  expect(reversals()).toBe(1);
  expect(await refunds(one.payment_id)).toHaveLength(1);
});

it('waits for the status where Click said yes and has not done it', async () => {
  const one = await sent(['DELETE', 'slow to do']);
  await stands({ state: 'SENDING', sent_at: expect.any(String) });
  await stands({ state: 'SENDING' });
  expect(await refunds(one.payment_id)).toEqual([]);
  desk.payments.get(Number(one.external_id))!.status = -99;
  await stands({ state: 'DONE' });
  expect(reversals()).toBe(1);
  expect(await refunds(one.payment_id)).toHaveLength(1);
});

it('is refused in the words of Click, and the money stays', async () => {
  const one = await sent(['DELETE', 'refuse']);
  await stands({ state: 'REFUSED', note: 'Payment of another month' });
  expect(await refunds(one.payment_id)).toEqual([]);
  expect((await transaction(one.external_id)).can.reverse).toBe(true);
  const again = await ask(one.id);
  expect((await decide(again.body, false)).body.state).toBe('WITHDRAWN');
});

it('is not asked where the wrong key answers, nor of what Click does not know', async () => {
  const secret = (value: string) =>
    scene.sql(
      "update gateway_secrets set secret = $1 where gateway_id = (select id from gateways where provider = 'CLICK' and institution_id = 1)",
      [value],
    );
  const one = await paid();
  const asked = await ask(one.id);
  await secret('another');
  await decide(asked.body);
  await stands({ state: 'SENDING', note: 'HTTP 401' });
  desk.payments.delete(Number(one.external_id));
  await secret(key.secret);
  await stands({ state: 'REFUSED', note: 'Payment not found' });
  expect(reversals()).toBe(0);
});

it('names what Click gave back and the books could not', async () => {
  const one = await sent(['DELETE', 'slow to do']);
  await stands({ state: 'SENDING', sent_at: expect.any(String) });
  // Meanwhile some of it goes another way: what is above is given back by an order.
  await scene.sql(
    `insert into payments (institution_id, contract_id, student_id, kind, refund_of, amount, paid_on, payment_type, payer, search)
     select institution_id, contract_id, student_id, 'REFUND', id, -100, edulab_today(), payment_type, payer, search from payments where id = $1`,
    [one.payment_id],
  );
  desk.payments.get(Number(one.external_id))!.status = -99;
  await stands({ state: 'STUCK' });
  await scene.accountant.post('/accounting/reconciliation/run', {});
  const { content } = (await scene.accountant.get('/accounting/reconciliation/?kind=CLICK_STATUS')).body;
  expect(content).toMatchObject([{ subject: `Click ${one.external_id}`, state: 'OPEN', amount: '1000' }]);
});

it('does not guess which payment is meant, nor takes back what is not all there', async () => {
  const first = await paid('1000.00', contract.number);
  expect(first.can.reverse).toBe(true);
  const second = await paid('1000.00', contract.number);
  expect((await ask(second.id)).body.code).toBe('REVERSAL_NOT');
  expect((await transaction(first.external_id)).can.reverse).toBe(false);
});

it('is asked each night how payments stand, and each difference is work for somebody', async () => {
  const [kept, lost] = [await paid(), await paid()];
  desk.payments.get(Number(lost.external_id))!.status = -99;
  const { clickUrl } = scene.api.kernel.settings;
  await scene.sql('update gateway_transactions set create_time = $1 where state <> 0', [clock.date().getTime()]);
  expect(await askHowClickStands(scene.api.kernel)).toBeGreaterThan(1);
  await scene.accountant.post('/accounting/reconciliation/run', {});
  const found = async () =>
    (await scene.accountant.get('/accounting/reconciliation/?kind=CLICK_STATUS&state=OPEN')).body.content.map(
      ({ subject }: Any) => subject,
    );
  expect(await found()).toContain(`Click ${lost.external_id}`);
  expect(await found()).not.toContain(`Click ${kept.external_id}`);
  // Paid there and not here.
  await scene.sql('update gateway_transactions set state = -1, payment_id = null where id = $1', [kept.id]);
  await scene.accountant.post('/accounting/reconciliation/run', {});
  expect(await found()).toContain(`Click ${kept.external_id}`);
  await scene.sql('update gateway_transactions set state = 2, payment_id = $2 where id = $1', [
    kept.id,
    kept.payment_id,
  ]);
  // Nobody answers: nothing is said, and the night goes on.
  desk.faults.set('GET', 'away');
  expect(await askHowClickStands(scene.api.kernel)).toBe(0);
  expect(desk.asked.length).toBeLessThan(40);
  expect(clickUrl).toBe(desk.url);
});

it('leaves the books in balance', async () => {
  const owner = await scene.api.database.owner.connect();
  expect((await verifyJournal(owner, scene.api.dataDir)).faults).toEqual([]);
  owner.release();
});
