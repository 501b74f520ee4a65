import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A letter comes, is ordered about, executed and closed; each person at a desk or with a phone of their own. */

const { desk, site } = openHouse({ students: 60 });
const wide: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' };
const english: Look = { locale: 'en', width: 1440, skin: 'dark', layout: 'vertical' };
const heading = 'Ilmiy kengash bayoni haqida';

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** Chooses from a list that is searched. */
async function choose(page: Page, label: string, typed: string) {
  const picker = dialog(page).getByRole('combobox', { name: label });
  await picker.click();
  await picker.fill(typed);
  const option = page.getByRole('option').filter({ hasText: typed }).first();
  await option.waitFor();
  await option.click();
}
/** How somebody of these accounts is called. */
async function surname(username: string): Promise<string> {
  const { rows } = await site().database.owner.query<{ lastname: string }>(
    'select s.lastname from staff s join accounts a on a.id = s.account_id where a.username = $1 and s.deleted_at is null',
    [username],
  );
  return rows[0]!.lastname;
}
const addressOf = async () => {
  const { rows } = await site().database.owner.query<{ id: number }>('select id from letters where heading = $1', [
    heading,
  ]);
  return `/document-management/incoming/${rows[0]!.id}`;
};

test('the chancellery enters a letter, and it has its number', async () => {
  const say = wordsOf('uz');
  const page = await desk('document_management_moderator', wide);
  await page.goto('/document-management/incoming');
  await page.getByRole('row').nth(1).waitFor();
  await axe(page);
  await screenshot(page, 'letters-incoming');
  await named(page, say('correspondence.incoming.add')).click();
  await choose(page, say('correspondence.field.group_id'), 'K-01');
  const fill = (label: string, value: string) => dialog(page).getByLabel(label, { exact: false }).first().fill(value);
  await fill(say('correspondence.field.heading'), heading);
  await fill(say('correspondence.from'), 'Oliy taʼlim, fan va innovatsiyalar vazirligi');
  // The same sender and number as of a letter that there is.
  const { rows } = await site().database.owner.query<{ their_number: string; correspondent: string }>(
    "select their_number, correspondent from letters where institution_id = 1 and their_number is not null and correspondent like 'Oliy%' limit 1",
  );
  await fill(say('correspondence.field.their_number'), rows[0]!.their_number);
  await dialog(page).getByText(say('correspondence.letter.duplicate')).waitFor();
  await fill(say('correspondence.field.their_number'), '77-12/405');
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'letter-form');
  await dialog(page)
    .getByRole('button', { name: say('kit.save'), exact: true })
    .click();
  await page.waitForURL('**/document-management/incoming/*');
  await named(page, say('correspondence.act.REGISTERED')).click();
  await page.getByText(/^K-01\/\d+$/).waitFor();
  await axe(page);
  await screenshot(page, 'letter-registered');
  expectNoTrouble(page);
});

test('the rector orders, the dean reports from a phone, and control ends it', async () => {
  const dean = await surname('dean');
  const english_ = wordsOf('en');
  const boss = await desk('director', english);
  await boss.goto(await addressOf());
  await named(boss, english_('correspondence.order.add')).click();
  await dialog(boss).getByLabel(english_('correspondence.field.text')).fill('Prepare an answer');
  await choose(boss, english_('correspondence.order.responsible'), dean);
  await dialog(boss).getByLabel(english_('correspondence.field.due_on')).fill('31.12.2099');
  await boss.keyboard.press('Tab');
  await dialog(boss)
    .getByRole('switch', { name: english_('correspondence.order.on_control') })
    .check({ force: true });
  await dialog(boss)
    .getByRole('button', { name: english_('kit.save'), exact: true })
    .click();
  await dialog(boss).waitFor({ state: 'detached' });
  await boss.getByText('Prepare an answer').waitFor();
  await screenshot(boss, 'letter-ordered');
  expectNoTrouble(boss);

  const say = wordsOf('ru');
  const page = await desk('dean', phone);
  await page.goto('/document-management/');
  await page.getByText('Prepare an answer').first().click();
  await named(page, say('correspondence.order.report')).click();
  await dialog(page).getByRole('textbox').fill('Ответ подготовлен');
  await dialog(page).getByRole('button').last().click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(say('correspondence.order_state.REPORTED')).first().waitFor();
  await axe(page);
  await screenshot(page, 'letter-reported-phone');
  expectNoTrouble(page);

  const uz = wordsOf('uz');
  const clerk = await desk('document_management_moderator', wide);
  await clerk.goto(await addressOf());
  await named(clerk, uz('correspondence.order.accept')).click();
  await clerk.getByText(uz('correspondence.order_state.DONE')).first().waitFor();
  await named(clerk, uz('correspondence.act.DONE')).click();
  await clerk.getByText(uz('correspondence.state.DONE')).first().waitFor();
  await clerk.goto('/document-management-moderator');
  await clerk.getByText('Prepare an answer').first().waitFor();
  await screenshot(clerk, 'letters-control');
  await clerk.goto('/document-management-moderator?tab=discipline');
  await clerk.getByText(dean).first().waitFor();
  await axe(clerk);
  await screenshot(clerk, 'letters-discipline');
  expectNoTrouble(clerk);
});

