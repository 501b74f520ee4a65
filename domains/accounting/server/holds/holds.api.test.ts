import { afterAll, beforeAll, expect, it } from 'vitest';
import { demandUnheld } from '#domains/students/server/index.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** A debt keeps somebody from what the institution says, until it is paid or somebody lets them through. */

let scene: MoneyScene;
let who: number;
beforeAll(async () => {
  scene = await moneyScene();
  who = scene.people[0]!;
  // 6,000,000 soʻm are late for twenty days.
  const { id } = await scene.active(who);
  await scene.sql('update student_debits set due_on = $2 where contract_id = $1 and position = 1', [
    id,
    scene.day(-20),
  ]);
});
afterAll(() => scene?.api.close());

const rule = (act: string, more: object = {}, by = scene.accountant) =>
  by.put('/accounting/hold/rules', { act, active: true, least: '1000000', days: 10, ...more });
const refusal = (act: 'CERTIFICATE' | 'RETAKE', ids = [who]) =>
  inTheNight(scene.api.kernel, 1, 'holds', (call) => demandUnheld(call, act, ids)).then(
    () => null,
    (error: { code: string; data: { why: string } }) => ({ code: error.code, why: error.data.why }),
  );
const holds = async () => (await scene.standing(who)).holds.map(({ act }: { act: string }) => act);

it('keeps nobody from anything until the institution says so, and then by amount and days', async () => {
  const usual = (await scene.accountant.get('/accounting/hold/rules')).body;
  expect(usual.map((row: { act: string; active: boolean }) => [row.act, row.active])).toEqual([
    ['EXAM', false],
    ['CERTIFICATE', false],
    ['RETAKE', false],
  ]);
  expect([await holds(), await refusal('CERTIFICATE')]).toEqual([[], null]);
  await rule('CERTIFICATE', { least: '6000000.01' });
  await rule('RETAKE', { days: 20 });
  expect(await holds()).toEqual([]);
  await rule('CERTIFICATE', { least: '6000000' });
  expect(await holds()).toEqual(['CERTIFICATE']);
  await rule('RETAKE', { days: 19 });
  expect(await holds()).toEqual(['CERTIFICATE', 'RETAKE']);
  // Whoever reads no debts is told that there is one, and not how much.
  expect(await refusal('RETAKE')).toMatchObject({ code: 'HELD', why: expect.not.stringContaining('6000000') });
  expect(await refusal('RETAKE', [scene.people[1]!])).toBeNull();
});

it('is one rule with that of the admission to exams', async () => {
  // Admission to exams is not for accounting to decide; whoever decides it finds the rule here as well.
  expect((await rule('EXAM', { least: '500000', days: 3 })).status).toBe(403);
  const saves = (rows: { act: string; can: { save: boolean } }[]) =>
    rows.filter(({ can }) => can.save).map(({ act }) => act);
  expect(saves((await scene.accountant.get('/accounting/hold/rules')).body)).toEqual(['CERTIFICATE', 'RETAKE']);
  const exams = await scene.api.as('exam_head');
  expect((await rule('RETAKE', {}, exams)).status).toBe(403);
  expect(saves((await rule('EXAM', { least: '500000', days: 3 }, exams)).body)).toEqual(['EXAM']);
  const days = (value: number) =>
    exams.put('/assessment/exam-admission/rules', {
      rules: [{ code: 'DEBT', active: true, settings: { days: value } }],
    });
  expect((await days(3.5)).body.code).toBe('RULE_DAYS');
  expect((await days(10_000_000_000)).body.code).toBe('RULE_DAYS');
  const [set] = (await scene.sql("select value from settings where name = 'exam_admission'"))[0].value.filter(
    ({ code }: { code: string }) => code === 'DEBT',
  );
  expect(set).toMatchObject({ active: true, settings: { least: 500_000, days: 3 } });
  expect(await holds()).toEqual(['EXAM', 'CERTIFICATE', 'RETAKE']);
});

it('tells the student why and how much, on their own page', async () => {
  const own = (await scene.student.get('/student/debit/standing')).body;
  expect(own.holds[1]).toEqual({ act: 'CERTIFICATE', amount: '6000000', since: scene.day(-20) });
  expect((await scene.student.get('/accounting/hold/rules')).status).toBe(403);
  expect((await scene.student.get('/accounting/hold/')).body.content).toEqual([]);
});

it('tells sums to whoever reads debts of all, and to oneself', async () => {
  const why = async (account: number, ability?: 'institution' | 'own') =>
    inTheNight(scene.api.kernel, 1, 'holds', (call) => {
      const asked = { ...call, account_id: account, abilities: new Map(ability ? [['debit.read', ability]] : []) };
      return demandUnheld(asked as typeof call, 'CERTIFICATE', [who]);
    }).catch((error: { data: { why: string } }) => error.data.why);
  const [student] = await scene.sql('select account_id from students where id = $1', [who]);
  expect(await why(0, 'institution')).toContain('6000000');
  expect(await why(student.account_id, 'own')).toContain('6000000');
  expect(await why(0, 'own')).not.toContain('6000000');
  expect(await why(0)).not.toContain('6000000');
});

it('lets through whom somebody names, with a reason, until a day; and what is paid is open at once', async () => {
  const asked = { student_id: who, acts: ['CERTIFICATE'], until: scene.day(5), reason: 'Bank kechikdi' };
  expect((await scene.student.post('/accounting/hold/', asked)).status).toBe(403);
  expect((await scene.accountant.post('/accounting/hold/', { ...asked, until: scene.day(-1) })).status).toBe(422);
  expect((await scene.accountant.post('/accounting/hold/', { ...asked, reason: '' })).status).toBe(400);
  const { body: made } = await scene.accountant.post('/accounting/hold/', asked);
  expect(made).toMatchObject({ acts: ['CERTIFICATE'], reason: 'Bank kechikdi', until: scene.day(5) });
  expect(made.made_by).toBeTruthy();
  expect(await holds()).toEqual(['EXAM', 'RETAKE']);
  expect(await refusal('CERTIFICATE')).toBeNull();
  const late = { ...asked, until: scene.day(400) };
  expect((await scene.accountant.post('/accounting/hold/', late)).body.code).toBe('RELEASE_TOO_LONG');
  // It is written down who did it, and ends with its day.
  expect((await scene.standing(who, scene.day(6))).holds.map(({ act }: { act: string }) => act)).toContain(
    'CERTIFICATE',
  );
  expect((await scene.accountant.delete(`/accounting/hold/${made.id}`)).status).toBe(200);
  expect(await holds()).toEqual(['EXAM', 'CERTIFICATE', 'RETAKE']);
  // One whose days have gone stays in the list, and nobody takes it back.
  const { body: gone } = await scene.accountant.post('/accounting/hold/', asked);
  await scene.sql('update debt_releases set made_on = made_on - 9, until = until - 9 where id = $1', [gone.id]);
  expect((await scene.accountant.get('/accounting/hold/')).body.content).toMatchObject([
    { id: gone.id, over: true, can: { delete: false } },
  ]);
  expect((await scene.accountant.delete(`/accounting/hold/${gone.id}`)).body.code).toBe('RELEASE_OVER');
  const [contract] = await scene.sql('select id from contracts where student_id = $1', [who]);
  await scene.pay(contract.id, '5500001');
  expect(await holds()).toEqual([]);
});
