import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, newPage } from '#tests/support/browser.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * Somebody becomes an applicant on a phone: signs up with a code, fills in while the network comes and goes, mends what was
 * returned, and gets a seat at the exam although one was taken meanwhile. Another one, in Russian, applies twice.
 */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let site: Site;
let form: Any;
let campaign: number;
const sessions: number[] = [];
const open: Page[] = [];
const sql = async (text: string, values: unknown[] = []) =>
  (await site.database.owner.query(text, values)).rows as Any[];
const tokens = new Map<string, string>();

/** A call as somebody; fails where it is refused. */
async function as(username: string, method: string, path: string, body?: object): Promise<Any> {
  if (!tokens.has(username)) {
    const state = (await site.signedIn(username)) as { origins: { localStorage: { name: string; value: string }[] }[] };
    const token = state.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value ?? '';
    tokens.set(username, token);
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
const officer = (method: string, path: string, body?: object) => as('admission_moderator', method, path, body);
const titled = (uz: string, ru = uz, en = uz) => ({ uz, ru, en });

beforeAll(async () => {
  // Browsers take every name below localhost for this machine.
  site = await startSite({ env: { ADMISSION_HOST: 'qabul.localhost' } });
  const [{ today }] = await sql('select edulab_today()::text as today');
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const admin = (path: string, body: object) => as('admin', 'POST', path, body);
  const year = await admin('/academic_year/', {
    name: '2031/2032',
    starts_on: day(200),
    ends_on: day(480),
    current: false,
  });
  const course = await admin('/course/', {
    code: 'IT1',
    title: titled('Axborot tizimlari', 'Информационные системы', 'Information Systems'),
    level: 'BACHELOR',
    languages: ['uz', 'ru'],
    years: 4,
    credits: 240,
  });
  const [uz] = await Promise.all(
    ['uz', 'ru'].map((language) =>
      admin('/course_campaign/', {
        course_id: course.id,
        academic_year_id: year.id,
        language,
        opens_on: day(-5),
        closes_on: day(60),
        grant_quota: 5,
        contract_quota: 10,
        waiting_limit: 5,
        status: 'OPEN',
      }),
    ),
  );
  campaign = uz.id;
  const draft = await officer('POST', '/application_form/', {
    title: titled('Qabul', 'Приём', 'Admission'),
    academic_year_id: year.id,
    opens_on: day(-5),
    closes_on: day(60),
    documents: [
      {
        type: 'DIPLOMA',
        title: titled('Shahodatnoma', 'Аттестат', 'School certificate'),
        applicant_types: [],
        levels: [],
        required: true,
      },
    ],
  });
  await officer('POST', '/application_form/field/batch/', {
    form_id: draft.id,
    title: titled('Taʼlim', 'Образование', 'Education'),
    fields: [
      { key: 'school', type: 'TEXT', title: titled('Maktab', 'Школа', 'School'), required: true, max: 100 },
      { key: 'finished', type: 'NUMBER', title: titled('Yil', 'Год', 'Year'), required: true, min: 1970, max: 2100 },
      {
        key: 'benefit',
        type: 'SELECT',
        title: titled('Imtiyoz', 'Льгота', 'Benefit'),
        options: [
          { value: 'none', title: titled('Yoʻq', 'Нет', 'None') },
          { value: 'orphan', title: titled('Yetim', 'Сирота', 'Orphan') },
        ],
      },
      {
        key: 'paper',
        type: 'TEXT',
        title: titled('Hujjat', 'Документ', 'Number of its paper'),
        required: true,
        condition: { field: 'benefit', in: ['orphan'] },
      },
    ],
  });
  form = await officer('POST', '/application_form/', { id: draft.id, version: draft.version, status: 'PUBLISHED' });
  const place = await officer('POST', '/admission/place/', {
    title: titled('Bino', 'Корпус', 'Main building'),
    capacity: 50,
  });
  for (const [hour, capacity] of [
    [9, 1],
    [14, 20],
  ] as const)
    sessions.push(
      (
        await officer('POST', '/admission/session/', {
          place_id: place.id,
          academic_year_id: year.id,
          day: day(20),
          starts_at: `${String(hour).padStart(2, '0')}:00`,
          ends_at: `${hour + 2}:00`,
          capacity,
        })
      ).id,
    );
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

/** Refused saves and the cut network are written to the console by the browser itself. */
const expected = [/status of 4\d\d/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/];
const step = (id: number, status: string, more: object = {}) =>
  officer('PUT', '/application/status/', { id, status, reason: 'Checked', ...more });

test('a stranger on a phone signs up, applies, mends, and takes a seat at the exam', async () => {
  const page = await newPage({ baseURL: site.url, width: 390 });
  open.push(page);
  await page.addInitScript(() => localStorage.getItem('lang') || localStorage.setItem('lang', 'en'));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  await page.goto('/admission/reg?source=telegram');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('93 123 45 67');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/admission/sms/send') && asked.push(request.url()));
  await button('Get a code').dblclick();
  await page.getByText('Enter the code that was sent to').waitFor();
  expect(asked).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(await site.lastMessage('998931234567'))?.[0] ?? '';
  await page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox').first().click();
  await page.keyboard.type(code);
  await page.getByRole('textbox', { name: 'Last name' }).fill('Aliyeva');
  await page.getByRole('textbox', { name: 'First name' }).fill('Nodira');
  await page.getByRole('combobox', { name: 'Institution' }).click();
  await page.getByRole('option').first().click();
  await page.locator('input[type=password]').first().fill('a-word-of-my-own');
  await button('Create the account').click();
  await page.waitForURL('**/home');
  expect(await sql("select source from guests where phone = '998931234567'")).toEqual([{ source: 'telegram' }]);

  // Nothing of the university but admission.
  await page.goto('/students');
  await page.waitForURL('**/not-authorized');
  await page.goto('/home');
  await link('Choose a course').click();
  await button('Uzbek – Information Systems').waitFor();
  await axe(page);
  await button('Uzbek – Information Systems').click();

  await page.getByRole('heading', { name: 'What you apply for' }).waitFor();
  await page.getByRole('radio', { name: 'A contract only' }).check();
  await axe(page);
  await button('Continue').click();

  await page.getByRole('heading', { name: 'About you' }).waitFor();
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Female' }).click();
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('01.05.2008');
  await page.getByRole('textbox', { name: 'Passport or ID card' }).fill('ab1234567');
  await axe(page);
  await button('Continue').click();

  await page.getByRole('heading', { name: 'Education' }).waitFor();
  await button('Continue').click();
  await page.getByText('Please fill this in').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path')))
    .toBe('answers.school');
  await axe(page);
  await page.getByRole('textbox', { name: 'School' }).fill('School 17');
  await page.getByText('Saved', { exact: true }).waitFor();
  // The network goes away, typing goes on, the page is left and opened again: nothing is lost.
  await page.context().setOffline(true);
  await page.getByRole('textbox', { name: 'Year' }).fill('2026');
  await page.getByText('No network: saved on this device').waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Year' }).inputValue()).toBe('2026');
  const [draft] = await sql('select id, answers, tuition from applications order by id desc limit 1');
  expect(draft).toMatchObject({ answers: { school: 'School 17', finished: 2026 }, tuition: 'CONTRACT' });
  await page.getByRole('radio', { name: 'Orphan' }).check();
  await page.getByRole('textbox', { name: 'Number of its paper' }).waitFor();
  await page.getByRole('radio', { name: 'None' }).check();
  await page.getByRole('textbox', { name: 'Number of its paper' }).waitFor({ state: 'detached' });
  await button('Continue').click();

  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  const picked = page.waitForEvent('filechooser');
  await button('Choose a file').click();
  await (await picked).setFiles({
    name: 'certificate.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
  });
  await page.getByRole('link', { name: 'certificate.pdf' }).waitFor();
  await button('Continue').click();
  await page.getByRole('heading', { name: 'Check and send' }).waitFor();
  // All that was given is read once more: the person and the papers as well.
  const given = await page.getByRole('main').textContent();
  for (const fact of ['Female', '01.05.2008', 'AB1234567', 'School 17', 'certificate.pdf'])
    expect(given).toContain(fact);
  await axe(page);
  await button('Send the application').click();
  await page.getByText('We have your application. It will be looked at soon.').waitFor();
  await axe(page);

  await step(draft.id, 'DOCUMENTS_CHECK');
  await step(draft.id, 'UPDATE_REQUIRED', { fields: [{ path: 'answers.school', note: 'The whole name, please' }] });
  await page.goto('/home');
  await link('Correct it').click();
  await page.getByText('The whole name, please').waitFor();
  // Exactly what was named is open.
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(1);
  await page.getByRole('textbox', { name: 'School' }).fill('School 17 of Chilonzor');
  await axe(page);
  await button('Send again').click();
  await page.getByText('We have your application. It will be looked at soon.').waitFor();

  await step(draft.id, 'DOCUMENTS_CHECK');
  // Nobody is verified before the papers were looked at.
  await expect(step(draft.id, 'VERIFIED')).rejects.toThrow('School certificate – not checked yet');
  await officer('PUT', '/application/document', { application_id: draft.id, type: 'DIPLOMA', status: 'ACCEPTED' });
  await step(draft.id, 'VERIFIED');
  await page.goto('/home');
  await link('Choose an exam session').click();
  await page.getByText('1 free · 0 of 1 taken').waitFor();
  await axe(page);
  // Somebody else takes the last seat of the morning meanwhile.
  await sql(
    `with other as (
       insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, status, applicant_name, search)
       select 1, 'plain', g.id, $1, $1, 'EXAM_ASSIGNED', g.full_name, '' from guests g join accounts a on a.id = g.account_id
        where a.username = 'guest_user' returning id)
     insert into exam_seats (institution_id, session_id, application_id, seat_no) select 1, $2, id, 1 from other`,
    [form.id, sessions[0]],
  );
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Choose' });
  await page.getByRole('button', { name: /^Choose .* 09:00/ }).click();
  await sure.click();
  await page.getByText('That seat has just been taken. The list is up to date: choose another.').waitFor();
  await page.getByRole('button', { name: /^Full .* 09:00/ }).waitFor();
  await page.getByRole('button', { name: /^Choose .* 14:00/ }).click();
  await sure.click();
  await page.getByText('You have a seat at the exam. Bring the card and your passport.').waitFor();
  await page.getByText(/14:00–16:00 · Main building · seat 1/).waitFor();
  const saved = page.waitForEvent('download');
  await button('Exam card (PDF)').click();
  expect((await saved).suggestedFilename()).toMatch(/^S-\d{7}\.pdf$/);
  expectNoTrouble(page, expected);
});

test('an applicant in Russian is asked before a second application of the year, and takes one back', async () => {
  const say = wordsOf('ru');
  const [account] = await sql(
    `insert into accounts (username, firstname, lastname, phone, locale, selected_institution)
     values ('998909876543', 'Оля', 'Ким', '998909876543', 'ru', 1) returning id`,
  );
  await sql(
    "insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'",
    [account.id],
  );
  const first = await as('998909876543', 'POST', '/application/', { form_id: form.id, campaign_id: campaign });
  const page = await newPage({
    baseURL: site.url,
    width: 390,
    theme: 'dark',
    locale: 'ru',
    storageState: await site.signedIn('998909876543', { lang: 'ru', skin: 'dark' }),
  });
  open.push(page);
  await page.goto('/home');
  await page.getByText(say('apply.now.DRAFT')).waitFor();
  await axe(page);
  await page.goto('/student-admission');
  await page.getByRole('button', { name: 'Русский – Информационные системы' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('Вы уже подавали заявление на этот год. Продолжить?').waitFor();
  await axe(page, { within: '[role=dialog]' });
  await asked.getByRole('button', { name: say('kit.cancel') }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await sql('select 1 from applications where guest_id = $1', [first.guest_id])).toHaveLength(1);
  await page.getByRole('button', { name: 'Русский – Информационные системы' }).click();
  await asked.getByRole('button', { name: say('kit.yes') }).click();
  await page.getByRole('heading', { name: say('apply.step.target') }).waitFor();
  await page.getByRole('button', { name: say('apply.delete'), exact: true }).click();
  await asked.getByRole('button', { name: say('apply.delete.yes') }).click();
  await page.waitForURL('**/home');
  await page.goto('/student-applications');
  await page.getByText(first.number).waitFor();
  await axe(page);
  expectNoTrouble(page, expected);
});

test('the host of admission opens where one signs up, and asks for a phone or an ID', async () => {
  const page = await newPage({ width: 390 });
  open.push(page);
  await page.addInitScript(() => localStorage.getItem('lang') || localStorage.setItem('lang', 'en'));
  await page.goto(`${site.url.replace('localhost', 'qabul.localhost')}/?source=school`);
  await page.waitForURL('**/admission/reg?source=school');
  await page.getByRole('link', { name: 'Have an account? Sign in' }).click();
  const [phone, id] = ['Phone number', 'ID or e-mail'].map((name) => page.getByRole('textbox', { name })) as [Any, Any];
  await phone.waitFor();
  await id.fill('17');
  await phone.waitFor({ state: 'detached' });
  await id.fill('');
  await phone.fill('90 1');
  await id.waitFor({ state: 'detached' });
  await axe(page);
  expectNoTrouble(page);
});
