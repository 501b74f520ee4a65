import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A registrar puts a report together, opens the rows behind a number and shares it; the director reads it on a phone. */

const { site, desk: sit } = openHouse({ students: 300 });
const desk: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const dark: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const phone: Look = { locale: 'en', width: 390, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('a report is built, its numbers opened, kept and shared', async () => {
  const say = wordsOf('uz');
  const page = await sit('registrar_head', desk);
  await page.goto('/report');
  await page.getByText('Talabalar holati').first().waitFor();
  await axe(page);
  await screenshot(page, 'reports-list');
  await page.getByRole('link', { name: say('reports.new') }).click();
  await page.waitForURL('**/report/new');
  await page.getByRole('columnheader').first().waitFor();
  await screenshot(page, 'report-begun');
  await page.getByRole('combobox', { name: new RegExp(`^${say('reports.subject')}`) }).click();
  await page.getByRole('option', { name: 'Talabalar', exact: true }).click();
  // Counted by tuition and level, of those who study on a contract.
  await page.getByText(say('reports.shape.groups')).click();
  await page.getByRole('combobox', { name: say('reports.group'), exact: true }).click();
  await page.getByRole('option', { name: say('students.field.tuition') }).click();
  await page.getByRole('combobox', { name: say('reports.group.second') }).click();
  await page.getByRole('option', { name: say('students.field.level') }).click();
  await page.getByRole('button', { name: say('reports.filter.add') }).click();
  await page.getByRole('combobox', { name: say('reports.filter.field') }).click();
  await page
    .getByRole('option', { name: say('students.field.status') })
    .first()
    .click();
  await page.getByRole('combobox', { name: say('reports.filter.value') }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  const [{ n, tuition }] = await sql(
    "select tuition, count(*)::int as n from students where institution_id = 1 and deleted_at is null and status = 'ACTIVE' and level = 'BACHELOR' group by 1 order by n desc limit 1",
  );
  const number = page.getByRole('button', { name: new RegExp(`: ${n}\\.`) }).first();
  await number.waitFor();
  expect(tuition).toBeTruthy();
  await axe(page);
  await screenshot(page, 'report-groups');
  await number.click();
  const rows = page.getByRole('dialog');
  await rows.getByText(say('reports.records', { count: n, shown: String(n) })).waitFor();
  await axe(page);
  await screenshot(page, 'report-behind');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('reports.save'), exact: true }).click();
  const form = page.getByRole('dialog');
  await form
    .getByRole('textbox', { name: new RegExp(`^${say('reports.field.name')}`) })
    .fill('Toʻlov shakli va daraja');
  await form.getByRole('combobox', { name: new RegExp(`^${say('reports.field.roles')}`) }).fill('Director');
  await form.page().getByRole('option', { name: 'Director' }).click();
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await page.waitForURL(/\/report\/\d+$/);
  await page.getByRole('heading', { name: 'Toʻlov shakli va daraja' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('reports.export') }).click();
  await page.getByRole('menuitem', { name: say('reports.format.xlsx') }).click();
  expect((await download).suggestedFilename()).toMatch(/^report-.*\.xlsx$/);
  await page.getByRole('button', { name: say('reports.more') }).click();
  await page.getByRole('menuitem', { name: say('reports.pin'), exact: true }).click();
  await page.getByText(say('reports.pinned')).waitFor();
  expectNoTrouble(page);

  const director = await sit('director', phone);
  await director.goto('/home');
  await director.getByText('Talabalar holati').first().waitFor();
  await director.goto(new URL(page.url()).pathname);
  await director.getByRole('columnheader').first().waitFor();
  await axe(director);
  expect(await director.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await screenshot(director, 'report-phone');
  expectNoTrouble(director);
});

test('money and small numbers, in the dark', async () => {
  const word = wordsOf('ru');
  const page = await sit('accounting_head', dark);
  await page.goto('/report');
  await page.getByText('Shartnomalar:').first().click();
  await page.getByRole('columnheader').nth(3).waitFor();
  await axe(page);
  await screenshot(page, 'report-money-dark');
  const head = await sit('registrar_head', dark);
  await head.goto('/report/new?subject=offences');
  await head.getByText(word('reports.hidden')).waitFor();
  await axe(head);
  await screenshot(head, 'report-few-dark');
  for (const one of [page, head]) expectNoTrouble(one);
});
