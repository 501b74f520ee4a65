import { expect, test } from 'vitest';
import { aliases, faces } from '#domains/faces.ts';
import { openHouse } from '#tests/support/desks.ts';

/** What strangers see before the application has come, and that it is what they see afterwards. */

const house = openHouse({ students: 60 });

const looks = [
  { lang: 'uz', width: 390, skin: 'light' },
  { lang: 'uz-Cyrl', width: 1440, skin: 'light' },
  { lang: 'ru', width: 390, skin: 'dark' },
  { lang: 'en', width: 1440, skin: 'dark' },
] as const;

test.each(looks)(
  'the head of a page stands before the application has come, in $lang',
  async ({ lang, width, skin }) => {
    const locale = lang === 'uz-Cyrl' ? 'uz' : lang;
    const others = [...Object.keys(aliases), '/check/7K3F-9QXM-2VTA'];
    for (const address of [...Object.keys(faces), ...(lang === 'uz' ? others : [])]) {
      // Of a browser that has never been here: nothing is kept yet.
      const page = await house.desk('', { locale, width, skin, layout: 'vertical' });
      await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), lang);
      let come = () => {};
      const waits = new Promise<void>((resolve) => {
        come = resolve;
      });
      await page.route('**/assets/start-*.js', async (route) => {
        await waits;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      const face = page.locator('#face');
      await face.waitFor();
      const words = await face.locator('h1, p').allTextContents();
      // Null where it stands in the middle of what is not here yet.
      const place = await face.locator('h1').boundingBox();
      const colours = await face.evaluate((it) => getComputedStyle(it).backgroundColor);
      come();
      await face.waitFor({ state: 'detached' });
      const title = page.getByRole('heading', { level: 1 });
      await title.waitFor();
      expect([await title.textContent(), await title.locator('+ *').textContent()], address).toEqual(words);
      const after = await title.boundingBox();
      for (const side of ['x', 'y'] as const)
        if (place) expect(Math.abs((after?.[side] ?? 0) - place[side]), `${address}, ${side}`).toBeLessThan(3);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), address).toBe(colours);
    }
  },
);

test('whoever is signed in sees no face of signing in', async () => {
  const page = await house.desk('registrar_head', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.getElementById('face')) sessionStorage.setItem('faced', 'yes');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('faced'))).toBeNull();
});
