import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '#demo/random.ts';
import { applyPenalty, type PenaltyOperation, removePenalty } from '#domains/assessment/server/index.ts';
import { asActor } from '#platform/server/database/database.ts';
import { type CaseScene, caseScene } from '#tests/support/cases.ts';

/** What a penalty makes of marks: the same, in whichever order things happen. */

let scene: CaseScene;
beforeAll(async () => {
  scene = await caseScene();
  await scene.fill();
});
afterAll(() => scene?.api.close());

const operations: PenaltyOperation[] = ['COMPONENT_ZERO', 'MODULE_CAPPED', 'MODULE_ZERO_RESIT', 'MODULE_ZERO'];
// biome-ignore lint/suspicious/noExplicitAny: the least of a call that the commands of assessment ask for
const within = <T>(work: (call: any) => Promise<T>) =>
  asActor(scene.api.database.app, { institution_id: 1, account_id: 1, call: 'test' }, (db, client) =>
    work({ db, client, institution_id: 1, account_id: 1, kernel: scene.api.kernel, locale: 'uz', afterCommit: [] }),
  );
const of = (source_id: number) => ({ kind: 'test', source_id, number: `X-${source_id}` });
const apply = (source_id: number, operation: PenaltyOperation, at: number, attempt = 1) =>
  within((call) =>
    applyPenalty(call, {
      ...of(source_id),
      operation,
      course_module_id: scene.plan,
      component_id: scene.parts.P1!,
      student_id: scene.people[at]!,
      attempt,
      decided_by: [1],
    }),
  );
const lift = (source_id: number) => within((call) => removePenalty(call, { ...of(source_id), decided_by: [1] }));
const mark = (at: number, value: number) =>
  scene.sql('update marks set value = $3 where student_id = $1 and component_id = $2', [
    scene.people[at],
    scene.parts.P1,
    value,
  ]);
const outcome = async (at: number) =>
  (
    await scene.sql(
      'select total::float8 as total, passed, letter, complete from module_results where student_id = $1 and course_module_id = $2',
      [scene.people[at], scene.plan],
    )
  )[0];

test('each operation does what it is called', async () => {
  expect(await outcome(0)).toMatchObject({ total: 75, passed: true });
  await apply(1, 'COMPONENT_ZERO', 0);
  // 0.2 × 0 + 0.2 × 70 + 0.6 × 75
  expect(await outcome(0)).toMatchObject({ total: 59, passed: false });
  await lift(1);
  await apply(2, 'MODULE_CAPPED', 0);
  expect(await outcome(0)).toMatchObject({ total: 60, passed: true });
  await lift(2);
  await apply(3, 'MODULE_ZERO', 0);
  expect(await outcome(0)).toMatchObject({ total: 0, passed: false });
  await lift(3);
  await apply(4, 'MODULE_ZERO_RESIT', 0);
  expect(await outcome(0)).toMatchObject({ total: 0, passed: false });
  await lift(4);
  expect(await outcome(0)).toMatchObject({ total: 75, passed: true });
});

test('of 0 without a resit nobody sits again; a mark that was never given may be penalised too', async () => {
  const { office, plan, people, sql, parts } = scene;
  await apply(5, 'MODULE_ZERO', 1);
  const again = await office.post('/assessment/retake/', { course_module_id: plan, student_id: people[1] });
  expect([again.status, again.body.code]).toEqual([422, 'PENALTY_NO_RESIT']);
  await lift(5);
  await apply(6, 'COMPONENT_ZERO', 1, 2);
  expect(
    await sql('select status, value from marks where student_id = $1 and component_id = $2 and attempt = 2', [
      people[1],
      parts.P1,
    ]),
  ).toEqual([{ status: 'NOT_MARKED', value: null }]);
  await lift(6);
});

test('any order of marks, penalties, appeals and re-marks ends in the same', async () => {
  const dice = new Random(20261124).at(0);
  const next = (most: number) => dice.below(most);
  for (let run = 0; run < 12; run++) {
    const operation = operations[next(4)]!;
    const [value, again, stays] = [next(101), next(101), next(2) === 1];
    const acts = {
      mark: [() => mark(2, value), () => mark(2, again)],
      penalty: [() => apply(100 + run, operation, 2), ...(stays ? [] : [() => lift(100 + run)])],
    };
    const ends: object[] = [];
    for (let order = 0; order < 2; order++) {
      const left = { mark: [...acts.mark], penalty: [...acts.penalty] };
      while (left.mark.length || left.penalty.length) {
        const from = left.mark.length === 0 || (left.penalty.length && next(2)) ? left.penalty : left.mark;
        await from.shift()?.();
      }
      ends.push(await outcome(2));
      await lift(100 + run);
    }
    expect(ends[1], `${operation}, ${value} then ${again}, ${stays ? 'stays' : 'lifted'}`).toEqual(ends[0]);
    await mark(2, 80);
    expect(await outcome(2)).toMatchObject({ total: 75 });
  }
  // Every total is what the marks and the live penalties make, and the ledger agrees with the marks.
  expect(
    await scene.sql(
      'select 1 from module_results r where r.inputs not in (select inputs from assessment_compute(array[$1::int]))',
      [scene.plan],
    ),
  ).toEqual([]);
});

test('published beside a penalty: with it, or not at all', async () => {
  const { teacher, leader, office, officer, people, read, put, move, sql, plan } = scene;
  await move(teacher, 'SUBMITTED');
  await move(leader, 'MODERATED');
  const decided = await scene.toDecision(await scene.open({ students: [{ student_id: people[3] }] }), 'COMPONENT_ZERO');
  const [published, penalised] = await Promise.all([
    move(leader, 'PUBLISHED'),
    put(office, 'publish', decided, { to: ['REGISTRAR'] }),
  ]);
  expect([published.status, penalised.status]).toEqual([200, 200]);
  const [seen] = await sql(
    'select m.status, (select count(*)::int from mark_penalties p where p.mark_id = m.id and p.removed_at is null) as penalties from marks m where m.student_id = $1 and m.component_id = $2 and m.attempt = 1',
    [people[3], scene.parts.P1],
  );
  expect(seen).toEqual({ status: 'WITHHELD', penalties: 1 });
  // The board goes on with the others, and comes back to the one whom a case holds.
  const board = {
    course_module_id: plan,
    number: '1',
    held_on: scene.day(0),
    members: [
      { staff_id: scene.staff.ar_committee, role: 'CHAIR' },
      { staff_id: scene.staff.programme_manager, role: 'SECRETARY' },
    ],
  };
  const confirmed = await scene.board.post('/assessment/board/', board);
  expect(confirmed.body).toMatchObject({ confirmed: 12 });
  const held = await scene.board.post('/assessment/board/', { ...board, number: '2' });
  expect(held.body.code).toBe('HELD_BY_CASE');
  expect((await read(officer, decided.id)).applied.live).toBe(true);
  expect((await office.post('/assessment/ledger/verify', { course_module_id: plan })).body.faults).toEqual([]);
});
