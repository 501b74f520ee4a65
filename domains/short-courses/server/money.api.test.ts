import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type CourseScene, courseScene } from '#tests/support/short-courses.ts';
import { endHolds } from './expiry.ts';
import { endBills } from './money.ts';
import { refundOf, refundPercent } from './refund.ts';

let scene: CourseScene;
let office: Caller;
let money: Caller;
let made = 0;

beforeAll(async () => {
  scene = await courseScene();
  office = scene.office;
  money = await scene.api.as('accounting_head');
});
afterAll(() => scene.api.close());

const over = (id: number) =>
  scene.sql(`update short_course_registrations set until = edulab_clock() - interval '1 second' where id = $1`, [id]);
const read = async (id: number) => (await office.get(`/short_term_course/registration/${id}`)).body;
const balance = async (contract_id: number) =>
  (await scene.sql('select owed, paid, "left", credit from edulab_contract_balance(array[$1::int])', [contract_id]))[0];
/** A bank or gateway tells of money; the same reference is the same money. */
const pay = (contract_id: number, amount: string, external_ref = `bank ${++made}`) =>
  money.post('/student/external_payment/', {
    contract_id,
    amount,
    paid_on: scene.day(0),
    payment_type: 'PAYME',
    external_ref,
  });

describe('Paying for a place', () => {
  it('confirms it once, in time, however often it is told', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const held = (await scene.register(person!.caller, course.id)).body;
    expect(held).toMatchObject({ status: 'HELD', to_pay: '1200000', paid: '0' });
    expect(held.bill.title).toMatch(/^K-\d{4}-\d{6}$/);
    expect((await pay(held.bill.id, '400000')).status).toBe(200);
    expect(await read(held.id)).toMatchObject({ status: 'HELD', to_pay: '800000' });
    const answers = await Promise.all([1, 2, 3].map(() => pay(held.bill.id, '800000', 'payme twice')));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    expect(await read(held.id)).toMatchObject({ status: 'CONFIRMED', to_pay: '0', paid: '1200000', until: null });
    expect(await balance(held.bill.id)).toMatchObject({ paid: 120_000_000, credit: 0 });
    const own = await person!.caller.get('/accounting/payment/online/');
    expect(own.status === 200 ? own.body.contracts : []).toEqual([]);
  });

  it('after its end confirms it where a place is free', async () => {
    const course = await scene.course({ capacity: 1 });
    const [person] = await scene.strangers(1);
    const held = (await scene.register(person!.caller, course.id)).body;
    await over(held.id);
    await endHolds(scene.api.kernel);
    expect((await read(held.id)).status).toBe('EXPIRED');
    await pay(held.bill.id, '1200000');
    expect((await read(held.id)).status).toBe('CONFIRMED');
  });

  it('after its end with no place left puts the money on the balance, and nobody sits twice', async () => {
    const course = await scene.course({ capacity: 1 });
    const [late, quick] = await scene.strangers(2);
    const held = (await scene.register(late!.caller, course.id)).body;
    await over(held.id);
    const other = (await scene.register(quick!.caller, course.id)).body;
    await pay(other.bill.id, '1200000');
    await pay(held.bill.id, '1200000', 'late one');
    await pay(held.bill.id, '1200000', 'late one');
    expect((await read(held.id)).status).toBe('EXPIRED');
    expect(await balance(held.bill.id)).toMatchObject({ owed: 0, paid: 120_000_000, credit: 120_000_000 });
    expect((await office.get(`/short_term_course/${course.id}`)).body).toMatchObject({ confirmed: 1, left: 0 });
    const [notice] = await scene.sql(
      `select count(*)::int as n from notices where account_id = $1 and title ->> 'en' like '%arrived too late%'`,
      [late!.account],
    );
    expect(notice.n).toBe(1);
  });

  it('of two for the last place at once confirms one, whoever held or waited', async () => {
    const course = await scene.course({ capacity: 1 });
    const people = await scene.strangers(5);
    const held = [];
    for (const { caller } of people) {
      const { body } = await scene.register(caller, course.id);
      held.push(body);
      await over(body.id);
    }
    await Promise.all(held.map((row) => pay(row.bill.id, '1200000')));
    expect((await office.get(`/short_term_course/${course.id}`)).body).toMatchObject({ confirmed: 1, held: 0 });
    const credits = await Promise.all(held.map(async (row) => (await balance(row.bill.id)).credit));
    expect(credits.sort()).toEqual([0, 120_000_000, 120_000_000, 120_000_000, 120_000_000].sort());
  });

  it('that is taken back leaves the place held, to be paid once more', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const held = (await scene.register(person!.caller, course.id)).body;
    const paid = await pay(held.bill.id, '1200000');
    await money.delete(`/accounting/payment/${paid.body.id}?reason=Xato`);
    expect((await read(held.id)).status).toBe('HELD');
    await pay(held.bill.id, '1200000');
    expect((await read(held.id)).status).toBe('CONFIRMED');
  });

  it('once more begins with a bill of its own, and what was paid for the hold before waits', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const first = (await scene.register(person!.caller, course.id)).body;
    await pay(first.bill.id, '500000');
    await over(first.id);
    const second = (await scene.register(person!.caller, course.id)).body;
    expect(second.bill.id).not.toBe(first.bill.id);
    expect(await balance(first.bill.id)).toMatchObject({ owed: 0, credit: 50_000_000 });
  });

  it('ends with the registration: bills of places that were let go are closed in the night', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const held = (await scene.register(person!.caller, course.id)).body;
    await over(held.id);
    await endHolds(scene.api.kernel);
    await scene.sql('update short_courses set register_until = edulab_today() - 1 where id = $1', [course.id]);
    expect(await endBills(scene.api.kernel)).toBeGreaterThan(0);
    expect((await scene.sql('select status from contracts where id = $1', [held.bill.id]))[0].status).toBe(
      'TERMINATED',
    );
    expect(await endBills(scene.api.kernel)).toBe(0);
  });
});

