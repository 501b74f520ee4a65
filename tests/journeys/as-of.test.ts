import { test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The registrar looks at the students as of a past day, goes through the life of one, and back to today. */

const { site, desk: sit } = openHouse({ students: 300 });
const desk: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('a list and a record are looked at as they were', async () => {
  const say = wordsOf('uz');
  const [{ id }] = await sql(
    `update students set lastname = 'Hozirgiyev', search = search || ' ' || edulab_search_key('Hozirgiyev') where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null) returning id`,
  );
  const [{ old }] = await sql(
    "select old ->> 'lastname' as old from audit_log where table_name = 'students' and row_id = $1 and operation = 'UPDATE' and old ? 'lastname' order by id desc limit 1",
    [id],
  );
  const [{ day, shown }] = await sql(
    "select to_char(edulab_today() - 1, 'YYYY-MM-DD') as day, to_char(edulab_today() - 1, 'DD.MM.YYYY') as shown",
  );
  const page = await sit('registrar_head', desk);
  await page.goto('/students?search=Hozirgiyev');
  await page.getByRole('row', { name: /Hozirgiyev/ }).waitFor();
  await page.getByRole('button', { name: say('kit.as_of.choose') }).click();
  await screenshot(page, 'as-of-choose');
  await page.getByRole('dialog').getByRole('table').getByRole('button').first().click();
  await page.waitForURL((url) => url.searchParams.has('as_of'));
  await page.getByRole('button', { name: say('shell.as_of.back') }).waitFor();
  await page.goto(`/students?search=Hozirgiyev&as_of=${day}`);
  await page.getByText(say('shell.as_of.day', { time: shown })).waitFor();
  // Nobody was called so then.
  await page.getByText(say('kit.list.emptyFiltered')).first().waitFor();
  await page.getByRole('searchbox').fill(old);
  const row = page.getByRole('row', { name: new RegExp(old) }).first();
  await row.waitFor();
  await axe(page);
  await screenshot(page, 'as-of-list');
  await page.goto(`/students/${id}?as_of=${day}`);
  await page.getByRole('heading', { level: 1, name: new RegExp(old) }).waitFor();
  await axe(page);
  await screenshot(page, 'as-of-record');
  await page.getByRole('button', { name: say('kit.as_of.later') }).click();
  await page.getByRole('heading', { level: 1, name: /Hozirgiyev/ }).waitFor();
  await page.waitForURL((url) => !url.searchParams.has('as_of'));
  await page.getByRole('button', { name: say('kit.as_of.earlier') }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(old) }).waitFor();
  await screenshot(page, 'as-of-record-step');
  await page.getByRole('button', { name: say('shell.as_of.back') }).click();
  await page.waitForURL((url) => !url.searchParams.has('as_of'));
  await page.getByRole('heading', { level: 1, name: /Hozirgiyev/ }).waitFor();
  expectNoTrouble(page);

  const small = await sit('registrar_head', phone);
  await small.goto(`/students?as_of=${day}`);
  await small.getByText(wordsOf('ru')('shell.as_of.day', { time: shown })).waitFor();
  await small.getByRole('row').nth(1).waitFor();
  await screenshot(small, 'as-of-list-phone');
  await small.getByRole('button', { name: wordsOf('ru')('kit.as_of.choose') }).click();
  await small.getByRole('dialog').getByRole('table').waitFor();
  await screenshot(small, 'as-of-choose-phone');
  await small.goto(`/students/${id}?as_of=${day}`);
  await small.getByRole('heading', { level: 1, name: new RegExp(old) }).waitFor();
  await small.getByRole('slider').waitFor();
  await axe(small);
  await screenshot(small, 'as-of-record-phone');
  expectNoTrouble(small);
});
