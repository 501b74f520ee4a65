import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let year: number;
beforeAll(async () => {
  scene = await teachingScene();
  const [current] = await scene.sql('select id from academic_years where current');
  year = current.id;
  await scene.sql(
    `insert into academic_years (institution_id, name, starts_on, ends_on) values (1, 'Keyingi', $1, $2)`,
    [scene.day(230), scene.day(500)],
  );
});
afterAll(() => scene?.api.close());

it('takes ten thousand students in less than a minute', async () => {
  const { office, sql } = scene;
  await sql(
    `with made as (
       insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status_since)
       select 1, 'M-' || n, 'Talaba', 'M' || n, 'BACHELOR', 'uz', $1, 'CONTRACT', $2, ' m' || n, $3 from generate_series(1, 10000) n returning id),
     classes as (
       insert into groups (institution_id, name, course_id, entry_year, language, capacity)
       select 1, 'M-' || n, $2, $1, 'uz', 100 from generate_series(0, 99) n returning id),
     numbered as (select id, row_number() over (order by id) - 1 as n from classes),
     years as (
       insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
       select 1, m.id, $2, y.id, 1, y.starts_on, y.ends_on, 'ACTIVE' from made m, academic_years y where y.id = $4),
     results as (
       insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
       select 1, p, m.id, case when m.id % 7 = 0 then 30 else 80 end, 'A', m.id % 7 > 0, true, 'CONFIRMED', 'x' from made m, (select $5::int as p) p)
     insert into group_members (institution_id, group_id, student_id, starts_on)
     select 1, g.id, m.id, $3 from (select id, row_number() over (order by id) % 100 as n from made) m join numbered g on g.n = m.n`,
    [scene.entry, scene.course.id, scene.day(-99), year, scene.plan],
  );
  // Every seventh repeats, and learns with those who enter next.
  await sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) select 1, 'N-' || n, $1, $2, 'uz', 100 from generate_series(0, 99) n`,
    [scene.course.id, Number(scene.day(230).slice(0, 4))],
  );
  await sql('analyze students, groups, group_members, enrollments, module_results');
  const begun = performance.now();
  const started = await office.post('/year_turn/progress', {
    academic_year_id: year,
    order_number: '77-T',
    order_date: scene.day(0),
  });
  const { job, count } = started.body;
  expect(count).toBe(10_000);
  const done = await scene.api.finished(job.id);
  const applied = performance.now() - begun;
  expect(done).toMatchObject({ state: 'done', done: 10_000, receipt: { applied: 10_000 } });
  const [seats] = await sql('select count(*)::int as count from group_members where starts_on = $1', [scene.day(230)]);
  expect(seats.count).toBeGreaterThan(1_400);
  const { body } = await office.get(`/year_turn/progression?academic_year_id=${year}`);
  const looked = performance.now() - begun - applied;
  const back = (await office.post('/year_turn/progress/undo', { id: body.runs[0].id, reason: 'Oʻlchov' })).body;
  expect(await scene.api.finished(back.job.id)).toMatchObject({ state: 'done', receipt: { undone: 10_000 } });
  const undone = performance.now() - begun - applied - looked;
  console.info({ applied: Math.round(applied), looked: Math.round(looked), undone: Math.round(undone) });
  expect(applied).toBeLessThan(60_000);
}, 240_000);
