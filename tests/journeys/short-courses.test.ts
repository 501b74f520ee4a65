import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A stranger finds a short course on a phone and takes a place; the office keeps courses and listeners at a desk. */

const { site, desk } = openHouse({ students: 60 });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };
const table: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };

const courseWith = async (where: string) => {
  const { rows } = await site().database.owner.query<{ id: number; uz: string; en: string }>(
    `select c.id, c.title ->> 'uz' as uz, c.title ->> 'en' as en from short_courses c
      where c.institution_id = 1 and c.deleted_at is null and ${where} order by c.id limit 1`,
  );
  return rows[0]!;
};
const seats = "(select count(*) from short_course_registrations r where r.course_id = c.id and r.status <> 'WAITING')";

test('a stranger finds a course on a phone, makes an account, takes a place and reads', async () => {
  const say = wordsOf('uz');
  const page = await desk('', phone);
  await page.goto('/short-courses');
  await page.getByRole('heading', { level: 1, name: say('short-courses.catalogue.title') }).waitFor();
  await page.getByText('Python asoslari').waitFor();
  await screenshot(page, 'short-courses-phone');
  await axe(page);
  await page.getByLabel(say('short-courses.catalogue.search')).fill('moliyaviy');
  const card = page.getByRole('link', { name: /Moliyaviy savodxonlik/ });
  await card.waitFor();
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'Moliyaviy savodxonlik' }).waitFor();
  await screenshot(page, 'short-course-phone');
  await axe(page);
  await page.getByRole('link', { name: say('short-courses.register.sign_up') }).click();
  await page.waitForURL(/admission\/reg\?redirect/);
  await signUp(site(), page, '931234567');
  await page.waitForURL(/short-courses\/\d+$/);
  await page.getByRole('button', { name: say('short-courses.register.take') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.register.take') })
    .click();
  // Of whom nobody knows how old they are it is asked; under eighteen somebody else agrees.
  await page.getByLabel(say('short-courses.register.young')).check();
  await page.getByLabel(say('short-courses.register.guardian_name')).waitFor();
  await axe(page);
  await page.getByLabel(say('short-courses.register.adult')).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.register.take') })
    .click();
  await page.waitForURL('**/short-term-course/student');
  await page.getByText(say('short-courses.place_state.CONFIRMED')).waitFor();
  await axe(page);
  // That the age was asked for is a refusal, which the browser writes down by itself.
  expectNoTrouble(page, [/status of 422.*registration/]);
});

