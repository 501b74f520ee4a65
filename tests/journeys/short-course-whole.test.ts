import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A short course from its first sight to the certificate that anybody checks, with nothing but a phone. */

const { site, desk } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };

test('from the catalogue to a certificate that anybody checks, on one phone', async () => {
  const say = wordsOf('uz');
  // One with room, in the language in which its certificate will be read.
  const { rows: found } = await site().database.owner.query<{ id: number; uz: string }>(
    `select c.id, c.title ->> 'uz' as uz from short_courses c
      where c.institution_id = 1 and c.deleted_at is null and c.status = 'OPEN' and c.language = 'uz' and c.price > 0 and c.series_id is null
        and c.capacity > 5 + (select count(*) from short_course_registrations r where r.course_id = c.id) order by c.id limit 1`,
  );
  const course = found[0]!;
  const page = await desk('', phone);
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.goto('/short-courses');
  await page.getByLabel(say('short-courses.catalogue.search')).fill(course.uz);
  await page
    .getByRole('link', { name: new RegExp(course.uz.replace(/[()]/g, '\\$&')) })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: course.uz }).waitFor();
  await fits();
  await page.getByRole('link', { name: say('short-courses.register.sign_up') }).click();
  await page.waitForURL(/admission\/reg\?redirect/);
  await signUp(site(), page, '937654321');
  await page.waitForURL(new RegExp(`short-courses/${course.id}$`));

  // The place is held by a bill, which is paid with Payme through the bank of the demo.
  await page.getByRole('button', { name: say('short-courses.register.take') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.register.take') })
    .click();
  // Nobody knows yet how old she is.
  await page.getByLabel(say('short-courses.register.adult')).check();
  await screenshot(page, 'short-course-whole-age');
  await fits();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.register.take') })
    .click();
  await page.waitForURL('**/short-term-course/student');
  await page.getByText(say('short-courses.place_state.HELD')).waitFor();
  await fits();
  await page.getByRole('link', { name: say('short-courses.own.pay') }).click();
  await page.waitForURL(/payments\/online\?contract=/);
  await page.getByLabel(say('gateways.provider.PAYME')).check();
  await screenshot(page, 'short-course-whole-pay');
  await fits();
  await page.getByRole('button', { name: say('gateways.pay.go') }).click();
  await page.getByText(say('gateways.order.state.WAITING')).waitFor();
  const standing = page.url();
  await page.getByRole('link', { name: say('gateways.order.open') }).click();
  await page.waitForURL('**/payments/bank?order=*');
  await page.getByRole('button', { name: say('gateways.bank.act.PAY') }).click();
  await page.getByText(say('gateways.order.state.PAID')).waitFor();
  await page.goto(standing);
  await page.getByText(say('gateways.order.paid')).waitFor();
  await screenshot(page, 'short-course-whole-paid');
  await page.getByRole('link', { name: say('gateways.order.back') }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(600);
  await screenshot(page, 'short-course-whole-payments');

  // The place is confirmed by the money alone, and its chapters open.
  await page.goto('/short-term-course/student');
  await page.getByText(say('short-courses.place_state.CONFIRMED')).waitFor();
  await page.getByRole('link', { name: say('short-courses.own.continue') }).click();
  await page.waitForURL(/student\/introduction/);
  await fits();
  const { rows: chapters } = await site().database.owner.query<{ uz: string; kind: string }>(
    "select title ->> 'uz' as uz, kind from short_course_chapters where course_id = $1 and deleted_at is null order by position",
    [course.id],
  );
  await page
    .getByRole('link', { name: say('short-courses.own.continue') })
    .first()
    .click();
  for (const { uz } of chapters) {
    await page.getByRole('heading', { level: 1, name: uz }).waitFor();
    await fits();
    await page.getByRole('button', { name: say('short-courses.reading.done') }).click();
  }
  await page.waitForURL(/student\/introduction/);
  await page
    .getByLabel(say('short-courses.reading.is_done'))
    .nth(chapters.length - 1)
    .waitFor();
  await screenshot(page, 'short-course-whole-read');

  // The office calls the register, also on a phone: one meeting after the other.
  const office = await desk('admission_moderator', phone);
  await site().database.owner.query('update short_courses set starts_on = edulab_today() where id = $1', [course.id]);
  await office.goto(`/short-term-course/attendance?course_id=${course.id}`);
  const register = office.getByRole('radiogroup', { name: 'Aliyeva Nodira' });
  await register.waitFor();
  for (const { uz } of chapters.filter(({ kind }) => kind === 'LESSON')) {
    await office.getByRole('combobox', { name: say('short-courses.chapter_kind.LESSON') }).click();
    await office.getByRole('option', { name: uz }).click();
    const kept = office.waitForResponse((a) => a.request().method() === 'PUT' && a.url().endsWith('/attendance'));
    await register.getByText(say('short-courses.attendance_mark.PRESENT'), { exact: true }).click();
    expect((await kept).ok()).toBe(true);
  }
  await office.getByText(say('short-courses.completion.is_ready')).waitFor();
  await screenshot(office, 'short-course-whole-register');
  await axe(office);
  await office.getByRole('button', { name: say('short-courses.completion.ready', { count: 1 }) }).click();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.completion.do') })
    .click();
  await office.getByText(say('short-courses.place_state.COMPLETED')).first().waitFor();
  expectNoTrouble(office);

  // The listener has the certificate, and passes its address on to somebody without an account.
  await page.goto('/short-term-course/student');
  await page.getByText(say('short-courses.place_state.COMPLETED')).waitFor();
  await screenshot(page, 'short-course-whole-own');
  await page.getByRole('link', { name: say('short-courses.own.certificate') }).click();
  await page.waitForURL(/check\//);
  await page.getByText(course.uz).first().waitFor();
  const anybody = await desk('', phone);
  await anybody.goto(page.url());
  await anybody.getByText(say('credentials.verdict.genuine')).first().waitFor();
  await anybody.getByText('Aliyeva Nodira').first().waitFor();
  await anybody.getByText(course.uz).first().waitFor();
  await screenshot(anybody, 'short-course-whole-check');
  await axe(anybody);
  expectNoTrouble(anybody);
  // That her age was asked for is a refusal, which the browser writes down by itself.
  expectNoTrouble(page, [/status of 422.*registration/]);
});
