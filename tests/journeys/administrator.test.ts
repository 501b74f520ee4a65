import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axe, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** What an administrator does with roles and accounts, and what those concerned see of it at once. */

const { site, desk } = openHouse();
// Each journey takes another permission away from nobody: the looks do not disturb each other.
const looks: (Look & { permission: string; path: string })[] = [
  { locale: 'uz', width: 1440, skin: 'light', layout: 'horizontal', permission: 'account.read', path: '/accounts' },
  { locale: 'ru', width: 390, skin: 'bordered', layout: 'vertical', permission: 'outbox.read', path: '/outbox' },
];

describe.each(looks)('in $locale, $skin, $layout, $width px wide', (look) => {
  const say = wordsOf(look.locale);
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  test('gives a role something, and whoever holds it has it without signing in again', async () => {
    const teacher = await desk('teacher', look);
    await teacher.goto(look.path);
    await teacher.waitForURL('**/not-authorized');

    const page = await desk('super_admin', look);
    const { rows } = await site().database.owner.query("select id from roles where name = 'TEACHER'");
    await page.goto(`/roles?role=${rows[0].id}`);
    await page
      .getByRole('combobox', { name: say(`permission.${look.permission}`), exact: true })
      .selectOption('institution');
    // The bar of a changed row keeps clear of the words beside it.
    const gap = await page.locator('[data-changed]').evaluate((row) => {
      const bar = getComputedStyle(row, '::before');
      return -Number.parseFloat(bar.left) - Number.parseFloat(bar.width);
    });
    expect(gap).toBeGreaterThanOrEqual(6);
    // The way back to the top never lies over what is to be pressed.
    const review = page.getByRole('button', { name: say('identity.roles.review') });
    await page.mouse.wheel(0, 900);
    const up = page.getByRole('button', { name: say('shell.to_top') });
    await up.waitFor();
    const bar = page.getByRole('status').filter({ has: review });
    await expect
      .poll(async () => {
        const [above, below] = [await up.boundingBox(), await bar.boundingBox()];
        return above !== null && below !== null && above.y + above.height <= below.y;
      })
      .toBe(true);
    await review.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(say(`permission.${look.permission}`)).waitFor();
    await axe(page);
    await dialog.getByRole('button', { name: say('common.save'), exact: true }).click();
    await page.getByText(say('identity.roles.saved')).waitFor();

    await teacher.goto(look.path);
    await heading(teacher).waitFor();
    expect(new URL(teacher.url()).pathname).toBe(look.path);

    await page.goto('/info-history');
    await page
      .getByText(say(`permission.${look.permission}`))
      .first()
      .waitFor();

    // The same, for who asks who gave whom what power.
    await page.goto('/security-log?kind=ROLE');
    await page.getByText(say('security.kind.ROLE'), { exact: true }).first().waitFor();
    await page.getByText(`${look.permission} (institution)`).first().waitFor();
    await axe(page, { within: 'main' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('identity.security.export'), exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('security-log.jsonl');
    await teacher.goto('/security-log');
    await teacher.waitForURL('**/not-authorized');
    expectNoTrouble(page);
    expectNoTrouble(teacher);
  });

  test('opens an account; its owner sets a password of their own and comes in', async () => {
    const page = await desk('super_admin', look);
    await page.goto('/accounts');
    await page.getByRole('button', { name: say('identity.account.new'), exact: true }).click();
    const form = page.getByRole('dialog');
    const username = `yangi.${look.locale}.${look.width}`;
    await form.getByRole('textbox', { name: say('identity.lastname'), exact: true }).fill('Tursunova');
    await form.getByRole('textbox', { name: say('identity.firstname'), exact: true }).fill('Lola');
    await form.getByRole('textbox', { name: say('identity.username'), exact: true }).fill(username);
    await form.getByRole('textbox', { name: say('identity.account.first_password') }).fill('first-password');
    const role = form.locator('[data-path=roles]:not([disabled])').first();
    await role.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Tab']) await page.keyboard.press(key);
    await form.locator('.mantine-Pill-root').first().waitFor();
    await axe(page);
    await form.locator('button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
    await page.goto(`/accounts?search=${username}`);
    await page.getByText('Tursunova').first().waitFor();
    const { rows } = await site().database.owner.query(
      "update accounts set required_actions = array['UPDATE_PASSWORD'] where username = $1 returning id",
      [username],
    );

    const owner = await desk('', look);
    await owner.goto('/login');
    await owner.locator('input[autocomplete=username]').fill(username);
    await owner.locator('input[type=password]').fill('first-password');
    await owner.locator('form button[type=submit]').click();
    await owner.waitForURL('**/update-password');
    await owner
      .getByRole('textbox', { name: say('identity.password.new'), exact: true })
      .and(owner.locator('[type=password]'))
      .fill('a-word-of-my-own');
    await owner.locator('form button[type=submit]').click();
    await owner.waitForURL('**/home');

    // What the account may do and why, and that its owner was here.
    await page.goto(`/accounts/${rows[0].id}?tab=abilities`);
    await page.getByRole('table').first().waitFor();
    await axe(page, { within: 'main' });
    expectNoTrouble(page);
    expectNoTrouble(owner);
  });

  test('signs out everywhere else; the other browser is asked to sign in', async () => {
    const here = await desk('admin', look);
    const there = await desk('admin', look);
    await there.goto('/home');
    await heading(there).waitFor();
    await here.goto('/profile');
    await here.getByRole('button', { name: say('identity.profile.end_all'), exact: true }).click();
    await here
      .getByRole('dialog')
      .getByRole('button', { name: say('common.yes'), exact: true })
      .click();
    await expect.poll(() => here.getByRole('row').count()).toBe(2);
    await there.goto('/accounts');
    await there.waitForURL('**/login**');
    await here.goto('/home');
    await heading(here).waitFor();
    expectNoTrouble(here);
    // The lost session is told to the console.
    expectNoTrouble(there, [/status of 401/, /ApiError/]);
  });
});