test('a letter that goes out is signed by who is to sign it', async () => {
  const say = wordsOf('ru');
  const { rows } = await site().database.owner.query<{ id: number }>(
    "select id from letters where institution_id = 1 and direction = 'OUTGOING' and status = 'AGREED' limit 1",
  );
  const { rows: file } = await site().database.owner.query<{ id: number }>(
    "insert into files (institution_id, account_id, hash, original_name, extension, media_type, size) select 1, id, repeat('a', 64), 'xat.pdf', 'pdf', 'application/pdf', 10 from accounts where username = 'director' returning id",
  );
  await site().database.owner.query('update letters set file_ids = array[$2::int] where id = $1', [
    rows[0]!.id,
    file[0]!.id,
  ]);
  const page = await desk('director', phone);
  await page.goto(`/document-management/outgoing/${rows[0]!.id}`);
  await named(page, say('correspondence.act.SIGNED')).click();
  await dialog(page)
    .getByRole('button', { name: say('correspondence.act.SIGNED') })
    .click();
  await page.getByText(say('correspondence.state.SIGNED')).first().waitFor();
  await screenshot(page, 'letter-signed-phone');
});

test('a number is kept for a paper that comes later, and given to its letter', async () => {
  const say = wordsOf('uz');
  const page = await desk('document_management_moderator', wide);
  await page.goto('/document-management-moderator?tab=numbers');
  await page
    .getByText(/^C-01\/\d+$/)
    .first()
    .waitFor();
  await named(page, say('correspondence.number.add')).click();
  await dialog(page).getByLabel(say('correspondence.field.purpose')).fill('Ilmiy kengash bayoni');
  await dialog(page).getByLabel(say('correspondence.field.kept_for')).fill('Ilmiy kotib');
  await axe(page, { within: '[role=dialog]' });
  await dialog(page)
    .getByRole('button', { name: say('correspondence.number.add'), exact: true })
    .click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(say('correspondence.reservation.RESERVED')).first().waitFor();
  await axe(page);
  await screenshot(page, 'letters-numbers');
  expectNoTrouble(page);
  const small = await desk('document_management_moderator', phone);
  await small.goto('/document-management-moderator?tab=numbers');
  await small.getByText('Ilmiy kengash bayoni').first().waitFor();
  await screenshot(small, 'letters-numbers-phone');
  expectNoTrouble(small);
});

test('a letter about a student stands among the papers of the student', async () => {
  const say = wordsOf('uz');
  const { rows } = await site().database.owner.query<{ id: number; name: string }>(
    "select s.id, s.full_name as name from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student' and s.deleted_at is null limit 1",
  );
  const student = rows[0]!;
  const page = await desk('document_management_moderator', wide);
  await page.goto('/document-management/incoming');
  await named(page, say('correspondence.incoming.add')).click();
  await choose(page, say('correspondence.field.group_id'), 'K-03');
  const fill = (label: string, value: string) => dialog(page).getByLabel(label, { exact: false }).first().fill(value);
  await fill(say('correspondence.field.heading'), 'Oʻqishni koʻchirish haqida');
  await fill(say('correspondence.from'), student.name);
  await choose(page, say('correspondence.field.student_ids'), student.name.split(' ')[0]!);
  // The list of options closes as the box is left.
  await page.keyboard.press('Tab');
  await dialog(page)
    .getByRole('switch', { name: say('correspondence.field.shown_to_people') })
    .press('Space');
  await screenshot(page, 'letter-form-people');
  await dialog(page)
    .getByRole('button', { name: say('kit.save'), exact: true })
    .click();
  await page.waitForURL('**/document-management/incoming/*');
  await named(page, say('correspondence.act.REGISTERED')).click();
  await page.getByText(/^K-03\/\d+$/).waitFor();
  await page.getByText(say('correspondence.letter.shown')).waitFor();
  await axe(page);
  await screenshot(page, 'letter-about');
  expectNoTrouble(page);
  const english_ = wordsOf('en');
  const own = await desk('bachelor_student', { ...english, width: 390 });
  await own.goto('/student/docs');
  await own.getByText('Oʻqishni koʻchirish haqida').first().waitFor();
  await own.getByText(english_('students.papers.source.LETTER_IN')).first().waitFor();
  await screenshot(own, 'student-papers-phone');
  expectNoTrouble(own);
});

