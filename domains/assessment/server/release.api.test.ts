import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { on } from '#platform/server/hooks.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { withholding } from './hooks.ts';
import { modulesWithMarks, nightlyMarks, wrongTotals } from './release/nightly.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => {
  return scene?.api.close();
});

const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
const states = async () =>
  (await scene.sql('select distinct status from marks where course_module_id = $1 order by 1', [scene.plan])).map(
    (row) => row.status,
  );

it('submits what is whole, names the gaps, and moderation is another person’s', async () => {
  const { teacher, leader, plan, parts, enter, move, office, people } = scene;
  await scene.fill();
  await enter(teacher, [['P1', 3, null]]);
  const gaps = await teacher.post('/assessment/submit', { course_module_id: plan });
  expect(code(gaps)).toEqual([422, 'MARKS_MISSING']);
  expect(gaps.body.data.gaps).toEqual([
    { student_id: people[3], code: null, name: 'T4 Talaba', component_id: parts.P1 },
  ]);
  await enter(teacher, [['P1', 3, 65]]);
  expect(code(await move(teacher, 'MODERATED'))).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
  expect((await teacher.post('/assessment/submit', { course_module_id: plan })).body).toMatchObject({
    moved: 15,
    status: 'SUBMITTED',
  });
  const closed = await enter(teacher, [['P1', 3, 99]]);
  expect(closed.body.refused).toMatchObject([{ fault: 'MARK_CLOSED', status: 'SUBMITTED' }]);

  expect(code(await move(teacher, 'MODERATED'))).toEqual([422, 'SAME_MARKER']);
  expect(code(await move(office, 'MODERATED'))).toEqual([403, 'FORBIDDEN']);
  expect((await move(leader, 'DRAFT')).body.code).toBe('REASON_REQUIRED');
  expect((await move(leader, 'DRAFT', { component_ids: [parts.P1], reason: 'Yigʻindi xato' })).body.moved).toBe(5);
  expect((await teacher.post('/assessment/submit', { course_module_id: plan })).body.moved).toBe(5);
});

it('a second marker’s values stand beside, what is agreed keeps the first value, and the sample is asked for', async () => {
  const { teacher, leader, enter, grid, move, parts, sql: run } = scene;
  const rows = async (query = '') =>
    (await grid(leader, query)).body.students as { flags: string; values: string; result: object | null }[];
  const flags = async () => (await rows()).map((row) => row.flags[2]);
  const drawn = async () => {
    const samples = [];
    for (const share of [20, 60, 40]) {
      await run('update assessment_components set second_marking_share = $2 where id = $1', [parts.EX, share]);
      samples.push((await flags()).join(''));
    }
    return samples;
  };
  const samples = await drawn();
  // Who chose some other module is not among those of whom a sample is drawn.
  await run(
    `with other as (insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, credits, type)
         select institution_id, course_id, academic_year_id, study_year, 2, module_id, credits, 'ELECTIVE' from course_modules where id = $1 returning id),
       choosers as (insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search, status_since)
         select 1, 'C-' || n, 'Tanlagan', 'C' || n, 'BACHELOR', 'uz', $2, 'CONTRACT', 'c', edulab_today() from generate_series(1, 40) n returning id)
     insert into module_choices (institution_id, course_module_id, student_id) select 1, other.id, choosers.id from other, choosers`,
    [scene.plan, scene.entry],
  );
  expect(await drawn()).toEqual(samples);
  // Whoever is to give the second value sees neither the first one nor a total that holds it.
  const hidden = (await rows()).filter((row) => row.flags[2] === 'Y');
  expect(hidden).toHaveLength(2);
  expect(hidden.every((row) => row.values.endsWith(',') && row.result === null)).toBe(true);
  expect((await rows('&as=SECOND')).filter((row) => row.flags[2] === '2')).toHaveLength(2);
  const lacking = await move(leader, 'MODERATED');
  expect([...code(lacking), lacking.body.data.count]).toEqual([422, 'SECOND_MARKS_MISSING', 2]);
  const sampled = (await flags()).flatMap((flag, at) => (flag === 'Y' ? [at] : []));
  expect((await enter(teacher, [['EX', sampled[0]!, 70]], { as: 'SECOND' })).body.refused[0].fault).toBe('SAME_MARKER');
  const second = await enter(
    leader,
    sampled.map((at) => ['EX', at, 65] as [string, number, number]),
    { as: 'SECOND' },
  );
  expect(second.body.saved).toMatchObject([{ value: 65 }, { value: 65 }]);
  const agreed = await enter(leader, [['EX', sampled[0]!, 70]], { as: 'AGREED' });
  expect(agreed.body.saved).toMatchObject([{ value: 70, status: 'SUBMITTED' }]);
  expect(await run('select value, first_value, second_value from marks where first_value is not null')).toEqual([
    { value: '70.0', first_value: '75.0', second_value: '65.0' },
  ]);
  await run('update assessment_components set anonymous = true where id = $1', [parts.EX]);
  expect((await leader.get(`/assessment/markers?course_module_id=${scene.plan}`)).body.apart).toMatchObject([
    { student_id: null, name: null, code: expect.stringMatching(/^\w{3}-\w{3}$/), settled: false },
    { student_id: null, now: 70, settled: true },
  ]);
  await run('update assessment_components set anonymous = false where id = $1', [parts.EX]);
  expect((await move(leader, 'MODERATED')).body).toMatchObject({ moved: 15 });
  // Markers are compared by what they gave first, not by what was agreed on.
  const beside = `/assessment/markers?course_module_id=${scene.plan}`;
  expect((await scene.office.get(beside)).status).toBe(403);
  const compared = await leader.get(beside);
  expect(compared.body.rows).toMatchObject([
    { component_id: parts.P1, count: 5, mean: 77, groups: [expect.any(String)], elsewhere: null, known: 0 },
    { component_id: parts.P2, count: 5, mean: 70, spread: 0 },
    { component_id: parts.EX, count: 5, mean: 75, spread: 0 },
  ]);
  // Everything has one marker, so there is nothing to read again; two who see ten points between them have a work each.
  expect(compared.body).toMatchObject({
    works: [],
    pairs: [{ component_id: parts.EX, count: 2, difference: -10, far: 2 }],
    apart: [
      { first: 75, second: 65, across: false, settled: true, name: expect.any(String) },
      { first: 75, second: 65, settled: true, now: 75 },
    ],
  });
});

