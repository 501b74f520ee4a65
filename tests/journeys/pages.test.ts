import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { institutionsOf } from '#demo/accounts.ts';
import { type Role, roles } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import type { Page as Declared, Domain } from '#platform/web/domain.ts';
import { platformDomain } from '#platform/web/platform-domain.ts';
import { axe, close, expectNoTrouble, settled } from '#tests/support/browser.ts';
import { listFaults } from '#tests/support/columns.ts';
import { registerAll } from '#tests/support/database.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';

/**
 * Every page that a domain registers is opened by somebody who may and by somebody who may not. A new page is covered
 * by standing in its domain's list; only one with a blank in its address may have to say below what goes there.
 */

registerAll();
const faces = import.meta.glob<Record<string, Domain>>('../../domains/*/web/index.{ts,tsx}', { eager: true });
const domains = [platformDomain, ...Object.values(faces).flatMap((face) => Object.values(face))].filter((value) =>
  Array.isArray(value?.pages),
);
// The page of the controls exists only where pages are built.
const pages = domains.flatMap((domain) => domain.pages).filter((page) => page.path !== '/kit');
const inside = pages.filter((page) => !page.public && !page.authOnly && page.requires === undefined);
const before = pages.filter((page) => page.public || page.authOnly);
const demanded = pages.filter((page) => page.requires !== undefined);
/** Beginnings of message ids. */
const words = ['common', 'kit', ...domains.map((domain) => domain.name)];

/**
 * Every page is seen on a wide and on a narrow screen, once light and once dark, in two of the three languages; pages
 * take turns, so that every look meets every kind of page.
 */
