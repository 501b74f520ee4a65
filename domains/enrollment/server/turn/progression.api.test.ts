import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { beginPlannedYears, closeDecidedYears } from '../nightly.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let office: Caller;
let dean: Caller;
let year: number;
let next: number;
/** Years of study by the name of their student. */
const years: Record<string, number> = {};
const people: Record<string, number> = {};
const modules: number[] = [];

const sql = (text: string, values: unknown[] = []) => scene.sql(text, values);
const one = async (text: string, values: unknown[] = []): Promise<number> => (await sql(text, values))[0].id;

/** Somebody who studies this year, with published results of the modules of their plan: true, false or none. */
async function studies(
  name: string,
  { results = [], group = scene.group, course = scene.course.id, study_year = 1, status = 'ACTIVE', department }: Any,
) {
  const id = await one(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since, status)
     select 1, $1, 'Talaba', $1, 'BACHELOR', 'uz', $2, 'CONTRACT', c.id, coalesce($5::int, c.department_id), ' talaba ' || lower($1), $3, $4 from courses c where c.id = $6 returning id`,
    [name, scene.entry - study_year + 1, scene.day(-99), status, department ?? null, course],
  );
  people[name] = id;
  if (group)
    await sql(`insert into group_members (institution_id, group_id, student_id, starts_on) values (1, $1, $2, $3)`, [
      group,
      id,
      scene.day(-99),
    ]);
  years[name] = await one(
    `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
     select 1, $1, $2, y.id, $3, y.starts_on, y.ends_on, $4 from academic_years y where y.id = $5 returning id`,
    [id, course, study_year, status === 'ACTIVE' ? 'ACTIVE' : 'SUSPENDED', year],
  );
  for (const [at, passed] of results.entries())
    await sql(
      `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
       values (1, $1, $2, $3, 'A', $4, true, 'CONFIRMED', 'x')`,
      [(study_year === 4 ? lastPlan : plans)[at], id, passed ? 80 : 30, passed],
    );
}
const plans: number[] = [];
const lastPlan: number[] = [];

beforeAll(async () => {
  scene = await teachingScene();
  office = scene.office;
  dean = await scene.api.as('dean');
  year = await one('select id from academic_years where current');
  next = await one(
    `insert into academic_years (institution_id, name, starts_on, ends_on) values (1, 'Keyingi', $1, $2) returning id`,
    [scene.day(230), scene.day(500)],
  );
  await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
     select 1, a.id, 'D-1', 'Dekan', 'Dekanov', c.department_id, 'dekanov' from accounts a, courses c where a.username = 'dean' and c.id = $1`,
    [scene.course.id],
  );
  plans.push(scene.plan);
  for (const [code, study_year] of [
    ['FIZ1', 1],
    ['DIP', 4],
  ] as const) {
    const module = (
      await office.post('/module/', { code, title: { uz: code, ru: '', en: '' }, type: 'CORE', credits: 6 })
    ).body.id;
    modules.push(module);
    const plan = (
      await office.post('/cclsmodule/', {
        course_id: scene.course.id,
        academic_year_id: year,
        study_year,
        semester: 1,
        module_id: module,
      })
    ).body.id;
    (study_year === 4 ? lastPlan : plans).push(plan);
  }
  const last = (
    await office.post('/group/', {
      name: 'IQ-4',
      course_id: scene.course.id,
      entry_year: scene.entry - 3,
      language: 'uz',
      capacity: 30,
    })
  ).body.id;
  // Who repeats the last year will learn with those who come after.
  await office.post('/group/', {
    name: 'IQ-3',
    course_id: scene.course.id,
    entry_year: Number(scene.day(230).slice(0, 4)) - 3,
    language: 'uz',
    capacity: 30,
  });
  const faculty = (await scene.second.post('/department/', { title: { uz: 'Huquq', ru: '', en: '' }, kind: 'FACULTY' }))
    .body.id;
  const law = (
    await scene.second.post('/course/', {
      code: '60420100',
      title: { uz: 'Huquq', ru: '', en: '' },
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
      department_id: faculty,
    })
  ).body.id;
  await studies('passed', { results: [true, true] });
  await studies('debt', { results: [true, false] });
  await studies('failed', { results: [false, false] });
  await studies('again', { results: [false, false] });
  await sql(
    `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status) values (1, $1, $2, $3, 1, $4, $5, 'REPEATING')`,
    [people.again, scene.course.id, year, scene.day(-400), scene.day(-101)],
  );
  await studies('waits', { results: [true] });
  await studies('leave', { status: 'GAP_YEAR' });
  await studies('barred', { results: [true, true], status: 'INACTIVE' });
  await studies('nowhere', { group: null });
  await studies('last', { results: [true], group: last, study_year: 4 });
  await sql(
    "insert into credit_recognitions (institution_id, student_id, origin, module_id, credits) values (1, $1, 'TDIU', $2, 234)",
    [people.last, modules[0]],
  );
  // Passed what was taken here, and brought nothing of the years before.
  await studies('moved', { results: [true], group: last, study_year: 4 });
  await studies('lastdebt', { results: [false], group: last, study_year: 4 });
  await studies('lawyer', { group: null, course: law });
});
afterAll(() => scene?.api.close());

