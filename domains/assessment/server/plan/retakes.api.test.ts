import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deadlineKind } from '#domains/deadlines/server/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** What becomes of a registration: withdrawn and made again, sat part by part, confirmed though it was worse. */

let scene: MarksScene;
/** Ids by code of an exam in two parts. */
let parts: number[];
const register = (at: number, more: object = {}) =>
  scene.office.post('/assessment/retake', { course_module_id: scene.plan, student_id: scene.people[at], ...more });
const shown = async (id: number) => (await scene.office.get(`/assessment/retake/${id}`)).body;
const change = async (id: number, state: string) =>
  scene.office.post('/assessment/retake', { id, version: (await shown(id)).version, state });
const mark = (at: number, component: number, value: number, status = 'DRAFT') =>
  scene.sql(
    `insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value, status) values (1, $1, $2, $3, 2, $4, $5)`,
    [scene.plan, component, scene.people[at], value, status],
  );
const open = async (at: number) =>
  (
    await scene.sql('select course_module_id as id from edulab_open_attempts(array[$1]::int[])', [scene.people[at]])
  ).map(({ id }) => id);
/** Attempts of which the student has the exam before them. */
const exams = (at: number) => {
  const { kernel } = scene.api;
  const planned = followersOf(kernel, deadlineKind).find(({ name }) => name === 'timetable.exams')!;
  return inTheNight(kernel, 1, 'exams', async (call) => {
    const { rows } = await call.db.execute<{ attempt: number }>(
      sql`select attempt from (${planned.of(call, sql`unnest(array[${scene.people[at]}]::int[])`)}) d where target_id = ${scene.plan} order by 1`,
    );
    return rows.map(({ attempt }) => attempt);
  });
};

beforeAll(async () => {
  scene = await marksScene();
  await scene.fill([80, 70, 30]);
  parts = (
    await scene.sql(
      `insert into assessment_components (institution_id, course_module_id, parent_id, code, title, kind, weight, position)
       select institution_id, course_module_id, id, x, jsonb_build_object('uz', x, 'ru', x, 'en', x), 'WRITTEN', 50, 1
         from assessment_components, unnest(array['EX1', 'EX2']) x where id = $1 returning id`,
      [scene.parts.EX],
    )
  ).map(({ id }) => id);
  await scene.sql(
    `insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value)
     select 1, $1, c, s, 1, 30 from unnest($2::int[]) c, unnest($3::int[]) s`,
    [scene.plan, parts, scene.people],
  );
  await scene.sql("update marks set status = 'CONFIRMED'");
});
afterAll(() => scene?.api.close());

it('asks for what keeps a student when it is registered, registered again, and restored', async () => {
  const { id } = (await register(0)).body;
  expect((await change(id, 'WITHDRAWN')).status).toBe(200);
  const accountant = await scene.api.as('accounting_head');
  await scene.sql(
    `insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today() - 30, 50000000)`,
    [scene.people[0]],
  );
  const rule = (active: boolean) =>
    accountant.put('/accounting/hold/rules', { act: 'RETAKE', active, least: '1000', days: 5 });
  expect((await rule(true)).status).toBe(200);
  expect((await change(id, 'REGISTERED')).body.code).toBe('HELD');
  expect((await register(0)).body.code).toBe('HELD');
  await rule(false);
  expect((await change(id, 'REGISTERED')).body.state).toBe('REGISTERED');
  expect((await scene.office.delete(`/assessment/retake/${id}`)).status).toBe(200);
  await rule(true);
  expect((await scene.office.post(`/assessment/retake/${id}/restore`)).body.code).toBe('HELD');
  await rule(false);
  expect((await scene.office.post(`/assessment/retake/${id}/restore`)).body.state).toBe('REGISTERED');
});

it('was sat when each part of its exam has a mark, and neither withdrawn nor removed any more', async () => {
  const { id } = (await register(1)).body;
  await mark(1, parts[0]!, 40);
  expect((await shown(id)).state).toBe('REGISTERED');
  expect(await exams(1)).toEqual([1, 2]);
  expect((await change(id, 'DONE')).status).toBe(400);
  await mark(1, parts[1]!, 40);
  expect((await shown(id)).state).toBe('DONE');
  expect(await exams(1)).toEqual([1]);
  expect((await change(id, 'WITHDRAWN')).body.code).toBe('RETAKE_SAT');
  expect((await scene.office.delete(`/assessment/retake/${id}`)).body.code).toBe('RETAKE_SAT');
});

it('is open until a board has confirmed it, also where it was worse', async () => {
  expect((await register(2)).status).toBe(200);
  expect(await open(2)).toEqual([scene.plan]);
  await mark(2, parts[0]!, 5, 'CONFIRMED');
  expect(await open(2)).toEqual([scene.plan]);
  await mark(2, parts[1]!, 5, 'PUBLISHED');
  expect(await open(2)).toEqual([scene.plan]);
  await scene.sql("update marks set status = 'CONFIRMED' where attempt = 2 and student_id = $1", [scene.people[2]]);
  expect(await open(2)).toEqual([]);
});

it('is not waited for once its year has ended while the student was away, but for what was published', async () => {
  expect((await register(3)).status).toBe(200);
  const expelled = { ids: [scene.people[3]], kind: 'EXPULSION', reason: 'Oʻzlashtirmagani uchun' };
  const head = await scene.api.as('registrar_head');
  expect((await head.post('/student/life', expelled)).status).toBe(200);
  // While the year runs, they may still come back into it.
  expect(await open(3)).toEqual([scene.plan]);
  await scene.api.setClock(`${scene.day(201)}T12:00:00+05:00`);
  expect(await open(3)).toEqual([]);
  await mark(3, parts[0]!, 5, 'PUBLISHED');
  expect(await open(3)).toEqual([scene.plan]);
  await scene.sql("update marks set status = 'DRAFT' where attempt = 2 and student_id = $1", [scene.people[3]]);
  await scene.sql('update student_life_steps set undone_at = edulab_now() where student_id = $1', [scene.people[3]]);
  expect(await open(3)).toEqual([scene.plan]);
});
