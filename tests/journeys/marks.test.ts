import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { componentToMark, moduleToMark } from '#tests/support/module-to-mark.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A teacher enters marks as into a spreadsheet; they are moderated, published, confirmed; the student sees what is published. */

let site: Site;
let module: number;
let parts: Record<string, number>;
let names: string[];
const open: Page[] = [];
const say = wordsOf('en');
const desktop: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;

beforeAll(async () => {
  site = await startSite({ students: 60 });
  const { owner } = site.database;
  // A class of more than one, however small the university.
  await owner.query(
    `with own as (select m.group_id, m.student_id from group_members m join students s on s.id = m.student_id join accounts a on a.id = s.account_id
       where a.username = 'bachelor_student' and m.kind = 'MAIN' and m.ends_on is null)
     update group_members set group_id = own.group_id from own
      where group_members.id in (select x.id from group_members x, own where x.kind = 'MAIN' and x.ends_on is null and x.institution_id = 1
        and x.group_id <> own.group_id order by x.id limit 3)`,
  );
  module = await moduleToMark(owner, 'J-MARKS', 'Sayohat');
  parts = {
    Essay: await componentToMark(owner, module, ['Essay', 40, 'COURSEWORK']),
    Exam: await componentToMark(owner, module, ['Exam', 60, 'EXAM']),
  };
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

async function desk(who: string, look: Look = desktop): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
}
async function grid(who: string, query = ''): Promise<Page> {
  const page = await desk(who);
  await page.goto(`/mark-entry?course_module_id=${module}${query}`);
  await page.getByRole('grid').waitFor();
  return page;
}
const cell = (page: Page, row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`);
const paste = (page: Page, text: string) =>
  page.evaluate((block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
const saved = (page: Page) => page.getByText(say('assessment.save.saved')).waitFor();
const stored = async (part: string) =>
  (
    await sql(
      `select m.value::float8 as value, m.special, m.status, s.full_name as name from marks m join students s on s.id = m.student_id
        where m.component_id = $1 order by s.full_name, s.id`,
      [parts[part]],
    )
  ).map((row) => row.special ?? row.value);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('who is not admitted is said before anybody types, and gets no mark until a decision', async () => {
  const [first] = await sql(
    `insert into exam_admissions (institution_id, course_module_id, student_id, allowed, reason, account_id)
     select 1, $1, m.student_id, false, 'Kasallik', a.id from accounts a, group_members m join students s on s.id = m.student_id
      where a.username = 'registrar_head' and m.kind = 'MAIN' and m.ends_on is null and m.group_id = (
        select g.group_id from group_members g join students o on o.id = g.student_id join accounts b on b.id = o.account_id
         where b.username = 'bachelor_student' and g.kind = 'MAIN' and g.ends_on is null)
      order by s.full_name, s.id limit 1 returning id`,
    [module],
  );
  const page = await grid('teacher');
  await page.getByText(say('assessment.entry.barred', { count: 1 })).waitFor();
  await cell(page, 0, 1).click();
  await page.keyboard.type('72');
  await press(page, 'Enter');
  await page.getByText('not admitted by decision').nth(1).waitFor();
  expect(await stored('Exam')).toEqual([]);
  await axe(page);
  await page.getByRole('link', { name: say('assessment.entry.barred_more') }).click();
  await page.getByText(say('assessment.admission.no')).first().waitFor();
  await sql('delete from exam_admissions where id = $1', [first!.id]);
  const again = await grid('teacher');
  expect(await again.getByText(say('assessment.entry.barred', { count: 1 })).count()).toBe(0);
});

test('a teacher types, pastes, fills, undoes; the network goes and nothing is lost', async () => {
  const page = await grid('teacher');
  names = await page.getByRole('rowheader').allInnerTexts();
  expect(names.length).toBeGreaterThan(2);
  const last = names.length - 1;
  await cell(page, 0, 0).click();
  await page.keyboard.type('85,5');
  await press(page, 'Tab');
  await page.keyboard.type('100.05');
  await press(page, 'Enter');
  await page.getByText(say('assessment.fault.mark_range')).first().waitFor();
  await cell(page, 0, 1).press('a');
  await saved(page);
  expect(await stored('Essay')).toEqual([85.5]);
  expect(await stored('Exam')).toEqual(['ABSENT']);

  // A column from Excel, then one step back, then forth.
  await cell(page, 0, 0).click();
  await paste(page, `${names.map((_, at) => `${60 + at},5`).join('\r\n')}\r\n`);
  await saved(page);
  await expect.poll(() => stored('Essay')).toEqual(names.map((_, at) => 60.5 + at));
  await press(page, 'Control+z');
  await expect.poll(async () => (await stored('Essay'))[0]).toBe(85.5);
  await press(page, 'Control+y');
  await expect.poll(async () => (await stored('Essay'))[0]).toBe(60.5);
  await axe(page);

  // Without a network: typed, the window reloaded, the network back.
  await page.route('**/assessment/bulk', (route) => route.abort());
  await cell(page, 0, 1).click();
  await page.keyboard.type('72');
  await press(page, 'Enter');
  await page.getByText(say('kit.grid.waitingText')).waitFor();
  await page.reload();
  await cell(page, 0, 1).getByText('72').waitFor();
  await page.getByText(say('kit.grid.waitingText')).waitFor();
  await page.unroute('**/assessment/bulk');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await saved(page);
  expect((await stored('Exam'))[0]).toBe(72);

  // The rest of the column by filling down.
  await cell(page, 0, 1).click();
  await press(page, 'Control+Shift+ArrowDown', 'Control+d');
  await saved(page);
  await expect.poll(() => stored('Exam')).toEqual(names.map(() => 72));
  expect(last).toBeGreaterThanOrEqual(0);
});

test('two people on one cell see both values and choose', async () => {
  const [one, two] = [await grid('teacher'), await grid('module_leader')];
  await cell(one, 0, 0).click();
  await one.keyboard.type('70');
  await press(one, 'Enter');
  await saved(one);
  // The second one has not heard of it yet.
  await cell(two, 0, 0).click();
  await two.keyboard.type('75');
  await press(two, 'Enter');
  const mine = two.getByRole('button', { name: say('kit.grid.mine', { value: '75' }) });
  await mine.waitFor();
  await two.getByRole('button', { name: say('kit.grid.theirs', { value: '70' }) }).waitFor();
  await axe(two);
  await mine.click();
  await mine.waitFor({ state: 'detached' });
  await saved(two);
  await expect.poll(async () => (await stored('Essay'))[0]).toBe(75);
  await cell(one, 0, 0).getByText('75').waitFor();
  expectNoTrouble(one);
});

test('a block larger than the table asks first, % is said, and an undo brings back marks, totals and counts', async () => {
  const page = await grid('teacher');
  const before = await stored('Exam');
  const total = () => cell(page, 0, 2).innerText();
  const start = await total();
  const first = async () => (await stored('Exam'))[0];
  await cell(page, 0, 1).click();
  await paste(page, [...names.map(() => '50'), '61', '62'].join('\n'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('61 · 62').waitFor();
  await axe(page);
  await dialog.getByRole('button', { name: say('kit.cancel'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored('Exam')).toEqual(before);

  // What was refused never held: pasted over and taken back, the mark and the total are those from before.
  await cell(page, 0, 1).click();
  await page.keyboard.type('101');
  await press(page, 'Enter');
  await page.getByText(say('assessment.fault.mark_range')).first().waitFor();
  await cell(page, 0, 1).click();
  await paste(page, '55');
  await expect.poll(first).toBe(55);
  await expect.poll(total).not.toBe(start);
  await press(page, 'Control+z');
  await expect.poll(first).toBe(before[0]);
  await expect.poll(total).toBe(start);
  expect(await page.getByText(say('assessment.fault.mark_range')).count()).toBe(0);

  await cell(page, 0, 1).click();
  await paste(page, '77%');
  await page.getByText(say('assessment.entry.percent', { count: 1 })).waitFor();
  await expect.poll(first).toBe(77);

  // What was emptied is counted nowhere, and nobody is promised that it could be submitted.
  const submit = page.getByRole('button', { name: say('assessment.run.submit'), exact: true });
  await cell(page, 0, 1).click();
  await press(page, 'Delete');
  await page.getByText(`${names.length - 1}/${names.length}`).waitFor();
  await page.getByRole('button', { name: say('assessment.run.gaps') }).click();
  await page.getByRole('alert').getByText('Exam').waitFor();
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await axe(page);
  await cell(page, 0, 1).click();
  await page.keyboard.type(String(before[0]));
  await press(page, 'Enter');
  await expect.poll(first).toBe(before[0]);
  await expect.poll(() => submit.isDisabled()).toBe(false);
  expectNoTrouble(page);
});

test('marks are submitted, changed in moderation, published and confirmed; the student sees what is published', async () => {
  const standing = async () =>
    (await sql('select distinct status from marks where course_module_id = $1', [module])).map((row) => row.status);
  const step = async (page: Page, name: string, status: string) => {
    await page.getByRole('button', { name: say(`assessment.run.${name}`), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(`assessment.run.${name}`), exact: true })
      .click();
    await expect.poll(standing).toEqual([status]);
  };
  const student = async () => {
    const page = await desk('bachelor_student', { ...desktop, width: 390, skin: 'dark' });
    await page.goto('/marks');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    return page;
  };
  await sql('update assessment_components set second_marking_share = 100 where id = $1', [parts.Exam]);
  const teacher = await grid('teacher');
  await step(teacher, 'submit', 'SUBMITTED');
  // Their own marks are not theirs to moderate: grey, with why and who may.
  await teacher
    .locator('[data-step="moderate"]')
    .getByText(say('assessment.run.who', { people: '' }).slice(0, 7))
    .waitFor();
  expect(await teacher.getByRole('button', { name: say('assessment.run.moderate'), exact: true }).isDisabled()).toBe(
    true,
  );
  await axe(teacher);

  // The second marker is blind until the second values are there.
  const second = await grid('admin', '&view=second');
  await second.goto(`/mark-entry?course_module_id=${module}`);
  await cell(second, 0, 1)
    .getByRole('img', { name: say('assessment.locked.blind') })
    .waitFor();
  expect((await cell(second, 0, 1).innerText()).trim()).toBe('');
  expect((await cell(second, 0, 2).innerText()).trim()).toBe('');
  expect((await cell(second, 0, 0).innerText()).trim()).not.toBe('');
  await axe(second);
  await second.goto(`/mark-entry?course_module_id=${module}&view=second`);
  await cell(second, 0, 1).click();
  await paste(second, names.map(() => '70').join('\n'));
  await saved(second);
  await second.goto(`/mark-entry?course_module_id=${module}`);
  await expect.poll(async () => (await cell(second, 0, 1).innerText()).trim()).toContain('72');

  const moderator = await grid('admin', '&view=agree');
  await cell(moderator, 0, 0).click();
  await moderator.keyboard.type('77');
  await press(moderator, 'Enter');
  await saved(moderator);
  await cell(moderator, 0, 0)
    .getByRole('img', { name: say('assessment.sign.moderated') })
    .waitFor();
  await step(moderator, 'moderate', 'MODERATED');
  await moderator.getByRole('button', { name: say('assessment.run.publish'), exact: true }).waitFor();
  expect(await (await student()).getByText('77').count()).toBe(0);
  await step(moderator, 'publish', 'PUBLISHED');

  const board = await desk('registrar_head');
  await board.goto('/mark-board?view=waiting');
  await board.getByText('Sayohat').click();
  await board.getByText(say('assessment.board.ready')).waitFor();
  await axe(board);
  await board.getByLabel(say('assessment.field.number')).fill('12-A');
  for (const number of [1, 2]) {
    await board.getByRole('combobox', { name: say('assessment.board.member', { number }), exact: true }).click();
    await board.getByRole('option').nth(number).click();
  }
  await board.getByRole('button', { name: say('assessment.board.confirm_all', { count: names.length * 2 }) }).click();
  await board.getByText('12-A').waitFor();
  const [confirmed] = await sql(
    `select count(*)::int as count from marks where course_module_id = $1 and status = 'CONFIRMED'`,
    [module],
  );
  expect(confirmed?.count).toBe(names.length * 2);

  // The rules of what the board has seen stand; the plan says so, and the rest of it can still be saved.
  await board.goto(`/mark-plan/${module}`);
  await board.getByText(say('assessment.plan.confirmed')).waitFor();
  await board.getByLabel(say('assessment.field.appeal_days')).fill('7');
  await board.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await expect
    .poll(async () => (await sql('select appeal_days from assessment_plans where course_module_id = $1', [module]))[0])
    .toEqual({ appeal_days: 7 });
  await axe(board);

  const own = await student();
  await own.getByText(say('assessment.passed'), { exact: true }).first().waitFor();
  await axe(own);
  expectNoTrouble(own);
});
