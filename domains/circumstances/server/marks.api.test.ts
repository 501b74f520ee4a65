import { afterAll, beforeAll, expect, it } from 'vitest';
import { hold, releaseHold } from '#domains/assessment/server/index.ts';
import { grant, revokeGrant } from '#domains/deadlines/server/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { certificate } from '#tests/support/claims.ts';
import { decide } from '#tests/support/decide.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** What a claim does to marks: held while it waits, deferred to the next sitting, uncapped; and what the board is told. */

let scene: MarksScene;
let officer: Caller;
let third: Caller;
beforeAll(async () => {
  scene = await marksScene();
  const { api, sql, people, teacher, leader, move } = scene;
  officer = await api.as('registrar_officer');
  third = await api.as('master_student');
  await sql(
    "update students set account_id = (select id from accounts where username = 'master_student') where id = $1",
    [people[2]],
  );
  await scene.fill();
  await scene.enter(teacher, [
    ['EX', 0, 'ABSENT'],
    ['EX', 2, 'ABSENT'],
  ]);
  for (const [by, to] of [
    [teacher, 'SUBMITTED'],
    [leader, 'MODERATED'],
    [leader, 'PUBLISHED'],
  ] as const)
    expect((await move(by, to)).status).toBe(200);
});
afterAll(() => scene?.api.close());

const mark = async (student: number, attempt = 1) =>
  (
    await scene.sql(
      'select status, held_from, value::float8 as value, special, version from marks where student_id = $1 and component_id = $2 and attempt = $3',
      [scene.people[student], scene.parts.EX, attempt],
    )
  )[0];
const result = async (student: number) =>
  (
    await scene.sql(
      'select total::float8 as total, passed, attempt, complete, why_not from module_results where student_id = $1 and course_module_id = $2',
      [scene.people[student], scene.plan],
    )
  )[0];
const notes = async (by: Caller) =>
  (await by.get(`/assessment/board/ready?course_module_id=${scene.plan}`)).body.notes.map(
    ({ student, code }: { student: { id: number }; code: string }) => [scene.people.indexOf(student.id), code],
  );

