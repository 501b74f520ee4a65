import { afterAll, beforeAll, expect, test } from 'vitest';
import { institutionsOf } from '#demo/accounts.ts';
import type { Role } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import type { Page as Declared, Domain } from '#platform/web/domain.ts';
import { close, expectNoTrouble, newPage, settled } from '#tests/support/browser.ts';
import { listFaults } from '#tests/support/columns.ts';
import { registerAll } from '#tests/support/database.ts';
import { type Site, startSite } from '#tests/support/site.ts';

/**
 * On a desk every list shows all of its columns, in Russian, whose words are the longest. In the other languages the walk
 * through all pages looks at them by turns.
 */

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

test('at 1280 and 1024 px in ru', async () => {
  const found: string[] = [];
  let lists = 0;
  for (const role of people) {
    const username = role.toLowerCase();
    await site.database.owner.query("update accounts set locale = 'ru' where username = $1", [username]);
    const storageState = await site.signedIn(username, { lang: 'ru' });
    const page = await newPage({ baseURL: site.url, locale: 'ru', ...(storageState ? { storageState } : {}) });
    await page.goto('/home');
    for (const { path } of pages.filter((one) => whose(one) === role)) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await settled(page);
      if (await page.locator('main section > table').count()) lists++;
      found.push(...(await listFaults(page)));
      expectNoTrouble(page);
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
  expect(lists).toBeGreaterThan(30);
});
