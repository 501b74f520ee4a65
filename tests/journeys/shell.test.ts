import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';

let site: Site;
const open: Page[] = [];
const usual: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
// A refused call is written to the console by the browser itself.
const refused = [/status of 4\d\d/, /ApiError: Please sign in/];

beforeAll(async () => {
  site = await startSite({ students: 60 });
});
afterAll(async () => {
  await close();
  await site?.close();
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

async function sit(who: string, look: Partial<Look> = {}): Promise<Page> {
  const page = await sitDown(site, who, { ...usual, ...look });
  open.push(page);
  return page;
}
const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const goHome = async (page: Page) => {
  await page.goto('/home');
  await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
};

test('the menu stands beside the page above 1200 px and opens over it below, in both layouts', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  await page.setViewportSize({ width: 1201, height: 900 });
  await menu(page).waitFor();
  await axe(page);

  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(() => menu(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Students', exact: true }).click();
  await page.waitForURL('**/students');
  await expect.poll(() => drawer.count()).toBe(0);

  const wide = await sit('registrar_head', { layout: 'horizontal' });
  await goHome(wide);
  await wide.setViewportSize({ width: 1201, height: 900 });
  await expect.poll(() => wide.getByRole('complementary').count()).toBe(0);
  await menu(wide).getByRole('button', { name: 'Studies' }).click();
  await axe(wide);
  await wide.getByRole('menuitem', { name: 'Students', exact: true }).click();
  await wide.waitForURL('**/students');
  await wide.setViewportSize({ width: 1200, height: 900 });
  await wide.getByRole('button', { name: 'Open menu' }).waitFor();
  expectNoTrouble(page);
  expectNoTrouble(wide);
});

test('another language keeps the page and what is asked of it, and the server remembers it', async () => {
  const page = await sit('registrar_head');
  await page.goto('/students?search=a&page=1');
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'Русский' }).click();
  await page.getByRole('heading', { level: 1, name: 'Студенты' }).waitFor();
  expect(at(page)).toBe('/students?search=a&page=1');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Студенты' }).waitFor();
  const { rows } = await site.database.owner.query("select locale from accounts where username = 'registrar_head'");
  expect(rows).toEqual([{ locale: 'ru' }]);
  expectNoTrouble(page);
});

test('another institution clears what was asked of the page', async () => {
  const page = await sit('super_admin');
  await page.goto('/students?page=2');
  const choice = page.getByRole('banner').getByRole('button', { name: /^Institution/ });
  const before = await choice.textContent();
  await choice.click();
  await page.getByRole('menuitem', { name: 'Samarkand International University' }).click();
  await expect.poll(() => at(page)).toBe('/students');
  await expect.poll(() => choice.textContent()).not.toBe(before);
  expectNoTrouble(page);
});

test('the palette finds pages and students, by keyboard alone', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  const { rows } = await site.database.owner.query<{ id: number; student_no: string }>(
    'select id, student_no from students where institution_id = 1 and deleted_at is null order by id limit 1',
  );
  const student = rows[0];
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Page, student, group, contract…' });
  await search.waitFor();
  await axe(page);
  await search.fill('academic');
  await page.getByRole('button', { name: /Academic years/ }).waitFor();
  await search.fill(student?.student_no ?? '');
  await page.getByText(student?.student_no ?? '', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/students/${student?.id}`);
  expectNoTrouble(page);
});

test('the look is chosen in a drawer, shows at once and stays', async () => {
  const page = await sit('teacher');
  await goHome(page);
  await page.getByRole('button', { name: 'Appearance' }).click();
  const drawer = page.getByRole('dialog', { name: 'Appearance' });
  await drawer.waitFor();
  const skin = (name: string) => page.evaluate((key) => document.documentElement.dataset[key], name);
  for (const name of ['Dark', 'Bordered', 'Semi-dark']) {
    await drawer.getByText(name, { exact: true }).click();
    await expect.poll(() => skin('skin')).toBe(name.toLowerCase());
    await axe(page);
  }
  await drawer.getByText('Horizontal', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await skin('skin')).toBe('semi-dark');
  expect(await page.getByRole('complementary').count()).toBe(0);
  expectNoTrouble(page);
});

test('a session that the server has ended leads to sign-in and from there back to the same page', async () => {
  const page = await sit('hr_head');
  await page.goto('/staff?search=a');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await site.database.owner.query(
    "delete from sessions where account_id = (select id from accounts where username = 'hr_head')",
  );
  await page.reload();
  const name = page.getByRole('textbox', { name: /ID, e-mail or phone/ });
  await name.waitFor();
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBeNull();
  // Forgotten for the next person, not for whoever reads this page.
  await page.reload();
  await name.fill('hr_head');
  await page.locator('input[type=password]').fill('edulab-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/staff?search=a');
  expectNoTrouble(page, refused);
});

test('pages that are not there, not allowed or broken say so and lead home', async () => {
  const page = await sit('super_admin');
  for (const [path, title] of [
    ['/no/such/page', 'Page not found'],
    ['/guest-users/abc', 'Page not found'],
    ['/not-authorized', 'Not authorized'],
    ['/error', 'An error has occurred'],
  ]) {
    await page.goto(path ?? '');
    await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
    await axe(page);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL('**/home');
  }
  const teacher = await sit('teacher');
  for (const path of ['/error', '/page-embed']) {
    await teacher.goto(path);
    await teacher.waitForURL('**/not-authorized');
  }
  expectNoTrouble(page);
  expectNoTrouble(teacher);
});

test('without a network a banner says so until it is back', async () => {
  const page = await sit('teacher');
  await goHome(page);
  await page.context().setOffline(true);
  const banner = page.getByRole('alert').filter({ hasText: 'You are offline' });
  await banner.waitFor();
  await axe(page);
  await page.context().setOffline(false);
  await expect.poll(() => banner.count()).toBe(0);
});

test('menus that were never opened open without a network, for they came with the first act; before it the page stands', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  const profile = page.getByRole('banner').getByRole('button', { name: /Profile:/ });
  await page.context().setOffline(true);
  await profile.click();
  await page.getByRole('alert').filter({ hasText: 'You are offline' }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().setOffline(false);

  await goHome(page);
  const came = page.waitForResponse((response) => /drop-down-menu/.test(response.url()));
  await page.mouse.move(300, 300);
  await (await came).finished();
  await page.context().setOffline(true);
  await profile.click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => profile.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => profile.evaluate((button) => document.activeElement === button)).toBe(true);
});

test('in a collapsed menu a page says its name beside it, and a group opens for a pointer and goes with it', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await axe(page);
  const tip = page.getByRole('tooltip');
  await menu.getByRole('link', { name: 'Timetable', exact: true }).hover();
  await expect.poll(() => tip.allTextContents()).toEqual(['Timetable']);
  await menu.getByRole('button', { name: 'Accounting' }).hover();
  await page.getByRole('menuitem', { name: 'Contracts', exact: true }).waitFor();
  await expect.poll(() => tip.count()).toBe(0);
  await page.mouse.move(900, 500);
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
});

test('a notice rings at once, opens what it is about and is read then; an applicant has no bell', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notices/ });
  await bell.waitFor();
  // The live connection opens after the page has settled.
  await page.waitForRequest((request) => request.url().endsWith('/events'));
  await page.waitForTimeout(500);
  await site.database.owner.query(
    `insert into notices (institution_id, account_id, type, title, link)
     select 1, id, 'test', '{"uz":"Import tugadi","ru":"Импорт завершён","en":"The import is done"}', '/students'
     from accounts where username in ('registrar_head', 'guest_user')`,
  );
  await site.database.owner.query(
    `select pg_notify('edulab_events', json_build_object('type', 'notice', 'to', json_build_object('account_id', id),
       'data', '{}'::json, 'institution_id', 1)::text) from accounts where username = 'registrar_head'`,
  );
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor();
  await axe(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /The import is done/ })
    .click();
  await page.waitForURL('**/students');
  await expect.poll(() => bell.textContent()).toMatch(/Notices$/);

  const guest = await sit('guest_user');
  await goHome(guest);
  await guest.getByRole('button', { name: /The import is done/ }).waitFor();
  expect(
    await guest
      .getByRole('banner')
      .getByRole('button', { name: /^Notices/ })
      .count(),
  ).toBe(0);
  await axe(guest);
  expectNoTrouble(page);
  expectNoTrouble(guest);
});

test('everything of the bar is reached by keyboard, first the way past it', async () => {
  const page = await sit('registrar_head');
  await goHome(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id ?? location.hash)).toBe('main');
  await page.getByRole('button', { name: /Profile:/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Reset password' }).waitFor();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Profile:/);
  expectNoTrouble(page);
});
