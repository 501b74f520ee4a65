import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The office of admission: a form is built and published; by it somebody applies, mends, is examined and decided on. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let site: Site;
let campaign: number;
const open: Page[] = [];
const tokens = new Map<string, string>();
const say = wordsOf('en');
const sql = async (text: string, values: unknown[] = []) =>
  (await site.database.owner.query(text, values)).rows as Any[];

/** A call as somebody; fails where it is refused. */
async function as(username: string, method: string, path: string, body?: object): Promise<Any> {
  if (!tokens.has(username)) {
    const state = (await site.signedIn(username)) as { origins: { localStorage: { name: string; value: string }[] }[] };
    tokens.set(username, state.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value ?? '');
  }
  const answer = await fetch(`${site.url}/edulab/lms/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(username)}`,
      'content-type': 'application/json',
      institution: '1',
      language: 'en',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(found)}`);
  return found;
}

async function desk(who: string): Promise<Page> {
  const page = await sitDown(site, who, { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  open.push(page);
  return page;
}
const button = (on: Page, id: string, values?: Record<string, string>) =>
  on.getByRole('button', { name: say(id, values), exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, id: string) => dialog(page).getByRole('button', { name: say(id), exact: true });
const written = (page: Page, id: string) => page.getByRole('textbox', { name: `${say(id)} (uz)`, exact: true });
const save = async (page: Page) => {
  await inDialog(page, 'kit.save').click();
  await dialog(page).waitFor({ state: 'detached' });
};
const confirm = async (page: Page, id: string) => {
  await inDialog(page, id).click();
  await dialog(page).waitFor({ state: 'detached' });
};
const state = async (page: Page, name: string) => {
  await page
    .locator('main header')
    .getByText(say(`admissions.state.${name}`), { exact: true })
    .waitFor();
  // A key that is pressed while the last step still turns is passed over, as the button is.
  await page.locator('main header button[data-loading]').waitFor({ state: 'detached' });
};

beforeAll(async () => {
  site = await startSite();
  const [{ today }] = await sql('select edulab_today()::text as today');
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const admin = (path: string, body: object) => as('admin', 'POST', path, body);
  const year = await admin('/academic_year/', { name: '2041/2042', starts_on: day(200), ends_on: day(480) });
  const title = (uz: string) => ({ uz, ru: '', en: '' });
  const course = await admin('/course/', {
    code: 'AO1',
    title: title('Meʼmorchilik'),
    level: 'BACHELOR',
    languages: ['uz'],
    years: 4,
    credits: 240,
  });
  campaign = (
    await admin('/course_campaign/', {
      course_id: course.id,
      academic_year_id: year.id,
      language: 'uz',
      opens_on: day(-5),
      closes_on: day(60),
      grant_quota: 1,
      contract_quota: 1,
      waiting_limit: 1,
      status: 'OPEN',
    })
  ).id;
  const place = await admin('/admission/place/', { title: title('Katta zal'), capacity: 10 });
  await admin('/admission/session/', {
    place_id: place.id,
    academic_year_id: year.id,
    day: day(3),
    starts_at: '09:00',
    ends_at: '11:00',
    capacity: 10,
  });
  const [account] = await sql(
    "insert into accounts (username, firstname, lastname, phone, selected_institution) values ('ao_applicant', 'Nodira', 'Zokirova', '998901230011', 1) returning id",
  );
  await sql(
    "insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'",
    [account.id],
  );
  await sql(
    "update guests set passport_id = 'AC7654321', birthdate = '2008-05-01', gender = 'FEMALE' where account_id = $1",
    [account.id],
  );
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

test('a form is built with a condition, tried beside its questions, and published', async () => {
  const page = await desk('admission_moderator');
  await page.goto('/admission/admin/application-form/create?flavour=plain');
  await written(page, 'admissions.field.title').fill('Bakalavr 2041');
  await page.getByRole('combobox', { name: say('admissions.field.academic_year_id') }).click();
  await page.getByRole('option', { name: '2041/2042' }).click();
  for (const [id, day] of [
    ['admissions.field.opens_on', '01.01.2026'],
    ['admissions.field.closes_on', '31.12.2099'],
  ] as const) {
    await page.getByRole('textbox', { name: say(id) }).fill(day);
    await page.keyboard.press('Tab');
  }
  await button(page, 'admissions.form.go_on').click();

  await button(page, 'questions.add_section').click();
  await written(page, 'admissions.field.title').fill('Maktab haqida');
  await save(page);
  const addQuestion = () => button(page, 'questions.add_field_to', { section: 'Maktab haqida' }).click();
  await addQuestion();
  await written(page, 'questions.field.title').fill('Imtiyoz');
  await dialog(page)
    .getByRole('combobox', { name: say('questions.field.type') })
    .click();
  await page.getByRole('option', { name: say('questions.type.BOOLEAN') }).click();
  await dialog(page)
    .getByRole('switch', { name: say('questions.field.required') })
    .click();
  await save(page);
  await addQuestion();
  await written(page, 'questions.field.title').fill('Hujjat raqami');
  await dialog(page)
    .getByRole('combobox', { name: say('questions.condition') })
    .click();
  await page.getByRole('option', { name: 'Imtiyoz' }).click();
  await dialog(page)
    .getByRole('combobox', { name: say('questions.condition_in') })
    .click();
  await page.getByRole('option', { name: say('kit.yes'), exact: true }).click();
  await save(page);
  await addQuestion();
  await written(page, 'questions.field.title').fill('Maktab');
  await save(page);

  // Beside it the form is tried: what hangs on a tick is asked when it is ticked.
  const asked = page.getByRole('textbox', { name: 'Hujjat raqami' });
  await page.getByRole('textbox', { name: 'Maktab' }).waitFor();
  expect(await asked.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Imtiyoz' }).click();
  await asked.waitFor();
  await button(page, 'questions.try').click();
  await page.getByText(say('questions.would_miss', { count: 2 })).waitFor();
  await axe(page);

  await button(page, 'admissions.form.turn.PUBLISHED').click();
  await confirm(page, 'admissions.form.turn.PUBLISHED');
  await page.getByText(say('admissions.form_state.PUBLISHED'), { exact: true }).first().waitFor();
  expectNoTrouble(page);
});

test('an officer returns an application, verifies it, gives a seat, lets in at the door; another publishes the decision', async () => {
  const [form] = await sql("select id from application_forms where title ->> 'uz' = 'Bakalavr 2041'");
  const application = await as('ao_applicant', 'POST', '/application/', {
    form_id: form.id,
    campaign_id: campaign,
    answers: { maktab: '5' },
    submit: true,
  });
  const page = await desk('admission_moderator');
  await page.goto('/student-applications');
  await page.getByText('Zokirova Nodira').click();
  await state(page, 'SUBMITTED');
  await button(page, 'admissions.act.DOCUMENTS_CHECK').click();
  await state(page, 'DOCUMENTS_CHECK');
  await button(page, 'admissions.review.flag_field', { field: 'Maktab' }).click();
  await page
    .getByRole('textbox', { name: say('admissions.review.note_for', { field: 'Maktab' }) })
    .fill('Toʻliq nomi?');
  await axe(page);
  await button(page, 'admissions.record.more').click();
  await page.getByRole('menuitem', { name: say('admissions.act.return') }).click();
  await dialog(page).getByRole('textbox').fill('Maktab nomi toʻliq emas');
  await confirm(page, 'admissions.act.return');
  await state(page, 'UPDATE_REQUIRED');

  const returned = await as('ao_applicant', 'GET', `/application/${application.id}`);
  expect(returned.update_fields).toEqual([{ path: 'answers.maktab', note: 'Toʻliq nomi?' }]);
  await as('ao_applicant', 'PUT', '/application/update', {
    id: application.id,
    version: returned.version,
    answers: { maktab: '5-umumtaʼlim maktabi' },
    submit: true,
  });
  await page.reload();
  await state(page, 'SUBMITTED');
  // By the keyboard: on, and on.
  await page.keyboard.press('v');
  await state(page, 'DOCUMENTS_CHECK');
  await page.keyboard.press('v');
  await state(page, 'VERIFIED');
  await page.keyboard.press('v');
  await dialog(page).getByRole('radio').first().click();
  await confirm(page, 'admissions.act.seat');
  await state(page, 'EXAM_ASSIGNED');
  expectNoTrouble(page);

  // The day has come.
  // The card opens the door around its session.
  await sql("update exam_sessions set day = edulab_today(), starts_at = '00:00', ends_at = '23:59'");
  const [{ qr_code }] = await sql('select qr_code from applications where id = $1', [application.id]);
  await page.goto('/internal-exam/applicants?tab=door');
  await page.getByRole('textbox', { name: say('admissions.door.code') }).fill(qr_code);
  await button(page, 'admissions.door.check').click();
  await page.getByText(say('admissions.door.welcome')).waitFor();
  await axe(page);
  await as('admission_moderator', 'PUT', '/admission/score', {
    application_id: application.id,
    subject: 'Matematika',
    source: 'EXAM',
    points: 88.5,
  });

  await page.goto(`/internal-exam/applicants?tab=ranking&campaign=${campaign}`);
  await button(page, 'admissions.ranking.prepare').click();
  await confirm(page, 'admissions.ranking.prepare');
  await page.getByText(say('admissions.ranking.mine')).waitFor();
  await axe(page);
  expect(await button(page, 'admissions.ranking.publish').isDisabled()).toBe(true);
  expectNoTrouble(page);

  const chief = await desk('admin');
  await chief.goto(`/internal-exam/applicants?tab=ranking&campaign=${campaign}`);
  await button(chief, 'admissions.ranking.publish').click();
  await confirm(chief, 'admissions.ranking.publish');
  await chief.getByText(say('admissions.ranking.nobody')).waitFor();
  expectNoTrouble(chief);
  await expect
    .poll(async () => (await as('ao_applicant', 'GET', `/application/${application.id}`)).status)
    .toBe('RECOMMENDED');
});
