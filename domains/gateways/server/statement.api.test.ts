import { afterAll, beforeAll, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { type Payme, playPayme } from '#tests/support/payme.ts';

/** GetStatement of Payme: what we list, held against the book of who asks. */

let scene: MoneyScene;
let payme: Payme;
let contract: { id: number; number: string };

beforeAll(async () => {
  scene = await moneyScene();
  contract = await scene.active(scene.people[0]!);
  payme = playPayme(scene.api, 'key-of-the-statement');
  const saved = await scene.accountant.put('/accounting/gateway/', {
    provider: 'PAYME',
    merchant_id: 'm1',
    service_id: '',
    secret: 'key-of-the-statement',
    active: true,
    addresses: [],
  });
  expect(saved.status).toBe(200);
});
afterAll(() => scene?.api.close());

it('asks for the list of any time as often as it likes, and compares it with its own book', async () => {
  // What the played Payme knows: times by its own clock, some of them equal, none in the order in which it asked.
  const start = clock.now() - 3_600_000;
  const book: { id: string; time: number; amount: number; account: object; state: number }[] = [];
  const order = (
    await scene.student.post('/accounting/payment/online/', {
      provider: 'PAYME',
      contract_id: contract.id,
      amount: '2000',
    })
  ).body;
  for (const [at, second] of [50, 10, 30, 10, 40, 20].entries()) {
    const one = {
      id: `book-${at}`,
      time: start + second * 1000,
      amount: at === 4 ? 200_000 : 100_000 + at,
      account: at === 4 ? { order: order.number } : { contract: contract.number },
    };
    await payme.twice('CreateTransaction', one);
    if (at % 2 === 0) await payme.twice('PerformTransaction', { id: one.id });
    if (at === 2 || at === 3) await payme.twice('CancelTransaction', { id: one.id, reason: 5 });
    book.push({ ...one, state: [2, 1, -2, -1, 2, 1][at]! });
  }
  // Of another institution nothing is listed, also not what has the same name; of Click neither.
  await scene.sql(
    `insert into gateway_transactions (institution_id, provider, external_id, external_time, amount, create_time)
     select i.id, 'PAYME', 'book-0', $1, 1, $1 from institutions i where i.id <> 1 limit 1`,
    [start + 10_000],
  );
  await scene.sql(
    `insert into gateway_transactions (institution_id, provider, external_id, external_time, contract_id, amount, create_time)
     values (1, 'CLICK', 'book-c', $1, $2, 1, $1)`,
    [start + 10_000, contract.id],
  );
  const within = (from: number, to: number) =>
    book
      .filter(({ time }) => time >= from && time <= to)
      .toSorted((a, b) => a.time - b.time || book.indexOf(a) - book.indexOf(b));
  for (const [from, to] of [
    [0, 60],
    [10, 10],
    [10, 40],
    [11, 39.999],
    [20.001, 29.999],
    [50, 3000],
  ] as const) {
    const bounds = { from: start + from * 1000, to: start + to * 1000 };
    const { transactions } = await payme.twice('GetStatement', bounds);
    const known = await Promise.all(
      within(bounds.from, bounds.to).map(async ({ state, ...one }) => ({
        ...one,
        ...(await payme.ask('CheckTransaction', { id: one.id })),
        state,
      })),
    );
    expect(transactions).toEqual(known);
  }
  const [{ account: named }] = (await payme.ask('GetStatement', { from: start + 40_000, to: start + 40_000 }))
    .transactions;
  expect(named).toEqual({ order: order.number });
  expect(await payme.twice('GetStatement', { from: '1', to: 2 })).toBe(-32600);
});

it('is told no list that was cut short', async () => {
  const time = clock.now() - 86_400_000;
  await scene.sql(
    `insert into gateway_transactions (institution_id, provider, external_id, external_time, contract_id, amount, state, create_time)
     select 1, 'PAYME', 'many-' || n, $1::bigint + n, $2, 100, -1, $1 from generate_series(0, 50000) n`,
    [time, contract.id],
  );
  expect(await payme.ask('GetStatement', { from: time, to: time + 50_000 })).toBe(-32600);
  expect((await payme.ask('GetStatement', { from: time, to: time + 49_999 })).transactions).toHaveLength(50_000);
  await scene.sql("delete from gateway_transactions where external_id like 'many-%'");
});
