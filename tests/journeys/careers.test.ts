import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, callsIn, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student writes a CV on a phone, the career centre remarks and approves, an offer comes and is accepted, an employer looks. */

const house = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const say = wordsOf('uz');
const word = wordsOf('ru');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;
const student =
  "(select s.id from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student')";

/** What the demo wrote for the student goes away: they begin anew. */
async function nothingYet(): Promise<void> {
  await sql(`delete from job_offer_reports where student_id = ${student}`);
  await sql(`delete from job_offer_answers where student_id = ${student}`);
  await sql(`delete from cv_remarks where cv_id in (select id from cvs where student_id = ${student})`);
  await sql(`update cvs set last_version_id = null, approved_version_id = null where student_id = ${student}`);
  await sql(`delete from cv_versions where cv_id in (select id from cvs where student_id = ${student})`);
  await sql(`delete from cvs where student_id = ${student}`);
  // Nobody else waits, so that the list has one.
  await sql("update cvs set status = 'APPROVED' where status = 'SUBMITTED'");
}
const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: say('careers.saved.idle') })
    .waitFor();

let link = '';

test('a student writes a CV, the career centre remarks and approves, an offer comes and is accepted', async () => {
  await nothingYet();
  const page = await house.desk('bachelor_student', phone);
  await page.goto('/cv/create/own');
  await page.getByRole('button', { name: say('careers.cv.begin') }).tap();
  await page.getByRole('textbox', { name: say('careers.field.headline') }).fill('Moliya tahlilchisi');
  await page
    .getByRole('textbox', { name: say('careers.field.objective') })
    .fill('<script>alert(1)</script> Bankda ish boshlamoqchiman');
  await page.getByRole('textbox', { name: say('careers.field.email') }).fill('ali@example.uz');
  await page.getByRole('button', { name: say('careers.add.work_experiences') }).tap();
  await page.getByRole('textbox', { name: say('careers.entry.position') }).fill('Amaliyotchi');
  await page
    .getByRole('textbox', { name: say('careers.entry.employer'), exact: true })
    .first()
    .fill('Ipak Yoʻli bank');
  await page
    .getByRole('textbox', { name: say('careers.entry.from'), exact: true })
    .first()
    .fill('06.2025');
  await page.getByRole('combobox', { name: say('careers.field.hard_skills') }).fill('SQL');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await fits(page)).toBe(true);
  await axe(page);
  await screenshot(page, 'careers-write-phone');
  // What was written is text, also where it is shown.
  await page.getByText(say('careers.cv.look'), { exact: true }).tap();
  await page.getByText('<script>alert(1)</script>').waitFor();
  await screenshot(page, 'careers-look-phone');
  await page.getByRole('button', { name: 'PDF' }).first().tap();
  await readsPaper(page, /\.pdf/, { shot: () => screenshot(page, 'careers-pdf-classic') });
  await page.keyboard.press('Escape');
  // A double click hands it in once.
  await page.getByRole('button', { name: say('careers.act.SUBMITTED') }).dblclick();
  await page.getByText(say('careers.next.SUBMITTED')).waitFor();
  expect((await sql(`select versions_count from cvs where student_id = ${student}`))[0].versions_count).toBe(1);

  const office = await house.desk('career_center_manager', desk);
  await office.goto('/home');
  await office.getByText(word('careers.home.waiting')).waitFor();
  await screenshot(office, 'careers-home-curator');
  await office.goto('/cv?status=SUBMITTED');
  await office.getByText('Moliya tahlilchisi').first().click();
  await office.getByRole('button', { name: /Amaliyotchi/ }).click();
  await office.getByRole('textbox', { name: word('careers.review.remark') }).fill('Напишите, чего вы добились.');
  await office.getByRole('button', { name: word('careers.review.add'), exact: true }).click();
  await office.getByRole('radio', { name: word('careers.verdict.CHANGES_REQUIRED') }).check();
  await axe(office);
  await screenshot(office, 'careers-review');
  await office.getByRole('button', { name: word('careers.review.send') }).click();
  await office.getByText(word('careers.review.done')).waitFor();

  await page.goto('/cv/create/own');
  await page.getByText('Напишите, чего вы добились.').waitFor();
  await screenshot(page, 'careers-remarked-phone');
  await page.getByRole('checkbox', { name: say('careers.remark.done') }).tap();
  await expect.poll(() => page.getByRole('checkbox', { name: say('careers.remark.done') }).isChecked()).toBe(true);
  await page
    .getByRole('textbox', { name: say('careers.entry.text') })
    .first()
    .fill('Kredit arizalarini 20% tezroq koʻrib chiqdik');
  await saved(page);
  await page.getByRole('button', { name: say('careers.act.SUBMITTED') }).tap();
  await page.getByText(say('careers.next.SUBMITTED')).waitFor();
  const [cv] = await sql(`select id from cvs where student_id = ${student}`);
  await office.goto(`/cv/create/${cv.id}`);
  await office.getByRole('radio', { name: word('careers.verdict.APPROVED'), exact: true }).check();
  await office.getByRole('button', { name: word('careers.review.send') }).click();
  await office.getByText(word('careers.review.done')).waitFor();

  const [me] = await sql(`select lastname, student_no from students where id = ${student}`);
  const [made] = await sql(
    `insert into job_offers (institution_id, title, employer, requirements, salary, salary_to, city, valid_until, author_id)
     select 1, 'Kredit mutaxassisi', 'Sinov bank', 'Excel', 6000000, 9000000, 'Toshkent', edulab_now() + interval '10 days', id from accounts where username = 'career_center_manager' returning id`,
  );
  await office.goto(`/job_offer?open=${made.id}`);
  await office.getByRole('button', { name: word('careers.sending.title') }).click();
  await office.getByRole('combobox', { name: word('careers.sending.students') }).fill(me.student_no);
  await office.getByRole('option').filter({ hasText: me.lastname }).first().click();
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: word('careers.sending.look') }).click();
  await office.getByRole('button', { name: word('careers.sending.send', { count: 1 }) }).waitFor();
  await screenshot(office, 'careers-sending');
  await office.getByRole('button', { name: word('careers.sending.send', { count: 1 }) }).click();
  await office.getByText(word('careers.sending.sent', { count: 1 })).waitFor();
  await office.getByRole('button', { name: word('careers.link.make') }).click();
  // In the dialog: until it is there, the button that opens it is the last of that name.
  await office
    .getByRole('dialog')
    .getByRole('button', { name: word('careers.link.make') })
    .click();
  link = await office.getByRole('textbox', { name: word('careers.link.title') }).inputValue();
  await screenshot(office, 'careers-offer-desk');

  await page.goto('/home');
  await page.getByText('Kredit mutaxassisi').first().waitFor();
  await page.goto('/job_offer');
  await axe(page);
  await screenshot(page, 'careers-offers-phone');
  await page.getByText('Kredit mutaxassisi').first().tap();
  await page.getByRole('button', { name: say('careers.answer.accept') }).tap();
  await page.getByRole('switch').waitFor();
  await page
    .getByRole('textbox', { name: say('careers.field.note') })
    .fill('Shu ish bilan amaliyotda shugʻullanganman.');
  await screenshot(page, 'careers-accept-phone');
  await page
    .getByRole('button', { name: say('careers.answer.accept') })
    .last()
    .tap();
  await page.getByText(say('careers.consent.shared', { number: 2 })).waitFor();
  await screenshot(page, 'careers-accepted-phone');
  expect(await fits(page)).toBe(true);
  await expectNoTrouble(page);
  await expectNoTrouble(office);
});

