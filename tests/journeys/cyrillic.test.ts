import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { textInCyrillic } from '#platform/contract/cyrillic.ts';
import { axe, expectNoTrouble, settled } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

const house = openHouse({ students: 60 });
const latin = wordsOf('uz');
const say = (id: string) => textInCyrillic(latin(id));

/** Words in Latin letters that stand in some part of the page, but for names that are written so. */
async function latinIn(page: Page, part: string): Promise<string[]> {
  const texts = await page.locator(part).allInnerTexts();
  const known = /^(?:ISFT|Edulab|PDF|QR|ID|HEMIS|Excel|K|registrar_head)$/;
  return texts.flatMap((text) => text.match(/[A-Za-z][\w'ʻʼ]*/g) ?? []).filter((word) => !known.test(word));
}
const choose = async (page: Page, name: string) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Ўзбекча|Oʻzbekcha/ })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const spoken = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('Uzbek is read in Cyrillic from the entrance to a record, is kept, and goes back to Latin', async () => {
  const page = await house.desk('', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.headers().language ?? 'uz'));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ўзбекча', exact: true }).click();
  await page.getByRole('textbox', { name: say('identity.login.name') }).fill('registrar_head');
  expect(await spoken(page)).toBe('uz-Cyrl');
  await axe(page);
  const secret = page.locator('input[type=password]');
  await secret.fill('wrong-one');
  await page.getByRole('button', { name: say('identity.login.sign_in'), exact: true }).click();
  // What the server refuses with is read in the same script.
  await page.getByRole('alert').first().waitFor();
  expect(await latinIn(page, '[role=alert]')).toEqual([]);
  await secret.fill(demoPassword);
  await page.getByRole('button', { name: say('identity.login.sign_in'), exact: true }).click();
  await page.waitForURL('**/home');

  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('students.list.title'), exact: true })
    .click();
  await heading(page, say('students.list.title'));
  await page.locator('tbody tr').first().waitFor();
  expect(await latinIn(page, 'nav, th, h1, footer, main button')).toEqual([]);
  await axe(page);

  await page.locator('tbody tr').first().click();
  await page.waitForURL(/\/students\/\d+/);
  await page.getByRole('tab').first().waitFor();
  expect(await latinIn(page, 'nav, header [role=search], [role=tab], dt, footer')).toEqual([]);

  await page.reload();
  await page.getByRole('tab').first().waitFor();
  expect(await spoken(page)).toBe('uz-Cyrl');
  expect(await latinIn(page, 'nav, [role=tab], dt')).toEqual([]);
  // To the server it is Uzbek, in whichever script.
  expect(new Set(asked)).toEqual(new Set(['uz']));
  const kept = async () =>
    (await house.site().database.owner.query("select locale, cyrillic from accounts where username = 'registrar_head'"))
      .rows[0];
  expect(await kept()).toEqual({ locale: 'uz', cyrillic: true });

  await choose(page, 'Oʻzbekcha');
  await expect.poll(() => spoken(page)).toBe('uz');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: latin('students.list.title'), exact: true })
    .first()
    .waitFor();
  expect(await kept()).toEqual({ locale: 'uz', cyrillic: false });
  await choose(page, 'Ўзбекча');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('students.list.title'), exact: true })
    .first()
    .waitFor();
  expectNoTrouble(page, [/status of 401/]);
});

test('what is stored in Latin is found and saved as it is', async () => {
  const page = await house.desk('super_admin', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  const { owner } = house.site().database;
  const title = async () =>
    (await owner.query("select title ->> 'uz' as uz, department_id, credits from modules where code = 'GEN105'"))
      .rows[0];
  const before = await title();
  expect(before.uz).toBe('Oliy matematika');
  await page.goto('/modules/create?search=GEN105');
  await choose(page, 'Ўзбекча');
  // The list is drawn anew in the other script, and a menu of a row closes with it.
  await settled(page);
  const row = page.getByRole('row', { name: /Олий математика/ });
  await row.getByRole('button', { name: /Амаллар/ }).click();
  await page.getByRole('menuitem', { name: say('kit.resource.edit'), exact: true }).click();
  const form = page.getByRole('dialog');
  // People write what is stored; what a record refers to is read.
  expect(
    await form
      .getByRole('textbox', { name: new RegExp(say('curriculum.field.title')) })
      .first()
      .inputValue(),
  ).toBe(before.uz);
  const department = form.getByRole('combobox', { name: new RegExp(say('curriculum.field.department_id')) });
  // The form has the number at once, and looks up its title.
  await expect.poll(() => department.inputValue()).toMatch(/^[^A-Za-z]+$/);
  const [other] = (
    await owner.query(
      "select id, title ->> 'uz' as uz from departments where institution_id = 1 and id <> $1 and title ->> 'uz' ~* '^[a-z ]+$' order by id limit 1",
      [before.department_id],
    )
  ).rows;
  await department.fill(textInCyrillic(other.uz).slice(0, 8));
  await page.getByRole('option', { name: textInCyrillic(other.uz), exact: true }).click();
  await form.getByRole('textbox', { name: new RegExp(say('curriculum.field.credits')) }).fill('9');
  await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await expect.poll(title).toEqual({ ...before, department_id: other.id, credits: '9.0' });
  expectNoTrouble(page);
});