const turns: [Look, Look][] = [
  [
    { locale: 'uz', width: 1440, skin: 'light', layout: 'vertical' },
    { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' },
  ],
  [
    { locale: 'en', width: 1440, skin: 'dark', layout: 'horizontal' },
    { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' },
  ],
  [
    { locale: 'ru', width: 1440, skin: 'light', layout: 'horizontal' },
    { locale: 'en', width: 390, skin: 'dark', layout: 'vertical' },
  ],
];
const seen = (all: Declared[]) =>
  turns.flatMap((looks, turn) =>
    looks.flatMap((look) =>
      all.filter((_, index) => index % turns.length === turn).map((page) => ({ page, look, path: page.path, ...look })),
    ),
  );

let site: Site;
let blanks: Record<string, string>;

beforeAll(async () => {
  site = await startSite({ students: 60 });
  const first = async (table: string) =>
    (await site.database.owner.query(`select min(id) as id from ${table} where institution_id = 1`)).rows[0]
      .id as number;
  const [lesson] = (
    await site.database.owner.query<{ id: number; course_module_id: number }>(
      `select id, course_module_id from lessons where institution_id = 1 and deleted_at is null order by id limit 1`,
    )
  ).rows;
  const { rows: applied } = await site.database.owner.query<{ flavour: string; id: number }>(
    "select flavour, min(id) as id from applications where institution_id = 1 and status <> 'DRAFT' group by 1",
  );
  const application = (flavour: string) => String(applied.find((one) => one.flavour === flavour)?.id);
  const {
    rows: [year],
  } = await site.database.owner.query<{ id: number }>(
    'select id from academic_years where institution_id = 1 and current',
  );
  const {
    rows: [board],
  } = await site.database.owner.query<{ id: number }>(
    `insert into award_boards (institution_id, course_id, academic_year_id, quorum, prepared_by)
     select 1, min(id), $1, 3, 1 from courses where institution_id = 1 returning id`,
    [year?.id],
  );
  const {
    rows: [claim],
  } = await site.database.owner.query<{ id: number }>(
    "select min(id) as id from ec_claims where institution_id = 1 and status <> 'DRAFT'",
  );
  const id = async (question: string) => {
    const { rows } = await site.database.owner.query<{ id: number }>(question);
    return String(rows[0]?.id);
  };
  const invigilation = await id(
    `insert into invigilations (institution_id, component_id, course_module_id, held_on, room)
     select institution_id, id, course_module_id, (edulab_now() at time zone 'Asia/Tashkent')::date, 'A-101' from assessment_components
      where institution_id = 1 and deleted_at is null order by id limit 1 returning id`,
  );
  // What stands in the blanks of addresses, by the whole address or by the blank alone.
  blanks = {
    '/accounts/{id}': '1',
    '/staff/{id}': String(await first('staff')),
    '{student_id}': String(await first('students')),
    '/short-courses/{course_id}': String(await first('short_courses')),
    '{course_id}': String(await first('courses')),
    '{course_module_id}': String(lesson?.course_module_id),
    '{group_id}': String(await first('groups')),
    '{ccls_module_id}': String(lesson?.course_module_id),
    '{module_id}': String(lesson?.course_module_id),
    '{lesson_id}': String(lesson?.id),
    '{category}': 'bachelor',
    '{degree}': 'bachelor',
    '/student-applications/{application_id}': application('plain'),
    '/general-applications/{application_id}': application('general'),
    '/st-course-applications/{application_id}': application('st_course'),
    '/applications/{application_id}': application('hr'),
    '{academic_year_id}': String(year?.id),
    '/award-board/{id}': String(board?.id),
    '{census_id}': await id(
      `with f as (insert into census_forms (institution_id, code, title, counts, lines, columns, controls, cells)
         values (1, 'PAGES', 'Shakl', '{}', '[{"code":"01","title":"Jami","where":{}}]', '[{"code":"01","title":"Jami","where":{}}]', '[]', '[]') returning id)
       insert into censuses (institution_id, form_id, day, known_on, counted)
       select 1, id, '2026-10-01', '2026-10-01', '{"title":"Shakl","note":null,"counts":{},"lines":[{"code":"01","title":"Jami"}],"columns":[{"code":"01","title":"Jami"}],"controls":[],"each":false,"cells":[],"template_file_id":null,"institution":"TXU"}' from f returning id`,
    ),
    '/report/{id}': await id('select min(id) as id from reports where institution_id = 1'),
    '{claim_id}': String(claim?.id),
    '{issue_id}': await id('select min(id) as id from certificate_issues where institution_id = 1'),
    '{staff_id}': await id('select min(staff_id) as id from evaluation_units where institution_id = 1'),
    '{unit_id}': await id(
      `select u.id from evaluation_units u join evaluation_periods p on p.id = u.period_id and p.status = 'RUNNING'
         join course_modules cm on cm.id = u.course_module_id join groups g on g.course_id = cm.course_id join group_members m on m.group_id = g.id and m.ends_on is null
         join students s on s.id = m.student_id where s.account_id = (select id from accounts where username = 'bachelor_student') order by u.id limit 1`,
    ),
    '{result_id}': await id(
      "select min(u.id) as id from evaluation_units u join evaluation_periods p on p.id = u.period_id where p.status = 'CLOSED'",
    ),
    '{questionnaire_id}': await id('select min(id) as id from evaluation_questionnaires'),
    '{feedback_id}': await id(
      "select min(id) as id from feedback where institution_id = 1 and mode = 'NAMED' and about_staff_id is null",
    ),
    '/document-management/incoming/{id}': await id(
      "select min(id) as id from letters where institution_id = 1 and direction = 'INCOMING' and not confidential",
    ),
    '/document-management/outgoing/{id}': await id(
      "select min(id) as id from letters where institution_id = 1 and direction = 'OUTGOING' and status = 'SENT'",
    ),
    '/document-management-moderator/destruction/{id}': await id(
      `insert into letter_destructions (institution_id, basis, author_id, signer_id)
       select 1, 'Hujjatlar roʻyxati', account_id, id from staff where institution_id = 1 and account_id is not null and deleted_at is null order by id limit 1 returning id`,
    ),
    '/request-form/create/{id}': await id(
      "select min(id) as id from form_types where institution_id = 1 and code = 'REFERENCE'",
    ),
    '/certificate-templates/{id}': await id(
      `insert into certificate_templates (institution_id, title) values (1, '{"uz":"Sertifikat","ru":"Сертификат","en":"Certificate"}') returning id`,
    ),
    '{record_id}': await id(
      "select min(id) as id from achievement_records where institution_id = 1 and status = 'SUBMITTED'",
    ),
    '{scale_id}': String(await first('achievement_scales')),
    '{nomination_id}': String(await first('achievement_nominations')),
    '/signature/{code}': await signatureThatNobodyMade(),
    '{invigilation_id}': invigilation,
    '{guest_id}': String(await first('guests')),
    '{timetable_id}': String(await first('timetables')),
    '{period_id}': String(await first('exam_periods')),
    '/cv/create/{id}': await id(
      'select min(id) as id from cvs where institution_id = 1 and last_version_id is not null',
    ),
    '{case_id}': await id('select min(id) as id from risk_cases where institution_id = 1'),
    '{token}': await linkForEmployer(),
    '{code}': await codeOfTranscript(),
  };
});

/** The page of a signature stands for whatever it finds, so one that no key of ours made is enough. */
async function signatureThatNobodyMade(): Promise<string> {
  await site.database.owner.query(
    `insert into signatures (institution_id, entity, entity_id, account_id, file_id, file_hash, check_code, method, signed_at, body, key_id, signature)
     values (1, 'letter', 1, 1, 1, repeat('0', 64), '0123456789AB', 'ACCOUNT', edulab_now(), '{}', '0', '0')`,
  );
  return '0123-4567-89AB';
}

/** The check code of a document that stands: a transcript of somebody whose results are confirmed. */
async function codeOfTranscript(): Promise<string> {
  const { rows } = await site.database.owner.query<{ id: number }>(
    "select min(student_id) as id from module_results where institution_id = 1 and status in ('CONFIRMED', 'LOCKED')",
  );
  const stored = await site.signedIn('registrar_head');
  const token =
    typeof stored === 'string' ? '' : stored.origins[0]?.localStorage.find(({ name }) => name === 'token')?.value;
  const answer = await fetch(`${site.url}/edulab/lms/api/v1/student/transcript`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, institution: '1', 'content-type': 'application/json' },
    body: JSON.stringify({ student_id: rows[0]?.id, language: 'uz' }),
  });
  const { document } = (await answer.json()) as { document?: { check_code: string } };
  if (!document) throw new Error(`no transcript was issued (${answer.status})`);
  return document.check_code;
}
/** A link of an employer, made as the career centre makes it but for the secret. */
async function linkForEmployer(): Promise<string> {
  const secret = 'x'.repeat(43);
  await site.database.owner.query(
    `insert into employer_links (institution_id, offer_id, name, secret_hash, expires_at)
     select 1, min(id), 'Ish beruvchi', $1, edulab_now() + interval '10 days' from job_offers where institution_id = 1 and status = 'SENT'`,
    [createHash('sha256').update(secret).digest('hex')],
  );
  return secret;
}
afterAll(async () => {
  await close();
  await site?.close();
});

