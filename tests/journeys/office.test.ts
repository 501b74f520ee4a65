import { randomBytes } from 'node:crypto';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#platform/server/call/entering.ts';
import { axe, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The staff office takes somebody on, from the vacancy to the first sign-in; two people keep the reference data. */

const { site, desk } = openHouse();
/** A list of staff as an office keeps it: either script, dates in both ways. */
async function sheet(job: string, sign: string): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Xodimlar').addRows([
    ['Familiya', 'Имя', 'Jinsi', 'Ish e-pochtasi', 'Lavozim', 'Дата приёма', 'Ставка', 'Tabel raqami'],
    ['Rasulova', 'Dilfuza', 'ayol', `dilfuza.${sign}@demo.edulab.uz`, job, '01.09.2026', 1, `O${sign}-1`],
    ['Каримов', 'Санжар', 'мужской', null, job, new Date(Date.UTC(2026, 8, 2)), 0.5, `O${sign}-2`],
  ]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

// Together they hold every layout, language and width, light and dark; each has records of its own, named by its sign.
type Desk = Look & { sign: string };
const officeLooks: Desk[] = [
  { sign: 'a', locale: 'en', width: 1440, skin: 'light', layout: 'horizontal' },
  { sign: 'b', locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' },
];
const listLooks: Desk[] = [
  { sign: 'c', locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' },
  { sign: 'd', locale: 'ru', width: 390, skin: 'light', layout: 'horizontal' },
];

/** How a person finds things on a page, by the words of a language. */
function handsOf(locale: Look['locale']) {
  const say = wordsOf(locale);
  const named = (page: Page, id: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(id, values), exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const box = (page: Page, id: string) => dialog(page).getByRole('textbox', { name: say(id), exact: true });
  const title = (page: Page, id: string) => dialog(page).getByRole('textbox', { name: `${say(id)} (uz)`, exact: true });
  const rows = (page: Page) => page.locator('main tbody tr[tabindex]');
  const save = async (page: Page) => {
    await dialog(page)
      .getByRole('button', { name: say('kit.save'), exact: true })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  const choose = async (page: Page, id: string, text: string) => {
    await dialog(page)
      .getByRole('combobox', { name: say(id) })
      .first()
      .click();
    await page.getByRole('option', { name: text }).click();
  };
  const act = async (page: Page, of: string, action: string) => {
    await named(page, 'kit.list.actionsOf', { name: of }).click();
    await page.getByRole('menuitem', { name: say(action), exact: true }).click();
  };
  return { say, named, dialog, box, title, rows, save, choose, act };
}

describe.each(officeLooks)('in $locale, $skin, $layout, $width px wide', (look) => {
  const { say, named, dialog, box, title, rows, save, choose, act } = handsOf(look.locale);

  test('advertises a job, takes people on from a list, opens an account; its owner signs in', async () => {
    const page = await desk('hr_head', look);
    const job = `Metodist ${look.sign}`;
    await page.goto('/job-positions');
    // The empty list, once it has come, offers the same beside the heading's own button.
    await named(page, 'staff.jobs.add').first().click();
    await title(page, 'staff.field.title').fill(job);
    await choose(page, 'staff.field.kind', say('staff.kind.ADMINISTRATIVE'));
    await axe(page);
    await save(page);
    await page.getByRole('row', { name: job }).waitFor();

    await page.goto('/vacancy-positions');
    await named(page, 'staff.vacancies.add').first().click();
    await title(page, 'staff.field.title').fill(job);
    await choose(page, 'staff.field.job_position_id', job);
    await axe(page, { within: '[role=dialog]' });
    await save(page);
    await act(page, job, 'staff.action.on');
    await page.getByRole('row', { name: job }).getByText(say('staff.vacancy_status.ACTIVE')).waitFor();
    // What is sought stays where it is.
    await page.goto('/job-positions');
    await act(page, job, 'kit.resource.delete');
    await dialog(page)
      .getByRole('button', { name: say('kit.yes'), exact: true })
      .click();
    await named(page, 'kit.ok').click();
    await page.getByRole('row', { name: job }).waitFor();

    await page.goto('/staff/import');
    await page.locator('main input[type=file]').setInputFiles({
      name: 'xodimlar.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await sheet(job, look.sign),
    });
    await page.getByText(say('kit.import.good')).waitFor();
    await axe(page);
    await named(page, 'kit.import.run', { count: 2 }).click();
    await page.getByText(say('kit.import.done')).waitFor();
    await page.goto(`/vacancy-positions`);
    // What the server refuses is told by the list itself, in the server's words.
    const refusal = { status: 422, code: 'RULE', message: `Rad etildi ${look.sign}` };
    await page.route(/\/vacancy\/.*status/, (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 });
    await act(page, job, 'staff.vacancies.fill');
    await expect.poll(() => page.getByRole('alert').filter({ hasText: refusal.message }).count()).toBe(1);
    await act(page, job, 'staff.vacancies.fill');
    await page.getByRole('row', { name: job }).getByText(say('staff.vacancy_status.FILLED')).waitFor();

    await page.goto(`/staff?search=O${look.sign}-1`);
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('link', { name: /Rasulova/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await axe(page, { within: 'main' });
    await named(page, 'staff.account.open').click();
    const username = `d.rasulova.${look.sign}`;
    await box(page, 'staff.field.username').fill(username);
    await axe(page, { within: '[role=dialog]' });
    await save(page);
    await page.getByText(username).first().waitFor();
    expectNoTrouble(page, [/status of 4\d\d/]);

    const mail = `dilfuza.${look.sign}@demo.edulab.uz`;
    // The link is told to the mailbox alone, so the test puts one of its own in its place.
    const token = randomBytes(32).toString('base64url');
    const replaced = async () => {
      const { rowCount } = await site().database.owner.query(
        `update secrets s set hash = $2 from accounts a
          where s.kind = 'password_reset' and s.used_at is null and s.subject = a.id::text and a.email = $1`,
        [mail, hashToken(token)],
      );
      return rowCount;
    };
    await expect.poll(replaced).toBe(1);
    const owner = await desk('', look);
    await owner.goto(`/reset-password?token=${token}`);
    const secret = owner.locator('input[type=password]');
    await secret.nth(0).fill('a-word-of-my-own');
    await secret.nth(1).fill('a-word-of-my-own');
    await axe(owner);
    await owner.locator('form button[type=submit]').click();
    await owner.waitForURL('**/login');
    await owner.locator('input[autocomplete=username]').fill(username);
    await owner.locator('input[type=password]').fill('a-word-of-my-own');
    await owner.locator('form button[type=submit]').click();
    await owner.waitForURL('**/home');
    await owner.goto('/profile');
    await owner
      .getByText(/Rasulova/)
      .first()
      .waitFor();
    await axe(owner);
    expectNoTrouble(owner);
  });
});

describe.each(listLooks)('in $locale, $skin, $layout, $width px wide', (look) => {
  const { say, named, dialog, box, save, choose, act } = handsOf(look.locale);

  test('keeps a list: made, corrected, deleted and back again; two people on one record choose', async () => {
    const page = await desk('admin', look);
    const list = '/reference?tab=places';
    const name = `Auditoriya ${look.sign}`;
    await page.goto(list);
    await named(page, 'institutions.place.add').first().click();
    await box(page, 'institutions.field.place_name').fill(name);
    await choose(page, 'institutions.field.kind', say('institutions.place_kind.CLASSROOM'));
    await box(page, 'institutions.field.capacity').fill('30');
    await axe(page);
    await save(page);
    await act(page, name, 'kit.resource.edit');
    await box(page, 'institutions.field.capacity').fill('45');
    await save(page);
    await page.getByRole('row', { name }).getByText('45').waitFor();

    // Deleted and taken back at once; deleted and found again among what was deleted.
    const remove = async () => {
      await act(page, name, 'kit.resource.delete');
      await dialog(page)
        .getByRole('button', { name: say('kit.yes'), exact: true })
        .click();
      await page.getByRole('row', { name }).waitFor({ state: 'detached' });
    };
    await remove();
    await named(page, 'kit.undo').click();
    await page.getByRole('row', { name }).waitFor();
    await remove();
    await named(page, 'kit.list.deleted').click();
    await page.getByRole('row', { name }).waitFor();
    await axe(page, { within: 'main' });
    await act(page, name, 'kit.list.restore');
    await page.getByRole('row', { name }).waitFor({ state: 'detached' });
    await named(page, 'kit.list.deleted').click();
    await page.getByRole('row', { name }).waitFor();

    // A colleague changes the same two fields and a third: each is told, and chooses for each.
    await act(page, name, 'kit.resource.edit');
    const other = await desk('registrar_head', look);
    await other.goto(list);
    await act(other, name, 'kit.resource.edit');
    await box(other, 'institutions.field.place_name').fill(`${name} (A)`);
    await box(other, 'institutions.field.capacity').fill('60');
    await box(other, 'institutions.field.address').fill('Navoiy koʻchasi, 1');
    await save(other);
    await box(page, 'institutions.field.place_name').fill(`${name} (B)`);
    await box(page, 'institutions.field.capacity').fill('50');
    await dialog(page)
      .getByRole('button', { name: say('kit.save'), exact: true })
      .click();
    const conflict = dialog(page)
      .getByRole('alert')
      .filter({ hasText: say('kit.conflict.title') });
    await conflict.waitFor();
    const { rows: colleague } = await site().database.owner.query<{ name: string }>(
      "select lastname || ' ' || firstname as name from accounts where username = 'registrar_head'",
    );
    const told = await conflict.textContent();
    for (const word of [colleague[0]?.name ?? '', `${name} (A)`, `${name} (B)`, '50', '60', 'Navoiy koʻchasi, 1'])
      expect(told).toContain(word);
    await axe(page, { within: '[role=dialog]' });
    await conflict
      .getByRole('row', { name: say('institutions.field.capacity') })
      .getByText(say('kit.conflict.theirs'), { exact: true })
      .click();
    await conflict.getByRole('button', { name: say('kit.conflict.go') }).click();
    await save(page);
    await page
      .getByRole('row', { name: `${name} (B)` })
      .getByText('60')
      .waitFor();
    const kept = await site().database.owner.query(
      'select name, capacity, address from education_places where name = $1',
      [`${name} (B)`],
    );
    expect(kept.rows).toEqual([{ name: `${name} (B)`, capacity: 60, address: 'Navoiy koʻchasi, 1' }]);
    expectNoTrouble(page, [/status of 409/]);
    expectNoTrouble(other);
  });
});