const told = async (by = office) => {
  const { body } = await by.get(`/year_turn/student?academic_year_id=${year}&size=100`);
  return Object.fromEntries(body.content.map((row: Any) => [row.student.student_no, [row.outcome, row.cause]]));
};
const apply = (by = office) =>
  by.post('/year_turn/progress', { academic_year_id: year, order_number: '77-T', order_date: scene.day(0) });
/** What may not change: everything of the old year but how its memberships ended. */
const digest = async () =>
  (
    await sql(
      `select md5(concat((select string_agg(concat_ws(',', id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, order_number, deleted_at), ';' order by id) from enrollments where academic_year_id = $1),
         (select string_agg(r::text, ';' order by r.id) from module_results r), (select string_agg(m::text, ';' order by m.id) from marks m),
         (select string_agg(concat_ws(',', a.id, a.group_id, a.student_id, a.starts_on, case when a.ends_on <= $2 then a.ends_on end), ';' order by a.id) from group_members a where a.starts_on <= $2))) as digest`,
      [year, scene.day(200)],
    )
  )[0].digest;
/** Titles of the notices of the turn that an account has, the newest first. */
const noticesOf = async (account: number) =>
  (
    await sql(
      `select title ->> 'en' as title from notices where account_id = $1 and type = 'progression' order by id desc`,
      [account],
    )
  ).map(({ title }: Any) => title);
const statusOf = async (id: number | undefined) =>
  (await sql('select status from enrollments where id = $1', [id]))[0].status;

it('says of everybody what becomes of them, and why; the rules are data', async () => {
  const rule = { level: 'BACHELOR', version: null, credits: 6, debts: 1, repeats: 1 };
  expect((await office.put('/year_turn/rule', rule)).status).toBe(200);
  expect((await office.put('/year_turn/rule', rule)).body.code).toBe('STALE');
  expect(await told()).toEqual({
    passed: ['PROMOTED', 'PASSED'],
    debt: ['CONDITIONAL', 'DEBTS_ALLOWED'],
    failed: ['REPEATS', 'TOO_MANY_DEBTS'],
    again: ['LEAVES', 'REPEATED_BEFORE'],
    waits: ['HELD', 'RESULTS_OPEN'],
    leave: ['ON_LEAVE', 'LEAVE'],
    barred: ['HELD', 'BARRED'],
    nowhere: ['HELD', 'NOTHING_TAUGHT'],
    last: ['GRADUATES_NEXT', 'PASSED'],
    moved: ['HELD', 'PROGRAMME_NOT_COMPLETED'],
    lastdebt: ['REPEATS', 'DEBTS_AT_THE_END'],
    lawyer: ['HELD', 'NOTHING_TAUGHT'],
  });
  const { body } = await office.get(`/year_turn/student?academic_year_id=${year}&search=debt&outcome=CONDITIONAL`);
  expect(body.content).toMatchObject([
    {
      student: { student_no: 'debt' },
      planned: 12,
      earned: 6,
      debts: ['FIZ1'],
      open: 0,
      exception: null,
      applied: false,
    },
  ]);
  expect((await office.put('/year_turn/rule', { ...rule, version: 1, credits: 7 })).status).toBe(200);
  expect((await told()).debt).toEqual(['REPEATS', 'TOO_FEW_CREDITS']);
  expect((await office.put('/year_turn/rule', { ...rule, version: 2 })).status).toBe(200);
  const summary = (await office.get(`/year_turn/progression?academic_year_id=${year}`)).body;
  expect(summary).toMatchObject({ next: { id: next }, runs: [], can: { apply: true, rules: true } });
  expect(summary.counts.reduce((sum: number, row: Any) => sum + row.count, 0)).toBe(12);
  // What was failed in an earlier year is a debt until it is passed.
  await sql('update course_modules set academic_year_id = $1, study_year = 1 where id = $2', [next, plans[1]]);
  expect(
    (await office.get(`/year_turn/student?academic_year_id=${year}&search=debt&study_year=1`)).body.content,
  ).toMatchObject([
    { student: { student_no: 'debt' }, planned: 6, earned: 6, debts: ['FIZ1'], outcome: 'CONDITIONAL' },
  ]);
  await sql('update course_modules set academic_year_id = $1 where id = $2', [year, plans[1]]);
});

