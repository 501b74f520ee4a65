import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * The accountant asks for what is late by invoices and takes them back; a student pays one on a phone and reads why something
 * is closed; the desk of debtors writes promises and lets somebody through; money goes back by two people.
 */

const { site, desk: sit } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const light: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;
const dateOf = async (ahead: number) =>
  (await sql("select to_char(edulab_today() + $1::int, 'DD.MM.YYYY') as day", [ahead]))[0].day as string;

test('invoices for many are looked at, issued and taken back', async () => {
  const say = wordsOf('ru');
  const page = await sit('accounting_head', desk);
  // The student's first part is late, so that they are among them.
  await sql(
    `update student_debits d set due_on = edulab_today() - 40 from students s
      where s.id = d.student_id and s.username = 'bachelor_student' and d.id = (select x.id from student_debits x where x.student_id = s.id and x.contract_id is not null and x.paid < x.total and x.deleted_at is null order by x.due_on limit 1)`,
  );
  await page.goto('/accounting/invoices');
  await page.getByRole('button', { name: say('accounting.invoices.many') }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(say('accounting.invoices.due_until')).fill(await dateOf(200));
  await drawer.getByText(say('accounting.invoices.many_about')).click();
  const before = (await sql('select count(*)::int as count from invoices'))[0].count;
  await drawer.getByRole('button', { name: say('accounting.assign.preview') }).click();
  await drawer.getByRole('table').waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'invoices-many');
  expect((await sql('select count(*)::int as count from invoices'))[0].count).toBe(before);
  await drawer.getByRole('button', { name: say('accounting.assign.run'), exact: true }).click();
  await drawer.getByRole('button', { name: say('accounting.invoices.undo'), exact: true }).waitFor();
  const made = await sql('select id, job_id from invoices where job_id is not null');
  expect(made.length).toBeGreaterThan(0);
  await drawer.getByRole('button', { name: say('accounting.invoices.undo'), exact: true }).click();
  await drawer.getByText(say('accounting.invoices.undone')).waitFor();
  expect(await sql('select 1 from invoices where job_id is not null and "left" > 0')).toEqual([]);
  expectNoTrouble(page);
});

test('the desk of debtors holds papers back, lets somebody through, and removes a promise', async () => {
  const say = wordsOf('en');
  const [student] = await sql("select id, full_name from students where username = 'bachelor_student'");
  const page = await sit('accounting_head', light);
  await page.goto('/accounting/debtors');
  await page.getByRole('button', { name: say('accounting.holds.title') }).click();
  const rules = page.getByRole('dialog');
  const certificate = rules.locator('section').filter({ hasText: say('accounting.held_about.CERTIFICATE') });
  await certificate.getByLabel(say('accounting.holds.least')).fill('1000');
  await certificate.getByLabel(say('accounting.holds.days')).fill('10');
  const active = certificate.getByRole('switch');
  if (!(await active.isChecked())) await active.click({ force: true });
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'holds');
  await certificate.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await expect
    .poll(async () => (await sql("select active, least::int from debt_holds where act = 'CERTIFICATE'"))[0])
    .toEqual({ active: true, least: 100_000 });
  await page.keyboard.press('Escape');
  await page.goto(`/accounting/debtors?search=${encodeURIComponent(student.full_name)}`);
  const row = page.getByRole('row').filter({ hasText: student.full_name }).first();
  await row.getByText(say('accounting.held_act.CERTIFICATE')).waitFor();
  await screenshot(page, 'debtors-held');
  const choose = async (what: string) => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  // A promise is written and, being a mistake, removed.
  await choose(say('accounting.debtors.write_promise'));
  const promise = page.getByRole('dialog', { name: say('accounting.debtors.write_promise') });
  await promise.getByLabel(say('accounting.field.amount')).fill('2000');
  await promise.getByLabel(say('accounting.debtors.promise_day')).fill(await dateOf(4));
  await page.keyboard.press('Tab');
  await promise.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await promise.waitFor({ state: 'detached' });
  await choose(say('accounting.debtors.promises'));
  const list = page.getByRole('dialog', { name: new RegExp(say('accounting.debtors.promises')) });
  await list
    .getByRole('button', { name: say('accounting.debtors.remove_promise') })
    .first()
    .waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'promises');
  const count = async () =>
    (
      await sql('select count(*)::int as count from payment_promises where student_id = $1 and deleted_at is null', [
        student.id,
      ])
    )[0].count;
  const promises = await count();
  await list
    .getByRole('button', { name: say('accounting.debtors.remove_promise') })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: say('accounting.debtors.remove_promise') })
    .getByRole('button', { name: say('accounting.debtors.remove_promise') })
    .click();
  await expect.poll(count).toBe(promises - 1);
  expectNoTrouble(page);
});

