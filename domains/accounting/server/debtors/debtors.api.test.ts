import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { hourOf, remindDebtors } from './reminders.ts';

/** Who is late, what was promised, and who is reminded of what, once. */

let scene: MoneyScene;
const ten = 'T10:00:00+05:00';
/** A Monday, far from any holiday of the demo. */
const monday = '2027-02-01';
const dayAfter = (days: number) => new Date(Date.parse(monday) + days * 86_400_000).toISOString().slice(0, 10);
const goTo = (days: number) => scene.api.setClock(`${dayAfter(days)}${ten}`);
const owe = (student_id: number, amount: string, due_on: string) =>
  scene.accountant.post('/student/debit/', { student_id, amount, due_on, kind: 'DORMITORY' });
const remind = () => inTheNight(scene.api.kernel, 1, 'reminders', remindDebtors);
const reminded = (student: number) =>
  scene.sql('select debit_id, days from payment_reminders where student_id = $1 order by id', [student]);

beforeAll(async () => {
  scene = await moneyScene();
  await goTo(0);
  scene.accountant = await scene.api.as('accounting_head');
});
afterAll(() => scene?.api.close());

describe('the desk of debtors', () => {
  it('shows the oldest debt first, by how late, and what became of a promise', async () => {
    const [old, young] = [scene.people[0]!, scene.people[1]!];
    await owe(old, '3000000', dayAfter(-70));
    await owe(young, '2000000', dayAfter(-5));
    const desk = async (query = '') => (await scene.accountant.get(`/accounting/debtor/?${query}`)).body.content;
    expect(
      (await desk()).map((row: { id: number; days_late: number; late: string }) => [row.id, row.days_late, row.late]),
    ).toEqual([
      [old, 70, 'UP_TO_90'],
      [young, 5, 'UP_TO_30'],
    ]);
    expect((await desk('late=UP_TO_90')).length).toBe(1);
    const summary = (await scene.accountant.get('/accounting/debtor/summary')).body;
    expect(summary.map((row: { people: number; overdue: string }) => [row.people, row.overdue])).toEqual([
      [1, '2000000'],
      [0, '0'],
      [1, '3000000'],
      [0, '0'],
    ]);
    const promise = (amount: string, due_on: string, student_id = old) =>
      scene.accountant.post('/accounting/debtor/promise', { student_id, amount, due_on });
    expect((await promise('3000000.01', dayAfter(3))).body.code).toBe('PROMISE_ABOVE');
    expect((await promise('1', dayAfter(-1))).status).toBe(422);
    expect((await promise('1000000', dayAfter(3))).body).toMatchObject({ state: 'OPEN', paid: '0' });
    const paid = (amount: string) =>
      scene.accountant.post('/accounting/payment/', { student_id: old, amount, paid_on: monday, payment_type: 'CASH' });
    await paid('400000');
    expect((await desk('promise=OPEN'))[0].promise).toMatchObject({ paid: '400000', state: 'OPEN' });
    await paid('600000');
    expect((await desk('promise=KEPT'))[0].promise).toMatchObject({ paid: '1000000', state: 'KEPT' });
    await promise('500000', dayAfter(1), young);
    await goTo(2);
    scene.accountant = await scene.api.as('accounting_head');
    expect((await desk('promise=BROKEN')).map((row: { id: number }) => row.id)).toEqual([young]);
    // A student reads nothing of it.
    const student = await scene.api.as('bachelor_student');
    expect((await student.get('/accounting/debtor/')).status).toBe(403);
    expect((await student.get('/accounting/debtor/summary')).status).toBe(403);
    expect((await student.get('/accounting/reminder/plan')).status).toBe(403);
  });
});

