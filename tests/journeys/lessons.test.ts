import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { samplePackage } from '#demo/sample-package.ts';
import { axe, close, expectNoTrouble, settled } from '#tests/support/browser.ts';
import { day } from '#tests/support/dates.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { framedPackage, hurriedPackage, ruledPackage, storyPackage, walkingPackage } from '#tests/support/packages.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/**
 * A teacher prepares lessons; a student reads, hands in late and goes on in a package where it was left, also after the
 * network was cut; the teacher gives the work back, and the student is told.
 */

let site: Site;
let module: number;
const open: Page[] = [];
const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query(text, values)).rows;

beforeAll(async () => {
  site = await startSite({ students: 60 });
  // A module of the running semester that the student takes and the teacher leads.
  [{ id: module }] = (await sql(
    `select cm.id from accounts a join students s on s.account_id = a.id
       join group_members m on m.student_id = s.id and m.ends_on is null and m.deleted_at is null
       join groups g on g.id = m.group_id and g.kind = 'MAIN'
       join course_modules cm on cm.course_id = g.course_id and cm.type = 'CORE' and cm.deleted_at is null
       join academic_years y on y.id = cm.academic_year_id and y.current and extract(year from y.starts_on) - g.entry_year + 1 = cm.study_year
       join semesters e on e.academic_year_id = y.id and e.number = cm.semester and (select edulab_today()) between e.starts_on and e.ends_on
      where a.username = 'bachelor_student' order by cm.id limit 1`,
  )) as [{ id: number }];
  await sql("delete from course_module_teachers where course_module_id = $1 and role = 'LEADER'", [module]);
  await sql(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
     select 1, $1, s.id, 'LEADER' from staff s join accounts a on a.id = s.account_id where a.username = 'teacher'`,
    [module],
  );
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

/** A refused file and a cut network are written to the console by the browser itself. */
const refused = [/status of 4\d\d/, /buzuq\.zip/, /ERR_INTERNET_DISCONNECTED/];

/** What stands open beside the page; notices that come and go over the page are not its business. */
const aside = { within: '[role=dialog]' };

const looks: Look[] = [
  { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' },
  { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' },
];

describe.each(looks)('in $locale, $skin, $width px wide', (look) => {
  const say = wordsOf(look.locale);
  const [first, second] = [`Birinchi ${look.locale}`, `Ikkinchi ${look.locale}`];
  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, key: string, values = {}) =>
    page.getByRole('button', { name: say(key, values), exact: true });
  const inDialog = (page: Page, key: string) => dialog(page).getByRole('button', { name: say(key), exact: true });
  const titles = (page: Page) =>
    page
      .getByRole('list', { name: say('lessons.title') })
      .getByRole('listitem')
      .allInnerTexts();
  /** Where a lesson stands among all, from 1. */
  const placeOf = async (page: Page, title: string) =>
    (await titles(page)).findIndex((text) => text.includes(title)) + 1;
  const choose = async (page: Page, title: string, key: string) => {
    await button(page, 'lessons.actions', { title }).click();
    await page.getByRole('menuitem', { name: say(key), exact: true }).click();
  };

  test('a teacher prepares lessons with homework and a package and puts them in order', async () => {
    const page = await desk('teacher', look);
    await page.goto(`/lessons?module=${module}`);
    for (const title of [first, second]) {
      await button(page, 'lessons.add').click();
      await dialog(page).getByLabel(say('lessons.field.title')).fill(title);
      await dialog(page).locator('.ProseMirror').fill(`${title} haqida matn`);
      await dialog(page)
        .getByRole('switch', { name: say('lessons.field.published') })
        .check();
      await inDialog(page, 'kit.save').click();
      await dialog(page).waitFor({ state: 'detached' });
      await button(page, 'lessons.actions', { title }).waitFor();
    }
    const last = await placeOf(page, second);
    expect(last).toBe((await placeOf(page, first)) + 1);

    await button(page, 'lessons.move', { title: second }).press('Alt+ArrowUp');
    await page.getByText(say('lessons.moved', { title: second, place: last - 1 })).waitFor({ state: 'attached' });
    await expect.poll(() => placeOf(page, second)).toBe(last - 1);
    // What is kept comes back as the list, and a row that is drawn anew lets go of the hand.
    await settled(page);
    if (look.width > 600) {
      const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
      // Shown before it is kept.
      const kept = page.waitForResponse((answer) => answer.url().endsWith('/lesson/sorting') && answer.ok());
      await row(second).dragTo(row(first));
      await expect.poll(() => placeOf(page, second)).toBe(last);
      await kept;
    }
    await page.reload();
    await button(page, 'lessons.actions', { title: first }).waitFor();
    expect(await placeOf(page, second)).toBe(look.width > 600 ? last : last - 1);

    await choose(page, first, 'lessons.homework.title');
    await dialog(page).getByLabel(say('lessons.field.due_at')).click();
    // Today: the last day of a month may lie behind the semester.
    const today = String(Number(day(0).slice(-2)));
    await page.locator('.mantine-DatePicker-day:not([data-outside])').getByText(today, { exact: true }).click();
    await dialog(page).getByLabel(say('lessons.field.late_days')).fill('3');
    await dialog(page).getByLabel(say('lessons.field.max_points')).fill('10');
    await dialog(page).locator('.ProseMirror').fill('Bir bet yozing');
    await axe(page, aside);
    await inDialog(page, 'kit.save').click();
    await dialog(page).waitFor({ state: 'detached' });

    // Time passes: the deadline was an hour ago.
    await sql(
      "update lesson_homeworks set due_at = edulab_now() - interval '1 hour', opens_at = null where lesson_id = (select id from lessons where title = $1)",
      [first],
    );

    await choose(page, second, 'lessons.package.title');
    const zip = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer });
    const file = dialog(page).locator('input[type=file]');
    await file.setInputFiles(zip('buzuq.zip', Buffer.from('PK\u0003\u0004 buzuq')));
    await dialog(page).getByRole('alert').waitFor();
    // Refused before it is sent: told what came instead.
    await file.setInputFiles({ name: 'reja.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await dialog(page)
      .getByText(/reja\.pdf/)
      .waitFor();
    await file.setInputFiles(zip('manbalar.zip', samplePackage()));
    await dialog(page).getByText('manbalar.zip').waitFor();
    await axe(page, aside);
    expectNoTrouble(page, refused);
  });

  test('a student reads, hands in late, and goes on in the package where it was left', async () => {
    const page = await desk('bachelor_student', look);
    await page.goto(`/${module}/student-lessons`);
    const lesson = (title: string) => page.getByRole('button', { name: title });
    await lesson(first).click();
    await page.getByText(`${first} haqida matn`).waitFor();
    const work = page.getByRole('region', { name: say('lessons.homework.title') });
    await work.getByText(say('lessons.late.LATE'), { exact: true }).waitFor();
    await work.getByLabel(say('lessons.field.text')).fill('Mana mening ishim');
    await axe(page);
    await work.getByRole('button', { name: say('lessons.work.submit'), exact: true }).click();
    await work.getByText(new RegExp(say('lessons.work.LATE'))).waitFor();

    await lesson(second).click();
    await page.getByRole('link', { name: say('lessons.package.begin') }).click();
    const inside = page.frameLocator('iframe').frameLocator('iframe');
    await inside.getByText('1 / 3').waitFor();
    // Nothing in there can reach the application.
    const frame = page.frames().find((one) => one.url().includes('/edulab/packages/'))!;
    expect(
      await frame.evaluate(() => {
        try {
          return String(window.parent.document.title || window.localStorage);
        } catch (error) {
          return (error as Error).name;
        }
      }),
    ).toBe('SecurityError');
    await inside.getByRole('button', { name: 'Keyingi' }).click();
    await inside.getByText('2 / 3').waitFor();
    await axe(page);

    await page.context().setOffline(true);
    await inside.getByRole('button', { name: 'Keyingi' }).click();
    await page.getByText(say('lessons.package.waiting')).waitFor();
    await page.context().setOffline(false);
    await page.getByText(say('lessons.package.waiting')).waitFor({ state: 'detached' });
    // Opened anew, as if on another day.
    await page.goto(`/${module}/student-lessons`);
    await lesson(second).click();
    await page.getByRole('link', { name: say('lessons.package.resume') }).click();
    await inside.getByText('3 / 3').waitFor();
    await inside.getByText('O‘z tajribangiz natijasini yozganda').click();
    await inside.getByRole('button', { name: 'Yakunlash' }).click();
    await page.getByText(say('lessons.success.PASSED'), { exact: true }).waitFor();
    await page.getByRole('button', { name: say('lessons.package.close'), exact: true }).click();
    await page.getByText(say('lessons.progress.COMPLETED'), { exact: true }).waitFor();
    await axe(page);
    expectNoTrouble(page, refused);
  });

  test('the teacher assesses and gives back, and the student is told', async () => {
    const page = await desk('teacher', look);
    await page.goto(`/lessons?module=${module}`);
    await choose(page, first, 'lessons.works.open');
    await dialog(page)
      .getByRole('button', { name: new RegExp(say('lessons.work.LATE')) })
      .click();
    await dialog(page).getByText('Mana mening ishim').waitFor();
    await dialog(page).getByLabel(say('lessons.field.points')).fill('9');
    await dialog(page).getByLabel(say('lessons.field.feedback')).fill('Yaxshi ish');
    await axe(page, aside);
    await inDialog(page, 'lessons.works.return').click();
    await dialog(page).getByText(say('lessons.work.RETURNED'), { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, second, 'lessons.statistics.title');
    await dialog(page).getByText(say('lessons.progress.COMPLETED'), { exact: true }).waitFor();
    await axe(page, aside);
    expectNoTrouble(page);

    const student = await desk('bachelor_student', look);
    await student.goto('/home');
    await student
      .getByText(new RegExp(`${first}.*9`))
      .first()
      .click();
    await student.waitForURL('**/student-lessons**');
    // Works of the look before this one may stand open above it.
    const work = student.getByRole('region', { name: new RegExp(first) });
    await work.getByText('Yaxshi ish').waitFor();
    await work.getByText(say('lessons.points.got', { points: 9, max: 10 })).waitFor();
    expectNoTrouble(student);
  });
});

test('packages whose pages call each other run on, and still reach nothing of the application', async () => {
  const say = wordsOf('en');
  const held = (await site.signedIn('teacher')) as { origins: { localStorage: { name: string; value: string }[] }[] };
  const token = held.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value;
  const call = async (path: string, body: string | FormData) => {
    const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(`${site.url}/edulab/lms/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, institution: '1', ...json },
      body,
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const put = async (title: string, content: Buffer) => {
    const lesson = await call(
      '/lesson/',
      JSON.stringify({ course_module_id: module, kind: 'ELEARNING', title, published: true }),
    );
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), `${title}.zip`);
    const [file] = await call('/upload?purpose=package', form);
    await call('/lesson/articulate/', JSON.stringify({ lesson_id: lesson.id, file_id: file.id }));
    return `/articulate/${module}/${lesson.id}`;
  };
  const student = await desk('bachelor_student', { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  const holder = student.frameLocator('iframe').frameLocator('iframe');

  const framed = await put('Framed', framedPackage());
  await student.goto(framed);
  const stage = holder.frameLocator('iframe');
  await stage.getByText('onward').click();
  const popup = student.waitForEvent('popup');
  await stage.getByRole('button', { name: 'quiz' }).click();
  const asked = await popup;
  // The press closes its own window, sometimes before the press itself is reported as done.
  await asked
    .getByRole('button', { name: 'answer' })
    .click()
    .catch((error: unknown) => {
      if (!asked.isClosed()) throw error;
    });
  await stage.getByText('answered').waitFor();
  await student.getByText(say('lessons.success.PASSED'), { exact: true }).waitFor();
  await student.reload();
  await stage.getByRole('button', { name: 'quiz' }).waitFor();
  const reached = await Promise.all(
    student.frames().map((frame) =>
      frame.evaluate(() => {
        try {
          return String(window.top?.document.title);
        } catch (error) {
          return `${(error as Error).name} ${localStorage.getItem('token')}`;
        }
      }),
    ),
  );
  expect(reached.slice(1)).toEqual(['SecurityError null', 'SecurityError null', 'SecurityError null']);

  await student.goto(await put('Walking', walkingPackage()));
  await holder.getByText('onward').click();
  await holder.getByText('true').waitFor();
  await student.getByText(say('lessons.progress.COMPLETED'), { exact: true }).waitFor();

  await student.goto(await put('Story', storyPackage()));
  await holder.frameLocator('iframe').getByRole('button', { name: 'onward' }).click();
  await holder.frameLocator('iframe').getByText('the end').waitFor();
  await holder.getByText('2', { exact: true }).waitFor();

  // By the rules of a package: on only when it was passed, and there again on another day.
  await student.goto(await put('Ruled', ruledPackage()));
  const onward = student.getByRole('button', { name: say('lessons.package.continue'), exact: true });
  const frame = student.locator('iframe');
  const shows = (part: string) => holder.getByRole('heading', { name: part }).waitFor();
  /** A new part comes in a new frame, and nobody can wait in one that goes. */
  const leadsTo = async (part: string, button: Locator) => {
    const before = await frame.getAttribute('src');
    await button.click();
    await expect.poll(() => frame.getAttribute('src')).not.toBe(before);
    await shows(part);
  };
  await shows('first');
  expect(await onward.isDisabled()).toBe(true);
  await holder.getByText('false false true').waitFor();
  await holder.getByRole('button', { name: 'pass' }).click();
  await holder.getByText('true false true').waitFor();
  await leadsTo('second', onward);
  await student.reload();
  await shows('second');
  await leadsTo('first', student.getByRole('button', { name: say('lessons.package.previous'), exact: true }));
  await leadsTo('third', holder.getByRole('button', { name: 'jump' }));

  // Its time is over, and there is more of it only in another attempt.
  await student.goto(await put('Hurried', hurriedPackage(3)));
  await holder.getByText('00:00:03').waitFor();
  await student.getByText(say('lessons.time.left')).waitFor();
  await student.getByRole('button', { name: say('lessons.package.again') }).click();
  await holder.getByText('00:00:03').waitFor();
  expectNoTrouble(student, [/status of 409/]);
});
