import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOf, tiyinOf } from '#domains/accounting/money.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const debitsOf = async (student: number) =>
  (await scene.accountant.get(`/student/debit/?student_id=${student}&sort=due_on&size=50`)).body.content;

describe('payments', () => {
  it('cover debits in the order of their days, and the fine grows on what is late', async () => {
    const who = scene.people[0]!;
    const contract = await scene.issued(who);
    // The plan is 20 days old; who signs today is late with nothing, so the debits are put to the days of the plan.
    await scene.accountant.put('/accounting/contract/status', { id: contract.id, status: 'ACCEPTED' });
    const [first, second] = await debitsOf(who);
    expect([first.due_on, second.due_on]).toEqual([scene.today, scene.day(40)]);
    await scene.accountant.post('/student/debit/', { id: first.id, version: first.version, due_on: scene.day(-20) });
    // 6,000,000 × 0.1 % × 20 days.
    expect(await scene.standing(who)).toMatchObject({
      due: '6000000',
      overdue: '6000000',
      overdue_since: scene.day(-20),
      fine: '120000',
      next: { due_on: scene.day(40), amount: '6000000' },
    });
    // Ten days ago 4,000,000 came: 4 million were 10 days late, 2 million are 20 days late.
    expect((await scene.pay(contract.id, '4000000', { paid_on: scene.day(-10) })).status).toBe(200);
    expect(await scene.standing(who)).toMatchObject({ due: '2000000', fine: '80000' });
    expect(await scene.standing(who, scene.day(-15))).toMatchObject({ due: '6000000', fine: '30000' });
    await scene.pay(contract.id, '2500000');
    const [paid, partly] = await debitsOf(who);
    expect([paid.state, partly.state, partly.left]).toEqual(['PAID', 'PARTLY', '5500000']);
    const shown = (await scene.accountant.get(`/accounting/contract/${contract.id}`)).body;
    expect(shown).toMatchObject({ paid: '6500000', left: '5500000', fine_amount: '80000', status: 'ACTIVE' });
    // A fine that was charged does not count twice.
    await scene.accountant.post('/student/debit/', {
      student_id: who,
      contract_id: contract.id,
      kind: 'FINE',
      amount: '80000',
      due_on: scene.day(60),
    });
    expect(await scene.standing(who)).toMatchObject({ fine: '0', total: '12080000' });
  });

  it('do not come in twice', async () => {
    const contract = await scene.active(scene.people[1]!);
    const pay = (more: object) => scene.pay(contract.id, '1000000', more);
    const both = await Promise.all([pay({}), pay({})]);
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
    expect(both.find((one) => one.status === 409)?.body.code).toBe('PAYMENT_ALIKE');
    expect((await pay({ again: true })).status).toBe(200);
    const named = await Promise.all([pay({ external_ref: 'B-1' }), pay({ external_ref: 'b-1' })]);
    expect(named.map((one) => one.status).toSorted()).toEqual([200, 409]);
    const bank = (more = {}) =>
      scene.accountant.post('/student/external_payment/', {
        contract_number: contract.number,
        amount: '500000',
        paid_on: scene.today,
        payment_type: 'PAYME',
        external_ref: 'PM-7',
        ...more,
      });
    const first = await bank();
    expect(first.body).toMatchObject({ source: 'EXTERNAL', student_id: scene.people[1] });
    expect((await bank()).body.id).toBe(first.body.id);
    expect((await bank({ amount: '600000' })).body.code).toBe('PAYMENT_TWICE');
    // Twelve at once are one payment and twelve equal answers, in whatever letters the reference comes.
    const storm = Array.from({ length: 12 }, (_, i) => bank({ external_ref: i % 2 ? 'PM-8' : 'pm-8' }));
    const answers = await Promise.all(storm);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.amount}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect((await scene.accountant.get('/student/external_payment/')).body.total_elements).toBe(2);
  });

  it('are given back beside themselves, never more than came, and are deleted softly', async () => {
    const who = scene.people[2]!;
    const contract = await scene.active(who);
    const payment = (await scene.pay(contract.id, '3000000')).body;
    // As a gateway gives back what it took, whatever is owed.
    const back = (amount: number) =>
      scene.sql(
        `insert into payments (institution_id, contract_id, student_id, kind, refund_of, amount, paid_on, payment_type, payer, search)
         select institution_id, contract_id, student_id, 'REFUND', id, -$2::bigint, paid_on, payment_type, payer, search from payments where id = $1`,
        [payment.id, amount],
      );
    await back(250_000_000);
    await expect(back(50_000_100)).rejects.toMatchObject({ constraint: 'payments_refunded' });
    expect((await debitsOf(who))[0]).toMatchObject({ paid: '500000' });
    expect((await scene.accountant.delete(`/accounting/payment/${payment.id}?reason=Xato`)).body.code).toBe(
      'REFUND_TOO_LARGE',
    );
    await expect(scene.sql('update payments set amount = 1 where id = $1', [payment.id])).rejects.toMatchObject({
      constraint: 'payments_refunded',
    });
    const other = (await scene.pay(contract.id, '200000')).body;
    expect((await debitsOf(who))[0]).toMatchObject({ paid: '700000' });
    expect((await scene.accountant.delete(`/accounting/payment/${other.id}?reason=Xato`)).status).toBe(200);
    expect((await debitsOf(who))[0]).toMatchObject({ paid: '500000' });
    expect((await scene.accountant.post(`/accounting/payment/${other.id}/restore`, {})).status).toBe(200);
    expect((await debitsOf(who))[0]).toMatchObject({ paid: '700000' });
    const history = await scene.sql(
      "select operation from audit_log where table_name = 'payments' and row_id = $1 order by id",
      [other.id],
    );
    expect(history.map((row) => row.operation)).toEqual(['INSERT', 'UPDATE', 'UPDATE']);
  });

  it.each([
    [{ amount: '-5' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ paid_on: '2199-01-01' }, 'paid_on'],
    [{ contract_id: 99_999 }, 'contract_id'],
    [{ contract_id: null }, 'contract_id'],
  ])('refuses %j', async (fault, path) => {
    const answer = await scene.pay(1, '1000', fault);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.data.fields[0].path).toBe(path);
  });

  it('make a contract fulfilled, and not any more when something is open again', async () => {
    const contract = await scene.active(scene.people[3]!);
    const state = async () => (await scene.accountant.get(`/accounting/contract/${contract.id}`)).body.status;
    const payment = (await scene.pay(contract.id, '12000000')).body;
    expect(await state()).toBe('FULFILLED');
    await scene.accountant.delete(`/accounting/payment/${payment.id}?reason=Xato`);
    expect(await state()).toBe('ACTIVE');
  });
});

