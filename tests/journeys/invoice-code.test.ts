import { expect, test } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { drawSharply, scanPaper } from '#tests/support/qr.ts';
import { wordsOf } from '#tests/support/words.ts';

/** An invoice lies on the table: a phone that nobody is signed in on scans its code, and its owner pays that very invoice. */

const { site, desk: sit } = openHouse({ students: 60 });
const desk: Look = { locale: 'ru', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

test('the code on the paper, as it is drawn, leads to the invoice that it stands on', async () => {
  const [student] = await sql("select id, full_name from students where username = 'bachelor_student'");
  await sql(
    `update student_debits set due_on = edulab_today() - 40
      where id = (select id from student_debits where student_id = $1 and contract_id is not null and paid < total and deleted_at is null order by due_on limit 1)`,
    [student.id],
  );
  const office = await sit('accounting_head', desk);
  await drawSharply(office);
  await office.goto('/accounting/invoices');
  const token = await office.evaluate(() => localStorage.getItem('token'));
  const invoiced = async (amount: string) => {
    const answer = await fetch(`${site().url}${apiBase}/student/create/invoice`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        institution: '1',
        language: 'ru',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ student_id: student.id, amount, language: 'ru' }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { number: string }).number;
  };
  // Two of one person: the code must know which.
  const [first, second] = [await invoiced('150000'), await invoiced('260000')];
  const rows = await sql('select id, number from invoices where number = any($1) order by number', [[first, second]]);
  expect(rows).toHaveLength(2);
  const scanned: URL[] = [];
  for (const { id, number } of rows) {
    await office.goto(`/accounting/invoices?search=${number}`);
    const row = office.getByRole('row').filter({ hasText: number }).first();
    await row.getByRole('button').last().click();
    await office.getByRole('menuitem', { name: wordsOf('ru')('accounting.invoices.pdf') }).click();
    const reader = office
      .getByRole('dialog')
      .filter({ has: office.getByRole('toolbar', { name: new RegExp(number) }) });
    await reader.waitFor();
    const said = await scanPaper(reader, '/payments/online');
    expect(said).toBe(`${site().kernel.settings.publicUrl}/payments/online?invoice=${id}`);
    scanned.push(new URL(said));
    await office.keyboard.press('Escape');
    await reader.waitFor({ state: 'detached' });
  }
  expectNoTrouble(office);

  // Nobody is signed in on the phone: whoever scans signs in, and is led on to what was scanned.
  const say = wordsOf('uz');
  const scanning = await sit('', phone);
  const [, { pathname, search }] = scanned as [URL, URL];
  // The address of this house in the place of the one that everybody else would be at.
  await scanning.goto(`${site().url}${pathname}${search}`);
  await scanning.getByRole('textbox', { name: say('identity.login.name') }).fill('bachelor_student');
  await scanning.locator('[type=password]').fill(demoPassword);
  await scanning.getByRole('button', { name: say('identity.login.sign_in'), exact: true }).click();
  await scanning.waitForURL(`**/payments/online?invoice=${rows[1]!.id}`);
  const amount = scanning.getByLabel(say('gateways.pay.amount'));
  await amount.waitFor();
  await scanning.getByText(rows[1]!.number, { exact: false }).first().waitFor();
  expect((await amount.inputValue()).replaceAll(/\D/g, '')).toBe('260000');
  expect(await scanning.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await screenshot(scanning, 'invoice-scanned-phone');
  expectNoTrouble(scanning, [/status of 401/]);
});
