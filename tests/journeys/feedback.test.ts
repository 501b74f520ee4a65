import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { handOver } from '#domains/feedback/server/nightly.ts';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A letter without a sender goes from a phone to an answer; a complaint under a name is written, given to somebody and answered. */

const { desk, site } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const dark: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const english: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const subject = 'Imtihonda telefonlarga ruxsat berilyapti';

/** The night of the site: what waits is handed over. */
const night = () => handOver(site().kernel);
const link = async (said: string) => {
  const { rows } = await site().database.owner.query<{ id: number }>('select id from feedback where subject = $1', [
    said,
  ]);
  return `/feedback/${rows[0]!.id}`;
};
async function choose(page: Page, label: string, typed: string) {
  const picker = page.getByRole('dialog').getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(typed);
  const option = page.getByRole('option').filter({ hasText: typed }).first();
  await option.waitFor();
  await option.click();
}
const surname = async (username: string) =>
  (
    await site().database.owner.query<{ lastname: string }>(
      'select s.lastname from staff s join accounts a on a.id = s.account_id where a.username = $1 and s.deleted_at is null',
      [username],
    )
  ).rows[0]!.lastname;

test('a letter without a sender goes from a phone to an answer and back', async () => {
  const say = wordsOf('uz');
  const page = await desk('', phone);
  await page.goto('/feedback/anonymous');
  await page.getByRole('combobox', { name: say('feedback.field.type_id') }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel(say('feedback.field.subject'), { exact: false }).fill(subject);
  await page.getByLabel(say('feedback.field.text'), { exact: false }).fill('Nazoratchi chiqib ketdi.');
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'nameless-write-phone');
  await page.getByRole('button', { name: say('feedback.nameless.send') }).tap();
  const code = (await page.locator('[data-code]').textContent())?.trim() ?? '';
  expect(code).toMatch(/^([2-9A-Z]{4}-){4}[2-9A-Z]{4}$/);
  await axe(page);
  await screenshot(page, 'nameless-code-phone');
  await page.getByRole('button', { name: say('feedback.nameless.see') }).tap();
  await page.getByRole('button', { name: say('feedback.nameless.find') }).tap();
  await page.getByText(say('feedback.nameless.waits_about')).waitFor();
  // Nothing of it stays in the browser.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    code.slice(0, 9),
  );
  expect(await night()).toBe(1);

  const word = wordsOf('ru');
  const office = await desk('system_moderator', dark);
  await office.goto('/home');
  await office.getByRole('heading', { name: word('feedback.home.title'), exact: true }).waitFor();
  await office.goto('/feedback');
  await office.getByText(subject).first().waitFor();
  await axe(office);
  await screenshot(office, 'feedback-register-dark');
  await office.goto(await link(subject));
  await office.getByText(word('feedback.author_none')).waitFor();
  await office.getByRole('button', { name: word('feedback.act.ACKNOWLEDGED'), exact: true }).click();
  await office.getByRole('button', { name: word('feedback.act.ASSIGNED'), exact: true }).click();
  await choose(office, word('feedback.field.handler_id'), await surname('dean'));
  await office
    .getByRole('dialog')
    .getByRole('button', { name: word('feedback.act.ASSIGNED'), exact: true })
    .click();
  await office.getByRole('dialog').waitFor({ state: 'detached' });
  await axe(office);
  await screenshot(office, 'feedback-record-dark');

  const dean = await desk('dean', english);
  const en = wordsOf('en');
  await dean.goto(await link(subject));
  await dean.getByRole('button', { name: en('feedback.act.IN_PROGRESS'), exact: true }).click();
  await dean.getByRole('button', { name: en('feedback.act.ANSWERED'), exact: true }).click();
  await dean.getByRole('dialog').getByRole('textbox').fill('Nazoratchi ogohlantirildi.');
  await dean
    .getByRole('dialog')
    .getByRole('button', { name: en('feedback.act.ANSWERED'), exact: true })
    .click();
  await dean.getByText('Nazoratchi ogohlantirildi.').waitFor();
  await screenshot(dean, 'feedback-answered-english');

  // Back on the phone, with nothing but the code.
  await page.goto('/feedback/anonymous');
  await page.getByRole('tab', { name: say('feedback.nameless.open') }).tap();
  await page.getByLabel(say('feedback.nameless.code')).fill('AAAA-AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: say('feedback.nameless.find') }).tap();
  await page.getByRole('alert').waitFor();
  await page.getByLabel(say('feedback.nameless.code')).fill(code.toLowerCase());
  await page.getByRole('button', { name: say('feedback.nameless.find') }).tap();
  await page.getByText('Nazoratchi ogohlantirildi.').waitFor();
  await page.getByLabel(say('feedback.nameless.answer')).fill('Yana takrorlandi');
  await page.getByRole('button', { name: say('feedback.send') }).tap();
  await page.getByText(say('feedback.nameless.waits'), { exact: true }).waitFor();
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'nameless-thread-phone');
  expectNoTrouble(office);
  expectNoTrouble(dean);
});

test('a student writes confidentially and follows it; the year is told in numbers', async () => {
  const say = wordsOf('uz');
  const page = await desk('bachelor_student', phone);
  await page.goto('/feedback');
  await page.getByText('Seminarlar jadvaldan kech boshlanmoqda').waitFor();
  await axe(page);
  await screenshot(page, 'feedback-own-phone');
  await page
    .getByRole('button', { name: say('feedback.add') })
    .first()
    .tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: say('feedback.field.type_id') }).tap();
  await page.getByRole('option').first().tap();
  await dialog.getByLabel(say('feedback.field.subject'), { exact: false }).fill('Dars boshqa xonada');
  await dialog.getByLabel(say('feedback.field.text'), { exact: false }).fill('Jadvalda boshqa xona turibdi.');
  await dialog.getByRole('switch').tap();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'feedback-write-phone');
  await dialog.getByRole('button', { name: say('kit.save'), exact: true }).tap();
  await page.waitForURL(/\/feedback\/\d+$/);
  await page.getByText('Jadvalda boshqa xona turibdi.').waitFor();
  expect(await fits(page)).toBe(true);
  await axe(page);
  await screenshot(page, 'feedback-record-phone');

  const office = await desk('system_moderator', english);
  const en = wordsOf('en');
  await office.goto(await link('Dars boshqa xonada'));
  await office.getByText(en('feedback.author_hidden')).waitFor();
  await office.goto('/feedback/statistics');
  await office.getByRole('table').first().waitFor();
  await axe(office);
  await screenshot(office, 'feedback-statistics');
  await office.goto('/feedback/types');
  await office.getByRole('row').nth(1).waitFor();
  await screenshot(office, 'feedback-types');
  await office.goto('/home');
  await office.getByRole('heading', { name: en('feedback.home.title'), exact: true }).waitFor();
  await screenshot(office, 'feedback-home');
  expectNoTrouble(page);
  expectNoTrouble(office);
});
