import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The rarer ways of a student's life at the desk: what was passed elsewhere, another course, coming back, another year, the end. */

const house = openHouse({ students: 60 });
type Say = ReturnType<typeof wordsOf>;
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;

/** Opens the dialog of a student and chooses the kind of change. */
async function choose(page: Page, say: Say, id: number, kind: string) {
  await page.goto(`/students/${id}`);
  await page.getByRole('button', { name: say('students.bulk.life'), exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: say('students.field.kind') }).click();
  await page.getByRole('option', { name: say(`students.life.${kind}`), exact: true }).click();
  return form;
}
async function preview(page: Page, say: Say, reason: string) {
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: say('students.field.reason') }).fill(reason);
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByRole('heading', { name: say('students.life.follows') }).waitFor();
  return form;
}
async function apply(
  page: Page,
  say: Say,
  done: 'students.life.done' | 'students.status.restored' = 'students.life.done',
) {
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
  await form.getByText(say(done, { count: 1 })).waitFor();
  await form
    .getByRole('button', { name: say('common.close'), exact: true })
    .last()
    .click();
  await form.waitFor({ state: 'detached' });
}

test('credits from elsewhere are recognised module by module, stand on the transcript, and are withdrawn with a reason', async () => {
  const say = wordsOf('ru');
  const [student] = await sql(
    `select s.id, m.code, m.title ->> 'ru' as title from students s join course_modules cm on cm.course_id = s.course_id and cm.deleted_at is null join modules m on m.id = cm.module_id
      where s.status = 'ACTIVE' and s.institution_id = 1
        and not exists (select 1 from module_results r join course_modules c on c.id = r.course_module_id where r.student_id = s.id and c.module_id = m.id)
      order by s.id, m.code limit 1`,
  );
  const page = await house.desk('registrar_head', { locale: 'ru', width: 1440, skin: 'light', layout: 'vertical' });
  const form = await choose(page, say, student.id, 'RECOGNITION');
  await form.getByRole('textbox', { name: say('students.recognition.origin') }).fill('Самаркандский университет');
  await form.getByRole('textbox', { name: say('students.recognition.decided_by') }).fill('Комиссия, протокол № 5');
  await form.getByRole('textbox', { name: say('students.recognition.source_module') }).fill('Математический анализ');
  await form.getByRole('textbox', { name: say('students.recognition.source_credits') }).fill('5');
  await form.getByRole('textbox', { name: say('students.recognition.source_grade') }).fill('A');
  const module = form.getByRole('combobox', { name: say('students.recognition.as') });
  await module.click();
  await module.fill(student.code);
  await page.getByRole('option').filter({ hasText: student.title }).first().click();
  await form.getByRole('textbox', { name: say('students.recognition.credits'), exact: true }).fill('2');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-recognise');
  await preview(page, say, 'Перевод');
  await form.getByText(student.code).first().waitFor();
  await screenshot(page, 'life-recognise-preview');
  await apply(page, say);
  await page.goto(`/transcript?student=${student.id}`);
  const section = page.getByRole('heading', { name: say('assessment.transcript.recognised') });
  await section.waitFor();
  await page.getByText('Математический анализ').waitFor();
  await axe(page, { within: 'main' });
  await screenshot(page, 'transcript-recognised');
  await page.getByRole('button', { name: say('assessment.transcript.withdraw') }).click();
  const why = page.getByRole('dialog', { name: say('assessment.transcript.withdraw') });
  await why.getByRole('textbox').fill('Справка недействительна');
  await why.getByRole('button', { name: say('assessment.transcript.withdraw'), exact: true }).click();
  await page.getByText(say('assessment.transcript.withdrawn', { reason: 'Справка недействительна' })).waitFor();
  expectNoTrouble(page);
});

