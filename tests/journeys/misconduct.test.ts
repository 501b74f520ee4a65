import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { componentToMark, moduleToMark } from '#tests/support/module-to-mark.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** What an invigilator and a teacher saw becomes a case: heard, decided, published, appealed against, and counted. */

let site: Site;
let module: number;
let part: number;
let student: { id: number; name: string };
let type: string;
const open: Page[] = [];
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;
/** Steps write letters, which a busy machine draws in its own time. */
const say = wordsOf('uz');
const word = wordsOf('ru');
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desktop: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const judges = ['ar_committee', 'programme_manager', 'dean'];

beforeAll(async () => {
  site = await startSite({ students: 60 });
  const { owner } = site.database;
  module = await moduleToMark(owner, 'J-ISH', 'Intizom');
  part = await componentToMark(owner, module, ['YN', 100, 'EXAM']);
  [student] = (await sql(
    "select s.id, s.full_name as name from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student'",
  )) as [typeof student];
  await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
     select 1, id, 'M-' || id, 'Xodim', initcap(username), lower(username) from accounts a
      where username = any($1) and not exists (select 1 from staff s where s.account_id = a.id)`,
    [[...judges, 'academic_mentor', 'director']],
  );
  [{ title: type }] = (await sql(
    "select title ->> 'uz' as title from offence_types where code = 'DEVICE' and institution_id = 1",
  )) as [{ title: string }];
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

async function desk(who: string, path: string, look: Look = desktop): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  await page.goto(path);
  return page;
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const nameOf = async (username: string): Promise<string> =>
  (
    await sql(
      "select concat_ws(' ', s.lastname, s.firstname) as name from staff s join accounts a on a.id = s.account_id where a.username = $1",
      [username],
    )
  )[0].name;
/** So many hours from now, as it is typed. */
const hour = async (hours: number): Promise<string> =>
  (
    await sql(
      "select to_char((edulab_now() + make_interval(hours => $1)) at time zone 'Asia/Tashkent', 'DD.MM.YYYY HH24:MI') as at",
      [hours],
    )
  )[0].at;
/** Looks for somebody in a field of the open form and takes them. */
async function choose(page: Page, label: string, wanted: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: new RegExp(`^${label}`) });
  await field.click();
  await field.fill(wanted);
  await page
    .getByRole('option', { name: new RegExp(wanted) })
    .first()
    .click();
}
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
const act = (page: Page, name: string, texts = word) =>
  page.getByRole('button', { name: texts(`misconduct.act.${name}`), exact: true });
const save = (page: Page, texts = word) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: texts('kit.save'), exact: true })
    .last()
    .click();
const cases = () => sql('select * from offences where student_id = $1 order by id', [student.id]);
const stands = (id: number, status: string) =>
  expect.poll(async () => (await cases()).find((row) => row.id === id)?.status).toBe(status);

test('an invigilator begins the minutes on a phone and notes what somebody did; the student goes on', async () => {
  await sql(
    `insert into invigilations (institution_id, component_id, course_module_id, held_on, room, staff_ids)
     select 1, $1, $2, edulab_today(), 'A-101', array[s.id] from staff s join accounts a on a.id = s.account_id where a.username = 'teacher'`,
    [part, module],
  );
  const page = await desk('teacher', '/invigilation', phone);
  await page.getByRole('link', { name: 'A-101' }).tap();
  await page.getByRole('textbox', { name: new RegExp(`^${say('misconduct.field.present')}`) }).fill('24');
  await page.getByRole('button', { name: say('misconduct.minutes.begin') }).tap();
  await page.getByRole('button', { name: say('misconduct.act.sign') }).waitFor();
  const find = page.getByRole('textbox', { name: say('misconduct.minutes.find') });
  await find.fill(student.name.split(' ')[0]!);
  await page.getByRole('button', { name: `${say('misconduct.minutes.note')}: ${student.name}` }).tap();
  await choose(page, say('misconduct.field.type_id'), type);
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: new RegExp(`^${say('misconduct.field.text')}`) })
    .fill('Stol ostida telefon');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'surat.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await dialog.getByText('surat.png').first().waitFor();
  await screenshot(page, 'mis-note-phone');
  await axe(page);
  await dialog.getByRole('button', { name: say('misconduct.report.send') }).tap();
  await expect.poll(async () => (await cases()).length).toBe(1);
  const [made] = await cases();
  expect(made).toMatchObject({ status: 'REPORTED', source: 'INVIGILATOR' });
  expect(await sql('select ended_at from mark_holds where source_id = $1', [made.id])).toEqual([{ ended_at: null }]);
  await page.getByRole('button', { name: say('misconduct.act.sign') }).tap();
  await page.getByText(say('misconduct.minutes_state.SIGNED')).waitFor();
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'mis-minutes-phone');
  expectNoTrouble(page);
  // What is over is no part of what follows.
  const head = await desk('registrar_officer', `/offence?open=${made.id}`);
  await act(head, 'dismiss').click();
  await head.getByRole('dialog').last().getByRole('textbox').fill('Телефон был выключен');
  await head
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: word('kit.reason.confirm') })
    .click();
  await stands(made.id, 'DISMISSED');
  expectNoTrouble(head);
});

test('a case goes from the grid of marks to a panel, a penalty, an appeal and the numbers', async () => {
  const teacher = await desk('teacher', `/mark-entry?course_module_id=${module}&component_id=${part}`, {
    ...desktop,
    skin: 'light',
  });
  const row = teacher.getByRole('rowheader', { name: new RegExp(student.name) });
  await row.waitFor();
  const at = await row.locator('xpath=ancestor::*[@role="row"]').getAttribute('aria-rowindex');
  await teacher.locator(`[data-row="${Number(at) - 2}"][data-column="0"]`).click();
  await teacher.getByRole('button', { name: word('assessment.entry.details') }).click();
  await teacher
    .getByRole('dialog')
    .getByRole('link', { name: word('assessment.entry.report') })
    .click();
  await teacher.getByRole('combobox', { name: new RegExp(`^${word('misconduct.field.type_id')}`) }).click();
  await teacher.getByRole('option').first().click();
  await teacher
    .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.text')}`) })
    .fill('Глава взята из статьи');
  await teacher
    .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.passage')}`) })
    .fill('Интеграл есть предел сумм');
  await axe(teacher);
  await screenshot(teacher, 'mis-report-desk');
  await teacher.getByRole('button', { name: word('misconduct.report.send'), exact: true }).click();
  await teacher.getByText(word('misconduct.report.made', { count: 1 })).waitFor();
  const { id } = (await cases()).at(-1)!;

  const office = await desk('registrar_officer', '/offence');
  await office.getByText(student.name).first().waitFor();
  await screenshot(office, 'mis-list-desk');
  await office.goto(`/offence?open=${id}`);
  await act(office, 'take_up').click();
  await choose(office, word('misconduct.field.leader_id'), await nameOf('module_leader'));
  await choose(office, word('misconduct.field.mentor_id'), await nameOf('academic_mentor'));
  await office
    .getByRole('dialog')
    .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.statement_until')}`) })
    .fill(await hour(30));
  await office.keyboard.press('Tab');
  await screenshot(office, 'mis-take-up-desk');
  await save(office);
  await stands(id, 'CONSULTATION');

  const page = await desk('bachelor_student', '/home', phone);
  await page.getByRole('link', { name: new RegExp(say('misconduct.state.CONSULTATION')) }).tap();
  await act(page, 'statement', say).tap();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: new RegExp(`^${say('misconduct.field.own_words')}`) })
    .fill('Iqtibosni belgilashni unutganman');
  await screenshot(page, 'mis-statement-phone');
  await save(page, say);
  await page.getByText('Iqtibosni belgilashni unutganman').waitFor();
  await axe(page);
  expect(await fits(page)).toBe(true);
  await screenshot(page, 'mis-own-phone');

  for (const who of ['module_leader', 'academic_mentor']) {
    const consultant = await desk(who, `/offence?open=${id}`);
    await act(consultant, 'consult').click();
    const text = consultant
      .getByRole('dialog')
      .last()
      .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.consultation')}`) });
    await text.fill('Студент признаёт, что забыл кавычки');
    await pick(
      consultant,
      word('misconduct.field.conclusion'),
      word('misconduct.conclusion.POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT'),
    );
    await save(consultant);
    await consultant.getByText(word('misconduct.act.done')).first().waitFor();
    expectNoTrouble(consultant);
  }
  const leader = await desk('module_leader', `/offence?open=${id}`);
  await act(leader, 'conclude').click();
  await stands(id, 'PANEL');

  await page.reload();
  await act(page, 'waive', say).tap();
  await expect.poll(async () => (await cases()).at(-1)?.notice_waived_at).not.toBeNull();
  await office.reload();
  await act(office, 'panel').click();
  const form = office.getByRole('dialog').last();
  await form.getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.hearing_at')}`) }).fill(await hour(26));
  await form.getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.place')}`) }).fill('101');
  await choose(office, word('misconduct.role.CHAIR'), await nameOf(judges[0]!));
  await choose(office, word('misconduct.panel.members'), await nameOf(judges[1]!));
  // Who teaches the module is not offered.
  const members = form.getByRole('combobox', { name: new RegExp(`^${word('misconduct.panel.members')}`) });
  await members.fill(await nameOf('teacher'));
  await expect.poll(() => office.getByRole('option').count()).toBe(0);
  await screenshot(office, 'mis-panel-offered-desk');
  await choose(office, word('misconduct.panel.members'), await nameOf(judges[2]!));
  await office.keyboard.press('Tab');
  await save(office);
  await office.getByText(word('misconduct.bundle.title', { seq: 1 })).waitFor();
  await screenshot(office, 'mis-panel-desk');
  await sql("update offence_panels set hearing_at = edulab_now() - interval '1 hour' where offence_id = $1", [id]);

  const chair = await desk('ar_committee', '/home');
  await chair.getByRole('link', { name: new RegExp(word('misconduct.state.PANEL')) }).click();
  await act(chair, 'finding').click();
  await pick(chair, word('misconduct.field.finding'), word('misconduct.finding.PROVEN'));
  await chair
    .getByRole('dialog')
    .last()
    .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.reason')}`) })
    .fill('Текст совпадает дословно');
  await save(chair);
  await act(chair, 'penalty').click();
  await chair
    .getByRole('dialog')
    .getByText(/^Баллов: 50/)
    .waitFor();
  await pick(chair, word('misconduct.field.penalty'), word('misconduct.penalty.COMPONENT_ZERO'));
  await screenshot(chair, 'mis-penalty-desk');
  await save(chair);
  await stands(id, 'DECIDED');

  const head = await desk('registrar_head', `/offence?open=${id}`);
  await act(head, 'publish').click();
  await save(head);
  await stands(id, 'PUBLISHED');
  await screenshot(head, 'mis-published-desk');

  await page.reload();
  await page.getByText(say('misconduct.penalty.COMPONENT_ZERO')).first().waitFor();
  await page.getByRole('button', { name: /^XT-/ }).first().tap();
  await readsPaper(page, /XT-\d{4}-\d{6}\.pdf/, { shot: () => screenshot(page, 'mis-letter-phone') });
  await act(page, 'appeal', say).tap();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: new RegExp(`^${say('misconduct.field.appeal_text')}`) })
    .fill('Jazo ogʻir');
  await save(page, say);
  await stands(id, 'APPEALED');
  await axe(page);
  await screenshot(page, 'mis-appealed-phone');

  const director = await desk('director', `/offence?open=${id}`);
  await act(director, 'decide_appeal').click();
  await pick(director, word('misconduct.field.outcome'), word('misconduct.appeal.REJECTED'));
  await director
    .getByRole('dialog')
    .last()
    .getByRole('textbox', { name: new RegExp(`^${word('misconduct.field.reason')}`) })
    .fill('Взыскание лежит в пределах шкалы');
  await save(director);
  await stands(id, 'APPEAL_DECIDED');

  for (const path of ['/offence-statistics', '/offence-types', '/offence-tariffs']) {
    await head.goto(path);
    await head.getByRole('heading', { level: 1 }).waitFor();
    await axe(head);
    await screenshot(head, `mis-head${path.replaceAll('/', '-')}`);
  }
  for (const one of open) expectNoTrouble(one, [/status of 422/]);
});
