import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, newPage, type PageOptions, screenshot } from '#tests/support/browser.ts';
import { type Site, startSite } from '#tests/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ students: 60 });
});
afterAll(async () => {
  await close();
  await site?.close();
});

test('an officer keeps a list as a view, shares it, and a colleague opens it; what changed is kept, and deleting is taken back', async () => {
  const as = async (username: string, look: Pick<PageOptions, 'width'> = {}) =>
    newPage({ ...look, baseURL: site.url, storageState: await site.signedIn(username) });
  const page = await as('registrar_officer');
  await page.goto('/students');
  const menu = page.getByRole('button', { name: 'Koʻrinishlar', exact: true });
  await page.getByRole('searchbox').fill('aliyev');
  await expect.poll(() => page.url()).toContain('search=aliyev');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Koʻrinishni saqlash…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nomi').fill('Aliyevlar');
  await dialog.getByLabel('Shu roʻyxatni ocha oladigan barchaga koʻrinadi').check();
  await axe(page);
  await dialog.getByRole('button', { name: 'Saqlash' }).click();
  await dialog.waitFor({ state: 'detached' });
  const named = page.getByRole('button', { name: 'Aliyevlar', exact: true });
  await named.waitFor();

  await named.click();
  await page.getByRole('menuitem', { name: 'Odatiy roʻyxat' }).click();
  await expect.poll(() => page.url()).not.toContain('search');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Aliyevlar', exact: true }).click();
  await named.waitFor();
  await page.getByRole('searchbox').fill('karimov');
  await expect.poll(() => page.url()).toContain('search=karimov');
  await menu.click();
  await page.getByRole('menuitem', { name: '“Aliyevlar”ni yangilash' }).click();
  await named.waitFor();

  const head = await as('registrar_head', { width: 390 });
  await head.goto('/students');
  await head.getByRole('button', { name: 'Koʻrinishlar', exact: true }).click();
  await screenshot(head, 'views-phone');
  await head.getByRole('menuitem', { name: /Aliyevlar/ }).click();
  await expect.poll(() => head.url()).toContain('search=karimov');
  expectNoTrouble(head);

  await named.click();
  await page.getByRole('menuitem', { name: 'Koʻrinishlarni tahrirlash…' }).click();
  await screenshot(page, 'views-edit');
  await dialog.getByRole('textbox', { name: '“Aliyevlar” nomini oʻzgartirish' }).fill('Karimovlar');
  await dialog.getByRole('textbox', { name: '“Aliyevlar” nomini oʻzgartirish' }).press('Enter');
  await dialog.getByRole('button', { name: '“Karimovlar”ni oʻchirish' }).click();
  await page.getByRole('button', { name: 'Ortga qaytarish' }).click();
  await dialog.getByRole('button', { name: '“Karimovlar”ni oʻchirish' }).waitFor();
  expectNoTrouble(page);
});
