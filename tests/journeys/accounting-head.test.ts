import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The head of accounting: reads what is owed, sets from which debt on papers are kept, sets a tax, and closes and signs a day. */

const { site, desk: sit } = openHouse({ students: 100 });
const desk: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const say = wordsOf('en');
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('what is owed is drawn so that no name runs into another', async () => {
  const page = await sit('accounting_head', desk);
  await page.goto('/debit');
  await page.getByText(say('accounting.debits.by_faculty')).waitFor();
  await axe(page);
  await screenshot(page, 'debit-overview');
  const over = await page.evaluate(() =>
    [...document.querySelectorAll('ol[aria-label] li')].some((bar) =>
      [...bar.querySelectorAll('span')].some((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0),
    ),
  );
  expect(over).toBe(false);
  expectNoTrouble(page);
});

test('a debt keeps papers from its student; the rule of exams is read, and set by whoever decides about exams', async () => {
  const page = await sit('accounting_head', desk);
  await page.goto('/accounting/debtors');
  await page.getByRole('button', { name: say('accounting.holds.title') }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('accounting.holds.off')).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'holds');
  await drawer.getByLabel(say('accounting.holds.active')).first().check();
  await drawer
    .getByRole('button', { name: say('kit.save') })
    .first()
    .click();
  await expect
    .poll(() => sql("select active from debt_holds where act = 'CERTIFICATE' and institution_id = 1"))
    .toEqual([{ active: true }]);
  expectNoTrouble(page);
});

test('a tax is set for what is charged from now on', async () => {
  const page = await sit('accounting_head', desk);
  await page.goto('/accounting/agreements');
  await page.getByRole('button', { name: say('accounting.vat.title'), exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('accounting.vat.about')).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'vat');
  await drawer.getByLabel(say('accounting.vat.percent')).last().fill('12');
  await drawer
    .getByRole('button', { name: say('kit.save') })
    .last()
    .click();
  await expect
    .poll(() => sql("select percent from vat_rates where of = 'COURSE' and institution_id = 1"))
    .toEqual([{ percent: 12 }]);
  expectNoTrouble(page);
});

test('a day is closed and signed over its very paper', async () => {
  const page = await sit('accounting_head', desk);
  await page.goto('/accounting/days');
  await page.getByRole('button', { name: /^Close \d/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('banking.days.close_yes'), exact: true })
    .click();
  await page.getByText(say('banking.days.is_closed'), { exact: true }).waitFor();
  const [{ number }] = await sql('select number from day_closings order by id desc limit 1');
  await page.getByRole('button', { name: say('kit.list.actionsOf', { name: number }) }).click();
  await page.getByRole('menuitem', { name: say('banking.days.sign') }).click();
  await screenshot(page, 'day-sign');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('signatures.dialog.do') })
    .click();
  await page.getByText(say('signatures.method.ACCOUNT')).waitFor();
  await axe(page);
  await screenshot(page, 'day-signed');
  const [row] = await sql(
    'select s.file_hash = f.hash as same from day_closings d join signatures s on s.id = d.signature_id join files f on f.id = d.file_id',
  );
  expect(row).toEqual({ same: true });
  expectNoTrouble(page);
});
