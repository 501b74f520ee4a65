import { afterAll, beforeAll, expect, it } from 'vitest';
import { hours } from '#tests/support/dates.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { remindOfDeadlines } from './notices.ts';

/** What students are told: a lesson is out, a work came back, a deadline is near. */

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

const notices = async () => {
  const { content } = (await scene.student.get('/notice/?size=50')).body;
  return content as { type: string; title: string; link: string }[];
};
const newLesson = async (more: object = {}) =>
  (
    await scene.teacher.post('/lesson/', {
      course_module_id: scene.plan,
      kind: 'SEMINAR',
      title: 'Tahlil',
      published: true,
      ...more,
    })
  ).body as { id: number; version: number };

it('a lesson that is published is told once, and not before its days', async () => {
  const lesson = await newLesson({ published: false });
  await newLesson({ visible_from: scene.day(5) });
  expect(await notices()).toEqual([]);
  const out = (await scene.teacher.post('/lesson/', { id: lesson.id, version: lesson.version, published: true })).body;
  await scene.teacher.post('/lesson/', { id: lesson.id, version: out.version, title: 'Tahlil 2' });
  expect(await notices()).toMatchObject([
    { type: 'lesson_published', link: `/${scene.plan}/student-lessons?lesson=${lesson.id}` },
  ]);
});

it('a work that comes back is told with its points, once', async () => {
  const lesson = await newLesson();
  await scene.teacher.post('/lesson/homework', { lesson_id: lesson.id, due_at: hours(200), max_points: 10 });
  const work = (await scene.student.post('/lesson/homework/submission', { lesson_id: lesson.id, text: 'Ish' })).body;
  const assess = (version: number, more: object) =>
    scene.teacher.post('/lesson/assessment/', { id: work.id, version, ...more });
  const waiting = async () => (await scene.teacher.get('/lesson/?to_assess=true')).body.content;
  expect(await waiting()).toMatchObject([{ id: lesson.id, homework: { to_assess: 1 } }]);
  await assess(1, { points: 9, feedback: 'Yaxshi' });
  const told = async () => (await notices()).filter(({ type }) => type === 'work_returned');
  expect(await told()).toEqual([]);
  await assess(2, { returned: true });
  await assess(3, { points: 10, returned: true });
  expect(await waiting()).toEqual([]);
  expect(await told()).toMatchObject([{ title: expect.stringMatching(/9.*10|10.*9/) }]);
});

it('a deadline is told the night before, to who has handed in nothing, once', async () => {
  const [near, handed, far] = [await newLesson(), await newLesson(), await newLesson()];
  for (const [lesson, due] of [
    [near, 30],
    [handed, 30],
    [far, 90],
  ] as const)
    await scene.teacher.post('/lesson/homework', { lesson_id: lesson.id, due_at: hours(due), max_points: 10 });
  await scene.student.post('/lesson/homework/submission', { lesson_id: handed.id, text: 'Ish' });
  const { kernel } = scene.api;
  expect(await remindOfDeadlines(kernel)).toBe(1);
  expect(await remindOfDeadlines(kernel)).toBe(0);
  expect((await notices()).filter(({ type }) => type === 'homework_due')).toMatchObject([
    { link: `/${scene.plan}/student-lessons?lesson=${near.id}` },
  ]);
});