test('a student reads on a phone what is closed and pays the invoice', async () => {
  const say = wordsOf('uz');
  const page = await sit('bachelor_student', phone);
  await page.goto('/accounting/contract');
  await page.getByText(say('accounting.holds.mine')).waitFor();
  await page.getByText(say('accounting.held_act.CERTIFICATE'), { exact: false }).first().waitFor();
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await screenshot(page, 'held-phone');
  // The rule keeps them from asking as well.
  const [paper] = await sql(
    "select t.id from form_types t join forms f on f.type_id = t.id and f.status = 'LIVE' and f.paper is not null where t.institution_id = 1 order by t.id limit 1",
  );
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const refused = await fetch(`${site().url}/edulab/lms/api/v1/form/request/begin?type_id=${paper.id}`, {
    headers: { authorization: `Bearer ${token}`, institution: '1', language: 'uz' },
  });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { code: string }).code).toBe('HELD');
  // An invoice of their own, and the way from it to the bank.
  const made = page.waitForResponse((answer) => answer.url().includes('/student/create/invoice'));
  await page.getByRole('button', { name: say('accounting.invoice'), exact: true }).click();
  expect((await made).status()).toBe(200);
  await page.goto('/accounting/contract');
  const invoices = page.locator('section').filter({ hasText: say('accounting.invoices.mine') });
  await invoices
    .getByRole('link', { name: say('accounting.mine.online') })
    .first()
    .click();
  await page.waitForURL('**/payments/online?invoice=*');
  await page.getByRole('button', { name: say('gateways.pay.go') }).click();
  await page.getByText(say('gateways.order.state.WAITING')).waitFor();
  await page.getByRole('link', { name: say('gateways.order.open') }).click();
  await page.waitForURL('**/payments/bank?order=*');
  await page.getByRole('button', { name: say('gateways.bank.act.PAY') }).click();
  await page.getByText(say('gateways.order.state.PAID')).waitFor();
  await page.goto('/accounting/contract');
  await page.getByText(say('accounting.status.PAID'), { exact: true }).first().waitFor();
  // What was late is paid: all is open again.
  expect(await page.getByText(say('accounting.holds.mine')).count()).toBe(0);
  expectNoTrouble(page);
});

test('what was paid above is asked back by one person and given back by another', async () => {
  const say = wordsOf('ru');
  const [above] = await sql(
    `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search)
     select 1, c.id, greatest(0, b.owed - b.paid) + 70000000, edulab_today(), 'CASH', c.payer_name, lower(c.payer_name || ' ' || c.number)
       from contracts c cross join lateral edulab_contract_balance(array[c.id]) b
      where c.institution_id = 1 and c.status in ('ACTIVE', 'FULFILLED') and c.student_id is not null and b.credit = 0 order by c.id desc limit 1
     returning contract_id, payer`,
  );
  const page = await sit('accounting_head', desk);
  await page.goto(`/accounting/contract?refund=true&search=${encodeURIComponent(above.payer)}`);
  const row = page.getByRole('row').filter({ hasText: above.payer }).first();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: say('accounting.refunds.ask') }).click();
  const ask = page.getByRole('dialog', { name: say('accounting.refunds.ask') });
  await ask.getByLabel(say('accounting.field.reason')).fill('Оплачено дважды');
  await ask.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await ask.waitFor({ state: 'detached' });
  const [request] = await sql("select id from refund_requests where status = 'ASKED' and contract_id = $1", [
    above.contract_id,
  ]);
  // Whoever asked does not pay.
  await page.goto(`/accounting/refunds?search=${encodeURIComponent(above.payer)}`);
  const own = page.getByRole('row').filter({ hasText: above.payer }).first();
  await own.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: say('accounting.refunds.withdraw') }).waitFor();
  expect(await page.getByRole('menuitem', { name: say('accounting.refunds.pay') }).count()).toBe(0);
  await page.keyboard.press('Escape');
  const other = await sit('admin', light);
  const words = wordsOf('en');
  await other.goto(`/accounting/refunds?search=${encodeURIComponent(above.payer)}`);
  const asked = other.getByRole('row').filter({ hasText: above.payer }).first();
  await asked.getByRole('button').last().click();
  await other.getByRole('menuitem', { name: words('accounting.refunds.pay') }).click();
  const pay = other.getByRole('dialog', { name: words('accounting.refunds.pay') });
  await pay.getByLabel(words('accounting.refunds.order'), { exact: false }).first().fill('77-M');
  await pay.getByLabel(words('accounting.refunds.order_on')).fill(await dateOf(0));
  await other.keyboard.press('Tab');
  await axe(other, { within: '[role=dialog]' });
  await pay.getByRole('button', { name: words('kit.save'), exact: true }).click();
  await pay.waitFor({ state: 'detached' });
  await screenshot(other, 'refunds');
  expect(await sql('select status from refund_requests where id = $1', [request.id])).toEqual([{ status: 'PAID' }]);
  expect(
    Number((await sql('select sum(amount) as sum from payments where refund_request_id = $1', [request.id]))[0].sum),
  ).toBe(-70_000_000);
  expectNoTrouble(page);
  expectNoTrouble(other);
});
