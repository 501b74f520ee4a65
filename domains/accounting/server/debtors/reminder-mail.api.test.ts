import type { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { mailDriver } from '#platform/server/work/mail.ts';
import { deliverDue } from '#platform/server/work/outbox-worker.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { portOf, type Received, readMail, startSmtp, stopSmtp } from '#tests/support/smtp.ts';
import { remindDebtors } from './reminders.ts';

/** Reminders as they arrive: at a mail server, night by night, each in the language of who reads it. */

let scene: MoneyScene;
let smtp: SMTPServer;
let sending: Kernel;
let driver: NonNullable<ReturnType<typeof mailDriver>>;
const received: Received[] = [];
/** A Thursday; the days on which the institution reminds are a Monday, it itself and the Thursday after. */
const due = '2027-02-11';
const day = (days: number) => new Date(Date.parse(due) + days * 86_400_000).toISOString().slice(0, 10);

/** Whom it is for, in which language they read. */
const readers = [
  { username: 'bachelor_student', email: 'uz@talaba.example', locale: 'uz', cyrillic: false },
  { username: 'master_student', email: 'kirill@talaba.example', locale: 'uz', cyrillic: true },
  { username: 'teacher', email: 'ru@talaba.example', locale: 'ru', cyrillic: false },
  { username: 'dean', email: 'en@talaba.example', locale: 'en', cyrillic: false },
  { username: 'hr_manager', email: 'paid@talaba.example', locale: 'uz', cyrillic: false },
  { username: 'director', email: 'promised@talaba.example', locale: 'ru', cyrillic: false },
] as const;

beforeAll(async () => {
  scene = await moneyScene();
  smtp = await startSmtp(received);
  const { kernel } = scene.api;
  sending = { ...kernel, settings: { ...kernel.settings, smtpUrl: `smtp://127.0.0.1:${portOf(smtp)}` } };
  driver = mailDriver(sending.settings)!;
  for (const [at, { username, email, locale, cyrillic }] of readers.entries()) {
    await scene.api.as(username);
    await scene.sql('update accounts set email = $2, locale = $3, cyrillic = $4 where username = $1', [
      username,
      email,
      locale,
      cyrillic,
    ]);
    await scene.sql('update students set account_id = (select id from accounts where username = $2) where id = $1', [
      scene.people[at],
      username,
    ]);
  }
  await goTo(-6);
  for (const student_id of scene.people.slice(0, readers.length + 1))
    await scene.accountant.post('/student/debit/', {
      student_id,
      amount: '900000',
      due_on: due,
      kind: 'DORMITORY',
    });
  const set = await scene.accountant.put('/accounting/reminder/settings', {
    active: true,
    days: [-3, 0, 7],
    channels: ['MAIL'],
    least: '1000',
    from_hour: 9,
    until_hour: 20,
  });
  expect(set.status).toBe(200);
});
afterAll(async () => {
  driver?.close?.();
  if (smtp) await stopSmtp(smtp);
  await scene?.api.close();
});

async function goTo(days: number): Promise<void> {
  await scene.api.setClock(`${day(days)}T02:00:00+05:00`);
  scene.accountant = await scene.api.as('accounting_head');
}
/** A night's work, twice over, as by a server that was started anew, and what came of it at the mail server. */
async function night(days: number): Promise<Received[]> {
  await goTo(days);
  const before = received.length;
  for (let time = 0; time < 2; time++) {
    await inTheNight(sending, 1, 'reminders', remindDebtors);
    await deliverDue(scene.api.database.owner, { mail: driver, sms: null }, { pauses: [] });
  }
  return received.slice(before);
}
const addressesOf = (mails: Received[]) => mails.map(({ to }) => to).toSorted();

it('come on the days that were set, once, to whoever still owes, in their language', async () => {
  expect(await night(-4)).toEqual([]);
  const first = await night(-3);
  expect(addressesOf(first)).toEqual(readers.map(({ email }) => email).toSorted());
  const mailTo = (name: string, mails = first) => readMail(mails.find(({ to }) => to.startsWith(`${name}@`))!);
  const address = `${sending.settings.publicUrl}/accounting/contract`;
  expect(mailTo('ru')).toEqual({
    subject: 'Напоминание об оплате',
    body: expect.stringContaining('до 11.02.2027 нужно оплатить 900000 сум'),
  });
  expect(mailTo('en')).toEqual({
    subject: 'Payment reminder',
    body: expect.stringContaining('please pay 900000 soʻm by 11.02.2027'),
  });
  expect(mailTo('uz').body).toMatch(/900000 soʻm/);
  // Of who reads Uzbek in Cyrillic only the link stays as it is.
  const cyrillic = mailTo('kirill').body;
  expect(cyrillic).toMatch(/900000 сўм/);
  expect(cyrillic.replace(address, '')).not.toMatch(/[a-z]{3}/i);
  for (const name of ['uz', 'ru', 'en', 'kirill']) expect(mailTo(name).body).toContain(address);
  expect(mailTo('en').body).toContain('T4');

  // One pays, one promises a day that is after all reminders.
  const [paid, promised] = [scene.people[4]!, scene.people[5]!];
  const payment = { student_id: paid, amount: '900000', paid_on: day(-3), payment_type: 'CASH' };
  expect((await scene.accountant.post('/accounting/payment/', payment)).status).toBe(200);
  const promise = { student_id: promised, amount: '900000', due_on: day(8) };
  expect((await scene.accountant.post('/accounting/debtor/promise', promise)).status).toBe(200);
  const others = ['en@talaba.example', 'kirill@talaba.example', 'ru@talaba.example', 'uz@talaba.example'];
  for (const quiet of [-2, -1]) expect(await night(quiet)).toEqual([]);
  expect(addressesOf(await night(0))).toEqual(others);
  for (const quiet of [1, 2, 3, 4, 5, 6]) expect(await night(quiet)).toEqual([]);
  const late = await night(7);
  expect(addressesOf(late)).toEqual(others);
  expect(mailTo('ru', late).body).toContain('с 11.02.2027 не оплачено 900000 сум');
  expect(await night(8)).toEqual([]);
  // The promise was not kept: that is told, once.
  const broken = await night(9);
  expect(addressesOf(broken)).toEqual(['promised@talaba.example']);
  expect(mailTo('promised', broken).body).toContain('из обещанного вами к 19.02.2027');
  for (const quiet of [11, 12]) expect(await night(quiet)).toEqual([]);
  // Whoever has no address was never written to, and nothing waits to be sent.
  expect(await scene.sql("select 1 from outbox where state <> 'sent' and recipient like '%@talaba.example'")).toEqual(
    [],
  );
});