describe('reminders', () => {
  const settings = {
    active: true,
    days: [-3, 0, 7],
    channels: ['NOTICE', 'SMS'],
    least: '1000',
    from_hour: 9,
    until_hour: 20,
  };

  it('go out on the days that were set, as the plan said, once, and after a sleep the last one alone', async () => {
    await goTo(7);
    scene.accountant = await scene.api.as('accounting_head');
    const who = scene.people[2]!;
    await scene.sql("update students set contact_phone = '998901234567' where id = $1", [who]);
    await owe(who, '900000', dayAfter(10));
    expect(await remind()).toBe(0);
    await scene.accountant.put('/accounting/reminder/settings', settings);
    const plan = (await scene.accountant.get(`/accounting/reminder/plan?day=${dayAfter(7)}`)).body;
    const of = plan.people.find((row: { student_id: number }) => row.student_id === who);
    expect(of).toMatchObject({ sum: '900000', due_on: dayAfter(10), days: -3, channels: ['SMS'] });
    const first = await remind();
    // Whoever cannot be reached is in the plan, which says so.
    expect(first).toBe(plan.people.filter((row: { channels: string[] }) => row.channels.length > 0).length);
    expect(await remind()).toBe(0);
    expect((await reminded(who)).map((row) => row.days)).toEqual([-3]);
    const [sms] = await scene.sql("select body from outbox where channel = 'sms' and recipient = '998901234567'");
    expect(sms.body).toContain('900000');
    // The server sleeps over the day itself and wakes after the seventh: it makes up for the last one alone.
    await goTo(18);
    await remind();
    await remind();
    expect((await reminded(who)).map((row) => row.days)).toEqual([-3, 7]);
  });

  it('rest on Sundays and holidays, and go to nobody who paid or promised', async () => {
    await goTo(20);
    scene.accountant = await scene.api.as('accounting_head');
    const [promised, paid, resting] = [scene.people[3]!, scene.people[4]!, scene.people[5]!];
    for (const who of [promised, paid, resting]) {
      await scene.sql("update students set contact_phone = '998907654321' where id = $1", [who]);
      // Falls due on Sunday.
      await owe(who, '700000', dayAfter(20));
    }
    expect(new Date(dayAfter(20)).getUTCDay()).toBe(0);
    expect((await scene.accountant.get(`/accounting/reminder/plan?day=${dayAfter(20)}`)).body).toMatchObject({
      rests: true,
      count: 0,
    });
    expect(await remind()).toBe(0);
    await scene.accountant.post('/accounting/debtor/promise', {
      student_id: promised,
      amount: '700000',
      due_on: dayAfter(25),
    });
    await scene.accountant.post('/accounting/payment/', {
      student_id: paid,
      amount: '700000',
      paid_on: dayAfter(20),
      payment_type: 'CASH',
    });
    await goTo(21);
    await remind();
    expect([await reminded(promised), await reminded(paid)]).toEqual([[], []]);
    expect((await reminded(resting)).map((row) => row.days)).toEqual([0]);
  });

  const remindersOf = async (phone: string) =>
    (await scene.sql("select body from outbox where channel = 'sms' and recipient = $1 order by id", [phone])).map(
      (row) => row.body as string,
    );
  const phoneOf = async (who: number, phone: string) =>
    scene.sql('update students set contact_phone = $2 where id = $1', [who, phone]);

  it('come anew where a debit is put off, and of a promise only what is above it, until it is broken', async () => {
    await goTo(35);
    scene.accountant = await scene.api.as('accounting_head');
    const [late, promised] = [scene.people[6]!, scene.people[7]!];
    await phoneOf(late, '998901000001');
    await phoneOf(promised, '998901000002');
    const { body: debit } = await owe(late, '800000', dayAfter(35));
    await owe(promised, '1000000', dayAfter(28));
    await scene.accountant.post('/accounting/debtor/promise', {
      student_id: promised,
      amount: '600000',
      due_on: dayAfter(37),
    });
    await remind();
    expect(await reminded(late)).toHaveLength(1);
    // 600,000 of it were promised: of the rest they are reminded.
    expect((await remindersOf('998901000002')).at(-1)).toContain('400000');
    await goTo(36);
    scene.accountant = await scene.api.as('accounting_head');
    const moved = await scene.accountant.post('/student/debit/', {
      id: debit.id,
      version: debit.version,
      due_on: dayAfter(42),
    });
    expect(moved.status).toBe(200);
    await remind();
    expect(await reminded(late)).toHaveLength(1);
    await goTo(38);
    scene.accountant = await scene.api.as('accounting_head');
    const plan = (await scene.accountant.get(`/accounting/reminder/plan?day=${dayAfter(38)}`)).body;
    expect(plan.people.find((row: { student_id: number }) => row.student_id === promised)).toMatchObject({
      broken: true,
      sum: '600000',
      due_on: dayAfter(37),
    });
    await remind();
    await remind();
    const told = (await remindersOf('998901000002')).filter((body) => body.includes('vaʼda'));
    expect(told).toHaveLength(1);
    await goTo(39);
    await remind();
    expect((await reminded(late)).map((row) => row.days)).toEqual([0, -3]);
  });

  it('ring at no hour of the night', async () => {
    await scene.api.setClock(`${dayAfter(44)}T03:00:00+05:00`);
    scene.accountant = await scene.api.as('accounting_head');
    const refused = await scene.accountant.put('/accounting/reminder/settings', {
      ...settings,
      from_hour: 20,
      until_hour: 9,
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'HOURS_REVERSED']);
    const rings = () =>
      inTheNight(scene.api.kernel, 1, 'hours', (call) => hourOf(call, { from_hour: 9, until_hour: 20 }));
    expect(await rings()).toBe(`${dayAfter(44)}T04:00:00.000Z`);
    await scene.api.setClock(`${dayAfter(44)}T21:00:00+05:00`);
    expect(await rings()).toBe(`${dayAfter(45)}T04:00:00.000Z`);
    await scene.api.setClock(`${dayAfter(44)}T19:59:00+05:00`);
    expect((await rings()).slice(0, 16)).toBe(`${dayAfter(44)}T14:59`);
  });

  it('count each soʻm for one promise, in the order of their days', async () => {
    scene.accountant = await scene.api.as('accounting_head');
    const who = scene.people[5]!;
    const promise = async (amount: string, due_on: string) =>
      (await scene.accountant.post('/accounting/debtor/promise', { student_id: who, amount, due_on })).body;
    const [first, second] = [await promise('200000', dayAfter(50)), await promise('200000', dayAfter(51))];
    await scene.accountant.post('/accounting/payment/', {
      student_id: who,
      amount: '300000',
      paid_on: dayAfter(44),
      payment_type: 'CASH',
    });
    const read = async () => (await scene.accountant.get(`/accounting/debtor/${who}/promise`)).body;
    expect(await read()).toMatchObject([
      { id: second.id, state: 'OPEN', paid: '100000' },
      { id: first.id, state: 'KEPT', paid: '200000' },
    ]);
    await scene.accountant.delete(`/accounting/debtor/promise/${first.id}`);
    expect(await read()).toMatchObject([{ id: second.id, state: 'KEPT', paid: '200000' }]);
  });
});
