import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A dean tries a rule before setting it, makes the list, opens the rows of a reason, writes down a call, and looks at the effect. */

const house = openHouse({ students: 300 });
const desk: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' };
const say = wordsOf('en');
const soz = wordsOf('uz');
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;

/** Nine students of the dean’s faculty have failed a module or two, and nobody else anything. */
async function nineFailed(): Promise<number> {
  await sql('delete from risk_actions');
  await sql('delete from risk_cases');
  await sql('delete from risk_rules');
  await sql('update module_results set passed = true');
  const [{ faculty }] = await sql(
    `select s.department_id as faculty from staff s join accounts a on a.id = s.account_id where a.username = 'dean'`,
  );
  const results = await sql(
    `update module_results r set passed = false, complete = true, status = 'CONFIRMED' where r.id in (
       select min(x.id) from module_results x join students s on s.id = x.student_id where s.department_id = $1 and s.status = 'ACTIVE'
        group by x.student_id order by x.student_id limit 9) returning student_id`,
    [faculty],
  );
  expect(results).toHaveLength(9);
  return faculty;
}

const quiet = {
  rules: [
    { kind: 'ABSENCE_SHARE', on: false, watch: 30, act: 45, weeks: 6 },
    { kind: 'ABSENCE_HOURS', on: false, watch: 12, act: 24, weeks: 4 },
    { kind: 'AVERAGE', on: false, watch: 58, act: 52, weeks: null },
    { kind: 'FAILED', on: true, watch: 3, act: 5, weeks: null },
    { kind: 'HOMEWORK', on: false, watch: 5, act: 8, weeks: 6 },
    { kind: 'DEBT', on: false, watch: 3_000_000, act: 6_000_000, weeks: null },
    { kind: 'DEBT_DAYS', on: false, watch: 90, act: 180, weeks: null },
  ],
};

test('from a rule that is tried to a call that is written down, and what came of it', async () => {
  const faculty = await nineFailed();
  await sql(
    `insert into risk_rules (institution_id, number, rules, together, note) values (1, 1, $1, 3, 'Kengash qarori')`,
    [JSON.stringify(quiet.rules)],
  );
  const page = await house.desk('dean', desk);
  await page.goto(`/early-warning/rules?department_id=${faculty}`);
  const failed = page.getByRole('textbox', {
    name: `${say('early-warning.rule.FAILED')}: ${say('early-warning.rules.from.watch')}`,
  });
  await failed.fill('1');
  await page.getByRole('button', { name: say('early-warning.rules.preview') }).click();
  await page.getByText(say('early-warning.preview.title', { after: 9, before: 0 })).waitFor();
  await axe(page);
  await screenshot(page, 'early-warning-rules');
  await page
    .getByRole('textbox', { name: say('early-warning.field.note'), exact: true })
    .fill('Every failed module counts now');
  await page.getByRole('button', { name: say('early-warning.rules.save') }).click();
  await page.getByRole('cell', { name: 'Every failed module counts now' }).waitFor();

  await page.goto('/early-warning');
  await page.getByText(say('early-warning.list.empty'), { exact: true }).waitFor();
  await screenshot(page, 'early-warning-empty');
  await page.getByRole('button', { name: say('early-warning.run.do') }).click();
  await page.getByRole('dialog').getByText(say('early-warning.run.done')).waitFor();
  await page.keyboard.press('Escape');
  const reason = say('early-warning.reason.FAILED', { value: 1, shown: '1', limit: '1' });
  await page.getByText(reason).first().waitFor();
  expect(await page.getByText(reason).count()).toBe(9);
  await axe(page);
  await screenshot(page, 'early-warning-list');

  await page.getByText(reason).first().click();
  await page.getByRole('button', { name: say('early-warning.rows.show') }).click();
  await page.getByRole('cell', { name: say('early-warning.failed') }).waitFor();
  expect(await page.getByRole('cell', { name: say('early-warning.failed') }).count()).toBe(1);
  await page
    .getByRole('button', { name: say('early-warning.act.add') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: say('early-warning.field.text') }).fill('Spoke with the mother');
  await form.getByRole('button', { name: say('kit.save') }).click();
  await page.getByText('Spoke with the mother').waitFor();
  await axe(page);
  await screenshot(page, 'early-warning-case');

  await page.goto('/early-warning/effect');
  await page.getByText(say('early-warning.effect.chart')).waitFor();
  await page
    .getByRole('rowheader', { name: new RegExp(say('early-warning.effect.not_acted')) })
    .first()
    .waitFor();
  // One with something done is somebody.
  expect(
    await page
      .getByRole('row', { name: new RegExp(say('early-warning.effect.acted')) })
      .getByText(say('early-warning.effect.hidden'), { exact: true })
      .count(),
  ).toBeGreaterThan(0);
  await axe(page);
  await screenshot(page, 'early-warning-effect');
  await page.goto('/home');
  await page.getByText(say('early-warning.home.fresh')).waitFor();
  await expectNoTrouble(page);
});

test('a mentor sees on a phone whom to call, and names a deputy', async () => {
  await sql(
    `update risk_cases set mentor_id = (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'academic_mentor')`,
  );
  const page = await house.desk('academic_mentor', phone);
  await page.goto('/early-warning');
  await page.getByRole('heading', { level: 1, name: soz('early-warning.list.title') }).waitFor();
  await page.getByRole('row').nth(3).waitFor();
  await axe(page);
  await screenshot(page, 'early-warning-list-phone');
  await page.goto('/early-warning/deputies');
  await page.getByRole('heading', { level: 1, name: soz('early-warning.deputy.title') }).waitFor();
  await axe(page);
  await screenshot(page, 'early-warning-deputies-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectNoTrouble(page);
});
