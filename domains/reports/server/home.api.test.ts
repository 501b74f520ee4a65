import { afterAll, beforeAll, expect, it } from 'vitest';
import { weekOf } from '#domains/institutions/server/index.ts';
import { day, hours } from '#tests/support/dates.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

/** The home of a student: one call that tells what the scene holds. */

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

/** As the scene has it. */
const semester = { starts_on: day(-90) };
const home = async () => (await scene.student.get('/dashboard/student')).body;

it('is empty but whole before anything happens', async () => {
  expect(await home()).toMatchObject({
    student: { firstname: 'Talaba', group: 'IQ-1', course: 'Iqtisodiyot', study_year: 1 },
    semester: { number: 1, week: weekOf(semester, day(0)), weeks: weekOf(semester, day(60)) },
    today: [],
    due: [],
    attendance: { limit: 25, attended: null },
    modules: [{ code: 'MAT1', lessons: 0, homework: { done: 0, all: 0 }, attendance: null, mark: null }],
  });
});

it('tells of classes, absence, homework and marks', async () => {
  const past = (await scene.lesson(-2)).body;
  const cells = scene.people.map((student_id, at) => ({
    student_id,
    status: at === 0 ? 'NOT_ATTENDED' : 'ATTENDED',
    version: null,
  }));
  expect((await scene.call(scene.teacher, past.id, cells)).status).toBe(200);
  const today = (await scene.lesson(0)).body;
  const next = (await scene.lesson(3)).body;
  await scene.lesson(30);
  const lesson = async (title: string, more = {}) => {
    const input = { course_module_id: scene.plan, kind: 'SEMINAR', title, published: true, ...more };
    return (await scene.teacher.post('/lesson/', input)).body.id as number;
  };
  const [late, soon, done, hidden] = [
    await lesson('Kech'),
    await lesson('Tez'),
    await lesson('Bor'),
    await lesson('Yashirin', { published: false }),
  ];
  for (const [lesson_id, due] of [
    [late, -30],
    [soon, 30],
    [done, 50],
    [hidden, 20],
  ])
    await scene.teacher.post('/lesson/homework', {
      lesson_id,
      due_at: hours(due as number),
      late_days: 2,
      max_points: 10,
    });
  const work = (await scene.student.post('/lesson/homework/submission', { lesson_id: done, text: 'Ish' })).body;
  await scene.teacher.post('/lesson/assessment/', { id: work.id, version: 1, points: 8, returned: true });
  await scene.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     values (1, $1, $2, 86, 'A', true, true, 'PUBLISHED', 'test')`,
    [scene.plan, scene.people[0]],
  );

  const found = await home();
  expect(found).toMatchObject({
    today: [{ session_id: today.id, title: 'Matematika', state: 'PLANNED', mark: null }],
    next: [{ session_id: next.id }],
    due: [
      { lesson_id: late, late: true },
      { lesson_id: soon, late: false, module: 'Matematika' },
    ],
    returned: [{ lesson_id: done, points: 8, max_points: 10 }],
    attendance: { limit: 25, attended: 0 },
    average: 86,
    modules: [
      {
        lessons: 3,
        homework: { done: 1, all: 3 },
        // Two of twenty hours.
        attendance: { missed_hours: 2, share: 10, standing: 'FINE' },
        mark: { value: 86, label: 'A' },
      },
    ],
  });
  expect(Date.parse(found.today[0].ends_at) - Date.parse(found.today[0].starts_at)).toBe(50 * 60_000);
  expect(found.due[0].closes_at > found.due[0].due_at).toBe(true);
});

it('has the classes that the list has, also of a module that is none of this semester', async () => {
  await scene.sql('update course_modules set semester = 2 where id = $1', [scene.plan]);
  const found = await home();
  expect(found.modules).toEqual([]);
  const listed = async (from: string, to: string) =>
    (await scene.student.get(`/class_session?from=${from}&to=${to}`)).body.content;
  const idsOf = (rows: { id?: number; session_id?: number }[]) => rows.map((row) => row.id ?? row.session_id).sort();
  expect(found.today).toMatchObject([{ title: 'Matematika' }]);
  expect(idsOf(found.today)).toEqual(idsOf(await listed(scene.day(0), scene.day(0))));
  expect(idsOf(found.next)).toEqual(idsOf(await listed(scene.day(1), scene.day(14))));
});

it('is for students alone', async () => {
  expect((await scene.teacher.get('/dashboard/student')).status).toBe(403);
});
