import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let head: Caller;
let other: { course: number; group: number };
beforeAll(async () => {
  scene = await teachingScene();
  head = await scene.api.as('registrar_head');
  const [course] = await scene.sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'HU', '{"uz": "Huquq", "ru": "", "en": ""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
  );
  const [group] = await scene.sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) select 1, 'HU-1', $1, entry_year, language, 10 from groups where id = $2 returning id`,
    [course.id, scene.group],
  );
  other = { course: course.id, group: group.id };
  const [{ id: year }] = await scene.sql('select id from academic_years where current');
  for (const student_id of scene.people)
    expect((await head.post('/enrollment/', { student_id, academic_year_id: year })).status).toBe(200);
});
afterAll(() => scene?.api.close());

const change = (kind: string, id: number, more: object = {}) =>
  head.post('/student/life', { ids: [id], kind, reason: 'Ariza', ...more });
const yearsOf = (id: number) =>
  scene.sql(
    'select course_id, status, ends_on::text, order_number from enrollments where student_id = $1 and deleted_at is null order by starts_on, id',
    [id],
  );
const codes = (answer: Any) => answer.body.students[0].lines.map((line: Any) => `${line.area}.${line.code}`);

it('whoever studies on though nobody decided about their year is moved with a year that runs, and so comes back', async () => {
  const id = scene.people[4]!;
  const endOn = (day: string) => scene.sql('update enrollments set ends_on = $2 where student_id = $1', [id, day]);
  const putIn = (course: number) => scene.sql('update students set course_id = $2 where id = $1', [id, course]);
  await endOn(scene.day(-1));
  const moved = await change('TRANSFER', id, { course_id: other.course });
  expect(codes(moved)).toEqual(expect.arrayContaining(['membership.TRANSFERRED', 'membership.BEGUN']));
  expect(await yearsOf(id)).toMatchObject([
    { course_id: scene.course.id, status: 'TRANSFERRED', ends_on: scene.day(-1) },
    { course_id: other.course, status: 'ACTIVE', ends_on: scene.day(200) },
  ]);
  await head.post('/student/life/undo', { id: moved.body.change.id, reason: 'Xato' });
  expect(await yearsOf(id)).toMatchObject([{ status: 'ACTIVE', ends_on: scene.day(-1) }]);
  // In a programme in which they never had a year, as some had who were moved before.
  await putIn(other.course);
  const [left, back] = [await change('WITHDRAWAL', id), await change('RESTORATION', id)];
  expect(codes(back)).toContain('membership.BEGUN');
  expect((await yearsOf(id)).at(-1)).toMatchObject({ course_id: other.course, status: 'ACTIVE' });
  for (const { body } of [back, left])
    expect((await head.post('/student/life/undo', { id: body.change.id, reason: 'Xato' })).body).toEqual({ undone: 1 });
  await putIn(scene.course.id);
  await endOn(scene.day(200));
});

it('whoever is restored between two academic years has the year of study that was left in the next, or is told to have none', async () => {
  const id = scene.people[3]!;
  expect((await change('WITHDRAWAL', id)).status).toBe(200);
  const [{ ends_on }] = await scene.sql('select ends_on::text from academic_years where current');
  const summer = new Date(Date.parse(ends_on) + 20 * 86_400_000).toISOString().slice(0, 10);
  const restore = () =>
    head.post('/student/life/preview', { ids: [id], kind: 'RESTORATION', reason: 'Ariza', starts_on: summer });
  await scene.sql('update academic_years set deleted_at = edulab_now() where starts_on > $1', [ends_on]);
  expect(codes(await restore())).toContain('membership.NO_NEXT_YEAR');
  await scene.sql(
    "insert into academic_years (institution_id, name, starts_on, ends_on) values (1, 'Keyingi', $1::date + 60, $1::date + 360)",
    [ends_on],
  );
  const told = await restore();
  expect(codes(told)).toContain('membership.BEGUN');
  expect(codes(told)).not.toContain('membership.NO_NEXT_YEAR');
});
