import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
  const { sql, plan } = scene;
  await sql(
    "insert into education_places (institution_id, name, kind, capacity) values (1, 'A-1', 'CLASSROOM', 30), (1, 'A-2', 'CLASSROOM', 30)",
  );
  await sql('update course_modules set active = true');
  await sql(
    'update modules set lecture_hours = 30, seminar_hours = 30 where id = (select module_id from course_modules where id = $1)',
    [plan],
  );
});
afterAll(() => scene.api.close());

it('says to each how many lessons come back, also to who is to give them again', async () => {
  const { office, sql, student, teacher } = scene;
  const { timetable_id: draft } = (await office.post('/timetable/generate', { seconds: 1 })).body;
  await expect.poll(async () => (await office.get(`/timetable_draft/${draft}`)).body.running).toBe(false);
  expect((await office.post('/timetable/publish', { id: draft, apply: true })).status).toBe(200);
  const copy = (await office.post('/timetable/copy', { id: draft })).body;
  const [gone, given] = (await office.get(`/timetable/?timetable_id=${copy.id}&sort=id`)).body.content;
  await office.delete(`/timetable/${gone.id}`);
  const [{ id: deputy }] = await sql(
    `insert into staff (institution_id, staff_no, firstname, lastname, department_id, search)
     select 1, 'A-2', 'Bobur', 'Nazarov', department_id, 'nazarov' from staff where lastname = 'Karimova' returning id`,
  );
  const deputed = await office.post('/timetable/', { id: given.id, version: given.version, staff_id: deputy });
  expect(deputed.status, JSON.stringify(deputed.body)).toBe(200);
  const { body } = await office.post('/timetable/publish', { id: copy.id, apply: true });
  expect(body).toMatchObject({ made: 0 });
  for (const count of [body.changed, body.removed]) expect(count).toBeGreaterThan(0);
  await sql('delete from notices');
  expect((await office.post('/timetable/unpublish', { id: copy.id })).status).toBe(200);
  for (const who of [student, teacher])
    expect((await who.get('/notice/')).body.content.map((one: { title: string }) => one.title)).toEqual([
      expect.stringContaining(`${body.changed} moved back, ${body.removed} restored, 0 removed`),
    ]);
});