it('publishes what is not withheld, tells students, and takes it back with a reason', async () => {
  const { leader, student, plan, people, parts, move, teacher, sql: run } = scene;
  await run('create table open_cases (course_module_id int, student_id int)');
  await run('grant select on open_cases to edulab_app');
  await run('insert into open_cases values ($1, $2)', [plan, people[1]]);
  scene.api.follow(
    on(withholding, {
      name: 'OPEN_CASE',
      open: sql`select course_module_id, student_id, null::int as component_id, null::int as attempt from open_cases`,
    }),
  );
  expect(code(await move(teacher, 'PUBLISHED'))).toEqual([403, 'FORBIDDEN']);
  expect((await move(leader, 'PUBLISHED')).body).toMatchObject({ moved: 12, withheld: 3 });
  const own = await student.get(`/assessment/student/criteria-details?course_module_id=${plan}`);
  expect(own.body.result).toMatchObject({ complete: true, status: 'PUBLISHED' });
  expect(
    own.body.components
      .flatMap((row: { marks: { marked_by: null; second_value: null }[] }) => row.marks)
      .every((mark: { marked_by: null; second_value: null }) => mark.marked_by === null && mark.second_value === null),
  ).toBe(true);
  expect((await student.get('/assessment/overall-grade-history')).body.content).toMatchObject([
    { course_module_id: plan },
  ]);
  expect(
    (await student.get('/notice/')).body.content.some((row: { title: string }) => row.title.includes('Matematika')),
  ).toBe(true);

  expect((await move(leader, 'MODERATED')).body.code).toBe('REASON_REQUIRED');
  expect((await move(leader, 'MODERATED', { reason: 'Xato eʼlon' })).body.moved).toBe(12);
  expect((await student.get(`/assessment/student/criteria-details?course_module_id=${plan}`)).body.result).toBeNull();
  await move(leader, 'PUBLISHED');
  // Whoever's marks are held back is told so, once others see theirs, and by what kind of reason; nobody else is.
  const held = async () => (await student.get('/assessment/withheld')).body;
  expect(await held()).toEqual([]);
  await run(`update marks set status = 'WITHHELD', held_from = 'MODERATED' where student_id = $1`, [people[0]]);
  expect(await held()).toMatchObject([
    { course_module_id: plan, component_id: parts.P1, attempt: 1, reason: 'OFFICE' },
    { component_id: parts.P2 },
    { component_id: parts.EX },
  ]);
  await run('insert into open_cases values ($1, $2)', [plan, people[0]]);
  expect(await held()).toMatchObject([{ reason: 'OPEN_CASE' }, { reason: 'OPEN_CASE' }, { reason: 'OPEN_CASE' }]);
  await run(`update marks set status = 'MODERATED', held_from = null where status = 'PUBLISHED'`);
  expect(await held()).toEqual([]);
  await run(`update marks set status = 'PUBLISHED', held_from = null where status = 'MODERATED' or student_id = $1`, [
    people[0],
  ]);
  expect((await teacher.get('/assessment/withheld')).status).toBe(403);
  // The case is closed: the night gives back what was held, to where it was.
  await run('delete from open_cases');
  await nightlyMarks(scene.api.kernel);
  expect(await states()).toEqual(['MODERATED', 'PUBLISHED']);
});

