import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** Fines by rule on the days of an institution's calendar: on holidays nothing grows, as the agreement says. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: MoneyScene;
let registrar: Caller;
beforeAll(async () => {
  scene = await moneyScene({ at: '2027-03-10T10:00:00+05:00' });
  await goTo('2027-03-10');
});
afterAll(() => scene?.api.close());

async function goTo(day: string): Promise<void> {
  await scene.api.setClock(`${day}T10:00:00+05:00`);
  scene.accountant = await scene.api.as('accounting_head');
  registrar = await scene.api.as('registrar_head');
}
const holiday = async (starts_on: string, ends_on = starts_on, more: object = {}): Promise<Any> => {
  const event = { type: 'HOLIDAY', title: 'Bayram', all_day: true, audience: 'EVERYBODY', starts_on, ends_on, ...more };
  const answer = await registrar.post('/calendar/event', event);
  expect(answer.status).toBe(200);
  return answer.body;
};
/** The first half of what is owed, 6,000,000 soʻm, falls due on that day, so 6,000 a day; the rest years later. */
async function putTo(student: number, day: string): Promise<void> {
  for (const [at, debit] of (await debitsOf(student)).entries()) {
    const due_on = at === 0 ? day : '2040-01-10';
    const answer = await scene.accountant.post('/student/debit/', { id: debit.id, version: debit.version, due_on });
    expect(answer.status).toBe(200);
  }
}
const dueOn = async (student: number, day: string): Promise<void> => {
  await scene.active(student);
  await putTo(student, day);
};
const debitsOf = async (student: number): Promise<Any[]> =>
  (await scene.accountant.get(`/student/debit/?student_id=${student}&sort=due_on`)).body.content;
const fineOn = async (student: number, day: string): Promise<string> => (await scene.standing(student, day)).fine;

it('a day due that is a holiday is the next day that is none, and no day of rest counts', async () => {
  expect(scene.agreement.fine.rests_on_holidays).toBe(true);
  const [navruz, single] = [await holiday('2027-03-20', '2027-03-22'), await holiday('2027-03-28')];
  const [who, before] = scene.people as [number, number];
  await dueOn(who, '2027-03-20');
  await dueOn(before, '2027-03-15');
  // Looked at ahead: whoever pays on the first day after Navruz pays in time.
  for (const [day, fine] of [
    ['2027-03-22', '0'],
    ['2027-03-23', '0'],
    ['2027-03-24', '6000'],
    ['2027-03-27', '24000'],
    ['2027-03-28', '24000'],
    ['2027-03-29', '30000'],
  ] as const)
    expect([day, await fineOn(who, day)]).toEqual([day, fine]);
  // Holidays in the middle of a delay: four days before them, none on them, one after.
  expect(await fineOn(before, '2027-03-19')).toBe('24000');
  expect(await fineOn(before, '2027-03-22')).toBe('24000');
  expect(await fineOn(before, '2027-03-23')).toBe('30000');
  // On the day itself the clock says the same, and the office reads how many holidays were left out.
  await goTo('2027-03-29');
  expect((await debitsOf(who))[0]).toMatchObject({ fine: '30000', fine_rested: 4 });
  expect((await debitsOf(before))[0]).toMatchObject({ fine: '60000', fine_rested: 4 });
  // Two million came on a holiday: they were late for the four days before it.
  const contract = (await debitsOf(before))[0].contract_id;
  expect((await scene.pay(contract, '2000000', { paid_on: '2027-03-21' })).status).toBe(200);
  expect(await fineOn(before, '2027-03-23')).toBe('28000');
  // What is no holiday any more counts, and what is one for some alone always did.
  expect((await registrar.delete(`/calendar/event/${single.id}`)).status).toBe(200);
  await holiday('2027-03-29', '2027-03-29', { audience: 'ROLES', roles: ['TEACHER'] });
  expect(await fineOn(who, '2027-03-29')).toBe('36000');
  expect((await registrar.delete(`/calendar/event/${navruz.id}`)).status).toBe(200);
  expect((await debitsOf(who))[0]).toMatchObject({ fine: '54000', fine_rested: 0 });
  // Of a day of the past by the calendar of that day.
  const then = await scene.accountant.get(`/student/debit/?student_id=${who}&sort=due_on&as_of=2027-03-28`);
  expect(then.body.content[0]).toMatchObject({ fine: '24000', fine_rested: 4 });
});

