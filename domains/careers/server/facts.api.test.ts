import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AchievementScene, achievementScene } from '#tests/support/achievements.ts';
import type { Caller } from '#tests/support/api.ts';
import { approved } from '#tests/support/careers.ts';

/** What a CV says of the record, against the record itself: results of modules and achievements, as they move. */

let scene: AchievementScene;
let curator: Caller;
let student: Caller;
beforeAll(async () => {
  scene = await achievementScene();
  curator = await scene.api.as('career_center_manager');
  student = scene.student;
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;
const own = async () => {
  const { cv } = (await student.get('/cv/own')).body;
  return (await student.get(`/cv/${cv.id}`)).body;
};
const refs = (cv: Any) => cv.facts.map(({ ref }: Any) => ref.split('.')[0]);

it('has the published result of a module, and is out of date once the mark is amended', async () => {
  await scene.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     values (1, $1, $2, 90, 'A', true, true, 'PUBLISHED', 'x')`,
    [scene.plan, scene.people[0]],
  );
  const cv = await approved(student, curator);
  const module = cv.facts.find(({ kind }: Any) => kind === 'MODULE');
  expect(module.detail).toContain('90');
  expect(cv.outdated).toBe(false);
  await scene.sql('update module_results set total = 71 where student_id = $1', [scene.people[0]]);
  expect(await own()).toMatchObject({ outdated: true });
  // The version that was approved goes on saying what it said; a new one has what holds.
  const again = await approved(student, curator);
  expect(again.outdated).toBe(false);
  expect(again.facts.find(({ kind }: Any) => kind === 'MODULE').detail).toContain('71');
  const [{ n }] = await scene.sql("select count(*)::int as n from cv_versions where facts::text like '%90%'");
  expect(n).toBe(1);
});

it('has what is verified of achievements alone, without being typed, and is out of date once that is revoked', async () => {
  expect(refs(await own())).not.toContain('achievement');
  const sent = await scene.sent(student, { achieved_on: scene.day(-5), title: 'Xalqaro olimpiada' });
  expect((await own()).outdated).toBe(false);
  const verified = await scene.step(scene.manager, sent, 'VERIFIED');
  expect(verified.status).toBe(200);
  // What there is besides makes nothing untrue of what it says.
  expect((await own()).outdated).toBe(false);
  const cv = await approved(student, curator);
  expect(cv.facts.find(({ kind }: Any) => kind === 'ACHIEVEMENT')).toMatchObject({ title: 'Xalqaro olimpiada' });
  // Nobody types over it: facts are no field of what is saved.
  const typed = await student.post('/cv/', {
    id: cv.id,
    version: cv.version,
    facts: [
      { ref: 'achievement.1', kind: 'ACHIEVEMENT', title: 'Oʻylab topilgan', detail: '', at: '', check_code: null },
    ],
  });
  expect(JSON.stringify(typed.body)).not.toContain('Oʻylab topilgan');
  expect(JSON.stringify(await own())).not.toContain('Oʻylab topilgan');
  await scene.step(scene.manager, verified.body, 'REVOKED', { reason: 'Diplom qalbaki' });
  expect((await own()).outdated).toBe(true);
});
