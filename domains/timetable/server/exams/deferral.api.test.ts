import { afterAll, beforeAll, expect, it } from 'vitest';
import { grant, revokeGrant } from '#domains/deadlines/server/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { decide } from '#tests/support/decide.ts';
import { examScene, examsOfPeriod, searched } from '#tests/support/exams.ts';
import type { TeachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let head: Caller;
let weekdays: string[];
let version = 0;

beforeAll(async () => {
  ({ scene, head, weekdays } = await examScene());
});
afterAll(() => scene?.api.close());

const decision = () => ({ kind: 'CLAIM', id: 1, version: ++version });
const deferred = (student_id: number) =>
  decide(scene.api, (call) =>
    grant(call, decision(), [{ student_id, target: { kind: 'EXAM', id: scene.plan, attempt: 1 }, effect: 'DEFERRAL' }]),
  );
const revoked = () => decide(scene.api, (call) => revokeGrant(call, decision()));
const own = async () => (await scene.student.get('/exam/own')).body.length as number;
const exam = async () =>
  (await scene.student.get('/deadline/')).body.find(
    ({ target }: { target: { kind: string; id: number } }) => target.kind === 'EXAM' && target.id === scene.plan,
  );
const seatsIn = async (period: number) => {
  const halls = (await head.get(`/exam_hall/?period_id=${period}`)).body;
  return halls.reduce((sum: number, { students }: { students: number }) => sum + students, 0) as number;
};

it('whoever is deferred is on no list of this sitting and has the next one as the same attempt; taken back, all is as it was', async () => {
  const student = scene.people[0]!;
  const first = { title: 'Qishki sessiya', starts_on: weekdays[0], ends_on: weekdays[5] };
  const period = (await head.post('/exam_period/', first)).body;
  expect(await searched(head, period.id)).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
  expect((await head.post('/exam_period/publish', { id: period.id, apply: true })).status).toBe(200);
  expect([await own(), await seatsIn(period.id)]).toEqual([2, 10]);
  const before = await exam();
  expect(before).toMatchObject({ deferred: false, source: 'ORIGINAL', minutes: 120 });

  await deferred(student);
  expect(await exam()).toMatchObject({
    deferred: true,
    due_at: null,
    original_at: before.original_at,
    source: 'GRANT',
  });
  expect([await own(), await seatsIn(period.id)]).toEqual([1, 9]);

  const next = { title: 'Qayta topshirish', starts_on: weekdays[7], ends_on: weekdays.at(-1), attempt: 2 };
  const second = (await head.post('/exam_period/', next)).body;
  expect(second).toMatchObject({ attempt: 2, exams: 1, students: 1 });
  expect(await searched(head, second.id, { admitted: true })).toMatchObject({
    state: 'done',
    receipt: { unplaced: 0 },
  });
  expect(await examsOfPeriod(head, second.id)).toMatchObject([{ students: 1, course_module_id: scene.plan }]);

  await revoked();
  expect(await exam()).toMatchObject({ deferred: false, due_at: before.due_at });
  expect([await own(), await seatsIn(period.id)]).toEqual([2, 10]);
});

it('a mark that was seen is deferred with the attempt, and is what it was when that is taken back', async () => {
  const [component] = await scene.sql('select id from assessment_components where course_module_id = $1', [scene.plan]);
  const student = scene.people[1]!;
  await scene.sql(
    `insert into marks (institution_id, course_module_id, component_id, student_id, special, status) values (1, $1, $2, $3, 'ABSENT', 'PUBLISHED')`,
    [scene.plan, component.id, student],
  );
  const mark = async () =>
    (await scene.sql('select status, held_from, attempt from marks where student_id = $1', [student]))[0];
  await deferred(student);
  expect(await mark()).toEqual({ status: 'DEFERRED', held_from: 'PUBLISHED', attempt: 1 });
  await revoked();
  expect(await mark()).toEqual({ status: 'PUBLISHED', held_from: null, attempt: 1 });
});
