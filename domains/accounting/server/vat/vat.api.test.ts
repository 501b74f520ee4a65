import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { vatIn, vatOnTop } from '../../money.ts';
import { verifyJournal } from '../journal/verify.ts';

/** Value added tax: in whatever is charged, on top of a fee where the institution says so, and in the books as the state's. */

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const rate = (more: object, by = scene.accountant) =>
  by.put('/accounting/vat', { of: 'TUITION', percent: 12, on_top: false, ...more });
/** What stands on an account for these contracts and students, in tiyin. */
const booked = async (account: string, student: number) =>
  Number(
    (
      await scene.sql(
        `select coalesce(sum(case when e.credit = $1 then e.amount when e.debit = $1 then -e.amount else 0 end), 0)::text as sum
           from journal_entries e where e.student_id = $2 or e.contract_id in (select id from contracts where student_id = $2)`,
        [account, student],
      )
    )[0].sum,
  );

it('counts to the tiyin, as the database does', async () => {
  for (const [amount, percent] of [
    [1, 12],
    [112, 12],
    [1_200_000_001, 12],
    [899_999_999_999_999, 99],
    [5, 0],
  ] as const) {
    const [row] = await scene.sql('select edulab_vat($1, $2)::text as vat', [amount, percent]);
    expect(String(vatIn(amount, percent))).toBe(row.vat);
  }
  expect(vatOnTop(1_000_000_050, 12)).toBe(120_000_006);
});

it('is nothing until the institution says so, and then in what is charged from then on', async () => {
  const [before, after] = scene.people as [number, number];
  await scene.active(before);
  expect((await rate({}, scene.student)).status).toBe(403);
  const on_top = await rate({ of: 'REQUEST', on_top: true });
  expect(on_top.body.data.fields[0].code).toBe('VAT_ON_TOP');
  expect((await rate({})).status).toBe(200);
  const contract = await scene.active(after);
  const whole = (await scene.accountant.get(`/accounting/contract/${contract.id}`)).body;
  expect(whole).toMatchObject({ amount: '12000000', vat: { percent: 12, sum: '1285714.29' } });
  expect(await booked('6410', before)).toBe(0);
  const parts = await scene.sql('select amount::int8 from student_debits where contract_id = $1', [contract.id]);
  const state = parts.reduce((sum: number, { amount }: { amount: number }) => sum + vatIn(Number(amount), 12), 0);
  expect(await booked('6410', after)).toBe(state);
  expect(await booked('9030', after)).toBe(1_200_000_000 - state);
  // A discount is less of both, a fine none of it.
  const [debit] = await scene.sql('select id from student_debits where contract_id = $1 order by id limit 1', [
    contract.id,
  ]);
  await scene.accountant.post('/student/debit_detail', { debit_id: debit.id, amount: '-112000', reason: 'Chegirma' });
  expect(await booked('6410', after)).toBe(state - 1_200_000);
  await scene.accountant.post('/student/debit/', {
    student_id: after,
    kind: 'OTHER',
    amount: '5000',
    due_on: scene.today,
    note: 'x',
  });
  expect(await booked('6410', after)).toBe(state - 1_200_000);
  // The rate that held stays with what was charged.
  await rate({ percent: 15 });
  await expect(scene.sql('update contracts set vat_percent = 15 where id = $1', [contract.id])).rejects.toMatchObject({
    constraint: 'vat_stays',
  });
  const client = await scene.api.database.owner.connect();
  const { faults } = await verifyJournal(client, scene.api.dataDir);
  client.release();
  expect(faults).toEqual([]);
});

it('stands on an invoice with its rate, and comes on top of a fee where it is so', async () => {
  await rate({ percent: 12 });
  const paper = (await scene.accountant.put('/student/create/invoice', { student_id: scene.people[1], language: 'en' }))
    .body;
  const [document] = await scene.sql('select body from issued_documents where id = $1', [paper.id]);
  expect(document.body).toContain('Including VAT of 12 %');
  await rate({ percent: 12, on_top: true });
  const contract = await scene.active(scene.people[2]!);
  expect((await scene.accountant.get(`/accounting/contract/${contract.id}`)).body).toMatchObject({
    amount: '13440000',
    vat: { percent: 12, sum: '1440000' },
  });
});

it('of a place in a short course is in its bill', async () => {
  await rate({ of: 'COURSE', percent: 12 });
  await scene.sql(
    `insert into contracts (institution_id, number, type, payer_name, academic_year_id, amount, plan, deadline, fine, minimum_share, status, issued_on, search)
     values (1, 'VAT-1', 'COURSE', 'X', $1, 11200, jsonb_build_array(jsonb_build_object('due_on', $2::text, 'amount', 11200)), $2::date, '{"percent_per_day":0,"most_percent":0,"grace_days":0}', 100, 'ACCEPTED', $2::date, 'x')`,
    [scene.year, scene.today],
  );
  const [row] = await scene.sql(
    "select sum(e.amount)::int as sum from journal_entries e join contracts c on c.id = e.contract_id where c.number = 'VAT-1' and e.credit = '6410'",
  );
  expect(row.sum).toBe(1200);
});
