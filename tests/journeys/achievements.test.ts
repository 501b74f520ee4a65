import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { paperPdf } from '#tests/support/paper-pdf.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student files an achievement on a phone; the manager verifies it at a desk, and it moves the rating. */

const house = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const say = wordsOf('uz');
const word = wordsOf('ru');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const diploma = {
  name: 'diplom.pdf',
  mimeType: 'application/pdf',
  buffer: paperPdf(['DIPLOMA No 118', 'First place in the national olympiad'], 1),
};
const title = 'Informatika boʻyicha respublika olimpiadasi';
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).tap();
  await page.getByRole('option', { name: option }).first().tap();
};
let record = '';

test('a student files an achievement on a phone and follows it', async () => {
  const page = await house.desk('bachelor_student', phone);
  await page.goto('/home');
  await page.getByText(say('achievements.home.points')).waitFor();
  await screenshot(page, 'achievements-home-phone');
  await page.goto('/achievement-records');
  await page.getByText(say('achievements.totals.points')).waitFor();
  expect(await fits(page)).toBe(true);
  await axe(page);
  await screenshot(page, 'achievements-own-phone');
  await page.getByRole('link', { name: say('achievements.info.title') }).tap();
  await page.getByText('Fan olimpiadasi').first().waitFor();
  expect(await fits(page)).toBe(true);
  await axe(page);
  await screenshot(page, 'achievements-info-phone');

  await page.getByRole('link', { name: say('achievements.form.add') }).tap();
  const form = page.getByRole('dialog');
  await choose(page, say('achievements.field.type_id'), 'Fan olimpiadasi');
  await choose(page, say('achievements.field.grade_id'), /Respublika, 1-oʻrin/);
  await form.getByRole('textbox', { name: say('achievements.field.title') }).fill(title);
  await form.getByRole('button', { name: say('achievements.form.save') }).tap();
  // What is missing is said, and nothing is lost.
  await form.getByText(say('kit.error.required')).first().waitFor();
  await form.getByRole('textbox', { name: say('achievements.field.achieved_on') }).fill(await ago(4));
  await form.getByRole('textbox', { name: say('achievements.field.organizer') }).fill('Vazirlik');
  await screenshot(page, 'achievements-form-phone');
  await axe(page);
  await form.getByRole('button', { name: say('achievements.form.save') }).tap();
  await page.waitForURL(/\/achievement-records\/\d+$/);
  // Without what proves it, it cannot be sent.
  const send = page.getByRole('button', { name: say('achievements.act.SUBMITTED') });
  await send.waitFor();
  expect(await send.isDisabled()).toBe(true);
  await screenshot(page, 'achievements-draft-phone');
  await page.getByRole('button', { name: say('achievements.act.edit') }).tap();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(diploma);
  await page.getByRole('dialog').getByText('diplom').first().waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('achievements.form.save') })
    .tap();
  await expect.poll(() => send.isDisabled()).toBe(false);
  await send.tap();
  await page.getByText(say('achievements.next.SUBMITTED')).waitFor();
  expect(await fits(page)).toBe(true);
  await axe(page);
  await screenshot(page, 'achievements-sent-phone');
  record = new URL(page.url()).pathname;
  await page.goto('/achievement-records');
  await page.getByText(title).waitFor();
  expectNoTrouble(page);
});

/** A day that is so many days ago, as it is typed. */
async function ago(days: number): Promise<string> {
  const { rows } = await house
    .site()
    .database.owner.query<{ day: string }>("select to_char(edulab_today() - $1::int, 'DD.MM.YYYY') as day", [days]);
  return rows[0]!.day;
}

