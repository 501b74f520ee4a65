import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Somebody whose place is paid enrols on a phone and is a student after it. */

let site: Site;
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;
const open: Awaited<ReturnType<typeof sitDown>>[] = [];
beforeAll(async () => {
  site = await startSite();
  await sql(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, 'Kelgusi yil', edulab_today() + 200, edulab_today() + 480, true)`,
  );
  await sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits)
     values (1, '60310100', '{"uz":"Iqtisodiyot","ru":"Экономика","en":"Economics"}', 'BACHELOR', '{uz}', 4, 240)`,
  );
  await sql(
    `insert into course_campaigns (institution_id, course_id, academic_year_id, language, opens_on, closes_on, contract_quota, status)
     select 1, c.id, y.id, 'uz', edulab_today() - 30, edulab_today() + 30, 50, 'OPEN' from courses c, academic_years y`,
  );
  await sql(
    `insert into application_forms (institution_id, flavour, title, opens_on, closes_on, status) values (1, 'plain', '{"uz":"Qabul","ru":"","en":""}', edulab_today() - 30, edulab_today() + 30, 'PUBLISHED')`,
  );
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

/** An applicant who is asked to enrol, as the last step of admission leaves them. */
async function applicant(n: number): Promise<{ username: string; account: number }> {
  const username = `99890111000${n}`;
  const [{ id: account }] = await sql(
    `insert into accounts (username, firstname, lastname, phone, selected_institution, required_actions) values ($1, 'Nodira', 'Aliyeva', $1, 1, '{ENROLLMENT_REQUIRED}') returning id`,
    [username],
  );
  await sql(
    `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'`,
    [account],
  );
  await sql(`update guests set passport_id = $2, birthdate = '2008-05-01', gender = 'FEMALE' where account_id = $1`, [
    account,
    `AA111111${n}`,
  ]);
  await sql(
    `with made as (
       insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, campaign_id, course_id, academic_year_id, language, status, decision_tuition, applicant_name, search)
       select 1, 'plain', g.id, f.id, f.id, k.id, k.course_id, k.academic_year_id, 'uz', 'PAID', 'CONTRACT', 'Aliyeva Nodira', 'aliyeva'
         from guests g, application_forms f, course_campaigns k where g.account_id = $1 returning id)
     insert into enrollment_entries (institution_id, account_id, application_id) select 1, $1, id from made`,
    [account],
  );
  return { username, account };
}

/** The person studied here before and has graduated. Answers their number. */
async function graduate(account: number): Promise<string> {
  await sql(
    `insert into students (institution_id, account_id, student_no, username, firstname, lastname, birthdate, passport_id, course_id, level, study_language, entry_year, tuition, status, search)
     select 1, a.id, 'B-0001', a.username, a.firstname, a.lastname, g.birthdate, g.passport_id, c.id, 'BACHELOR', 'uz', 2020, 'CONTRACT', 'GRADUATED', ' aliyeva nodira b-0001'
       from accounts a join guests g on g.account_id = a.id, courses c where a.id = $1`,
    [account],
  );
  await sql(
    `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'BACHELOR_STUDENT'`,
    [account],
  );
  return 'B-0001';
}

const looks: Look[] = [
  { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' },
  { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' },
];

describe.each(looks)('on a phone, in $locale, $skin', (look) => {
  const say = wordsOf(look.locale);
  const drafts = (page: (typeof open)[number]) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('edulab.draft.')).length);

  test('details are completed and confirmed, the paper is fetched, and the student’s home opens', async () => {
    const { username, account } = await applicant(looks.indexOf(look));
    const before = look.locale === 'ru' ? await graduate(account) : undefined;
    const page = await sitDown(site, username, look);
    open.push(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/enrollment/')) sent.push(request.url());
    });
    // Whatever is opened, this page comes first.
    await page.goto('/home');
    await page.waitForURL('**/enrollment');
    await page.getByText('Aliyeva').waitFor();
    await axe(page);
    await screenshot(page, `enrollment-${look.locale}`);

    const enroll = page.getByRole('button', { name: say('enrollment.own.enroll'), exact: true });
    const address = page.getByLabel(say('enrollment.field.permanent_address'));
    // What was typed survives until it is cancelled.
    await address.fill('Buxoro');
    await expect.poll(() => drafts(page)).toBe(1);
    await page.getByRole('button', { name: say('kit.cancel'), exact: true }).tap();
    await expect.poll(() => address.inputValue()).toBe('');
    expect(await drafts(page)).toBe(0);

    await enroll.tap();
    await page.getByText(say('kit.error.required')).nth(2).waitFor();
    await address.fill('Buxoro sh., Navoiy 5');
    for (const name of ['confirmation', 'change_service', 'status'])
      await page.getByLabel(say(`enrollment.own.${name}`)).check();
    await enroll.tap();
    const question = page.getByRole('dialog', { name: say('kit.confirm.title') });
    await question.getByRole('button', { name: say('kit.cancel') }).tap();
    await question.waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
    await enroll.tap();
    await question.getByRole('button', { name: say('enrollment.own.enroll') }).tap();

    const paper = page.getByRole('dialog', { name: say('kit.success') });
    const proceed = paper.getByRole('button', { name: say('enrollment.own.proceed') });
    await proceed.waitFor();
    expect(sent).toHaveLength(1);
    expect(await proceed.isDisabled()).toBe(true);
    expect(await proceed.getAttribute('title')).toBe(say('enrollment.own.download_first'));
    await axe(page, { within: '[role=dialog]' });
    // The page may be left and opened again.
    await page.reload();
    await proceed.waitFor();
    const file = page.waitForEvent('download');
    await paper.getByRole('link', { name: say('enrollment.own.download') }).tap();
    expect((await file).suggestedFilename()).toMatch(/^QB-\d{4}-\d{6}\.pdf$/);
    await expect.poll(() => proceed.isEnabled()).toBe(true);
    await proceed.tap();
    await page.waitForURL('**/home');
    expect(await page.evaluate(() => localStorage.getItem('institution'))).toBe('1');
    const [student] = await sql('select * from students where account_id = $1', [account]);
    expect(student).toMatchObject({ lastname: 'Aliyeva', permanent_address: 'Buxoro sh., Navoiy 5', status: 'ACTIVE' });
    // What is over opens no more.
    await page.goto('/enrollment');
    await page.waitForURL('**/home');
    if (before) {
      // Who was a student here has a new record, and the earlier one stays open to them.
      await page.goto('/student/student-info');
      await page.getByText(student.student_no).first().waitFor();
      await page.getByRole('link', { name: new RegExp(before) }).click();
      await page.getByRole('link', { name: new RegExp(student.student_no) }).waitFor();
      await axe(page);
    }
    expectNoTrouble(page);
  });
});
