import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { tiyinOf } from '../money.ts';

/** To what a payment went: the same as what is paid of debits, told from the other side, whatever was done with the money. */

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const partsOf = async (id: number, by = scene.accountant, more = '') =>
  (await by.get(`/accounting/payment/${id}/parts${more}`)).body;

it('tells the debits in their order, what is given back from the newest, and what is above', async () => {
  const who = scene.people[0]!;
  const contract = await scene.active(who);
  const first = (await scene.pay(contract.id, '7000000')).body;
  const second = (await scene.pay(contract.id, '6000000', { overpayment: { left: '5000000', excess: '1000000' } }))
    .body;
  expect(await partsOf(first.id)).toMatchObject({
    rest: '7000000',
    parts: [
      { kind: 'TUITION', due_on: scene.today, total: '6000000', amount: '6000000', contract: { id: contract.id } },
      { kind: 'TUITION', due_on: scene.day(40), total: '6000000', amount: '1000000' },
    ],
    credit: '0',
  });
  const above = { rest: '6000000', parts: [{ amount: '5000000' }], credit: '1000000' };
  expect(await partsOf(second.id)).toMatchObject(above);
  // A fine that is charged later is paid by what is above; where the money went before stays as it was.
  const charged = { student_id: who, contract_id: contract.id, kind: 'FINE', amount: '300000', due_on: scene.day(60) };
  const fine = (await scene.accountant.post('/student/debit/', charged)).body;
  expect((await partsOf(first.id)).parts).toMatchObject([{ amount: '6000000' }, { amount: '1000000' }]);
  expect(await partsOf(second.id)).toMatchObject({
    parts: [{ amount: '5000000' }, { kind: 'FINE', amount: '300000' }],
    credit: '700000',
  });
  expect((await scene.accountant.delete(`/student/debit/${fine.id}?reason=Xato`)).status).toBe(200);
  expect(await partsOf(second.id)).toMatchObject(above);
  expect((await scene.giveBack(contract.id, '400000')).status).toBe(200);
  expect(await partsOf(second.id)).toMatchObject({ rest: '5600000', parts: [{ amount: '5000000' }], credit: '600000' });
  const [refund] = await scene.sql('select id from payments where refund_of = $1', [second.id]);
  expect(await partsOf(refund.id)).toEqual({ rest: '0', parts: [], credit: '0' });
  // Whoever paid reads it too, and nobody else.
  expect(await partsOf(first.id, scene.student)).toMatchObject({
    parts: [{ amount: '6000000' }, { amount: '1000000' }],
  });
  const other = await scene.api.as('master_student');
  expect((await other.get(`/accounting/payment/${first.id}/parts`)).status).toBe(404);
});

it('tells the contract itself where that is the charge', async () => {
  const contract = await scene.issued(scene.people[1]!);
  const paid = (await scene.pay(contract.id, '2000000')).body;
  expect(await partsOf(paid.id)).toMatchObject({
    parts: [{ debit_id: null, kind: null, contract: { title: contract.number }, total: '12000000', amount: '2000000' }],
    credit: '0',
  });
  await scene.accountant.put('/accounting/contract/status', { id: contract.id, status: 'ACCEPTED' });
  expect(await partsOf(paid.id)).toMatchObject({ parts: [{ kind: 'TUITION', amount: '2000000' }], credit: '0' });
});

it('is asked of a day of the past as it was then', async () => {
  const who = scene.people[2]!;
  const contract = await scene.active(who);
  const payment = (await scene.pay(contract.id, '6000000')).body;
  expect(await partsOf(payment.id)).toMatchObject({ parts: [{ due_on: scene.today, amount: '6000000' }] });
  // A day later somebody charges a debit that is due before all others, and it takes the money first.
  await scene.api.setClock(`${scene.day(1)}T12:00:00+05:00`);
  await scene.accountant.post('/student/debit/', {
    student_id: who,
    contract_id: contract.id,
    kind: 'FINE',
    amount: '500000',
    due_on: scene.day(-30),
  });
  expect(await partsOf(payment.id)).toMatchObject({
    parts: [
      { kind: 'FINE', amount: '500000' },
      { due_on: scene.today, amount: '5500000' },
    ],
  });
  const then = await partsOf(payment.id, scene.accountant, `?as_of=${scene.today}`);
  expect(then.parts).toMatchObject([{ kind: 'TUITION', due_on: scene.today, amount: '6000000' }]);
});

type Money = { id: number; of: string; day: string; amount: number };
/** The rule in the plainest words: money in the order in which it came, debts in the order of their days. */
function laid(debits: readonly Money[], received: readonly Money[]): Map<string, number> {
  const inOrder = (rows: readonly Money[]) =>
    rows
      .map((row) => ({ ...row, open: row.amount }))
      .toSorted((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1));
  const owed = inOrder(debits);
  const found = new Map<string, number>();
  for (const payment of inOrder(received))
    for (const debit of owed) {
      const part = debit.of === payment.of ? Math.min(debit.open, payment.open) : 0;
      if (part <= 0) continue;
      debit.open -= part;
      payment.open -= part;
      found.set(`${payment.id} ${debit.id}`, part);
    }
  return found;
}

const acts = ['PAY', 'BESIDES', 'CHARGE', 'LESSEN', 'RETURN', 'DELETE', 'MOVE'] as const;
const operation = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.nat(2),
  amount: fc.integer({ min: 1, max: 900_000_000 }),
  day: fc.integer({ min: -60, max: 0 }),
  which: fc.nat(50),
});