test('an employer opens the link on a phone, reads, invites; consent that is withdrawn ends it at once', async () => {
  const guest = await house.desk('', { locale: 'en', width: 390, skin: 'light', layout: 'vertical' });
  const text = wordsOf('en');
  await guest.goto(new URL(link).pathname);
  await guest.getByRole('heading', { name: 'Kredit mutaxassisi' }).waitFor();
  await guest.getByRole('button', { name: text('careers.guest.show') }).tap();
  await guest.getByText('<script>alert(1)</script>').waitFor();
  expect(await fits(guest)).toBe(true);
  await axe(guest);
  await screenshot(guest, 'careers-guest-phone');
  await guest.getByRole('button', { name: text('careers.say.INVITED') }).tap();
  await guest.getByText(text('careers.word.INVITED'), { exact: true }).waitFor();
  await guest.getByRole('button', { name: text('careers.say.INVITED'), pressed: true, disabled: false }).waitFor();
  await guest.getByRole('button', { name: 'PDF' }).tap();
  expect(await readsPaper(guest, /\.pdf/)).toContain('<script>alert(1)</script>');
  await guest.keyboard.press('Escape');

  const page = await house.desk('bachelor_student', phone);
  const [one] = await sql("select id from job_offers where title = 'Kredit mutaxassisi' and employer = 'Sinov bank'");
  await page.goto(`/job_offer?open=${one.id}`);
  await page.getByText(say('careers.told.INVITED')).waitFor();
  await page.getByRole('button', { name: say('careers.consent.withdraw') }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('careers.consent.withdraw') })
    .tap();
  await page.getByText(say('careers.consent.not_shared')).waitFor();
  await guest.reload();
  await guest.getByText(text('careers.guest.nobody')).waitFor();
  await sql('update employer_links set revoked_at = edulab_now()');
  await guest.reload();
  await guest.getByText(text('careers.guest.over')).waitFor();
  await screenshot(guest, 'careers-guest-over');
});

test('once a term a student says whether they look for work; the dialog is left by choosing alone', async () => {
  await sql(`update career_profiles set status = 'UPDATE_REQUIRED' where student_id = ${student}`);
  const page = await house.desk('bachelor_student', { ...phone, skin: 'dark' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...callsIn(request)));
  await page.goto('/home');
  const dialog = page.getByRole('dialog', { name: say('careers.need.title') });
  await dialog.waitFor();
  await dialog.getByRole('radio').first().waitFor();
  expect(asked).toContain('GET /types/need_for_job_status');
  // The standard list has five; the one that asks is not offered.
  expect(await dialog.getByRole('radio').count()).toBe(4);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  expect(await dialog.getByRole('button').count()).toBe(1);
  await dialog.getByRole('button', { name: say('careers.need.say') }).tap();
  await dialog.getByText(say('careers.need.choose')).waitFor();
  expect(asked).not.toContain('PUT /cv/need_for_job_status');
  await axe(page);
  await screenshot(page, 'careers-need-modal');
  await dialog.getByRole('radio').nth(1).check();
  await dialog.waitFor({ state: 'hidden' });
  expect(asked).toContain('PUT /cv/need_for_job_status');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await dialog.isVisible()).toBe(false);
  await expectNoTrouble(page);
});