it('a dean decides about single students of the own faculty, with a reason, and takes it back', async () => {
  const decide = (name: string, outcome: string, by = dean, reason = 'Kasallik') =>
    by.post('/year_turn/exception', { enrollment_id: years[name], outcome, reason });
  expect(Object.keys(await told(dean))).toHaveLength(11);
  expect((await decide('failed', 'CONDITIONAL', dean, '')).status).toBe(400);
  expect((await decide('lawyer', 'PROMOTED')).status).toBe(404);
  expect((await decide('failed', 'PROMOTED', office)).status).toBe(403);
  expect((await decide('failed', 'GRADUATES_NEXT')).body.data.fields[0].code).toBe('NOT_LAST_YEAR');
  expect((await decide('last', 'PROMOTED')).body.data.fields[0].code).toBe('LAST_YEAR');
  expect((await decide('failed', 'LEAVES')).status).toBe(200);
  expect((await decide('failed', 'CONDITIONAL')).status).toBe(200);
  const { body } = await dean.get(`/year_turn/student?academic_year_id=${year}&exception=yes`);
  expect(body.content).toMatchObject([
    { outcome: 'CONDITIONAL', proposed: 'REPEATS', exception: { reason: 'Kasallik' }, can: { decide: true } },
  ]);
  expect(body.content).toHaveLength(1);
  expect((await dean.post('/year_turn/exception/undo', { enrollment_id: years.failed })).status).toBe(200);
  expect((await dean.post('/year_turn/exception/undo', { enrollment_id: years.failed })).status).toBe(404);
  expect((await told()).failed).toEqual(['REPEATS', 'TOO_MANY_DEBTS']);
  expect((await decide('failed', 'CONDITIONAL')).status).toBe(200);
  expect((await apply(dean)).status).toBe(403);
  expect((await scene.teacher.get(`/year_turn/student?academic_year_id=${year}`)).status).toBe(403);
});

