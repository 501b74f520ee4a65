import type { Locator, Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** What a camera reads off a picture of a QR code; throws where it reads nothing. */
export async function readQr(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A busy machine may take its time; a camera would simply look once more.
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 10_000 });
}

/** From now on the page is drawn as sharply as print: the code of a paper at its usual size is too coarse for a camera. */
export async function drawSharply(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 3, mobile: false });
}

/** The QR code on the first page of the paper that is open, which carries a link to the same place, as it is drawn. */
export async function scanPaper(reader: Locator, link: string): Promise<string> {
  const first = reader.locator('.page[data-page-number="1"]');
  await first.locator('canvas').waitFor({ timeout: 60_000 });
  await first.locator('.textLayer span').first().waitFor({ timeout: 60_000 });
  const code = first.locator(`.annotationLayer section:has(a[href*="${link}"])`).first();
  await code.scrollIntoViewIfNeeded();
  return readQr(await code.screenshot({ scale: 'device' }));
}
