import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The dean's office plans a semester and forms groups; a student chooses a module and sees the place. */

let site: Site;
let year: { id: number; name: string };
let next: { id: number; name: string };
const open: Page[] = [];
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;

beforeAll(async () => {
  site = await startSite({ students: 60 });
  [year, next] = (await sql(
    `select id, name from academic_years where institution_id = 1
      and starts_on >= (select starts_on from academic_years where institution_id = 1 and current) order by starts_on limit 2`,
  )) as [typeof year, typeof next];
  // The demo university may end with the running year.
  next ??= (
    await sql(
      `insert into academic_years (institution_id, name, starts_on, ends_on)
       select institution_id, left((extract(year from starts_on) + 1)::text, 4) || '/' || (extract(year from starts_on) + 2), starts_on + interval '1 year', ends_on + interval '1 year'
         from academic_years where id = $1 returning id, name`,
      [year.id],
    )
  )[0] as typeof next;
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

async function desk(who: string, look: Look): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
}

/** A course of its own, three modules, and two modules that everybody may see; for one look each. */
async function material(sign: string) {
  const [course] = await sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits, active, department_id)
     select 1, $1, jsonb_build_object('uz', $2::text, 'ru', '', 'en', ''), 'BACHELOR', '{uz}', 2, 120, true, department_id
       from courses where institution_id = 1 limit 1 returning id`,
    [`J-${sign}`, `Sayohat ${sign}`],
  );
  const names = ['Mantiq', 'Statistika', 'Falsafa'].map((name) => `${name} ${sign}`);
  for (const [index, name] of names.entries())
    await sql(
      `insert into modules (institution_id, code, title, type, credits, active)
       values (1, $1, jsonb_build_object('uz', $2::text, 'ru', '', 'en', ''), $3, 6, true)`,
      [`J${sign}-${index}`, name, index === 2 ? 'OPTIONAL' : 'CORE'],
    );
  return { course: course?.id as number, names: names as [string, string, string] };
}

const looks: (Look & { sign: string })[] = [
  { sign: 'A', locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' },
  { sign: 'B', locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' },
];

describe.each(looks)('in $locale, $skin, $width px wide', (look) => {
  const say = wordsOf(look.locale);
  let course: number;
  let names: [string, string, string];
  beforeAll(async () => {
    ({ course, names } = await material(look.sign));
  });
  const dialog = (page: Page) => page.getByRole('dialog');
  /** Chooses from a selector by typing. */
  const pick = async (page: Page, label: string, text: string) => {
    const box = dialog(page).getByRole('combobox', { name: label }).or(dialog(page).getByLabel(label)).first();
    await box.fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };

  test('plans a semester, moves a module by keyboard and takes the plan over into the next year', async () => {
    const page = await desk('registrar_head', look);
    await page.goto(`/course/${course}/plan?year=${year.id}`);
    for (const name of names) {
      await page
        .getByRole('button', { name: say('curriculum.plan.add_to', { year: 1, semester: 1 }) })
        .first()
        .click();
      await pick(page, say('curriculum.field.module_id'), name);
      await dialog(page)
        .getByRole('button', { name: say('curriculum.plan.add.submit'), exact: true })
        .click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    const cell = (semester: number) =>
      page.getByRole('button', {
        name: say('curriculum.plan.cell', { credits: 6, module: names[1], year: 1, semester }),
      });
    await cell(1).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('menuitem', { name: say('curriculum.plan.semester', { year: 1, semester: 2 }), exact: true })
      .press('Enter');
    await cell(2).waitFor();
    // Too few credits: said, not forbidden.
    await page.getByText(say('curriculum.finding.TOTAL_CREDITS', { credits: 18, expected: 120 })).waitFor();
    await axe(page);

    await page.getByRole('button', { name: say('curriculum.copy.open'), exact: true }).click();
    await dialog(page)
      .getByRole('combobox', { name: say('curriculum.copy.to') })
      .or(dialog(page).getByLabel(say('curriculum.copy.to')))
      .first()
      .click();
    await page.getByRole('option', { name: next.name }).click();
    await dialog(page)
      .getByText(say('curriculum.copy.preview', { count: 3 }))
      .waitFor();
    await axe(page);
    await dialog(page)
      .getByRole('button', { name: say('curriculum.copy.apply'), exact: true })
      .click();
    await page.waitForURL(`**year=${next.id}**`);
    await cell(2).waitFor();
    expectNoTrouble(page);
  });

  test('forms groups: assigns, shuffles, takes it back, transfers one with a reason', async () => {
    const [one, two] = [`J${look.sign}-1`, `J${look.sign}-2`];
    for (const name of [one, two])
      await sql(
        `insert into groups (institution_id, name, course_id, entry_year, language, capacity)
         values (1, $1, $2, extract(year from (select edulab_today())), 'uz', 5)`,
        [name, course],
      );
    const students = await sql(
      `with chosen as (select s.id from students s join courses c on c.id = s.course_id
          where s.institution_id = 1 and s.status = 'ACTIVE' and s.deleted_at is null and c.code not like 'J-%'
          and not exists (select 1 from accounts a where a.id = s.account_id and a.username like '%\\_student')
          order by s.id limit 4),
        gone as (delete from group_members where student_id in (select id from chosen)),
        lost as (delete from module_choices where student_id in (select id from chosen))
       update students set course_id = $1, entry_year = extract(year from (select edulab_today())), study_language = 'uz', education_form_id = null
        where id in (select id from chosen) returning id`,
      [course],
    );
    expect(students).toHaveLength(4);
    const page = await desk('registrar_head', look);
    await page.goto(`/groups/assign?course=${course}`);
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    await page.getByRole('checkbox', { name: say('groups.assign.all') }).check();
    await page.getByRole('button', { name: say('groups.assign.move_chosen', { count: 4 }) }).press('Enter');
    await page.getByRole('menuitem', { name: one }).press('Enter');
    await column(one).getByRole('listitem').nth(3).waitFor();
    await axe(page);

    await page.getByRole('button', { name: say('groups.shuffle.open'), exact: true }).click();
    await dialog(page)
      .getByText(say('groups.shuffle.moves', { count: 2 }))
      .waitFor();
    await axe(page);
    await dialog(page)
      .getByRole('button', { name: say('groups.shuffle.apply'), exact: true })
      .click();
    await column(two).getByRole('listitem').nth(1).waitFor();
    await page.getByRole('button', { name: say('groups.shuffle.undo') }).click();
    await column(one).getByRole('listitem').nth(3).waitFor();

    await column(one).getByRole('listitem').first().getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: two }).press('Enter');
    await dialog(page).getByLabel(say('groups.field.reason')).fill('Oʻz arizasi');
    await dialog(page)
      .getByRole('button', { name: say('groups.transfer.submit'), exact: true })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
    await column(two).getByRole('listitem').first().waitFor();
    expect(await column(one).getByRole('listitem').count()).toBe(3);

    // Out of the group and in again: by mouse where there is one, by the menu on a telephone; then taken back.
    const outside = column(say('groups.assign.unassigned'));
    const person = column(one).getByRole('listitem').first();
    if (look.width > 600) await person.dragTo(outside);
    else {
      await person.getByRole('button').press('Enter');
      await page.getByRole('menuitem', { name: say('groups.assign.remove') }).press('Enter');
    }
    await outside.getByRole('listitem').first().waitFor();
    if (look.width > 600) await outside.getByRole('listitem').first().dragTo(column(two));
    else {
      await outside.getByRole('listitem').first().getByRole('button').press('Enter');
      await page.getByRole('menuitem', { name: two }).press('Enter');
    }
    await column(two).getByRole('listitem').nth(1).waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: say('groups.assign.done', { count: 1, group: two }) })
      .getByRole('button', { name: say('kit.undo'), exact: true })
      .click();
    await outside.getByRole('listitem').first().waitFor();
    expect(await column(two).getByRole('listitem').count()).toBe(1);
    expectNoTrouble(page);
  });

  test('a student chooses an optional module before the deadline', async () => {
    const [group] = await sql(
      `select g.course_id, g.entry_year from accounts a join students s on s.account_id = a.id
         join group_members m on m.student_id = s.id and m.ends_on is null and m.deleted_at is null
         join groups g on g.id = m.group_id where a.username = 'bachelor_student'`,
    );
    const name = names[2];
    await sql(
      `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, capacity, active, choice_opens_on, choice_closes_on)
       select 1, $1, y.id, extract(year from y.starts_on) - $2 + 1, 2, m.id, 'OPTIONAL', 6, 1, true, (select edulab_today()) - 1, (select edulab_today()) + 1
         from academic_years y, modules m where y.id = $3 and m.title ->> 'uz' = $4`,
      [group?.course_id, group?.entry_year, year.id, name],
    );
    const page = await desk('bachelor_student', look);
    await page.goto('/home');
    await page.getByText(name).click();
    await page.waitForURL('**/module-choice');
    const offer = page.getByRole('article', { name });
    await offer.getByRole('button', { name: say('groups.choice.choose'), exact: true }).click();
    await offer.getByText(say('groups.choice.mine.CHOSEN')).waitFor();
    await offer.getByText(say('groups.places', { taken: 1, capacity: 1 })).waitFor();
    await axe(page);
    await offer.getByRole('button', { name: say('groups.choice.withdraw'), exact: true }).click();
    await dialog(page)
      .getByRole('button', { name: say('kit.yes'), exact: true })
      .click();
    await offer.getByRole('button', { name: say('groups.choice.choose'), exact: true }).waitFor();
    expectNoTrouble(page);
  });
});
