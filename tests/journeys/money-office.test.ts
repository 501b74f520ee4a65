import { expect, test } from 'vitest';
import { workOnReversals } from '#domains/gateways/server/reversals.ts';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * The office enters rates and makes a contract in dollars; whoever paid, and whoever keeps the books, sees where a payment went; a
 * payment by Click is taken back by two people.
 */

const { site, desk: sit } = openHouse({ students: 60 });
const desk: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const night: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('rates are pasted, and what is no rate is refused by its line', async () => {
  for (const look of [desk, phone]) {
    const say = wordsOf(look.locale);
    const page = await sit('accounting_head', look);
    await page.goto('/accounting/contract');
    await page.getByRole('button', { name: say('accounting.rates.title') }).click();
    const drawer = page.getByRole('dialog');
    const text = drawer.getByLabel(say('accounting.rates.text'));
    await text.fill('USD 12 142,86\nEUR');
    await drawer.getByRole('button', { name: say('kit.save') }).click();
    await drawer.getByText('12142.86', { exact: false }).first().waitFor();
    await text.fill('USD 12 142,86\n10 CNY = 17053.10');
    await drawer.getByRole('button', { name: say('kit.save') }).click();
    await drawer.getByRole('rowheader', { name: '10 CNY' }).waitFor();
    await axe(page, { within: '[role=dialog]' });
    await screenshot(page, `rates-${look.width}`);
    expectNoTrouble(page, [/422/]);
  }
  expect(
    await sql(
      'select currency, rate, per from exchange_rates where institution_id = 1 and day = edulab_today() order by 1',
    ),
  ).toEqual([
    { currency: 'CNY', rate: '17053.10', per: 10 },
    { currency: 'USD', rate: '12142.86', per: 1 },
  ]);
});

