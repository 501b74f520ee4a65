import { beforeAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** One person, one account: the registrar finds who stands here twice, makes one of two, takes it back, and says that twins are two. */

const house = openHouse();
const sql = async (text: string, values: unknown[] = []) =>
  (await house.site().database.owner.query(text, values)).rows;

beforeAll(async () => {
  // Somebody who graduated and is here again, and twins.
  await sql(
    `insert into students (institution_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, status, search, account_id)
     values (1, 'A-1', 'Nodira', 'Mirzaolimova', '2001-02-03', 'BACHELOR', 'uz', 2019, 'GRANT', 'GRADUATED', '', null),
            (1, 'M-1', 'Нодира', 'Мирзаолимова', '2001-02-03', 'MASTER', 'uz', 2025, 'GRANT', 'ACTIVE', '', (select id from accounts where username = 'master_student')),
            (1, 'T-1', 'Hasan', 'Sharofjonov', '2006-01-01', 'BACHELOR', 'uz', 2025, 'GRANT', 'ACTIVE', '', null),
            (1, 'T-2', 'Husan', 'Sharofjonov', '2006-01-01', 'BACHELOR', 'uz', 2025, 'GRANT', 'ACTIVE', '', null)`,
  );
});

test('two are made one and parted again, twins are remembered as two', async () => {
  const say = wordsOf('uz');
  const later = () =>
    sql(
      `select l.student_no from students s left join students l on l.id = s.succeeded_by_id where s.student_no = 'A-1'`,
    );
  const page = await house.desk('registrar_head', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  await page.goto('/persons');
  await page.getByLabel(say('identity.person.search')).fill('Mirzaolimova');
  await page.getByText(say('identity.person.evidence.NAME')).first().waitFor();
  await expect.poll(() => page.getByText(/Sharofjonov/).count()).toBe(0);
  await axe(page);
  await screenshot(page, 'persons-pairs');

  await page.getByRole('button', { name: say('identity.person.merge'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say('identity.person.will')).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await screenshot(page, 'persons-preview');
  await dialog.getByRole('button', { name: say('identity.person.merge'), exact: true }).click();
  await dialog.getByRole('alert').getByText(say('identity.person.reason_needed')).waitFor();
  await dialog.getByLabel(say('identity.person.reason')).fill('Magistraturaga qaytdi');
  await dialog.getByRole('button', { name: say('identity.person.merge'), exact: true }).click();
  await page.getByText(say('identity.person.none')).waitFor();
  expect(await later()).toEqual([{ student_no: 'M-1' }]);

  await page.getByRole('tab', { name: say('identity.person.merges') }).click();
  await page.getByText('Magistraturaga qaytdi').waitFor();
  await screenshot(page, 'persons-merged');
  await page.getByRole('button', { name: say('identity.person.undo'), exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Boshqa odam');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('identity.person.undo'), exact: true })
    .click();
  await page.getByText(say('identity.person.undone', { reason: 'Boshqa odam' })).waitFor();
  expect(await later()).toEqual([{ student_no: null }]);
  expectNoTrouble(page);

  const words = wordsOf('ru');
  const phone = await house.desk('registrar_head', { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' });
  await phone.goto('/persons');
  await phone.getByLabel(words('identity.person.search')).fill('Шарофжонов');
  await phone.getByText(words('identity.person.evidence.NAME')).first().waitFor();
  await expect.poll(() => phone.getByText(/Mirzaolimova/).count()).toBe(0);
  await axe(phone);
  await screenshot(phone, 'persons-phone');
  await phone.getByRole('button', { name: words('identity.person.two'), exact: true }).tap();
  await phone.getByRole('dialog').getByRole('textbox').fill('Близнецы');
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: words('identity.person.two'), exact: true })
    .tap();
  await phone.getByText(words('identity.person.none')).waitFor();
  await phone.getByRole('tab', { name: words('identity.person.twos') }).tap();
  await phone.getByText('Близнецы').first().waitFor();
  expect(await sql('select reason from person_decisions where deleted_at is null')).toEqual([{ reason: 'Близнецы' }]);
  expectNoTrouble(phone);
});
