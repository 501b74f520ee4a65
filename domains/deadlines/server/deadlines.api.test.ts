import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide } from '#tests/support/decide.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import type { Decision, Grant } from './index.ts';
import { dueFor, grant, revokeGrant, workingDayAfter, workingDaysEarlier, workingDaysLater } from './index.ts';

let scene: TeachingScene;
let homework: number;
let student: number;
const original = () => `${scene.day(5)}T18:59:00.000Z`;

beforeAll(async () => {
  scene = await teachingScene();
  [student] = scene.people as [number];
  const lesson = (
    await scene.teacher.post('/lesson/', {
      course_module_id: scene.plan,
      kind: 'LECTURE',
      title: 'Hosila',
      published: true,
    })
  ).body;
  const saved = await scene.teacher.post('/lesson/homework', {
    lesson_id: lesson.id,
    due_at: original(),
    late_days: 1,
  });
  expect(saved.status).toBe(200);
  homework = saved.body.id;
});
afterAll(() => scene?.api.close());

const target = () => ({ kind: 'HOMEWORK' as const, id: homework, attempt: 1 });
const until = (ahead: number): Grant => ({
  student_id: student,
  target: target(),
  effect: 'EXTENSION',
  until: `${scene.day(ahead)}T18:59:00.000Z`,
});
const granted = (decision: Decision, grants: Grant[]) => decide(scene.api, (call) => grant(call, decision, grants));
const revoked = (decision: Decision) => decide(scene.api, (call) => revokeGrant(call, decision));
const due = async () => {
  const { body } = await scene.student.get('/deadline/');
  const shown = body.find((row: { target: { kind: string } }) => row.target.kind === 'HOMEWORK');
  const [asked] = await decide(scene.api, (call) => dueFor(call, [{ student_id: student, target: target() }]));
  expect(asked).toMatchObject(shown);
  return shown.due_at;
};

it('the latest of several grants holds, a revoked one leaves the next, none the original', async () => {
  expect(await due()).toBe(original());
  await granted({ kind: 'CLAIM', id: 1, version: 1 }, [until(8)]);
  await granted({ kind: 'CLAIM', id: 2, version: 1 }, [until(12)]);
  expect(await due()).toBe(`${scene.day(12)}T18:59:00.000Z`);
  await revoked({ kind: 'CLAIM', id: 2, version: 2 });
  expect(await due()).toBe(`${scene.day(8)}T18:59:00.000Z`);
  await revoked({ kind: 'CLAIM', id: 1, version: 2 });
  expect(await due()).toBe(original());
});

it('an older decision after a newer one changes nothing, nor does the same once more', async () => {
  await granted({ kind: 'CLAIM', id: 3, version: 5 }, [until(9)]);
  await expect(granted({ kind: 'CLAIM', id: 3, version: 4 }, [until(20)])).rejects.toMatchObject({
    code: 'DECISION_OUTDATED',
  });
  await granted({ kind: 'CLAIM', id: 3, version: 5 }, [until(20)]);
  expect(await due()).toBe(`${scene.day(9)}T18:59:00.000Z`);
  // Taken back before it arrived: the grant is of yesterday.
  await revoked({ kind: 'CLAIM', id: 4, version: 2 });
  await expect(granted({ kind: 'CLAIM', id: 4, version: 1 }, [until(20)])).rejects.toMatchObject({
    code: 'DECISION_OUTDATED',
  });
  await revoked({ kind: 'CLAIM', id: 3, version: 6 });
});

it('homework is not deferred, and nothing is granted for what does not exist', async () => {
  const deferral: Grant = { student_id: student, target: target(), effect: 'DEFERRAL' };
  await expect(granted({ kind: 'CLAIM', id: 5, version: 1 }, [deferral])).rejects.toMatchObject({
    code: 'NOT_DEFERRABLE',
  });
  const nowhere = { ...until(9), target: { ...target(), id: 999_999 } };
  await expect(granted({ kind: 'CLAIM', id: 5, version: 1 }, [nowhere])).rejects.toMatchObject({
    code: 'NOT_THEIR_DEADLINE',
  });
});

it('nobody but the student and the offices is told what is due', async () => {
  expect((await scene.teacher.get(`/deadline/?student_id=${student}`)).status).toBe(403);
  expect((await scene.student.get(`/deadline/?student_id=${scene.people[1]}`)).status).toBe(404);
  expect((await scene.office.get(`/deadline/?student_id=${student}`)).status).toBe(200);
});

it('working days leave out Sundays and holidays, and keep the time of the day', async () => {
  await scene.sql(
    `insert into calendar_events (institution_id, type, title, all_day, starts_at, ends_at, audience, created_by)
     values (1, 'HOLIDAY', 'Navroʻz', true, '2028-03-21T00:00+05:00', '2028-03-23T00:00+05:00', 'EVERYBODY', 1)`,
  );
  const [friday, five, back] = await decide(scene.api, async (call) => [
    // Friday 17 March 2028: Saturday, Monday 20, then the holidays of 21 and 22, Thursday, Friday, Saturday.
    await workingDaysLater(call, '2028-03-17T18:59:00.000Z', 5),
    await workingDayAfter(call, '2028-03-17', 0),
    // The way back is the same: Saturday 18 is the fifth from the end.
    await workingDaysEarlier(call, '2028-03-25T18:59:00.000Z', 5),
  ]);
  expect(friday).toBe('2028-03-25T18:59:00.000Z');
  expect(five).toBe('2028-03-17');
  expect(back).toBe('2028-03-17T18:59:00.000Z');
});

it('changes of dates and arrangements are followed by those alone who may see them', async () => {
  await granted({ kind: 'CLAIM', id: 9, version: 1 }, [until(9)]);
  const note = 'Shifokor xulosasi';
  const made = await scene.office.post('/exam_arrangement/', { student_id: student, extra_percent: 25, note });
  expect(made.status).toBe(200);
  const changes = async (who: string, table: string) =>
    (await (await scene.api.as(who)).get(`/user/info_history/?table_name=${table}&size=200`)).body.total_elements;
  for (const who of ['exam_head', 'super_admin']) {
    expect(await changes(who, 'deadline_grants'), who).toBeGreaterThan(0);
    expect(await changes(who, 'exam_arrangements'), who).toBeGreaterThan(0);
  }
  // Students, whose own dates are theirs to see, teachers, viewers of everything else, and the office of another branch.
  for (const who of [
    'bachelor_student',
    'master_student',
    'teacher',
    'module_leader',
    'admin_viewer',
    'admin_samarkand',
  ]) {
    expect(await changes(who, 'deadline_grants'), who).toBe(0);
    expect(await changes(who, 'exam_arrangements'), who).toBe(0);
    const all = (await (await scene.api.as(who)).get('/user/info_history/?size=200')).raw.toString('utf8');
    expect(all, who).not.toContain(note);
  }
});

it('of Samarkand, an office sees and decides what stands for students of its branch', async () => {
  const samarkand = await scene.api.as('admin_samarkand');
  expect((await samarkand.get(`/deadline/?student_id=${student}`)).status).toBe(404);
  expect((await samarkand.get('/exam_arrangement/')).body.content).toEqual([]);
  expect((await samarkand.get('/exam_arrangement/all')).body).toEqual([]);
  const refused = await samarkand.post('/exam_arrangement/', { student_id: scene.people[1], apart: true });
  expect([refused.status, refused.body.data.fields[0].path]).toEqual([400, 'student_id']);
});