test('letters whose time is over are destroyed by an act: the commission, the chancellery, the signature', async () => {
  const { rows } = await site().database.owner.query<{ id: number; heading: string; code: string }>(
    `update letters l set status = 'ARCHIVED', destroy_after = edulab_today() - 1 from letter_groups g
      where g.id = l.group_id and l.id = (select min(id) from letters where institution_id = 1 and status = 'DONE' and heading <> $1)
      returning l.id, l.heading, g.code`,
    [heading],
  );
  const letter = rows[0]!;
  const people = [await surname('dean'), await surname('registrar_head')];
  const rector = await surname('director');
  const say = wordsOf('uz');
  const page = await desk('archivist', wide);
  await page.goto('/document-management-moderator?tab=destruction');
  await named(page, say('correspondence.destruction.add')).click();
  await dialog(page).getByLabel(say('correspondence.field.basis')).fill('Hujjatlar roʻyxati, 12-band');
  for (const one of people) await choose(page, say('correspondence.field.member_ids'), one);
  await page.keyboard.press('Tab');
  await choose(page, say('correspondence.field.signer_id'), rector);
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'letter-act-form');
  await dialog(page)
    .getByRole('button', { name: say('kit.save'), exact: true })
    .click();
  await page.waitForURL('**/destruction/*');
  const address = new URL(page.url()).pathname;
  const group = page.getByRole('combobox', { name: say('correspondence.field.group') });
  await group.click();
  await group.fill(letter.code);
  await page.getByRole('option').filter({ hasText: letter.code }).first().click();
  await named(page, say('correspondence.destruction.pick')).click();
  await page.getByText(letter.heading).first().waitFor();
  await axe(page);
  await screenshot(page, 'letter-act');
  await named(page, say('correspondence.destruction.act.PROPOSED')).click();
  await page.getByText(say('correspondence.destruction_state.PROPOSED')).first().waitFor();
  expectNoTrouble(page);
  const ru = wordsOf('ru');
  for (const who of ['dean', 'registrar_head']) {
    const member = await desk(who, phone);
    await member.goto(address);
    await named(member, ru('correspondence.act.agree')).click();
    await member.getByText(ru('correspondence.agreement_state.AGREED')).first().waitFor();
    if (who === 'dean') await screenshot(member, 'letter-act-phone');
    expectNoTrouble(member);
  }
  const clerk = await desk('document_management_moderator', wide);
  await clerk.goto(address);
  await named(clerk, say('correspondence.destruction.act.AGREED')).click();
  await clerk.getByText(say('correspondence.destruction_state.AGREED')).first().waitFor();
  const english_ = wordsOf('en');
  const boss = await desk('director', english);
  await boss.goto(address);
  await named(boss, english_('correspondence.destruction.act.DONE')).click();
  await screenshot(boss, 'letter-act-sign');
  await dialog(boss)
    .getByRole('button', { name: english_('correspondence.act.SIGNED') })
    .click();
  await boss.getByText(english_('correspondence.destruction_state.DONE')).first().waitFor();
  await screenshot(boss, 'letter-act-done');
  expectNoTrouble(boss);
  await clerk.goto(`/document-management/incoming/${letter.id}`);
  await clerk.getByText(say('correspondence.state.DESTROYED')).first().waitFor();
  await axe(clerk);
  await screenshot(clerk, 'letter-destroyed');
  expectNoTrouble(clerk);
});
