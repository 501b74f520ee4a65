import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { zip } from '#demo/zip.ts';
import { manifest } from '#tests/support/packages.ts';
import { type CourseScene, courseScene, named } from '#tests/support/short-courses.ts';

/** Chapters hold what lessons hold, and their packages are opened and told of by the same engine. */

// Connections keep the function that they find when they are made.
const queries = vi.spyOn(pg.Client.prototype, 'query');
let scene: CourseScene;
beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene.api.close());

const content = () =>
  zip([
    { name: 'imsmanifest.xml', content: manifest([{ id: 'one', href: 'one.html' }], { version: '1.2' }) },
    { name: 'one.html', content: '<title>one</title>' },
  ]);
const chapterOf = async (course_id: number, more: object = {}) =>
  (await scene.teacher.post('/short_term_course/step/', { course_id, kind: 'READING', title: named('Bob'), ...more }))
    .body;
const packageOf = async (chapter_id: number) => {
  const file = (await scene.teacher.upload('kurs.zip', content(), '?purpose=package')).body[0].id;
  return scene.teacher.post('/short_term_course/step/package/', { chapter_id, file_id: file });
};
const seat = (account: number, course_id: number) =>
  scene.sql(
    `insert into short_course_registrations (institution_id, course_id, account_id, name, status, price, refund_steps)
     values (1, $2, $1, 'Usmonova Nodira', 'CONFIRMED', 0, '[]') returning id`,
    [account, course_id],
  );

it('a chapter holds text that is cleaned, a video, links and several files; who does not listen sees none of it', async () => {
  const course = await scene.course();
  const [listener, stranger] = await scene.strangers(2);
  await seat(listener!.account, course.id);
  const files = await Promise.all(
    ['a.csv', 'b.csv'].map(async (name) => (await scene.teacher.upload(name, Buffer.from('a;b\n1;2\n'))).body[0].id),
  );
  const chapter = await chapterOf(course.id, {
    content: '<p onclick="x()">Matn<script>alert(1)</script></p>',
    video_url: 'https://video.example.uz/1',
    links: [{ title: 'Maqola', url: 'https://example.uz/maqola' }],
    file_ids: files,
  });
  expect(chapter).toMatchObject({ content: '<p>Matn</p>', open: true });
  const read = async (by: typeof listener) => (await by!.caller.get(`/short_term_course/step/${chapter.id}`)).body;
  expect(await read(listener)).toMatchObject({
    content: '<p>Matn</p>',
    video_url: 'https://video.example.uz/1',
    links: [{ title: 'Maqola', url: 'https://example.uz/maqola' }],
    files: [{ original_name: 'a.csv' }, { original_name: 'b.csv' }],
    open: true,
  });
  expect(await read(stranger)).toMatchObject({
    content: '',
    video_url: null,
    links: [],
    files: [],
    package: null,
    open: false,
  });
  const bad = await scene.teacher.post('/short_term_course/step/', {
    id: chapter.id,
    version: chapter.version,
    video_url: 'javascript:alert(1)',
  });
  expect(bad.status).toBe(400);
  // Nobody attaches a file of somebody else.
  const foreign = (await scene.office.upload('c.csv', Buffer.from('a;b\n'))).body[0].id;
  const taken = await scene.teacher.post('/short_term_course/step/', {
    id: chapter.id,
    version: chapter.version,
    file_ids: [foreign],
  });
  expect(taken.body.code).toBe('UNKNOWN_REFERENCE');
});

