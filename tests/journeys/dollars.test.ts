import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * The office agrees a fee in dollars and makes a contract of it by the rate of the day; whoever pays reads the price in
 * both currencies on a phone, with the rate, its day and where it stands, and accepts it.
 */

const { site, desk: sit } = openHouse({ students: 60 });
const desk: Look = { locale: 'ru', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;
const dateOf = async (ahead: number) =>
  (await sql("select to_char(edulab_today() + $1::int, 'DD.MM.YYYY') as day", [ahead]))[0].day as string;
/** As people read it, whatever spaces keep the figures together. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

async function choose(page: Page, form: Locator, label: string, text: string): Promise<void> {
  const box = form.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** The student has no contract yet, a phone for the code, and the programme of an agreement. */
async function student() {
  const [row] = await sql(
    "select s.id, s.full_name, s.student_no, s.course_id, s.account_id from students s where s.username = 'bachelor_student'",
  );
  await sql('delete from payments where student_id = $1', [row.id]);
  await sql('delete from student_debits where student_id = $1', [row.id]);
  await sql("update contracts set status = 'TERMINATED' where student_id = $1", [row.id]);
  await sql(
    "update accounts set phone = '998901239876', required_actions = '{BS_CONTRACT_ACCEPTANCE_REQUIRED}' where id = $1",
    [row.account_id],
  );
  return row as { id: number; full_name: string; student_no: string };
}

test('an agreement in dollars becomes a contract that says price, rate and sum, in the office and on a phone', async () => {
  const say = wordsOf('ru');
  const who = await student();
  const page = await sit('accounting_head', desk);
  const today = await dateOf(0);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
  const act = async (text: string, what: string) => {
    await row(text).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  };

  // The rate of the day, as the Central Bank has it.
  await page.goto('/accounting/contract');
  await page.getByRole('button', { name: say('accounting.rates.title') }).click();
  const rates = page.getByRole('dialog');
  await rates.getByLabel(say('accounting.rates.text')).fill('USD 12 142,86');
  await rates.getByRole('button', { name: say('kit.save') }).click();
  await rates.getByText('12 142,86', { exact: false }).first().waitFor();

  await page.goto('/accounting/agreements');
  await page.getByRole('button', { name: say('accounting.agreements.add') }).click();
  const form = page.getByRole('dialog');
  const box = (label: string) => form.getByLabel(label, { exact: true });
  await form.getByLabel(say('accounting.field.name')).first().fill('BS-USD-2099');
  await form.getByLabel(say('accounting.field.title')).first().fill('Xorijiy talabalar uchun');
  const [year] = await sql('select name from academic_years where institution_id = 1 and current');
  await choose(page, form, say('accounting.field.academic_year_id'), year.name);
  await form.getByLabel(say('accounting.agreements.amount')).fill('3500');
  await form.getByRole('combobox', { name: say('accounting.agreements.currency') }).click();
  await page.getByRole('option', { name: /^USD/ }).click();
  // A fine that rests on holidays is what the form offers.
  expect(await form.getByLabel(say('accounting.agreements.fine_rests')).isChecked()).toBe(true);
  for (const [at, ahead] of [20, 60, 100, 140].entries())
    await box(say('accounting.agreements.day', { at: at + 1 })).fill(await dateOf(ahead));
  await page.keyboard.press('Tab');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'agreement-in-dollars');
  await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto('/accounting/agreements?search=BS-USD-2099');
  expect(plain(await row('BS-USD-2099').innerText())).toMatch(/3 500\s+USD/);
  await act('BS-USD-2099', say('accounting.agreements.publish'));
  await expect
    .poll(() => sql("select status, currency, fine from contract_agreements where name = 'BS-USD-2099'"))
    .toEqual([
      {
        status: 'PUBLISHED',
        currency: 'USD',
        fine: { percent_per_day: 0.05, most_percent: 50, grace_days: 10, rests_on_holidays: true },
      },
    ]);

  // A contract of it: the sum in soʻm follows from the rate.
  await page.goto('/accounting/contract');
  await page.getByRole('button', { name: say('accounting.contract.add'), exact: true }).click();
  const making = page.getByRole('dialog');
  await choose(page, making, say('accounting.field.agreement_id'), 'BS-USD-2099');
  await choose(page, making, say('accounting.field.student_id'), who.full_name);
  await making.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await making.waitFor({ state: 'detached' });
  const [made] = await sql(
    "select id, number, amount, currency, currency_amount, rate, rate_source from contracts where student_id = $1 and status = 'DRAFT'",
    [who.id],
  );
  expect(made).toMatchObject({
    amount: 4_250_001_000,
    currency: 'USD',
    currency_amount: 350_000,
    rate: '12142.86',
    rate_source: 'cbu.uz',
  });
  await page.goto(`/accounting/contract?search=${made.number}`);
  await act(made.number, say('accounting.contract.issue'));
  await expect.poll(() => sql('select status from contracts where id = $1', [made.id])).toEqual([{ status: 'ISSUED' }]);
  await page.goto(`/accounting/contract?open=${made.id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('accounting.contract.in_currency')).waitFor();
  const office = plain(await drawer.innerText());
  expect(office).toContain('3 500 USD');
  expect(office).toContain(`1 USD = 12 142,86 сум, на ${today}, cbu.uz`);
  expect(office).toContain('42 500 010');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'contract-of-agreement-in-dollars');
  expectNoTrouble(page);

  // The payer, on a phone.
  const words = wordsOf('uz');
  const small = await sit('bachelor_student', phone);
  await small.goto('/bachelor/contracts');
  await small.getByRole('heading', { name: words('accounting.mine.contract', { number: made.number }) }).waitFor();
  await small.getByText(words('accounting.contract.in_currency'), { exact: false }).first().waitFor();
  const read = plain(await small.locator('main').last().innerText());
  expect(read).toContain('42 500 010 soʻm');
  expect(read).toContain('3 500 USD');
  expect(read).toContain(`1 USD = 12 142,86 soʻm, ${today}, cbu.uz`);
  expect(read).toContain(words('accounting.fine.grows'));
  // The text that is accepted says the same.
  const article = plain(await small.locator('article').innerText());
  expect(article).toContain(`3 500 USD, ${today} kungi Markaziy bank kursi boʻyicha 42 500 010 soʻm`);
  expect(article).toContain('Bayram kunlari uchun penya hisoblanmaydi');
  expect(await small.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await axe(small);
  await screenshot(small, 'contract-in-dollars-phone');
  await small.getByLabel(words('accounting.open.have_read')).check();
  await small.getByRole('button', { name: words('accounting.open.code'), exact: true }).click();
  const boxes = small.locator('form input');
  await boxes.first().waitFor();
  await boxes.first().focus();
  await small.keyboard.type(/\d{6}$/.exec(await site().lastMessage('998901239876'))![0]);
  await small.getByText(words('accounting.open.accepted')).waitFor();
  expect(await sql('select sum(total)::bigint as owed from student_debits where contract_id = $1', [made.id])).toEqual([
    { owed: 4_250_001_000 },
  ]);
  expectNoTrouble(small);
});
