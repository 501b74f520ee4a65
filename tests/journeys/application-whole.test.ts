import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FlavourName, flavourNames, flavours } from '#domains/admissions/flavours.ts';
import { applyPaths } from '#domains/admissions/web/apply/paths.ts';
import { flavourPaths } from '#domains/admissions/web/paths.ts';
import { fieldTypes } from '#domains/questions/contract.ts';
import { axe, close, expectNoTrouble, newPage } from '#tests/support/browser.ts';
import { sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Of each kind of application: everything that its form asks is read before it is sent, after, and by the office. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let site: Site;
const say = wordsOf('en');
const open: Page[] = [];
const tokens = new Map<string, string>();
const sql = async (text: string, values: unknown[] = []) =>
  (await site.database.owner.query(text, values)).rows as Any[];

async function as(username: string, method: string, path: string, body?: object | FormData): Promise<Any> {
  if (!tokens.has(username)) {
    const state = (await site.signedIn(username)) as { origins: { localStorage: { name: string; value: string }[] }[] };
    tokens.set(username, state.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value ?? '');
  }
  const form = body instanceof FormData;
  const answer = await fetch(`${site.url}/edulab/lms/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(username)}`,
      institution: '1',
      language: 'en',
      ...(form ? {} : { 'content-type': 'application/json' }),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(found)}`);
  return found;
}
const titled = (en: string) => ({ uz: en, ru: en, en });
const options = ['one', 'two'].map((value) => ({ value, title: titled(`Choice ${value}`) }));
// Applicants have no record yet that a fact could be of, or from which one could choose.
const asked = fieldTypes.filter((type) => type !== 'FACT' && type !== 'RECORD');
const fields = asked.map((type) => ({
  key: type.toLowerCase(),
  type,
  title: titled(`Asked ${type}`),
  ...(type.endsWith('SELECT') ? { options } : {}),
  ...(type === 'FORMULA' ? { formula: 'number / 2' } : {}),
}));
/** What is answered, as it is sent and as it is read. */
const given: Record<string, [unknown, string | RegExp]> = {
  text: ['Words of one line', 'Words of one line'],
  textarea: ['Words of two', 'Words of two'],
  number: [1917, '1917'],
  date: ['2001-02-03', '03.02.2001'],
  phone: ['998901112233', '+998 (90) 111-22-33'],
  email: ['me@example.uz', 'me@example.uz'],
  select: ['two', 'Choice two'],
  multiselect: [['one', 'two'], 'Choice one, Choice two'],
  boolean: [true, 'Yes'],
  file: [0, 'answer.pdf'],
  photo: [0, 'answer.png'],
  signature: [0, 'signature.png'],
  formula: [1, '958.5'],
};
const person = ['Sobirova', 'Dilnoza', 'Female', '04.05.2006', 'AD1234567', 'Chilonzor 5', '+998 (90) 765-43-21'];
const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const forms = new Map<FlavourName, { form: number; campaign?: number }>();

beforeAll(async () => {
  site = await startSite();
  const [{ today }] = await sql('select edulab_today()::text as today');
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const admin = (path: string, body: object) => as('super_admin', 'POST', path, body);
  const year = await admin('/academic_year/', { name: '2051/2052', starts_on: day(200), ends_on: day(480) });
  const course = await admin('/course/', {
    code: 'WH1',
    title: titled('Whole course'),
    level: 'BACHELOR',
    languages: ['uz'],
    years: 4,
    credits: 240,
  });
  const campaign = await admin('/course_campaign/', {
    course_id: course.id,
    academic_year_id: year.id,
    language: 'uz',
    opens_on: day(-5),
    closes_on: day(60),
    grant_quota: 1,
    contract_quota: 1,
    waiting_limit: 1,
    status: 'OPEN',
  });
  const [position] = await sql(
    `insert into job_positions (institution_id, title, kind) values (1, '{"uz":"Oʻqituvchi","ru":"","en":"Lecturer"}', 'TEACHING') returning id`,
  );
  const [vacancy] = await sql(
    `insert into vacancies (institution_id, job_position_id, title, head_count, opens_on, closes_on, status) values (1, $1, '{"uz":"Oʻqituvchi","ru":"","en":"Lecturer wanted"}', 1, edulab_today() - 1, edulab_today() + 30, 'ACTIVE') returning id`,
    [position.id],
  );
  for (const name of flavourNames) {
    const { prefix, target } = flavours[name];
    const draft = await admin(`${prefix}/application_form/`, {
      title: titled(`Form ${name}`),
      ...(target === 'campaign' ? { academic_year_id: year.id } : {}),
      ...(target === 'vacancy' ? { vacancy_id: vacancy.id } : {}),
      opens_on: day(-5),
      closes_on: day(60),
      documents: [
        { type: 'PASSPORT', title: titled('Copy of the passport'), applicant_types: [], levels: [], required: true },
      ],
    });
    await admin(`${prefix}/application_form/field/batch/`, { form_id: draft.id, title: titled('All kinds'), fields });
    const ready = await admin(`${prefix}/application_form/`, {
      id: draft.id,
      version: draft.version,
      status: 'PUBLISHED',
    });
    forms.set(name, { form: ready.id, ...(target === 'campaign' ? { campaign: campaign.id } : {}) });
    const [account] = await sql(
      `insert into accounts (username, firstname, lastname, phone, locale, selected_institution) values ($1, 'Dilnoza', 'Sobirova', $2, 'en', 1) returning id`,
      [`whole_${name}`, `9989055500${10 + flavourNames.indexOf(name)}`],
    );
    await sql(
      "insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'",
      [account.id],
    );
    await sql(
      `update guests set passport_id = $2, birthdate = '2006-05-04', gender = 'FEMALE', address = 'Chilonzor 5', additional_phone = '998907654321' where account_id = $1`,
      [account.id, name === 'plain' ? 'AD1234567' : `AD123456${flavourNames.indexOf(name)}`],
    );
  }
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

async function begin(name: FlavourName): Promise<{ who: string; id: number; version: number }> {
  const { form, campaign } = forms.get(name)!;
  const who = `whole_${name}`;
  const upload = async (file: string, type: string, content: BlobPart) => {
    const body = new FormData();
    body.append('file', new Blob([content], { type }), file);
    return (await as(who, 'POST', '/upload', body))[0].id as number;
  };
  const answers = Object.fromEntries(Object.entries(given).map(([key, [value]]) => [key, value]));
  const draft = await as(who, 'POST', `${flavours[name].prefix}/application/`, {
    form_id: form,
    ...(campaign ? { campaign_id: campaign } : {}),
    answers: {
      ...answers,
      file: await upload('answer.pdf', 'application/pdf', pdf),
      photo: await upload('answer.png', 'image/png', new Uint8Array(png)),
      signature: await upload('signature.png', 'image/png', new Uint8Array(png)),
    },
    documents: [{ type: 'PASSPORT', file_id: await upload('passport.pdf', 'application/pdf', pdf) }],
  });
  return { who, ...draft };
}

/** Every question with its answer, every fact of the person and every paper. */
async function readsAll(page: Page, name: FlavourName) {
  const main = page.getByRole('main');
  await main.getByText('Asked TEXT', { exact: true }).first().waitFor();
  const text = ((await main.textContent()) ?? '').replaceAll('\u2009', ' ');
  const passport = name === 'plain' ? 'AD1234567' : `AD123456${flavourNames.indexOf(name)}`;
  for (const field of fields) {
    expect(text).toContain(field.title.en);
    expect(text, field.key).toContain(given[field.key]![1]);
  }
  for (const fact of person) expect(text).toContain(fact === 'AD1234567' ? passport : fact);
  expect(text).toContain('Copy of the passport');
}

test.each(flavourNames)(
  'everything that is asked is read before sending, after it, and by the office: %s',
  async (name) => {
    const { who, id, version } = await begin(name);
    const page = await newPage({
      baseURL: site.url,
      width: 390,
      storageState: await site.signedIn(who, { lang: 'en' }),
    });
    open.push(page);
    await page.goto(`${applyPaths[name].fill}?id=${id}&step=review`);
    await readsAll(page, name);
    expect(await page.getByRole('main').textContent()).toContain('passport.pdf');
    // A paper is looked at where it is named.
    await page
      .getByRole('button', { name: say('admissions.file.preview') })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await axe(page);
    await as(who, 'PUT', `${flavours[name].prefix}/application/update`, { id, version, submit: true });
    await page.reload();
    await readsAll(page, name);
    expect(await page.getByRole('main').textContent()).toContain('passport.pdf');
    await axe(page);
    expectNoTrouble(page);

    const desk = await sitDown(site, 'super_admin', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
    open.push(desk);
    await desk.goto(`${flavourPaths[name].list}/${id}`);
    await readsAll(desk, name);
    expectNoTrouble(desk);
  },
  90_000,
);

test('one person who types, corrects the profile and uploads on a slow network is never told that it is too late', async () => {
  const [account] = await sql(
    `insert into accounts (username, firstname, lastname, phone, locale, selected_institution) values ('slow_one', 'Sekin', 'Sobirov', '998905550099', 'en', 1) returning id`,
  );
  await sql(
    "insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'",
    [account.id],
  );
  const { form, campaign } = forms.get('plain')!;
  const draft = await as('slow_one', 'POST', '/application/', { form_id: form, campaign_id: campaign });
  const page = await newPage({ baseURL: site.url, storageState: await site.signedIn('slow_one', { lang: 'en' }) });
  open.push(page);
  const late: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 409) late.push(answer.url());
  });
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  const at = (step: string) => `${applyPaths.plain.fill}?id=${draft.id}&step=${step}`;
  await page.goto(at('person'));
  await page.getByRole('textbox', { name: 'Passport or ID card' }).fill('AE1234567');
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Female' }).click();
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('01.05.2008');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: 'All kinds' }).waitFor();
  await page.getByRole('textbox', { name: 'Asked TEXT', exact: true }).fill('First');
  // Long enough to begin a save and far too short for its answer: a file, more words, away and back.
  await page.waitForTimeout(900);
  const picked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).first().click();
  await (await picked).setFiles({ name: 'answer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) });
  await page.getByRole('textbox', { name: 'Asked TEXTAREA' }).fill('Second');
  await page.waitForTimeout(800);
  await page.getByRole('textbox', { name: 'Asked TEXT', exact: true }).fill('Third');
  await page.getByRole('link', { name: 'answer.pdf' }).waitFor();
  await page
    .getByRole('link', { name: say('shell.logo') })
    .first()
    .click();
  await page.waitForURL('**/home');
  await page.goBack();
  await page.getByRole('textbox', { name: 'Asked EMAIL' }).fill('me@example.uz');
  await page.getByText('Saved', { exact: true }).waitFor();
  await expect
    .poll(async () => (await sql('select answers from applications where id = $1', [draft.id]))[0].answers, {
      timeout: 20_000,
    })
    .toMatchObject({ text: 'Third', textarea: 'Second', email: 'me@example.uz', file: expect.any(Number) });
  expect(late).toEqual([]);
  expectNoTrouble(page);
});
