import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { amendmentStates, amendmentWorkflow } from '../../workflow-amendment.ts';
import { verifyLedger } from '../ledger/verify.ts';

/** From the request to the applied mark, through three people. */

let scene: MarksScene;
let people: Record<'teacher' | 'leader' | 'committee' | 'head' | 'officer' | 'student', Caller>;
let exams: { id: number; student_id: number }[];

beforeAll(async () => {
  scene = await marksScene();
  const { api } = scene;
  people = {
    teacher: scene.teacher,
    leader: scene.leader,
    committee: await api.as('ar_committee'),
    head: await api.as('registrar_head'),
    officer: await api.as('registrar_officer'),
    student: scene.student,
  };
  await scene.fill();
  await scene.sql("update marks set status = 'CONFIRMED'");
  exams = await scene.sql('select id, student_id from marks where component_id = $1 order by student_id', [
    scene.parts.EX,
  ]);
});
afterAll(() => scene?.api.close());
beforeEach(async () => {
  // Every test begins with the marks as the board confirmed them.
  await scene.sql(
    "update amendments set status = 'WITHDRAWN' where status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')",
  );
  await scene.sql('update marks set value = 75, special = null, marked_by = null where component_id = $1', [
    scene.parts.EX,
  ]);
});

const request = (more: object = {}, by = people.teacher) =>
  by.post('/amendment/', {
    mark_id: exams[0]!.id,
    value: 78,
    reason_code: 'ENTRY_ERROR',
    text: 'Vedomostda 78 edi',
    submit: true,
    ...more,
  });
const step = async (by: Caller, id: number, status: string, reason?: string) => {
  const { body } = await people.head.get(`/amendment/${id}`);
  return by.put('/amendment/change/status', { id, version: body.version, status, ...(reason ? { reason } : {}) });
};
const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];