describe('Giving a place up', () => {
  const rule = [
    { days: 7, percent: 100 },
    { days: 3, percent: 33 },
  ];

  it('gives back by the days until the start, to the tiyin', () => {
    expect(refundPercent(rule, '2027-03-10', '2027-03-03')).toBe(100);
    expect(refundPercent(rule, '2027-03-10', '2027-03-04')).toBe(33);
    expect(refundPercent(rule, '2027-03-10', '2027-03-07')).toBe(33);
    expect(refundPercent(rule, '2027-03-10', '2027-03-08')).toBe(0);
    expect(refundOf(100_001, 100_001, 33)).toBe(33_001);
    expect(refundOf(100_001, 100_001, 100)).toBe(100_001);
    expect(refundOf(100_001, 40_000, 0)).toBe(40_000);
  });

  it('leaves what the rule keeps with us, and the rest on the balance', async () => {
    const course = await scene.course({
      starts_on: scene.day(4),
      register_until: scene.day(3),
      price: '999999.99',
    });
    const [person, next] = await scene.strangers(2);
    const held = (await scene.register(person!.caller, course.id)).body;
    await pay(held.bill.id, '999999.99');
    expect(await read(held.id)).toMatchObject({ refund: '500000' });
    const gone = await person!.caller.put('/short_term_course/registration/cancel', { id: held.id });
    expect(gone.body.status).toBe('CANCELLED');
    expect(await balance(held.bill.id)).toMatchObject({ owed: 49_999_999, credit: 50_000_000 });
    // Whom the office sends away is given back all.
    const other = (await scene.register(next!.caller, course.id)).body;
    await pay(other.bill.id, '999999.99');
    await office.put('/short_term_course/registration/cancel', { id: other.id, reason: 'Guruh toʻlmadi' });
    expect(await balance(other.bill.id)).toMatchObject({ owed: 0, credit: 99_999_999 });
  });
});

describe('The rule of giving back', () => {
  const steps = [
    { days: 1, percent: 20 },
    { days: 10, percent: 90 },
  ];
  it('is the institution’s, unless the course has its own, and stays with a place that was taken under it', async () => {
    const [first, second] = await scene.strangers(2);
    const course = await scene.course({ starts_on: scene.day(5), register_until: scene.day(4), price: '1000' });
    const before = (await scene.register(first!.caller, course.id)).body;
    expect(before.refund_steps).toEqual([
      { days: 7, percent: 100 },
      { days: 3, percent: 50 },
    ]);
    expect((await office.put('/short_term_course/rule', { refund_steps: steps })).body.refund_steps).toEqual([
      { days: 10, percent: 90 },
      { days: 1, percent: 20 },
    ]);
    const seen = (await second!.caller.get(`/short_term_course/catalogue/${course.id}`)).body;
    expect(seen.refund).toEqual([
      { days: 10, percent: 90 },
      { days: 1, percent: 20 },
    ]);
    const after = (await scene.register(second!.caller, course.id)).body;
    await pay(before.bill.id, '1000');
    await pay(after.bill.id, '1000');
    expect([(await read(before.id)).refund, (await read(after.id)).refund]).toEqual(['500', '200']);
    await second!.caller.put('/short_term_course/registration/cancel', { id: after.id });
    expect(await balance(after.bill.id)).toMatchObject({ owed: 80_000, credit: 20_000 });
    const own = await scene.course({ refund_steps: [{ days: 0, percent: 10 }] });
    expect([own.refund, own.refund_steps]).toEqual([[{ days: 0, percent: 10 }], [{ days: 0, percent: 10 }]]);
    const none = await office.post('/short_term_course/', { id: own.id, version: own.version, refund_steps: null });
    expect([none.body.refund_steps, none.body.refund[0]]).toEqual([null, { days: 10, percent: 90 }]);
  });

  it('gives no more the later somebody goes, and is nobody’s but the office’s to set', async () => {
    for (const refund_steps of [
      [steps[0], steps[0]],
      [
        { days: 10, percent: 50 },
        { days: 3, percent: 60 },
      ],
      [{ days: -1, percent: 10 }],
      [{ days: 1, percent: 101 }],
    ])
      expect((await office.put('/short_term_course/rule', { refund_steps })).status).toBe(400);
    const [person] = await scene.strangers(1);
    expect((await person!.caller.put('/short_term_course/rule', { refund_steps: [] })).status).toBe(403);
    expect((await scene.teacher.put('/short_term_course/rule', { refund_steps: [] })).status).toBe(403);
    const other = (await scene.sql('select count(*)::int as n from settings where institution_id <> 1'))[0].n;
    expect(other).toBe(0);
  });
});