it('days of grace begin after the holidays on which something falls due', async () => {
  await holiday('2027-05-09', '2027-05-10');
  await holiday('2027-05-13');
  const made = await scene.accountant.post('/contract/agreement/', {
    ...terms(),
    name: 'BS-GRACE',
    fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 3 },
  });
  expect(made.body.fine.rests_on_holidays).toBe(true);
  const who = scene.people[2]!;
  await agreed(who, made.body.id, '2027-05-09');
  // Due on the 11th, three days of grace, of which nobody asks whether they rest; the 15th is the first day of a fine.
  expect(await fineOn(who, '2027-05-14')).toBe('0');
  expect(await fineOn(who, '2027-05-15')).toBe('6000');
  // However long it lasts, the fine stops at half of what is late.
  expect(await fineOn(who, '2031-05-14')).toBe('3000000');
});

it('does not rest where the agreement says that it does not, nor where it was agreed before it could', async () => {
  const made = await scene.accountant.post('/contract/agreement/', {
    ...terms(),
    name: 'BS-EVERY-DAY',
    fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0, rests_on_holidays: false },
  });
  const [every, old] = [scene.people[3]!, scene.people[4]!];
  await agreed(every, made.body.id, '2027-05-09');
  expect(await fineOn(every, '2027-05-13')).toBe('24000');
  const contract = await scene.issued(old);
  await scene.sql("update contracts set fine = fine - 'rests_on_holidays' where id = $1", [contract.id]);
  await scene.accountant.put('/accounting/contract/status', { id: contract.id, status: 'ACCEPTED' });
  await putTo(old, '2027-05-09');
  expect(await fineOn(old, '2027-05-13')).toBe('24000');
  const read = (await scene.accountant.get(`/accounting/contract/${contract.id}`)).body;
  expect(read.fine).toEqual({ percent_per_day: 0.1, most_percent: 50, grace_days: 0, rests_on_holidays: false });
});

it('the text of a contract says that it rests, in three languages, and nothing of it where it does not', async () => {
  const said = async (fine: object) =>
    (
      await scene.accountant.post('/contract/agreement/preview', {
        text: { uz: '1 {fine_rests}', ru: '1 {fine_rests}', en: '1 {fine_rests}' },
        fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0, ...fine },
      })
    ).body;
  const { uz, ru, en } = await said({});
  expect([uz[0].text, ru[0].text, en[0].text]).toEqual([
    expect.stringMatching(/^1 Bayram kunlari /),
    expect.stringMatching(/^1 За праздничные дни /),
    expect.stringMatching(/^1 No fine grows on holidays/),
  ]);
  expect((await said({ rests_on_holidays: false })).en[0].text).toBe('1');
});

const terms = () => ({
  title: { uz: 'Bakalavr', ru: '', en: '' },
  level: 'BACHELOR',
  academic_year_id: scene.year,
  type: 'BASIC',
  amount: '12000000',
  instalments: scene.agreement.instalments.map(({ share, due_on }: Any) => ({ share, due_on })),
  minimum_share: 25,
  text: scene.agreement.text,
});
async function agreed(student: number, draft: number, due_on: string): Promise<void> {
  const { id } = (await scene.accountant.post('/contract/agreement/publish', { id: draft })).body;
  const contract = await scene.active(student, { agreement_id: id });
  expect(contract.agreement_id).toBe(id);
  await putTo(student, due_on);
}
