import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A teacher says when they cannot come; the office searches for a timetable, moves lessons, publishes; a student has it on the phone. */

let site: Site;
let group: number;
const open: Page[] = [];
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;
const desk = async (who: string, look: Look) => {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
};

beforeAll(async () => {
  site = await startSite({ students: 60 });
  [{ id: group }] = (await sql(
    `select m.group_id as id from accounts a join students s on s.account_id = a.id join group_members m on m.student_id = s.id and m.kind = 'MAIN' and m.ends_on is null
      where a.username = 'bachelor_student' limit 1`,
  )) as [{ id: number }];
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

/** What the calendar of a phone gets: the link is made on the page, its file is read as any program would. */
async function feedOf(phone: Page): Promise<string> {
  const say = wordsOf('uz');
  await sql('delete from calendar_feeds');
  await phone.goto('/calendar');
  await phone.getByRole('button', { name: say('calendar.feed.button') }).click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByRole('button', { name: say('calendar.feed.make') }).click();
  const link = await dialog.getByRole('textbox', { name: say('calendar.feed.link') }).inputValue();
  // Lines are folded, commas escaped.
  return (await (await fetch(link)).text()).replace(/\r\n /g, '').replaceAll('\\,', ',');
}

test('from a teacher’s wish over a search to the calendar on a student’s phone', async () => {
  const teacher = await desk('teacher', { locale: 'ru', width: 390, skin: 'light', layout: 'vertical' });
  const tell = wordsOf('ru');
  await teacher.goto('/timetable-wishes');
  await teacher
    .getByRole('button', { name: tell('timetable.wishes.add') })
    .first()
    .click();
  const wish = teacher.getByRole('dialog');
  // How much it matters is asked of a wish alone, and what was typed wrong there is not in the way of "cannot".
  const weight = wish.getByLabel(tell('timetable.field.weight'));
  const kind = async (name: string) => {
    await wish.getByRole('combobox', { name: tell('timetable.field.kind') }).click();
    await teacher.getByRole('option', { name: tell(`timetable.wish_kind.${name}`), exact: true }).click();
  };
  expect(await weight.count()).toBe(0);
  await kind('RATHER_NOT');
  await weight.fill('50');
  await kind('UNAVAILABLE');
  expect(await weight.count()).toBe(0);
  await wish.getByRole('combobox', { name: tell('timetable.field.day') }).click();
  await teacher.getByRole('option', { name: tell('timetable.day.3'), exact: true }).click();
  await wish.getByRole('button', { name: tell('kit.save') }).click();
  await wish.waitFor({ state: 'hidden' });
  // On a phone the kind stands in a column that is not in sight.
  await teacher
    .getByText(tell('timetable.wish_kind.UNAVAILABLE'), { exact: true })
    .first()
    .waitFor({ state: 'attached' });
  expectNoTrouble(teacher);
  const [{ staff_id }] = await sql(
    "select staff_id from timetable_wishes where day = 3 and kind = 'UNAVAILABLE' and to_session - from_session = 5 order by id desc limit 1",
  );

  const say = wordsOf('en');
  const page = await desk('registrar_head', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  await page.goto('/timetable-drafts');
  await button(say('timetable.generate.open')).click();
  await page.getByRole('dialog').getByLabel(say('timetable.generate.seconds')).fill('2');
  await button(say('timetable.generate.start')).click();
  await page.waitForURL(/timetable-drafts\/\d+/);
  const id = Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]);
  await button(say('timetable.publish.open')).waitFor();
  expect(await sql('select 1 from timetable_entries where timetable_id = $1 and day is null', [id])).toEqual([]);
  // The teacher who cannot come on Wednesdays gives their lessons on other days.
  const given = await sql(
    'select distinct day from timetable_entries where timetable_id = $1 and $2 = any(staff_id || co_staff_ids) order by day',
    [id, staff_id],
  );
  expect(given.length).toBeGreaterThan(0);
  expect(given).not.toContainEqual({ day: 3 });

  // By mouse: what can take the lesson turns green under it.
  await page.goto(`/timetable-drafts/${id}?whose=group&id=${group}`);
  const week = page.getByRole('region', { name: say('timetable.grid') });
  const lesson = week.getByRole('button', { pressed: false }).first();
  await lesson.waitFor();
  await axe(page);
  const places = async () =>
    await sql(
      'select id, day, session from timetable_entries where timetable_id = $1 and $2 = any(group_ids) order by id',
      [id, group],
    );
  const put = week.getByRole('button', { name: new RegExp(`^${say('timetable.put', { room: '' }).trim()}`) });
  const before = await places();
  const from = (await lesson.boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 30, { steps: 4 });
  await put.first().waitFor();
  const to = (await put.first().boundingBox())!;
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 6 });
  await page.mouse.up();
  const notice = page.getByText(new RegExp(`^${say('timetable.moved', { day: '.+', session: '\\d' })}`));
  await notice.first().waitFor();
  expect(await places()).not.toEqual(before);

  // By keyboard: Enter takes it up, Enter puts it down.
  const moved = await places();
  await lesson.focus();
  await page.keyboard.press('Enter');
  await put.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(places).not.toEqual(moved);
  // Whoever has no mouse goes on from there.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-entry'))).toMatch(/\d/);
  // Somebody else moves a lesson meanwhile: whoever comes too late hears who it was and where it is now.
  await page.keyboard.press('Enter');
  await put.first().waitFor();
  await sql('update timetable_entries set version = version + 1 where timetable_id = $1', [id]);
  await put.first().click();
  await page.getByRole('dialog').getByText(say('timetable.late')).waitFor();
  await page.getByRole('dialog').getByRole('button').last().click();

  // By hand: a lesson that nobody asked for is made, taken up at once, put in a green place, and deleted again.
  const [plan] = await sql(
    `select c.id, m.code, (select g.name from groups g where g.id = $2) as group from timetable_entries e join course_modules c on c.id = e.course_module_id
       join modules m on m.id = c.module_id where e.timetable_id = $1 and $2 = any(e.group_ids) order by e.id limit 1`,
    [id, group],
  );
  await button(say('timetable.lesson.add')).click();
  const form = page.getByRole('dialog');
  const box = (label: string) => form.getByRole('combobox', { name: new RegExp(`^${label}`) });
  const pick = async (label: string, text: string) => {
    await box(label).fill(text);
    // What was there before the list is filtered may begin alike, and a lesson of another group is refused.
    const options = page.getByRole('option');
    await expect
      .poll(async () => {
        const shown = await options.allInnerTexts();
        return shown.length > 0 && shown.every((one) => one.includes(text));
      })
      .toBe(true);
    await options
      .filter({ hasText: new RegExp(`(^|\\s)${text}(\\s|$)`) })
      .first()
      .click();
  };
  const module = box(say('timetable.field.course_module_id'));
  await pick(say('timetable.field.course_module_id'), plan.code);
  await expect.poll(() => module.inputValue()).toContain(plan.code);
  await pick(say('timetable.field.group_ids'), plan.group);
  // Once it was gone by the time that the form was sent.
  expect(await module.inputValue()).toContain(plan.code);
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: say('kit.save') }).click();
  await form.waitFor({ state: 'hidden' });
  await put.first().waitFor();
  const own = async () =>
    await sql(
      'select id, day from timetable_entries where timetable_id = $1 and deleted_at is null order by id desc limit 1',
      [id],
    );
  const [made] = await own();
  expect(made.day).toBeNull();
  await put.first().click();
  await expect.poll(async () => (await own())[0].day).not.toBeNull();
  await sql('update timetable_entries set deleted_at = edulab_now() where id = $1', [made.id]);
  await page.reload();
  await lesson.waitFor();

  await button(say('timetable.publish.open')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say('timetable.publish.told')).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: say('timetable.publish.open'), exact: true }).click();
  await page.getByText(say('timetable.publish.done')).waitFor();
  expectNoTrouble(page, [/409 \(Conflict\)/]);

  const [class_] = await sql(
    `select s.date::text as date, m.title ->> 'uz' as title, to_char(s.date + s.starts_at, 'YYYYMMDD"T"HH24MISS') as begins
       from class_sessions s join class_session_groups g on g.session_id = s.id and g.group_id = $1
       join course_modules c on c.id = s.course_module_id and c.type = 'CORE' join modules m on m.id = c.module_id
      where s.deleted_at is null order by s.date <= (select edulab_today()), abs(s.date - (select edulab_today())) limit 1`,
    [group],
  );
  const phone = await desk('bachelor_student', { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' });
  await phone.goto(`/timetable?date=${class_.date}&day=${new Date(class_.date).getUTCDay()}`);
  await phone.getByText(class_.title).first().waitFor();
  await axe(phone);
  const pdf = phone.getByRole('link', { name: 'PDF' }).or(phone.getByRole('button', { name: 'PDF' }));
  await pdf.waitFor();
  await phone.emulateMedia({ media: 'print' });
  await pdf.waitFor({ state: 'hidden' });
  await phone.emulateMedia({ media: 'screen' });
  await phone.goto(`/calendar?date=${class_.date}`);
  await phone.getByText(class_.title).first().waitFor();
  const events = (await feedOf(phone)).split('BEGIN:VEVENT');
  expect(events.filter((one) => one.includes(`DTSTART;TZID=Asia/Tashkent:${class_.begins}`))).toEqual(
    expect.arrayContaining([expect.stringContaining(`SUMMARY:${class_.title}`)]),
  );
  expectNoTrouble(phone);
});

