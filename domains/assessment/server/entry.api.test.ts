import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

const rowOf = (grid: { students: { id: number }[] }, at: number) =>
  grid.students.find((row) => row.id === scene.people[at]) as never as Record<string, never>;

it('marks are typed, seen in the grid and added up', async () => {
  const { enter, teacher, grid, parts } = scene;
  const first = await enter(teacher, [
    ['P1', 0, 85.5],
    ['P2', 0, 70],
    ['EX', 0, 60],
  ]);
  expect(first.status).toBe(200);
  expect(first.body.saved).toHaveLength(3);
  // 40 % of 77.75 and 60 % of 60 are 67.1.
  expect(first.body.results).toMatchObject([
    { total: 67.1, passed: true, five: 3, letter: 'D', ects: 'D', complete: true, status: 'DRAFT' },
  ]);
  const seen = (await grid(teacher)).body;
  expect(seen.leaves).toEqual([parts.P1, parts.P2, parts.EX]);
  expect(rowOf(seen, 0)).toMatchObject({
    values: '85.5,70.0,60.0',
    states: 'DDD',
    specials: '...',
    versions: '1,1,1',
    result: { total: 67.1 },
  });
  expect(rowOf(seen, 1)).toMatchObject({
    values: ',,',
    versions: '0,0,0',
    states: '...',
    result: null,
  });
  expect(seen.can).toMatchObject({ enter: true, moderate: true, publish: false, confirm: false });
  expect(seen.students[0].group).toBe('IQ-1');
  // Below the minimum of the exam is a fail whatever the total.
  const low = await enter(teacher, [
    ['P1', 1, 100],
    ['P2', 1, 100],
    ['EX', 1, 49.9],
  ]);
  expect(low.body.results[0]).toMatchObject({
    total: 69.9,
    passed: false,
    five: 2,
    letter: 'F',
    why_not: ['BELOW_MINIMUM'],
  });
  const absent = await enter(teacher, [
    ['P1', 2, 100],
    ['P2', 2, 'EXEMPT'],
    ['EX', 2, 'ABSENT'],
  ]);
  expect(absent.body.results[0]).toMatchObject({
    total: 40,
    passed: false,
    why_not: ['BELOW_PASS_MARK', 'BELOW_MINIMUM'],
  });
});

it('what is no mark is refused in words', async () => {
  const { teacher, plan, people, parts, enter } = scene;
  const send = (cell: object) =>
    teacher.post('/assessment/bulk', {
      course_module_id: plan,
      marks: [{ component_id: parts.P1, student_id: people[3], ...cell }],
    });
  for (const [value, code] of [
    [100.05, 'mark_range'],
    [85.05, 'mark_step'],
    ['85,5', 'mark_number'],
    [-1, 'mark_range'],
  ] as const) {
    const { status, body } = await send({ value });
    expect([status, body.code, body.data.fields[0].code, body.data.fields[0].path]).toEqual([
      400,
      'BAD_REQUEST',
      code,
      'marks.0.value',
    ]);
    expect(body.data.fields[0].message.length).toBeGreaterThan(15);
  }
  expect((await send({ value: 50, special: 'ABSENT' })).body.data.fields[0].code).toBe('MARK_AND_SPECIAL');
  expect((await send({ component_id: 999_999, value: 1 })).status).toBe(400);
  await scene.sql(
    "update students set status = 'WITHDRAWN', status_since = (select edulab_today()) - 5 where id = $1",
    [people[4]],
  );
  const left = await enter(teacher, [
    ['P1', 4, 50],
    ['P1', 3, 50],
  ]);
  expect([left.status, left.body.code, left.body.data.fields]).toMatchObject([
    422,
    'NOT_IN_MODULE',
    [{ path: 'marks.0.student_id' }],
  ]);
  await scene.sql("update students set status = 'ACTIVE' where id = $1", [people[4]]);
  expect(
    (
      await scene.student.post('/assessment/bulk', {
        course_module_id: plan,
        marks: [{ component_id: parts.P1, student_id: people[0], value: 100 }],
      })
    ).status,
  ).toBe(403);
  expect((await enter(scene.office, [['P1', 3, 50]])).status).toBe(403);
});

