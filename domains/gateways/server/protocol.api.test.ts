import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { tellAsClick } from '#tests/support/click.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { type Payme, playPayme } from '#tests/support/payme.ts';

/** The corners of both protocols: what published integrations get wrong, and what is asked seldom. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: MoneyScene;
let payme: Payme;
let contract: { id: number; number: string };
let other: { id: number; number: string };
const key = 'payme-key-of-the-corners';
const secret = 'click-secret-of-the-corners';
const million = 100_000_000;

beforeAll(async () => {
  scene = await moneyScene();
  payme = playPayme(scene.api, key);
  [contract, other] = [await scene.active(scene.people[0]!), await scene.active(scene.people[1]!)];
  for (const one of [
    { provider: 'PAYME', merchant_id: 'm1', service_id: '', secret: key },
    { provider: 'CLICK', merchant_id: 'c1', service_id: '777', secret },
  ])
    expect((await scene.accountant.put('/accounting/gateway/', { ...one, active: true, addresses: [] })).status).toBe(
      200,
    );
});
afterAll(() => scene?.api.close());

const paid = async (id: number) =>
  Number(
    (
      await scene.sql(
        'select coalesce(sum(amount), 0)::text as sum from payments where contract_id = $1 and deleted_at is null',
        [id],
      )
    )[0].sum,
  );
const create = (id: string, of: { number: string }, amount = million) =>
  payme.ask('CreateTransaction', { id, time: clock.now(), amount, account: { contract: of.number } });

describe('Payme', () => {
  /** The whole answer, as it goes over the wire. */
  const raw = async (body: string, authorization = `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`) => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await scene.api.app.inject({ url: '/gateways/payme/1', method: 'POST', headers, payload: body });
    expect(response.statusCode).toBe(200);
    return response.json() as Any;
  };

  it('is refused for its key before anything it says is believed, whatever that is, and by its own number', async () => {
    const methods = [
      'CheckPerformTransaction',
      'CreateTransaction',
      'PerformTransaction',
      'CancelTransaction',
      'CheckTransaction',
      'GetStatement',
      'SetFiscalData',
      'Unheard',
    ];
    for (const authorization of ['', 'Bearer x', 'Basic !', `Basic ${Buffer.from('Paycom:').toString('base64')}`]) {
      for (const [at, method] of methods.entries()) {
        const answer = await raw(JSON.stringify({ jsonrpc: '2.0', id: at + 7, method, params: {} }), authorization);
        expect([method, answer.id, answer.error.code]).toEqual([method, at + 7, -32504]);
        expect(Object.keys(answer.error.message).toSorted()).toEqual(['en', 'ru', 'uz']);
      }
      for (const body of ['{', '', '[]', 'null']) expect((await raw(body, authorization)).error.code).toBe(-32504);
    }
    // A colon in a key does not end it.
    const colon = `Basic ${Buffer.from(`Paycom:x:${key}`).toString('base64')}`;
    expect((await raw(JSON.stringify({ id: 1, method: 'Unheard', params: {} }), colon)).error.code).toBe(-32504);
  });

  it('is told which field names nobody, in three languages', async () => {
    for (const field of ['contract', 'order', 'invoice']) {
      const params = { amount: million, account: { [field]: 'none' } };
      const { error } = await raw(JSON.stringify({ id: 1, method: 'CheckPerformTransaction', params }));
      expect(error).toMatchObject({ code: -31050, data: field });
      expect(new Set(Object.values(error.message)).size).toBe(3);
    }
  });

  it('is not told yes for the same number with another account, nor for one that waited too long', async () => {
    expect(await create('same', contract)).toMatchObject({ state: 1 });
    expect(await create('same', other)).toBe(-31008);
    expect(await payme.ask('CheckTransaction', { id: 'same' })).toMatchObject({ state: 1 });
    await scene.sql("update gateway_transactions set create_time = create_time - 43200001 where external_id = 'same'");
    expect(await payme.twice('CreateTransaction', createOf('same'))).toBe(-31008);
    expect(await payme.twice('CheckTransaction', { id: 'same' })).toMatchObject({ state: -1, reason: 4 });
    expect(await payme.twice('PerformTransaction', { id: 'same' })).toBe(-31008);
    expect(await paid(contract.id)).toBe(0);
  });
  const createOf = (id: string) => ({
    id,
    time: clock.now(),
    amount: million,
    account: { contract: contract.number },
  });

  it('is told that the trouble is ours while somebody holds the contract, and asks again', async () => {
    await create('held', contract);
    const holder = await scene.api.database.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from contracts where id = $1 for update', [contract.id]);
      expect(await payme.ask('PerformTransaction', { id: 'held' })).toBe(-32400);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await payme.ask('CheckTransaction', { id: 'held' })).toMatchObject({ state: 1, perform_time: 0 });
    const before = await paid(contract.id);
    expect(await payme.twice('PerformTransaction', { id: 'held' })).toMatchObject({ state: 2 });
    expect(await paid(contract.id)).toBe(before + million);
  }, 40_000);

  it('has its reasons kept as it sent them', async () => {
    for (const reason of [1, 2, 3, 4, 5, 10]) {
      await create(`reason-${reason}`, contract);
      await payme.twice('CancelTransaction', { id: `reason-${reason}`, reason });
      expect(await payme.ask('CheckTransaction', { id: `reason-${reason}` })).toMatchObject({ state: -1, reason });
    }
  });

  it('takes what was agreed as it began, although the debt is less by now, and what is above waits', async () => {
    const third = await scene.active(scene.people[2]!);
    await create('dearer', third, 12 * million);
    const [, last] = (await scene.accountant.get(`/student/debit/?contract_id=${third.id}&sort=due_on`)).body.content;
    const less = { debit_id: last.id, amount: '-2000000', reason: 'Chegirma' };
    expect((await scene.accountant.post('/student/debit_detail', less)).status).toBe(200);
    expect(await payme.twice('PerformTransaction', { id: 'dearer' })).toMatchObject({ state: 2 });
    expect(await paid(third.id)).toBe(12 * million);
    expect((await scene.accountant.get(`/accounting/contract/${third.id}`)).body).toMatchObject({
      credit: '2000000',
      left: '0',
    });
  });

  it('has what the tax said of a payment and of its return kept, each once', async () => {
    await create('fiscal', contract);
    await payme.ask('PerformTransaction', { id: 'fiscal' });
    const said = (type: string, receipt_id: number) =>
      payme.twice('SetFiscalData', { id: 'fiscal', type, fiscal_data: { receipt_id, fiscal_sign: 'x' } });
    expect(await said('PERFORM', 1)).toEqual({ success: true });
    await payme.ask('CancelTransaction', { id: 'fiscal', reason: 5 });
    expect(await said('CANCEL', 2)).toEqual({ success: true });
    expect(await scene.sql("select fiscal from gateway_transactions where external_id = 'fiscal'")).toEqual([
      { fiscal: { PERFORM: { receipt_id: 1, fiscal_sign: 'x' }, CANCEL: { receipt_id: 2, fiscal_sign: 'x' } } },
    ]);
    expect(await payme.ask('SetFiscalData', { id: 'none', type: 'PERFORM', fiscal_data: {} })).toBe(-31003);
  });

  it('takes money back of a contract that has ended: the debt stands in the list, and accounting is told', async () => {
    const ended = await scene.active(scene.people[3]!);
    await create('ended', ended, 6 * million);
    await payme.ask('PerformTransaction', { id: 'ended' });
    const stop = { id: ended.id, status: 'TERMINATED', reason: 'Ketdi' };
    expect((await scene.accountant.put('/accounting/contract/status', stop)).status).toBe(200);
    const read = async () => (await scene.accountant.get(`/accounting/contract/${ended.id}`)).body;
    expect(await read()).toMatchObject({ status: 'TERMINATED', owed: '6000000', left: '0' });
    const told = () => scene.sql("select 1 from notices where title::text like '%' || $1 || '%'", [ended.number]);
    const before = (await told()).length;
    expect(await payme.twice('CancelTransaction', { id: 'ended', reason: 5 })).toMatchObject({ state: -2 });
    expect(await read()).toMatchObject({ status: 'TERMINATED', owed: '6000000', paid: '0', left: '6000000' });
    await scene.api.setClock(new Date(clock.now() + 2 * 86_400_000).toISOString());
    scene.accountant = await scene.api.as('accounting_head');
    const desk = (await scene.accountant.get('/accounting/debtor/')).body.content;
    expect(desk.map(({ id }: Any) => id)).toContain(scene.people[3]);
    expect((await told()).length).toBeGreaterThan(before);
  });
});