describe('an amendment', () => {
  it('goes through the one who asks, the one who checks, the one who decides, and the registrar', async () => {
    const made = await request();
    expect(made.status).toBe(200);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      status: 'REQUESTED',
      number: `A-${id}`,
      old: { value: 75 },
      new: { value: 78 },
      approvals: 1,
      effect: { before: { total: 75 }, after: { total: 76.8 }, flips: false, points: 3 },
      next: ['WITHDRAWN'],
    });
    expect((await step(people.leader, id, 'CHECKED')).body.status).toBe('CHECKED');
    const approved = await step(people.committee, id, 'APPROVED');
    expect(approved.body).toMatchObject({ status: 'APPROVED', approved: 1 });
    const applied = await step(people.officer, id, 'APPLIED');
    expect(applied.body).toMatchObject({ status: 'APPLIED', applied_by: { name: expect.any(String) } });

    const [mark] = await scene.sql('select value::float8 as value, status from marks where id = $1', [exams[0]!.id]);
    expect(mark).toEqual({ value: 78, status: 'CONFIRMED' });
    const [result] = await scene.sql(
      'select total::float8 as total from module_results where course_module_id = $1 and student_id = $2',
      [scene.plan, exams[0]!.student_id],
    );
    expect(result.total).toBe(76.8);
    const events = await people.head.get(
      `/assessment/ledger/events?course_module_id=${scene.plan}&mark_id=${exams[0]!.id}`,
    );
    expect(events.body.content[0]).toMatchObject({
      kind: 'AMENDED',
      old: { value: 75 },
      new: { value: 78 },
      reason: `A-${id}: Vedomostda 78 edi`,
      actor: { name: expect.any(String) },
    });
    const owner = await scene.api.database.owner.connect();
    expect((await verifyLedger(owner, scene.api.dataDir)).faults).toEqual([]);
    owner.release();

    const steps = await people.teacher.get(`/amendment/${id}/steps`);
    expect(steps.body.map((row: { to: string }) => row.to)).toEqual(['REQUESTED', 'CHECKED', 'APPROVED', 'APPLIED']);
  });

  it('is shown to its student when it is published, and hidden again for a reason', async () => {
    const { id } = (await request()).body;
    const seen = () => people.student.get(`/amendment/${id}`);
    await step(people.leader, id, 'CHECKED');
    await step(people.committee, id, 'APPROVED');
    expect(code(await people.officer.put('/amendment/publish', { id }))).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
    await step(people.officer, id, 'APPLIED');
    expect((await seen()).status).toBe(404);
    expect((await people.officer.put('/amendment/publish', { ids: [id] })).body).toEqual({
      status: 'PUBLISHED',
      ids: [id],
    });
    const own = exams[0]!.student_id === scene.people[0];
    expect((await seen()).status).toBe(own ? 200 : 404);
    if (own) expect((await seen()).body).toMatchObject({ requested_by: null, decided_by: [], next: [] });
    expect(code(await people.officer.put('/amendment/publish', { id, published: false }))).toEqual([
      422,
      'REASON_REQUIRED',
    ]);
    await people.officer.put('/amendment/publish', { id, published: false, reason: 'Xato' });
    expect((await seen()).status).toBe(404);
  });

  it('is judged by others than who asked, checked, or gave the mark', async () => {
    const { id } = (await request({}, people.head)).body;
    expect(code(await step(people.head, id, 'CHECKED'))).toEqual([403, 'FORBIDDEN']);
    const admin = await scene.api.as('admin');
    const mine = (await request({ mark_id: exams[1]!.id }, admin)).body;
    expect(mine.next).toEqual(['WITHDRAWN']);
    expect(code(await step(admin, mine.id, 'CHECKED'))).toEqual([422, 'SAME_PERSON']);
    await step(people.leader, mine.id, 'CHECKED');
    const refused = await admin.get(`/amendment/${mine.id}`);
    expect(refused.body).toMatchObject({ next: ['WITHDRAWN'] });
    expect(code(await step(admin, mine.id, 'APPROVED'))).toEqual([422, 'SAME_PERSON']);
    await step(people.leader, id, 'CHECKED');
    expect(code(await step(people.head, id, 'APPROVED'))).toEqual([422, 'SAME_PERSON']);
    const [account] = await scene.sql("select id from accounts where username = 'ar_committee'");
    await scene.sql('update marks set marked_by = $1 where id = $2', [account.id, exams[0]!.id]);
    expect(code(await step(people.committee, id, 'APPROVED'))).toEqual([422, 'OWN_MARK']);
  });

  it('that turns a pass into a fail, or moves much, needs two decisions by two people', async () => {
    const { id, ...made } = (await request({ value: 20 })).body;
    expect(made.effect).toMatchObject({ flips: true, points: 55 });
    expect(made.approvals).toBe(2);
    await step(people.leader, id, 'CHECKED');
    expect((await step(people.committee, id, 'APPROVED')).body).toMatchObject({ status: 'CHECKED', approved: 1 });
    expect(code(await step(people.committee, id, 'APPROVED'))).toEqual([422, 'SAME_PERSON']);
    expect((await step(people.head, id, 'APPROVED')).body).toMatchObject({ status: 'APPROVED', approved: 2 });
  });

  it('becomes stale when the mark moves meanwhile, and cannot be applied', async () => {
    const { id } = (await request()).body;
    await step(people.leader, id, 'CHECKED');
    await step(people.committee, id, 'APPROVED');
    await scene.sql('update marks set value = 60 where id = $1', [exams[0]!.id]);
    expect((await people.head.get(`/amendment/${id}`)).body).toMatchObject({ status: 'STALE', next: [] });
    expect(code(await step(people.officer, id, 'APPLIED'))).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
    const steps = await people.head.get(`/amendment/${id}/steps`);
    expect(steps.body.at(-1)).toMatchObject({ to: 'STALE', by: null });
  });

  it('is returned with a reason, changed by its author, and asked for again', async () => {
    const { id } = (await request()).body;
    expect(code(await step(people.leader, id, 'RETURNED'))).toEqual([422, 'REASON_REQUIRED']);
    const returned = await step(people.leader, id, 'RETURNED', 'Dalil yoʻq');
    expect(returned.body).toMatchObject({ status: 'RETURNED', decision: 'Dalil yoʻq' });
    expect(code(await people.head.post('/amendment/', { id, version: returned.body.version, value: 77 }))).toEqual([
      422,
      'AMENDMENT_UNDER_WAY',
    ]);
    const again = await people.teacher.post('/amendment/', {
      id,
      version: returned.body.version,
      value: 77,
      submit: true,
    });
    expect(again.body).toMatchObject({ status: 'REQUESTED', new: { value: 77 }, effect: { points: 2 } });
    expect(code(await people.teacher.post('/amendment/', { id, version: again.body.version, value: 76 }))).toEqual([
      422,
      'AMENDMENT_UNDER_WAY',
    ]);
    expect((await step(people.teacher, id, 'WITHDRAWN')).body.status).toBe('WITHDRAWN');
  });

  it('is one at a time for a mark, of a mark that was published, and changes something', async () => {
    expect((await request()).status).toBe(200);
    expect(code(await request())).toEqual([409, 'AMENDMENT_OPEN']);
    const fields = async (more: object) =>
      (await request({ mark_id: exams[1]!.id, ...more })).body.data?.fields?.map(
        (one: { path: string; code: string }) => [one.path, one.code],
      );
    expect(await fields({ value: 75 })).toEqual([['value', 'MARK_AS_IS']]);
    expect(await fields({ value: 85.05 })).toEqual([['value', 'mark_step']]);
    expect(await fields({ value: 101 })).toEqual([['value', 'mark_range']]);
    expect(await fields({ value: null })).toEqual([['value', 'form_required']]);
    expect(await fields({ special: 'ABSENT' })).toEqual([['special', 'MARK_AND_SPECIAL']]);
    expect(await fields({ text: '' })).toEqual([['text', 'form_required']]);
    await scene.sql("update marks set status = 'SUBMITTED' where id = $1", [exams[2]!.id]);
    expect(code(await request({ mark_id: exams[2]!.id }))).toEqual([422, 'MARK_NOT_SEEN']);
    await scene.sql("update marks set status = 'CONFIRMED' where id = $1", [exams[2]!.id]);
    expect((await people.student.post('/amendment/', {})).status).toBe(403);
  });

  it('is tried out without leaving a trace', async () => {
    const before = await scene.sql('select count(*)::int as n from mark_events');
    const seen = await people.teacher.post('/amendment/preview', { mark_id: exams[0]!.id, special: 'ABSENT' });
    expect(seen.body).toMatchObject({
      before: { total: 75, passed: true },
      after: { total: 30, passed: false },
      approvals: 2,
    });
    expect(await scene.sql('select count(*)::int as n from mark_events')).toEqual(before);
    expect((await scene.sql('select value from marks where id = $1', [exams[0]!.id]))[0].value).toBe('75.0');
  });

  it('waits in the list of whoever can do something about it', async () => {
    const { id } = (await request()).body;
    const waits = async (by: Caller) =>
      (await by.get('/amendment/?waiting=true&size=100')).body.content.some((row: { id: number }) => row.id === id);
    expect(await Promise.all([waits(people.teacher), waits(people.leader), waits(people.committee)])).toEqual([
      false,
      true,
      false,
    ]);
    await step(people.leader, id, 'CHECKED');
    expect(await Promise.all([waits(people.leader), waits(people.committee), waits(people.officer)])).toEqual([
      false,
      true,
      false,
    ]);
    expect((await people.teacher.get(`/amendment/all?search=A-${id}`)).body[0].id).toBe(id);
    expect((await people.teacher.get(`/assessment/amendment/A-${id}`)).body.id).toBe(id);
  });
});