it('of two who type in one cell the second sees who was quicker, and other cells are saved', async () => {
  const { enter, teacher, second } = scene;
  expect((await enter(teacher, [['P1', 3, 50]])).body.saved[0]).toMatchObject({ value: 50, version: 1 });
  const late = await enter(second, [
    ['P1', 3, 60, 999],
    ['P2', 3, 61],
  ]);
  expect(late.status).toBe(200);
  expect(late.body.saved).toMatchObject([{ value: 61 }]);
  expect(late.body.conflicts).toMatchObject([
    { yours: { value: 60 }, current: { value: 50, version: 1, status: 'DRAFT' } },
  ]);
  expect(late.body.conflicts[0].current.name).not.toBe('');
  // The same value is no conflict, and sending twice changes nothing.
  expect((await enter(second, [['P1', 3, 50, 999]])).body).toMatchObject({ saved: [{ version: 1 }], conflicts: [] });
  expect((await enter(teacher, [['P1', 3, null]])).body.saved[0]).toMatchObject({ value: null, version: 2 });
});

it('one mark by the call of the students; details for the marker and nothing yet for the student', async () => {
  const { teacher, people, parts, plan, student } = scene;
  const body = { student_id: people[3], component_id: parts.P1, value: 66 };
  expect((await teacher.put('/student/update_mark', { ...body, version: 1 })).body).toMatchObject({ code: 'STALE' });
  expect((await teacher.put('/student/update_mark', { ...body, version: 2 })).body).toMatchObject({
    value: 66,
    version: 3,
  });
  const seen = await teacher.get(
    `/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[3]}`,
  );
  expect(seen.body.components.find((row: { id: number }) => row.id === parts.P1).marks[0]).toMatchObject({
    value: 66,
    marked_by: { name: expect.any(String) },
  });
  const own = await student.get(`/assessment/student/criteria-details?course_module_id=${plan}`);
  expect(own.status).toBe(200);
  expect(own.body.components.flatMap((row: { marks: object[] }) => row.marks)).toEqual([]);
  expect(own.body.result).toBeNull();
  expect((await student.get('/assessment/overall-grade-history')).body.total_elements).toBe(0);
  expect(
    (await student.get(`/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[1]}`)).status,
  ).toBe(404);
});

it('anonymous works are marked by code, and names do not leak', async () => {
  const { office, teacher, plan, plan_id, parts, enter, grid } = scene;
  const before = (await office.get(`/assessment/${plan_id}`)).body;
  const exam = before.components.find((row: { code: string }) => row.code === 'EX');
  const changed = await office.post('/assessment/component', { id: parts.EX, version: 1, anonymous: true });
  expect(changed.body.code).toBe('REASON_REQUIRED');
  const done = await office.post('/assessment/component', {
    id: exam.id,
    version: 1,
    anonymous: true,
    reason: 'Nizom',
  });
  expect(done.status).toBe(200);
  const whole = (await grid(teacher)).body;
  expect(rowOf(whole, 0)).toMatchObject({ values: '85.5,70.0,', flags: '..X', result: null });
  const alone = (await grid(teacher, `&component_id=${parts.EX}`)).body;
  expect(alone.students[0]).toMatchObject({ id: null, name: null, student_no: null, group: null });
  expect(alone.students[0].code).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  expect((await enter(teacher, [['EX', 0, 61]])).body.data.fields[0].code).toBe('MARK_BY_CODE');
  const codes = (await office.get(`/assessment/codes?component_id=${parts.EX}`)).body as {
    student_id: number;
    code: string;
  }[];
  const mine = codes.find((row) => row.student_id === scene.people[0])!;
  const row = alone.students.find((one: { code: string }) => one.code === mine.code);
  const saved = await teacher.post('/assessment/bulk', {
    course_module_id: plan,
    marks: [{ component_id: parts.EX, code: mine.code, value: 61, version: Number(row.versions) }],
  });
  expect(saved.body).toMatchObject({ saved: [{ student_id: null, code: mine.code, value: 61 }], results: [] });
  expect((await teacher.get(`/assessment/codes?component_id=${parts.EX}`)).status).toBe(403);
  expect(rowOf((await grid(office)).body, 0)).toMatchObject({ values: '85.5,70.0,61.0', result: { total: 67.7 } });
});

it('a change of rules shows whose totals it moves, and needs a reason', async () => {
  const { office, plan_id } = scene;
  const { body: plan } = await office.get(`/assessment/${plan_id}`);
  const change = { id: plan.id, version: plan.version, pass_mark: 68 };
  const preview = await office.post('/assessment/preview', change);
  expect(preview.body).toMatchObject({
    passed_lost: 1,
    moves: [{ before: { passed: true }, after: { passed: false, total: 67.7 } }],
  });
  expect((await office.get(`/assessment/${plan_id}`)).body.pass_mark).toBe(60);
  expect((await office.post('/assessment/', change)).body.code).toBe('REASON_REQUIRED');
  expect((await office.post('/assessment/', { ...change, reason: 'Kafedra qarori' })).status).toBe(200);
});