/** `/staff/{id}` → `/staff/12`. Throws where nobody said what goes into a blank. */
const addressOf = ({ path }: Declared) =>
  path.replaceAll(/\{\w+\}/g, (blank) => {
    const value = blanks[path] ?? blanks[blank];
    if (value === undefined) throw new Error(`say in the blanks of this test what ${blank} of ${path} is`);
    return value;
  });

const ofTashkent = roles.filter((role) => institutionsOf(role).includes(1));
function may(role: Role, { permission }: Declared): boolean {
  if (permission === undefined) return true;
  const grants = [permission].flat().flatMap((name) => Object.values(declaredPermissions()[name]?.grants ?? {}));
  return grants.some((holders) => holders?.includes(role));
}
/** Few people serve many pages; whoever works with most of them comes first. */
const people: Role[] = ['REGISTRAR_HEAD', 'ADMIN', 'BACHELOR_STUDENT', ...ofTashkent];
/** Pages about oneself tell nothing to those who are no students. */
const owners: Record<string, Role> = {
  '/feedback/{feedback_id}': 'SYSTEM_MODERATOR',
  '/evaluation/vote/{unit_id}': 'BACHELOR_STUDENT',
  '/evaluation/results/{result_id}': 'QUALITY_ASSURANCE_HEAD',
  '/{category}/student-info': 'BACHELOR_STUDENT',
  '/students/student-info': 'BACHELOR_STUDENT',
  '/student/docs': 'BACHELOR_STUDENT',
  '/degree': 'BACHELOR_STUDENT',
  // A period that is not published is there for those alone who plan it.
  '/exam-periods/{period_id}': 'EXAM_HEAD',
  // The registrar meets the letters in which the registry has a part.
  '/document-management/incoming/{id}': 'ADMIN',
  '/document-management/outgoing/{id}': 'ADMIN',
  '/document-management-moderator/destruction/{id}': 'ADMIN',
};
const strangers: Role[] = ['GUEST_USER', 'TEACHER', 'DEAN', ...ofTashkent];

/** One open page for each person in the look of the moment, kept for all that this person opens in it. */
const desks = new Map<string, Page>();
let lookOfDesks = '';
async function desk(who: string, look: Look): Promise<Page> {
  if (lookOfDesks !== JSON.stringify(look)) {
    await Promise.all([...desks.values()].map((page) => page.context().close()));
    desks.clear();
    lookOfDesks = JSON.stringify(look);
  }
  let page = desks.get(who);
  if (!page) {
    page = await sitDown(site, who, look);
    desks.set(who, page);
    await page.goto(who ? '/home' : '/login');
    await settled(page);
    expectNoTrouble(page);
  }
  return page;
}

