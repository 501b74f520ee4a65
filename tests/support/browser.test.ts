import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble, newPage, screenshot } from './browser.ts';

const inter = join(import.meta.dirname, '../../node_modules/@fontsource-variable/inter');

const pages: Record<string, string> = {
  '/texts': `<!doctype html><html lang="uz"><head><title>Texts</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/inter/index.css">
    <style>body { font: 28px 'Inter Variable', sans-serif } i { font: 40px 'Inter Variable'; display: inline-block }
    .white { color: white }</style></head><body><main><h1>Oʻquv yili, gʻoliblar, toʻgʻri, maʼlumot</h1>
    <p>Учебная нагрузка: Ўқув йили, Ғалаба, Қарши, Ҳисобот</p><p>Timetable, marks, 1 250 000 soʻm, № 7</p>
    <p><i>x</i></p></main></body></html>`,
  '/poor': `<!doctype html><html lang="en"><head><title>Poor</title></head><body><main><h1>Poor</h1>
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><input type="text"></main></body></html>`,
  '/broken': `<!doctype html><html lang="en"><head><title>Broken</title></head><body><script>
    console.error('first trouble'); throw new Error('second trouble');</script></body></html>`,
};
let server: Server;
let baseURL: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/inter/')) {
      const type = url.endsWith('.css') ? 'text/css' : 'font/woff2';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(inter, url.slice('/inter/'.length))));
      return;
    }
    const body = pages[url];
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
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const sample = page.locator('i');
    const drawn = async (letter: string, colour = '') => {
      await sample.evaluate(
        async (element, [text, name]) => {
          element.textContent = text as string;
          element.setAttribute('class', name as string);
          await document.fonts.load("40px 'Inter Variable'", text as string);
        },
        [letter, colour],
      );
      return (await sample.screenshot()).toString('base64');
    };
    const box = await drawn('\u{10FFFD}');
    for (const letter of 'ʻʼoЖўқғҳ№') {
      const picture = await drawn(letter);
      expect(picture, `${letter} is a box`).not.toBe(box);
      expect(picture, `${letter} is blank`).not.toBe(await drawn(letter, 'white'));
    }
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
