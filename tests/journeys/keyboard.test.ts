import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { expectNoTrouble } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** What each main role comes for, from signing in to done, without a mouse. */

const house = openHouse({ students: 60 });
const say = wordsOf('en');

/** On with Tab until it stands there; who cannot get there in so many steps does not get there. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await target.first().waitFor();
  const there = () => target.first().evaluate((node) => node === document.activeElement);
  for (let steps = 0; steps < most; steps++) {
    if (await there()) return;
    await page.keyboard.press('Tab');
  }
  const stands = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`Tab does not lead to ${target} in ${most} steps; it stands on ${stands}`);
}

/** A dialog that closes gives the focus back a few milliseconds after it has gone. */
const focusKept = (page: Page) => expect.poll(() => focused(page), { timeout: 2_000 }).not.toBe('BODY');
/** The focus is somewhere that one can go on from, not lost at the beginning of the page. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

async function signIn(who: string): Promise<Page> {
  const page = await house.desk('', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  await house.site().database.owner.query("update accounts set locale = 'en' where username = $1", [who]);
  await page.goto('/login');
  await tabTo(page, page.getByRole('textbox', { name: 'ID, e-mail or phone' }));
  await page.keyboard.type(who);
  await tabTo(page, page.getByRole('textbox', { name: 'Password', exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: say('shell.palette.open') }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** To a page by its name, from wherever one is. */
async function goTo(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('textbox', { name: say('shell.palette.placeholder') });
  await box.waitFor();
  await page.keyboard.type(title);
  const found = page.getByRole('dialog').getByRole('button', { name: title }).first();
  await found.waitFor();
  // Others may come above it while one is on the way.
  for (let steps = 0; steps < 12 && (await found.getAttribute('data-selected')) === null; steps++) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(100);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

test('a student signs in, opens a module and reads its first lesson', async () => {
  const page = await signIn('bachelor_student');
  await goTo(page, say('lessons.title'));
  await tabTo(page, page.locator('main a[href$="/student-lessons"]'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/student-lessons');
  const lesson = page.locator('main .mantine-Accordion-control');
  await tabTo(page, lesson);
  await page.keyboard.press('Enter');
  await expect.poll(() => lesson.first().getAttribute('aria-expanded')).toBe('true');
  expectNoTrouble(page);
});

test('a teacher adds a lesson and moves it up', async () => {
  const page = await signIn('teacher');
  await goTo(page, say('lessons.title'));
  const add = page.getByRole('button', { name: say('lessons.add') });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: say('lessons.add') });
  await tabTo(page, form.getByRole('textbox', { name: say('lessons.field.title') }));
  await page.keyboard.type('By keyboard alone');
  await tabTo(page, form.getByRole('button', { name: say('kit.save'), exact: true }));
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await focusKept(page);
  const grip = page.getByRole('button', { name: say('lessons.move', { title: 'By keyboard alone' }) });
  await grip.waitFor();
  const place = () =>
    page
      .getByRole('list', { name: say('lessons.title') })
      .getByRole('listitem')
      .allInnerTexts()
      .then((lines) => lines.findIndex((line) => line.includes('By keyboard alone')));
  const before = await place();
  await tabTo(page, grip, 200);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(place).toBe(before - 1);
  expectNoTrouble(page);
});

test('the registrar finds a student, goes on to the next and opens the form', async () => {
  const page = await signIn('registrar_head');
  await goTo(page, say('students.list.title'));
  const row = page.locator('tbody tr[tabindex]');
  await row.first().waitFor();
  // Past the menu, which is long for somebody who does much.
  await tabTo(page, page.getByRole('link', { name: say('shell.skip') }));
  await page.keyboard.press('Enter');
  await tabTo(page, row);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/students\/\d+/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const first = page.url();
  await page.getByRole('navigation', { name: say('kit.place.in_list') }).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL((url) => /\/students\/\d+/.test(url.pathname) && url.href !== first);
  await tabTo(page, page.getByRole('button', { name: say('students.edit') }), 120);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await focusKept(page);
  expectNoTrouble(page);
});

test('an accountant opens a contract, goes on to the next and comes back to the list', async () => {
  const page = await signIn('accounting_head');
  await goTo(page, say('accounting.contracts.title'));
  await tabTo(page, page.locator('tbody tr[tabindex]'), 120);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: say('accounting.contract.one') });
  await drawer.getByRole('complementary', { name: say('accounting.rail.title') }).waitFor();
  const first = page.url();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.href !== first && url.searchParams.has('open'));
  await drawer.getByRole('complementary', { name: say('accounting.rail.title') }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await focusKept(page);
  expectNoTrouble(page);
});