it('random walks of everybody over every step never leave the table, and the mark moves by APPLIED alone', async () => {
  const allowed = new Set(amendmentWorkflow.transitions.flatMap(({ from, to }) => from.map((one) => `${one} ${to}`)));
  const who = Object.keys(people) as (keyof typeof people)[];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...who), fc.constantFrom(...amendmentStates)), { minLength: 4, maxLength: 10 }),
      async (walk) => {
        await scene.sql(
          "update amendments set status = 'WITHDRAWN' where status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')",
        );
        await scene.sql('update marks set value = 75 where id = $1', [exams[0]!.id]);
        const { id } = (await request()).body;
        let at = 'REQUESTED';
        for (const [by, to] of walk) {
          const answer = await step(people[by], id, to, 'sabab');
          const now = (await people.head.get(`/amendment/${id}`)).body;
          if (answer.status === 200) {
            expect(allowed.has(`${at} ${to}`)).toBe(true);
            // The first of two decisions leaves it where it is.
            expect([to, 'CHECKED']).toContain(now.status);
          } else expect(now.status).toBe(at);
          at = now.status;
          const involved = [now.requested_by, now.checked_by, ...now.decided_by]
            .filter(Boolean)
            .map((one: { id: number }) => one.id);
          expect(new Set(involved).size).toBe(involved.length);
          const [mark] = await scene.sql('select value::float8 as value from marks where id = $1', [exams[0]!.id]);
          expect(mark.value).toBe(['APPLIED', 'PUBLISHED', 'UNPUBLISHED'].includes(at) ? 78 : 75);
        }
      },
    ),
    { numRuns: 12 },
  );
});
