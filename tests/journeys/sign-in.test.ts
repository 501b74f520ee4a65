import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { axe, close, expectNoTrouble, newPage } from '#tests/support/browser.ts';
import { type Site, startSite } from '#tests/support/site.ts';

let site: Site;
let page: Page;
// A refused call is written to the console by the browser itself.
const refused = [/status of 4\d\d/];

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await close();
  await site?.close();
});
beforeEach(async () => {
  page = await open();
});
afterEach(async () => {
  await page.context().close();
});

/** A browser of somebody's own, in English. */
async function open(): Promise<Page> {
  const fresh = await newPage({ baseURL: site.url });
  await fresh.addInitScript(() => {
    if (!localStorage.getItem('lang')) localStorage.setItem('lang', 'en');
  });
  return fresh;
}

const name = (on: Page) => on.getByRole('textbox', { name: 'ID, e-mail or phone' });
const password = (on: Page, label = 'Password') =>
  on.getByRole('textbox', { name: label, exact: true }).and(on.locator('[type=password]'));

async function signIn(on: Page, who: string, secret = demoPassword) {
  await on.goto('/login');
  await name(on).fill(who);
  await password(on).fill(secret);
  await on.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const change = (statement: string, values: unknown[] = []) => site.database.owner.query(statement, values);
const demand = (username: string, action: string) =>
  change('update accounts set required_actions = array[$2] where username = $1', [username, action]);

test('the password is asked once there is a name, and ID, e-mail and phone all sign in', async () => {
  await change("update accounts set phone = '998901112233' where username = 'registrar_head'");
  await page.goto('/login');
  await expect.poll(() => password(page).count()).toBe(0);
  await axe(page);
  for (const who of ['registrar_head', 'registrar.head@demo.edulab.uz', '+998 90 111-22-33']) {
    const own = await open();
    await signIn(own, who);
    await own.waitForURL('**/home');
    expectNoTrouble(own);
    await own.context().close();
  }
});

test('whoever chose another language elsewhere reads the names of their institution in it, too', async () => {
  await change("update accounts set locale = 'ru' where username = 'teacher'");
  const storageState = await site.signedIn('teacher', { lang: 'en' });
  const own = await newPage({ baseURL: site.url, storageState });
  await own.goto('/home');
  await expect.poll(() => own.getByRole('main').innerText()).toContain('Ташкентский международный университет');
  expectNoTrouble(own);
  await own.context().close();
});

test('a wrong password is told with status and message, and what was typed stays', async () => {
  await signIn(page, 'teacher', 'wrong-password');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not sign in (401)' });
  await alert.waitFor();
  expect(await name(page).inputValue()).toBe('teacher');
  await axe(page);
  expectNoTrouble(page, refused);
});

test('a demanded new password stands before every other page', async () => {
  await demand('dean', 'UPDATE_PASSWORD');
  await signIn(page, 'dean');
  await page.waitForURL('**/update-password');
  await page.goto('/home');
  await page.waitForURL('**/update-password');
  await axe(page);
  await password(page, 'New password').fill('new-password-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
  await page.goto('/update-password');
  await page.waitForURL('**/home');
  expectNoTrouble(page);
});

test('an e-mail is confirmed with the code of the mail', async () => {
  await demand('archivist', 'VERIFY_EMAIL');
  await signIn(page, 'archivist');
  await page.waitForURL('**/verify-email');
  await axe(page);
  await page.getByRole('button', { name: 'Send the code again' }).click();
  await expect.poll(() => site.lastMessage('archivist@demo.edulab.uz').catch(() => '')).toMatch(/\b\d{6}\b/);
  const code = /\b\d{6}\b/.exec(await site.lastMessage('archivist@demo.edulab.uz'))?.[0] ?? '';
  await page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox').first().click();
  await page.keyboard.type(code);
  await page.waitForURL('**/home');
  expectNoTrouble(page);
});

test('a forgotten password is set anew by the link of the mail', async () => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await axe(page);
  await name(page).fill('marketing');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Mail has been sent!').waitFor();
  await expect.poll(() => site.lastMessage('marketing@demo.edulab.uz').catch(() => '')).toContain('token=');
  const link = /\/reset-password\?token=\S+/.exec(await site.lastMessage('marketing@demo.edulab.uz'))?.[0] ?? '';
  await page.goto(link);
  await password(page, 'New password').fill('forgotten-no-more');
  const repeat = password(page, 'Repeat the new password');
  await repeat.fill('something-else');
  await page.getByText('Passwords are not same!').waitFor();
  await repeat.fill('forgotten-no-more');
  await axe(page);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL('**/login');
  await signIn(page, 'marketing', 'forgotten-no-more');
  await page.waitForURL('**/home');
  expectNoTrouble(page);
});

test('the password is changed from the profile menu, and signing out leads to the sign-in page', async () => {
  await signIn(page, 'student_viewer');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: /Profile:/ }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const dialog = page.getByRole('dialog');
  const boxes = dialog.locator('input[type=password]');
  await boxes.nth(0).fill(demoPassword);
  await boxes.nth(1).fill('changed-it');
  await boxes.nth(2).fill('changed-it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Profile:/ }).click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Log out' }))
    .click();
  await page.waitForURL('**/login');
  await signIn(page, 'student_viewer', 'changed-it');
  await page.waitForURL('**/home');
  expectNoTrouble(page);
});

test('an applicant signs up with the code of an SMS, and a number signs up once', async () => {
  const begin = async (on: Page) => {
    await on.goto('/admission/reg?source=web');
    await on.getByRole('textbox', { name: 'Phone number' }).fill('90 765 43 21');
    await on.getByRole('button', { name: 'Get a code' }).click();
    await on.getByText('Enter the code that was sent to +998 (90) 765-43-21.').waitFor();
  };
  const code = async () => /\b\d{6}\b/.exec(await site.lastMessage('998907654321'))?.[0] ?? '';
  const type = async (on: Page, text: string) => {
    await on.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox').first().click();
    await on.keyboard.type(text);
  };
  await begin(page);
  await axe(page);
  const right = await code();
  await type(page, right === '000000' ? '111111' : '000000');
  await page.getByText('The code is wrong or has expired.').waitFor();
  await type(page, right);
  await page.getByRole('textbox', { name: 'Last name' }).fill('Aliyeva');
  await page.getByRole('textbox', { name: 'First name' }).fill('Nodira');
  await page.getByRole('combobox', { name: 'Institution' }).click();
  await page.getByRole('option').first().click();
  await password(page, 'New password').fill('a-word-of-my-own');
  await axe(page);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.waitForURL('**/home');
  expectNoTrouble(page);

  // A minute later.
  await change("update secrets set created_at = created_at - interval '1 minute' where kind = 'sms_code'");
  const again = await open();
  await begin(again);
  await type(again, await code());
  await again.getByText('This number already has an account.').waitFor();
  expectNoTrouble(again);
  await again.context().close();
});
