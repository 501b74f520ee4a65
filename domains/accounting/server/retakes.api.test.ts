import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** The fee of a retake: charged when it is registered, paid by a payment, taken back with it. */

let scene: MarksScene;
let accountant: Caller;
const register = (at: number, more: object = {}) =>
  scene.office.post('/assessment/retake', { course_module_id: scene.plan, student_id: scene.people[at], ...more });
const debitsOf = async (at: number) =>
  (await accountant.get(`/student/debit?student_id=${scene.people[at]}&kind=RETAKE`)).body.content;
const mayBeMarked = async (at: number) =>
  !(await scene.teacher.get(`/assessment/exam-admission/barred?course_module_id=${scene.plan}&attempt=2`)).body.some(
    (row: { student_id: number }) => row.student_id === scene.people[at],
  );
const notices = async (by: Caller) =>
  (await by.get('/notice/?size=20')).body.content.map((row: { title: string }) => row.title);

beforeAll(async () => {
  scene = await marksScene();
  accountant = await scene.api.as('accounting_head');
  await scene.fill([80, 70, 30]);
  await scene.sql("update marks set status = 'PUBLISHED'");
});
afterAll(() => scene?.api.close());

it('is a debit with a day, told to the student; what it costs follows the plan, or else the institution', async () => {
  const rules = [{ code: 'RETAKE_UNPAID', active: true, settings: { fee: 250_000, pay_days: 7 } }];
  expect((await scene.office.put('/assessment/exam-admission/rules', { rules })).status).toBe(200);
  const made = await register(0);
  expect(made.body).toMatchObject({ fee: '250000.00', left: '250000.00', due_on: scene.day(7) });
  expect(await debitsOf(0)).toMatchObject([
    { kind: 'RETAKE', total: '250000', left: '250000', due_on: scene.day(7), note: expect.stringContaining('2') },
  ]);
  expect((await notices(scene.student))[0]).toMatch(/250000.*soʻm/);
  await scene.sql('update assessment_plans set retake_fee = 300000 where course_module_id = $1', [scene.plan]);
  expect((await register(1)).body).toMatchObject({ fee: '300000.00' });
  // Another amount is another debit of the same retake; who ticks it as paid is not asked.
  const { id, version } = made.body;
  const more = await scene.office.post('/assessment/retake', { id, version, fee: '280000' });
  expect(more.body).toMatchObject({ left: '280000.00' });
  expect(await debitsOf(0)).toHaveLength(1);
  expect((await scene.office.get('/assessment/retake?unpaid=true')).body.total_elements).toBe(2);
});

it('is paid by a payment, and then admission follows by itself', async () => {
  expect(await mayBeMarked(0)).toBe(false);
  const paid = await accountant.post('/accounting/payment/', {
    student_id: scene.people[0],
    amount: '280000',
    paid_on: scene.day(0),
    payment_type: 'CASH',
    payer: 'Ota',
  });
  expect(paid.status).toBe(200);
  expect(await mayBeMarked(0)).toBe(true);
  expect((await scene.office.get('/assessment/retake?unpaid=false')).body.content).toMatchObject([
    { student_id: scene.people[0], left: '0.00' },
  ]);
});

it('is let off with a reason by whoever keeps money, and not removed beside the retake', async () => {
  const [debit] = await debitsOf(1);
  expect((await accountant.delete(`/student/debit/${debit.id}?reason=Xato`)).body.code).toBe('DEBIT_OF_RETAKE');
  expect(debit.can.delete).toBe(false);
  const off = { debit_id: debit.id, amount: '-300000', reason: 'Yetim talaba' };
  expect((await scene.office.post('/student/debit_detail', off)).status).toBe(403);
  expect((await accountant.post('/student/debit_detail', off)).status).toBe(200);
  expect(await mayBeMarked(1)).toBe(true);
});

it('goes with the retake, and what was paid waits to be given back', async () => {
  const [row] = (await scene.office.get(`/assessment/retake?student_id=${scene.people[0]}`)).body.content;
  const gone = await scene.office.post('/assessment/retake', { id: row.id, version: row.version, state: 'WITHDRAWN' });
  expect(gone.body).toMatchObject({ state: 'WITHDRAWN', left: null });
  expect(await debitsOf(0)).toEqual([]);
  const balance = await accountant.get(`/student/debit/standing?student_id=${scene.people[0]}`);
  expect(balance.body).toMatchObject({ credit: '280000' });
  expect((await notices(scene.student))[0]).toMatch(/280000/);
  expect((await notices(accountant))[0]).toMatch(/280000/);
});

it('of before fees were debits is charged in the night, told to the student, once', async () => {
  const { kernel } = scene.api;
  const night = kernel.domains.flatMap(({ nightly = {} }) => nightly['charging retakes'] ?? [])[0]!;
  await night(kernel, { error: console.error });
  await scene.sql(
    `insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, fee, paid_on)
     select 1, $1, s, 3, 100000, case when s = $3 then edulab_today() end from unnest($2::int[]) s`,
    [scene.plan, [scene.people[0], scene.people[4]], scene.people[4]],
  );
  // What was sat meanwhile cost something as well.
  await scene.sql(
    `insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, fee, state)
     select institution_id, $1, $2, 3, 90000, 'DONE' from course_modules where id = $1`,
    [scene.plan, scene.people[3]],
  );
  const before = (await debitsOf(0)).length;
  expect(await night(kernel, { error: console.error })).toBe(2);
  expect(await debitsOf(3)).toMatchObject([{ total: '90000' }]);
  expect((await debitsOf(0)).length).toBe(before + 1);
  expect(await debitsOf(4)).toEqual([]);
  expect((await notices(scene.student))[0]).toMatch(/100000.*soʻm/);
  expect(await night(kernel, { error: console.error })).toBe(0);
});
