import { expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student finds a paper by what it is needed for, asks for it on a phone, and holds it; the office has one desk and one builder. */

const { site, desk } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const wide: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };

test('from what it is needed for to the paper in hand', async () => {
  const uz = wordsOf('uz');
  const en = wordsOf('en');
  const student = await desk('bachelor_student', phone);
  await student.goto('/request-form');
  await student.getByText(uz('forms.situation.BANK'), { exact: true }).click();
  const offer = student.getByRole('article').filter({ hasText: 'Oʻqish joyidan maʼlumotnoma' });
  await offer.waitFor();
  await axe(student);
  await screenshot(student, 'requests-catalogue-phone');
  await offer.getByRole('link').click();
  // The page of offers has a "Bankka" of its own.
  await student.waitForURL('**/request-form/create/**');
  await student.getByRole('radio', { name: 'Bankka' }).click();
  // What is typed is kept, and stands there after a reload.
  await student.getByText(uz('forms.fill.kept'), { exact: true }).waitFor();
  await student.reload();
  await expect.poll(() => student.getByRole('radio', { name: 'Bankka' }).isChecked()).toBe(true);
  await axe(student);
  await screenshot(student, 'requests-fill-phone');
  await student.getByRole('button', { name: uz('forms.fill.send') }).click();
  await student.getByText(uz('forms.track.title'), { exact: true }).waitFor();
  const id = Number(new URL(student.url()).searchParams.get('id'));
  await axe(student);
  await screenshot(student, 'requests-tracker-phone');

  const office = await desk('registrar_officer', wide);
  await office.goto('/incoming-forms');
  await office.locator('main tbody tr').first().waitFor();
  await axe(office);
  await screenshot(office, 'requests-desk');
  await office.goto(`/incoming-forms?id=${id}`);
  await office.getByRole('button', { name: en('forms.do.DOCUMENT') }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByText(en('forms.request_state.READY')).waitFor();
  await screenshot(office, 'requests-desk-dialog');
  await dialog.getByRole('button', { name: en('forms.act.APPROVED') }).click();
  await dialog.waitFor({ state: 'detached', timeout: 60_000 });
  await office.getByText(en('forms.request_state.READY'), { exact: true }).first().waitFor();
  await screenshot(office, 'requests-desk-ready');
  expectNoTrouble(office);

  await student.reload();
  await student.getByRole('button', { name: uz('forms.open_paper') }).click();
  const paper = await readsPaper(student, /MN-\d{4}-\d{6}\.pdf/, {
    shot: () => screenshot(student, 'requests-paper-phone'),
  });
  expect(paper).toContain('Bankka');
  await student.getByText(uz('forms.request_state.ISSUED'), { exact: true }).first().waitFor();
  expectNoTrouble(student);
  const { rows } = await site().database.owner.query('select status from form_requests where id = $1', [id]);
  expect(rows).toEqual([{ status: 'ISSUED' }]);
});

test('a form is built beside the one that is live, tried as on a phone, and made live', async () => {
  const en = wordsOf('en');
  const page = await desk('registrar_head', wide);
  await page.goto('/form/type');
  await page.locator('main tbody tr').first().waitFor();
  await axe(page);
  await screenshot(page, 'requests-types');
  const { rows } = await site().database.owner.query<{ id: number }>(
    "select f.id from forms f join form_types t on t.id = f.type_id where t.code = 'REFERENCE' and f.status = 'LIVE' and f.institution_id = 1",
  );
  await page.goto(`/form/forms?id=${rows[0]?.id}`);
  await page.getByRole('button', { name: en('forms.builder.revise') }).click();
  await page.getByRole('button', { name: en('questions.add_field_to', { section: 'Request' }) }).waitFor();
  await page.getByRole('button', { name: en('questions.down', { name: 'Where it goes' }) }).waitFor();
  // What others hang on is not taken out.
  await page.getByRole('button', { name: en('questions.remove', { name: 'Where it goes' }) }).click();
  await page.getByRole('dialog').getByText('Name of the organisation').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: en('questions.remove', { name: 'How many copies' }) }).click();
  await page.getByText(`How many copies: ${en('forms.change.REMOVED')}`).waitFor();
  await axe(page);
  await screenshot(page, 'requests-builder');
  // Words of all languages beside each other; what is missing is one press away.
  await page.getByRole('button', { name: en('forms.translate.do') }).click();
  const words = page.getByRole('dialog', { name: en('forms.translate.title') });
  await words.getByText(en('forms.translate.whole')).waitFor();
  const russian = words
    .getByRole('textbox', { name: `${en('forms.text.section')}, ${en('forms.language.ru')}` })
    .nth(1);
  await russian.fill('');
  await words.getByText(en('forms.translate.missing', { language: en('forms.language.ru'), count: 1 })).waitFor();
  await words.getByRole('textbox').first().focus();
  await words.getByRole('button', { name: en('forms.translate.next') }).click();
  expect(await russian.evaluate((box) => box === document.activeElement)).toBe(true);
  await axe(page);
  await screenshot(page, 'requests-translations');
  await russian.fill('Запрос студента');
  await words.getByRole('button', { name: en('kit.save') }).click();
  await words.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: en('forms.builder.turn.LIVE') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('forms.builder.turn.LIVE') })
    .click();
  await page.getByText(en('forms.form_state.LIVE'), { exact: true }).first().waitFor();
  expectNoTrouble(page, [/status of 409/]);
});

