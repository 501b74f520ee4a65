import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** The librarian puts a book with its PDF and cover on the shelf; a student finds it and reads it in the page. */

let site: Site;
const open: Page[] = [];
beforeAll(async () => {
  site = await startSite({ students: 60 });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

async function desk(who: string, look: Look): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
}

/** A PDF of one page with a line of text, as small as they come. */
function pdf(line: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

const looks: Look[] = [
  { locale: 'ru', width: 1440, skin: 'dark', layout: 'vertical' },
  { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' },
];

describe.each(looks)('in $locale, $skin, $width px wide', (look) => {
  const say = wordsOf(look.locale);
  const title = `Ehtimollar nazariyasi ${look.locale}`;
  const dialog = (page: Page) => page.getByRole('dialog');

  test('the library takes a book with its PDF and cover', async () => {
    const page = await desk('admin', look);
    await page.goto('/library');
    await page.getByRole('button', { name: say('library.item.add'), exact: true }).click();
    await dialog(page).getByLabel(say('library.field.title')).fill(title);
    const authors = dialog(page).getByRole('combobox', { name: say('library.field.authors') });
    await authors
      .or(dialog(page).getByLabel(say('library.field.authors')))
      .first()
      .fill('A. Kolmogorov');
    await page.keyboard.press('Enter');
    const [file, cover] = [0, 1].map((at) => dialog(page).locator('input[type=file]').nth(at));
    await file!.setInputFiles({ name: 'kitob.pdf', mimeType: 'application/pdf', buffer: pdf('Ehtimollar') });
    const picture = await sharp({ create: { width: 300, height: 420, channels: 3, background: '#7a2e3a' } })
      .png()
      .toBuffer();
    await cover!.setInputFiles({ name: 'muqova.png', mimeType: 'image/png', buffer: picture });
    await dialog(page).getByText('kitob.pdf').waitFor();
    await dialog(page).getByText('muqova.png').waitFor();
    await axe(page, { within: '[role=dialog]' });
    await dialog(page)
      .getByRole('button', { name: say('kit.save'), exact: true })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: say('library.item.search') }).fill('Ehtimollar naz');
    await page.getByRole('button', { name: title }).waitFor();
    expectNoTrouble(page);
  });

  test('a student finds it and reads it', async () => {
    const page = await desk('bachelor_student', look);
    await page.goto('/library');
    await page.getByRole('textbox', { name: say('library.item.search') }).fill('EHTIMOLLAR naz');
    const book = page.getByRole('button', { name: title });
    await book.waitFor();
    // The cover is a picture that has come.
    await expect
      .poll(() => book.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await axe(page);
    await book.click();
    await dialog(page).getByText('A. Kolmogorov').waitFor();
    // The paper is read in the page, its words as text.
    await dialog(page).locator('.textLayer').getByText('Ehtimollar').waitFor();
    await page.waitForURL('**read=**');
    await axe(page, { within: '[role=dialog]' });
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    expectNoTrouble(page);
  });
});