describe('Cancelling a course', () => {
  it('is one act that is read before, gives all of it back, and can be undone whole', async () => {
    const course = await scene.course({ capacity: 3 });
    const people = await scene.strangers(5);
    const rows = [];
    for (const { caller } of people) rows.push((await scene.register(caller, course.id, { waiting: true })).body);
    await pay(rows[0].bill.id, '1200000');
    await pay(rows[1].bill.id, '1200000');
    const { body: preview } = await office.post('/short_term_course/cancellation/preview', { id: course.id });
    expect(preview).toMatchObject({ people: 3, waiting: 2, refund: '2400000' });
    expect((await read(rows[0].id)).status).toBe('CONFIRMED');
    const { body: now } = await office.get(`/short_term_course/${course.id}`);
    const input = { id: course.id, version: now.version, reason: 'Oʻqituvchi kasal', people: 3, refund: '2400000' };
    const changed = await office.put('/short_term_course/cancellation', { ...input, refund: '1200000' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'CANCELLATION_CHANGED' } });
    const { body: cancelled } = await office.put('/short_term_course/cancellation', input);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', confirmed: 0, waiting: 0 });
    expect(await balance(rows[0].bill.id)).toMatchObject({ owed: 0, credit: 120_000_000 });
    const step = await office.put('/short_term_course/status', {
      id: course.id,
      version: cancelled.version,
      status: 'OPEN',
    });
    expect(step.body.code).toBe('TRANSITION_NOT_ALLOWED');
    const back = { id: course.id, version: cancelled.version, reason: 'Oʻrinbosar topildi' };
    const { body: again } = await office.put('/short_term_course/cancellation/undo', back);
    expect(again).toMatchObject({ status: 'OPEN', confirmed: 2, held: 1, waiting: 2 });
    expect(await balance(rows[0].bill.id)).toMatchObject({ owed: 120_000_000, credit: 0 });
    expect(
      (await office.put('/short_term_course/cancellation/undo', { ...back, version: again.version })).body.code,
    ).toBe('TRANSITION_NOT_ALLOWED');
  });

  it('is not undone once money was given back', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const held = (await scene.register(person!.caller, course.id)).body;
    await pay(held.bill.id, '1200000');
    const { body: now } = await office.get(`/short_term_course/${course.id}`);
    const { body: cancelled } = await office.put('/short_term_course/cancellation', {
      id: course.id,
      version: now.version,
      reason: 'Kam odam',
      people: 1,
      refund: '1200000',
    });
    const { body: asked } = await money.post('/accounting/refund/', {
      contract_id: held.bill.id,
      amount: '1200000',
      reason: 'Kurs boʻlmadi',
    });
    const order = { id: asked.id, version: asked.version, order_number: '3-Q', order_on: scene.day(0) };
    expect((await (await scene.api.as('admin')).post('/accounting/refund/pay', order)).status).toBe(200);
    const undo = await office.put('/short_term_course/cancellation/undo', {
      id: course.id,
      version: cancelled.version,
      reason: 'Yana boʻladi',
    });
    expect(undo).toMatchObject({ status: 409, body: { code: 'BILL_REFUNDED' } });
    expect((await office.get(`/short_term_course/${course.id}`)).body.status).toBe('CANCELLED');
  });
});

describe('The books', () => {
  it('agree with every bill after all of this, and its income is what is owed', async () => {
    const [{ n }] = await scene.sql("select count(*)::int as n from journal_entries where source = 'contracts'");
    expect(n).toBeGreaterThan(5);
    expect(await scene.apartInBooks()).toEqual([]);
  });
});
