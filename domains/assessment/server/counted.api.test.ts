import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** What is counted, promised and done with the cells of a module is one thing, whoever asks and wherever. */

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

type Step = {
  from: string;
  to: string;
  count: number;
  allowed: boolean;
  refused: { code: string; gaps: { student_id: number }[] } | null;
  who: string[];
};
const steps = async (who: Caller, query = '') =>
  (await who.get(`/assessment/mark/steps?course_module_id=${scene.plan}${query}`)).body as {
    states: Record<string, number>;
    steps: Step[];
  };
const step = async (who: Caller, from: string, to: string, query = '') =>
  (await steps(who, query)).steps.find((one) => one.from === from && one.to === to);
const statesOf = async (code: string) =>
  ((await scene.grid(scene.teacher)).body.components as { code: string; states: Record<string, number> }[]).find(
    (row) => row.code === code,
  )!.states;

it('a cell that was emptied counts as little as one that never held anything', async () => {
  const { teacher, office, enter, people, plan, sql } = scene;
  await scene.fill();
  await enter(
    teacher,
    [1, 2, 3, 4].map((at): [string, number, null] => ['EX', at, null]),
  );
  expect(await statesOf('EX')).toEqual({ DRAFT: 1, NOT_MARKED: 4 });
  const { states } = await steps(teacher);
  expect(states).toEqual({ DRAFT: 11, NOT_MARKED: 4 });
  const submit = await step(teacher, 'DRAFT', 'SUBMITTED');
  expect(submit).toMatchObject({ count: 11, refused: { code: 'MARKS_MISSING' }, allowed: true });
  expect(submit?.refused?.gaps.map((gap) => gap.student_id)).toEqual(people.slice(1));
  const refused = await teacher.post('/assessment/submit', { course_module_id: plan });
  expect(refused.body.data.gaps).toEqual(submit?.refused?.gaps);
  await sql("update assessment_components set due_at = edulab_now() - interval '1 day' where course_module_id = $1", [
    plan,
  ]);
  expect((await teacher.get('/assessment/waiting')).body).toMatchObject([{ enter: 15 }]);
  expect((await office.get('/assessment/')).body.content[0].progress).toMatchObject({
    complete: 1,
    students: 5,
    states,
  });
  // What is typed again is a draft again; the ledger keeps both turns.
  await enter(teacher, [['EX', 1, 66]]);
  expect(await statesOf('EX')).toEqual({ DRAFT: 2, NOT_MARKED: 3 });
});

it('what is promised is what moves: of who takes the module, from one state alone, in a group', async () => {
  const { teacher, leader, enter, people, plan, group, move, sql } = scene;
  await enter(
    teacher,
    [2, 3, 4].map((at): [string, number, number] => ['EX', at, 70]),
  );
  // Who has left is neither shown as open nor moved, and keeps nobody waiting.
  await sql("update students set status = 'EXPELLED', status_since = (select edulab_today()) - 1 where id = $1", [
    people[4],
  ]);
  const submit = await step(teacher, 'DRAFT', 'SUBMITTED', `&group_id=${group}`);
  expect(submit).toMatchObject({ count: 12, refused: null });
  expect((await move(teacher, 'SUBMITTED', { from: 'DRAFT', group_id: group })).body.moved).toBe(12);
  expect((await steps(teacher)).states).toEqual({ SUBMITTED: 12 });
  await sql("update students set status = 'ACTIVE' where id = $1", [people[4]]);
  // Some are further than others: to submit the rest takes nothing back.
  await sql("update marks set status = 'MODERATED' where course_module_id = $1 and status = 'SUBMITTED'", [plan]);
  expect(await step(teacher, 'DRAFT', 'SUBMITTED')).toMatchObject({ count: 3, refused: null });
  expect((await teacher.post('/assessment/submit', { course_module_id: plan })).body.moved).toBe(3);
  expect((await steps(leader)).states).toEqual({ SUBMITTED: 3, MODERATED: 12 });
});

it('a step that would be refused says why and who may; to others it stays open', async () => {
  const { teacher, leader, office, move } = scene;
  const own = await step(teacher, 'SUBMITTED', 'MODERATED');
  expect(own).toMatchObject({ count: 3, allowed: true, refused: { code: 'SAME_MARKER' } });
  const [of] = await scene.sql(
    "select concat_ws(' ', lastname, firstname) as name from accounts where username = 'module_leader'",
  );
  expect(own?.who[0]).toBe(of.name);
  expect(await step(office, 'SUBMITTED', 'MODERATED')).toMatchObject({
    allowed: false,
    refused: { code: 'FORBIDDEN' },
  });
  expect(await step(leader, 'SUBMITTED', 'MODERATED')).toMatchObject({ allowed: true, refused: null, who: [] });
  expect((await move(leader, 'MODERATED', { from: 'SUBMITTED' })).body.moved).toBe(3);
  // Their own cells are closed to first markers in moderation before they type.
  await move(leader, 'SUBMITTED', { reason: 'Qayta koʻrish' });
  const rows = (await scene.grid(teacher)).body.students as { own: string }[];
  expect(rows.map((row) => row.own)).toEqual(Array(5).fill('OOO'));
  expect(((await scene.grid(leader)).body.students as { own: string }[]).every((row) => row.own === '')).toBe(true);
});

it('what is agreed on is a mark: it cannot be emptied under way', async () => {
  const { leader, enter } = scene;
  expect((await enter(leader, [['P1', 0, null]], { as: 'AGREED' })).body.refused[0].fault).toBe('MARK_NEEDED');
});
