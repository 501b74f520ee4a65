import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** From who is near a degree to a diploma that a stranger checks: the office prepares, a board decides and signs, a head confirms. */

const house = openHouse({ students: 60 });
const say = wordsOf('en');
const desktop: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'en', width: 390, skin: 'dark', layout: 'vertical' };
const looks: Look[] = [
  { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' },
  { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' },
  { locale: 'en', width: 1440, skin: 'light', layout: 'horizontal' },
];
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;
let student: { id: number; name: string };
let board: number;

const desk = async (who: string, path: string, look = desktop) => {
  const page = await house.desk(who, look);
  await page.goto(path);
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = async () => (await sql('select status from award_boards where id = $1', [board]))[0].status;

beforeAll(async () => {
  const [found] = await sql(
    "select s.id, s.full_name as name, s.course_id from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student'",
  );
  student = found;
  // All but this module is chosen or passed elsewhere: the programme is as large as what the student has.
  await sql("update course_modules set type = 'OPTIONAL' where course_id = $1", [found.course_id]);
  await sql('delete from module_results where student_id = $1', [student.id]);
  const [made] = await sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, five, ects, passed, complete, status, inputs)
     select cm.institution_id, cm.id, $1, 88, 'B', 4, 'B', true, true, 'CONFIRMED', 'x' from course_modules cm where cm.course_id = $2 limit 1
     returning course_module_id as id`,
    [student.id, found.course_id],
  );
  await sql('update courses set credits = (select credits from course_modules where id = $1) where id = $2', [
    made.id,
    found.course_id,
  ]);
  for (const table of ['assessment_retakes', 'amendments'])
    await sql(`update ${table} set deleted_at = edulab_now() where student_id = $1`, [student.id]);
  const [year] = await sql('select id from academic_years where institution_id = 1 and current limit 1');
  const [head] = await sql("select id from accounts where username = 'registrar_officer'");
  const [row] = await sql(
    `insert into award_boards (institution_id, course_id, academic_year_id, held_on, quorum, prepared_by)
     values (1, $1, $2, edulab_today(), 2, $3) returning id`,
    [found.course_id, year.id, head.id],
  );
  board = row.id;
  const seats = await sql(
    "select s.id, a.username from staff s join accounts a on a.id = s.account_id where a.username in ('teacher', 'module_leader') and s.institution_id = 1",
  );
  for (const seat of seats)
    await sql('insert into award_members (institution_id, board_id, staff_id, role) values (1, $1, $2, $3)', [
      board,
      seat.id,
      seat.username === 'teacher' ? 'CHAIR' : 'SECRETARY',
    ]);
  await sql('insert into award_candidates (institution_id, board_id, student_id) values (1, $1, $2)', [
    board,
    student.id,
  ]);
});

test('a student reads what is missing, a board decides, signs and is confirmed, and the degree stands with its class', async () => {
  const own = await desk('bachelor_student', '/degree', phone);
  await own.getByText(/No confirmed award board/).waitFor();
  await axe(own);

  const office = await desk('registrar_officer', `/award-board/${board}`);
  await office.getByText(student.name).waitFor();
  await button(office, say('assessment.award.do.SITTING')).click();
  await expect.poll(state).toBe('SITTING');
  await button(office, say('assessment.award.decide')).click();
  await office.getByRole('dialog').getByRole('button', { name: /save/i }).click();
  await office.getByText(say('assessment.award.decided.AWARD'), { exact: false }).first().waitFor();
  await axe(office);
  await button(office, say('assessment.award.do.DECIDED')).click();
  await expect.poll(state).toBe('DECIDED');

  for (const member of ['teacher', 'module_leader']) {
    const page = await desk(member, `/award-board/${board}`, member === 'teacher' ? phone : desktop);
    await button(page, say('assessment.award.sign')).click();
    await page.getByText(say('assessment.award.signed')).first().waitFor();
    await axe(page);
  }
  const head = await desk('registrar_head', `/award-board/${board}`);
  await button(head, say('assessment.award.do.CONFIRMED')).click();
  await expect.poll(state).toBe('CONFIRMED');
  await head.getByText(/BN-\d{4}-\d{6}/).waitFor();
  await own.reload();
  await own.getByText(/The award board of/).waitFor();
  // The same board, full, in other looks.
  for (const look of looks) {
    const page = await desk('registrar_head', `/award-board/${board}`, look);
    await page.getByText(student.name).first().waitFor();
    await axe(page);
    await screenshot(page, `award-board-${look.locale}-${look.width}`);
    expectNoTrouble(page);
  }
  for (const page of [own, office, head]) expectNoTrouble(page);
});

test('the office enters blanks and issues the diploma after the order, and a stranger reads that it holds', async () => {
  await sql("update students set status = 'GRADUATED' where id = $1", [student.id]);
  const office = await desk('registrar_officer', '/blanks');
  // The page offers it twice as long as there is no series.
  await button(office, say('credentials.blanks.add')).first().click();
  const form = office.getByRole('dialog');
  await form.getByLabel(say('credentials.field.series')).fill('B');
  await form.getByLabel(say('credentials.field.first')).fill('1');
  await form.getByLabel(say('credentials.field.last')).fill('100');
  await form.getByRole('button', { name: /save/i }).click();
  await office.getByText('1–100').waitFor();
  await axe(office);
  await office.goto(`/award-board/${board}`);
  await button(office, say('assessment.award.issue')).click();
  await office.getByRole('dialog').getByRole('button', { name: /save/i }).click();
  const issued = async () =>
    (await sql("select check_code from issued_documents where student_id = $1 and kind = 'DIPLOMA'", [student.id]))[0];
  await expect.poll(issued).toBeDefined();

  const stranger = await desk('', `/check/${(await issued()).check_code}`, phone);
  await stranger.getByText(say('credentials.status.VALID')).waitFor();
  await stranger.getByText(say('credentials.verdict.genuine')).waitFor();
  await stranger.getByText(student.name).first().waitFor();
  await stranger.getByText('B № 0000001').first().waitFor();
  await axe(stranger);

  // The office reads it in the page, and the supplement that goes with it in another language.
  await office.goto(`/award-board/${board}`);
  await button(office, say('assessment.award.issue')).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('combobox', { name: new RegExp(`^${say('assessment.award.paper_kind')}`) }).click();
  await office.getByRole('option', { name: say('assessment.award.paper.SUPPLEMENT'), exact: true }).click();
  await dialog.getByRole('button', { name: /save/i }).click();
  await dialog.waitFor({ state: 'detached', timeout: 60_000 });
  const papers = await sql(
    "select number, kind from issued_documents where student_id = $1 and kind in ('DIPLOMA', 'SUPPLEMENT') order by kind",
    [student.id],
  );
  expect(papers).toHaveLength(2);
  await office.goto('/issued-documents');
  for (const { number, kind } of papers) {
    await office.getByRole('button', { name: say('kit.list.actionsOf', { name: number }) }).click();
    await office.getByRole('menuitem', { name: say('credentials.open'), exact: true }).click();
    const text = await readsPaper(office, new RegExp(`${number}.pdf`), {
      shot: () => screenshot(office, `paper-${kind}`),
    });
    expect(text).toContain(number);
  }
  for (const page of [office, stranger]) expectNoTrouble(page);
});
