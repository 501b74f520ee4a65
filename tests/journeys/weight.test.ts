import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openHouse } from '#tests/support/desks.ts';

/** What a browser that has never been here fetches until a page stands: scripts, styles and texts, as they travel, each with its head. */

const house = openHouse({ students: 60 });

interface Fetched {
  name: string;
  bytes: number;
}

async function fetchedFor(who: string, path: string): Promise<Fetched[]> {
  const page = await house.desk(who, { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const names = new Map<string, string>();
  const fetched: Fetched[] = [];
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script' || type === 'Stylesheet') names.set(requestId, new URL(response.url).pathname);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) fetched.push({ name, bytes: encodedDataLength });
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Cards and dialogs bring their own; none of them is left out.
  for (let before = -1; before < fetched.length; ) {
    before = fetched.length;
    await page.waitForTimeout(1500);
  }
  return fetched;
}

test.each([
  { who: '', path: '/login', kilobytes: 240, requests: 18 },
  { who: 'registrar_head', path: '/home', kilobytes: 302, requests: 26 },
  { who: 'registrar_head', path: '/students', kilobytes: 405, requests: 40 },
])('$path comes with at most $kilobytes KB', async ({ who, path, kilobytes, requests }) => {
  const fetched = await fetchedFor(who, path);
  const heaviest = fetched.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${bytes} ${name}`);
  const sum = fetched.reduce((all, { bytes }) => all + bytes, 0);
  expect(sum / 1000, heaviest.slice(0, 12).join('\n')).toBeLessThan(kilobytes);
  expect(fetched.length).toBeLessThan(requests);
});

test('what says how a page behaves comes with pages and workers, and not with each of their scripts', async () => {
  const { url, web } = house.site();
  const built = await readdir(join(web, 'assets'));
  const one = (ending: string) => `/assets/${built.find((name) => name.endsWith(ending))}`;
  const says = async (path: string) => {
    const { headers } = await fetch(url + path);
    return { policy: headers.has('content-security-policy'), sniffed: headers.get('x-content-type-options') };
  };
  for (const path of ['/', '/login', one('.mjs')])
    expect(await says(path), path).toEqual({ policy: true, sniffed: 'nosniff' });
  for (const path of [one('.js'), one('.css'), one('.woff2')])
    expect(await says(path), path).toEqual({ policy: false, sniffed: 'nosniff' });
});
