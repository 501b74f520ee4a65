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
  await page.getByRole('button', { name: en('forms.builder.turn.LIVE') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('forms.builder.turn.LIVE') })
    .click();
  await page.getByText(en('forms.form_state.LIVE'), { exact: true }).first().waitFor();
  expectNoTrouble(page, [/status of 409/]);
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
