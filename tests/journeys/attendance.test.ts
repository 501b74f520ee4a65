import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Registers from the lesson to the office: called without network, in conflict, excused, imported, checked in, near the limit. */

let site: Site;
const open: Page[] = [];
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query<any>(text, values)).rows;

/** A module that the demo teacher gives to a group of thirty. */
let plan: number;
let group: number;
let people: { id: number; lastname: string; firstname: string; student_no: string }[];

beforeAll(async () => {
  site = await startSite({ students: 60, copyWeb: true });
  people = await sql(
    `select id, lastname, firstname, student_no from students s where institution_id = 1 and status = 'ACTIVE' and deleted_at is null
      order by (account_id = (select id from accounts where username = 'bachelor_student')) desc nulls last, id limit 30`,
  );
  [{ id: group }] = await sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity)
     select 1, 'DV-30', course_id, entry_year, 'uz', 30 from students where id = $1 returning id`,
    [people[0]?.id],
  );
  await sql('delete from group_members where student_id = any($1)', [people.map(({ id }) => id)]);
  await sql(
    'insert into group_members (institution_id, group_id, student_id, starts_on) select 1, $1, x, current_date - 60 from unnest($2::int[]) x',
    [group, people.map(({ id }) => id)],
  );
  [{ id: plan }] = await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, g.course_id, y.id, 1, 1, m.id, 'CORE', 6, true from groups g, academic_years y, modules m
      where g.id = $1 and y.current and y.institution_id = 1 and m.institution_id = 1
        and not exists (select 1 from course_modules o where o.course_id = g.course_id and o.module_id = m.id) order by m.id limit 1 returning id`,
    [group],
  );
  await sql(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
     select 1, $1, s.id, 'LEADER' from staff s join accounts a on a.id = s.account_id where a.username = 'teacher'`,
    [plan],
  );
  // The teacher has this group alone today, whatever day it is.
  await sql(
    "delete from class_sessions where date = edulab_today() and staff_id = (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'teacher')",
  );
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
afterAll(async () => {
  await close();
  await site?.close();
});

let hour = 7;
/** A lesson of the group, so many days from today, at an hour of its own. */
async function lesson(ahead = 0): Promise<{ id: number; at: string }> {
  hour += 1;
  const at = `${String(hour).padStart(2, '0')}:00`;
  const [{ id }] = await sql(
    `insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, staff_id, kind, sessions)
     select 1, $1, edulab_today() + $2::int, $3::time, $3::time + interval '50 minutes', s.id, 'LECTURE', 1 from staff s join accounts a on a.id = s.account_id where a.username = 'teacher' returning id`,
    [plan, ahead, at],
  );
  await sql('insert into class_session_groups (institution_id, session_id, group_id) values (1, $1, $2)', [id, group]);
  return { id, at };
}

async function desk(who: string, look: Look): Promise<Page> {
  const page = await sitDown(site, who, look);
  open.push(page);
  return page;
}
const offline = [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/];
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
    const { id, at } = await lesson();
    const page = await desk('teacher', look);
    await page.goto('/home');
    await prepared(page, id);
    await page.context().setOffline(true);
    await page.goto('/attendance');
    await page.getByText(say('attendance.day.copy')).waitFor();
    const began = Date.now();
    await page.getByRole('button').filter({ hasText: at }).tap();
    const rows = page.getByRole('listitem').filter({ hasText: say('attendance.mark.ATTENDED') });
    await rows.nth(29).waitFor();
    const absent = people.slice(3, 6);
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
    expect(Date.now() - began).toBeLessThan(30_000);
    await axe(page);

    // The phone goes off and on again, still without network.
    await page.goto('/attendance');
    await page.getByText(say('attendance.queue.title', { count: 1 })).waitFor();
    expect(await sql('select 1 from attendance where session_id = $1', [id])).toEqual([]);
    await page.context().setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const row = page.getByRole('button').filter({ hasText: at });
    await row.getByText(say('attendance.day.called', { absent: 3, students: 30 })).waitFor({ timeout: 30_000 });
    expect(
      await sql('select status, count(*)::int as n from attendance where session_id = $1 group by 1 order by 1', [id]),
    ).toEqual([
      { status: 'ATTENDED', n: 27 },
      { status: 'NOT_ATTENDED', n: 3 },
    ]);
    expect(await sql('select 1 from attendance_registers where session_id = $1', [id])).toHaveLength(1);
    expectNoTrouble(page, offline);
  });
});

test('a new build takes the place of the one that is kept, whole', async () => {
  const look = looks[0] as Look;
  const { id } = await lesson();
  const page = await desk('teacher', look);
  await page.goto('/home');
  await prepared(page, id);
  const file = (name: string) => join(site.web, name);
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
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).join()), { timeout: 15_000 })
      .toBe('edulab-next');
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
