import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, callsIn, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** What is typed and pressed in forms and lists: nothing is lost in silence, nothing is taken that nobody meant. */

const { site, desk } = openHouse({ students: 60 });
const wide: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const narrow: Look = { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' };

const box = (page: Page, path: string) => page.getByRole('dialog').locator(`input[data-path="${path}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.each([wide, narrow])(
  'a filter is chosen by mouse where nothing moves on the screen, $width px wide',
  async (look) => {
    const say = wordsOf(look.locale);
    const page = await desk('registrar_head', look);
    await page.goto('/students');
    await page.locator('main tbody tr').first().waitFor();
    await page.getByRole('button', { name: say('kit.list.filters', { count: 0 }) }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('combobox', { name: say('students.field.status') }).click();
    await page.getByRole('option', { name: say('students.status.GRADUATED'), exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toContain('GRADUATED');
    // It stays for the next filter and goes with a press beside it.
    expect(await panel.isVisible()).toBe(true);
    await page.locator('h1').click();
    await panel.waitFor({ state: 'detached' });
    expectNoTrouble(page);
  },
);

test('a day that is none stays in its box, is told, and nobody is saved without it', async () => {
  const say = wordsOf('en');
  const page = await desk('hr_head', wide);
  await page.goto('/staff');
  await button(page, say('staff.list.add')).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await box(page, 'lastname').fill('Karimova');
  await box(page, 'firstname').fill('Nilufar');
  const birth = box(page, 'birthdate');
  await birth.fill('31.02.1990');
  await birth.press('Tab');
  expect(await birth.inputValue()).toBe('31.02.1990');
  const fault = page.getByRole('dialog').getByText(say('kit.error.notDate', { text: '31.02.1990' }));
  await fault.waitFor();
  await button(page, say('kit.save')).click();
  await expect.poll(() => birth.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(sent.filter((body) => body.includes('Karimova'))).toEqual([]);
  await axe(page);
  await screenshot(page, 'forms-date');

  // What was typed survives a reload, still unread.
  await page.waitForTimeout(600);
  await page.reload();
  await button(page, say('staff.list.add')).click();
  await expect.poll(() => box(page, 'birthdate').inputValue()).toBe('31.02.1990');
  await fault.waitFor();

  await box(page, 'birthdate').fill('28.2.90');
  await button(page, say('kit.save')).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { rows } = await site().database.owner.query<{ birthdate: string }>(
    "select birthdate::text from staff where lastname = 'Karimova' and firstname = 'Nilufar'",
  );
  expect(rows.map((row) => row.birthdate)).toEqual(['1990-02-28']);
  expectNoTrouble(page);
});

test('a number stays as it was typed with what is wrong about it', async () => {
  const say = wordsOf('en');
  const page = await desk('library_moderator', wide);
  await page.goto('/library');
  await button(page, say('library.item.add')).first().click();
  const pages = box(page, 'pages');
  for (const [typed, fault] of [
    ['-1', say('kit.error.min', { min: 1 })],
    ['7.5', say('kit.error.places', { places: 0 })],
    ['12abc', say('kit.error.notNumber', { text: '12abc' })],
  ] as const) {
    await pages.fill(typed);
    await pages.press('Tab');
    expect(await pages.inputValue()).toBe(typed);
    await page.getByRole('dialog').getByText(fault).waitFor();
  }
  await pages.fill('1 200');
  await pages.press('Tab');
  expect(await pages.inputValue()).toBe('1200');
  expectNoTrouble(page);
});

test('an error below the fold is scrolled to, and the field it belongs to has the focus', async () => {
  const say = wordsOf('en');
  const page = await desk('library_moderator', wide);
  await page.goto('/library');
  await button(page, say('library.item.add')).first().click();
  await box(page, 'title').fill('Algebra');
  // The file and the link stand far below; only the server knows that one of them is needed.
  await box(page, 'title').press('Enter');
  const files = page.getByRole('dialog').locator('[data-path="file"]');
  await expect.poll(() => files.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await files.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900);
  await screenshot(page, 'forms-below');
  expectNoTrouble(page, [/422|400/]);
});

test('Enter takes what was typed, not what an older answer offers', async () => {
  const say = wordsOf('en');
  const page = await desk('hr_head', wide);
  await page.goto('/staff');
  // Answers that take their time, as for a picker of a thousand people.
  await page.route('**/api/v1/**', async (route) => {
    if (callsIn(route.request()).some((call) => /department\/.*search=/.test(call)))
      await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const { rows } = await site().database.owner.query<{ title: string }>(
    "select title->>'en' as title from departments where institution_id = 1 and deleted_at is null order by id desc limit 1",
  );
  const wanted = rows[0]?.title ?? '';
  await button(page, say('staff.list.add')).click();
  const picker = page.getByRole('dialog').getByRole('combobox', { name: say('staff.field.department_id') });
  await picker.click();
  await page.getByRole('option').first().waitFor();
  await picker.press('ArrowDown');
  await picker.fill(wanted);
  await picker.press('Enter');
  await expect.poll(() => picker.inputValue()).toBe(wanted);
  await page.waitForTimeout(1200);
  expect(await picker.inputValue()).toBe(wanted);
  expectNoTrouble(page);
});

test('the calendar of a phone opens at today, the days before stand above', async () => {
  const page = await desk('bachelor_student', narrow);
  const { rows } = await site().database.owner.query<{ today: string; first: string }>(
    "select (edulab_now() at time zone 'Asia/Tashkent')::date::text as today, date_trunc('month', edulab_now() at time zone 'Asia/Tashkent')::date::text as first",
  );
  const { today = '', first = '' } = rows[0] ?? {};
  await site().database.owner.query(
    `insert into calendar_events (institution_id, title, type, starts_at, ends_at, all_day, audience, created_by)
     select 1, 'Kun', 'GENERAL_EVENT', (d::date + time '09:00') at time zone 'Asia/Tashkent', (d::date + time '10:00') at time zone 'Asia/Tashkent', false, 'EVERYBODY', 1
       from generate_series($1::date, $2::date, '1 day') d`,
    [first, today],
  );
  await page.goto('/calendar');
  await page.locator('[data-day]').first().waitFor();
  const top = () =>
    page.locator(`[data-day="${today}"]`).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const atTheEnd = () =>
    page.evaluate(() => window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2);
  // On the first of a month nothing stands above; near its end too little may stand below to come up to the top.
  if (today === first) await expect.poll(top).toBeLessThan(400);
  else await expect.poll(async () => (await top()) < 120 || (await atTheEnd())).toBe(true);
  expect(await top()).toBeGreaterThan(0);
  expectNoTrouble(page);
});

test('a lesson added from the register has its day and its teacher', async () => {
  const say = wordsOf('en');
  const page = await desk('teacher', wide);
  await page.goto('/attendance?day=2026-11-30');
  await page.getByRole('link', { name: say('attendance.lessons.add'), exact: true }).click();
  await expect.poll(() => box(page, 'date').inputValue()).toBe('30.11.2026');
  const teacher = page
    .getByRole('dialog')
    .getByRole('combobox', { name: say('attendance.field.staff_id'), exact: true });
  await expect.poll(() => teacher.inputValue()).not.toBe('');
  expectNoTrouble(page);
});

test('the register says that it works without a network; other pages that they wait', async () => {
  const say = wordsOf('uz');
  const page = await desk('teacher', narrow);
  await page.goto('/attendance');
  await page.locator('h1').waitFor();
  await page.context().setOffline(true);
  await page.getByText(say('attendance.offline')).waitFor();
  expect(await page.getByText(say('common.offline')).count()).toBe(0);
});

test('pages of calls that are named alike show each their own', async () => {
  const page = await desk('admin', { ...wide, locale: 'uz' });
  // Both ask for a `job.list` of their own.
  await page.goto('/jobs');
  await page.locator('h1').waitFor();
  await page.evaluate(() => history.pushState({}, '', '/job-positions'));
  await page.locator('main tbody tr[tabindex]').first().waitFor();
  expectNoTrouble(page);
});

test('a timetable is searched for the next semester as well', async () => {
  // In spring the one that runs is the last until the office adds the next year.
  await site().database.owner.query(
    `with y as (insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, '2098/2099', '2098-09-01', '2099-06-30', false) returning id)
     insert into semesters (institution_id, academic_year_id, number, title, starts_on, ends_on)
     select 1, id, 1, '{"uz": "1-semestr", "ru": "1-й семестр", "en": "Semester 1"}', '2098-09-01', '2099-01-20' from y`,
  );
  const say = wordsOf('en');
  const page = await desk('admin', wide);
  await page.goto('/timetable-drafts');
  await button(page, say('timetable.generate.open')).first().click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: say('timetable.field.semester_id') })
    .click();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1);
  await page.getByRole('option', { name: '2098/2099' }).waitFor();
  expectNoTrouble(page);
});
