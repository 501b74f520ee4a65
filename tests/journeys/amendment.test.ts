import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { componentToMark, moduleToMark } from '#tests/support/module-to-mark.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A confirmed mark is amended by four people, its transcript is superseded, and a stranger reads so; works are marked by code. */

let site: Site;
let module: number;
let part: number;
let student: { id: number; name: string };
const open: Page[] = [];
const say = wordsOf('en');
const desktop: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;

beforeAll(async () => {
  site = await startSite({ students: 60 });
  const { owner } = site.database;
  module = await moduleToMark(owner, 'J-AMEND', 'Tuzatish');
  part = await componentToMark(owner, module, ['EX', 100, 'EXAM']);
  [student] = (await sql(
    "select s.id, s.full_name as name from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student'",
  )) as [typeof student];
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
const button = (page: Page, key: string, values = {}) =>
  page.getByRole('button', { name: say(key, values), exact: true });

test('works are marked by code, twice, and names come out when they are published', async () => {
  await sql('update assessment_components set anonymous = true, second_marking_share = 1 where id = $1', [part]);
  const stored = async () =>
    sql(
      'select value::float8 as value, second_value::float8 as second from marks where component_id = $1 order by value, id',
      [part],
    );
  const sheet = `/mark-entry?course_module_id=${module}&component_id=${part}`;
  const type = async (page: Page, row: number, value: string) => {
    await page.locator(`[data-row="${row}"][data-column="0"]`).click();
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  };
  const teacher = await desk('teacher', sheet);
  await teacher.getByRole('grid').waitFor();
  const codes = await teacher.getByRole('rowheader').allInnerTexts();
  expect(codes.every((code) => /^[0-9A-Z]{3}-[0-9A-Z]{3}$/.test(code.trim()))).toBe(true);
  expect(await teacher.locator('main').innerText()).not.toContain(student.name.split(' ')[0]);
  for (let row = 0; row < codes.length; row++) await type(teacher, row, String(60 + row));
  await expect.poll(async () => (await stored()).length).toBe(codes.length);
  await axe(teacher);
  await sql("update marks set status = 'SUBMITTED' where component_id = $1", [part]);

  const leader = await desk('module_leader', `${sheet}&view=second`);
  await leader.getByRole('grid').waitFor();
  await type(leader, 0, '74');
  await expect.poll(stored).toMatchObject([{ value: 60, second: 74 }, ...codes.slice(1).map(() => ({ second: null }))]);
  // Fourteen points apart: the pictures say so, and lead to the cell in which somebody decides.
  await leader.goto(`${sheet}&view=pictures`);
  await leader.getByText(say('assessment.apart.open', { count: 1 })).waitFor();
  await axe(leader);
  await leader.getByRole('link', { name: codes[0]!.trim() }).click();
  await leader.locator('[data-row="0"][data-column="0"]:focus').waitFor();
  await leader.getByRole('img', { name: say('assessment.sign.second_value', { value: '74' }) }).waitFor();
  await leader.keyboard.type('66');
  await leader.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).map((row) => row.value)).toContain(66);
  await leader.goto(`${sheet}&view=pictures`);
  await leader.getByText(say('assessment.apart.settled', { value: '66' })).waitFor();

  await sql("update marks set status = 'PUBLISHED' where component_id = $1", [part]);
  const named = await desk('teacher', sheet);
  await named.getByText(student.name).first().waitFor();
  for (const page of open) expectNoTrouble(page);
});

