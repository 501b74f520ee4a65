import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

/** What was passed elsewhere, or in a course that is left, counts where it was recognised, and nowhere else. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let head: Caller;
let student: number;
/** By code: its module and its place in the plan of the course. */
const made: Record<string, { module: number; plan: number }> = {};
let other: number;

async function planned(course: number, code: string, title: string, credits: number) {
  const [year] = await scene.sql('select id from academic_years where current');
  const { body } = await head.post('/module/', {
    code,
    title: { uz: title, ru: '', en: '' },
    type: 'CORE',
    credits,
  });
  const plan = await head.post('/cclsmodule/', {
    course_id: course,
    academic_year_id: year.id,
    study_year: 1,
    semester: 2,
    module_id: body.id,
  });
  made[code] = { module: body.id, plan: plan.body.id };
}
const passes = (plan: number, total = 80) =>
  scene.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     values (1, $1, $2, $3, 'B', true, true, 'CONFIRMED', 'x')`,
    [plan, student, total],
  );

beforeAll(async () => {
  scene = await teachingScene();
  head = await scene.api.as('registrar_head');
  [student] = scene.people as [number];
  const [course] = await scene.sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'HU', '{"uz": "Huquq", "ru": "", "en": ""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
  );
  other = course.id;
  await planned(scene.course.id, 'FIZ1', 'Fizika', 5);
  await planned(scene.course.id, 'KIM1', 'Kimyo', 4);
  await planned(other, 'FIZ9', 'fizika', 5);
  await planned(other, 'HUQ1', 'Huquq asoslari', 6);
  const [{ id: year }] = await scene.sql('select id from academic_years where current');
  expect((await head.post('/enrollment/', { student_id: student, academic_year_id: year })).status).toBe(200);
});
afterAll(() => scene?.api.close());

const transcript = async () => (await head.get(`/assessment/transcript?student_id=${student}`)).body;
const file = async (caller: Caller) =>
  (await caller.upload('ilova.csv', Buffer.from('modul;baho'))).body[0].id as number;
const one = (code: string, more: object = {}) => ({
  module_id: made[code]!.module,
  source_module: `${code} elsewhere`,
  source_credits: 6,
  source_grade: 'A',
  credits: 4,
  ...more,
});
const recognise = (recognised: object[], more: object = {}) =>
  head.post('/student/life', {
    ids: [student],
    kind: 'RECOGNITION',
    reason: 'Ariza',
    origin: 'Samarqand universiteti',
    decided_by: 'Komissiya, 5-bayonnoma',
    recognised,
    ...more,
  });
const lines = (answer: Any) => answer.body.students[0].lines.map((line: Any) => `${line.area}.${line.code}`);

it('is refused for what is not of the plan, more than its credits, passed already, or for two people', async () => {
  expect((await recognise([])).status).toBe(400);
  expect((await recognise([one('HUQ1')])).body.data.fields).toMatchObject([{ path: 'recognised.0.module_id' }]);
  expect((await recognise([one('FIZ1', { credits: 5.5 })])).body.code).toBe('RECOGNITION_CREDITS');
  expect((await recognise([one('FIZ1'), one('FIZ1')])).body.code).toBe('ALREADY_RECOGNISED');
  // One module of elsewhere counts as two only as far as its credits go.
  const twice = await recognise([one('FIZ1'), one('KIM1', { source_module: ' fiz1 ELSEWHERE', credits: 2.5 })]);
  expect(twice.body).toMatchObject({
    code: 'RECOGNITION_CREDITS',
    data: { credits: 2, fields: [{ path: 'recognised.1.credits' }] },
  });
  expect((await recognise([one('FIZ1')], { ids: scene.people.slice(0, 2) })).body.code).toBe('LIFE_ONE_ALONE');
  // Somebody else's file is no paper of this.
  expect((await recognise([one('FIZ1')], { file_ids: [999_999] })).body.code).toBe('UNKNOWN_REFERENCE');
  expect((await (await scene.api.as('teacher')).post('/student/life', {})).status).toBe(403);
});

it('counts in credits, transcript and what the plan asks for, with its order and papers, and its mark only by a rule', async () => {
  const paper = await file(head);
  const told = await head.post('/student/life/preview', {
    ids: [student],
    kind: 'RECOGNITION',
    origin: 'Samarqand universiteti',
    recognised: [one('FIZ1', { total: 90 })],
  });
  expect(lines(told)).toEqual(['marks.RECOGNISED']);
  expect((await transcript()).recognised).toEqual([]);
  const done = await recognise([one('FIZ1', { total: 90 })], { file_ids: [paper] });
  expect(done.status).toBe(200);
  expect((await head.get(`/student/life/${done.body.change.id}/order`)).headers['content-type']).toBe(
    'application/pdf',
  );
  expect(await transcript()).toMatchObject({
    earned: 4,
    average: null,
    recognised: [
      { code: 'FIZ1', origin: 'Samarqand universiteti', source_grade: 'A', credits: 4, total: 90, counts: false },
    ],
  });
  expect((await head.get(`/recognition/?student_id=${student}`)).body).toMatchObject([
    { module: { code: 'FIZ1' }, files: [{ id: paper }], decided_by: 'Komissiya, 5-bayonnoma', can: { withdraw: true } },
  ]);
  const missing = await head.put('/student/status', {
    ids: [student],
    status: 'GRADUATED',
    order_number: '1',
    preview: true,
  });
  const core = missing.body.faults.find((fault: Any) => fault.code === 'CORE_NOT_PASSED').message;
  expect(core).toContain('KIM1');
  expect(core).not.toContain('FIZ1');
  expect((await head.post('/recognition/rule/', { level: 'BACHELOR', marks_count: true })).status).toBe(200);
  expect((await head.post('/recognition/rule/', { level: 'BACHELOR', marks_count: false })).body.code).toBe(
    'RECOGNITION_RULE_TWICE',
  );
  expect(await transcript()).toMatchObject({ average: 90, recognised: [{ counts: true }] });
  const issued = await head.post('/student/transcript', { student_id: student, language: 'en' });
  expect(issued.status).toBe(200);
  const { body: seen } = await scene.api.anonymous.get(`/issued-document/check/${issued.body.document.check_code}`);
  expect(JSON.stringify(seen)).toContain('Samarqand universiteti');
});

it('is withdrawn with a reason, which the student is told, and what says it holds no more; another cannot', async () => {
  const [row] = (await head.get(`/recognition/?student_id=${student}`)).body;
  const own = await scene.api.as('bachelor_student');
  expect((await own.get('/recognition/')).body).toMatchObject([
    { id: row.id, files: [{ original_name: 'ilova.csv' }], can: { withdraw: false } },
  ]);
  expect((await own.get(`/recognition/?student_id=${scene.people[1]}`)).status).toBe(404);
  const withdraw = (more: object = {}, caller = head) =>
    caller.post('/recognition/withdraw', { id: row.id, version: row.version, reason: 'Ilova soxta', ...more });
  expect((await withdraw({}, own)).status).toBe(403);
  expect((await withdraw({ reason: '' })).status).toBe(400);
  expect((await withdraw()).body).toMatchObject({ withdrawal_reason: 'Ilova soxta', can: { withdraw: false } });
  expect(await transcript()).toMatchObject({ earned: 0, average: null, recognised: [] });
  expect((await withdraw({ version: row.version + 1 })).body.code).toBe('RECOGNITION_WITHDRAWN');
  const [paper] = await scene.sql("select status, status_reason from issued_documents where kind = 'TRANSCRIPT'");
  expect(paper).toEqual({ status: 'SUPERSEDED', status_reason: 'STUDIES_CHANGED' });
  // What the change wrote was touched since, so it is not undone on top of that.
  const [change] = (await head.get(`/student/life/?student_id=${student}`)).body.content;
  expect((await head.post('/student/life/undo', { id: change.id, reason: 'x' })).body.data.faults[0].code).toBe(
    'LIFE_TOUCHED',
  );
  const [notice] = await scene.sql("select count(*)::int as n from notices where title::text like '%soxta%'");
  expect(notice.n).toBeGreaterThan(0);
});

it('of a course that is left counts what is equal, unless it is decided otherwise; coming back it counts as before', async () => {
  await passes(made.FIZ1!.plan);
  await passes(made.KIM1!.plan, 60);
  expect(await transcript()).toMatchObject({ earned: 9 });
  const move = (course_id: number, more: object = {}) =>
    head.post('/student/life', { ids: [student], kind: 'TRANSFER', reason: 'Ariza', course_id, ...more });
  const look = await head.post('/student/life/preview', { ids: [student], kind: 'TRANSFER', course_id: other });
  expect(look.body.offer).toMatchObject({
    results: [
      { title: 'FIZ1 Fizika', credits: 5, module_id: made.FIZ9!.module },
      { title: 'KIM1 Kimyo', credits: 4, module_id: null },
    ],
    modules: [{ id: made.FIZ9!.module }, { id: made.HUQ1!.module }],
  });
  const moved = await move(other);
  expect(lines(moved)).toEqual(expect.arrayContaining(['marks.COUNTS', 'marks.NOT_COUNTED']));
  expect(await transcript()).toMatchObject({
    earned: 5,
    average: 80,
    recognised: [{ code: 'FIZ9', internal: true, origin: 'Iqtisodiyot' }],
  });
  expect((await transcript()).semesters[0].rows.map((row: Any) => [row.code, row.counts])).toEqual([
    ['FIZ1', false],
    ['KIM1', false],
  ]);
  expect((await head.post('/student/life/undo', { id: moved.body.change.id, reason: 'Xato' })).body).toEqual({
    undone: 1,
  });
  expect(await transcript()).toMatchObject({ earned: 9, recognised: [] });
  // The office decides one by one: physics does not count, chemistry counts as law.
  const counted = [
    { course_module_id: made.FIZ1!.plan, module_id: null },
    { course_module_id: made.KIM1!.plan, module_id: made.HUQ1!.module },
  ];
  expect(
    (await move(other, { counted: [{ course_module_id: made.KIM1!.plan, module_id: made.FIZ1!.module }] })).status,
  ).toBe(422);
  expect((await move(other, { counted })).status).toBe(200);
  expect(await transcript()).toMatchObject({ earned: 4, average: 60, recognised: [{ code: 'HUQ1' }] });
  expect((await move(scene.course.id)).status).toBe(200);
  expect(await transcript()).toMatchObject({ earned: 9, recognised: [] });
});

it('counts nothing of a course that was left two courses ago, nor the same module of two years twice', async () => {
  const move = (course_id: number) =>
    head.post('/student/life', { ids: [student], kind: 'TRANSFER', reason: 'Ariza', course_id });
  const [{ id: third }] = await scene.sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'TA', '{"uz": "Tarix", "ru": "", "en": ""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
  );
  const [{ id: again }] = await scene.sql(
    `with year as (insert into academic_years (institution_id, name, starts_on, ends_on) values (1, '1999/2000', '1999-09-01', '2000-06-30') returning id)
     insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits)
     select m.institution_id, m.course_id, y.id, m.study_year, m.semester, m.module_id, m.type, m.credits from course_modules m, year y where m.id = $1 returning id`,
    [made.FIZ1!.plan],
  );
  await passes(again, 60);
  expect((await move(other)).status).toBe(200);
  expect(await transcript()).toMatchObject({ earned: 5, recognised: [{ code: 'FIZ9', total: 80 }] });
  expect((await move(third)).status).toBe(200);
  expect(await transcript()).toMatchObject({ earned: 0, recognised: [] });
  expect((await move(scene.course.id)).status).toBe(200);
  expect(await transcript()).toMatchObject({ earned: 9, recognised: [] });
});

it('leaves behind what was failed in a course that was left, and what is still open there, but not what both courses have', async () => {
  const move = (course_id: number) =>
    head.post('/student/life', { ids: [student], kind: 'TRANSFER', reason: 'Ariza', course_id });
  await planned(scene.course.id, 'BIO1', 'Biologiya', 6);
  await planned(scene.course.id, 'OLI1', 'Oliy matematika', 5);
  await scene.sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits)
     select institution_id, $1, academic_year_id, 1, 1, module_id, type, credits from course_modules where id = $2`,
    [other, made.OLI1!.plan],
  );
  for (const code of ['BIO1', 'OLI1'])
    await scene.sql(
      `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
       values (1, $1, $2, 40, 'F', false, true, 'PUBLISHED', 'x')`,
      [made[code]!.plan, student],
    );
  const failed = async () =>
    (
      await scene.sql(
        `select m.code from edulab_counted_results(array[$1]::int[]) k join modules m on m.id = k.module_id where not k.passed order by 1`,
        [student],
      )
    ).map(({ code }) => code);
  const open = async () =>
    (
      await scene.sql(
        `select m.code from edulab_open_attempts(array[$1]::int[]) k join course_modules p on p.id = k.course_module_id join modules m on m.id = p.module_id order by 1`,
        [student],
      )
    ).map(({ code }) => code);
  const counting = async () =>
    (await transcript()).semesters
      .flatMap(({ rows }: Any) => rows)
      .filter(({ counts, code }: Any) => counts && ['BIO1', 'OLI1'].includes(code))
      .map(({ code }: Any) => code);
  expect([await failed(), await open(), await counting()]).toEqual(Array(3).fill(['BIO1', 'OLI1']));
  const { credits } = await transcript();
  const moved = await move(other);
  expect(moved.status).toBe(200);
  expect([await failed(), await open(), await counting()]).toEqual(Array(3).fill(['OLI1']));
  expect((await transcript()).credits).toBeLessThan(credits);
  // Whoever is not admitted to graduate for what is open is told of nothing that was left.
  const told = await head.put('/student/status', {
    ids: [student],
    status: 'GRADUATED',
    order_number: '1',
    preview: true,
  });
  expect(JSON.stringify(told.body.faults)).not.toContain('BIO1');
  expect((await head.post('/student/life/undo', { id: moved.body.change.id, reason: 'Xato' })).status).toBe(200);
  expect([await failed(), await open()]).toEqual(Array(2).fill(['BIO1', 'OLI1']));
});