it('a package is done by its own report alone, in the listener’s own attempt, and the teacher sees how far each came', async () => {
  const course = await scene.course();
  const chapter = await chapterOf(course.id);
  const [one, other, stranger] = await scene.strangers(3);
  const [[place], [second]] = [await seat(one!.account, course.id), await seat(other!.account, course.id)];
  const { status, body: kept } = await packageOf(chapter.id);
  expect([status, kept.kind, kept.lesson_id]).toEqual([200, 'SCORM12', null]);
  const launch = (by: typeof one, more: object = {}) =>
    by!.caller.post('/short_term_course/step/package/launch', { chapter_id: chapter.id, ...more });
  let sequence = 0;
  const tell = (by: typeof one, of: { attempt_id: number; launch: number }, values: object) =>
    by!.caller.post('/short_term_course/step/package/progress', {
      chapter_id: chapter.id,
      attempt_id: of.attempt_id,
      launch: of.launch,
      sequence: sequence++,
      seconds: 5,
      values,
    });
  const done = (by: typeof one) => by!.caller.put('/short_term_course/step/done', { id: chapter.id, done: true });

  expect((await launch(stranger)).body.code).toBe('NOT_A_LISTENER');
  expect((await done(one)).body.code).toBe('PACKAGE_NOT_DONE');
  const opened = (await launch(one)).body;
  expect(opened).toMatchObject({ sco: 'one', attempt: 1, package: { id: kept.id } });
  const told = await scene.api.app.inject({ url: `${opened.url.split('/').slice(0, 4).join('/')}/__edulab.js` });
  expect([told.statusCode, told.body]).toEqual([200, expect.stringContaining('Usmonova Nodira')]);
  // Another listener cannot speak for this one, and a failed try is none.
  expect((await tell(other, opened, { 'cmi.core.lesson_status': 'passed' })).status).toBe(404);
  await tell(one, opened, { 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '20' });
  expect((await done(one)).body.code).toBe('PACKAGE_NOT_DONE');
  const again = (await launch(one, { again: true })).body;
  expect(again.attempt).toBe(2);
  expect(
    (await tell(one, again, { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' })).body,
  ).toMatchObject({
    status: 'COMPLETED',
    success: 'PASSED',
    score: 90,
  });
  const read = (await one!.caller.get(`/short_term_course/step/${chapter.id}`)).body;
  expect(read).toMatchObject({ done: true, package: { mine: { attempt: 2, score: 90 } } });
  expect((await other!.caller.get(`/short_term_course/step/${chapter.id}`)).body).toMatchObject({
    done: false,
    package: { mine: null },
  });
  const { body: seen } = await scene.teacher.get(`/short_term_course/step/package/statistics/${chapter.id}`);
  expect(
    seen.listeners.map((row: { registration_id: number; attempts: number; score: number | null }) => [
      row.registration_id,
      row.attempts,
      row.score,
    ]),
  ).toEqual([
    [place.id, 2, 90],
    [second.id, 0, null],
  ]);
  expect((await one!.caller.get(`/short_term_course/step/package/statistics/${chapter.id}`)).status).toBe(403);
  // Who teaches looks and leaves nothing.
  expect(
    (await scene.teacher.post('/short_term_course/step/package/launch', { chapter_id: chapter.id })).body,
  ).toMatchObject({
    attempt_id: null,
    attempt: 0,
  });
  // It is no package of a lesson, so nobody comes to it by that way.
  const student = await scene.api.as('bachelor_student');
  expect((await student.post('/lesson/articulate/launch', { package_id: kept.id })).status).toBe(404);
  // Another takes its place; what was done stays.
  const { body: newer } = await packageOf(chapter.id);
  expect(newer.id).not.toBe(kept.id);
  expect((await one!.caller.get(`/short_term_course/step/${chapter.id}`)).body).toMatchObject({
    done: true,
    package: { id: newer.id, mine: null },
  });
  const removed = await scene.teacher.delete(`/short_term_course/step/package/${chapter.id}`);
  expect(removed.status).toBe(200);
  expect((await launch(other)).status).toBe(404);
  expect((await done(other)).status).toBe(200);
});

it('what is no package is refused in words, and a place that was given up opens nothing any more', async () => {
  const course = await scene.course();
  const chapter = await chapterOf(course.id);
  const file = (await scene.teacher.upload('bosh.zip', zip([{ name: 'a.txt', content: 'a' }]), '?purpose=package'))
    .body[0].id;
  const refused = await scene.teacher.post('/short_term_course/step/package/', {
    chapter_id: chapter.id,
    file_id: file,
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'NOT_A_PACKAGE']);
  await packageOf(chapter.id);
  const [one] = await scene.strangers(1);
  const [place] = await seat(one!.account, course.id);
  const launch = () => one!.caller.post('/short_term_course/step/package/launch', { chapter_id: chapter.id });
  expect((await launch()).status).toBe(200);
  await scene.sql("update short_course_registrations set status = 'CANCELLED' where id = $1", [place.id]);
  expect((await launch()).body.code).toBe('NOT_A_LISTENER');
});

it('who teaches looks into their own courses alone, and learns in those of others by their place like anybody', async () => {
  const [other] = await scene.sql(
    `insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'SC-9', 'Bahrom', 'Aliyev', 'aliyev') returning id`,
  );
  const course = await scene.course({ teacher_id: other.id });
  const chapter = (
    await scene.office.post('/short_term_course/step/', {
      course_id: course.id,
      kind: 'READING',
      title: named('Bob'),
      content: '<p>Matn</p>',
    })
  ).body;
  const file = (await scene.office.upload('kurs.zip', content(), '?purpose=package')).body[0].id;
  await scene.office.post('/short_term_course/step/package/', { chapter_id: chapter.id, file_id: file });
  const launch = (by = scene.teacher) => by.post('/short_term_course/step/package/launch', { chapter_id: chapter.id });
  const read = async () => (await scene.teacher.get(`/short_term_course/step/${chapter.id}`)).body;
  expect(await read()).toMatchObject({ open: false, content: '' });
  expect((await launch()).body.code).toBe('NOT_A_LISTENER');
  expect((await launch(scene.office)).body).toMatchObject({ attempt_id: null });

  // A teacher who studies here as well, and takes the course: their own attempt, also once it takes nobody any more.
  const [{ id: account }] = await scene.sql("select id from accounts where username = 'teacher'");
  await scene.sql(
    `insert into account_roles (account_id, institution_id, role_id) select $1, 1, id from roles where name = 'GUEST_USER'`,
    [account],
  );
  await seat(account, course.id);
  await scene.sql("update short_courses set status = 'CLOSED' where id = $1", [course.id]);
  const both = await scene.api.as('teacher');
  const opened = (await launch(both)).body;
  expect(opened.attempt).toBe(1);
  const told = await both.post('/short_term_course/step/package/progress', {
    chapter_id: chapter.id,
    attempt_id: opened.attempt_id,
    launch: opened.launch,
    sequence: 1,
    seconds: 5,
    values: { 'cmi.core.lesson_status': 'passed' },
  });
  expect(told.status).toBe(200);
  expect((await both.get(`/short_term_course/step/${chapter.id}`)).body).toMatchObject({ open: true, done: true });
  await scene.sql(
    "delete from account_roles where account_id = $1 and role_id = (select id from roles where name = 'GUEST_USER')",
    [account],
  );
});

it('a chapter is done once the rules of its package call it done, though no part says so of itself', async () => {
  const course = await scene.course();
  const chapter = await chapterOf(course.id);
  const rules = `<imsss:sequencing><imsss:controlMode choice="true" flow="true"/><imsss:rollupRules><imsss:rollupRule childActivitySet="any"><imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules></imsss:sequencing>`;
  const own = `<imsss:sequencing><imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>`;
  const ruled = zip([
    {
      name: 'imsmanifest.xml',
      content: manifest(
        [
          { id: 'one', href: 'one.html', inside: own },
          { id: 'two', href: 'two.html', inside: own },
        ],
        { version: '2004 4th Edition', rules },
      ),
    },
    { name: 'one.html', content: '<title>one</title>' },
    { name: 'two.html', content: '<title>two</title>' },
  ]);
  const file = (await scene.teacher.upload('kurs.zip', ruled, '?purpose=package')).body[0].id;
  await scene.teacher.post('/short_term_course/step/package/', { chapter_id: chapter.id, file_id: file });
  const [one] = await scene.strangers(1);
  await seat(one!.account, course.id);
  const opened = (await one!.caller.post('/short_term_course/step/package/launch', { chapter_id: chapter.id })).body;
  const { body } = await one!.caller.post('/short_term_course/step/package/progress', {
    chapter_id: chapter.id,
    attempt_id: opened.attempt_id,
    launch: opened.launch,
    sequence: 1,
    seconds: 5,
    values: { 'cmi.completion_status': 'incomplete', 'cmi.success_status': 'passed' },
  });
  expect(body.status).toBe('INCOMPLETE');
  expect((await one!.caller.get(`/short_term_course/step/${chapter.id}`)).body).toMatchObject({
    done: true,
    package: { mine: { status: 'COMPLETED' } },
  });
});

it('how far everybody came is read without what the contents keep for themselves', async () => {
  const course = await scene.course();
  const chapter = await chapterOf(course.id);
  await packageOf(chapter.id);
  const [one] = await scene.strangers(1);
  await seat(one!.account, course.id);
  await one!.caller.post('/short_term_course/step/package/launch', { chapter_id: chapter.id });
  queries.mockClear();
  const { body } = await scene.teacher.get(`/short_term_course/step/package/statistics/${chapter.id}`);
  const said = queries.mock.calls.map(([query]) => JSON.stringify(query));
  expect(body.listeners).toMatchObject([{ attempts: 1 }]);
  const ofAttempts = said.filter((text) => text.includes('package_attempts'));
  expect(ofAttempts.length).toBeGreaterThan(0);
  expect(ofAttempts.filter((text) => text.includes('cmi'))).toEqual([]);
});