it('a discount is a detail of its debit with a reason; the instalment itself stays', async () => {
  const who = scene.people[4]!;
  await scene.active(who);
  const [first] = await debitsOf(who);
  const add = (more: object) =>
    scene.accountant.post('/student/debit_detail', {
      debit_id: first.id,
      amount: '-1000000',
      reason: 'Chegirma',
      ...more,
    });
  const detail = (await add({})).body;
  expect(detail).toMatchObject({ amount: '-1000000', reason: 'Chegirma' });
  expect((await debitsOf(who))[0]).toMatchObject({ amount: '6000000', total: '5000000' });
  expect((await add({ amount: '-5000000.01' })).body.code).toBe('DEBIT_BELOW_ZERO');
  expect((await add({ reason: '' })).status).toBe(400);
  const change = await scene.accountant.post('/student/debit/', { id: first.id, version: first.version, amount: '1' });
  expect(change.body.code).toBe('DEBIT_OF_CONTRACT');
  expect((await scene.accountant.delete(`/student/debit/${first.id}?reason=Xato`)).body.code).toBe('DEBIT_OF_CONTRACT');
  expect((await scene.accountant.delete(`/student/debit_detail/?id=${detail.id}&reason=Xato`)).status).toBe(200);
  expect((await debitsOf(who))[0].total).toBe('6000000');
});