test('an amendment goes from hand to hand, the transcript is superseded, and a stranger reads so', async () => {
  await sql('update assessment_components set anonymous = false where id = $1', [part]);
  await sql("update marks set value = 70, status = 'CONFIRMED' where component_id = $1", [part]);
  const office = await desk('registrar_head', `/transcript?student=${student.id}`);
  await button(office, 'assessment.transcript.issue').click();
  await office.getByRole('menuitem', { name: say('assessment.transcript.language.en') }).click();
  // What was issued is read in the page at once.
  const paper = await readsPaper(office, /^.*TR-\d{4}-\d{6}\.pdf/, {
    shot: () => screenshot(office, 'transcript-paper'),
  });
  expect(paper).toContain(student.name.split(' ')[0]);
  const issued = async () =>
    (await sql("select * from issued_documents where student_id = $1 and kind = 'TRANSCRIPT'", [student.id]))[0];
  await office
    .getByText(/TR-\d{4}-\d{6}/)
    .first()
    .waitFor();
  const { status, check_code } = await issued();
  expect(status).toBe('VALID');

  const teacher = await desk('teacher', '/mark-amendment');
  await button(teacher, 'assessment.amendment.new').click();
  const form = teacher.getByRole('dialog');
  const choose = async (label: string, option: string) => {
    const field = form.getByRole('combobox', { name: new RegExp(`^${say(`assessment.amendment.${label}`)}`) });
    await field.click();
    await field.fill(option);
    await teacher
      .getByRole('option', { name: new RegExp(option) })
      .first()
      .click();
  };
  await choose('module', 'J-AMEND');
  await choose('student', student.name);
  await form.getByRole('combobox', { name: new RegExp(`^${say('assessment.amendment.component')}`) }).click();
  await teacher.getByRole('option', { name: /EX/ }).click();
  await form.getByText(say('assessment.amendment.now', { mark: '70' })).waitFor();
  await form.getByLabel(say('assessment.amendment.value')).fill('76.5');
  await form.getByLabel(say('assessment.amendment.text')).fill('The second sheet was not counted');
  await form.getByRole('button', { name: say('assessment.amendment.preview') }).click();
  await form.getByText(say('assessment.amendment.transcripts')).waitFor();
  await axe(teacher);
  await form.getByRole('button', { name: say('assessment.amendment.send') }).click();
  const asked = async () => (await sql('select id, status from amendments where student_id = $1', [student.id]))[0];
  await expect.poll(async () => (await asked())?.status).toBe('REQUESTED');
  const { id } = await asked();

  for (const [who, status] of [
    ['module_leader', 'CHECKED'],
    ['ar_committee', 'APPROVED'],
    ['registrar_officer', 'APPLIED'],
  ] as const) {
    const page = await desk(who, `/mark-amendment?open=${id}`);
    await button(page, `assessment.amendment.do.${status}`).click();
    await expect.poll(async () => (await asked())?.status).toBe(status);
    expectNoTrouble(page);
  }
  expect(
    await sql('select value::float8 as value from marks where component_id = $1 and student_id = $2', [
      part,
      student.id,
    ]),
  ).toEqual([{ value: 76.5 }]);

  // The office issues it anew: what is superseded leads there.
  const again = await desk('registrar_head', `/transcript?student=${student.id}`);
  await button(again, 'assessment.transcript.issue').click();
  await again.getByRole('menuitem', { name: say('assessment.transcript.language.en') }).click();
  const valid = async () =>
    (
      await sql(
        "select number from issued_documents where student_id = $1 and kind = 'TRANSCRIPT' and status = 'VALID'",
        [student.id],
      )
    )[0];
  await expect.poll(valid).toBeDefined();
  const { number } = (await valid()) as { number: string };
  const stranger = await desk('', `/check/${check_code}`, { ...desktop, width: 390, skin: 'dark' });
  await stranger.getByText(say('credentials.status.SUPERSEDED')).waitFor();
  await stranger.getByText(say('credentials.verdict.genuine')).waitFor();
  // In words for whoever holds the paper, and never without saying that it was not the final one.
  await stranger.getByText('A result in it was corrected').waitFor();
  await stranger.getByText(/^Provisional: /).waitFor();
  await stranger.getByText(student.name).first().waitFor();
  await axe(stranger);
  await stranger.getByRole('link', { name: number }).click();
  await stranger.getByText(say('credentials.status.VALID')).waitFor();
  await stranger.getByText(/^Provisional: /).waitFor();
  for (const page of open) expectNoTrouble(page);
  // Another code is no fault of the page's: nobody issued such a document.
  const last = check_code.at(-1) === '2' ? '3' : '2';
  await stranger.goto(`/check/${check_code.slice(0, -1)}${last}`);
  await stranger.getByText(say('credentials.missing')).waitFor();
  // Nor are other addresses of nothing: each says so on its page.
  for (const [address, words] of [
    ['/mark-amendment?open=99999', 'assessment.board.missing'],
    ['/transcript?student=99999', 'assessment.transcript.missing'],
    ['/mark-plan/99999', 'assessment.plan.missing'],
  ] as const) {
    await office.goto(address);
    await office.getByText(say(words)).waitFor();
  }
});
