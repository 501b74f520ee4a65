import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { certificate } from '#tests/support/claims.ts';
import type { Look } from '#tests/support/desks.ts';
import { type LectureHall, lectureHall } from '#tests/support/lecture-hall.ts';
import { paperPdf } from '#tests/support/paper-pdf.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student files a claim on a phone; the office decides it at a desk; the student reads what was decided. */

let hall: LectureHall;
beforeAll(async () => {
  hall = await lectureHall();
});
afterEach(() => hall.leave());
afterAll(() => hall?.end());

const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const say = wordsOf('uz');
const word = wordsOf('ru');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** A lesson's homework that is due in so many days; answers its title. */
async function homework(title: string, days: number): Promise<string> {
  await hall.sql(
    `with l as (insert into lessons (institution_id, course_module_id, position, kind, title, published)
       select 1, $1, 900 + count(*), 'LECTURE', $2, true from lessons where course_module_id = $1 returning id)
     insert into lesson_homeworks (institution_id, lesson_id, due_at) select 1, id, edulab_now() + make_interval(days => $3) from l`,
    [hall.plan, title, days],
  );
  return title;
}

const medical = paperPdf(['MEDICAL CERTIFICATE No 4417', 'The patient had a fever from 19 to 23 November'], 3);

/** The text of a PDF is there to be selected, its pages grow and shrink, words are found. */
async function readsPdf(page: Page, texts: typeof say): Promise<void> {
  const reader = page.getByRole('toolbar', { name: /\.pdf/ });
  await reader.waitFor();
  const first = page.locator('.page[data-page-number="1"]');
  await first.getByText('MEDICAL CERTIFICATE No 4417').waitFor();
  await page.locator('.page[data-page-number="1"] canvas').waitFor();
  await expect.poll(() => first.getAttribute('data-loaded')).toBe('true');
  const selected = await first.getByText('MEDICAL CERTIFICATE').evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return selection?.toString();
  });
  expect(selected).toContain('CERTIFICATE No 4417');
  const width = async () => (await first.boundingBox())?.width ?? 0;
  const before = await width();
  await reader.getByRole('button', { name: texts('kit.pdf.larger') }).click();
  await expect.poll(width).toBeGreaterThan(before);
  await reader.getByRole('button', { name: texts('kit.pdf.fit') }).click();
  await expect.poll(async () => Math.round(await width())).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await reader.getByRole('button', { name: texts('kit.pdf.search') }).click();
  await page.getByRole('search').getByRole('textbox').fill('fever');
  await page
    .getByRole('search')
    .getByText(texts('kit.pdf.found', { current: 1, total: 3 }))
    .waitFor();
  await page.getByRole('search').getByRole('textbox').press('Enter');
  await page
    .getByRole('search')
    .getByText(texts('kit.pdf.found', { current: 2, total: 3 }))
    .waitFor();
  await expect.poll(() => reader.getByRole('textbox').inputValue()).toBe('2');
  await axe(page);
}

/** A day that is so many days ago, as it is typed. */
const ago = async (days: number): Promise<string> =>
  (await hall.sql("select to_char(edulab_today() - $1::int, 'DD.MM.YYYY') as day", [days]))[0].day;
const file = { name: 'malumotnoma.pdf', mimeType: 'application/pdf', buffer: medical };
const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: say('circumstances.saved.idle') })
    .waitFor();

/** Fills in the form about these works, with a certificate. */
async function fill(page: Page, works: readonly string[]): Promise<void> {
  await page.goto('/ec-submit?begin=new');
  for (const title of works) await page.getByRole('checkbox', { name: title }).tap();
  await page.getByRole('combobox', { name: say('circumstances.field.kind') }).tap();
  await page.getByRole('option', { name: say('circumstances.kind.ILLNESS') }).tap();
  await page.getByRole('textbox', { name: say('circumstances.field.starts_on') }).fill(await ago(4));
  await page.getByRole('textbox', { name: say('circumstances.field.text') }).fill('Isitma bilan yotdim');
}
async function send(page: Page): Promise<number> {
  await page.getByRole('button', { name: say('circumstances.form.send') }).tap();
  await page.waitForURL(/\/ec\/\d+$/);
  return Number(page.url().split('/').at(-1));
}
/** Decides the first assessment that is open. */
async function decide(page: Page, outcome: string, reason?: string): Promise<void> {
  await page
    .getByRole('combobox', { name: word('circumstances.field.outcome') })
    .first()
    .click();
  await page.getByRole('option', { name: word(`circumstances.state.${outcome}`), exact: true }).click();
  if (reason) {
    await page
      .getByRole('combobox', { name: word('circumstances.field.template_id') })
      .first()
      .click();
    await page.getByRole('option', { name: reason }).click();
  }
  await page
    .getByRole('button', { name: word('circumstances.decide.save') })
    .first()
    .click();
  await page
    .getByText(word(`circumstances.state.${outcome}`), { exact: true })
    .first()
    .waitFor();
}

