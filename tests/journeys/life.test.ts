import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { day as dayAt } from '#tests/support/dates.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A change of a student's life at the desk: what will happen is seen first, the receipt holds the order, and the change goes back. */

const house = openHouse({ students: 60 });
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;
/** A day so many days from today as people write it. */
const written = (days: number) => dayAt(days).split('-').reverse().join('.');
let students: { id: number; name: string }[];
const statusOf = async (id: number) => (await sql('select status from students where id = $1', [id]))[0].status;

beforeAll(async () => {
  students = await sql(
    `select s.id, s.full_name as name from students s where s.status = 'ACTIVE' and s.institution_id = 1
      and exists (select 1 from group_members m where m.student_id = s.id and m.deleted_at is null) order by s.id limit 2`,
  );
});

/** Opens the dialog and asks for a leave until this day. */
async function askLeave(page: Page, say: ReturnType<typeof wordsOf>, until: string) {
  await page.getByRole('button', { name: say('students.bulk.life'), exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: say('students.field.kind') }).click();
  await page.getByRole('option', { name: say('students.life.LEAVE'), exact: true }).click();
  const day = form.getByRole('textbox', { name: say('students.field.effective_to') });
  await day.fill(until);
  await day.press('Tab');
  return form;
}

test('grants a leave, reads what it will do, has its order and takes it back', async () => {
  const say = wordsOf('uz');
  const [student] = students;
  const page = await house.desk('registrar_head', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  await page.goto(`/students/${student!.id}`);
  const form = await askLeave(page, say, written(280));
  const preview = form.getByRole('button', { name: say('students.life.preview') });
  // Without a reason nothing is asked of the server, and the field says so.
  await preview.click();
  await form.getByRole('textbox', { name: say('students.field.reason') }).fill('Salomatligi');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-ask');
  await preview.click();
  await form.getByRole('heading', { name: say('students.life.follows') }).waitFor();
  await form.getByRole('heading', { name: say('students.area.group'), exact: true }).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-preview');
  expect(await statusOf(student!.id)).toBe('ACTIVE');

  // Back to the form everything is as it was.
  await form.getByRole('button', { name: say('kit.back'), exact: true }).click();
  expect(await form.getByRole('textbox', { name: say('students.field.reason') }).inputValue()).toBe('Salomatligi');
  await preview.click();
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.getByText(say('students.life.done', { count: 1 })).waitFor();
  expect(await statusOf(student!.id)).toBe('GAP_YEAR');
  const [{ order_number }] = await sql('select order_number from student_life_changes order by id desc limit 1');
  await form.getByRole('button', { name: say('students.life.order', { number: order_number }) }).click();
  await readsPaper(page, new RegExp(order_number), { shot: () => screenshot(page, 'life-order-paper') });
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-receipt');

  await form.getByRole('button', { name: say('kit.undo'), exact: true }).click();
  const why = page.getByRole('dialog', { name: say('students.life.undo_title') });
  await why.getByRole('textbox').fill('Xato');
  await why.getByRole('button', { name: say('kit.undo'), exact: true }).click();
  await form.getByText(say('students.life.undone')).waitFor();
  expect(await statusOf(student!.id)).toBe('ACTIVE');
  await form
    .getByRole('button', { name: say('common.close'), exact: true })
    .last()
    .click();

  // The order and its undoing stand in the history.
  await page.getByRole('tab', { name: say('students.tab.status') }).click();
  const entry = page.getByRole('article').first();
  await entry.getByText(`${say('students.life.undone')}: Xato`).waitFor();
  expect(await entry.getByRole('button', { name: say('kit.undo'), exact: true }).count()).toBe(0);
  await axe(page, { within: 'main' });
  await screenshot(page, 'life-history');
  expectNoTrouble(page);
});

test('on a phone an order on paper is kept with its own number, and the history takes the change back', async () => {
  const say = wordsOf('ru');
  const student = students[1]!;
  const page = await house.desk('registrar_head', { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' });
  await page.goto(`/students/${student.id}?tab=status`);
  const form = await askLeave(page, say, written(280));
  await form.getByRole('textbox', { name: say('students.field.reason') }).fill('Здоровье');
  await form.getByRole('switch', { name: say('students.life.paper') }).check();
  await form.getByRole('textbox', { name: say('students.field.order_number') }).fill('77-А');
  const day = form.getByRole('textbox', { name: say('students.field.order_date') });
  await day.fill(written(-1));
  await day.press('Tab');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-phone-ask');
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByRole('heading', { name: say('students.life.follows') }).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-phone-preview');
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.getByText(say('students.status.order', { number: '77-А' })).waitFor();
  await screenshot(page, 'life-phone-receipt');
  await form
    .getByRole('button', { name: say('common.close'), exact: true })
    .last()
    .click();
  const entry = page.getByRole('article').first();
  await entry.getByText(say('students.status.order', { number: '77-А' })).waitFor();
  await axe(page, { within: 'main' });
  await screenshot(page, 'life-phone-history');
  await entry.getByRole('button', { name: say('kit.undo'), exact: true }).click();
  const why = page.getByRole('dialog', { name: say('students.life.undo_title') });
  await why.getByRole('textbox').fill('Ошибка');
  await why.getByRole('button', { name: say('kit.undo'), exact: true }).click();
  await entry.getByText(`${say('students.life.undone')}: Ошибка`).waitFor();
  expect(await statusOf(student.id)).toBe('ACTIVE');
  expectNoTrouble(page);
});

test('for several students from the list it says who cannot, goes on without them, and proposes', async () => {
  const say = wordsOf('en');
  const page = await house.desk('registrar_officer', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  const chosen = await sql(
    `select s.id, s.student_no, s.full_name as name from students s where s.status = 'ACTIVE' and s.institution_id = 1 and s.entry_year = 2025
      and not exists (select 1 from student_status_requests r where r.student_id = s.id and r.state = 'PROPOSED') order by s.id limit 2`,
  );
  await page.goto('/students?status=ACTIVE&entry_year=2025&size=100');
  for (const { student_no } of chosen)
    await page.getByRole('row').filter({ hasText: student_no }).getByRole('checkbox').check();
  // A colleague is quicker with one of them.
  await sql("update students set status = 'GAP_YEAR' where id = $1", [chosen[1].id]);
  await page.getByRole('button', { name: say('students.bulk.life'), exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: say('students.field.kind') }).click();
  await page.getByRole('option', { name: say('students.life.SUSPENSION'), exact: true }).click();
  await form.getByRole('textbox', { name: say('students.field.reason') }).fill('Papers are missing');
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByText(say('students.status.refused', { count: 1 })).waitFor();
  await form.getByText(chosen[1].name).first().waitFor();
  const propose = form.getByRole('button', { name: say('students.status.propose'), exact: true });
  expect(await propose.isDisabled()).toBe(true);
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-faults');
  await form.getByRole('button', { name: say('students.status.leave_out', { count: 1 }) }).click();
  await propose.click();
  await form.getByText(say('students.status.proposed', { count: 1 })).waitFor();
  expect(await sql('select kind, state from student_status_requests where student_id = $1', [chosen[0].id])).toEqual([
    { kind: 'SUSPENSION', state: 'PROPOSED' },
  ]);
  await form.getByRole('button', { name: say('kit.undo'), exact: true }).click();
  await form.getByText(say('students.life.undone')).waitFor();
  expect(await sql('select state from student_status_requests where student_id = $1', [chosen[0].id])).toEqual([
    { state: 'WITHDRAWN' },
  ]);
  expectNoTrouble(page);
});

test('moves to another tuition; a forced step and a deletion have their own dialogs', async () => {
  const say = wordsOf('uz');
  const [student] = await sql(
    "select id from students where status = 'ACTIVE' and institution_id = 1 and tuition = 'CONTRACT' order by id desc limit 1",
  );
  const page = await house.desk('super_admin', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  await page.goto(`/students/${student.id}`);
  await page.getByRole('button', { name: say('students.bulk.life'), exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: say('students.field.kind') }).click();
  await page.getByRole('option', { name: say('students.life.TRANSFER'), exact: true }).click();
  await form.getByRole('combobox', { name: say('students.field.tuition') }).click();
  await page.getByRole('option', { name: say('students.tuition.GRANT'), exact: true }).click();
  const reason = form.getByRole('textbox', { name: say('students.field.reason') });
  await reason.fill('Grant');
  await screenshot(page, 'life-transfer');
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.getByText(say('students.life.done', { count: 1 })).waitFor();
  expect(await sql('select tuition from students where id = $1', [student.id])).toEqual([{ tuition: 'GRANT' }]);
  await form
    .getByRole('button', { name: say('common.close'), exact: true })
    .last()
    .click();
  await form.waitFor({ state: 'detached' });

  const more = async (item: string) => {
    await page.getByRole('button', { name: say('students.profile.more') }).click();
    await page.getByRole('menuitem', { name: say(item), exact: true }).click();
  };
  await more('students.bulk.force');
  await form.getByRole('combobox', { name: say('students.bulk.status.to') }).click();
  await page.getByRole('option', { name: say('students.status.GRADUATED'), exact: true }).click();
  await reason.fill('Arxiv');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-force');
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => statusOf(student.id)).toBe('GRADUATED');

  await more('students.bulk.delete');
  await reason.fill('Ikki marta yozilgan');
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => statusOf(student.id)).toBe('DELETED');
  await page.getByRole('button', { name: say('students.bulk.restore') }).waitFor();
  expectNoTrouble(page);
});
