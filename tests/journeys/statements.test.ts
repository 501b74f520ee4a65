import { expect, test } from 'vitest';
import { writeExchange } from '#domains/banking/server/exchange.ts';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** An accountant takes in the file of a bank, says whose the money is with the keyboard, compares, and closes the day. */

const { site, desk: sit } = openHouse({ students: 60 });
const desk: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const dark: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const phone: Look = { locale: 'en', width: 390, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('a file comes in, and its rows are matched without a mouse', async () => {
  const say = wordsOf('uz');
  const [account] = await sql('select number, ledger from bank_accounts order by id limit 1');
  const [contract] = await sql(
    "select number from contracts where institution_id = 1 and status = 'ACTIVE' order by id desc limit 1",
  );
  const [{ day }] = await sql('select (edulab_today() - 2)::text as day');
  const row = {
    day,
    party_account: '22618000900000001111',
    party_tin: '',
    party_bank: 'Xalq banki',
    party_mfo: '00398',
  };
  const buffer = writeExchange({
    account: account.number,
    from: day,
    until: day,
    opening: 1_000_000_00,
    closing: 3_500_000_00,
    rows: [
      {
        ...row,
        number: '11',
        amount: 1_500_000_00,
        party: 'Ota-ona',
        purpose: `Oʻqish uchun, shartnoma №${contract.number}`,
      },
      { ...row, number: '12', amount: 1_000_000_00, party: 'Hech kim', purpose: 'Kontrakt' },
    ],
    owner: { name: '', tin: '', bank: '', mfo: '' },
    made_on: day,
    made_at: '10:00:00',
  });
  const page = await sit('accounting_head', desk);
  await page.goto('/accounting/statements');
  await page.getByText(say('banking.state.TAKEN')).first().waitFor();
  await axe(page);
  await screenshot(page, 'statements');
  await page.getByRole('link', { name: say('banking.statements.add') }).click();
  await page.waitForURL('**/accounting/statements/import');
  await page.locator('main input[type=file]').setInputFiles({ name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer });
  await page.getByText(say('banking.import.adds_up')).waitFor();
  await axe(page);
  await screenshot(page, 'statement-preview');
  await page.getByRole('button', { name: say('banking.import.take') }).click();
  await page.waitForURL('**/accounting/statements/rows?statement_id=*');
  const list = page.getByRole('listbox');
  await list.getByRole('option').first().waitFor();
  await page
    .getByRole('radiogroup', { name: say('banking.rows.candidates') })
    .getByRole('radio')
    .first()
    .waitFor();
  await axe(page);
  await screenshot(page, 'statement-rows');
  await list.focus();
  await page.keyboard.press('Enter');
  await page.getByText(say('banking.rows.none')).waitFor();
  expect(
    await sql(
      "select c.number, p.amount from payments p join contracts c on c.id = p.contract_id where p.source = 'STATEMENT' and p.paid_on = $1",
      [day],
    ),
  ).toEqual([{ number: contract.number, amount: 1_500_000_00 }]);
  // What nobody knows is set aside with a reason.
  await page.getByText(say('banking.view.unknown'), { exact: true }).click();
  await page.getByRole('option', { name: /Hech kim/ }).waitFor();
  await page.getByRole('button', { name: say('banking.rows.aside') }).click();
  await page.getByRole('menuitem', { name: say('banking.settlement.OTHER_INCOME') }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('textbox').fill('Homiylik');
  await asked.getByRole('button').last().click();
  await page.getByText(say('banking.rows.none')).waitFor();
  await page.getByText(say('banking.view.decided'), { exact: true }).click();
  await page.getByRole('option', { name: /Hech kim/ }).waitFor();
  await axe(page);
  expectNoTrouble(page);
});

test('all proposals at once, what differs, and the close of a day', async () => {
  const say = wordsOf('ru');
  const page = await sit('accounting_head', dark);
  await page.goto('/accounting/statements/rows');
  await page.getByRole('option').first().waitFor();
  await screenshot(page, 'statement-rows-dark');
  await page.getByRole('button', { name: say('banking.all.button') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table').waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'statement-accept-all');
  await dialog.getByRole('button').last().click();
  await dialog.getByRole('button', { name: say('banking.all.undo') }).click();
  await dialog.getByText(say('banking.all.undone')).waitFor();
  await page.goto('/accounting/reconciliation');
  await page.getByText(say('banking.advice.PAYMENT_NOT_IN_BANK')).waitFor();
  await page.getByRole('button', { name: say('banking.reconciliation.run') }).click();
  await page.getByText(say('banking.advice.PAYMENT_NOT_IN_BANK')).waitFor();
  await axe(page);
  await screenshot(page, 'reconciliation');
  await page.getByRole('button', { name: say('banking.register.button') }).click();
  const register = page.getByRole('dialog');
  await register.locator('input[type=file]').setInputFiles({
    name: 'payme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('ID транзакции;Дата;Сумма\n65f0a1;25.11.2026 10:00;150000\n'),
  });
  await register.getByText(say('banking.register.not_here')).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'register');
  await register.getByRole('button', { name: say('banking.register.take') }).click();
  await page.getByText(say('banking.advice.REGISTER_NOT_HERE')).waitFor();
  await page.goto('/');
  await page.getByText(say('banking.home.title')).waitFor();
  await screenshot(page, 'home-unmatched');
  await page.goto('/accounting/days');
  await page.getByText(say('banking.days.none')).waitFor();
  await page.getByRole('button', { name: /^Закрыть \d/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('banking.days.close_yes'), exact: true })
    .click();
  await page.getByText(say('banking.days.is_closed'), { exact: true }).waitFor();
  await axe(page);
  await screenshot(page, 'days');
  expect(await sql('select count(*)::int as count from day_closings')).toEqual([{ count: 1 }]);
  await page.getByText(/^\d{4}-0001$/).click();
  await page.getByRole('dialog').locator('canvas').first().waitFor();
  await screenshot(page, 'day-paper');
  expectNoTrouble(page);
});

test('on a phone nothing runs out of the page', async () => {
  const page = await sit('accounting_head', phone);
  for (const path of [
    '/accounting/statements',
    '/accounting/statements/import',
    '/accounting/statements/rows',
    '/accounting/reconciliation',
    '/accounting/days',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([
      path,
      true,
    ]);
    await screenshot(page, `phone-${path.split('/').at(-1)}`);
  }
  await axe(page);
  expectNoTrouble(page);
});