test('a student asks for another course on a phone; it is declined, asked again, and accepted with what counts there', async () => {
  const say = wordsOf('uz');
  const [mine] = await sql(
    `select s.id, s.full_name as name, s.course_id, c.level from students s join accounts a on a.id = s.account_id and a.username = 'bachelor_student' join courses c on c.id = s.course_id`,
  );
  const [other] = await sql(
    `select c.id, c.title ->> 'uz' as title from courses c where c.institution_id = 1 and c.active and c.deleted_at is null and c.level = $1 and c.id <> $2 order by c.id limit 1`,
    [mine.level, mine.course_id],
  );
  const ask = async (reason: string) => {
    const phone = await house.desk('bachelor_student', { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' });
    await phone.goto('/course/transfer');
    await phone.getByRole('button', { name: say('students.course.add') }).click();
    const form = phone.getByRole('dialog');
    await form.getByRole('combobox', { name: say('students.field.current_course_id') }).click();
    await phone.getByRole('option').filter({ hasText: other.title }).first().click();
    await form.getByRole('textbox', { name: say('students.field.reason') }).fill(reason);
    await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await phone.getByText(reason).first().waitFor();
    await axe(phone, { within: 'main' });
    await screenshot(phone, 'course-transfer-own');
    expectNoTrouble(phone);
  };
  await ask('Qiziqishim oʻzgardi');
  const page = await house.desk('registrar_head', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  const act = async (item: 'students.course.decline' | 'students.course.accept', reason: string) => {
    await page.goto('/course/transfer?status=PENDING');
    const row = page.getByRole('row').filter({ hasText: reason });
    await row.waitFor();
    const open = row.getByRole('button', { name: say(item) });
    if (await open.count()) return open.click();
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: say(item), exact: true }).click();
  };
  await act('students.course.decline', 'Qiziqishim oʻzgardi');
  const why = page.getByRole('dialog', { name: say('students.course.decline_title') });
  await why.getByRole('textbox').fill('Oʻrin yoʻq');
  await why.getByRole('button', { name: say('students.course.decline'), exact: true }).click();
  await why.waitFor({ state: 'detached' });
  expect(
    await sql('select status, decision_reason from course_transfers where student_id = $1 order by id desc limit 1', [
      mine.id,
    ]),
  ).toEqual([{ status: 'DECLINED', decision_reason: 'Oʻrin yoʻq' }]);
  await ask('Oʻrin ochildi');
  await act('students.course.accept', 'Oʻrin ochildi');
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByRole('heading', { name: say('students.life.follows') }).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'course-transfer-preview');
  await apply(page, say);
  expect(await sql('select course_id from students where id = $1', [mine.id])).toEqual([{ course_id: other.id }]);
  expect(
    await sql('select status from course_transfers where student_id = $1 order by id desc limit 1', [mine.id]),
  ).toEqual([{ status: 'ACCEPTED' }]);
  expectNoTrouble(page);
});

test('who was withdrawn is restored, is admitted to a later year, repeats it, and is not graduated before the end', async () => {
  const say = wordsOf('en');
  const [student] = await sql(
    `select s.id from students s join accounts a on a.id = s.account_id where s.status = 'ACTIVE' and s.institution_id = 1 and a.username <> 'bachelor_student'
       and exists (select 1 from enrollments e where e.student_id = s.id and e.status = 'ACTIVE' and e.deleted_at is null) order by s.id desc limit 1`,
  );
  const page = await house.desk('registrar_head', { locale: 'en', width: 1440, skin: 'dark', layout: 'vertical' });
  await choose(page, say, student.id, 'WITHDRAWAL');
  const form = await preview(page, say, 'Own wish');
  await form.getByRole('heading', { name: say('students.area.library'), exact: true }).waitFor();
  await screenshot(page, 'life-withdrawal');
  await apply(page, say);
  await page.goto(`/students/${student.id}`);
  await page.getByRole('button', { name: say('students.bulk.life'), exact: true }).click();
  await preview(page, say, 'Came back');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-restoration');
  await apply(page, say, 'students.status.restored');
  await choose(page, say, student.id, 'LATER_YEAR_ADMISSION');
  await form.getByRole('textbox', { name: say('students.field.study_year') }).fill('3');
  await preview(page, say, 'Passed the second year elsewhere');
  await screenshot(page, 'life-later-year');
  await apply(page, say);
  await choose(page, say, student.id, 'REPEAT_YEAR');
  await preview(page, say, 'Too many debts');
  await screenshot(page, 'life-repeat');
  await apply(page, say);
  const kinds = await sql(
    `select c.kind from student_life_changes c join student_life_steps s on s.change_id = c.id where s.student_id = $1 and s.undone_at is null order by c.id`,
    [student.id],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['WITHDRAWAL', 'RESTORATION', 'LATER_YEAR_ADMISSION', 'REPEAT_YEAR']);
  await choose(page, say, student.id, 'GRADUATION');
  await form.getByRole('textbox', { name: say('students.field.reason') }).fill('End');
  await form.getByRole('button', { name: say('students.life.preview') }).click();
  await form.getByText(say('students.status.refused', { count: 1 })).waitFor();
  expect(await form.getByRole('button', { name: say('students.status.apply'), exact: true }).isDisabled()).toBe(true);
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'life-graduation-refused');
  expectNoTrouble(page);
});
