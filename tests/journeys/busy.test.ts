import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fail } from '#platform/server/call/errors.ts';
import { axe, expectNoTrouble, screenshot, settled } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Where more people ask than can be served, pages wait, say so quietly, and go on by themselves. */

const { desk, site } = openHouse({ students: 60 });
const wide: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const phone: Look = { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' };

/** From now on there is no room for anybody. Answers how many were turned away, once there is room again. */
function closeDoor(): () => number {
  const { gate } = site().kernel.database;
  let turned = 0;
  Object.assign(gate, { turnsAway: () => fail('SERVER_BUSY', { seconds: ++turned > 0 ? 1 : 0 }) });
  return () => {
    Reflect.deleteProperty(gate, 'turnsAway');
    return turned;
  };
}
const line = (page: Page, locale: Look['locale']) => page.getByText(wordsOf(locale)('common.busy'));
/** The browser itself writes each answer of 503 to its console. */
const refused = [/503/];

/** To another page, as a link does it. */
const turnTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test.each([
  ['registrar_head', '/students', wide],
  ['bachelor_student', '/marks', phone],
] as const)('pages of %s come by themselves once there is room, and nobody is signed out', async (who, path, look) => {
  const page = await desk(who, look);
  await page.goto('/home');
  await settled(page);
  expectNoTrouble(page);
  const { locale } = look;
  const open = closeDoor();
  await turnTo(page, path);
  await line(page, locale).waitFor();
  await axe(page);
  await screenshot(page, `busy-${look.width}`);
  await page.waitForTimeout(1_500);
  expect(await line(page, locale).count()).toBe(1);
  expect(open()).toBeGreaterThan(2);
  await line(page, locale).waitFor({ state: 'detached' });
  await settled(page);
  expect(await page.getByRole('alert').count()).toBe(0);

  const again = closeDoor();
  await page.reload();
  await page.waitForTimeout(2_500);
  expect(again()).toBeGreaterThan(0);
  await settled(page);
  expect(new URL(page.url()).pathname).toBe(path);
  await line(page, locale).waitFor({ state: 'detached' });
  expectNoTrouble(page, refused);
});

test('what is saved meanwhile is saved once, and who signs in comes in', async () => {
  const say = wordsOf('en');
  const page = await desk('hr_head', wide);
  await page.goto('/job-positions');
  await page
    .getByRole('button', { name: say('staff.jobs.add'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: `${say('staff.field.title')} (uz)`, exact: true })
    .fill('Watchman of the gate');
  await dialog
    .getByRole('combobox', { name: say('staff.field.kind') })
    .first()
    .click();
  await page.getByRole('option', { name: say('staff.kind.ADMINISTRATIVE') }).click();
  const open = closeDoor();
  await dialog.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await line(page, 'en').waitFor();
  await page.waitForTimeout(1_500);
  expect(open()).toBeGreaterThan(1);
  await dialog.waitFor({ state: 'detached' });
  await line(page, 'en').waitFor({ state: 'detached' });
  await page.goto('/job-positions?search=Watchman');
  await page.getByText('Watchman of the gate').first().waitFor();
  await settled(page);
  const { rows } = await site().database.owner.query(
    "select count(*)::int as count from job_positions where to_jsonb(job_positions)::text like '%Watchman of the gate%'",
  );
  expect(rows).toEqual([{ count: 1 }]);
  expectNoTrouble(page, refused);

  const fresh = await desk('', wide);
  await fresh.goto('/login');
  await fresh.locator('form input').first().fill('hr_head');
  await fresh.locator('form input[type=password]').fill('edulab-demo');
  const again = closeDoor();
  await fresh.locator('form button[type=submit]').click();
  await line(fresh, 'en').waitFor();
  expect(again()).toBeGreaterThan(0);
  await fresh.waitForURL('**/home');
  await settled(fresh);
  expectNoTrouble(fresh, refused);
});