it('tells each student and deans, gives repeaters a place with those of their year, and proposes that who leaves be expelled', async () => {
  const accountOf = (role: string) => one('select id from accounts where username = $1', [role]);
  const spare = await accountOf('teacher');
  const other = await accountOf('admin');
  const of = await accountOf('dean');
  await sql('update students set account_id = $2 where id = $1', [people.passed, spare]);
  await sql('update students set account_id = $2 where id = $1', [people.waits, other]);
  const places = () =>
    sql(
      `select g.name, m.starts_on::text as starts, m.ends_on::text as ends from group_members m join groups g on g.id = m.group_id
        where m.student_id = $1 and m.deleted_at is null order by m.starts_on`,
      [people.lastdebt],
    );
  const proposed = () =>
    sql(`select state, kind, student_id from student_status_requests where student_id = $1 order by id desc limit 1`, [
      people.again,
    ]);
  const before = await places();
  const done = await scene.api.finished((await apply()).body.job.id);
  expect(done).toMatchObject({ state: 'done', receipt: { applied: 7, proposed: 1 } });
  expect(await places()).toEqual([
    { ...before[0], ends: scene.day(229) },
    { name: 'IQ-3', starts: scene.day(230), ends: null },
  ]);
  expect(await proposed()).toMatchObject([{ state: 'PROPOSED', kind: 'EXPULSION' }]);
  expect(await noticesOf(spare)).toEqual(['You have been promoted to the next year of study: Keyingi']);
  expect(await noticesOf(other)).toEqual(['Your promotion has not been decided yet: contact your dean’s office']);
  expect((await noticesOf(of))[0]).toMatch(/: 4 students are waiting for your decision$/);
  const seats = async () =>
    (await office.get(`/year_turn/checklist?academic_year_id=${next}`)).body.lines.find(
      ({ code }: Any) => code === 'seats',
    );
  expect((await seats()).missing).not.toContainEqual({ title: '60310100 · 4', count: 1 });
  const undo = () => office.post('/year_turn/progress/undo', { id: done.receipt.progression_id, reason: 'Xato' });
  // A contract of the new year is a new fact.
  const [contract] = await sql(
    `insert into contracts (institution_id, number, student_id, payer_name, level, academic_year_id, amount, plan, deadline, fine, minimum_share, search)
     values (1, 'K-1', $1, 'x', 'BACHELOR', $2, 100, $3, $4, '{}', 0, 'x') returning id`,
    [people.passed, next, JSON.stringify([{ due_on: scene.day(260), amount: 100 }]), scene.day(260)],
  );
  expect((await undo()).body).toMatchObject({ code: 'PROGRESSION_BUILT_ON', data: { count: 1 } });
  await sql('update contracts set deleted_at = edulab_now() where id = $1', [contract.id]);
  // So is a place that somebody changed since.
  const [place] = await sql('select id, reason from group_members where student_id = $1 and starts_on = $2', [
    people.lastdebt,
    scene.day(230),
  ]);
  const because = (reason: string) => sql('update group_members set reason = $2 where id = $1', [place.id, reason]);
  await because('x');
  expect((await undo()).body).toMatchObject({
    code: 'PROGRESSION_BUILT_ON',
    data: { names: ['lastdebt Talaba'] },
    message: expect.stringContaining(' lastdebt Talaba.'),
  });
  await because(place.reason);
  const back = (await undo()).body;
  expect(back).toMatchObject({ count: 7, job: { kind: 'enrollment.undo_progression' } });
  expect(await scene.api.finished(back.job.id)).toMatchObject({ state: 'done', receipt: { undone: 7 } });
  expect(await places()).toEqual(before);
  expect(await proposed()).toMatchObject([{ state: 'WITHDRAWN' }]);
  expect((await noticesOf(spare))[0]).toMatch(/was undone/);
});

