import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { on } from '#platform/server/hooks.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { registerRetakes } from '#tests/support/retakes.ts';
import { withholding } from '../hooks.ts';

let scene: MarksScene;
const read = async (by = scene.office, attempt = 1) =>
  (await by.get(`/assessment/exam-admission?course_module_id=${scene.plan}&attempt=${attempt}`)).body;
const of = async (at: number, by = scene.office, attempt = 1) =>
  (await read(by, attempt)).students.find((row: { student: { id: number } }) => row.student.id === scene.people[at]);
const allow = (at: number, more: object, by = scene.office) =>
  by.post('/student/allow-exam', {
    student_id: scene.people[at],
    course_module_id: scene.plan,
    reason: 'Shifokor maʼlumotnomasi',
    ...more,
  });

beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

it('admits everybody whom no rule bars', async () => {
  const answer = await read();
  expect(answer.students).toHaveLength(5);
  expect(answer.students.every((row: { admitted: boolean }) => row.admitted)).toBe(true);
  expect(answer.rules.map((rule: { code: string }) => rule.code)).toEqual([
    'ABSENCE',
    'MISSING_COMPONENT',
    'OPEN_OFFENCE',
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
  await scene.sql("update assessment_components set due_at = edulab_now() - interval '1 day' where id = $1", [
    scene.parts.P1,
  ]);
  await scene.enter(
    scene.teacher,
    scene.people.slice(0, 4).map((_, at) => ['P1', at, 70] as [string, number, number]),
  );
  await registerRetakes(scene.sql, { module: scene.plan, students: [scene.people[2]!] });
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
  // A retake bars from the retake alone; what the semester asks for is no matter then.
  expect(await of(2)).toMatchObject({ admitted: true, reasons: [] });
  expect((await read(scene.office, 2)).students).toHaveLength(1);
  expect(await of(2, scene.office, 2)).toMatchObject({
    admitted: false,
    reasons: [{ code: 'RETAKE_UNPAID', data: { amount: '412000.00', until: scene.day(5) } }],
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

it('bars for an offence that is being looked into only where the institution wants it, and says since when', async () => {
  await scene.sql('create table open_offences (student_id int, course_module_id int, number text, opened_on date)');
  await scene.sql('grant select on open_offences to edulab_app');
  await scene.sql(
    "insert into open_offences values ($1, $3, 'M-7', '2026-11-02'), ($1, null, 'M-9', '2026-11-10'), ($2, 0, 'M-8', '2026-11-03')",
    [scene.people[1], scene.people[3], scene.plan],
  );
  const untell = scene.api.follow(
    on(withholding, {
      name: 'OFFENCE',
      open: sql`select course_module_id, student_id, null::int as component_id, null::int as attempt from open_offences`,
      offences: sql`select student_id, course_module_id, number, opened_on from open_offences`,
    }),
  );
  onTestFinished(untell);
  expect((await of(1)).admitted).toBe(true);
  const rules = [{ code: 'OPEN_OFFENCE', active: true, settings: {} }];
  expect((await scene.office.put('/assessment/exam-admission/rules', { rules })).status).toBe(200);
  expect(await of(1)).toMatchObject({
    admitted: false,
    reasons: [{ code: 'OPEN_OFFENCE', data: { since: '2026-11-02', numbers: 'M-7, M-9' } }],
  });
  // One of another module concerns that one alone; a decision of those who may still goes before the rule.
  expect((await of(3)).admitted).toBe(true);
  expect((await allow(1, { allowed: true })).body).toMatchObject({
    admitted: true,
    reasons: [{ code: 'OPEN_OFFENCE' }],
  });
});

it('bars for debt where the institution wants it, with what is owed, since when, and the fine', async () => {
  const owes = (at: number, amount: number, days: number) =>
    scene.sql(
      `insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today() - $3::int, $2)`,
      [scene.people[at], amount, days],
    );
  await owes(2, 250_000_050, 30);
  await owes(3, 250_000_000, 2);
  await owes(4, 90_000_00, 30);
  expect((await of(2)).reasons.map((reason: { code: string }) => reason.code)).not.toContain('DEBT');
  const rules = [{ code: 'DEBT', active: true, settings: { least: 100_000, days: 5 } }];
  expect((await scene.office.put('/assessment/exam-admission/rules', { rules })).status).toBe(200);
  const [since] = await scene.sql('select (edulab_today() - 30)::text as day');
  expect(await of(2)).toMatchObject({
    admitted: false,
    reasons: expect.arrayContaining([{ code: 'DEBT', data: { amount: '2500000.50', fine: '0.00', since: since.day } }]),
  });
  // Late for less than the days, or owing less than the least: no reason.
  for (const at of [3, 4])
    expect((await of(at)).reasons.map((reason: { code: string }) => reason.code)).not.toContain('DEBT');
});