test('a claim goes from a phone to a decision and back', async () => {
  const works = [await homework('Integral jadvali', 2), await homework('Hosila', 4)];
  const page = await hall.desk('bachelor_student', phone);
  await fill(page, works);
  // Refused with what is missing, and nothing is lost.
  await page.getByRole('button', { name: say('circumstances.form.send') }).tap();
  await page.getByRole('alert').first().waitFor();
  await screenshot(page, 'ec-form-refused-phone');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('malumotnoma').first().waitFor();
  await saved(page);
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'ec-form-phone');
  // Found again where one looks first.
  const begun = `EC-${new URL(page.url()).searchParams.get('id')?.padStart(6, '0')}`;
  await page.goto('/home');
  await page.getByRole('link', { name: new RegExp(begun) }).tap();
  const text = page.getByRole('textbox', { name: say('circumstances.field.text') });
  await text.waitFor();
  expect(await text.inputValue()).toBe('Isitma bilan yotdim');
  const id = await send(page);
  const number = `EC-${String(id).padStart(6, '0')}`;
  await page.getByText(say('circumstances.next.SUBMITTED')).waitFor();
  await readsPdf(page, say);
  await screenshot(page, 'ec-sent-phone');

  const office = await hall.desk('registrar_officer', desk);
  await office.goto('/ec');
  await office
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click();
  await office.getByText('Isitma bilan yotdim').waitFor();
  await readsPdf(office, word);
  await office.getByRole('button', { name: word('circumstances.act.UNDER_REVIEW') }).click();
  await decide(office, 'SUPPORTED');
  await screenshot(office, 'ec-decide-desk');
  await decide(office, 'REJECTED', 'Другой период');
  // Decided is not told: the student knows nothing yet.
  await page.reload();
  await page.getByText(say('circumstances.next.UNDER_REVIEW')).waitFor();
  await office.getByRole('button', { name: word('circumstances.act.publish') }).click();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: word('circumstances.act.publish') })
    .click();
  // The next one is at hand.
  await office.waitForURL((url) => url.pathname !== `/ec/${id}`);
  await office.goto(`/ec/${id}`);
  await office.getByRole('button', { name: word('circumstances.act.report') }).waitFor();
  await axe(office);
  await screenshot(office, 'ec-published-desk');
  await office.getByRole('button', { name: word('circumstances.act.report') }).click();
  await readsPaper(office, new RegExp(`${number}.pdf`), { shot: () => screenshot(office, 'ec-report-desk') });

  await page.reload();
  await page.getByText(say('circumstances.in_force')).waitFor();
  await page.getByText('Hujjat boshqa davrni').waitFor();
  await axe(page);
  await screenshot(page, 'ec-supported-phone');
  await page.getByRole('button', { name: say('circumstances.act.more') }).tap();
  await page.getByRole('menuitem', { name: say('circumstances.act.REVIEW_REQUESTED') }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Maʼlumotnomada 20-noyabr ham bor');
  await dialog.getByRole('button', { name: say('kit.reason.confirm') }).tap();
  await page.getByText(say('circumstances.next.REVIEW_REQUESTED')).waitFor();
  await page.goto('/ec');
  await page.getByText(number).waitFor();
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'ec-own-phone');

  // Whoever teaches the module has the date and nothing else.
  const teacher = await hall.desk('teacher', { ...desk, locale: 'uz' });
  await teacher.goto(`/ec/${id}`);
  await teacher.getByRole('heading', { name: say('shell.not_authorized.title') }).waitFor();
  for (const one of [page, office, teacher]) expectNoTrouble(one, [/status of (422|403)/]);
});