test('a fee is waited for, and a discount is decided with what follows before one’s eyes', async () => {
  const uz = wordsOf('uz');
  const en = wordsOf('en');
  const { database } = site();
  const of = async (code: string) =>
    (
      await database.owner.query<{ id: number; student_id: number }>(
        `select q.id, q.student_id from form_requests q join form_types t on t.id = q.type_id join accounts a on a.id = q.account_id
          where t.code = $1 and a.username = 'bachelor_student' and q.institution_id = 1`,
        [code],
      )
    ).rows[0]!;
  const card = await of('CARD_DUPLICATE');
  const student = await desk('bachelor_student', phone);
  await student.goto(`/forms-for-student?id=${card.id}`);
  await student.getByText(uz('forms.track.pay_about'), { exact: false }).waitFor();
  await axe(student);
  await screenshot(student, 'requests-fee-phone');
  await database.owner.query(
    `insert into payments (institution_id, student_id, amount, paid_on, payment_type, payer, search) select 1, $1, sum(total - paid), (select edulab_today()), 'CASH', 'Ota', 'ota'
       from student_debits where student_id = $1 and contract_id is null and deleted_at is null`,
    [card.student_id],
  );
  await expect
    .poll(async () => (await database.owner.query('select step from form_requests where id = $1', [card.id])).rows[0])
    .toEqual({ step: 1 });
  await student.reload();
  await student.getByText(uz('forms.request_state.IN_REVIEW'), { exact: true }).first().waitFor();
  expectNoTrouble(student);

  const discount = await of('DISCOUNT');
  const office = await desk('accounting_head', { ...wide, skin: 'dark' });
  await office.goto(`/incoming-forms?id=${discount.id}`);
  await office.getByRole('button', { name: en('forms.do.CHANGE') }).click();
  const dialog = office.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: en('forms.act.APPROVED') });
  await dialog.getByText(en('forms.decide.title')).waitFor();
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByLabel(en('forms.decide.percent')).fill('10');
  await dialog.getByLabel(en('forms.decide.percent')).press('Tab');
  await dialog
    .getByText(/instead of/)
    .first()
    .waitFor();
  await axe(office);
  await screenshot(office, 'requests-decision-dark');
  await yes.click();
  await dialog.waitFor({ state: 'detached' });
  await office
    .getByText(/instead of/)
    .first()
    .waitFor();
  await screenshot(office, 'requests-decided-dark');
  expectNoTrouble(office);
});

test('the papers and the counter, in the dark and on a phone', async () => {
  const uz = wordsOf('uz');
  const page = await desk('registrar_officer', { ...phone, skin: 'dark' });
  await page.goto('/form');
  await page
    .getByRole('button', { name: uz('forms.counter.issue') })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await axe(page);
  await screenshot(page, 'requests-counter-dark');
  expectNoTrouble(page);
});