test('a listener takes a free course and goes through its chapters', async () => {
  const say = wordsOf('ru');
  // Whichever courses the demo has given to this person, one is open and free.
  await site().database.owner.query(
    `with one as (select c.id from short_courses c where c.price = 0 and c.status = 'OPEN' and c.deleted_at is null and c.institution_id = 1 order by c.id limit 1)
     update short_course_registrations r set deleted_at = edulab_now() from one, accounts a where r.course_id = one.id and r.account_id = a.id and a.username = 'guest_user'`,
  );
  const free = await courseWith(
    `c.price = 0 and c.status = 'OPEN' and not exists (select 1 from short_course_registrations r join accounts a on a.id = r.account_id where r.course_id = c.id and r.deleted_at is null and a.username = 'guest_user')`,
  );
  const page = await desk('guest_user', { ...phone, locale: 'ru', skin: 'dark' });
  await page.goto(`/short-courses/${free.id}`);
  await page.getByRole('button', { name: say('short-courses.register.take') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await screenshot(page, 'short-course-register-dark');
  await dialog.getByRole('button', { name: say('short-courses.register.take') }).click();
  await page.waitForURL('**/short-term-course/student');
  await page
    .getByRole('link', { name: say('short-courses.own.continue') })
    .first()
    .waitFor();
  await screenshot(page, 'short-courses-own-dark');
  await axe(page);
  await page
    .getByRole('link', { name: say('short-courses.own.continue') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('link', { name: say('short-courses.reading.open') })
    .first()
    .waitFor();
  await screenshot(page, 'short-course-introduction-dark');
  await axe(page);
  await page
    .getByRole('link', { name: say('short-courses.reading.open') })
    .nth(1)
    .click();
  await page.getByRole('button', { name: say('short-courses.reading.done') }).waitFor();
  await screenshot(page, 'short-course-chapter-dark');
  await axe(page);
  await page.getByRole('button', { name: say('short-courses.reading.done') }).click();
  await page.waitForTimeout(500);
  expectNoTrouble(page);
});

test('the office opens a course, sees who is in it, and gives a place back with a reason', async () => {
  const say = wordsOf('en');
  const office = await desk('admission_moderator', table);
  await office.goto('/short-term-course-list');
  await office.getByRole('row').nth(5).waitFor();
  await screenshot(office, 'short-course-list');
  await axe(office);
  const draft = await courseWith("c.status = 'DRAFT'");
  await office.goto(`/short-term-course-list?open=${draft.id}`);
  await office.getByRole('dialog').waitFor();
  await office.waitForTimeout(500);
  await screenshot(office, 'short-course-form');
  await axe(office);
  const full = await courseWith(`c.status = 'OPEN' and c.capacity = ${seats}`);
  await office.goto(`/short-term-course/listener-list?course_id=${full.id}`);
  await office.getByText(full.en).first().waitFor();
  await screenshot(office, 'short-course-listeners');
  await axe(office);
  await office.getByRole('row').nth(2).click();
  await office.waitForURL(/listener\?id=/);
  await office.getByText(say('short-courses.field.price'), { exact: true }).first().waitFor();
  await screenshot(office, 'short-course-listener');
  await office.goto(`/short-term-course-list/chapter?course_id=${full.id}`);
  await office.getByText('Basic ideas').waitFor();
  await screenshot(office, 'short-course-chapters');
  await axe(office);
  await office.goto('/short-term-course/category');
  await office.getByText('Languages', { exact: true }).waitFor();
  await screenshot(office, 'short-course-categories');
  await axe(office);
  expect(full.id).toBeGreaterThan(0);
  expectNoTrouble(office);
});

test('a listener sees what is to be paid and goes to pay; a teacher notes who was there and gives certificates', async () => {
  const say = wordsOf('en');
  const { rows } = await site().database.owner.query<{ id: number; username: string }>(
    `select r.id, a.username from short_course_registrations r join accounts a on a.id = r.account_id
      where r.institution_id = 1 and r.status = 'HELD' and r.contract_id is not null
        and exists (select 1 from guests g where g.account_id = a.id) order by r.id limit 1`,
  );
  const payer = await desk(rows[0]!.username, { ...phone, locale: 'en' });
  await payer.goto('/short-term-course/student');
  const pay = payer.getByRole('link', { name: say('short-courses.own.pay') }).first();
  await pay.waitFor();
  await screenshot(payer, 'short-course-held-phone');
  await axe(payer);
  await pay.click();
  await payer.waitForURL(/payments\/online\?contract=/);
  await payer.getByRole('heading', { level: 1 }).waitFor();
  await screenshot(payer, 'short-course-pay-phone');
  expectNoTrouble(payer);

  const course = await courseWith(
    "c.teacher_id in (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'teacher')",
  );
  await site().database.owner.query(
    `insert into short_course_chapters_done (institution_id, registration_id, chapter_id)
     select r.institution_id, r.id, c.id from short_course_registrations r join short_course_chapters c on c.course_id = r.course_id
      where r.course_id = $1 and r.status = 'CONFIRMED' on conflict do nothing`,
    [course.id],
  );
  await site().database.owner.query('update short_courses set starts_on = edulab_today() where id = $1', [course.id]);
  const teacher = await desk('teacher', { ...phone, locale: 'ru' });
  const told = wordsOf('ru');
  await teacher.goto(`/short-term-course/attendance?course_id=${course.id}`);
  const present = () => teacher.getByText(told('short-courses.attendance_mark.PRESENT'), { exact: true }).first();
  await present().waitFor();
  const saved = () =>
    teacher.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/attendance'));
  const { rows: meetings } = await site().database.owner.query<{ id: number }>(
    "select id from short_course_chapters where course_id = $1 and kind = 'LESSON' order by position",
    [course.id],
  );
  // The first meeting by hand, the others as they were noted in class.
  const first = saved();
  await present().click();
  await first;
  await site().database.owner.query(
    `insert into short_course_attendance (institution_id, registration_id, chapter_id, status)
     select 1, (select min(registration_id) from short_course_attendance where chapter_id = $1), m, 'PRESENT' from unnest($2::int[]) m`,
    [meetings[0]!.id, meetings.slice(1).map(({ id }) => id)],
  );
  await teacher.reload();
  await teacher.getByText(told('short-courses.completion.is_ready')).first().waitFor();
  await screenshot(teacher, 'short-course-attendance-phone');
  await axe(teacher);
  await teacher.getByRole('button', { name: told('short-courses.completion.ready', { count: 1 }) }).click();
  await teacher
    .getByRole('dialog')
    .getByRole('button', { name: told('short-courses.completion.do') })
    .click();
  await teacher.getByText(told('short-courses.place_state.COMPLETED')).first().waitFor();
  expectNoTrouble(teacher);

  const { rows: done } = await site().database.owner.query<{ id: number; username: string }>(
    `select r.id, a.username from short_course_registrations r join accounts a on a.id = r.account_id where r.course_id = $1 and r.document_id is not null`,
    [course.id],
  );
  const listener = await desk(done[0]!.username, phone);
  await listener.goto('/short-term-course/student');
  await listener
    .getByRole('link', { name: wordsOf('uz')('short-courses.own.certificate') })
    .first()
    .click();
  await listener.waitForURL(/check\//);
  await listener.getByText('Python asoslari').first().waitFor();
  await screenshot(listener, 'short-course-certificate-phone');
  expectNoTrouble(listener);
});

test('the office cancels a course in one act and takes it back', async () => {
  const say = wordsOf('en');
  const office = await desk('admission_moderator', { ...table, skin: 'dark' });
  const course = await courseWith(`c.status = 'OPEN' and c.price > 0 and c.capacity = ${seats}`);
  await office.goto(`/short-term-course-list?search=${encodeURIComponent(course.en)}`);
  const row = office.getByRole('row').filter({ hasText: course.en });
  const act = async (name: string) => {
    await row.getByRole('button').last().click();
    await office.getByRole('menuitem', { name, exact: true }).click();
  };
  await act(say('short-courses.cancellation.title'));
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('short-courses.field.reason') }).fill('The teacher is ill');
  await office.waitForTimeout(400);
  await screenshot(office, 'short-course-cancel-dark');
  await axe(office);
  await dialog.getByRole('button', { name: say('short-courses.cancellation.do') }).click();
  await row.getByText(say('short-courses.course_state.CANCELLED')).waitFor();
  await act(say('short-courses.cancellation.undo'));
  await office.getByRole('dialog').getByRole('textbox').fill('Somebody else teaches');
  await office
    .getByRole('dialog')
    .getByRole('button', { name: say('short-courses.cancellation.undo') })
    .click();
  await row.getByText(say('short-courses.course_state.OPEN')).waitFor();
  expectNoTrouble(office);
});

test('a code that the office makes lessens the price on a phone; reviews stand on the page, and one is hidden', async () => {
  const say = wordsOf('en');
  const office = await desk('admission_moderator', table);
  await office.goto('/short-term-course/code?open=new');
  const form = office.getByRole('dialog');
  await form.getByRole('textbox', { name: say('short-courses.field.starts_on') }).fill('01.01.2020');
  await form.getByRole('textbox', { name: say('short-courses.field.ends_on') }).fill('01.01.2090');
  await form.getByRole('textbox', { name: say('short-courses.field.code'), exact: true }).fill('friend-1');
  await form.getByRole('textbox', { name: say('short-courses.field.percent') }).fill('50');
  await office.waitForTimeout(300);
  await screenshot(office, 'short-course-code-form');
  await axe(office);
  await form.getByRole('button', { name: say('common.save') }).click();
  await office.getByText('FRIEND-1').waitFor();
  await screenshot(office, 'short-course-codes');
  await axe(office);

  const course = await courseWith("c.series_id is not null and c.status = 'OPEN'");
  const { rows: nobody } = await site().database.owner.query<{ username: string }>(
    `select a.username from accounts a join guests g on g.account_id = a.id
      where a.active and a.deleted_at is null and a.selected_institution = 1 and a.username not like '%@%'
        and not exists (select 1 from short_course_registrations r where r.account_id = a.id and r.course_id = $1)
        and g.birthdate < '2005-01-01' order by a.id limit 1`,
    [course.id],
  );
  const taker = await desk(nobody[0]!.username, phone);
  const told = wordsOf('uz');
  await taker.goto(`/short-courses/${course.id}`);
  await taker.getByRole('heading', { name: told('short-courses.review.title') }).waitFor();
  await screenshot(taker, 'short-course-reviews-phone');
  await axe(taker);
  await taker.getByRole('button', { name: told('short-courses.register.take') }).click();
  const asked = taker.getByRole('dialog');
  await asked.getByLabel(told('short-courses.code.typed')).fill('wrong');
  await asked.getByRole('button', { name: told('short-courses.code.use') }).click();
  await asked.getByRole('alert').waitFor();
  await asked.getByLabel(told('short-courses.code.typed')).fill('friend-1');
  await asked.getByRole('button', { name: told('short-courses.code.use') }).click();
  await asked.getByRole('status').waitFor();
  await screenshot(taker, 'short-course-code-phone');
  await axe(taker);
  await asked.getByRole('button', { name: told('short-courses.register.take') }).click();
  await taker.waitForURL('**/short-term-course/student');
  await taker.getByText(told('short-courses.place_state.HELD')).first().waitFor();
  expect(
    (
      await site().database.owner.query(
        "select r.price, r.discount from short_course_registrations r join short_course_codes k on k.id = r.code_id where k.code = 'FRIEND-1'",
      )
    ).rows,
  ).toEqual([{ price: 60_000_000, discount: 60_000_000 }]);

  await office.goto('/short-term-course/review');
  const line = office.getByRole('row').nth(1);
  await line.waitFor();
  await screenshot(office, 'short-course-reviews');
  await axe(office);
  await line.getByRole('button').last().click();
  await office.getByRole('menuitem', { name: say('short-courses.review.hide') }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Names somebody');
  await dialog.getByRole('button', { name: say('short-courses.review.hide') }).click();
  await office.getByText('Names somebody').waitFor();

  const { rows: done } = await site().database.owner.query<{ username: string }>(
    `select a.username from short_course_registrations r join accounts a on a.id = r.account_id
      where r.institution_id = 1 and r.status = 'COMPLETED' and not exists (select 1 from short_course_reviews v where v.registration_id = r.id)
        and exists (select 1 from guests g where g.account_id = a.id) order by r.id limit 1`,
  );
  const writer = await desk(done[0]!.username, { ...phone, locale: 'ru', skin: 'dark' });
  const write = wordsOf('ru');
  await writer.goto('/short-term-course/student');
  await writer
    .getByRole('button', { name: write('short-courses.review.ask') })
    .first()
    .click();
  const review = writer.getByRole('dialog');
  await review.getByText(write('short-courses.review.note')).waitFor();
  await review.locator('label[title], label').nth(4).click();
  await review.getByRole('textbox').fill('Очень полезно');
  await screenshot(writer, 'short-course-review-dark');
  await axe(writer);
  await review.getByRole('button', { name: write('short-courses.review.send') }).click();
  await writer
    .getByRole('button', { name: write('short-courses.review.change') })
    .first()
    .waitFor();
  expectNoTrouble(office);
  // The code that was typed wrong is refused.
  expectNoTrouble(taker, [/code\/price|422/]);
  expectNoTrouble(writer);
});

test('a company sends its people: the list is pasted, mended, and their places are held by one bill', async () => {
  const say = wordsOf('en');
  const office = await desk('admission_moderator', table);
  const course = await courseWith(
    `c.status = 'OPEN' and c.price > 0 and c.series_id is null and c.capacity > 5 + ${seats}`,
  );
  await office.goto('/short-term-course/group');
  await office.getByRole('button', { name: say('short-courses.group.add') }).click();
  const form = office.getByRole('dialog');
  await form.getByRole('combobox', { name: say('short-courses.field.course') }).click();
  await office.keyboard.type(course.en);
  await office.getByRole('option').first().click();
  const box = (name: string) => form.getByRole('textbox', { name });
  await box(say('short-courses.field.company')).fill('Orient Tekstil');
  await box(say('short-courses.field.tin')).fill('301234567');
  await box(say('short-courses.field.contact')).fill('Salimova Nargiza');
  await box(say('short-courses.field.phone')).fill('712001122');
  await box(say('short-courses.field.email')).fill('hr@orient.example.uz');
  const { rows } = await site().database.owner.query<{ day: string }>(
    "select to_char(edulab_today() + 2, 'DD.MM.YYYY') as day",
  );
  await box(say('short-courses.field.pay_until')).fill(rows[0]!.day);
  await box(say('short-courses.group.lines')).fill('Karimov Ali\t935550011\nNazarova Zilola, 12');
  await form.getByRole('button', { name: say('short-courses.group.look') }).click();
  await form.getByText('Nazarova Zilola').last().waitFor();
  await screenshot(office, 'short-course-group-faults');
  await axe(office);
  await box(say('short-courses.group.lines')).fill('Karimov Ali\t935550011\nNazarova Zilola, 935550012');
  await form.getByRole('button', { name: say('short-courses.group.look') }).click();
  await form.getByRole('status').waitFor();
  await form.getByRole('button', { name: say('short-courses.group.hold') }).click();
  await office.getByText('301234567').first().waitFor();
  await office.waitForTimeout(500);
  await screenshot(office, 'short-course-groups');
  await axe(office);
  expect(
    (
      await site().database.owner.query(
        "select count(*)::int as held from short_course_registrations r join short_course_groups g on g.id = r.group_id where g.tin = '301234567' and r.status = 'HELD'",
      )
    ).rows,
  ).toEqual([{ held: 2 }]);
  await office.getByText('Orient Tekstil').first().click();
  await office.waitForURL(/listener-list\?group_id=/);
  await office.getByRole('link', { name: 'Orient Tekstil' }).waitFor();
  await expect.poll(() => office.getByRole('row').count()).toBe(3);
  await office.getByText('Karimov Ali').first().waitFor();
  await screenshot(office, 'short-course-group-listeners');
  await axe(office);
  await office.getByRole('link', { name: 'Orient Tekstil' }).click();
  await expect.poll(() => office.getByRole('row').count()).toBeGreaterThan(3);
  expectNoTrouble(office);
});
