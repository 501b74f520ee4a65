import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student pays on a phone with Payme, through the bank of the demo; the accountant finds it at the gateway and in the books. */

const { site, desk: sit } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('a contract is paid on a phone, once, although the answer was lost', async () => {
  const say = wordsOf('uz');
  const page = await sit('bachelor_student', phone);
  await page.goto('/debit');
  await page.getByRole('link', { name: say('accounting.mine.online'), exact: true }).click();
  await page.waitForURL('**/payments/online');
  const amount = page.getByLabel(say('gateways.pay.amount'));
  await amount.fill('999999999');
  await page.getByLabel(say('gateways.provider.PAYME')).check();
  await page.getByRole('button', { name: say('gateways.pay.go') }).click();
  // More than is left is told at the box, and what was typed stays.
  await page.getByText('1 000', { exact: false }).first().waitFor();
  await amount.fill('500000');
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: say('gateways.pay.go') }).click();
  await page.getByText(say('gateways.order.state.WAITING')).waitFor();
  const standing = page.url();
  await axe(page);
  await page.getByRole('link', { name: say('gateways.order.open') }).click();
  await page.waitForURL('**/payments/bank?order=*');
  await page.getByRole('button', { name: say('gateways.bank.act.LOSE') }).click();
  await page.getByText(say('gateways.order.state.PAID')).waitFor();
  await axe(page);
  // The phone was closed meanwhile: the page of the payment says how it stands.
  await page.goto(standing);
  await page.getByText(say('gateways.order.paid')).waitFor();
  await screenshot(page, 'online-payment-paid');
  const rows = await sql("select amount, source from payments where payment_type = 'PAYME' and source = 'EXTERNAL'");
  expect(rows).toEqual([{ amount: 50_000_000, source: 'EXTERNAL' }]);
  // The first amount was refused.
  expectNoTrouble(page, [/status of 422/]);
});

test('accounting sees it at the gateway and in the books, and closes a month', async () => {
  const say = wordsOf('ru');
  const page = await sit('accounting_head', desk);
  await page.goto('/accounting/gateways');
  await page.getByText(say('gateways.state.2'), { exact: true }).first().waitFor();
  await axe(page);
  await page.goto('/accounting/journal');
  const account = page.getByRole('link', { name: `5710 · ${say('accounting.account.5710')}` });
  await account.waitFor();
  await axe(page);
  await screenshot(page, 'journal');
  const { next } = (await sql("select to_char(min(effective_on), 'MM.YYYY') as next from journal_entries"))[0];
  await page.getByRole('button', { name: say('accounting.period.close_month', { month: next }) }).click();
  const asked = page.getByRole('dialog', { name: say('accounting.period.close') });
  await asked.getByRole('button', { name: say('accounting.period.close_yes'), exact: true }).click();
  await page.getByRole('rowheader', { name: next, exact: true }).waitFor();
  expect(await sql('select count(*)::int as count from accounting_periods')).toEqual([{ count: 1 }]);
  await account.click();
  await page.waitForURL('**/accounting/journal/entries?*');
  await page.getByText(say('accounting.entries.source.payments'), { exact: true }).first().waitFor();
  // The figure opens its own rows: of the account, in the same days.
  const [{ count }] = await sql(
    `select count(*)::int as count from journal_entries where institution_id = 1 and '5710' in (debit, credit)
        and effective_on between date_trunc('year', edulab_today())::date and edulab_today()`,
  );
  await page.getByText(new RegExp(`из ${count} найденных$`)).waitFor();
  await axe(page);
  expectNoTrouble(page);
});
