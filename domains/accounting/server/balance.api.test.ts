import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** More than is left is meant or refused; what came above is on the balance, in one truth for everybody who asks. */

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const contractOf = async (id: number) => (await scene.accountant.get(`/accounting/contract/${id}`)).body;

describe('a payment of more than is left', () => {
  it('is refused in words until it says what was seen, and the excess is on the balance wherever one looks', async () => {
    const who = scene.people[0]!;
    const contract = await scene.active(who);
    expect((await scene.pay(contract.id, '10000000')).status).toBe(200);
    const seen = (await scene.accountant.get(`/accounting/payment/balance?contract_id=${contract.id}`)).body;
    expect(seen).toMatchObject({
      name: 'T1 Talaba',
      amount: '12000000',
      paid: '10000000',
      left: '2000000',
      credit: '0',
    });
    const refused = await scene.pay(contract.id, '5000000');
    expect([refused.status, refused.body.code]).toEqual([409, 'OVERPAYMENT']);
    expect(refused.body.data).toMatchObject({ left: '2000000', excess: '3000000', contract: contract.number });
    expect(refused.body.message).toContain('3,000,000');
    // What was seen is not what is now: asked again.
    const old = await scene.pay(contract.id, '5000000', { overpayment: { left: '4000000', excess: '1000000' } });
    expect(old.body.code).toBe('OVERPAYMENT');
    const meant = await scene.pay(contract.id, '5000000', { overpayment: { left: '2000000', excess: '3000000' } });
    expect(meant.status).toBe(200);
    expect(await contractOf(contract.id)).toMatchObject({
      paid: '15000000',
      left: '0',
      credit: '3000000',
      status: 'FULFILLED',
    });
    expect(await scene.standing(who)).toMatchObject({ credit: '3000000' });
    expect((await scene.student.get('/student/debit/standing')).body).toMatchObject({ credit: '3000000' });
    const { content } = (await scene.accountant.get('/accounting/contract/?refund=true')).body;
    expect(content.map((row: { id: number; credit: string }) => [row.id, row.credit])).toEqual([
      [contract.id, '3000000'],
    ]);

    // It is given back by two people.
    expect((await scene.giveBack(contract.id, '1000000')).status).toBe(200);
    expect(await contractOf(contract.id)).toMatchObject({ credit: '2000000' });
    // A refund that never reached the person is taken back with its reason.
    await scene.giveBack(contract.id, '500000');
    const refunds = (await scene.accountant.get(`/accounting/payment/?contract_id=${contract.id}&kind=REFUND`)).body;
    const wrong = refunds.content.find((row: { amount: string }) => row.amount === '-500000');
    expect((await scene.accountant.delete(`/accounting/payment/${wrong.id}?reason=Adashib`)).status).toBe(200);
    expect(await contractOf(contract.id)).toMatchObject({ credit: '2000000' });
    // A fine that is charged afterwards is paid by it.
    await scene.accountant.post('/student/debit/', {
      student_id: who,
      contract_id: contract.id,
      kind: 'FINE',
      amount: '500000',
      due_on: scene.day(3),
    });
    expect(await contractOf(contract.id)).toMatchObject({ owed: '12500000', credit: '1500000', left: '0' });
    expect(await scene.standing(who)).toMatchObject({ credit: '1500000' });
  });

  it('two at once do not both fit', async () => {
    const contract = await scene.active(scene.people[1]!);
    const both = await Promise.all([scene.pay(contract.id, '7000000'), scene.pay(contract.id, '8000000')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('of a bank is taken as it came, and accounting is told', async () => {
    const contract = await scene.active(scene.people[2]!);
    const came = await scene.accountant.post('/student/external_payment/', {
      contract_id: contract.id,
      amount: '13000000',
      paid_on: scene.today,
      payment_type: 'CLICK',
      external_ref: 'CLICK-1',
    });
    expect(came.status).toBe(200);
    expect(await contractOf(contract.id)).toMatchObject({ credit: '1000000' });
    const told = await scene.sql(
      "select n.title ->> 'en' as title from notices n join accounts a on a.id = n.account_id where a.username = 'accounting_head' order by n.id desc limit 1",
    );
    expect(told[0]?.title).toContain('1,000,000');
  });

  it('beyond belief is refused by the form itself, also from a bank', async () => {
    const contract = await scene.active(scene.people[3]!);
    const absurd = await scene.pay(contract.id, '99000000000');
    expect([absurd.status, absurd.body.data.fields[0]]).toMatchObject([
      400,
      { path: 'amount', code: 'amount_too_large' },
    ]);
    expect(absurd.body.data.fields[0].message).toContain('10 000 000 000');
  });
});

describe('what was paid above one contract', () => {
  it('pays another one of the same person, never more than there is, and comes back with the reason', async () => {
    const who = scene.people[4]!;
    const first = await scene.active(who);
    await scene.pay(first.id, '14000000', { overpayment: { left: '12000000', excess: '2000000' } });
    // The next year's contract.
    const [next] = await scene.sql(
      `insert into contracts (institution_id, number, agreement_id, student_id, account_id, payer_name, level, academic_year_id, course_id, study_language, amount, plan, deadline, fine, minimum_share, status, search)
       select institution_id, 'K-NEXT', agreement_id, student_id, account_id, payer_name, level, academic_year_id + 1000, course_id, study_language, amount, plan, deadline, fine, minimum_share, 'ISSUED', 'k-next'
         from contracts where id = $1 returning id`,
      [first.id],
    );
    const use = (more: object) =>
      scene.accountant.post('/accounting/payment/use_credit', {
        from_contract_id: first.id,
        contract_id: next.id,
        ...more,
      });
    expect((await use({ amount: '2000001' })).body.code).toBe('CREDIT_TOO_SMALL');
    const other = await scene.active(scene.people[5]!);
    expect((await use({ contract_id: other.id, amount: '1' })).body.code).toBe('CREDIT_OF_ANOTHER');
    const used = await use({ amount: '1500000' });
    expect([used.status, used.body.source, used.body.amount]).toEqual([200, 'CREDIT', '1500000']);
    expect(await contractOf(first.id)).toMatchObject({ paid: '12500000', credit: '500000' });
    expect(await contractOf(next.id)).toMatchObject({ paid: '1500000', left: '10500000' });
    expect(await scene.standing(who)).toMatchObject({ credit: '500000' });
    // Of the two halves only the payment can be deleted, and the money is where it was.
    const [half] = await scene.sql('select id from payments where moved_to = $1', [used.body.id]);
    expect((await scene.accountant.delete(`/accounting/payment/${half.id}?reason=Xato`)).body.code).toBe(
      'PAYMENT_MOVED',
    );
    expect((await scene.accountant.delete(`/accounting/payment/${used.body.id}`)).status).toBe(400);
    expect((await scene.accountant.delete(`/accounting/payment/${used.body.id}?reason=Adashdim`)).status).toBe(200);
    expect(await contractOf(first.id)).toMatchObject({ credit: '2000000' });
    const [kept] = await scene.sql(
      "select new ->> 'deletion_reason' as reason from audit_log where table_name = 'payments' and row_id = $1 order by id desc limit 1",
      [used.body.id],
    );
    expect(kept.reason).toBe('Adashdim');
    const back = await scene.accountant.post(`/accounting/payment/${used.body.id}/restore`);
    expect([back.status, back.body.deletion_reason]).toEqual([200, null]);
    expect(await contractOf(first.id)).toMatchObject({ credit: '500000' });
  });
});

it('nothing of money is deleted without a reason', async () => {
  const contract = await scene.active(scene.people[6]!);
  const payment = (await scene.pay(contract.id, '1000')).body;
  const debit = (
    await scene.accountant.post('/student/debit/', {
      student_id: scene.people[6],
      kind: 'OTHER',
      due_on: scene.day(5),
      amount: '1000',
    })
  ).body;
  for (const path of [
    `/accounting/payment/${payment.id}`,
    `/student/debit/${debit.id}`,
    `/contract/agreement/${scene.agreement.id}`,
  ]) {
    const bare = await scene.accountant.delete(path);
    expect([path, bare.status, bare.body.data.fields[0].path]).toEqual([path, 400, 'reason']);
  }
});
