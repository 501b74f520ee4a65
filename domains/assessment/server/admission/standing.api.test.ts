import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { registerRetakes } from '#tests/support/retakes.ts';
import { closeLists } from './standing.ts';

/** No mark without admission, as it stood when the exam began. */

let scene: MarksScene;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Told = any;
const owes = (at: number) =>
  scene.sql(
    "insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today() - 30, 50000000)",
    [scene.people[at]],
  );
const barred = async (query = '', by = scene.teacher) =>
  (await by.get(`/assessment/exam-admission/barred?course_module_id=${scene.plan}${query}`)).body;
const examMarks = () =>
  scene.sql('select student_id, value::float8 as value, special from marks where component_id = $1 order by 1', [
    scene.parts.EX,
  ]);
const allow = (at: number, allowed: boolean | null, attempt = 1) =>
  scene.office.post('/student/allow-exam', {
    student_id: scene.people[at],
    course_module_id: scene.plan,
    attempt,
    allowed,
    reason: 'Rektor qarori',
  });

beforeAll(async () => {
  scene = await marksScene();
  const rules = [{ code: 'DEBT', active: true, settings: { least: 1000, days: 0 } }];
  await scene.office.put('/assessment/exam-admission/rules', { rules });
});
afterAll(() => scene?.api.close());

it('refuses a mark of an exam with each student and why, and saves none of the batch', async () => {
  await owes(0);
  expect(await barred()).toMatchObject([{ student_id: scene.people[0], why: 'an overdue debt' }]);
  const answer = await scene.enter(scene.teacher, [
    ['EX', 0, 72],
    ['EX', 1, 80],
    ['P1', 1, 80],
  ]);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    code: 'NOT_ADMITTED',
    message: expect.stringContaining('(an overdue debt)'),
    data: { fields: [{ path: 'marks.0.student_id', message: expect.stringContaining('an overdue debt') }] },
  });
  expect(await scene.sql('select 1 from marks where course_module_id = $1', [scene.plan])).toEqual([]);
  // Work of the semester, and that somebody was not there, asks for no admission.
  expect((await scene.enter(scene.teacher, [['P1', 0, 60]])).status).toBe(200);
  expect((await scene.enter(scene.teacher, [['EX', 0, 'ABSENT']])).status).toBe(200);
  expect((await scene.enter(scene.teacher, [['EX', 0, 'EXEMPT']])).body.code).toBe('NOT_ADMITTED');
});

it('takes it with a decision that names who, when and why', async () => {
  expect((await allow(0, true)).body).toMatchObject({ admitted: true });
  expect((await scene.enter(scene.teacher, [['EX', 0, 72]])).status).toBe(200);
  const [kept] = await scene.sql(
    "select new ->> 'reason' as reason, account_id from audit_log where table_name = 'exam_admissions' order by id desc limit 1",
  );
  expect(kept).toMatchObject({ reason: 'Rektor qarori', account_id: expect.any(Number) });
  // So does the ledger, in what its hashes cover; other marks of the batch say nothing.
  expect(
    (
      await scene.enter(scene.teacher, [
        ['EX', 0, 74],
        ['P2', 0, 60],
      ])
    ).status,
  ).toBe(200);
  const ledger = async () =>
    (
      await scene.office.get(
        `/assessment/ledger/events?course_module_id=${scene.plan}&student_id=${scene.people[0]}&sort=id,asc`,
      )
    ).body.content.map((row: Told) => [row.component.code, row.kind, row.new.value, row.admitted]);
  const decision = {
    by: { id: kept!.account_id, name: expect.any(String) },
    at: expect.any(String),
    reason: 'Rektor qarori',
  };
  expect(await ledger()).toEqual([
    ['P1', 'ENTERED', 60, null],
    ['EX', 'ENTERED', null, null],
    ['EX', 'ENTERED', 72, decision],
    ['EX', 'ENTERED', 74, decision],
    ['P2', 'ENTERED', 60, null],
  ]);
  expect((await scene.office.post('/assessment/ledger/verify', { course_module_id: scene.plan })).body.faults).toEqual(
    [],
  );
  expect(await barred()).toEqual([]);
});

it('never takes away what was earned: what comes after the exam bars nobody', async () => {
  await scene.sql('update assessment_components set exam_date = edulab_today() where id = $1', [scene.parts.EX]);
  // An exam that nobody is left for has no list.
  await scene.sql('update group_members set deleted_at = edulab_now()');
  expect(await closeLists(scene.api.kernel)).toEqual({ closed: 0 });
  await scene.sql('update group_members set deleted_at = null');
  await owes(2);
  expect(await closeLists(scene.api.kernel)).toEqual({ closed: 1 });
  expect(await closeLists(scene.api.kernel)).toEqual({ closed: 0 });
  await owes(1);
  expect((await barred()).map((row: { student_id: number }) => row.student_id)).toEqual([scene.people[2]]);
  expect((await scene.enter(scene.teacher, [['EX', 1, 80]])).status).toBe(200);
  // Nor can a decision of later do so.
  expect((await allow(1, false)).body).toMatchObject({ code: 'ADMISSION_KEPT' });
  expect((await scene.enter(scene.teacher, [['EX', 2, 80]])).body.code).toBe('NOT_ADMITTED');
  expect((await examMarks()).map(({ student_id }) => student_id)).toEqual([scene.people[0], scene.people[1]].sort());
});

it('asks for a retake in each of its parts, in words of three languages', async () => {
  await registerRetakes(scene.sql, { module: scene.plan, students: [scene.people[3]!] });
  const enter = (by = scene.teacher) =>
    by.post('/assessment/bulk', {
      course_module_id: scene.plan,
      marks: [{ component_id: scene.parts.P2, student_id: scene.people[3], attempt: 2, value: 72 }],
    });
  expect(await barred('&attempt=2')).toMatchObject([{ student_id: scene.people[3], why: 'the retake is not paid' }]);
  expect((await enter()).body.code).toBe('NOT_ADMITTED');
  expect((await allow(3, true, 2)).body.admitted).toBe(true);
  expect((await enter()).status).toBe(200);
});
