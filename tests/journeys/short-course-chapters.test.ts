import { expect, test } from 'vitest';
import { samplePackage } from '#demo/sample-package.ts';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A chapter of a short course holds what a lesson holds: its teacher writes it, a listener goes through it on a phone. */

const { site, desk } = openHouse({ students: 60 });

test('a teacher gives a chapter a text and a package; a listener goes through it, and its results are seen', async () => {
  const { owner } = site().database;
  const {
    rows: [at],
  } = await owner.query<{ course: number; chapter: number; place: number; title: string; username: string }>(
    `select c.id as course, h.id as chapter, r.id as place, h.title ->> 'uz' as title, a.username
       from short_courses c join short_course_chapters h on h.course_id = c.id and h.kind = 'READING' and h.package_id is null
       join short_course_registrations r on r.course_id = c.id and r.status = 'CONFIRMED'
       join accounts a on a.id = r.account_id
      where c.institution_id = 1 and c.status = 'OPEN' and a.username in ('guest_user', 'bachelor_student', 'short_term_course_listener')
        and not exists (select 1 from short_course_chapters_done d where d.registration_id = r.id and d.chapter_id = h.id)
      order by c.id, h.position limit 1`,
  );
  const { course, chapter, place, title, username } = at!;
  const say = wordsOf('uz');
  const office = await desk('admission_moderator', { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' });
  await office.goto(`/short-term-course-list/chapter?course_id=${course}&open=${chapter}`);
  const dialog = office.getByRole('dialog');
  await dialog.locator('.ProseMirror').fill('Avval matnni oʻqing, keyin mashqni oʻting.');
  await dialog.getByRole('button', { name: say('lessons.link.add') }).click();
  await dialog.getByLabel(say('lessons.link.title', { number: 1 })).fill('Namuna');
  await dialog.getByLabel(say('lessons.link.url', { number: 1 })).fill('https://example.uz/namuna');
  await screenshot(office, 'chapter-form');
  await dialog.getByRole('button', { name: say('kit.save'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const act = async (key: string) => {
    await office.getByRole('row', { name: title }).getByRole('button').last().click();
    await office.getByRole('menuitem', { name: say(key), exact: true }).click();
  };
  await act('lessons.package.title');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'manbalar.zip', mimeType: 'application/zip', buffer: samplePackage() });
  await dialog.getByText('manbalar.zip').waitFor();
  await screenshot(office, 'chapter-package');
  await axe(office);
  await office.keyboard.press('Escape');

  const page = await desk(username, { locale: 'uz', width: 390, skin: 'dark', layout: 'vertical' });
  await page.goto(`/short-term-course/student/chapter?id=${chapter}&place=${place}`);
  await page.getByText('Avval matnni oʻqing').waitFor();
  await page.getByRole('link', { name: 'Namuna' }).waitFor();
  await page.getByText(say('short-courses.reading.by_package')).waitFor();
  await screenshot(page, 'chapter-with-package');
  await axe(page);
  await page.getByRole('link', { name: say('lessons.package.begin') }).click();
  const inside = page.frameLocator('iframe').frameLocator('iframe');
  await inside.getByText('1 / 3').waitFor();
  await screenshot(page, 'chapter-package-played');
  for (const step of ['2 / 3', '3 / 3']) {
    await inside.getByRole('button', { name: 'Keyingi' }).click();
    await inside.getByText(step).waitFor();
  }
  await inside.getByText('O‘z tajribangiz natijasini yozganda').click();
  await inside.getByRole('button', { name: 'Yakunlash' }).click();
  await page.getByText(say('lessons.success.PASSED'), { exact: true }).waitFor();
  await page.getByRole('button', { name: say('lessons.package.close'), exact: true }).click();
  await page.waitForURL(/student\/chapter\?/);
  await page.getByRole('button', { name: say('short-courses.reading.undo') }).waitFor();

  await office.reload();
  await act('lessons.statistics.title');
  await dialog.getByText(say('lessons.progress.COMPLETED')).first().waitFor();
  await screenshot(office, 'chapter-results');
  expectNoTrouble(page);
  expectNoTrouble(office);
  expect(place).toBeGreaterThan(0);
});
