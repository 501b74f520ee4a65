import { beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * The turn of the year: a dean decides about one student, the registrar applies the progression and takes it back, then makes
 * the new year of the old one, takes that back too, and prepares the year after.
 */

const house = openHouse();
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;
let year: number;
let next: number;

beforeAll(async () => {
  await sql(
    `insert into departments (institution_id, title, kind) values (1, '{"uz":"Iqtisodiyot","ru":"Экономика","en":"Economics"}', 'FACULTY')`,
  );
  await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search) select 1, a.id, 'D-1', 'Dekan', 'Dekanov', d.id, 'dekanov' from accounts a, departments d where a.username = 'dean'`,
  );
  await sql(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, 'Bu yil', edulab_today() - 300, edulab_today() - 1, true), (1, 'Keyingi yil', edulab_today() + 30, edulab_today() + 300, false)`,
  );
  [{ id: year }] = await sql(`select id from academic_years where current`);
  [{ id: next }] = await sql(`select id from academic_years where not current`);
  await sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits, department_id) select 1, '60310100', '{"uz":"Iqtisodiyot","ru":"Экономика","en":"Economics"}', 'BACHELOR', '{uz}', 4, 240, d.id from departments d`,
  );
  await sql(
    `insert into modules (institution_id, code, title, type, credits) select 1, 'M' || n, '{"uz":"Modul","ru":"Модуль","en":"Module"}', 'CORE', 30 from generate_series(1, 2) n`,
  );
  await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits) select 1, c.id, $1, 1, 1, m.id, 'CORE', 30 from courses c, modules m`,
    [year],
  );
  await sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) select 1, 'IQ-1', c.id, extract(year from y.starts_on), 'uz', 30 from courses c, academic_years y where y.current`,
  );
  // Three pass, one has one debt and too few credits, one waits for a result.
  await sql(
    `with made as (
       insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since)
       select 1, 'Y-' || n, 'Talaba', (array['Aliyev', 'Boriyev', 'Valiyev', 'Gʻaniyev', 'Davronov'])[n], 'BACHELOR', 'uz', g.entry_year, 'GRANT', c.id, c.department_id, ' y-' || n, edulab_today() - 300
         from generate_series(1, 5) n, courses c, groups g returning id, student_no, course_id),
     seated as (insert into group_members (institution_id, group_id, student_id, starts_on) select 1, g.id, m.id, edulab_today() - 300 from made m, groups g),
     studying as (
       insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
       select 1, m.id, m.course_id, y.id, 1, y.starts_on, y.ends_on, 'ACTIVE' from made m, academic_years y where y.current)
     insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     select 1, p.id, m.id, 80, 'A', not (m.student_no = 'Y-4' and p.id % 2 = 0), true, 'CONFIRMED', 'x' from made m, course_modules p
      where m.student_no <> 'Y-5' or p.id % 2 = 0`,
  );
});

test('a dean decides, the registrar applies and takes back', async () => {
  const say = wordsOf('uz');
  const dean = await house.desk('dean', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  await dean.goto('/year-turn');
  await dean.getByText(say('enrollment.turn.need.semesters')).waitFor();
  await axe(dean);
  await screenshot(dean, 'year-checklist');
  await dean.getByRole('tab', { name: say('enrollment.turn.tab.progression') }).click();
  await dean.getByRole('link', { name: /Gʻaniyev/ }).waitFor();
  await axe(dean);
  await screenshot(dean, 'year-progression');
  expect(await dean.getByRole('button', { name: say('enrollment.progress.apply', { count: 4 }) }).count()).toBe(0);
  await dean
    .getByRole('row', { name: /Gʻaniyev/ })
    .getByRole('button', { name: /Gʻaniyev/ })
    .click();
  await dean.getByRole('menuitem', { name: say('enrollment.progress.decide') }).click();
  const form = dean.getByRole('dialog');
  await form.getByLabel(say('enrollment.field.outcome')).click();
  await dean.getByRole('option', { name: say('enrollment.progress.outcome.CONDITIONAL'), exact: true }).click();
  await form.getByLabel(say('enrollment.field.reason')).fill('Kasal boʻlgan');
  await axe(dean, { within: '[role=dialog]' });
  await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await dean.getByText(/Kasal boʻlgan/).waitFor();
  expectNoTrouble(dean);

  const words = wordsOf('ru');
  const office = await house.desk('registrar_officer', { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' });
  await office.goto(`/year-turn/${next}?tab=progression`);
  const apply = office.getByRole('button', { name: words('enrollment.progress.apply', { count: 4 }) });
  await apply.tap();
  const order = office.getByRole('dialog');
  await order.getByLabel(words('enrollment.field.order_number')).fill('77-T');
  await order.getByLabel(words('enrollment.field.order_date')).fill('23.11.2026');
  // The calendar lies over what follows until the box is left.
  await order.getByLabel(words('enrollment.field.order_date')).press('Tab');
  await axe(office, { within: '[role=dialog]' });
  await screenshot(office, 'year-apply');
  await order.getByRole('button', { name: words('enrollment.progress.apply', { count: 4 }) }).tap();
  await office.getByText(words('kit.job.done', { done: '4' })).waitFor();
  await office
    .getByRole('button', { name: words('kit.close') })
    .last()
    .tap();
  await office.getByText('77-T').waitFor();
  await axe(office);
  await screenshot(office, 'year-applied');
  const planned = () =>
    sql(`select count(*)::int as count from enrollments where status = 'PLANNED' and deleted_at is null`);
  expect(await planned()).toEqual([{ count: 4 }]);
  expect(
    await sql(
      `select status, count(*)::int as count from enrollments where academic_year_id = $1 group by 1 order by 1`,
      [year],
    ),
  ).toEqual([
    { status: 'ACTIVE', count: 1 },
    { status: 'COMPLETED', count: 4 },
  ]);
  await office.getByRole('button', { name: words('enrollment.progress.undo'), exact: true }).tap();
  const why = office.getByRole('dialog');
  await why.getByRole('textbox').fill('Ошибка в приказе');
  await why.getByRole('button', { name: words('enrollment.progress.undo'), exact: true }).tap();
  await office.getByText(new RegExp(words('kit.job.done', { done: '0' }).replace('0', '\\d+'))).waitFor();
  await office
    .getByRole('button', { name: words('kit.close') })
    .last()
    .tap();
  await office.getByText(words('enrollment.progress.undone', { reason: 'Ошибка в приказе' })).waitFor();
  expect(await planned()).toEqual([{ count: 0 }]);
  expectNoTrouble(office);
});

test('the registrar makes the new year, takes it back, and prepares the year after with its dates', async () => {
  const words = wordsOf('ru');
  const office = await house.desk('registrar_officer', { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' });
  await office.goto(`/year-turn/${next}?tab=new_year`);
  const make = office.getByRole('button', { name: words('enrollment.new_year.make') });
  await office.getByText(words('enrollment.new_year.part.plans')).waitFor();
  await axe(office);
  await screenshot(office, 'new-year');
  await make.tap();
  const form = office.getByRole('dialog');
  await axe(office, { within: '[role=dialog]' });
  await form.getByRole('button', { name: words('enrollment.new_year.make') }).tap();
  await office.getByText(words('kit.job.done', { done: '2' })).waitFor();
  await office
    .getByRole('button', { name: words('kit.close') })
    .last()
    .tap();
  await office.getByText(words('enrollment.new_year.nothing')).waitFor();
  await axe(office);
  await screenshot(office, 'new-year-made');
  const carried = () =>
    sql('select count(*)::int as count from course_modules where academic_year_id = $1 and deleted_at is null', [next]);
  expect(await carried()).toEqual([{ count: 2 }]);
  await office.getByRole('button', { name: words('enrollment.progress.undo'), exact: true }).tap();
  const why = office.getByRole('dialog');
  await why.getByRole('textbox').fill('Рано');
  await why.getByRole('button', { name: words('enrollment.progress.undo'), exact: true }).tap();
  await office.getByText(words('kit.job.done', { done: '2' })).waitFor();
  await screenshot(office, 'new-year-taken-back');
  await office
    .getByRole('button', { name: words('kit.close') })
    .last()
    .tap();
  await office.getByText(words('enrollment.progress.undone', { reason: 'Рано' })).waitFor();
  expect(await carried()).toEqual([{ count: 0 }]);
  expectNoTrouble(office);

  const say = wordsOf('en');
  const head = await house.desk('registrar_head', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  await head.goto(`/year-turn/${next}`);
  await head.getByRole('link', { name: say('enrollment.new_year.after', { year: 'Keyingi yil' }) }).click();
  await head.getByRole('button', { name: say('enrollment.new_year.make') }).click();
  await head.getByLabel(say('enrollment.new_year.begins')).waitFor();
  await axe(head, { within: '[role=dialog]' });
  await screenshot(head, 'new-year-dates');
  expectNoTrouble(head);
});