it('shows students their own money alone, and makes them an invoice', async () => {
  const mine = (await scene.student.get('/student/debit/')).body.content;
  expect(new Set(mine.map((row: { student_id: number }) => row.student_id))).toEqual(new Set([scene.people[0]]));
  expect((await scene.student.get(`/student/debit/standing?student_id=${scene.people[1]}`)).status).toBe(404);
  expect((await scene.student.get('/student/debit/overview')).status).toBe(403);
  const payments = (await scene.student.get('/accounting/payment/')).body;
  expect(payments.total_elements).toBe(2);
  const invoice = (await scene.student.put('/student/create/invoice', {})).body;
  expect(invoice.number).toMatch(/^H-/);
  const [given] = await scene.sql(
    "select details from security_events where kind = 'SENSITIVE_READ' order by id desc limit 1",
  );
  expect(given.details).toEqual({ path: '/student/create/invoice', files: [invoice.file.id] });
  expect((await scene.student.put('/student/create/invoice', { student_id: scene.people[1] })).status).toBe(404);
  expect((await scene.student.post('/student/debit_detail', {})).status).toBe(403);
});

it('keeps the decision about a discount beside it', async () => {
  const [debit] = await scene.sql(
    "select id from student_debits where student_id = $1 and deleted_at is null and kind = 'TUITION' order by id desc limit 1",
    [scene.people[1]],
  );
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const [file] = (await scene.accountant.upload('qaror.png', pixel)).body;
  const off = { debit_id: debit.id, amount: '-1000', reason: 'Rektor qarori' };
  const foreign = await scene.student.upload('x.png', pixel);
  const stolen = await scene.accountant.post('/student/debit_detail', { ...off, file_ids: [foreign.body[0].id] });
  expect(stolen.body.data.fields[0]).toMatchObject({ path: 'file_ids', code: 'UNKNOWN_REFERENCE' });
  const made = await scene.accountant.post('/student/debit_detail', { ...off, file_ids: [file.id] });
  expect(made.body).toMatchObject({ amount: '-1000', files: [{ id: file.id }] });
  const [shown] = (await scene.accountant.get(`/student/debit/?ids=${debit.id}`)).body.content.filter(
    ({ id }: { id: number }) => id === debit.id,
  );
  expect(shown.details.at(-1).files).toMatchObject([{ id: file.id }]);
  expect((await scene.accountant.delete(`/student/debit_detail/${made.body.id}?reason=Xato`)).status).toBe(200);
});

it('sums up by month, course, faculty, year and kind, each to the same total', async () => {
  // Somebody is in no course, and owes all the same.
  const [{ course_id }] = await scene.sql('select course_id from students where id = $1', [scene.people[0]]);
  await scene.sql('update students set course_id = null where id = $1', [scene.people[0]]);
  const { body } = await scene.accountant.get(`/student/debit/overview?academic_year_id=${scene.year}`);
  await scene.sql('update students set course_id = $2 where id = $1', [scene.people[0], course_id]);
  expect(body.courses).toHaveLength(2);
  const total = body.months.reduce((sum: number, row: { due: string }) => sum + tiyinOf(row.due), 0);
  expect(sumOf(total)).toBe(body.total);
  for (const by of ['faculties', 'years', 'kinds'])
    for (const of of ['total', 'paid', 'overdue'])
      expect(
        sumOf(body[by].reduce((sum: number, row: Record<string, string>) => sum + tiyinOf(row[of]!), 0)),
        `${by} ${of}`,
      ).toBe(body[of]);
});

it('bars late payers from exams where the institution says so', async () => {
  const rules = [{ code: 'DEBT', active: true, settings: { least: 1000, days: 5 } }];
  const saved = await (await scene.api.as('registrar_head')).put('/assessment/exam-admission/rules', { rules });
  expect(saved.body.find((rule: { code: string }) => rule.code === 'DEBT')).toMatchObject({ active: true });
});

