import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '#platform/server/call/http.ts';
import { axe, expectNoTrouble } from '#tests/support/browser.ts';
import type { Look } from '#tests/support/desks.ts';
import { type LectureHall, lectureHall } from '#tests/support/lecture-hall.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Registers among people: two teachers, a student with a reason, the office, the dean; and everybody's calendar. */

let hall: LectureHall;
beforeAll(async () => {
  hall = await lectureHall();
});
afterEach(() => hall.leave());
afterAll(() => hall?.end());

/** What somebody does at another desk, without a browser. */
async function elsewhere(who: string, method: string, path: string, body?: unknown) {
  const state = (await hall.site.signedIn(who)) as { origins: { localStorage: { name: string; value: string }[] }[] };
  const token = state.origins[0]?.localStorage.find((one) => one.name === 'token')?.value;
  const answer = await fetch(`${hall.site.url}${apiBase}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, institution: '1', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status, path).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return (await answer.json()) as any;
}
const nameOf = (at: number) => `${hall.people[at]?.lastname} ${hall.people[at]?.firstname}`;
const dialog = (page: Page) => page.getByRole('dialog');
const statusOf = async (session: number, at: number) =>
  (
    await hall.sql('select status from attendance where session_id = $1 and student_id = $2', [
      session,
      hall.people[at]?.id,
    ])
  )[0]?.status;
const refused = [/status of 4\d\d/];

const looks: Look[] = [
  { locale: 'uz', width: 1440, skin: 'dark', layout: 'vertical' },
  { locale: 'ru', width: 390, skin: 'light', layout: 'vertical' },
];

describe.each(looks)('in $locale, $skin, $width px wide', (look) => {
  const say = wordsOf(look.locale);
  const named = (page: Page, id: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(id, values), exact: true });

  test('two teachers differ on a cell: both marks are shown, one is chosen, nothing else is lost', async () => {
    const { id, date } = await hall.lesson();
    const page = await hall.desk('teacher', look);
    await page.goto(`/attendance?day=${date}&session=${id}`);
    const cell = (at: number) =>
      page
        .getByRole('listitem')
        .getByRole('button')
        .filter({ hasText: nameOf(at) });
    await cell(1).click();
    await elsewhere('admin', 'POST', '/attendance/', {
      session_id: id,
      cells: [2, 3].map((at) => ({ student_id: hall.people[at]?.id, status: 'NOT_ATTENDED' })),
    });
    await named(page, 'attendance.register.call').click();
    await page.getByText(say('attendance.conflict.title', { count: 3 })).waitFor();
    await axe(page);
    const choice = page.getByRole('radiogroup', { name: nameOf(1) });
    await choice.getByText(say('attendance.conflict.mine', { mark: say('attendance.mark.NOT_ATTENDED') })).click();
    await named(page, 'attendance.conflict.decide').click();
    await expect.poll(() => statusOf(id, 1)).toBe('NOT_ATTENDED');
    expect([await statusOf(id, 2), await statusOf(id, 3), await statusOf(id, 4)]).toEqual([
      'NOT_ATTENDED',
      'NOT_ATTENDED',
      'ATTENDED',
    ]);
    expectNoTrouble(page, refused);
  });

  test('a student checks in with the code of the screen, and the teacher sees it', async () => {
    const { id, date } = await hall.lesson();
    const page = await hall.desk('teacher', look);
    await page.goto(`/attendance?day=${date}&session=${id}`);
    await named(page, 'attendance.check_in.open').click();
    await page.getByRole('img', { name: say('attendance.check_in.picture') }).waitFor();
    await axe(page);
    const code = (await page.getByLabel(say('attendance.check_in.code'), { exact: true }).textContent()) ?? '';
    const phone = await hall.desk('bachelor_student', look);
    await phone.goto('/attendance/check-in');
    const box = phone.getByRole('textbox', { name: say('attendance.check_in.code') });
    await box.fill('000000');
    await named(phone, 'attendance.check_in.enter').click();
    await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
    await axe(phone);
    await box.fill(code);
    await named(phone, 'attendance.check_in.enter').click();
    await phone.getByText(say('attendance.check_in.done')).waitFor();
    await page.getByText(say('attendance.check_in.present', { count: 1 })).waitFor();
    await dialog(page).getByText(nameOf(0)).waitFor();
    await named(page, 'attendance.check_in.close').last().click();
    await named(page, 'attendance.register.others_absent').click();
    await page.getByText(say('attendance.register.count', { present: 1, absent: 29 })).waitFor();
    expectNoTrouble(page);
    expectNoTrouble(phone, refused);
  });

  test('a student hands in a reason with evidence, the registrar excuses, the absence becomes explicable', async () => {
    const { id, date } = await hall.lesson(-1);
    await elsewhere('admin', 'POST', '/attendance/', {
      session_id: id,
      cells: [{ student_id: hall.people[0]?.id, status: 'NOT_ATTENDED' }],
    });
    const told = `Shifokorda ${look.locale}`;
    const phone = await hall.desk('bachelor_student', look);
    await phone.goto('/attendance/reason');
    await named(phone, 'attendance.reason.add').first().click();
    const day = `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
    for (const field of ['starts_on', 'ends_on']) {
      const box = dialog(phone).getByRole('textbox', { name: say(`attendance.field.${field}`), exact: true });
      await box.fill(day);
      await box.press('Tab');
    }
    await dialog(phone)
      .getByRole('textbox', { name: say('attendance.field.text') })
      .fill(told);
    const { default: sharp } = await import('sharp');
    const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await dialog(phone)
      .locator('input[type=file]')
      .setInputFiles({ name: 'tibbiy.png', mimeType: 'image/png', buffer });
    await dialog(phone).getByText('tibbiy.png').first().waitFor();
    await axe(phone, { within: '[role=dialog]' });
    await dialog(phone)
      .getByRole('button', { name: say('kit.save'), exact: true })
      .click();
    await dialog(phone).waitFor({ state: 'detached' });

    const page = await hall.desk('registrar_head', look);
    await page.goto(`/attendance/reason?status=SUBMITTED&search=${hall.people[0]?.student_no}`);
    const row = page.getByRole('row').filter({ hasText: told });
    await row.waitFor();
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: say('attendance.reason.accept'), exact: true }).click();
    await page.getByText(say('attendance.reason.done.ACCEPTED')).waitFor();
    expect(await statusOf(id, 0)).toBe('EXPLICABLE');
    const [reason] = await hall.sql('select cardinality(file_ids) as files from attendance_reasons where text = $1', [
      told,
    ]);
    expect(reason.files).toBe(1);
    expectNoTrouble(phone);
    expectNoTrouble(page);
  });

  test('an import with unknown students is refused in words, the corrected one calls the registers', async () => {
    const { id, at, date } = await hall.lesson(-1);
    const [module] = await hall.sql(
      'select m.code from course_modules p join modules m on m.id = p.module_id where p.id = $1',
      [hall.plan],
    );
    const sheet = (no: string) => ({
      name: 'davomat.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Sana,Boshlanish vaqti,Fan kodi,Guruh,Talaba raqami,Davomat\n${date},${at},${module.code},DV-30,${no},qatnashmadi\n`,
      ),
    });
    const page = await hall.desk('registrar_head', look);
    await page.goto('/attendance/import');
    await page.locator('main input[type=file]').setInputFiles(sheet('YOQ-1'));
    await page.getByText(say('kit.import.bad', { count: 1 })).waitFor();
    await page.getByRole('cell', { name: 'YOQ-1' }).waitFor();
    await axe(page);
    expect(await hall.sql('select 1 from attendance where session_id = $1', [id])).toEqual([]);
    await page.locator('main input[type=file]').setInputFiles(sheet(hall.people[7]?.student_no ?? ''));
    await page.getByText(say('kit.import.good')).waitFor();
    await named(page, 'kit.import.run', { count: 1 }).click();
    await page.getByText(say('kit.import.done')).waitFor();
    expect([await statusOf(id, 7), await statusOf(id, 8)]).toEqual(['NOT_ATTENDED', 'ATTENDED']);
    expectNoTrouble(page);
  });

  test('the dean’s office sees who is near the limit, and their marks lesson by lesson', async () => {
    await hall.sql(
      `update courses set department_id = (select d.id from staff s join accounts a on a.id = s.account_id join departments d on d.id = s.department_id where a.username = 'dean')
        where id = (select course_id from groups where id = $1)`,
      [hall.group],
    );
    const [{ hours }] = await hall.sql(
      'select m.lecture_hours + m.seminar_hours + m.practical_hours + m.laboratory_hours as hours from course_modules p join modules m on m.id = p.module_id where p.id = $1',
      [hall.plan],
    );
    const at = look.width === 390 ? 11 : 12;
    await hall.sql(
      `insert into attendance_totals (institution_id, course_module_id, student_id, missed) values (1, $1, $2, $3)
       on conflict (course_module_id, student_id) do update set missed = excluded.missed`,
      [hall.plan, hall.people[at]?.id, Math.floor(hours / 8) + 1],
    );
    const page = await hall.desk('dean', look);
    await page.goto('/home');
    await page.getByRole('heading', { name: say('attendance.home.limit') }).waitFor();
    await page.goto('/attendance-students?standing=OVER');
    await page.getByText(nameOf(at)).first().waitFor();
    await axe(page);
    const { id } = await hall.lesson(-1);
    await elsewhere('admin', 'POST', '/attendance/', { session_id: id, cells: [] });
    // It begins with the register that was called last.
    await page.goto('/attendance-grid');
    const grid = page.getByRole('grid', { name: say('attendance.grid.title') });
    await grid.waitFor();
    await page.goto(`/attendance-grid?course_module_id=${hall.plan}`);
    await grid.getByText(nameOf(at)).waitFor();
    await axe(page);
    // On paper it is light, and there is nothing to press.
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(scheme).toBe('light');
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await grid.getByText(nameOf(at)).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(scheme).toBe(look.skin === 'dark' ? 'dark' : 'light');
    // A lesson of another day does not take place, and then does.
    const other = await hall.lesson(3);
    const stateOf = async () => (await hall.sql('select state from class_sessions where id = $1', [other.id]))[0].state;
    await page.goto(`/attendance-lessons?from=${other.date}&to=${other.date}&group_id=${hall.group}`);
    const menu = page.getByRole('button', { name: new RegExp(other.at) });
    await menu.click();
    await page.getByRole('menuitem', { name: say('attendance.lessons.cancel') }).click();
    await dialog(page).getByRole('button').last().click();
    await expect.poll(stateOf).toBe('CANCELLED');
    await named(page, 'kit.undo').click();
    await expect.poll(stateOf).toBe('PLANNED');
    expectNoTrouble(page);
  });

  test('an event is entered by keyboard, and the secret link opens the calendar elsewhere', async () => {
    const title = `Ochiq dars ${look.locale}`;
    await hall.sql('delete from calendar_feeds');
    const page = await hall.desk('registrar_head', look);
    await page.goto('/calendar');
    await named(page, 'calendar.add').press('Enter');
    await dialog(page)
      .getByRole('textbox', { name: say('calendar.field.title') })
      .fill(title);
    await axe(page, { within: '[role=dialog]' });
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText(title).first().waitFor();
    await axe(page);
    await named(page, 'calendar.feed.button').click();
    await dialog(page)
      .getByRole('button', { name: say('calendar.feed.make') })
      .click();
    const link = await dialog(page)
      .getByRole('textbox', { name: say('calendar.feed.link') })
      .inputValue();
    await axe(page, { within: '[role=dialog]' });
    const answer = await fetch(link);
    expect(answer.headers.get('content-type')).toContain('text/calendar');
    expect(await answer.text()).toContain(`SUMMARY:${title}`);
    expect((await fetch(link.replace(/.{4}\.ics$/, 'AAAA.ics'))).status).toBe(404);
    expectNoTrouble(page);
  });
});
