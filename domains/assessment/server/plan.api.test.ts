import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
const title = (uz: string) => ({ uz, ru: '', en: '' });
const parts = (...weights: number[]) =>
  weights.map((weight, at) => ({ code: `K${at + 1}`, title: title(`Qism ${at + 1}`), kind: 'QUIZ', weight }));
const savePlan = (more: object) => scene.office.post('/assessment/', { course_module_id: scene.plan, ...more });

beforeAll(async () => {
  scene = await teachingScene();
}, 120_000);
afterAll(() => scene?.api.close());

it('a plan comes into use when its weights make 100 on every level', async () => {
  const none = await savePlan({ state: 'ACTIVE' });
  expect([none.status, none.body.code]).toEqual([422, 'ASSESSMENT_REQUIRED']);
  expect(none.body.message).toBe('At least one assessment must be entered');
  const short = await savePlan({ state: 'ACTIVE', components: parts(60, 39) });
  expect([short.status, short.body.code, short.body.data.sum]).toEqual([422, 'WEIGHTS_NOT_100', 99]);
  expect(short.body.message).toContain('99 %');
  const inside = await savePlan({
    state: 'ACTIVE',
    components: [{ ...parts(100)[0], components: parts(33.33, 33.33, 33.33) }],
  });
  expect([inside.body.code, inside.body.data.sum, inside.body.data.component]).toEqual([
    'WEIGHTS_NOT_100',
    99.99,
    'K1',
  ]);
  const good = await savePlan({
    state: 'ACTIVE',
    components: [{ ...parts(40)[0], components: parts(33.33, 33.33, 33.34) }, { ...parts(0, 60)[1] }],
  });
  expect(good.status).toBe(200);
  expect(good.body.components.map((one: { components: unknown[] }) => one.components.length)).toEqual([3, 0]);
  expect(good.body.course_module).toMatchObject({ code: 'MAT1', title: 'Matematika' });

  const [first] = good.body.components;
  const alone = await scene.office.post('/assessment/component', { id: first.id, version: 1, weight: 30 });
  expect([alone.status, alone.body.code]).toEqual([422, 'WEIGHTS_NOT_100']);
  const gone = await scene.office.delete(`/assessment/component/${first.id}`);
  expect([gone.status, gone.body.code]).toEqual([409, 'PLAN_ACTIVE']);
  expect((await scene.student.post('/assessment/', { id: good.body.id, version: good.body.version })).status).toBe(403);
  expect((await scene.student.get(`/assessment/${good.body.id}`)).body.pass_mark).toBe(60);
});

it('a plan is taken over by another module, after a preview', async () => {
  const [other] = await scene.sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select institution_id, course_id, academic_year_id, 2, 1, module_id, type, credits, true from course_modules where id = $1 returning id`,
    [scene.plan],
  );
  const copy = (apply: boolean) =>
    scene.office.post('/assessment/copy', {
      from_course_module_id: scene.plan,
      to_course_module_ids: [other.id],
      apply,
    });
  const seen = await copy(false);
  expect(seen.body.plans).toMatchObject([
    { to_course_module_id: other.id, components: 5, state: 'NEW', plan_id: null },
  ]);
  const made = await copy(true);
  const plan = (await scene.office.get(`/assessment/${made.body.plans[0].plan_id}`)).body;
  expect(plan.state).toBe('DRAFT');
  expect(plan.components[0].components.map((one: { weight: number }) => one.weight)).toEqual([33.33, 33.33, 33.34]);
  expect((await copy(true)).body.plans[0].state).toBe('EXISTS');
});

it('criteria of a component stay within 100; scales fall to 0', async () => {
  const { body: list } = await scene.office.get(`/assessment/component?course_module_id=${scene.plan}`);
  const component_id = list.content[0].id;
  const save = (weight: number) =>
    scene.office.post('/assessment/criteria', { component_id, title: title('Mazmun'), weight, levels: [] });
  expect((await save(70)).status).toBe(200);
  expect((await save(40)).body).toMatchObject({ code: 'WEIGHTS_OVER_100', data: { left: 30 } });
  const scale = (bands: object[]) =>
    scene.office.post('/assessment/scale/', { code: 'LETTER', title: title('Harf'), valid_from: '2030-09-01', bands });
  expect(
    (
      await scale([
        { from: 50, grade: 'A', point: 4 },
        { from: 60, grade: 'B', point: 3 },
      ])
    ).body.code,
  ).toBe('BANDS_NOT_FALLING');
  expect(
    (
      await scale([
        { from: 50, grade: 'A', point: 4 },
        { from: 0, grade: 'F', point: 0 },
      ])
    ).status,
  ).toBe(200);
  expect((await scene.office.get('/assessment/criteria/types')).body).toHaveLength(8);
});
