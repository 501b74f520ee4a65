import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournal } from '#domains/accounting/server/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { readPdf } from '#tests/support/pdf.ts';
import type { StatementRow } from '../statement.ts';
import { writeExchange } from './exchange.ts';
import { reconcileAll } from './reconciliation.ts';

/** What gateways, the books and banks say is compared, and days close for good until another person opens them. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;
const number = '20208000900100001010';

let scene: MoneyScene;
let accountant: Caller;
let colleague: Caller;
let contract: Any;

beforeAll(async () => {
  scene = await moneyScene();
  accountant = scene.accountant;
  colleague = await scene.api.as('admin');
  await accountant.post('/accounting/bank_account/', { number, bank: 'Bank', mfo: '00444', ledger: '5110' });
  contract = await scene.active(scene.people[0]!);
});
afterAll(() => scene?.api.close());

let made = 0;
const row = (day: number, more: Partial<StatementRow> = {}): StatementRow => ({
  day: scene.day(day),
  number: String(++made),
  amount: 100_000_00,
  party: 'X',
  party_account: '1',
  party_tin: '',
  party_bank: '',
  party_mfo: '',
  purpose: '',
  ...more,
});
async function take(from: number, until: number, opening: number, rows: StatementRow[]) {
  const bytes = writeExchange({
    account: number,
    from: scene.day(from),
    until: scene.day(until),
    opening,
    closing: rows.reduce((sum, { amount }) => sum + amount, opening),
    rows,
    owner: { name: '', tin: '', bank: '', mfo: '' },
    made_on: scene.today,
    made_at: '10:00:00',
  });
  const [file] = (await accountant.upload('kl_to_1c.txt', bytes, '?purpose=statement')).body;
  return accountant.post('/accounting/statement/', { file_id: file.id });
}
const rowOf = async (party: string): Promise<Any> =>
  (await accountant.get('/accounting/statement/row/?size=200')).body.content.find((one: Any) => one.party === party);
const differences = async (state = 'OPEN'): Promise<Any[]> =>
  (await accountant.get(`/accounting/reconciliation/?size=100&state=${state}`)).body.content;
const kinds = async (state?: string) => (await differences(state)).map(({ kind }) => kind).sort();
const compare = () => accountant.post('/accounting/reconciliation/run', {});
const transaction = (id: number, state: number, payment: number | null, amount = 50_000_00) =>
  scene.sql(
    `insert into gateway_transactions (institution_id, provider, external_id, external_time, contract_id, amount, state, create_time, perform_time, payment_id)
     values (1, 'PAYME', $1::int || 'x', 1, $2, $3, $4, 1, $5, $6)`,
    [id, contract.id, amount, state, Date.parse(scene.day(-8)), payment],
  );

describe('the reconciliation', () => {
  it('makes one work item of each difference, which goes when it is no more', async () => {
    await take(-12, -10, 0, [row(-11)]);
    await take(-8, -6, 130_000_00, [row(-7, { party: 'Payme', amount: 20_000_00 })]);
    const byHand = (await scene.pay(contract.id, '5000', { paid_on: scene.day(-11) })).body;
    const booked = (await scene.pay(contract.id, '50000', { payment_type: 'PAYME', paid_on: scene.day(-8) })).body;
    await transaction(1, 2, booked.id);
    await transaction(2, 2, null, 30_000_00);
    await transaction(3, -2, booked.id);
    await scene.sql(
      `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, source, external_ref, search) values (1, $1, 7, edulab_today(), 'CLICK', 'C', 'EXTERNAL', 'click 5', 'c')`,
      [contract.id],
    );
    const payme = await rowOf('Payme');
    await accountant.post('/accounting/statement/row/settle', { id: payme.id, version: payme.version, as: 'PAYME' });
    expect((await compare()).body.open).toBe(6);
    expect(await kinds()).toEqual([
      'BOOKED_NOT_AT_GATEWAY',
      'GATEWAY_NOT_BOOKED',
      'GATEWAY_NOT_RETURNED',
      'PAYMENT_NOT_IN_BANK',
      'PAYOUT_LATE',
      'STATEMENT_GAP',
    ]);
    const found = await differences();
    const of = (kind: string) => found.find((one) => one.kind === kind);
    // 50,000 and 30,000 taken, 20,000 paid out; the second file opens 30,000 above where the first one closed.
    expect([of('PAYOUT_LATE').amount, of('STATEMENT_GAP').amount]).toEqual(['60000', '30000']);
    expect(of('PAYMENT_NOT_IN_BANK').contract.id).toBe(contract.id);
    expect((await compare()).body.open).toBe(6);
    await accountant.delete(`/accounting/payment/${byHand.id}?reason=Xato`);
    await compare();
    expect(await kinds('GONE')).toEqual(['PAYMENT_NOT_IN_BANK']);
  });

  it('is closed with a note, which holds until the amount changes; at night too', async () => {
    const late = (await differences()).find(({ kind }) => kind === 'PAYOUT_LATE');
    const closed = await accountant.post('/accounting/reconciliation/close', {
      id: late.id,
      version: late.version,
      note: 'Payme 5-kuni oʻtkazadi',
    });
    expect(closed.body).toMatchObject({ state: 'CLOSED', note: 'Payme 5-kuni oʻtkazadi' });
    expect(
      (await accountant.post('/accounting/reconciliation/close', { id: late.id, version: late.version, note: 'y' }))
        .body.code,
    ).toBe('STALE');
    await reconcileAll(scene.api.kernel);
    expect(await kinds()).not.toContain('PAYOUT_LATE');
    await transaction(4, 2, null, 1_00);
    await reconcileAll(scene.api.kernel);
    const told = await scene.sql(
      "select distinct title ->> 'en' as title from notices where link = '/accounting/reconciliation'",
    );
    expect(told.map(({ title }) => title)).toEqual(['Reconciliation found 2 new differences']);
    expect(await kinds()).toContain('PAYOUT_LATE');
    expect((await accountant.get('/accounting/reconciliation/last')).body.at).toEqual(expect.any(String));
  });

  it('finds rows that went with the file that brought them first', async () => {
    const shared = row(-20, { party: 'shared' });
    const [first] = (await take(-20, -20, 0, [shared])).body.statements;
    const [longer] = (await take(-20, -19, 0, [shared, row(-19)])).body.statements;
    expect(longer).toMatchObject({ fresh: 1, rows: 2 });
    await accountant.post('/accounting/statement/undo', { id: first.id, version: first.version, reason: 'Adashib' });
    await compare();
    expect((await differences()).find(({ kind }) => kind === 'STATEMENT_ROWS')).toMatchObject({ amount: '100000' });
    const again = await take(-20, -19, 0, [shared, row(-19, { number: longer.rows === 2 ? String(made) : '' })]);
    expect(again.body.statements[0].fresh).toBe(1);
    await compare();
    expect(await kinds()).not.toContain('STATEMENT_ROWS');
  });

  it('holds what a gateway itself lists against what is booked here', async () => {
    const csv = (lines: string[]) => Buffer.from(`ID транзакции;Дата;Сумма\n${lines.join('\n')}\n`);
    const day = scene.day(-8).split('-').reverse().join('.');
    const sent = async (lines: string[]) => {
      const [file] = (await accountant.upload('payme.csv', csv(lines), '?purpose=statement')).body;
      return { file_id: file.id, provider: 'PAYME' };
    };
    // 1x as it is, 2x of another amount, 9x unknown here; 4x is missing.
    const lines = [`1x;${day} 10:00:05;50000`, `2x;${day} 11:00:00;30001`, `9x;${day} 12:00:00;7 000,50`];
    const preview = await accountant.post('/accounting/reconciliation/register/preview', await sent(lines));
    expect(preview.body).toMatchObject({ rows: 3, amount: '87001.50', lacks: null, not_here: 2, not_there: 1 });
    expect((await accountant.post('/accounting/reconciliation/register', await sent(lines))).status).toBe(200);
    expect((await kinds()).filter((kind) => kind.includes('REGISTER') || kind === 'NOT_IN_REGISTER')).toEqual([
      'NOT_IN_REGISTER',
      'REGISTER_NOT_HERE',
      'REGISTER_NOT_HERE',
    ]);
    // The gateway mended its list.
    await accountant.post(
      '/accounting/reconciliation/register',
      await sent([`1x;${day};50000`, `2x;${day};30000`, `4x;${day};1`]),
    );
    expect((await kinds()).filter((kind) => kind.includes('REGISTER'))).toEqual([]);
    // Of a later day the gateway's list was never read.
    await scene.sql(
      `insert into gateway_transactions (institution_id, provider, external_id, external_time, contract_id, amount, state, create_time, perform_time)
       values (1, 'PAYME', '7x', 1, $1, 100, 2, 1, $2)`,
      [contract.id, Date.parse(scene.day(-4))],
    );
    await compare();
    expect((await differences()).filter(({ kind }) => kind === 'REGISTER_MISSING')).toMatchObject([
      { day: scene.day(-4), amount: '1' },
    ]);
    await scene.sql("delete from gateway_transactions where external_id = '7x'");
    await compare();
    expect(await kinds()).not.toContain('REGISTER_MISSING');
    const formula = await accountant.post(
      '/accounting/reconciliation/register',
      await sent([`=1;${day};5`, `5x;${day};=2+2`]),
    );
    expect(formula.body.code).toBe('STATEMENT_FORMULA');
    expect(
      (await accountant.post('/accounting/reconciliation/register', await sent([`5x;${day};0.001`]))).body.code,
    ).toBe('STATEMENT_CELL');
    expect((await scene.student.post('/accounting/reconciliation/register', await sent(lines))).status).toBe(403);
  });

  it('is for accounting, of its own institution', async () => {
    expect((await scene.student.get('/accounting/reconciliation/')).status).toBe(403);
    const viewer = await scene.api.as('accounting_head_viewer');
    expect((await viewer.post('/accounting/reconciliation/run', {})).status).toBe(403);
    const other = await scene.api.as('super_admin', 2);
    expect((await other.get('/accounting/reconciliation/')).body.content).toEqual([]);
    const [mine] = await differences();
    expect(
      (await other.post('/accounting/reconciliation/close', { id: mine.id, version: mine.version, note: 'x' })).status,
    ).toBe(404);
  });
});

describe('the close of a day', () => {
  const close = (day: number, who = accountant) => who.post('/accounting/day/close', { day: scene.day(day) });

  it('waits until the day is over, and takes a number without gaps', async () => {
    expect((await close(0)).body.code).toBe('DAY_NOT_OVER');
    await take(-5, -5, 0, [row(-5, { party: 'late', purpose: contract.number })]);
    const preview = (await accountant.get(`/accounting/day/facts?day=${scene.day(-5)}`)).body;
    expect(preview).toMatchObject({ may: true, facts: { unmatched: { count: 4 } } });
    expect(preview.facts.channels).toEqual([{ channel: 'STATEMENT', came: '100000', left: '0', count: 1 }]);
    const answers = await Promise.all([close(-5), close(-5, colleague), close(-5)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const year = scene.day(-5).slice(0, 4);
    expect(answers.find(({ status }) => status === 200)!.body.number).toBe(`${year}-0001`);
    expect((await close(-6)).body.code).toBe('DAY_ORDER');
  });

  it('refuses whatever is dated there, but for what stood in suspense, which counts today', async () => {
    const late = await scene.pay(contract.id, '1', { paid_on: scene.day(-5) });
    expect(late.body.fields?.[0]?.code ?? late.body.code).toBe('PERIOD_CLOSED');
    await expect(
      scene.sql(
        `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 5, $2, 'CASH', 'X', 'x')`,
        [contract.id, scene.day(-5)],
      ),
    ).rejects.toMatchObject({ constraint: 'accounting_periods_closed' });
    const refused = await take(-5, -4, 100_000_00, [row(-5), row(-4)]);
    expect(refused.body.fields?.[0]?.code ?? refused.body.code).toBe('PERIOD_CLOSED');
    const found = await rowOf('late');
    const accepted = await accountant.post('/accounting/statement/row/accept', {
      id: found.id,
      version: found.version,
      parts: [{ contract_id: contract.id, amount: found.amount }],
    });
    expect(accepted.body.state).toBe('MATCHED');
    const [entry] = await scene.sql(
      "select e.document_on::text as document_on, e.effective_on::text as effective_on from journal_entries e join payments p on p.id = e.source_id where e.source = 'payments' and p.suspense_item_id is not null",
    );
    expect(entry).toEqual({ document_on: scene.day(-5), effective_on: scene.today });
    const [statement] = (await accountant.get('/accounting/statement/?sort=taken_at,desc')).body.content;
    const undone = await accountant.post('/accounting/statement/undo', {
      id: statement.id,
      version: statement.version,
      reason: 'x',
    });
    expect(undone.body.code).toBe('PERIOD_CLOSED');
  });

  it('is signed over the very paper that was made with it, once, and checked by anybody', async () => {
    const [day] = (await accountant.get('/accounting/day/')).body.content;
    expect(day).toMatchObject({ signature: null, can: { sign: true } });
    expect((await scene.student.post('/accounting/day/sign', { id: day.id })).status).toBe(403);
    const signed = await accountant.post('/accounting/day/sign', { id: day.id });
    expect(signed.body).toMatchObject({ signature: { method: 'ACCOUNT' }, can: { sign: false } });
    const [file] = await scene.sql(
      'select f.hash from day_closings d join files f on f.id = d.file_id where d.id = $1',
      [day.id],
    );
    expect(signed.body.signature.hash).toBe(file.hash);
    expect((await scene.api.anonymous.get(`/signature/check/${signed.body.signature.code}`)).status).toBe(200);
    expect((await colleague.post('/accounting/day/sign', { id: day.id })).body.code).toBe('SIGNATURE_NOT_WANTED');
    await expect(scene.sql('update day_closings set file_id = 1')).rejects.toThrow();
  });

  it('is opened again by another person with a reason, and its paper says so', async () => {
    const [day] = (await accountant.get('/accounting/day/')).body.content;
    const [{ closed_by }] = await scene.sql('select closed_by from day_closings where id = $1', [day.id]);
    const [{ username }] = await scene.sql('select username from accounts where id = $1', [closed_by]);
    const [same, other] = username === 'accounting_head' ? [accountant, colleague] : [colleague, accountant];
    expect((await same.post('/accounting/day/reopen', { id: day.id, reason: 'x' })).body.code).toBe('DAY_OWN');
    expect((await other.post('/accounting/day/reopen', { id: day.id, reason: '' })).status).toBe(400);
    const paper = await other.get(`/accounting/day/${day.id}/paper`);
    expect([paper.status, paper.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const opened = await other.post('/accounting/day/reopen', { id: day.id, reason: 'Hujjat kech keldi' });
    expect(opened.body).toMatchObject({ reason: 'Hujjat kech keldi', reopened_at: expect.any(String) });
    expect((await other.post('/accounting/day/reopen', { id: day.id, reason: 'y' })).body.code).toBe('DAY_ORDER');
    expect((await scene.pay(contract.id, '1', { paid_on: scene.day(-5) })).status).toBe(200);
    expect((await close(-5)).body.number.endsWith('-0002')).toBe(true);
    await expect(scene.sql("update day_closings set facts = '{}'")).rejects.toMatchObject({ code: '42501' });
    await expect(scene.sql('update bank_statement_rows set amount = amount + 1')).rejects.toMatchObject({
      code: '42501',
    });
    expect((await scene.student.get(`/accounting/day/${day.id}/paper`)).status).toBe(403);
    const far = await scene.api.as('super_admin', 2);
    expect((await far.get(`/accounting/day/${day.id}/paper`)).status).toBe(404);
    const client = await scene.api.database.owner.connect();
    const { faults } = await verifyJournal(client, scene.api.dataDir);
    client.release();
    expect(faults).toEqual([]);
  });

  it('keeps its paper in Cyrillic where whoever closes the day reads Uzbek so', async () => {
    await scene.sql("update accounts set locale = 'uz', cyrillic = true where username = 'accounting_head'");
    const day = { day: scene.day(-4) };
    const closed = await accountant.post('/accounting/day/close', day, { language: 'uz' });
    expect(closed.status).toBe(200);
    const file = await accountant.get(closed.body.file.slice(closed.body.file.indexOf('/file/')));
    const said = readPdf(file.raw).pages.join();
    for (const text of ['Кун ёпилиши далолатномаси', 'Ёпган', closed.body.number]) expect(said).toContain(text);
    expect(said).not.toContain('Kun yopilishi');
    await scene.sql("update accounts set cyrillic = false where username = 'accounting_head'");
  });
});