describe('Click', () => {
  const sent = (more: Record<string, string>, signed?: Record<string, string>): Promise<Any> =>
    tellAsClick(scene.api, secret, { merchant_trans_id: contract.number, ...more }, signed);

  it('signs texts, not numbers: the same amount in other letters is another text', async () => {
    expect((await sent({ click_trans_id: '20', amount: '1000.00' }, { amount: '1000' })).error).toBe(-1);
    expect((await sent({ click_trans_id: '20', amount: '1000' }, { amount: '1000.00' })).error).toBe(-1);
    expect((await sent({ click_trans_id: '20', amount: '1000.00' })).error).toBe(0);
  });

  it('completes nothing that was prepared for another account', async () => {
    const prepared = await sent({ click_trans_id: '21' });
    const complete = { click_trans_id: '21', action: '1', merchant_prepare_id: String(prepared.merchant_prepare_id) };
    const before = [await paid(contract.id), await paid(other.id)];
    expect((await sent({ ...complete, merchant_trans_id: other.number })).error).toBe(-6);
    const foreign = await sent({ click_trans_id: '22', merchant_trans_id: other.number });
    expect((await sent({ ...complete, merchant_prepare_id: String(foreign.merchant_prepare_id) })).error).toBe(-6);
    expect([await paid(contract.id), await paid(other.id)]).toEqual(before);
    expect((await sent(complete)).error).toBe(0);
    expect(await paid(contract.id)).toBe(before[0]! + 100_000);
  });

  it('is told of a wrong amount before it is told that all is over', async () => {
    const prepared = await sent({ click_trans_id: '24' });
    const complete = { click_trans_id: '24', action: '1', merchant_prepare_id: String(prepared.merchant_prepare_id) };
    expect((await sent({ ...complete, error: '-5017' })).error).toBe(-9);
    for (const again of [{ click_trans_id: '24' }, complete]) {
      expect((await sent({ ...again, amount: '2000' })).error).toBe(-2);
      expect((await sent(again)).error).toBe(-9);
    }
  });

  it('pays a hundred million soʻm to the tiyin', async () => {
    const dear = await scene.active(scene.people[4]!, { amount: '100000000.07' });
    const form = { click_trans_id: '23', merchant_trans_id: dear.number, amount: '100000000.00' };
    const prepared = await sent(form);
    expect(prepared.error).toBe(0);
    const complete = { ...form, action: '1', merchant_prepare_id: String(prepared.merchant_prepare_id) };
    expect((await sent(complete)).error).toBe(0);
    expect(await paid(dear.id)).toBe(10_000_000_000);
    expect((await scene.accountant.get(`/accounting/contract/${dear.id}`)).body.left).toBe('0.07');
  });
});
