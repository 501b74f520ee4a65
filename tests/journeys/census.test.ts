import { test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The registrar adds a form, counts it, freezes it, looks whom a number counts, and makes a corrected edition. */

const { site, desk: sit } = openHouse({ students: 300 });
const desk: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' };

test('a census is counted, frozen, checked and corrected', async () => {
  const say = wordsOf('uz');
  const page = await sit('registrar_head', desk);
  await page.goto('/census/forms');
  await page.getByRole('button', { name: say('census.forms.example') }).click();
  await page.getByRole('menuitem', { name: say('census.example.OLIY-1-AGES'), exact: true }).click();
  await page.getByRole('row', { name: /talabalar yoshi/ }).waitFor();
  await axe(page);
  await page.getByRole('row', { name: /yoʻnalishlar boʻyicha/ }).click();
  await page.getByRole('textbox', { name: say('census.field.columns') }).waitFor();
  await screenshot(page, 'census-form');
  await page.keyboard.press('Escape');
  await page.goto('/census');
  await page
    .getByRole('button', { name: say('census.make') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: say('census.form') }).click();
  await page.getByRole('option', { name: /yoʻnalishlar boʻyicha/ }).click();
  await dialog.getByRole('button', { name: say('census.make') }).click();
  await page.waitForURL(/census\/\d+/);
  await page.getByRole('rowheader', { name: 'Jami' }).waitFor();
  await axe(page);
  await screenshot(page, 'census-draft');
  const act = async (name: 'freeze' | 'check') => {
    await page.getByRole('button', { name: say(`census.${name}`), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(`census.${name}`), exact: true })
      .click();
  };
  await act('freeze');
  await page.getByText(say('census.state.FROZEN')).first().waitFor();
  await act('check');
  await page.getByText(say('census.state.CHECKED')).first().waitFor();
  await page
    .getByRole('button', { name: new RegExp(`^${say('census.people', { line: 'TOTAL', column: '01' })}`) })
    .click();
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
  await axe(page);
  await screenshot(page, 'census-people');
  await page.keyboard.press('Escape');
  await site().database.owner.query(
    "update students set gender = case gender when 'MALE' then 'FEMALE' else 'MALE' end where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null)",
  );
  await page.getByRole('button', { name: say('census.correct'), exact: true }).click();
  const why = page.getByRole('dialog');
  await why.getByRole('textbox').fill('Jinsi xato yozilgan edi');
  await why.getByRole('button', { name: say('census.correct'), exact: true }).click();
  await page.getByText('Jinsi xato yozilgan edi').waitFor();
  await page.getByText(say('census.difference')).waitFor();
  await screenshot(page, 'census-corrected');
  const corrected = page.url();
  // The list for the ministry's system is there with its columns.
  await page.goto('/census');
  await screenshot(page, 'census-list');
  await page.getByRole('row', { name: /HEMIS/ }).click();
  await page.getByText(say('census.listed')).waitFor();
  await axe(page);
  await screenshot(page, 'census-hemis');
  await page.goBack();
  expectNoTrouble(page);

  const small = await sit('registrar_officer', phone);
  await small.goto(corrected);
  await small.getByText('Jinsi xato yozilgan edi').waitFor();
  await screenshot(small, 'census-phone');
  expectNoTrouble(small);
});
