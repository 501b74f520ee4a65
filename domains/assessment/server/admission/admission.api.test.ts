import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: MarksScene;
const read = async (by = scene.office) =>
  (await by.get(`/assessment/exam-admission?course_module_id=${scene.plan}`)).body;
const of = async (at: number, by = scene.office) =>
  (await read(by)).students.find((row: { student: { id: number } }) => row.student.id === scene.people[at]);
const allow = (at: number, more: object, by = scene.office) =>
  by.post('/student/allow-exam', {
    student_id: scene.people[at],
    course_module_id: scene.plan,
    reason: 'Shifokor maʼlumotnomasi',
    ...more,
  });

beforeAll(async () => {
  scene = await marksScene();
}, 120_000);
afterAll(() => scene?.api.close());

it('admits everybody whom no rule bars', async () => {
  const answer = await read();
  expect(answer.students).toHaveLength(5);
  expect(answer.students.every((row: { admitted: boolean }) => row.admitted)).toBe(true);
  expect(answer.rules.map((rule: { code: string }) => rule.code)).toEqual([
    'ABSENCE',
    'MISSING_COMPONENT',
    'RETAKE_UNPAID',
    'DEBT',
  ]);
});

it('bars for absence with the very lessons, for work that is missing, for a retake that is not paid', async () => {
  for (const ahead of [-6, -5, -4, -3, -2, -1]) {
    const lesson = await scene.lesson(ahead);
    await scene.sql(
      "insert into attendance (institution_id, session_id, student_id, status) values (1, $1, $2, 'NOT_ATTENDED')",
      [lesson.body.id, scene.people[0]],
    );
  }
  await scene.sql("update assessment_components set due_at = now() - interval '1 day' where id = $1", [scene.parts.P1]);
  await scene.enter(
    scene.teacher,
    scene.people.slice(0, 4).map((_, at) => ['P1', at, 70] as [string, number, number]),
  );
  await scene.sql(
    `insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, fee) values (1, $1, $2, 2, 412000)`,
    [scene.plan, scene.people[2]],
  );
  const absent = await of(0);
  expect(absent).toMatchObject({
    admitted: false,
    reasons: [{ code: 'ABSENCE', data: { hours: 20, limit: 25 } }],
  });
  expect(absent.reasons[0].data.lessons).toHaveLength(6);
  expect(await of(4)).toMatchObject({
    admitted: false,
    reasons: [{ code: 'MISSING_COMPONENT', data: { components: [{ code: 'P1' }] } }],
  });
  expect(await of(2)).toMatchObject({
    admitted: false,
    reasons: [{ code: 'RETAKE_UNPAID', data: { amount: '412000.00' } }],
  });
  expect(await of(1)).toMatchObject({ admitted: true, reasons: [] });
  // A student reads the own reasons, nobody else's.
  expect((await read(scene.student)).students.map((row: { student: { id: number } }) => row.student.id)).toEqual([
    scene.people[0],
  ]);
});

it('is decided otherwise by those who may, with a reason, and back again', async () => {
  expect((await allow(0, { allowed: true }, scene.teacher)).status).toBe(403);
  expect((await allow(0, { allowed: true, reason: '' })).status).toBe(400);
  expect((await allow(0, { allowed: true })).body).toMatchObject({
    admitted: true,
    reasons: [{ code: 'ABSENCE' }],
    override: { allowed: true, reason: 'Shifokor maʼlumotnomasi' },
  });
  expect((await allow(1, { allowed: false })).body.admitted).toBe(false);
  const list = await scene.office.get(`/assessment/exam-admission/list?course_module_id=${scene.plan}`);
  expect(readPdf(list.raw).pages.join()).toContain('Exam admission list');
  expect((await allow(0, { allowed: null })).body).toMatchObject({ admitted: false, override: null });
  expect((await allow(1, { allowed: null })).body.admitted).toBe(true);
  expect(
    (
      await scene.office.post('/student/allow-exam', {
        student_id: 99_999,
        course_module_id: scene.plan,
        allowed: true,
        reason: 'x',
      })
    ).body.code,
  ).toBe('NOT_IN_MODULE');
});

it('follows the rules of the institution', async () => {
  const save = (rules: object[], by = scene.office) => by.put('/assessment/exam-admission/rules', { rules });
  expect((await save([], scene.teacher)).status).toBe(403);
  expect((await save([{ code: 'MOON', active: true, settings: {} }])).status).toBe(422);
  const saved = await save([{ code: 'ABSENCE', active: false, settings: {} }]);
  expect(saved.body.find((rule: { code: string }) => rule.code === 'ABSENCE').active).toBe(false);
  expect((await of(0)).admitted).toBe(true);
});

it('bars for a published mark below the least that is set, and never for one that nobody has seen', async () => {
  const save = (minimum: number) =>
    scene.office.put('/assessment/exam-admission/rules', {
      rules: [{ code: 'MISSING_COMPONENT', active: true, settings: { minimum } }],
    });
  expect((await save(75)).status).toBe(200);
  expect((await of(1)).admitted).toBe(true);
  for (const status of ['SUBMITTED', 'MODERATED', 'PUBLISHED'])
    await scene.sql('update marks set status = $1 where component_id = $2 and student_id = $3', [
      status,
      scene.parts.P1,
      scene.people[1],
    ]);
  expect(await of(1)).toMatchObject({
    admitted: false,
    reasons: [{ code: 'MISSING_COMPONENT', data: { minimum: 75, components: [{ code: 'P1', low: true }] } }],
  });
  await save(70);
  expect((await of(1)).admitted).toBe(true);
});