test('a contract in dollars says its rate, its day and its source', async () => {
  const [contract] = await sql(
    `update contracts set currency = 'USD', currency_amount = 350000, rate = '12142.86', rate_per = 1, rate_on = edulab_today(), rate_source = 'cbu.uz'
      where id = (select id from contracts where status = 'DRAFT' and institution_id = 1 order by id limit 1) returning id`,
  );
  const of =
    contract ??
    (
      await sql(
        `insert into contracts (institution_id, number, agreement_id, student_id, payer_name, payer, level, academic_year_id, course_id, education_form_id, study_language, amount, plan, deadline, fine, minimum_share, status, search,
                                currency, currency_amount, rate, rate_per, rate_on, rate_source)
         select c.institution_id, 'K-2099-000001', c.agreement_id, null, c.payer_name, c.payer, c.level, c.academic_year_id, c.course_id, c.education_form_id, c.study_language, 4250001000,
                jsonb_build_array(jsonb_build_object('due_on', c.deadline, 'amount', 4250001000)), c.deadline, c.fine, c.minimum_share, 'DRAFT', 'k-2099-000001',
                'USD', 350000, '12142.86', 1, edulab_today(), 'cbu.uz'
           from contracts c where c.institution_id = 1 and c.status = 'ACTIVE' and c.agreement_id is not null order by c.id limit 1 returning id`,
      )
    )[0];
  for (const look of [night, phone]) {
    const page = await sit('accounting_head', look);
    await page.goto(`/accounting/contract?open=${of.id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('cbu.uz').first().waitFor();
    await drawer.getByText('USD').first().waitFor();
    await axe(page, { within: '[role=dialog]' });
    await screenshot(page, `contract-in-dollars-${look.width}`);
    expectNoTrouble(page);
  }
});

test('where a payment went stands on the student’s record and on the payer’s own page', async () => {
  const [student] = await sql(
    `select s.id from students s join accounts a on a.id = s.account_id
      where a.username = 'bachelor_student' and exists (select 1 from payments p where p.student_id = s.id and p.deleted_at is null and p.kind = 'PAYMENT')`,
  );
  expect(student).toBeDefined();
  for (const look of [desk, night, { ...phone, skin: 'dark' as const }]) {
    const say = wordsOf(look.locale);
    const page = await sit('accounting_head', look);
    await page.goto(`/students/${student.id}?tab=accounting`);
    await page.getByRole('heading', { name: say('accounting.payments.title'), exact: true }).waitFor();
    await screenshot(page, `record-money-${look.locale}-${look.width}`);
    await axe(page);
    await page
      .getByRole('button', { name: new RegExp(`^${say('accounting.parts.title')}`) })
      .first()
      .click();
    await page.getByRole('dialog').getByText(say('accounting.parts.covered')).first().waitFor();
    await screenshot(page, `record-parts-${look.locale}-${look.width}`);
    expectNoTrouble(page);
  }
  const say = wordsOf('uz');
  const page = await sit('bachelor_student', phone);
  await page.goto('/debit');
  const where = page.getByRole('button', { name: new RegExp(`^${say('accounting.parts.title')}`) });
  await where.first().waitFor();
  await axe(page);
  await screenshot(page, 'own-money-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await where.first().click();
  await page.getByRole('dialog').getByText(say('accounting.parts.covered')).first().waitFor();
  await screenshot(page, 'own-parts-390');
  expectNoTrouble(page);
});

test('a payment by Click is asked back by one, sent by another, and returned once the practice bank’s status says so', async () => {
  const say = wordsOf('en');
  await sql("update gateways set merchant_user_id = '20001' where provider = 'CLICK' and institution_id = 1");
  const payer = await sit('bachelor_student', desk);
  await payer.goto('/payments/online');
  await payer.getByLabel(say('gateways.pay.amount')).fill('1500');
  await payer.getByLabel(say('gateways.provider.CLICK')).check();
  await payer.getByRole('button', { name: say('gateways.pay.go') }).click();
  await payer.getByRole('link', { name: say('gateways.order.open') }).click();
  await payer.waitForURL('**/payments/bank?order=*');
  await payer.getByRole('button', { name: say('gateways.bank.act.PAY') }).click();
  await payer.getByText(say('gateways.order.state.PAID')).waitFor();

  const accountant = await sit('accounting_head', desk);
  await accountant.goto('/accounting/gateways');
  await accountant.getByText(say('gateways.reversal.none')).waitFor();
  await axe(accountant);
  await screenshot(accountant, 'gateways-1440');
  await accountant
    .getByRole('button', { name: new RegExp(`^${say('kit.list.actionsOf', { name: '' }).trim()}`) })
    .first()
    .click();
  await accountant.getByRole('menuitem', { name: say('gateways.reversal.ask') }).click();
  const dialog = accountant.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Paid twice');
  await screenshot(accountant, 'reversal-ask');
  await dialog.getByRole('button', { name: say('gateways.reversal.ask') }).click();
  await accountant.getByText(say('gateways.reversal.state.ASKED'), { exact: true }).first().waitFor();
  // Another person proves who they are and sends it; Click is asked by the server.
  await sql(
    `update gateway_reversals set state = 'SENDING', decided_by = (select id from accounts where username = 'admin')`,
  );
  // The server's own look at what waits may have it in its hands.
  await expect
    .poll(
      async () => {
        await workOnReversals(site().kernel);
        return sql('select state from gateway_reversals');
      },
      { timeout: 10_000 },
    )
    .toEqual([{ state: 'DONE' }]);
  await accountant.reload();
  await accountant.getByText(say('gateways.reversal.state.DONE'), { exact: true }).first().waitFor();
  await screenshot(accountant, 'reversal-done');
  const small = await sit('accounting_head', phone);
  await small.goto('/accounting/gateways');
  await small.getByText(wordsOf('uz')('gateways.reversal.state.DONE'), { exact: true }).first().waitFor();
  await screenshot(small, 'gateways-390');
  expect(await small.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
