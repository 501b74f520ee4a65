import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePackage } from '#demo/sample-package.ts';
import { zip } from '#demo/zip.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { day, days } from '#tests/support/dates.ts';

let api: Api;
let teacher: Caller;
let leader: Caller;
let student: Caller;
let registrar: Caller;
let module: number;
let old: number;
let foreign: number;
let studentId: number;

const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const one = async (text: string, values: unknown[] = []) => Object.values((await sql(text, values))[0])[0] as number;
const title = `'{"uz":"T","ru":"","en":""}'`;
let made = 0;

/** A running semester of a year, a year before it, one course with a group, and its teacher. */
beforeAll(async () => {
  api = await startApi();
  const year = async (name: string, from: number, to: number) => {
    const id = await one(
      `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, $1, $2, $3, false) returning id`,
      [name, day(from), day(to)],
    );
    await sql(
      `insert into semesters (institution_id, academic_year_id, number, title, starts_on, ends_on) values (1, $1, 1, ${title}, $2, $3)`,
      [id, day(from), day(to)],
    );
    return id;
  };
  const [before, now] = [await year('old', -420, -300), await year('new', -56, 64)];
  const first = new Date(day(-56)).getFullYear();
  const course = await one(
    `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'C', ${title}, 'BACHELOR', '{uz}', 4, 240) returning id`,
  );
  const subject = await one(
    `insert into modules (institution_id, code, title, type, credits) values (1, 'M', ${title}, 'CORE', 6) returning id`,
  );
  const other = await one(
    `insert into modules (institution_id, code, title, type, credits) values (1, 'N', ${title}, 'CORE', 6) returning id`,
  );
  const place = (of: number, at: number, study = 2) =>
    one(
      `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active) values (1, $1, $2, $4, 1, $3, 'CORE', 6, true) returning id`,
      [course, at, of, study],
    );
  [module, old, foreign] = [await place(subject, now), await place(subject, before), await place(other, now, 3)];
  const group = await one(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) values (1, 'G', $1, $2, 'uz', 30) returning id`,
    [course, first - 1],
  );
  studentId = await one(
    `insert into students (institution_id, account_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search)
     select 1, id, 'S1', 'Ali', 'Valiyev', 'BACHELOR', 'uz', $1, 'GRANT', $2::int, 's' from accounts where username = 'bachelor_student' returning id`,
    [first - 1, course],
  );
  await sql(`insert into group_members (institution_id, group_id, student_id, starts_on) values (1, $1, $2, $3)`, [
    group,
    studentId,
    day(-50),
  ]);
  const staff = await one(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, id, 'T1', 'Aziza', 'Karimova', 'k' from accounts where username = 'teacher' returning id`,
  );
  await sql(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role) values (1, $1, $2, 'LEADER'), (1, $3, $2, 'LEADER')`,
    [module, staff, old],
  );
  [teacher, leader, student, registrar] = [
    await api.as('teacher'),
    await api.as('module_leader'),
    await api.as('bachelor_student'),
    await api.as('registrar_head'),
  ];
});
afterAll(() => api.close());

const newLesson = async (more: object = {}, by = teacher) =>
  by.post('/lesson/', { course_module_id: module, kind: 'LECTURE', title: `Dars ${++made}`, published: true, ...more });
const ids = async (by: Caller, of = module) =>
  (await by.get(`/lesson/?course_module_id=${of}&size=200`)).body.content.map((row: { id: number }) => row.id);

describe('lessons', () => {
  it('are kept by who teaches the module, cleaned, and seen by students when published and in their days', async () => {
    const lesson = await newLesson({
      content: '<p onclick="x()">Matn<script>1</script></p>',
      links: [{ title: 'Sayt', url: 'https://example.org/' }],
    });
    expect(lesson).toMatchObject({
      status: 200,
      body: { position: expect.any(Number), content: '<p>Matn</p>', homework: null, package: null },
    });
    expect((await newLesson({ links: [{ title: 'x', url: 'javascript:alert(1)' }] })).status).toBe(400);
    expect((await newLesson({}, leader)).body.code).toBe('NOT_YOUR_PROGRAMME');
    expect((await newLesson({ course_module_id: foreign })).body.code).toBe('NOT_YOUR_PROGRAMME');
    expect((await newLesson({}, registrar)).status).toBe(403);
    const hidden = [
      await newLesson({ published: false }),
      await newLesson({ visible_from: day(1) }),
      await newLesson({ visible_until: day(-2) }),
    ].map((answer) => answer.body.id);
    expect(await ids(registrar)).toEqual(expect.arrayContaining([lesson.body.id, ...hidden]));
    expect(await ids(student)).toEqual([lesson.body.id]);
    expect((await student.get(`/lesson/${hidden[0]}`)).status).toBe(404);
    expect(await ids(leader)).toEqual([]);
    for (const id of hidden) expect((await teacher.delete(`/lesson/${id}`)).status).toBe(200);
  });

  it('do not lie outside their semester', async () => {
    expect((await newLesson({ visible_from: day(100) })).body).toMatchObject({
      code: 'OUTSIDE_SEMESTER',
      data: { fields: [{ path: 'visible_from' }] },
    });
    expect((await newLesson({ visible_from: day(5), visible_until: day(4) })).body.code).toBe('DATES_REVERSED');
  });

  it('take their order in one call; an order that is old by now is refused', async () => {
    await newLesson();
    const was = await ids(teacher);
    const turned = was.toReversed();
    const sort = (wanted: number[], read: number[]) =>
      teacher.put('/lesson/sorting', { course_module_id: module, ids: wanted, was: read });
    expect((await sort(turned, was)).body).toEqual({ ids: turned });
    expect(await ids(teacher)).toEqual(turned);
    expect((await sort(was, was)).body).toMatchObject({ code: 'STALE', data: { current: { ids: turned } } });
    expect((await sort(turned.slice(1), turned)).status).toBe(422);
  });

  it('are copied from another year of the same module after a preview', async () => {
    const source = (await newLesson({ course_module_id: old, title: 'Kirish', visible_from: day(-400) })).body;
    await teacher.post('/lesson/homework', { lesson_id: source.id, due_at: days(-380), max_points: 10 });
    const input = { from_course_module_id: old, to_course_module_id: module };
    const preview = (await teacher.post('/lesson/copy', input)).body;
    expect(preview).toMatchObject({
      applied: false,
      added: [{ lesson_id: source.id, homework: true, visible_from: day(-36) }],
      kept: [],
    });
    expect(await ids(teacher)).toHaveLength(2);
    expect((await teacher.post('/lesson/copy', { ...input, apply: true })).body.applied).toBe(true);
    const copy = (await teacher.get(`/lesson/?course_module_id=${module}&search=Kirish`)).body.content[0];
    expect(copy).toMatchObject({ published: false, position: 3, homework: { max_points: 10, state: 'CLOSED' } });
    expect((await teacher.post('/lesson/copy', { ...input, apply: true })).body).toMatchObject({
      added: [],
      kept: [{ title: 'Kirish' }],
    });
    expect(
      (await teacher.post('/lesson/copy', { from_course_module_id: foreign, to_course_module_id: module })).body.code,
    ).toBe('OTHER_MODULE');
    await teacher.delete(`/lesson/${copy.id}`);
  });
});

describe('homework', () => {
  const withHomework = async (more: object = {}) => {
    const lesson = (await newLesson()).body;
    const work = await teacher.post('/lesson/homework', {
      lesson_id: lesson.id,
      instructions: '<b>Yozing</b>',
      due_at: days(3),
      max_points: 20,
      ...more,
    });
    return { lesson, work };
  };

  it('is handed in as versions that stay, assessed, and seen when given back', async () => {
    const { lesson, work } = await withHomework();
    expect(work.body).toMatchObject({ state: 'ON_TIME', handed_in: 0 });
    const file = (await student.upload('ish.png', await picture())).body[0];
    const hand = (body: object) => student.post('/lesson/homework/submission', { lesson_id: lesson.id, ...body });
    expect((await hand({ text: '' })).body.code).toBe('EMPTY_WORK');
    expect((await hand({ text: 'Birinchi', file_ids: [file.id] })).body).toMatchObject({
      number: 1,
      late: false,
      files: [{ id: file.id }],
    });
    const [first, second] = await Promise.all([hand({ text: 'Ikkinchi' }), hand({ text: 'Uchinchi' })]);
    expect([first.body.number, second.body.number].toSorted()).toEqual([2, 3]);
    const newest = first.body.number === 3 ? first.body : second.body;
    expect(
      (await student.get(`/lesson/homework/submissions?lesson_id=${lesson.id}`)).body.map(
        (row: { number: number }) => row.number,
      ),
    ).toEqual([3, 2, 1]);

    const row = (await teacher.get(`/lesson/assessment/all?lesson_id=${lesson.id}`)).body;
    expect(row).toMatchObject([{ student_id: studentId, submissions: 3, submission: { id: newest.id, number: 3 } }]);
    expect((await teacher.get('/lesson/assessment/all')).body).toMatchObject([{ submission: { id: newest.id } }]);
    const assess = (body: object) => teacher.post('/lesson/assessment/', { id: newest.id, version: 1, ...body });
    expect((await assess({ points: 21 })).body).toMatchObject({ code: 'TOO_MANY_POINTS', data: { max: 20 } });
    expect((await assess({ points: 18.5, feedback: 'Yaxshi' })).body).toMatchObject({
      points: 18.5,
      version: 2,
      returned_at: null,
    });
    expect((await assess({ points: 1 })).body).toMatchObject({ code: 'STALE', data: { current: { points: 18.5 } } });
    expect((await student.get(`/lesson/assessment/${newest.id}`)).body).toMatchObject({ points: null, feedback: null });
    expect((await assess({ version: 2, returned: true })).status).toBe(200);
    expect((await student.get(`/lesson/${lesson.id}`)).body.homework.mine).toMatchObject({
      number: 3,
      points: 18.5,
      feedback: 'Yaxshi',
    });
    expect((await teacher.get('/lesson/assessment/all')).body).toEqual([]);
    const older = (await student.get(`/lesson/homework/submissions?lesson_id=${lesson.id}`)).body[1];
    expect(
      (await teacher.post('/lesson/assessment/', { id: older.id, version: older.version, points: 1 })).body.code,
    ).toBe('OLD_VERSION');
    expect((await teacher.delete(`/lesson/homework/${work.body.id}`)).body.code).toBe('HOMEWORK_HAS_WORKS');
    expect(
      (await registrar.get(`/lesson/homework/submissions?lesson_id=${lesson.id}&student_id=${studentId}`)).status,
    ).toBe(403);
    expect((await leader.get(`/lesson/assessment/${newest.id}`)).status).toBe(403);
    expect((await teacher.post('/lesson/homework/submission', { lesson_id: lesson.id, text: 'x' })).status).toBe(403);
  });

  it('is late or closed by the server’s clock, and hidden until it opens', async () => {
    const late = await withHomework({ due_at: days(-1), late_days: 2 });
    expect(
      (await student.post('/lesson/homework/submission', { lesson_id: late.lesson.id, text: 'x' })).body.late,
    ).toBe(true);
    const closed = await withHomework({ due_at: days(-3), late_days: 2 });
    expect(
      (await student.post('/lesson/homework/submission', { lesson_id: closed.lesson.id, text: 'x' })).body.code,
    ).toBe('HOMEWORK_CLOSED');
    const later = await withHomework({ opens_at: days(1) });
    expect((await student.get(`/lesson/${later.lesson.id}`)).body.homework).toMatchObject({
      state: 'NOT_YET',
      instructions: null,
    });
    expect(
      (await student.post('/lesson/homework/submission', { lesson_id: later.lesson.id, text: 'x' })).body.code,
    ).toBe('HOMEWORK_NOT_OPEN');
    const told = await withHomework({ due_at: days(4) });
    for (const who of [student, teacher])
      expect((await who.get(`/calendar/event?from=${day(4)}&to=${day(4)}&size=100`)).body.content).toContainEqual(
        expect.objectContaining({ key: `homework-${told.work.body.id}`, type: 'DEADLINE' }),
      );
    expect((await withHomework({ due_at: days(90) })).work.body.code).toBe('OUTSIDE_SEMESTER');
    expect((await withHomework({ opens_at: days(5) })).work.body.code).toBe('DUE_BEFORE_OPENING');
  });
});

const picture = async () => {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
};

describe('e-learning packages', () => {
  const upload = async (content: Buffer) =>
    (await teacher.upload('kurs.zip', content, '?purpose=package')).body[0]?.id as number;
  const withPackage = async (content = samplePackage()) => {
    const lesson = (await newLesson({ kind: 'ELEARNING' })).body;
    return {
      lesson,
      answer: await teacher.post('/lesson/articulate/', { lesson_id: lesson.id, file_id: await upload(content) }),
    };
  };
  const open = (url: string, headers = {}) => api.app.inject({ url, headers });

  it('are served apart from the application, entry by entry, by a signed pass', async () => {
    const { lesson, answer } = await withPackage();
    expect(answer.body).toMatchObject({ kind: 'SCORM12', items: [{ id: 'lesson' }], mine: null });
    const seen = (await student.post('/lesson/articulate/launch', { package_id: answer.body.id })).body;
    expect(seen).toMatchObject({ attempt: 1, launch: 1, sco: 'lesson' });
    const page = await open(seen.url);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html', 'cross-origin-resource-policy': 'cross-origin' });
    expect(page.headers['content-security-policy']).toMatch(/^sandbox allow-scripts;/);
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
    const scripts = [...page.body.matchAll(/<script src="(\/edulab[^"]+)">/g)].map(([, address]) => address as string);
    expect(scripts).toEqual(['/edulab/packages/run-time/scorm12.js', expect.stringMatching(/\/__edulab\.js$/)]);
    const library = await open(scripts[0]!);
    expect(library.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' });
    expect(library.body).toMatch(/^this\.Scorm12API=/);
    expect((await open('/edulab/packages/run-time/other.js')).statusCode).toBe(404);
    const beside = (name: string) => seen.url.replace('index.html', name);
    expect((await open(beside('__edulab.js'))).body).toContain('"name":"Valiyev, Ali"');
    const { pathname, host } = new URL(seen.apart);
    expect((await open(pathname, { host })).body).toContain(`src="${seen.url}"`);
    const part = await open(beside('lesson.js'), { range: 'bytes=4-6' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'aro',
      expect.stringMatching(/^bytes 4-6\//),
    ]);
    expect((await open(beside('STYLE.css'))).statusCode).toBe(200);
    for (const name of ['../../../etc/passwd', 'nothing.js']) expect((await open(beside(name))).statusCode).toBe(404);
    expect((await open(seen.url.replace('/edulab/packages/1.', '/edulab/packages/2.'))).statusCode).toBe(404);
    expect((await teacher.get(`/lesson/articulate/lessons/${module}`)).body).toMatchObject([{ id: lesson.id }]);
    expect(
      (await teacher.post('/lesson/articulate/launch', { package_id: answer.body.id })).body.attempt_id,
    ).toBeNull();
    expect((await leader.post('/lesson/articulate/launch', { package_id: answer.body.id })).status).toBe(404);
  });

  it('keep what was reached, by attempt, and are resumed', async () => {
    const { lesson, answer } = await withPackage();
    const launch = async (more = {}) =>
      (await student.post('/lesson/articulate/launch', { package_id: answer.body.id, ...more })).body;
    const first = await launch();
    const tell = (of: { attempt_id: number; launch: number }, sequence: number, seconds: number, values: object) =>
      student.post('/lesson/articulate/progress', {
        attempt_id: of.attempt_id,
        launch: of.launch,
        sequence,
        seconds,
        values,
      });
    await tell(first, 0, 20, { 'cmi.core.lesson_location': '1', 'cmi.core.lesson_status': 'incomplete' });
    const second = await launch();
    expect(second).toMatchObject({ attempt: 1, launch: 2, attempt_id: first.attempt_id });
    const script = (await open(second.url.replace('index.html', '__edulab.js'))).body;
    expect(script).toContain('"cmi.core.lesson_location":"1"');
    const passed = { 'cmi.core.lesson_location': '2', 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' };
    expect((await tell(second, 0, 40, passed)).body).toMatchObject({
      status: 'COMPLETED',
      success: 'PASSED',
      score: 100,
      seconds: 60,
      taken: true,
    });
    // What the first window sent before its network was cut arrives only now.
    expect(
      (await tell(first, 1, 25, { 'cmi.core.lesson_location': '0', 'cmi.core.lesson_status': 'incomplete' })).body,
    ).toMatchObject({ taken: false, status: 'COMPLETED', seconds: 65 });
    expect((await tell(second, 0, 40, passed)).body).toMatchObject({ seconds: 65 });
    expect((await tell({ ...second, launch: 9 }, 0, 1, {})).status).toBe(404);
    expect(await launch({ again: true })).toMatchObject({ attempt: 2, launch: 1 });
    expect((await teacher.get(`/lesson/articulate/statistics/${lesson.id}`)).body.students).toMatchObject([
      { student_id: studentId, attempts: 2, status: 'COMPLETED', success: 'PASSED', score: 100, seconds: 65 },
    ]);
    expect((await student.get(`/lesson/${lesson.id}`)).body.package.mine).toMatchObject({
      attempt: 2,
      status: 'INCOMPLETE',
    });
    expect(
      (
        await leader.post('/lesson/articulate/progress', {
          attempt_id: first.attempt_id,
          launch: 1,
          sequence: 0,
          seconds: 0,
          values: {},
        })
      ).status,
    ).toBe(403);
  });

  it('are refused in words, and nothing is half done', async () => {
    const kept = await withPackage();
    const replace = async (content: Buffer) =>
      (await teacher.post('/lesson/articulate/', { lesson_id: kept.lesson.id, file_id: await upload(content) })).body;
    expect((await replace(zip([{ name: 'a.txt', content: 'x' }]))).code).toBe('NOT_A_PACKAGE');
    expect((await replace(zip([{ name: 'imsmanifest.xml', content: 'no xml' }]))).code).toBe('NOT_A_PACKAGE');
    const escaping = await replace(
      zip([
        { name: 'index.html', content: 'x' },
        { name: '../x', content: 'x' },
      ]),
    );
    expect(escaping).toMatchObject({ code: 'PACKAGE_UNSAFE', message: expect.stringContaining('../x') });
    expect((await teacher.get(`/lesson/${kept.lesson.id}`)).body.package.id).toBe(kept.answer.body.id);
    expect((await teacher.upload('kurs.zip', Buffer.from('no zip'), '?purpose=package')).body.code).toBe(
      'FILE_CONTENT_MISMATCH',
    );
    expect((await teacher.upload('kurs.exe', samplePackage(), '?purpose=package')).body.code).toBe(
      'FILE_TYPE_NOT_ALLOWED',
    );
    const token = (await api.as('teacher')).token;
    const huge = await api.app.inject({
      method: 'POST',
      url: '/edulab/lms/api/v1/upload?purpose=package',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(2 * 1024 ** 3),
      },
      payload: '--x--\r\n',
    });
    expect(huge.statusCode).toBe(413);
    const stolen = (await student.upload('kurs.zip', samplePackage(), '?purpose=package')).body[0].id;
    expect((await teacher.post('/lesson/articulate/', { lesson_id: kept.lesson.id, file_id: stolen })).status).toBe(
      422,
    );
    expect((await teacher.delete(`/lesson/articulate/${kept.answer.body.id}`)).status).toBe(200);
    expect((await teacher.get(`/lesson/${kept.lesson.id}`)).body.package).toBeNull();
  });
});