test('from the exams of a period to a student’s seat', async () => {
  const say = wordsOf('en');
  const [{ id }] = await sql(
    `insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings)
     select institution_id, id, 'Exams', (select edulab_today()) + 3, (select edulab_today()) + 30, '[{"starts_at":"09:00","ends_at":"12:00"},{"starts_at":"13:00","ends_at":"16:00"}]'
       from semesters where institution_id = 1 and starts_on <= (select edulab_today()) order by starts_on desc limit 1 returning id`,
  );
  const page = await desk('exam_head', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  await page.goto(`/exam-periods/${id}`);
  await page.getByRole('button', { name: say('timetable.exams.generate'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('timetable.exams.admitted')).uncheck();
  await dialog.getByLabel(say('timetable.generate.seconds')).fill('2');
  await dialog.getByRole('button', { name: say('timetable.generate.start') }).click();
  const publish = page.getByRole('button', { name: say('timetable.publish.open'), exact: true });
  await publish.waitFor();
  await page
    .getByRole('region', { name: /09:00|13:00/ })
    .getByRole('button')
    .first()
    .click();
  const plan = page.getByRole('region', { name: say('timetable.exams.plan') });
  await plan.getByText('1', { exact: true }).first().waitFor();
  await axe(page);
  await page.keyboard.press('Escape');
  await plan.waitFor({ state: 'hidden' });
  await publish.click();
  await dialog.getByRole('button').last().click();
  await page.getByText(say('timetable.exams.published')).waitFor();

  // A group that came late: a period of its own, and nobody else's exams move.
  const [late] = await sql(
    `select g.name, to_char((select edulab_today()) + 3, 'DD.MM.YYYY') as begins, to_char((select edulab_today()) + 20, 'DD.MM.YYYY') as ends
       from groups g join group_members m on m.group_id = g.id join students s on s.id = m.student_id join accounts a on a.id = s.account_id
      where a.username = 'bachelor_student' and g.kind = 'MAIN' and m.ends_on is null`,
  );
  await page.goto('/exam-periods');
  await page.getByRole('button', { name: say('timetable.exam_periods.add') }).click();
  await dialog.getByRole('textbox', { name: say('timetable.field.title') }).fill('Late');
  for (const [field, value] of [
    ['starts_on', late!.begins],
    ['ends_on', late!.ends],
  ] as const) {
    const box = dialog.getByRole('textbox', { name: say(`timetable.field.${field}`), exact: true });
    await box.fill(value);
    await box.press('Tab');
  }
  await dialog.getByLabel(say('timetable.field.group_ids')).and(page.locator('input')).first().fill(late!.name);
  await page
    .getByRole('option', { name: new RegExp(late!.name) })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: say('timetable.field.title') }).click();
  await axe(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await page.getByRole('link', { name: 'Late' }).click();
  await page.getByText(new RegExp(`only ${late!.name}`)).waitFor();

  // Two plans beside each other, also where the table is wider than the screen.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/exam-periods');
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
  await page.getByRole('button', { name: say('timetable.compare.open') }).click();
  await dialog.getByRole('columnheader', { name: 'Exams' }).first().waitFor();
  await axe(page, { within: '[role=dialog]' });
  expectNoTrouble(page);

  const phone = await desk('bachelor_student', { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' });
  await phone.goto('/exams');
  await phone
    .getByText(/\d+-qator, \d+-oʻrin/)
    .first()
    .waitFor();
  await axe(phone);
  const exams = (await feedOf(phone)).split('BEGIN:VEVENT').filter((one) => one.includes('SUMMARY:Imtihon: '));
  expect(exams).toEqual(expect.arrayContaining([expect.stringMatching(/\r\nDESCRIPTION:\d+-qator, \d+-oʻrin\r\n/)]));
  expect(exams.filter((one) => !one.includes('\r\nLOCATION:'))).toEqual([]);
  expectNoTrouble(phone);
});