test('the manager verifies it, with a badge, and the rating follows', async () => {
  const page = await house.desk('extracurricular_activity_manager', desk);
  await page.goto('/home');
  await page.getByText(word('achievements.home.verify')).waitFor();
  await screenshot(page, 'achievements-home-desk');
  await page.goto('/achievement-records?status=SUBMITTED');
  await page.getByText(title).first().waitFor();
  await axe(page);
  await screenshot(page, 'achievements-list-desk');
  await page.getByText(title).first().click();
  await page.waitForURL((url) => url.pathname === record);
  await page.getByRole('toolbar', { name: /diplom/ }).waitFor();
  await axe(page);
  await screenshot(page, 'achievements-record-desk');
  await page.getByRole('button', { name: word('achievements.act.VERIFIED') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: word('achievements.act.badge') }).check();
  await screenshot(page, 'achievements-verify-desk');
  await dialog.getByRole('button', { name: word('achievements.act.VERIFIED') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(record);
  await page.getByText(word('achievements.next.VERIFIED')).waitFor();
  await page.getByRole('button', { name: word('achievements.badge.open') }).click();
  await readsPaper(page, /AR-\d+\.pdf/, { shot: () => screenshot(page, 'achievements-badge-desk') });

  // Several at once are looked at first.
  await page.goto('/achievement-records?status=SUBMITTED');
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  await page.getByRole('button', { name: word('achievements.act.VERIFIED') }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
  await axe(page);
  await screenshot(page, 'achievements-bulk-desk');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('achievements.bulk.verify', { count: 1 }) })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // What was verified together waits again when it is taken back.
  await page.goto('/achievement-records/together');
  const batch = page.getByRole('row').nth(1);
  await batch.getByText(word('achievements.batch_state.VERIFIED')).waitFor();
  await axe(page);
  await screenshot(page, 'achievements-together-desk');
  await batch.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: word('achievements.batch.back') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('achievements.batch.back') })
    .click();
  await batch.getByText(word('achievements.batch_state.TAKEN_BACK')).waitFor();

  await page.goto('/achievement-records/rating');
  await page.locator('.recharts-surface').first().waitFor();
  await page.getByRole('table').first().waitFor();
  await axe(page);
  await screenshot(page, 'achievements-rating-desk');
  expectNoTrouble(page);

  const student = await house.desk('bachelor_student', phone);
  await student.goto(record);
  await student.getByText(say('achievements.next.VERIFIED')).waitFor();
  await student.goto('/student/student-info?tab=achievements');
  await student.getByText(title).waitFor();
  expect(await fits(student)).toBe(true);
  await screenshot(student, 'achievements-of-student-phone');
  await student.goto('/achievement-records');
  await student.getByRole('button', { name: say('achievements.totals.statement') }).tap();
  await readsPaper(student, /YT-.*\.pdf/, { shot: () => screenshot(student, 'achievements-statement-phone') });
  expectNoTrouble(student);
});

test('the committee keeps types and tables of points, and freezes a list of nominees', async () => {
  const page = await house.desk('ar_committee', { ...desk, skin: 'light', locale: 'en' });
  const text = wordsOf('en');
  await page.goto('/achievement-records/types');
  await page.getByText('Subject olympiad').waitFor();
  await screenshot(page, 'achievements-types-desk');
  await page.getByText('Subject olympiad').click();
  await page.getByRole('dialog').getByText(text('achievements.field.grades')).first().waitFor();
  await axe(page);
  await screenshot(page, 'achievements-type-desk');
  await page.goto('/achievement-records/scales?open=new');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: text('achievements.field.starts_on') }).fill(await ago(-1));
  await form.getByRole('textbox', { name: text('achievements.field.basis') }).fill('Order No 9');
  await form.getByRole('combobox', { name: text('achievements.field.copy_of') }).fill('№ 2');
  await page.getByRole('option', { name: /№ 2/ }).click();
  await screenshot(page, 'achievements-scale-new-desk');
  await form.getByRole('button', { name: text('kit.save') }).click();
  await page.getByText('№ 3 · Order No 9').first().waitFor();
  await screenshot(page, 'achievements-scales-desk');
  const { rows } = await house
    .site()
    .database.owner.query<{ id: number }>('select max(id) as id from achievement_scales');
  await page.goto(`/achievement-records/scales/${rows[0]?.id}`);
  const points = page.getByRole('textbox', { name: /International, first place/ });
  await points.fill('45.5');
  await points.press('Tab');
  await axe(page);
  await screenshot(page, 'achievements-scale-desk');
  await page.getByRole('button', { name: text('achievements.scale.publish') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('achievements.scale.publish') })
    .click();
  await page.getByText('The table is in force and cannot be changed.').waitFor();
  await page.getByText('45.5').waitFor();

  await page.goto('/achievement-records/nominations');
  await page.getByText('Prezident stipendiyasi nomzodlari').waitFor();
  await screenshot(page, 'achievements-nominations-desk');
  const { rows: lists } = await house
    .site()
    .database.owner.query<{ id: number }>('select max(id) as id from achievement_nominations where institution_id = 1');
  await page.goto(`/achievement-records/nominations/${lists[0]?.id}`);
  await page.getByText(text('achievements.nomination.list'), { exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Points \d/ })
    .first()
    .click();
  await axe(page);
  await screenshot(page, 'achievements-nomination-desk');
  await page.getByRole('button', { name: text('achievements.nomination.freeze') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('achievements.nomination.freeze') })
    .click();
  await page.getByText(text('achievements.nomination.frozen_about')).waitFor();
  expectNoTrouble(page);
});
