import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { verifyJournal } from '../journal/verify.ts';

/** Contracts that are agreed in another currency: fixed by the rate of the day on which they are issued, which they keep and say. */

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const enter = (day: string, text: string, who = scene.accountant) =>
  who.post('/accounting/exchange_rate/', { day, source: 'cbu.uz', text });
const make = (student: number, more: object) =>
  scene.accountant.post('/accounting/contract/', { agreement_id: scene.agreement.id, student_id: student, ...more });
const step = (id: number, status: string) => scene.accountant.put('/accounting/contract/status', { id, status });
const dollars = { currency: 'USD', currency_amount: '3500' };

it('needs a rate of the last ten days, and says where to enter it', async () => {
  const refused = await make(scene.people[0]!, dollars);
  expect([refused.status, refused.body.code]).toEqual([422, 'RATE_MISSING']);
  expect(refused.body.message).toContain('USD');
  expect((await enter(scene.day(-11), 'USD 12000')).body).toEqual({ saved: 1 });
  expect((await make(scene.people[0]!, dollars)).body.code).toBe('RATE_MISSING');
  const half = await make(scene.people[0]!, { currency: 'USD' });
  expect([half.status, half.body.data.fields[0].path]).toEqual([400, 'currency_amount']);
  expect((await make(scene.people[0]!, { currency: 'XYZ', currency_amount: '1' })).status).toBe(400);
});

it('is entered by the office alone, line by line, and none of tomorrow', async () => {
  expect((await enter(scene.today, 'USD 1', scene.student)).status).toBe(403);
  expect((await scene.student.get('/accounting/exchange_rate/')).status).toBe(403);
  const unread = await enter(scene.today, 'USD 12142.86\nEUR');
  expect([unread.status, unread.body.code]).toEqual([422, 'RATE_UNREADABLE']);
  expect(unread.body.message).toContain('2');
  expect((await enter(scene.day(1), 'USD 1')).status).toBe(400);
  expect((await enter(scene.day(-2), 'USD 12 142,86\n10 CNY = 17053.10')).body).toEqual({ saved: 2 });
  // Of one day the last counts.
  expect((await enter(scene.day(-2), 'USD 12142.87')).body).toEqual({ saved: 1 });
  const { content } = (await scene.accountant.get('/accounting/exchange_rate/?currency=USD')).body;
  expect(content.map(({ day, rate, per }: { day: string; rate: string; per: number }) => [day, rate, per])).toEqual([
    [scene.day(-2), '12142.87', 1],
    [scene.day(-11), '12000', 1],
  ]);
});

it('is fixed as it is issued, by the rate of that day, and says so on its paper; the books stay in soʻm', async () => {
  const who = scene.people[0]!;
  const draft = (await make(who, dollars)).body;
  expect(draft).toMatchObject({
    status: 'DRAFT',
    amount: '42500045',
    foreign: { currency: 'USD', amount: '3500', rate: '12142.87', per: 1, day: scene.day(-2), source: 'cbu.uz' },
  });
  // A newer rate comes before it goes out.
  await enter(scene.today, 'USD 12200.01');
  const issued = (await step(draft.id, 'ISSUED')).body;
  expect(issued).toMatchObject({
    status: 'ISSUED',
    amount: '42700035',
    foreign: { rate: '12200.01', day: scene.today },
  });
  const parts = issued.plan.map(({ amount }: { amount: string }) => Number(amount));
  expect(parts.reduce((sum: number, one: number) => sum + one, 0)).toBe(42_700_035);
  const { paragraphs } = (await scene.accountant.get(`/accounting/contract/${draft.id}/text`, { language: 'en' })).body;
  const text = JSON.stringify(paragraphs).replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
  for (const said of ['3 500 USD', '42 700 035', '1 USD = 12200.01', 'cbu.uz', 'Central Bank'])
    expect(text.replaceAll(/(?<=\d),00(?= )/g, '')).toContain(said);
  // What comes later changes nothing.
  await enter(scene.today, 'USD 15000');
  const active = (await step(draft.id, 'ACCEPTED')).body;
  expect(active).toMatchObject({ amount: '42700035', foreign: { rate: '12200.01' } });
  expect(await scene.standing(who)).toMatchObject({ total: '42700035' });
  await expect(scene.sql("update contracts set rate = '1' where id = $1", [draft.id])).rejects.toThrow('is accepted');
  const [rate] = (await scene.accountant.get('/accounting/exchange_rate/?currency=USD')).body.content;
  expect((await scene.accountant.delete(`/accounting/exchange_rate/${rate.id}`)).status).toBe(200);
  expect((await scene.accountant.get(`/accounting/contract/${draft.id}`)).body.foreign).toMatchObject({
    rate: '12200.01',
  });
});

it('may become one in soʻm while it is a draft, and a sum beyond belief is refused', async () => {
  const draft = (await make(scene.people[1]!, dollars)).body;
  const change = (more: object, version: number) =>
    scene.accountant.post('/accounting/contract/', { id: draft.id, version, ...more });
  const inYuan = (await change({ currency: 'CNY', currency_amount: '20000.5' }, draft.version)).body;
  expect(inYuan).toMatchObject({ amount: '34107052.66', foreign: { currency: 'CNY', per: 10 } });
  const plain = (await change({ currency: null, amount: '30000000' }, inYuan.version)).body;
  expect(plain).toMatchObject({ amount: '30000000', foreign: null });
  const absurd = await change({ currency: 'USD', currency_amount: '9999999999' }, plain.version);
  expect([absurd.status, absurd.body.code]).toEqual([422, 'RATE_SUM']);
});

it('leaves the books in balance', async () => {
  const owner = await scene.api.database.owner.connect();
  expect((await verifyJournal(owner, scene.api.dataDir)).faults).toEqual([]);
  owner.release();
});
