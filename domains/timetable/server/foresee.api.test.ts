import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
  const { sql, office } = scene;
  await sql(
    "insert into education_places (institution_id, name, kind, capacity) values (1, 'A-101', 'CLASSROOM', 30), (1, 'A-102', 'CLASSROOM', 20)",
  );
  await sql('update course_modules set active = true');
  await sql('update modules set lecture_hours = 30, seminar_hours = 60');
  expect((await office.post('/timetable_settings', { teacher_most: 1 })).status).toBe(200);
});
afterAll(() => scene.api.close());

it('names before a search, and in what is found, whose load is beyond what the days of the week hold', async () => {
  const { office, student } = scene;
  const ahead = (await office.post('/timetable/foresee', { days: 2 })).body;
  expect(ahead).toMatchObject({ count: 1, warnings: [{ fault: 'overfull', hopeless: false }] });
  expect(ahead.warnings[0].text).toBe('Karimova Aziza: 3 sessions a week, but only 2 fit within the daily limit');
  const said = (await office.post('/timetable/foresee', { days: 2 }, { language: 'ru' })).body.warnings[0].text;
  expect(said).toMatch(/^Karimova Aziza: 3 пар в неделю/);
  expect((await office.post('/timetable/foresee', { days: 3 })).body).toEqual({ count: 0, warnings: [] });
  // What cannot be at all is known as well, and nothing was made.
  expect((await office.post('/timetable/foresee', { days: 1, sessions: 2 })).body.warnings[0]).toMatchObject({
    hopeless: true,
  });
  expect((await office.get('/timetable_draft/')).body.total_elements).toBe(0);
  expect((await student.post('/timetable/foresee', {})).status).toBe(403);

  const { timetable_id: id, warnings } = (await office.post('/timetable/generate', { days: 2, seconds: 1 })).body;
  expect(warnings).toEqual(ahead.warnings);
  await expect.poll(async () => (await office.get(`/timetable_draft/${id}`)).body.running).toBe(false);
  expect((await office.get(`/timetable/judge/${id}`)).body.overfull).toMatchObject([
    { who: 'teacher', title: 'Karimova Aziza', need: 3, most: 2 },
  ]);
});
