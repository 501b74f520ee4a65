import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, expectNoTrouble } from '#tests/support/browser.ts';
import type { Look } from '#tests/support/desks.ts';
import { type LectureHall, lectureHall } from '#tests/support/lecture-hall.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Registers where there is no network, and the application that opens there. */

let hall: LectureHall;
beforeAll(async () => {
  hall = await lectureHall({ copyWeb: true });
});
afterEach(() => hall.leave());
afterAll(() => hall?.end());

const offline = [
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/,
  // What our own code says of the same, in whatever language has been loaded by then.
  /ApiError: (?:common\.offline|Internet aloqasi yoʻq|Нет подключения|You are offline)/,
];
/** Until everything that a lesson without network needs is on the device. */
const prepared = (page: Page, session: number) =>
  expect
    .poll(
      () =>
        page.evaluate(async (id) => {
          const copied = Object.keys(localStorage).some(
            (key) => /^attendance\.copy\./.test(key) && key.endsWith(`.${id}`),
          );
          if (!copied || !navigator.serviceWorker.controller) return false;
          for (const name of await caches.keys()) if (await (await caches.open(name)).match('/')) return true;
          return false;
        }, session),
      { timeout: 30_000 },
    )
    .toBe(true);

const looks: Look[] = [
  { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' },
  { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' },
];

describe.each(looks)('on a phone, in $locale, $skin', (look) => {
  const say = wordsOf(look.locale);

  test('a register of thirty is called with the network gone, survives a restart, and arrives once', async () => {
    const { id, at } = await hall.lesson();
    const page = await hall.desk('teacher', look);
    await page.goto('/home');
    await prepared(page, id);
    await page.context().setOffline(true);
    await page.goto('/attendance');
    await page.getByText(say('attendance.day.copy')).waitFor();
    const began = performance.now();
    await page.getByRole('button').filter({ hasText: at }).tap();
    const rows = page.getByRole('listitem').filter({ hasText: say('attendance.mark.ATTENDED') });
    await rows.nth(29).waitFor();
    const absent = hall.people.slice(3, 6);
    for (const person of absent)
      await page
        .getByRole('button')
        .filter({ hasText: `${person.lastname} ${person.firstname}` })
        .first()
        .tap();
    await page.getByText(say('attendance.register.count', { present: 27, absent: 3 })).waitFor();
    await page.getByRole('button', { name: say('attendance.register.call'), exact: true }).tap();
    await page.getByText(say('attendance.register.kept')).waitFor();
    // Five presses; the machine, not the person, makes this longer than a moment.
    expect(performance.now() - began).toBeLessThan(30_000);
    await axe(page);

    // The phone goes off and on again, still without network.
    await page.goto('/attendance');
    await page.getByText(say('attendance.queue.title', { count: 1 })).waitFor();
    expect(await hall.sql('select 1 from attendance where session_id = $1', [id])).toEqual([]);
    await page.context().setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const row = page.getByRole('button').filter({ hasText: at });
    await row.getByText(say('attendance.day.called', { absent: 3, students: 30 })).waitFor({ timeout: 30_000 });
    expect(
      await hall.sql('select status, count(*)::int as n from attendance where session_id = $1 group by 1 order by 1', [
        id,
      ]),
    ).toEqual([
      { status: 'ATTENDED', n: 27 },
      { status: 'NOT_ATTENDED', n: 3 },
    ]);
    expect(await hall.sql('select 1 from attendance_registers where session_id = $1', [id])).toHaveLength(1);
    expectNoTrouble(page, offline);
  });
});

test('a new build takes the place of the one that is kept, whole', async () => {
  const look = looks[0] as Look;
  const { id } = await hall.lesson();
  const page = await hall.desk('teacher', look);
  await page.goto('/home');
  await prepared(page, id);
  const file = (name: string) => join(hall.site.web, name);
  const [html, list] = [
    await readFile(file('index.html'), 'utf8'),
    JSON.parse(await readFile(file('offline.json'), 'utf8')),
  ];
  try {
    await writeFile(file('index.html'), html.replace('</head>', '<meta name="build" content="next"></head>'));
    await writeFile(file('offline.json'), JSON.stringify({ ...list, version: 'next' }));
    // Online the new page comes at once; then it is what is kept, alone.
    await page.goto('/attendance');
    const isNext = () => page.locator('meta[name=build]').count();
    expect(await isNext()).toBe(1);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toBe('edulab-next');
    await page.context().setOffline(true);
    await page.goto('/attendance');
    expect(await isNext()).toBe(1);
    await page.getByRole('heading', { name: wordsOf(look.locale)('attendance.day.title') }).waitFor();
    expectNoTrouble(page, offline);
  } finally {
    await writeFile(file('index.html'), html);
    await writeFile(file('offline.json'), JSON.stringify(list));
  }
});
