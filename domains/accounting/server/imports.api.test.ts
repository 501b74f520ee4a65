import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const csv = (rows: string[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\n'));
const finished = async (job: number) => {
  const { error, state } = await scene.api.finished(job);
  return error ?? state;
};
async function looked(path: string, rows: string[][]) {
  const file = (await scene.accountant.upload('fayl.csv', csv(rows))).body[0];
  return { file_id: file.id, preview: (await scene.accountant.post(`${path}/preview`, { file_id: file.id })).body };
}
const run = async (path: string, file_id: number) => {
  const { body } = await scene.accountant.post(path, { file_id });
  return { job: body.job_id, state: await finished(body.job_id) };
};

it('takes contracts signed on paper, names faults, and takes them back while nothing hangs on them', async () => {
  const path = '/accounting/contract/import';
  const head = ['Contract number', 'Student number', 'Academic year', 'Amount', 'Fine', 'Deadline'];
  const bad = await looked(path, [
    head,
    ['SH-1', 'T-1', '2026/2027', '9000000', '', scene.day(30)],
    ['SH-1', 'T-99', '1999/2000', '0', '', 'kecha'],
    ['SH-3', 'T-1', '2026/2027', '5', '', scene.day(30)],
  ]);
  expect(bad.preview.faults_total).toBeGreaterThan(0);
  expect((await scene.accountant.post(path, { file_id: bad.file_id })).body.code).toBe('IMPORT_FAULTS');
  const good = await looked(path, [
    head,
    ['SH-1', 'T-1', '2026/2027', '9000000', '50000', scene.day(30)],
    ['SH-2', 'T-2', '2026/2027', '9000000.50', '', scene.day(-3)],
  ]);
  expect(good.preview).toMatchObject({ faults: [], new: 2 });
  const { job, state } = await run(path, good.file_id);
  expect(state).toBe('done');
  expect(await scene.standing(scene.people[0]!)).toMatchObject({ total: '9050000' });
  expect(await scene.standing(scene.people[1]!)).toMatchObject({ overdue: '9000000.50' });
  expect((await scene.accountant.post(`/job/${job}/undo`)).status).toBe(200);
  expect(await scene.sql('select id from contracts')).toEqual([]);
});

const head = ['Payment reference', 'Contract number', 'Amount', 'Date', 'Payment type'];

it('takes payments once, passes over what came before, and refuses another amount', async () => {
  const path = '/student/external_payment/import';
  const contract = await scene.active(scene.people[2]!);
  const file = await looked(path, [
    head,
    ['B-1', contract.number, '6000000', scene.today, 'BANK'],
    ['B-2', contract.number.toLowerCase(), '6000000', scene.today, 'naqd'],
  ]);
  expect(file.preview).toMatchObject({ faults: [], new: 2 });
  expect((await run(path, file.file_id)).state).toBe('done');
  expect((await scene.accountant.get(`/accounting/contract/${contract.id}`)).body.status).toBe('FULFILLED');
  const again = await looked(path, [head, ['b-1', contract.number, '6000000', scene.today, 'BANK']]);
  expect(again.preview).toMatchObject({ faults: [], new: 0, changed: 0, unchanged: 1 });
  const other = await looked(path, [head, ['B-1', contract.number, '7000000', scene.today, 'BANK']]);
  expect(other.preview.faults[0]).toMatchObject({ code: 'PAYMENT_TWICE' });
  const unknown = await looked(path, [head, ['B-9', 'YOʻQ', '7000000', scene.today, 'BANK']]);
  expect(unknown.preview.faults[0]).toMatchObject({ code: 'UNKNOWN_REFERENCE', field: 'contract_number' });
});

it('takes fines as debits', async () => {
  const path = '/student/external_payment/import_fine';
  const contract = await scene.active(scene.people[3]!);
  const file = await looked(path, [
    ['Fine reference', 'Contract number', 'Amount', 'Due on'],
    ['P-1', contract.number, '92500', scene.day(5)],
  ]);
  expect(file.preview).toMatchObject({ faults: [], new: 1 });
  expect((await run(path, file.file_id)).state).toBe('done');
  expect((await scene.standing(scene.people[3]!)).total).toBe('12092500');
});

it('issues contracts to many, tells who not and why, and takes them back', async () => {
  const ask = (more: object) =>
    scene.accountant.post('/accounting/contract/assign', { agreement_id: scene.agreement.id, ...more });
  const told = (await ask({ preview: true })).body;
  expect(told).toMatchObject({ job_id: null, count: 6, skipped: [{ code: 'CONTRACT_EXISTS', count: 2 }] });
  const { job_id } = (await ask({})).body;
  expect(await finished(job_id)).toBe('done');
  expect((await ask({ preview: true })).body.count).toBe(0);
  const waits = () =>
    scene.sql("select 1 from accounts where 'BS_CONTRACT_ACCEPTANCE_REQUIRED' = any(required_actions)");
  expect(await waits()).toHaveLength(1);
  expect((await scene.accountant.post(`/job/${job_id}/undo`)).status).toBe(200);
  expect(await waits()).toEqual([]);
});

it('tells before a file is taken which of its payments are above what is left', async () => {
  const path = '/student/external_payment/import';
  const contract = await scene.active(scene.people[4]!);
  const file = await looked(path, [
    head,
    ['B-20', contract.number, '7000000', scene.today, 'BANK'],
    ['B-21', contract.number, '6000000', scene.today, 'BANK'],
    ['B-22', contract.number, '500', scene.today, 'BANK'],
  ]);
  expect(file.preview).toMatchObject({ faults: [], new: 3, notes_total: 2 });
  expect(file.preview.notes.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
  expect(file.preview.notes[0].message).toContain(contract.number);
  expect(file.preview.notes[0].message).toMatch(/5,000,000.* left to pay, so 1,000,000 soʻm/);
});
