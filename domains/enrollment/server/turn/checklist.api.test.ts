import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene?.api.close());

const linesOf = async (year?: number) => {
  const { body } = await scene.office.get(`/year_turn/checklist${year ? `?academic_year_id=${year}` : ''}`);
  return Object.fromEntries(body.lines.map(({ code, ...line }: { code: string }) => [code, line]));
};

it('counts what a year needs and names what is missing; what is done there is counted at once', async () => {
  const { office, course, group } = scene;
  const [{ id: year }] = await scene.sql('select id from academic_years where current');
  const before = await linesOf(year);
  expect(before).toMatchObject({
    semesters: { done: 2, needed: 2, missing: [] },
    plans: { done: 1, needed: 4 },
    leaders: { done: 1, needed: 1 },
    choices: { done: 0, needed: 0 },
    intakes: { done: 0, needed: 1, missing: [{ title: '60310100 Iqtisodiyot', count: 1 }] },
    places: { done: 0, needed: 0 },
    rooms: { done: 0, needed: 1, missing: [{ title: 'IQ-1', count: 1 }] },
    agreements: { done: 0, needed: 1 },
    progression: { done: 0, needed: 0 },
    seats: { done: 0, needed: 0 },
    contracts: { done: 0, needed: 0 },
  });
  expect(before.plans.missing).toHaveLength(3);
  await scene.sql(
    `insert into education_places (institution_id, name, kind, capacity) values (1, 'A-1', 'LECTURE_HALL', 40)`,
  );
  await scene.sql(
    `insert into course_campaigns (institution_id, course_id, academic_year_id, language, opens_on, closes_on, contract_quota, status) values (1, $1, $2, 'uz', $3, $4, 31, 'OPEN')`,
    [course.id, year, scene.day(-30), scene.day(30)],
  );
  await office.post('/enrollment/', { student_id: scene.people[0], academic_year_id: year });
  await office.post('/enrollment/', { student_id: scene.people[1], academic_year_id: year, study_year: 2 });
  const after = await linesOf(year);
  expect(after).toMatchObject({
    intakes: { done: 1, needed: 1 },
    places: { done: 0, needed: 1, missing: [{ title: '60310100 · uz', count: 1 }] },
    rooms: { done: 1, needed: 1 },
    seats: { done: 1, needed: 2, missing: [{ title: '60310100 · 2', count: 1 }] },
    contracts: { done: 0, needed: 2 },
  });
  const { version } = (await office.get(`/group/${group}`)).body;
  expect((await office.post('/group/', { id: group, version, capacity: 31 })).status).toBe(200);
  expect((await linesOf(year)).places).toMatchObject({ done: 1, needed: 1 });
  // The year after it begins with nothing but what is left to do there.
  const [next] = await scene.sql(
    `insert into academic_years (institution_id, name, starts_on, ends_on) values (1, 'Keyingi', $1, $2) returning id`,
    [scene.day(201), scene.day(500)],
  );
  expect(await linesOf()).toMatchObject({
    semesters: { done: 0, needed: 2, missing: [{ title: '1' }, { title: '2' }] },
    plans: { done: 0, needed: 4 },
    progression: { done: 0, needed: 2 },
  });
  expect((await office.get('/year_turn/checklist')).body).toMatchObject({
    year: { id: next.id },
    previous: { id: year },
    next: null,
  });
});

it('is for the offices and deans; a year that is not there is not found', async () => {
  expect((await scene.teacher.get('/year_turn/checklist')).status).toBe(403);
  expect((await scene.student.get('/year_turn/checklist')).status).toBe(403);
  expect((await (await scene.api.as('dean')).get('/year_turn/checklist')).status).toBe(200);
  expect((await scene.office.get('/year_turn/checklist?academic_year_id=999999')).status).toBe(404);
});