/** Goes on inside of the application, as a link does. */
async function follow(page: Page, address: string) {
  await page.evaluate((to) => history.pushState({}, '', to), address);
  await settled(page);
}

/** Goes on to where one is sent away from at once; answers the path and the query of where that was to. */
const turnedAway = (page: Page, address: string) =>
  page.evaluate(async (to) => {
    history.pushState({}, '', to);
    for (const until = performance.now() + 10_000; location.pathname === to && performance.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 10));
    return { path: location.pathname, redirect: new URLSearchParams(location.search).get('redirect') };
  }, address);

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Nothing scrolls the page sideways, no id of a message stands for its text, axe and the console are content. */
async function inspect(page: Page) {
  const { over, text } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen
    return { over: scrollWidth - clientWidth, text: document.body.innerText };
  });
  expect(over, `${page.url()} scrolls sideways by so many pixels`).toBe(0);
  const ids = text.match(/(?<![\w.@/-])[a-z]+(?:_[a-z]+)*(?:\.\w[\w-]*)+/g) ?? [];
  const permissions = declaredPermissions();
  const untold = ids.filter((id) => words.includes(id.split('.')[0] ?? '') && !permissions[id]);
  expect(untold, `${page.url()} shows ids for texts`).toEqual([]);
  // Of a page that opens further down, a button half below the bar is no small one: it is looked at from the top as well.
  await axe(page).catch(async (error: unknown) => {
    if ((await page.evaluate(() => window.scrollY)) === 0) throw error;
    await page.evaluate(() => window.scrollTo(0, 0));
    await axe(page);
  });
  expectNoTrouble(page);
}

const title = '$path in $locale, $skin, $layout, $width px wide';

test.each(seen(inside))(`${title} opens to somebody who may`, async ({ page: declared, look }) => {
  const who = owners[declared.path] ?? people.find((role) => may(role, declared));
  if (!who) throw new Error(`nobody may open ${declared.path}`);
  const page = await desk(who.toLowerCase(), look);
  await follow(page, addressOf(declared));
  expect(pathOf(page)).toBe(addressOf(declared));
  await inspect(page);
  // Russian has a walk of its own (lists.test.ts).
  if (look.width < 600 || look.locale === 'ru') return;
  const size = page.viewportSize();
  expect(await listFaults(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
});

test.each(seen(before))(`${title} stands before the sign-in`, async ({ page: declared, look }) => {
  const page = await desk('', look);
  await follow(page, addressOf(declared));
  // Some open only with a link of a mail, or while there is nothing installed.
  expect([addressOf(declared), '/login']).toContain(pathOf(page));
  await inspect(page);
});

test.each(seen(demanded))(`${title} opens while it is demanded`, async ({ page: declared, look }) => {
  const { owner } = site.database;
  // What one enrols in is a student's own.
  const who = declared.path === '/enrollment' ? 'bachelor_student' : 'archivist';
  await owner.query('update accounts set required_actions = array[$1] where username = $2', [declared.requires, who]);
  const page = await sitDown(site, who, look);
  await page.goto('/home');
  await settled(page);
  expect(pathOf(page)).toBe(addressOf(declared));
  await inspect(page);
  await page.context().close();
  await owner.query("update accounts set required_actions = '{}' where username = $1", [who]);
});

describe('the gates', () => {
  const look: Look = { locale: 'en', width: 390, skin: 'light', layout: 'vertical' };
  const closed = inside.flatMap((page) => {
    const stranger = strangers.find((role) => !may(role, page));
    return stranger ? [{ path: page.path, page, stranger }] : [];
  });

  test.each(closed)('refuse $path to $stranger', async ({ page: declared, stranger }) => {
    const page = await desk(stranger.toLowerCase(), look);
    expect(await turnedAway(page, addressOf(declared))).toMatchObject({ path: '/not-authorized' });
    expectNoTrouble(page);
  });

  test('ask for a sign-in before each page that needs one, and remember which it was', async () => {
    const page = await desk('', look);
    for (const declared of inside) {
      const { path, redirect } = await turnedAway(page, addressOf(declared));
      expect(path).toBe('/login');
      if (declared.path !== '/home') expect(redirect).toBe(addressOf(declared));
    }
    await settled(page);
    expectNoTrouble(page);
  });

  test('show the sign-in page to nobody who is signed in', async () => {
    const page = await desk('admin', look);
    for (const declared of before.filter((one) => one.authOnly)) {
      expect(await turnedAway(page, declared.path)).toMatchObject({ path: '/home' });
    }
    await settled(page);
    expectNoTrouble(page);
  });
});