/** A claim about the exam, sent. */
async function sent(by: Caller) {
  const file_ids = (await by.upload('malumotnoma.pdf', certificate)).body.map(({ id }: { id: number }) => id);
  const draft = await by.post('/ec/', {
    kind: 'ILLNESS',
    text: 'Imtihon kuni kasalxonada edim',
    starts_on: scene.day(-1),
    file_ids,
    papers: [{ target: 'EXAM', target_id: scene.plan, wish: 'DEFERRAL' }],
  });
  expect(draft.status, JSON.stringify(draft.body)).toBe(200);
  const { id, version } = draft.body;
  const gone = await by.put('/ec/change/status', { id, version, status: 'SUBMITTED' });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  return gone.body;
}
const step = async (claim: { id: number }, status: string, more: object = {}) => {
  const { version } = (await officer.get(`/ec/${claim.id}`)).body;
  const answer = await officer.put('/ec/change/status', { id: claim.id, version, status, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const publish = async (claim: { id: number }, path = 'outcome_report/', more: object = {}) => {
  const { version } = (await officer.get(`/ec/${claim.id}`)).body;
  const answer = await (path === 'unpublish'
    ? officer.put('/ec/unpublish', { id: claim.id, version, ...more })
    : officer.post(`/ec/${path}`, { id: claim.id, version, ...more }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

it('a mark about which a claim waits is held, the board alone is told, and the next sitting is marked as the same attempt without a cap', async () => {
  const { student, teacher, leader, board, office, plan, people, parts, sql, move } = scene;
  const claim = await sent(student);
  expect(await mark(0)).toMatchObject({ status: 'WITHHELD', held_from: 'PUBLISHED' });
  expect((await student.get('/assessment/withheld')).body).toMatchObject([{ reason: 'OPEN_CLAIM' }]);
  expect([await notes(board), await notes(leader), await notes(teacher)]).toEqual([[[0, 'CLAIM_OPEN']], [], []]);

  await step(claim, 'UNDER_REVIEW');
  await step(claim, 'SUPPORTED');
  // Decided and not published: nothing has changed for anybody.
  expect([await mark(0), await notes(board)]).toMatchObject([{ status: 'WITHHELD' }, [[0, 'CLAIM_OPEN']]]);
  await publish(claim);
  expect(await mark(0)).toMatchObject({ status: 'DEFERRED', held_from: 'PUBLISHED', special: 'ABSENT' });
  expect(await notes(board)).toEqual([[0, 'CLAIM_DEFERRAL']]);
  expect(await result(0)).toMatchObject({ complete: false, why_not: expect.arrayContaining(['DEFERRED']) });

  const minutes = {
    course_module_id: plan,
    number: '7',
    held_on: scene.day(0),
    members: (await sql('select id from staff order by id limit 2')).map(({ id }, at) => ({
      staff_id: id,
      role: at ? 'SECRETARY' : 'CHAIR',
    })),
  };
  expect((await board.post('/assessment/board/', minutes)).body).toMatchObject({ confirmed: 14 });
  const [kept] = await sql('select results from assessment_boards where course_module_id = $1', [plan]);
  expect(kept.results.filter((row: { notes: string[] }) => row.notes.length)).toMatchObject([
    { student_no: 'T-1', notes: ['CLAIM_DEFERRAL'] },
  ]);

  // Not before the day of the sitting that was left out is over; afterwards in the days of the plan or of a later sitting.
  const early = await scene.enter(teacher, [['EX', 0, 90]]);
  expect(early.body).toMatchObject({ saved: [], refused: [{ fault: 'MARK_CLOSED' }] });
  await sql('update deadline_grants set deferred_from = deferred_from - 1');
  await sql('update assessment_plans set entry_closes_on = edulab_today() - 1 where course_module_id = $1', [plan]);
  expect((await scene.enter(teacher, [['EX', 0, 90]])).body.code).toBe('ENTRY_CLOSED');
  const sitting = { course_module_id: plan, number: 2, opens_on: scene.day(-1), closes_on: scene.day(3) };
  expect((await office.post('/assessment/attempt/', sitting)).status).toBe(200);
  expect((await scene.grid(teacher)).body.again).toBe(true);
  expect((await scene.enter(teacher, [['EX', 3, 90]])).body.code).toBe('ENTRY_CLOSED');
  expect((await scene.enter(teacher, [['EX', 0, null]])).body.refused).toHaveLength(1);
  const typed = await scene.enter(teacher, [['EX', 0, 90]]);
  expect(typed.body.saved).toMatchObject([{ value: 90, attempt: 1, status: 'DRAFT' }]);
  for (const [by, to] of [
    [teacher, 'SUBMITTED'],
    [leader, 'MODERATED'],
    [leader, 'PUBLISHED'],
  ] as const)
    expect((await move(by, to, { component_ids: [parts.EX] })).body.moved).toBe(1);
  // 0.2 × 80 + 0.2 × 70 + 0.6 × 90
  expect(await result(0)).toMatchObject({ total: 84, passed: true, attempt: 1, complete: true });
  expect((await board.post('/assessment/board/', { ...minutes, number: '8' })).body).toMatchObject({ confirmed: 1 });
  // What was sat and marked stays, whatever becomes of the claim.
  await publish(claim, 'unpublish', { reason: 'Xato' });
  expect(await mark(0)).toMatchObject({ status: 'CONFIRMED', value: 90 });
  const trail = await sql(
    'select kind, old_special, new_value::float8 as value from mark_events where student_id = $1 and component_id = $2 order by seq',
    [people[0], parts.EX],
  );
  expect(trail).toContainEqual({ kind: 'ENTERED', old_special: 'ABSENT', value: 90 });
  expect((await office.post('/assessment/ledger/verify', { course_module_id: plan })).body.faults).toEqual([]);
});

it('a deferred resit stays the same attempt, and capped', async () => {
  const { office, plan, people, sql, teacher, leader, move, parts } = scene;
  await sql('update assessment_plans set retake_cap = 60, entry_closes_on = null where course_module_id = $1', [plan]);
  await sql('update marks set value = 40 where student_id = $1 and component_id = $2', [people[1], parts.EX]);
  const again = await office.post('/assessment/retake/', {
    course_module_id: plan,
    student_id: people[1],
    component_ids: [parts.EX],
  });
  expect(again.body).toMatchObject({ attempt: 2, capped: true });
  const target = { kind: 'EXAM' as const, id: plan, attempt: 2 };
  await decide(scene.api, (call) =>
    grant(call, { kind: 'CLAIM', id: 501, version: 1 }, [{ student_id: people[1]!, target, effect: 'DEFERRAL' }]),
  );
  // Nothing was marked of it: the cell says that it is deferred, and is no gap.
  expect(await mark(1, 2)).toMatchObject({ status: 'DEFERRED', held_from: 'NOT_MARKED', value: null });
  await sql('update deadline_grants set deferred_from = deferred_from - 1 where attempt = 2');
  const { version } = await mark(1, 2);
  const cell = { component_id: parts.EX, student_id: people[1], attempt: 2, value: 95, version };
  const typed = await teacher.post('/assessment/bulk', { course_module_id: plan, marks: [cell] });
  expect(typed.body.saved, JSON.stringify(typed.body)).toMatchObject([{ attempt: 2, status: 'DRAFT' }]);
  for (const [by, to] of [
    [teacher, 'SUBMITTED'],
    [leader, 'MODERATED'],
    [leader, 'PUBLISHED'],
  ] as const)
    expect((await move(by, to, { attempt: 2 })).status).toBe(200);
  expect(await result(1)).toMatchObject({ total: 60, passed: true, attempt: 2 });
});

it('a claim takes the cap from a retake that is registered, and from one that is registered later; taken back, it is there again', async () => {
  const { office, plan, people, sql, parts } = scene;
  const claim = await sent(third);
  await step(claim, 'UNDER_REVIEW');
  const [paper] = (await officer.get(`/ec/${claim.id}`)).body.papers;
  const decided = await officer.post('/ec/paper', {
    id: paper.id,
    version: paper.version,
    outcome: 'SUPPORTED',
    effect: 'UNCAPPED',
  });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  await publish(claim);
  expect(await notes(scene.board)).toContainEqual([2, 'CLAIM_UNCAPPED']);
  const asked = { course_module_id: plan, student_id: people[2], component_ids: [parts.EX] };
  const later = await office.post('/assessment/retake/', asked);
  expect(later.body, JSON.stringify(later.body)).toMatchObject({ attempt: 2, capped: false });
  await sql(
    "insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value, status) values (1, $1, $2, $3, 2, 95, 'PUBLISHED')",
    [plan, parts.EX, people[2]],
  );
  expect(await result(2)).toMatchObject({ total: 87, passed: true, attempt: 2 });
  await publish(claim, 'unpublish', { reason: 'Xato' });
  expect(await result(2)).toMatchObject({ total: 60, passed: true, attempt: 2 });
  await publish(claim);
  expect(await result(2)).toMatchObject({ total: 87 });
});

it('a deferral and a case about one mark end in the same, in whichever order they come and go', async () => {
  const { plan, people, parts, sql } = scene;
  await sql("update marks set status = 'PUBLISHED' where student_id = $1", [people[4]]);
  let version = 0;
  const target = { kind: 'EXAM' as const, id: plan, attempt: 1 };
  const defer = () =>
    decide(scene.api, (call) =>
      grant(call, { kind: 'CLAIM', id: 502, version: ++version }, [
        { student_id: people[4]!, target, effect: 'DEFERRAL' },
      ]),
    );
  const undo = () => decide(scene.api, (call) => revokeGrant(call, { kind: 'CLAIM', id: 502, version: ++version }));
  let cases = 900;
  const open = () =>
    decide(scene.api, (call) =>
      hold(call, [
        {
          kind: 'test',
          source_id: ++cases,
          number: 'X',
          course_module_id: plan,
          component_id: parts.EX!,
          student_id: people[4]!,
        },
      ]),
    );
  const close = () => decide(scene.api, (call) => releaseHold(call, { kind: 'test', source_id: cases }));
  for (const order of [
    [defer, open, undo, close],
    [defer, open, close, undo],
    [open, defer, undo, close],
    [open, defer, close, undo],
  ]) {
    for (const [at, act] of order.entries()) {
      await act();
      const { status } = await mark(4);
      if (at < 3) expect(['WITHHELD', 'DEFERRED'], `${order.indexOf(act)}`).toContain(status);
    }
    expect(await mark(4)).toMatchObject({ status: 'PUBLISHED', held_from: null });
  }
});
