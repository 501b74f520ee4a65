import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

it('a register is asked for only where somebody belongs in it', async () => {
  const { office, teacher, lesson, course, entry, sql, day } = scene;
  const late = (
    await office.post('/group/', {
      name: 'IQ-L',
      course_id: course.id,
      entry_year: entry,
      language: 'uz',
      capacity: 9,
    })
  ).body.id;
  const waits = async () =>
    (await teacher.get('/class_session/?mine=true&uncalled=true&size=200')).body.content.map(
      (one: { id: number }) => one.id,
    );
  const [newcomer] = await sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status_since)
     values (1, 'T-late', 'Talaba', 'Kech', 'BACHELOR', 'uz', $1, 'CONTRACT', $2, 't', $3) returning id`,
    [entry, course.id, day(-99)],
  );
  await office.post('/group/assign', { group_id: late, student_ids: [newcomer.id], starts_on: day(-3) });
  const lessons = [await lesson(-4, { group_ids: [late] }), await lesson(-2, { group_ids: [late] })];
  const [before, after] = lessons.map((made) => made.body.id);
  expect(await waits()).not.toContain(before);
  expect(await waits()).toContain(after);
  for (const id of [before, after]) await office.delete(`/class_session/${id}`);
});
