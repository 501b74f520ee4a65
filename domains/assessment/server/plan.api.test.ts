import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
const title = (uz: string) => ({ uz, ru: '', en: '' });
const parts = (...weights: number[]) =>
  weights.map((weight, at) => ({ code: `K${at + 1}`, title: title(`Qism ${at + 1}`), kind: 'QUIZ', weight }));
const savePlan = (more: object) => scene.office.post('/assessment/', { course_module_id: scene.plan, ...more });

beforeAll(async () => {
  scene = await teachingScene();
});
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

it('criteria of a component stay within 100', async () => {
  const { body: list } = await scene.office.get(`/assessment/component?course_module_id=${scene.plan}`);
  const component_id = list.content[0].id;
  const save = (weight: number) =>
    scene.office.post('/assessment/criteria', { component_id, title: title('Mazmun'), weight, levels: [] });
  expect((await save(70)).status).toBe(200);
  expect((await save(40)).body).toMatchObject({ code: 'WEIGHTS_OVER_100', data: { left: 30 } });
  expect((await scene.office.get('/assessment/criteria/types')).body).toHaveLength(8);
});

it('scales give every total one grade; the newest of a year holds, and the usual one where there is none', async () => {
  const { office } = scene;
  const save = (bands: [number, string, number][], more: object = {}) =>
    office.post('/assessment/scale/', {
      code: 'LETTER',
      title: title('Harf'),
      valid_from: '2030-09-01',
      bands: bands.map(([from, grade, point]) => ({ from, grade, point })),
      ...more,
    });
  const refused = async (...bands: [number, string, number][]) => {
    const { status, body } = await save(bands);
    return [status, body.code, body.data?.fields?.[0].message];
  };
  expect(await refused([50, 'A', 4], [60, 'B', 3], [0, 'F', 0])).toEqual([
    422,
    'BANDS_NOT_FALLING',
    'Boundaries must fall from line to line: 60 is above the line before it',
  ]);
  expect((await refused([50, 'A', 4], [10, 'F', 0]))[2]).toBe(
    'Totals below 10 have no grade: the lowest boundary must be 0',
  );
  expect((await refused([50, 'A', 4], [50, 'B', 3], [0, 'F', 0]))[1]).toBe('BANDS_OVERLAP');
  expect(
    (
      await save([
        [50.05, 'A', 4],
        [0, 'F', 0],
      ])
    ).status,
  ).toBe(400);
  const saved = await save([
    [50, 'A', 4],
    [0, 'F', 0],
  ]);
  expect(saved.status).toBe(200);
  expect(
    (
      await save([
        [50, 'A', 4],
        [0, 'F', 0],
      ])
    ).body.code,
  ).toBe('SCALE_TWICE');
  expect(
    (
      await save(
        [
          [60, 'A', 4],
          [0, 'F', 0],
        ],
        { id: saved.body.id, version: saved.body.version },
      )
    ).status,
  ).toBe(200);
  const now = (await office.get('/assessment/scale/in_force')).body;
  expect(now.map((one: { code: string; id: number | null }) => [one.code, one.id])).toEqual([
    ['LETTER', null],
    ['FIVE', null],
    ['ECTS', null],
  ]);
  expect(now[1].bands[0]).toEqual({ from: 90, grade: '5', point: 5 });
  const later = (await office.get('/assessment/scale/in_force?day=2031-01-15')).body;
  expect(later[0]).toMatchObject({ id: null });
  expect((await office.delete(`/assessment/scale/${saved.body.id}`)).status).toBe(200);
});
