import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, newPage, screenshot } from './browser.ts';

const pages: Record<string, string> = {
  '/texts': `<!doctype html><html lang="uz"><head><title>Texts</title>
    <meta name="viewport" content="width=device-width"><style>body { font: 28px sans-serif }
    span { font-size: 40px }</style></head><body><main><h1>Oʻquv yili, gʻoliblar, toʻgʻri, maʼlumot</h1>
    <p>Учебная нагрузка: Ўқув йили, Ғалаба, Қарши, Ҳисобот</p><p>Timetable, marks and money — 1 250 000 soʻm</p>
    <span id="uz">oʻ</span> <span id="plain">o</span> <span id="ru">Ж</span> <span id="box">\u{10FFFD}</span>
    </main></body></html>`,
  '/poor': `<!doctype html><html lang="en"><head><title>Poor</title></head><body><main><h1>Poor</h1>
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><input type="text"></main></body></html>`,
  '/broken': `<!doctype html><html lang="en"><head><title>Broken</title></head><body><script>
    console.error('first trouble'); throw new Error('second trouble');</script></body></html>`,
};
let server: Server;
let baseURL: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await close();
  await new Promise((closed) => server.close(closed));
});

describe('the browser of the journeys', () => {
  test('draws Uzbek and Russian letters, not boxes', async () => {
    const page = await newPage({ baseURL, locale: 'uz' });
    await page.goto('/texts');
    const drawn = async (id: string) => (await page.locator(id).screenshot()).toString('base64');
    const box = await drawn('#box');
    expect(await drawn('#uz')).not.toBe(await drawn('#plain'));
    expect(await drawn('#ru')).not.toBe(box);
    await screenshot(page, 'support-texts');
    await axe(page);
    expectNoTrouble(page);
    await page.context().close();
  });

  test('has the width, theme, language and time zone that were asked for', async () => {
    const page = await newPage({ baseURL, width: 360, theme: 'dark', locale: 'ru' });
    await page.goto('/texts');
    const facts = await page.evaluate(() => [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      navigator.language,
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    ]);
    expect(facts).toEqual([360, true, 'ru-RU', 'Asia/Tashkent']);
    await page.context().close();
  });

  test('says what is not accessible', async () => {
    const page = await newPage({ baseURL });
    await page.goto('/poor');
    await expect(axe(page)).rejects.toThrow(/image-alt \(critical\)[\s\S]*label \(critical\)/);
    await axe(page, { except: ['img', 'input'] });
    await page.context().close();
  });

  test('says what went wrong inside of the page', async () => {
    const page = await newPage({ baseURL });
    await page.goto('/broken');
    expect(() => expectNoTrouble(page)).toThrow(/first trouble[\s\S]*second trouble/);
    expectNoTrouble(page);
    await page.goto('/gone');
    expectNoTrouble(page, [/404/]);
    await page.context().close();
  });
});