it('agrees with what is paid, what is above and the plainest rule, after any operations', async () => {
  const people = scene.people.slice(4, 7);
  const contracts = await Promise.all(people.map(async (id) => (await scene.active(id)).id as number));
  const pick = async (table: string, which: number, more = '') => {
    const rows = await scene.sql(
      `select * from ${table} where student_id = any($1) and deleted_at is null ${more} order by id`,
      [people],
    );
    return rows[which % Math.max(1, rows.length)];
  };
  let references = 0;
  const soms = (tiyin: number) => `${Math.floor(tiyin / 100)}.${String(tiyin % 100).padStart(2, '0')}`;

  const act = async ({ act, who, amount, day, which }: typeof operation extends fc.Arbitrary<infer O> ? O : never) => {
    const pay = (more: object) =>
      scene.accountant.post('/student/external_payment/', {
        amount: soms(amount),
        paid_on: scene.day(day),
        payment_type: 'BANK',
        external_ref: `ref ${++references}`,
        ...more,
      });
    const payment = await pick('payments', which, "and kind = 'PAYMENT'");
    const debit = await pick('student_debits', which);
    if (act === 'PAY') await pay({ contract_id: contracts[who] });
    if (act === 'BESIDES') await pay({ student_id: people[who] });
    if (act === 'CHARGE')
      await scene.accountant.post('/student/debit/', {
        student_id: people[who],
        kind: which % 2 ? 'FINE' : 'DORMITORY',
        ...(which % 2 ? { contract_id: contracts[who] } : {}),
        amount: soms(amount),
        due_on: scene.day(day + 30),
      });
    if (act === 'LESSEN' && debit)
      await scene.accountant.post('/student/debit_detail', {
        debit_id: debit.id,
        amount: `-${soms(Math.min(amount, Number(debit.total)) || 1)}`,
        reason: 'Chegirma',
      });
    if (act === 'RETURN' && payment)
      await scene.sql(
        `insert into payments (institution_id, contract_id, student_id, kind, refund_of, amount, paid_on, payment_type, payer, search)
         select p.institution_id, p.contract_id, p.student_id, 'REFUND', p.id, -r.part, greatest(p.paid_on, $3::date), p.payment_type, p.payer, p.search
           from payments p cross join lateral (select least($2::bigint, p.amount + coalesce((select sum(x.amount) from payments x where x.refund_of = p.id and x.deleted_at is null), 0)) as part) r
          where p.id = $1 and r.part > 0`,
        [payment.id, amount, scene.today],
      );
    if (act === 'DELETE' && payment) await scene.accountant.delete(`/accounting/payment/${payment.id}?reason=Xato`);
    if (act === 'MOVE' && debit)
      await scene.sql("update student_debits set due_on = due_on + ($2::int || ' days')::interval where id = $1", [
        debit.id,
        day + 30,
      ]);
  };

  const look = async () => {
    const debits = await scene.sql(
      `select id, coalesce(contract_id, -student_id)::text as of, due_on::text as day, total::float8 as amount, paid::float8 as paid
         from student_debits where student_id = any($1) and deleted_at is null`,
      [people],
    );
    const received = await scene.sql(
      `select p.id, coalesce(p.contract_id, -p.student_id)::text as of, p.paid_on::text as day,
              (p.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = p.id and r.deleted_at is null), 0))::float8 as amount
         from payments p where p.student_id = any($1) and p.refund_of is null and p.deleted_at is null`,
      [people],
    );
    const ids = received.map(({ id }) => id);
    const told = await scene.sql(
      'select payment_id, debit_id, part::float8 as part from edulab_payment_parts($1::int[])',
      [ids],
    );
    expect(new Map(told.map((row) => [`${row.payment_id} ${row.debit_id}`, row.part]))).toEqual(laid(debits, received));
    const sumOf = (rows: { part: number }[]) => rows.reduce((sum, { part }) => sum + part, 0);
    for (const { id, paid } of debits) expect(sumOf(told.filter((row) => row.debit_id === id))).toBe(paid);
    const above = (id: number, amount: number) => amount - sumOf(told.filter((row) => row.payment_id === id));
    const credit = received.reduce((sum, { id, amount }) => sum + above(id, amount), 0);
    const [balance] = await scene.sql(
      'select coalesce(sum(credit), 0)::float8 as credit from edulab_student_balance($1::int[])',
      [people],
    );
    expect(credit).toBe(balance.credit);
    // The call says the same of one of them.
    const one = received.at(-1);
    if (!one) return;
    const said = await partsOf(one.id);
    expect(tiyinOf(said.rest)).toBe(one.amount);
    expect(tiyinOf(said.credit)).toBe(above(one.id, one.amount));
    expect(said.parts.map((part: { amount: string }) => tiyinOf(part.amount)).toSorted()).toEqual(
      told
        .filter((row) => row.payment_id === one.id)
        .map(({ part }) => part)
        .toSorted(),
    );
  };

  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 10 }), async (operations) => {
      for (const one of operations) await act(one);
      await look();
    }),
    { numRuns: 25, endOnFailure: true },
  );
  const [happened] = await scene.sql(
    `select count(*) filter (where kind = 'PAYMENT') > 20 as came, count(*) filter (where kind = 'REFUND') > 3 as back, count(deleted_at) > 3 as gone
       from payments where student_id = any($1)`,
    [people],
  );
  expect(happened).toEqual({ came: true, back: true, gone: true });
});