test('who certifies for themselves has the new date at once, and is told where it cannot be', async () => {
  const [near, far] = [await homework('Ehtimollik', 1), await homework('Statistika', 20)];
  const page = await hall.desk('bachelor_student', phone);
  await page.goto('/ec-submit?begin=new');
  await page.getByRole('checkbox', { name: far }).tap();
  await page.getByText(`${far}: ${say('circumstances.self.SELF_WINDOW')}`).waitFor();
  const self = page.getByRole('switch', { name: /5/ });
  expect(await self.isDisabled()).toBe(true);
  await screenshot(page, 'ec-self-refused-phone');
  await page.getByRole('checkbox', { name: far }).tap();
  await page.getByRole('checkbox', { name: near }).tap();
  await expect.poll(() => self.isDisabled()).toBe(false);
  await self.tap();
  await page.getByRole('combobox', { name: say('circumstances.field.kind') }).tap();
  await page.getByRole('option', { name: say('circumstances.kind.ILLNESS') }).tap();
  await page.getByRole('button', { name: say('circumstances.form.certify') }).tap();
  await page.waitForURL(/\/ec\/\d+$/);
  await page.getByText(say('circumstances.rule.SELF_CERTIFIED')).waitFor();
  await page.getByText(say('circumstances.in_force')).waitFor();
  await screenshot(page, 'ec-self-phone');

  await fill(page, [far]);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('malumotnoma').first().waitFor();
  await send(page);
  await page.getByRole('button', { name: say('circumstances.act.more') }).tap();
  await page.getByRole('menuitem', { name: say('circumstances.act.WITHDRAWN') }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('circumstances.act.WITHDRAWN') })
    .tap();
  await page.getByText(say('circumstances.next.WITHDRAWN')).waitFor();
  expectNoTrouble(page);
});

test('a panel speaks about a hard case, and the decision follows it', async () => {
  const names = ['ar_committee', 'programme_manager'];
  await hall.sql(
    `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r
      where a.username = any($1) and r.name = 'AR_COMMITTEE' on conflict do nothing`,
    [names],
  );
  const seated = await hall.sql(
    `with made as (
       insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'K-' || id, 'Komissiya', initcap(username), 'k' from accounts a
        where username = any($1) and not exists (select 1 from staff s where s.account_id = a.id) returning account_id, lastname)
     select a.username, coalesce(s.lastname, m.lastname) as lastname from accounts a
       left join staff s on s.account_id = a.id left join made m on m.account_id = a.id where a.username = any($1)`,
    [names],
  );
  const work = await homework('Kombinatorika', 6);
  const page = await hall.desk('bachelor_student', phone);
  await fill(page, [work]);
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: certificate });
  await page.getByText('malumotnoma').first().waitFor();
  const id = await send(page);
  // What cannot be read can still be taken away.
  await page.getByText(say('kit.pdf.damaged_title')).waitFor();
  await page.getByRole('link', { name: say('kit.pdf.download') }).waitFor();

  const office = await hall.desk('registrar_officer', desk);
  await office.goto(`/ec/${id}`);
  await office.getByRole('button', { name: word('circumstances.act.UNDER_REVIEW') }).click();
  const members = office.getByRole('combobox', { name: word('circumstances.panel.members') });
  for (const { lastname } of seated) {
    await members.click();
    await office.getByRole('option', { name: new RegExp(lastname) }).click();
  }
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: word('circumstances.panel.save') }).click();
  await office.getByText(word('circumstances.panel.said', { said: 0, members: 2 })).waitFor();
  await screenshot(office, 'ec-panel-desk');
  for (const { username } of seated) {
    const member = await hall.desk(username, phone);
    await member.goto('/home');
    await member.getByRole('link', { name: new RegExp(`EC-${String(id).padStart(6, '0')}`) }).tap();
    const vote = member.getByRole('button', { name: say('circumstances.vote.SUPPORTED'), exact: true });
    await vote.tap();
    await expect.poll(() => vote.getAttribute('aria-pressed')).toBe('true');
    await screenshot(member, `ec-vote-${username}`);
    expectNoTrouble(member);
  }
  await office.reload();
  await office.getByText(word('circumstances.panel.said', { said: 2, members: 2 })).waitFor();
  await decide(office, 'SUPPORTED');
  await axe(office);
  for (const one of [page, office]) expectNoTrouble(one);
});

test('the head reads numbers, keeps reasons and rules', async () => {
  const head = await hall.desk('registrar_head', { ...desk, locale: 'en', skin: 'light' });
  for (const path of ['/ec/statistics', '/ec/reasons', '/ec/rules', '/exam-arrangements']) {
    await head.goto(path);
    await head.getByRole('heading', { level: 1 }).waitFor();
    await axe(head);
    await screenshot(head, `ec-head${path.replaceAll('/', '-')}`);
  }
  expectNoTrouble(head);
});
