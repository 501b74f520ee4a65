import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { close, newPage, type PageOptions } from './browser.ts';
import { type Site, startSite } from './site.ts';

/** How somebody sees the application: what the browser and its storage say before the first page. */
export interface Look {
  locale: 'uz' | 'ru' | 'en';
  width: 390 | 1440;
  skin: 'light' | 'dark' | 'bordered' | 'semi-dark';
  layout: 'vertical' | 'horizontal';
}

/** A page of somebody who is signed in, or of nobody for '', in a look. The language of the account is set as well. */
export async function sitDown(site: Site, who: string, look: Look) {
  const { skin, layout, locale, width } = look;
  const local = { skin, lang: locale, look: JSON.stringify({ layout }) };
  const stored = Object.entries(local).map(([name, value]) => ({ name, value }));
  if (who) await site.database.owner.query('update accounts set locale = $2 where username = $1', [who, locale]);
  const storageState: PageOptions['storageState'] = who
    ? await site.signedIn(who, local)
    : { cookies: [], origins: [{ origin: site.url, localStorage: stored }] };
  return newPage({ baseURL: site.url, width, locale, theme: skin === 'dark' ? 'dark' : 'light', storageState });
}

/** For a file of journeys: a site of its own from its first test to its last, and desks that are left after each test. */
export function openHouse(options: Parameters<typeof startSite>[0] = {}) {
  let site: Site | undefined;
  const open: Page[] = [];
  beforeAll(async () => {
    site = await startSite(options);
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close();
  });
  afterAll(async () => {
    await close();
    await site?.close();
  });
  return {
    /** Once the tests run. */
    site: () => site!,
    async desk(who: string, look: Look): Promise<Page> {
      const page = await sitDown(site!, who, look);
      open.push(page);
      return page;
    },
  };
}
