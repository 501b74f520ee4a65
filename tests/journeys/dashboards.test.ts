import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A rector looks at the university and opens what is behind a number; a dean and the quality office look at their own work. */

const { desk: sit } = openHouse({ students: 300 });
const desk: Look = { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' };
const dark: Look = { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' };
const phone: Look = { locale: 'en', width: 390, skin: 'light', layout: 'vertical' };
const loaded = async (page: Awaited<ReturnType<typeof sit>>) => {
  await page.locator('section[aria-busy="false"]').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('section[aria-busy="true"]').length === 0);
  await page.waitForFunction(() => document.querySelectorAll('.recharts-surface').length > 0);
};

test('a rector sees the university at a glance, and what is behind it', async () => {
  const say = wordsOf('uz');
  const page = await sit('director', desk);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Universitet', level: 1 }).waitFor();
  await loaded(page);
  await axe(page);
  await screenshot(page, 'dashboard-rector');
  // From a figure to its rows, by the keyboard alone.
  const studying = page.getByRole('button', { name: /^Kontingent: / });
  const shown = Number(((await studying.textContent()) ?? '').replaceAll(/\D/g, ''));
  await studying.focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('dialog');
  await rows.getByText(say('reports.records', { count: shown, shown: String(shown) })).waitFor();
  await axe(page);
  await screenshot(page, 'dashboard-behind');
  await page.keyboard.press('Escape');
  await rows.waitFor({ state: 'hidden' });
  // The table behind a drawing, and its numbers.
  const states = page.getByRole('region', { name: 'Talabalar holati' });
  await states.getByRole('button', { name: say('kit.chart.table') }).click();
  await states
    .getByRole('button', { name: /^Oʻqiydi|^Faol/ })
    .first()
    .waitFor();
  // Beside a past day.
  await page.goto('/dashboard?board=university&on=2026-09-15');
  await page.getByText(say('reports.boards.compared')).waitFor();
  await loaded(page);
  await states
    .getByText(/15\.09\.2026/)
    .first()
    .waitFor();
  await screenshot(page, 'dashboard-compared');
  // Of a day before the university was here nothing is known, and the panels say so.
  await page.goto('/dashboard?board=university&on=2020-01-15');
  await loaded(page);
  await page.getByText(say('reports.boards.no_past')).first().waitFor();
  for (const board of ['admissions', 'accounting']) {
    await page.goto(`/dashboard?board=${board}`);
    await loaded(page);
    await screenshot(page, `dashboard-${board}`);
  }
  expectNoTrouble(page);
});

test('a dean, the quality office, staff and a registrar look at their own work', async () => {
  const dean = await sit('dean', dark);
  await dean.goto('/dashboard');
  await dean.getByRole('heading', { name: 'Факультет', level: 1 }).waitFor();
  await loaded(dean);
  await axe(dean);
  await screenshot(dean, 'dashboard-dean-dark');
  const quality = await sit('quality_assurance_head', desk);
  await quality.goto('/dashboard?board=quality');
  await quality.getByRole('heading', { name: 'Sifat', level: 1 }).waitFor();
  await loaded(quality);
  await axe(quality);
  await screenshot(quality, 'dashboard-quality');
  const hr = await sit('hr_head', { ...desk, locale: 'en' });
  await hr.goto('/dashboard');
  await loaded(hr);
  await screenshot(hr, 'dashboard-hr');
  const registrar = await sit('registrar_head', phone);
  await registrar.goto('/dashboard');
  await loaded(registrar);
  await axe(registrar);
  expect(await registrar.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await screenshot(registrar, 'dashboard-registrar-phone');
  await registrar.goto('/home');
  await registrar.getByText('Talabalar holati').first().waitFor();
  await screenshot(registrar, 'home-pinned-phone');
  for (const one of [dean, quality, hr, registrar]) expectNoTrouble(one);
});