it('is applied once, plans the next year while the old one runs on, and changes nothing of the old one', async () => {
  const before = await digest();
  const started = await apply();
  expect(started.body).toMatchObject({ count: 7, job: { kind: 'enrollment.progression' } });
  expect(await scene.api.finished(started.body.job.id)).toMatchObject({ state: 'done', receipt: { applied: 7 } });
  expect((await apply()).body).toEqual({ count: 0, job: null });
  const made = await sql(
    `select s.student_no, e.study_year, e.status, e.order_number from enrollments e join students s on s.id = e.student_id where e.academic_year_id = $1 and e.deleted_at is null order by 1`,
    [next],
  );
  const row = (student_no: string, study_year: number) => ({
    student_no,
    study_year,
    status: 'PLANNED',
    order_number: '77-T',
  });
  expect(made).toEqual([row('debt', 2), row('failed', 2), row('lastdebt', 4), row('leave', 1), row('passed', 2)]);
  expect(await statusOf(years.passed)).toBe('ACTIVE');
  expect(await digest()).toBe(before);
  expect(
    (await dean.post('/year_turn/exception', { enrollment_id: years.debt, outcome: 'HELD', reason: 'x' })).body.code,
  ).toBe('PROGRESSION_APPLIED');
  // Whoever was held is decided later, by another run.
  await sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs) values (1, $1, $2, 90, 'A', true, true, 'LOCKED', 'x')`,
    [plans[1], people.waits],
  );
  const later = (await apply()).body;
  expect(later.count).toBe(1);
  expect((await scene.api.finished(later.job.id)).state).toBe('done');
});

it('is undone with a reason while nothing was built on it, and closes the old years when they are over', async () => {
  const runs = async () => (await office.get(`/year_turn/progression?academic_year_id=${year}`)).body.runs;
  const first = (await runs()).at(-2);
  expect(first).toMatchObject({ order_number: '77-T', count: 7, undone_at: null });
  const undo = (id = first.id) => office.post('/year_turn/progress/undo', { id, reason: 'Xato buyruq' });
  expect((await dean.post('/year_turn/progress/undo', { id: first.id, reason: 'x' })).status).toBe(403);
  const before = await digest();
  const taken = (await undo()).body;
  expect(await scene.api.finished(taken.job.id)).toMatchObject({ state: 'done', done: 7, receipt: { undone: 7 } });
  expect((await undo()).body.code).toBe('PROGRESSION_UNDONE');
  expect((await told()).failed).toEqual(['CONDITIONAL', 'TOO_MANY_DEBTS']);
  expect(await digest()).toBe(before);
  const { job } = (await apply()).body;
  expect((await scene.api.finished(job.id)).state).toBe('done');
  // A planned year that somebody changed is a new fact.
  const [planned] = await sql(
    'select id, version from enrollments where student_id = $1 and academic_year_id = $2 and deleted_at is null',
    [people.passed, next],
  );
  await office.post('/enrollment/', { id: planned.id, version: planned.version, note: 'Koʻchirildi' });
  const second = (await runs())[0];
  const refused = await undo(second.id);
  expect([refused.status, refused.body.code, refused.body.data.count]).toEqual([409, 'PROGRESSION_BUILT_ON', 1]);

  await scene.api.setClock(`${scene.day(201)}T03:00:00+05:00`);
  expect(await closeDecidedYears(scene.api.kernel)).toBeGreaterThan(0);
  expect(await closeDecidedYears(scene.api.kernel)).toBe(0);
  const closed = await Promise.all(
    ['passed', 'failed', 'lastdebt', 'again', 'leave', 'barred'].map((name) => statusOf(years[name])),
  );
  // Of whoever was away the year ends as it was left; who is barred is decided later.
  expect(closed).toEqual(['COMPLETED', 'COMPLETED', 'REPEATING', 'ENDED', 'ENDED', 'SUSPENDED']);
  await scene.api.setClock(`${scene.day(231)}T03:00:00+05:00`);
  await beginPlannedYears(scene.api.kernel);
  expect(await statusOf(planned.id)).toBe('ACTIVE');
  const [away] = await sql(
    'select status from enrollments where student_id = $1 and academic_year_id = $2 and deleted_at is null',
    [people.leave, next],
  );
  expect(away.status).toBe('PLANNED');
  office = await scene.api.as('registrar_head');
  expect((await undo(second.id)).body.code).toBe('PROGRESSION_BUILT_ON');
  // Who comes back studies the same year of study, and nothing of the old year comes back to life.
  const back = await office.post('/student/life', { ids: [people.leave], kind: 'RETURN', reason: 'Qaytdi' });
  expect(back.body.students[0].lines.map(({ area, code }: Any) => `${area}.${code}`)).toContain('membership.BEGUN');
  expect(
    await sql(
      'select study_year, status from enrollments where student_id = $1 and deleted_at is null order by starts_on',
      [people.leave],
    ),
  ).toEqual([
    { study_year: 1, status: 'ENDED' },
    { study_year: 1, status: 'ACTIVE' },
  ]);
  // Whoever did not complete the year is in the same one again, whenever they entered.
  const again = await office.post('/enrollment/', { student_id: people.again, academic_year_id: next });
  expect(again.body.study_year).toBe(1);
});

it('needs a year to go on into', async () => {
  const answer = await office.post('/year_turn/progress', {
    academic_year_id: next,
    order_number: '1',
    order_date: scene.day(0),
  });
  expect([answer.status, answer.body.code]).toEqual([422, 'NO_NEXT_YEAR']);
});
