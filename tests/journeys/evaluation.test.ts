import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import type { Look } from '#tests/support/desks.ts';
import { type LectureHall, lectureHall } from '#tests/support/lecture-hall.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student says what they think, on a phone and at a desk; the period closes, and the teacher reads what was said and replies. */

let hall: LectureHall;
beforeAll(async () => {
  hall = await lectureHall();
});
afterEach(() => hall.leave());
afterAll(() => hall?.end());

const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const wide: Look = { locale: 'ru', width: 1440, skin: 'light', layout: 'vertical' };
const dark: Look = { locale: 'en', width: 1440, skin: 'dark', layout: 'vertical' };
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** A call as somebody of these accounts; answers its body. */
async function as(username: string) {
  const stored = await hall.site.signedIn(username);
  const token =
    typeof stored === 'string' ? '' : stored.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${hall.site.url}/edulab/lms/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, institution: '1', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
    return said;
  };
}

test('a student evaluates, and the teacher reads what was said', async () => {
  const head = await as('quality_assurance_head');
  const [{ questionnaire_id }] = await hall.sql('select questionnaire_id from evaluation_periods limit 1');
  const [{ academic_year_id, semester, day, end }] = await hall.sql(
    'select academic_year_id, semester, edulab_today()::text as day, (edulab_today() + 3)::text as end from course_modules where id = $1',
    [hall.plan],
  );
  const planned = await head('POST', '/evaluation/period/', {
    title: { uz: 'Kuzgi soʻrov', ru: 'Осенний опрос', en: 'Autumn survey' },
    questionnaire_id,
    academic_year_id,
    semester,
    starts_on: day,
    ends_on: end,
  });
  await head('PUT', '/evaluation/period/status', { id: planned.id, version: planned.version, status: 'RUNNING' });
  const [{ id: unit, module }] = await hall.sql(
    "select u.id, m.title ->> 'uz' as module from evaluation_units u join course_modules cm on cm.id = u.course_module_id join modules m on m.id = cm.module_id where u.period_id = $1 and u.course_module_id = $2",
    [planned.id, hall.plan],
  );

  const say = wordsOf('uz');
  const page = await hall.desk('bachelor_student', phone);
  await page.goto('/home');
  await page.getByText(say('evaluation.home.open')).first().waitFor();
  await page.goto('/evaluation');
  await page.getByText(module).first().waitFor();
  await axe(page);
  await screenshot(page, 'evaluation-own-phone');
  await page.goto(`/evaluation/vote/${unit}`);
  await page.getByRole('button', { name: say('evaluation.vote.send') }).tap();
  // What is missing is said, and nothing was sent.
  await page.getByText(say('kit.error.required')).first().waitFor();
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').nth(3).check();
  await page.getByRole('textbox').first().fill('Misollar koʻp edi');
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'evaluation-vote-phone');
  await page.getByRole('button', { name: say('evaluation.vote.send') }).tap();
  await page.getByText(say('evaluation.vote.sent')).waitFor();
  await page.goto(`/evaluation/vote/${unit}`);
  await page.getByRole('link', { name: say('evaluation.vote.back') }).waitFor();

  // The others of the group.
  const others = await hall.sql(
    'select a.username from students s join accounts a on a.id = s.account_id where s.id = any($1) and a.username <> $2',
    [hall.people.map(({ id }) => id), 'bachelor_student'],
  );
  expect(others.length).toBeGreaterThan(10);
  for (const [at, { username }] of others.entries()) {
    const voter = await as(username);
    const score = (shift: number) => String(Math.min(5, 2 + ((at + shift) % 4)));
    await voter('PUT', '/evaluation/vote', {
      unit_id: unit,
      answers: { clear: score(0), prepared: score(1), helpful: score(2), fair: score(3), useful: score(4) },
    });
  }
  const now = await head('GET', `/evaluation/period/${planned.id}`);
  await head('PUT', '/evaluation/period/status', {
    id: planned.id,
    version: now.version,
    status: 'CLOSED',
    reason: 'Semestr tugadi',
  });
  await hall.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     values (1, $1, $2, 80, 'A', true, true, 'PUBLISHED', 'x')`,
    [hall.plan, hall.people[0]!.id],
  );

  const word = wordsOf('ru');
  const office = await hall.desk('quality_assurance_head', wide);
  await office.goto('/evaluation/periods');
  await office.getByText('Осенний опрос').waitFor();
  await axe(office);
  await screenshot(office, 'evaluation-periods');
  await office.goto(`/evaluation/results/${unit}`);
  await office.getByText('Misollar koʻp edi').waitFor();
  await office
    .getByRole('button', { name: word('evaluation.text.show') })
    .first()
    .click();
  await office.getByText(word('evaluation.text.shown')).first().waitFor();
  await office.getByRole('button', { name: word('evaluation.release'), exact: true }).click();
  await office.getByRole('button', { name: word('evaluation.unrelease') }).waitFor();
  await axe(office);
  await screenshot(office, 'evaluation-result-office');
  await office.goto(`/evaluation/questionnaires/${questionnaire_id}`);
  await office.getByText('Темы объяснялись понятно').first().waitFor();
  await axe(office);
  await screenshot(office, 'evaluation-builder');

  const en = wordsOf('en');
  const teacher = await hall.desk('teacher', dark);
  await teacher.goto('/evaluation/results');
  await teacher.getByRole('row').nth(1).waitFor();
  await axe(teacher);
  await screenshot(teacher, 'evaluation-results-dark');
  await teacher.goto(`/evaluation/results/${unit}`);
  await teacher.getByText('Misollar koʻp edi').waitFor();
  await teacher.getByRole('button', { name: en('evaluation.reply_add') }).click();
  await teacher.getByRole('dialog').getByRole('textbox').fill('Thank you: slides will come before the class.');
  await teacher
    .getByRole('dialog')
    .getByRole('button', { name: en('kit.save') })
    .click();
  await teacher.getByText('Thank you: slides will come before the class.').waitFor();
  await axe(teacher);
  await screenshot(teacher, 'evaluation-result-dark');
  await teacher.goto('/evaluation/teachers/own');
  await teacher.getByRole('heading', { name: en('evaluation.teacher.modules') }).waitFor();
  await axe(teacher);
  await screenshot(teacher, 'evaluation-teacher-dark');
  const pocket = await hall.desk('teacher', phone);
  await pocket.goto('/evaluation/teachers/own');
  await pocket.getByRole('heading', { name: say('evaluation.teacher.modules') }).waitFor();
  expect(await fits(pocket)).toBe(true);
  await screenshot(pocket, 'evaluation-teacher-phone');
  await pocket.goto(`/evaluation/results/${unit}`);
  await pocket.getByText('Misollar koʻp edi').waitFor();
  expect(await fits(pocket)).toBe(true);
  await screenshot(pocket, 'evaluation-result-phone');
  expectNoTrouble(pocket);
  expectNoTrouble(page, [/evaluation\/form.* 409|409 .*evaluation\/form/]);
  for (const one of [office, teacher]) expectNoTrouble(one);
});