it('the board confirms the whole module with minutes; afterwards nothing moves but by amendment', async () => {
  const { leader, board, office, plan, move, enter, teacher, student, sql: run, day } = scene;
  const people = await run('select id, lastname from staff order by id limit 2');
  const minutes = {
    course_module_id: plan,
    number: '12',
    held_on: day(0),
    members: [
      { staff_id: people[0].id, role: 'CHAIR' },
      { staff_id: people[1].id, role: 'SECRETARY' },
    ],
  };
  expect(code(await move(office, 'CONFIRMED'))).toEqual([422, 'BOARD_NEEDED']);
  expect(code(await board.post('/assessment/board/', minutes))).toEqual([422, 'NOT_ALL_PUBLISHED']);
  expect((await office.get(`/assessment/board/ready?course_module_id=${plan}`)).body).toMatchObject({
    ready: false,
    gaps: 3,
    waiting: [
      { title: 'P1', status: 'MODERATED', count: 1 },
      { title: 'P2', status: 'MODERATED', count: 1 },
      { title: 'EX', status: 'MODERATED', count: 1 },
    ],
  });
  expect((await move(leader, 'PUBLISHED')).body.moved).toBe(3);
  expect((await office.get(`/assessment/board/ready?course_module_id=${plan}`)).body).toMatchObject({
    ready: true,
    students: 5,
    passed: 5,
    published: 15,
  });
  const waits = async () => (await office.get('/assessment/?board=true')).body.content.length;
  expect(await waits()).toBe(1);
  expect(code(await leader.post('/assessment/board/', minutes))).toEqual([403, 'FORBIDDEN']);
  expect(code(await board.post('/assessment/board/', { ...minutes, held_on: day(2) }))).toEqual([422, 'BOARD_NOT_YET']);
  const [chair, secretary] = minutes.members;
  expect(code(await board.post('/assessment/board/', { ...minutes, members: [secretary, secretary] }))).toEqual([
    422,
    'BOARD_NEEDS_CHAIR',
  ]);
  expect(
    (await board.post('/assessment/board/', { ...minutes, members: [chair, { ...secretary, role: 'Kotib' }] })).status,
  ).toBe(400);
  // Members are people who work here, each once.
  const twice = { ...minutes, members: [chair, { ...secretary, staff_id: people[0].id }] };
  expect(code(await board.post('/assessment/board/', twice))).toEqual([422, 'MEMBER_TWICE']);
  const stranger = { ...minutes, members: [chair, { ...secretary, staff_id: 999_999 }] };
  expect((await board.post('/assessment/board/', stranger)).body.data.fields).toMatchObject([
    { path: 'members.1.staff_id', code: 'UNKNOWN_REFERENCE' },
  ]);
  const held = await board.post('/assessment/board/', minutes);
  expect(held.body).toMatchObject({ confirmed: 15, number: '12', course_module: { code: 'MAT1' } });
  expect(await states()).toEqual(['CONFIRMED']);
  expect(await waits()).toBe(0);
  const minutesIn = async (language: string) => board.get(`/assessment/board/${held.body.id}/minutes`, { language });
  const paper = await minutesIn('en');
  expect([paper.status, paper.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  // The paper is a document: numbered, signed, and anybody can check it, without other people's results.
  const { number, check_code } = held.body.document;
  const seen = await scene.api.anonymous.get(`/issued-document/check/${check_code}`);
  const read = readPdf(paper.raw).pages.join(' ');
  for (const text of [number, check_code, 'T-1', '75', people[0].lastname, 'Chair']) expect(read).toContain(text);
  // Who reads another language gets a translation that leads to it.
  const translated = readPdf((await minutesIn('ru')).raw);
  expect(translated.language).toBe('ru');
  for (const text of [number, check_code, 'T-1', 'Перевод', 'Председатель'])
    expect(translated.pages.join(' ')).toContain(text);
  expect([number, seen.status]).toEqual([expect.stringMatching(/^BN-\d{4}-000001$/), 200]);
  expect(JSON.stringify(seen.body)).toContain('MAT1');
  // As a text of its own: the signature may hold such letters by chance.
  expect(JSON.stringify(seen.body)).not.toMatch(/\bT-1\b/);
  expect((await enter(teacher, [['P1', 0, 1]])).body.refused[0]).toMatchObject({ fault: 'MARK_FINAL' });
  expect(
    (
      await office.post('/assessment/', {
        id: scene.plan_id,
        version: (await office.get(`/assessment/${scene.plan_id}`)).body.version,
        pass_mark: 10,
        reason: 'x',
      })
    ).body.code,
  ).toBe('PLAN_CONFIRMED');
  expect(code(await move(office, 'LOCKED'))).toEqual([422, 'APPEALS_OPEN']);
  await run('update assessment_boards set held_on = held_on - 30');
  expect(await nightlyMarks(scene.api.kernel)).toMatchObject({ differences: 0, locked: 15 });
  expect(await states()).toEqual(['LOCKED']);
  expect((await student.get('/assessment/overall-grade-history')).body.content[0].status).toBe('LOCKED');
});

it('the check of totals finds what somebody changed by hand', async () => {
  const owner = scene.api.database.owner;
  const modules = await modulesWithMarks(owner);
  expect(await wrongTotals(owner, modules)).toEqual([]);
  await scene.sql('update module_results set total = 99 where student_id = $1', [scene.people[2]]);
  expect(await wrongTotals(owner, modules)).toMatchObject([{ student_id: scene.people[2] }]);
  await expect(scene.sql('delete from marks')).rejects.toThrow('never removed');
});
