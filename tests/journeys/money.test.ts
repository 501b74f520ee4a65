import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A student reads the contract on a phone and accepts it with a code; the accountant enters a payment; the debt falls. */

let site: Site;
const open: Page[] = [];
beforeAll(async () => {
  site = await startSite({ students: 60 });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
async function sit(who: string, look: Look): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
}
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;

/** The student's contract waits to be accepted, as if it were issued today. */
async function waiting(): Promise<{ id: number; number: string; phone: string }> {
  const [contract] = await sql(
    `update contracts set status = 'TERMINATED' where student_id = (select id from students where username = 'bachelor_student') returning *`,
  );
  await sql('delete from payments where contract_id = $1', [contract.id]);
  await sql('delete from student_debits where contract_id = $1', [contract.id]);
  const [account] = await sql(
    `update accounts set phone = '998901239876', required_actions = '{BS_CONTRACT_ACCEPTANCE_REQUIRED}' where username = 'bachelor_student' returning id`,
  );
  const [made] = await sql(
    `insert into contracts (institution_id, number, agreement_id, student_id, account_id, payer_name, level, academic_year_id, course_id, education_form_id, study_language, amount, plan, deadline, fine, minimum_share, status, issued_on, search)
     select institution_id, 'K-2026-999001', agreement_id, student_id, $2, payer_name, level, academic_year_id, course_id, education_form_id, study_language, amount,
            jsonb_build_array(jsonb_build_object('due_on', edulab_today() - 1, 'amount', amount / 4), jsonb_build_object('due_on', edulab_today() + 100, 'amount', amount - amount / 4)),
            edulab_today() + 100, fine, minimum_share, 'ISSUED', edulab_today(), 'k-2026-999001'
       from contracts where id = $1 returning id, number`,
    [contract.id, account.id],
  );
  return { ...made, phone: '998901239876' };
}

describe('a contract', () => {
  let contract: Awaited<ReturnType<typeof waiting>>;

  test('is read and accepted on a phone; until then nothing else opens', async () => {
    contract = await waiting();
    const say = wordsOf('uz');
    const page = await sit('bachelor_student', phone);
    await page.goto('/home');
    await page.waitForURL('**/bachelor/contracts');
    await page.getByRole('heading', { name: say('accounting.mine.contract', { number: contract.number }) }).waitFor();
    await page.getByText('Shartnoma predmeti').waitFor();
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const send = page.getByRole('button', { name: say('accounting.open.code'), exact: true });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel(say('accounting.open.have_read')).check();
    await send.click();
    const boxes = page.locator('form input');
    await boxes.first().waitFor();
    const code = /\d{6}$/.exec(await site.lastMessage(contract.phone))![0];
    await boxes.first().focus();
    await page.keyboard.type(code);
    await page.getByText(say('accounting.open.accepted')).waitFor();
    await axe(page);
    const [row] = await sql('select status, accepted_sha256, document_id from contracts where id = $1', [contract.id]);
    expect(row).toMatchObject({
      status: 'ACTIVE',
      accepted_sha256: expect.any(String),
      document_id: expect.any(Number),
    });
    await page.getByRole('link', { name: say('accounting.open.home') }).click();
    await page.waitForURL('**/home');
    expectNoTrouble(page);
  });

  test('is paid at the desk of the accountant', async () => {
    const say = wordsOf('ru');
    const page = await sit('accounting_head', desk);
    await page.goto(`/payments?open=new&id=${contract.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('accounting.field.amount')).fill('1000000');
    await axe(page, { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: say('kit.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const [payment] = await sql('select amount from payments where contract_id = $1', [contract.id]);
    expect(payment.amount).toBe(100_000_000);
    await page.goto('/debit');
    await page.getByText(say('accounting.debits.months')).waitFor();
    await axe(page);
    expectNoTrouble(page);
  });

  test('and the debt that the student sees has fallen', async () => {
    const say = wordsOf('uz');
    const page = await sit('bachelor_student', phone);
    await page.goto('/accounting/contract');
    await page.getByText(say('accounting.mine.due'), { exact: true }).waitFor();
    const [{ left }] = await sql(
      'select (total - paid) / 100 as left from student_debits where contract_id = $1 and position = 1',
      [contract.id],
    );
    const shown = (await page.locator('main').textContent()) ?? '';
    expect(shown.replaceAll(/\D/g, '')).toContain(String(left));
    await axe(page);
    expectNoTrouble(page);
  });
});