/** The same arithmetic day by day, as somebody with pen and paper would do it. */
function byHand(
  debits: { due: number; amount: number }[],
  payments: { on: number; amount: number }[],
  holidays: number[],
  day: number,
) {
  let fine = 0;
  const left = (at: number, until: number) => {
    const before = debits.slice(0, at).reduce((sum, debit) => sum + debit.amount, 0);
    const paid = payments.filter((payment) => payment.on <= until).reduce((sum, payment) => sum + payment.amount, 0);
    return debits[at]!.amount - Math.min(debits[at]!.amount, Math.max(0, paid - before));
  };
  for (const [at, debit] of debits.entries()) {
    if (debit.due >= day) continue;
    let weight = 0;
    let due = debit.due;
    while (holidays.includes(due)) due++;
    for (let on = due + 1; on <= day; on++) if (!holidays.includes(on)) weight += left(at, on - 1);
    fine += Math.min(Math.floor(weight / 1000), Math.floor(debit.amount / 2));
  }
  const due = debits.reduce((sum, debit, at) => sum + (debit.due <= day ? left(at, day) : 0), 0);
  return { due, fine };
}

it('counts what a patient person would count, for any plan, any payments and any holidays', async () => {
  const who = scene.people[7]!;
  const contract = await scene.active(who);
  const parts = fc.array(
    fc.record({ due: fc.integer({ min: -40, max: 10 }), amount: fc.integer({ min: 1, max: 900 }) }),
    { minLength: 1, maxLength: 4 },
  );
  const sums = fc.array(fc.record({ on: fc.integer({ min: -45, max: 5 }), amount: fc.integer({ min: 1, max: 700 }) }), {
    maxLength: 5,
  });
  const rests = fc.uniqueArray(fc.integer({ min: -42, max: 8 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(parts, sums, rests, fc.integer({ min: -45, max: 5 }), async (debits, payments, holidays, day) => {
      await scene.sql('delete from payments where student_id = $1', [who]);
      await scene.sql('delete from student_debits where student_id = $1', [who]);
      await scene.sql(
        "insert into student_debits (institution_id, student_id, contract_id, kind, due_on, amount) select 1, $1, $2, 'TUITION', $3::date + due, amount * 1000 from jsonb_to_recordset($4) as d(due int, amount bigint)",
        [who, contract.id, scene.today, JSON.stringify(debits)],
      );
      await scene.sql(
        "insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) select 1, $1, amount * 1000, $2::date + p.on, 'BANK', 'x', 'x' from jsonb_to_recordset($3) as p(\"on\" int, amount bigint)",
        [contract.id, scene.today, JSON.stringify(payments)],
      );
      await scene.sql('delete from calendar_events');
      await scene.sql(
        `insert into calendar_events (institution_id, type, title, all_day, audience, created_by, starts_at, ends_at)
         select 1, 'HOLIDAY', 'x', true, 'EVERYBODY', 1, at, at + interval '1 day' from unnest($2::int[]) h, lateral (select ($1::date + h)::timestamp at time zone 'Asia/Tashkent' as at)`,
        [scene.today, holidays],
      );
      const [found] = await scene.sql('select * from edulab_student_debts($1, $2)', [[who], scene.day(day)]);
      const sorted = debits
        .toSorted((a, b) => a.due - b.due)
        .map((debit) => ({ ...debit, amount: debit.amount * 1000 }));
      const hand = byHand(
        sorted,
        payments.map((payment) => ({ ...payment, amount: payment.amount * 1000 })),
        holidays,
        day,
      );
      expect({ due: found.due, fine: found.fine }).toEqual(hand);
      const [kept] = await scene.sql('select sum(paid)::bigint as paid from student_debits where student_id = $1', [
        who,
      ]);
      const whole = sorted.reduce((sum, debit) => sum + debit.amount, 0);
      const came = payments.reduce((sum, payment) => sum + payment.amount * 1000, 0);
      expect(kept.paid).toBe(Math.min(whole, came));
    }),
    { numRuns: 40 },
  );
});
