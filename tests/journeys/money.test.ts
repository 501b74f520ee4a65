import { describe, expect, test } from 'vitest';
import { axe, expectNoTrouble, readsPaper, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * A student reads the contract on a phone and accepts it with a code; the accountant enters a payment and takes others from
 * a file; the debt falls. The office hands the student a letter, and the student tells a new phone.
 */

const { site, desk: sit } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const desk: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;

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
    const code = /\d{6}$/.exec(await site().lastMessage(contract.phone))![0];
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
    // Whom it is for, what was agreed, paid and is left stands there before it is saved.
    const note = dialog.getByRole('status', { name: say('accounting.balance.title') });
    await note.getByText(contract.number, { exact: true }).waitFor();
    await note.getByText(say('accounting.contract.left')).waitFor();
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

  test('is not overpaid without a yes; the excess is on the balance, and deleting says what and asks why', async () => {
    const say = wordsOf('ru');
    const page = await sit('accounting_head', desk);
    const sum = async () =>
      Number(
        (
          await sql(
            'select coalesce(sum(amount), 0) as sum from payments where contract_id = $1 and deleted_at is null',
            [contract.id],
          )
        )[0].sum,
      );
    const before = await sum();
    await page.goto(`/payments?open=new&id=${contract.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('accounting.field.amount')).fill('900000000');
    await dialog.getByRole('button', { name: say('kit.save'), exact: true }).click();
    const asked = page.getByRole('dialog', { name: say('accounting.payments.overpayment') });
    await asked.getByText(contract.number).first().waitFor();
    await axe(page, { within: '[role=dialog]' });
    expect(await sum()).toBe(before);
    await asked.getByRole('button', { name: say('accounting.payments.overpayment_yes') }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await sum()).toBe(before + 90_000_000_000);
    expect(await sql('select credit > 0 as above from contract_credits where contract_id = $1', [contract.id])).toEqual(
      [{ above: true }],
    );
    await page.goto(`/payments?contract_id=${contract.id}&sort=amount,desc`);
    const row = page.getByRole('row').filter({ hasText: '900' }).first();
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: say('kit.resource.delete') }).click();
    const why = page.getByRole('dialog', { name: say('kit.delete.title') });
    await why.getByText(contract.number).waitFor();
    await axe(page, { within: '[role=dialog]' });
    await why.getByRole('textbox').fill('Ошибка в сумме');
    await why.getByRole('button', { name: say('kit.resource.delete') }).click();
    await why.waitFor({ state: 'detached' });
    expect(await sum()).toBe(before);
    expect(
      await sql('select deletion_reason from payments where contract_id = $1 and deleted_at is not null', [
        contract.id,
      ]),
    ).toEqual([{ deletion_reason: 'Ошибка в сумме' }]);
    expect(await sql('select 1 from contract_credits where contract_id = $1', [contract.id])).toEqual([]);
    expectNoTrouble(page, [/status of 409/]);
  });

  test('is paid further by a file of the bank, which is looked at first', async () => {
    const say = wordsOf('ru');
    const page = await sit('accounting_head', desk);
    await page.goto('/payments/import');
    const give = (rows: string[][]) =>
      page.locator('main input[type=file]').setInputFiles({
        name: 'bank.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          [['Payment reference', 'Contract number', 'Amount', 'Date', 'Payment type'], ...rows]
            .map((row) => row.join(';'))
            .join('\n'),
        ),
      });
    const [{ today }] = await sql('select edulab_today()::text as today');
    const row = ['B-77', contract.number, '250000', today, 'BANK'];
    // Nobody has this contract: named, and nothing is written.
    await give([row, ['B-78', 'K-0000-000000', '250000', today, 'BANK']]);
    await page.getByText(say('kit.import.bad', { count: 1 })).waitFor();
    await give([row]);
    await page.getByText(say('kit.import.good')).waitFor();
    await axe(page);
    await page.getByRole('button', { name: say('kit.import.run', { count: 1 }), exact: true }).click();
    await page.getByText(say('kit.import.done')).waitFor();
    expect(await sql("select amount::int as amount, contract_id from payments where external_ref = 'B-77'")).toEqual([
      { amount: 25_000_000, contract_id: contract.id },
    ]);
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
    await page
      .getByRole('button', { name: say('accounting.contract.pdf') })
      .first()
      .click();
    await readsPaper(page, /SH-\d{4}-\d{6}\.pdf/, { shot: () => screenshot(page, 'contract-paper-phone') });
    expectNoTrouble(page);
  });
});

test('a call letter is issued and opened by the office', async () => {
  const say = wordsOf('ru');
  const [student] = await sql("select id from students where username = 'bachelor_student'");
  const page = await sit('registrar_head', desk);
  await page.goto(`/students/${student.id}?tab=letters`);
  await page.getByRole('tab', { name: say('students.tab.call_letters') }).click();
  await page
    .getByRole('button', { name: say('students.letter.issue') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: say('students.field.occasion') }).click();
  await page.getByRole('option').first().click();
  const [{ from, to }] = await sql(
    "select to_char(edulab_today() + 5, 'DD.MM.YYYY') as from, to_char(edulab_today() + 14, 'DD.MM.YYYY') as to",
  );
  await dialog.getByLabel(say('students.field.starts_on')).fill(from);
  await dialog.getByLabel(say('students.field.ends_on')).fill(to);
  await dialog.getByLabel(say('students.field.addressee')).fill('ООО «Ипак йули»');
  await axe(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: say('students.letter.issue') }).click();
  await dialog.waitFor({ state: 'detached' });
  const [{ number }] = await sql("select number from issued_documents where kind = 'CALL_LETTER'");
  const shown = page.waitForResponse((answer) => answer.headers()['content-type']?.includes('pdf') ?? false);
  await page
    .getByRole('button', { name: new RegExp(`${number}$`) })
    .first()
    .click();
  expect((await shown).status()).toBe(200);
  expectNoTrouble(page);
});

test('somebody tells a new phone by the code that comes to it', async () => {
  const say = wordsOf('uz');
  const page = await sit('bachelor_student', phone);
  await page.goto('/profile');
  await page.getByRole('button', { name: say('identity.profile.phone_change') }).click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByLabel(say('identity.profile.phone_new'));
  await number.click();
  await number.pressSequentially('935557788');
  await dialog.getByLabel(say('identity.password.present')).fill('edulab-demo');
  await dialog.getByRole('button', { name: say('identity.sign_up.send') }).click();
  const boxes = dialog.locator('form input');
  await boxes.nth(5).waitFor();
  await axe(page, { within: '[role=dialog]' });
  await boxes.first().focus();
  await page.keyboard.type(/\b\d{6}\b/.exec(await site().lastMessage('998935557788'))![0]);
  await dialog.waitFor({ state: 'detached' });
  expect(await sql("select phone from accounts where username = 'bachelor_student'")).toEqual([
    { phone: '998935557788' },
  ]);
  expectNoTrouble(page);
});
