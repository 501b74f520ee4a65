import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { institutionsOf } from '#demo/accounts.ts';
import type { Role } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import type { Page as Declared, Domain } from '#platform/web/domain.ts';
import { close, expectNoTrouble, newPage, settled } from '#tests/support/browser.ts';
import { registerAll } from '#tests/support/database.ts';
import { type Site, startSite } from '#tests/support/site.ts';

/** On a desk every list shows all of its columns: none is cut at the edge, none is squeezed, and no page scrolls sideways. */

registerAll();
const faces = import.meta.glob<Record<string, Domain>>('../../domains/*/web/index.{ts,tsx}', { eager: true });
const pages = Object.values(faces)
  .flatMap((face) => Object.values(face))
  .flatMap((domain) => (Array.isArray(domain?.pages) ? domain.pages : []))
  .filter(({ path, public: open, authOnly, requires }) => !path.includes('{') && !open && !authOnly && !requires);

/** Those who see most, in turn; the first who may opens a page. */
const people: Role[] = ['REGISTRAR_HEAD', 'SUPER_ADMIN', 'HR_HEAD', 'TEACHER', 'BACHELOR_STUDENT'];
const may = (role: Role, { permission }: Declared) =>
  permission === undefined ||
  [permission]
    .flat()
    .some((name) =>
      Object.values(declaredPermissions()[name]?.grants ?? {}).some((holders) => holders?.includes(role)),
    );
/** Pages about oneself tell nothing to those who are no students. */
const own = ['/student/docs', '/students/student-info', '/degree'];
const whose = (page: Declared) =>
  own.includes(page.path)
    ? 'BACHELOR_STUDENT'
    : people.find((role) => institutionsOf(role).includes(1) && may(role, page));

let site: Site;
beforeAll(async () => {
  site = await startSite({ students: 60 });
});
afterAll(async () => {
  await close();
  await site?.close();
});

/** More lines of one cell than this are a column that was squeezed. */
const mostLines = 5;

const widths = [1280, 1024];
/** What stays at fault: another width is taken in at once by the styles, and a moment later by what is drawn anew. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults = await faultsOf(page);
  for (let tries = 0; faults.length > 0 && tries < 20; tries++) {
    await page.waitForTimeout(100);
    faults = await faultsOf(page);
  }
  return faults;
}

/** Of the page as it stands: what is cut, squeezed, wider than its place, or a column of figures that do not stand under each other. */
async function faultsOf(page: Page): Promise<string[]> {
  const { over, tables } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const tables = [...document.querySelectorAll<HTMLTableElement>('main section > table')].map((table) => {
      const box = table.parentElement!;
      // Of one text: a cell that holds several, such as the fields of a change, may be as high as they are many.
      let tallest = { lines: 0, text: '' };
      for (const body of table.tBodies) {
        const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const lines = Math.round(range.getBoundingClientRect().height / 19);
          if (lines > tallest.lines) tallest = { lines, text: range.toString() };
        }
      }
      // What is there for readers alone is a pixel wide.
      const cut = [...table.querySelectorAll('td *, th *')].filter(
        (one) =>
          one.clientWidth > 1 &&
          !one.querySelector('.mantine-VisuallyHidden-root') &&
          getComputedStyle(one).overflowX === 'hidden' &&
          one.scrollWidth > one.clientWidth + 1,
      );
      const uneven = [...table.querySelectorAll('tbody td')].filter((one) => {
        const { textAlign, fontVariantNumeric } = getComputedStyle(one);
        return textAlign === 'right' && /\d/.test(one.textContent) && fontVariantNumeric !== 'tabular-nums';
      });
      return {
        over: box.scrollWidth - box.clientWidth,
        tallest,
        uneven: uneven[0]?.textContent,
        cut: [...new Set(cut.map((one) => one.textContent))].slice(0, 3),
      };
    });
    return { over: scrollWidth - clientWidth, tables };
  });
  return [
    ...(over > 0 ? [`scrolls sideways by ${over} px`] : []),
    ...tables.flatMap((table) => [
      ...(table.cut.length > 0 ? [`shows only the beginning of ${table.cut.join(', ')}`] : []),
      ...(table.uneven === undefined ? [] : [`has figures of several widths, as in ${table.uneven}`]),
      ...(table.over > 0 ? [`cuts ${table.over} px of its columns`] : []),
      ...(table.tallest.lines > mostLines ? [`squeezes ${table.tallest.text} into ${table.tallest.lines} lines`] : []),
    ]),
  ];
}

/** Pages that had a list in the first language: the second has other words in its columns, and no other lists. */
let withList: Set<string> | undefined;

test.each(['uz', 'ru'] as const)('at 1280 and 1024 px in %s', { timeout: 400_000 }, async (locale) => {
  const found: string[] = [];
  const here = new Set<string>();
  for (const role of people) {
    const username = role.toLowerCase();
    await site.database.owner.query('update accounts set locale = $2 where username = $1', [username, locale]);
    const storageState = await site.signedIn(username, { lang: locale });
    const page = await newPage({ baseURL: site.url, locale, ...(storageState ? { storageState } : {}) });
    await page.goto('/home');
    for (const { path } of pages.filter((one) => whose(one) === role && (withList?.has(one.path) ?? true))) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await settled(page);
      if (await page.locator('main section > table').count()) here.add(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await lastingFaults(page)).map((fault) => `${path} ${fault} at ${width} px`));
      }
      expectNoTrouble(page);
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
  expect(here.size).toBeGreaterThan(30);
  withList ??= here;
});
