import { expect, test } from 'vitest';
import { openHouse } from '#tests/support/desks.ts';

/** At 320 CSS pixels, which is a desk at four times its size, and at twice its size nothing but what scrolls by itself is wider than the screen. */

const house = openHouse({ students: 60 });
const pages: [who: string, paths: string[]][] = [
  ['registrar_head', ['/home', '/students', '/students/20', '/groups', '/applications']],
  ['teacher', ['/home', '/attendance', '/timetable', '/lessons', '/attendance-grid']],
  ['bachelor_student', ['/home', '/marks', '/lessons', '/calendar', '/transcript', '/exams']],
  ['accounting_head', ['/accounting/contracts', '/accounting/debits', '/accounting/statements']],
  ['', ['/login', '/accessibility', '/feedback/anonymous', '/admission/reg']],
];
/** A telephone's smallest, and a desk of 1280 whose reader made everything twice as large. */
const screens = [
  { width: 320, height: 640, look: 390 },
  { width: 640, height: 450, look: 1440 },
] as const;
test.each(screens.flatMap((screen) => pages.map(([who, paths]) => [screen.width, who, paths, screen] as const)))(
  'at %d px no page of %s has to be pushed from side to side',
  async (width, who, paths, { height, look }) => {
    const page = await house.desk(who, { locale: 'ru', width: look, skin: 'light', layout: 'vertical' });
    await page.setViewportSize({ width, height });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('.mantine-Skeleton-root, [aria-busy=true]').first().waitFor({ state: 'detached' });
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
    }
  },
);

test('on a phone a name has the line to itself, also in a list of names alone', async () => {
  const page = await house.desk('registrar_head', { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' });
  for (const path of ['/award-candidates', '/mark-entry']) {
    await page.goto(path);
    const name = page.locator('tbody tr:not([aria-hidden]) > td').first();
    await name.waitFor();
    expect([path, (await name.boundingBox())!.width > 200]).toEqual([path, true]);
  }
});
