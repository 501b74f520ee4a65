import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournal } from '#domains/accounting/server/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import type { StatementRow } from '../statement.ts';
import { readExchange, writeExchange } from './exchange.ts';

/** Files of banks on their way into the books, what is made of them, and what agrees at the end. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

const number = '20208000900100001010';
const second = '20208000900100001011';
const payer = '20208000900200002020';

let scene: MoneyScene;
let accountant: Caller;
let officer: Caller;
let account: Any;
let contracts: Any[];

beforeAll(async () => {
  scene = await moneyScene();
  accountant = scene.accountant;
  officer = await scene.api.as('admin');
  account = (
    await accountant.post('/accounting/bank_account/', { number, bank: 'Ipak Yoʻli', mfo: '00444', ledger: '5110' })
  ).body;
  await scene.sql(
    `update students set lastname = (array['Karimov', 'Aliyev', 'Aliyev', 'Toʻxtayev', 'Rahimova'])[id - $1 + 1], firstname = (array['Aziz', 'Vali', 'Vali', 'Gʻayrat', 'Dilnoza'])[id - $1 + 1],
            midname = (array['Baxtiyorovich', 'Sobirovich', 'Sobirovich', 'Olimovich', 'Anvarovna'])[id - $1 + 1], pinfl = '3' || lpad(id::text, 13, '0') where id < $1 + 5`,
    [scene.people[0]],
  );
  contracts = [];
  for (const id of scene.people.slice(0, 5)) contracts.push(await scene.active(id));
});
afterAll(() => scene?.api.close());

let made = 0;
const row = (more: Partial<StatementRow> = {}): StatementRow => ({
  day: scene.day(-10),
  number: String(++made),
  amount: 100_000_00,
  party: 'ООО Весна',
  party_account: payer,
  party_tin: '',
  party_bank: '',
  party_mfo: '',
  purpose: 'Оплата',
  ...more,
});
const file = (rows: StatementRow[], more: Partial<Parameters<typeof writeExchange>[0]> = {}) => {
  const opening = more.opening === undefined ? 0 : more.opening;
  return writeExchange({
    account: number,
    from: rows.map(({ day }) => day).sort()[0] ?? scene.day(-10),
    until:
      rows
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? scene.day(-10),
    opening,
    closing: opening === null ? null : rows.reduce((sum, { amount }) => sum + amount, opening),
    rows,
    owner: { name: 'U', tin: '', bank: '', mfo: '' },
    made_on: scene.today,
    made_at: '10:00:00',
    ...more,
  });
};
const sent = async (bytes: Buffer, name = 'kl_to_1c.txt', who = accountant) =>
  (await who.upload(name, bytes, '?purpose=statement')).body[0].id as number;
const take = async (bytes: Buffer, more: object = {}, name?: string) =>
  accountant.post('/accounting/statement/', { file_id: await sent(bytes, name), ...more });
const rowsOf = async (query = '') =>
  (await accountant.get(`/accounting/statement/row/?size=200${query}`)).body.content as Any[];
const byParty = async (party: string) => (await rowsOf()).find((one) => one.party === party);
const card = async (code: string) =>
  Number((await accountant.get(`/accounting/journal/card?account=${code}&from=2000-01-01`)).body.closing);
const clean = async () => {
  const client = await scene.api.database.owner.connect();
  try {
    return (await verifyJournal(client, scene.api.dataDir)).faults;
  } finally {
    client.release();
  }
};

/** What a file of ours says of its owner and its making, so that it can be written once more. */
const lineIn = (bytes: Buffer, key: string) =>
  iconv
    .decode(bytes, 'win1251')
    .split('\r\n')
    .find((line) => line.startsWith(`${key}=`))
    ?.slice(key.length + 1) ?? '';
const madeIn = (bytes: Buffer) => ({
  made_on: lineIn(bytes, 'ДатаСоздания').split('.').reverse().join('-'),
  made_at: lineIn(bytes, 'ВремяСоздания'),
});
const ownerIn = (bytes: Buffer) => {
  // The first document of the file came in: its payee is the owner.
  const of = (key: string) => lineIn(bytes, `Получатель${key}`);
  return { name: of('1'), tin: of('ИНН'), bank: of('Банк1'), mfo: of('БИК') };
};

describe('a file', () => {
  it('stands in suspense from the first minute, and the same again changes nothing', async () => {
    const bank = await card('5110');
    const rows = [row({ party: 'Birinchi' }), row({ party: 'Ikkinchi', amount: -40_000_00 })];
    const preview = await accountant.post('/accounting/statement/preview', { file_id: await sent(file(rows)) });
    expect(preview.body).toMatchObject({
      format: 'EXCHANGE',
      parts: [{ fresh: 2, known: 0, difference: '0', came: '100000', left: '40000' }],
    });
    expect(await rowsOf()).toEqual([]);
    const [first] = (await take(file(rows))).body.statements;
    expect(first).toMatchObject({ status: 'TAKEN', fresh: 2, open: 2 });
    expect(await card('6990')).toBe(60_000);
    expect((await card('5110')) - bank).toBe(60_000);
    const [again] = (await take(file(rows))).body.statements;
    expect(again.id).toBe(first.id);
    expect((await rowsOf()).length).toBe(2);
    expect(await card('6990')).toBe(60_000);
    expect(await clean()).toEqual([]);
  });

  it('that overlaps brings only what is new, and two true equal payments are two', async () => {
    const [one, twin] = [
      row({ day: scene.day(-9), party: 'Egizak', number: 'e' }),
      row({ day: scene.day(-8), party: 'Yangi' }),
    ];
    const early = file([one], { opening: 60_000_00 });
    const late = file([one, one, twin], { opening: 60_000_00 });
    expect((await take(early)).body.statements[0]).toMatchObject({ fresh: 1 });
    expect((await take(late)).body.statements[0]).toMatchObject({ fresh: 2, rows: 3 });
    expect((await take(late)).body.statements[0]).toMatchObject({ fresh: 2 });
    expect((await rowsOf()).filter(({ party }) => party === 'Egizak').length).toBe(2);
    // The longer file first, the shorter one afterwards.
    expect((await take(early)).body.statements[0].fresh).toBe(1);
    expect((await rowsOf()).length).toBe(5);
  });

  it('comes twice at once and is one', async () => {
    const file_id = await sent(file([row({ day: scene.day(-12), party: 'Bir vaqtda' })], { opening: null }));
    const answers = await Promise.all([1, 2, 3].map(() => accountant.post('/accounting/statement/', { file_id })));
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.statements[0].id] : []));
    expect(new Set(ids).size).toBe(1);
    expect((await rowsOf()).filter(({ party }) => party === 'Bir vaqtda').length).toBe(1);
  });

  it('in pieces that overlap, in any order, makes the rows that the bank has', async () => {
    let seed = 7;
    const pick = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    // Few amounts and numbers, so that many are equal.
    const all = Array.from({ length: 60 }, () =>
      row({
        day: scene.day(-60 + pick(10)),
        number: String(pick(3)),
        amount: (pick(3) + 1) * (pick(2) ? 100 : -100),
        party: 'Piece',
      }),
    ).sort((a, b) => a.day.localeCompare(b.day));
    const piece = async (from: number, until: number) => {
      const some = all.filter(({ day }) => day >= scene.day(-60 + from) && day <= scene.day(-60 + until));
      if (some.length) expect((await take(file(some, { opening: null }))).status).toBe(200);
    };
    for (let times = 0; times < 10; times++) {
      const from = pick(10);
      await piece(from, Math.min(9, from + pick(5)));
    }
    await piece(0, 9);
    await piece(3, 6);
    const told = (one: { day: string; number: string; amount: string | number }) =>
      `${one.day} ${one.number} ${Number(one.amount)}`;
    const there = (await rowsOf()).filter(({ party }) => party === 'Piece');
    expect(there.map(told).sort()).toEqual(all.map((one) => told({ ...one, amount: one.amount / 100 })).sort());
    expect(await clean()).toEqual([]);
    // They would wait for all tests after this one.
    for (const one of (await accountant.get('/accounting/statement/?size=100')).body.content)
      if (one.from < scene.day(-40))
        await accountant.post('/accounting/statement/undo', { id: one.id, version: one.version, reason: 'Sinov' });
  });

  it('that does not add up is held, and nothing of it is booked', async () => {
    const before = await card('6990');
    const wrong = file([row({ day: scene.day(-7) })], { opening: 0, closing: 1 });
    // Our own writer sums its rows; a bank does not have to.
    const [held] = (await take(wrong)).body.statements;
    expect(held).toMatchObject({ status: 'HELD', difference: '-99999.99', fresh: 0 });
    expect((await take(wrong)).body.statements[0].id).toBe(held.id);
    expect(await card('6990')).toBe(before);
    expect((await accountant.get('/accounting/statement/waiting')).body.held).toBe(1);
    const gone = await accountant.post('/accounting/statement/undo', {
      id: held.id,
      version: held.version,
      reason: 'Bank xatosi',
    });
    expect(gone.body.status).toBe('UNDONE');
  });

  it('shows the days between it and the one before', async () => {
    const gap = file([row({ day: scene.day(-2) })], { opening: 999_00 });
    const preview = await accountant.post('/accounting/statement/preview', { file_id: await sent(gap) });
    expect(preview.body.parts[0].gap).toMatchObject({ from: scene.day(-7), until: scene.day(-3) });
  });

  it.each([
    ['STATEMENT_ACCOUNT', () => file([row()], { account: second })],
    ['STATEMENT_FUTURE', () => file([row({ day: scene.day(2) })])],
    ['STATEMENT_ENCODING', () => iconv.encode(iconv.decode(file([row()]), 'win1251'), 'cp866')],
    [
      'STATEMENT_EMPTY',
      () => iconv.encode(`1CClientBankExchange\nКодировка=Windows\nРасчСчет=${number}\nКонецФайла`, 'win1251'),
    ],
    ['STATEMENT_BROKEN', () => file([row()]).subarray(0, 900)],
  ])('is refused as %s, in three languages', async (code, bytes) => {
    const count = (await rowsOf()).length;
    const file_id = await sent(bytes());
    const said = new Set<string>();
    for (const language of ['uz', 'ru', 'en']) {
      const refused = await accountant.post('/accounting/statement/', { file_id }, { language });
      expect([refused.status, refused.body.code]).toEqual([422, code]);
      expect(refused.body.message).not.toContain('{');
      said.add(refused.body.message);
    }
    expect(said.size).toBe(3);
    expect((await rowsOf()).length).toBe(count);
  });

  it('that is no table says so in words, with the cause', async () => {
    const file_id = await sent(Buffer.from(`${'a;'.repeat(2_000)}\n1;2\n`), 'statement.csv');
    for (const path of ['statement/preview', 'reconciliation/register/preview']) {
      const refused = await accountant.post(`/accounting/${path}`, { file_id, provider: 'PAYME' });
      expect([refused.status, refused.body.code]).toEqual([422, 'FILE_NOT_READABLE']);
      expect(refused.body.message).toMatch(/[a-z]{3} [a-z]/);
      expect(refused.body.message).not.toMatch(/sheet\.|[A-Z]{3,}_/);
    }
  });

  it('as csv is read by a map that is remembered', async () => {
    const csv = (day: string) =>
      Buffer.from(
        `Koʻchirma;;;;\nSana;Hujjat raqami;Kirim;Chiqim;Toʻlovchi;Izoh\n${day.split('-').reverse().join('.')};77;1 500,50;;Jadval;Oʻqish uchun\nJami;;1 500,50;;;\n`,
      );
    const asked = { bank_account_id: account.id };
    const first = await accountant.post('/accounting/statement/preview', {
      ...asked,
      file_id: await sent(csv(scene.day(-6)), 'a.csv'),
    });
    expect(first.body.columns).toMatchObject({
      remembered: false,
      lacks: null,
      map: { day: 'A', number: 'B', came: 'C', left: 'D', party: 'E' },
    });
    const map = { ...first.body.columns.map, purpose: 'F' };
    const taken = await take(csv(scene.day(-6)), { ...asked, map, opening: '10', closing: '1510.5' }, 'a.csv');
    expect(taken.body.statements[0]).toMatchObject({ status: 'TAKEN', fresh: 1, came: '1500.50' });
    const next = await accountant.post('/accounting/statement/preview', {
      ...asked,
      file_id: await sent(csv(scene.day(-5)), 'b.csv'),
    });
    expect(next.body.columns).toMatchObject({ remembered: true, map: { purpose: 'F' } });
    const formula = Buffer.from(`Sana;Kirim\n01.10.2026;=1+1\n`);
    expect((await take(formula, asked, 'f.csv')).body.code).toBe('STATEMENT_FORMULA');
    const unknown = Buffer.from('a;b\n1;2\n');
    expect((await take(unknown, asked, 'u.csv')).body.code).toBe('STATEMENT_COLUMNS');
    const dos = iconv.encode('Дата;Кредит;Плательщик\n01.10.2026;5;Каримов Азиз\n', 'cp866');
    expect(['STATEMENT_ENCODING', 'STATEMENT_COLUMNS']).toContain((await take(dos, asked, 'd.csv')).body.code);
  });
});

describe('a row', () => {
  it('finds its contract by number in any spelling, by personal number and by name', async () => {
    const digits = contracts[0].number.replaceAll(/\D/g, '');
    const pinfl = (await scene.sql('select pinfl from students where id = $1', [scene.people[3]]))[0].pinfl;
    const rows = [
      row({ day: scene.day(-4), party: 'p-number', purpose: `Оплата по дог. №К${digits} от 01.09` }),
      row({ day: scene.day(-4), party: 'p-pinfl', purpose: `Toʻlov, JSHSHIR ${pinfl}` }),
      row({ day: scene.day(-4), party: 'Рахимова Дилноза Анваровна', purpose: 'За обучение' }),
      row({ day: scene.day(-4), party: 'ALIYEV VALI SOBIROVICH', purpose: 'oʻqish' }),
      row({ day: scene.day(-4), party: 'Payme', purpose: 'Возмещение по эквайрингу' }),
      row({ day: scene.day(-4), party: 'Nobody', purpose: 'Грант' }),
    ];
    expect((await take(file(rows, { opening: null }))).body.statements[0].fresh).toBe(6);
    expect((await byParty('p-number')).proposal).toMatchObject({ by: 'NUMBER', contract: { id: contracts[0].id } });
    expect((await byParty('p-pinfl')).proposal).toMatchObject({ by: 'PINFL', contract: { id: contracts[3].id } });
    expect((await byParty('Рахимова Дилноза Анваровна')).proposal).toMatchObject({
      by: 'NAME',
      contract: { id: contracts[4].id },
    });
    const two = await byParty('ALIYEV VALI SOBIROVICH');
    expect([two.proposal, two.candidates]).toEqual([null, 2]);
    const offered = (await accountant.get(`/accounting/statement/row/candidates?id=${two.id}`)).body;
    expect(offered.map((one: Any) => one.contract.id).sort()).toEqual([contracts[1].id, contracts[2].id]);
    expect((await byParty('Payme')).proposal).toMatchObject({ settlement: 'PAYME' });
    expect((await byParty('Nobody')).proposal).toBe(null);
  });

  it('is accepted once, by two officers at once too, and comes back whole', async () => {
    const found = await byParty('ALIYEV VALI SOBIROVICH');
    const before = { suspense: await card('6990'), owed: await card('4010') };
    const part = (contract: Any, amount = found.amount) => ({
      id: found.id,
      version: found.version,
      parts: [{ contract_id: contract.id, amount }],
    });
    expect((await accountant.post('/accounting/statement/row/accept', part(contracts[1], '5'))).body.code).toBe(
      'ROW_PARTS',
    );
    const answers = await Promise.all([
      accountant.post('/accounting/statement/row/accept', part(contracts[1])),
      officer.post('/accounting/statement/row/accept', part(contracts[2])),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!.body;
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('STALE');
    expect(won).toMatchObject({ state: 'MATCHED', contracts: [{ amount: '100000' }] });
    expect(before.suspense - (await card('6990'))).toBe(100_000);
    const [payment] = await scene.sql(
      'select * from payments where suspense_item_id is not null and deleted_at is null',
    );
    expect(payment).toMatchObject({ source: 'STATEMENT', paid_on: scene.day(-4) });
    // Nobody changes or deletes it where it would leave the row behind.
    expect((await accountant.delete(`/accounting/payment/${payment.id}?reason=x`)).body.code).toBe(
      'PAYMENT_FROM_STATEMENT',
    );
    expect(
      (await accountant.post('/accounting/payment/', { id: payment.id, version: payment.version, amount: '1' })).body
        .code,
    ).toBe('PAYMENT_FROM_STATEMENT');
    const back = await accountant.post('/accounting/statement/row/back', {
      id: won.id,
      version: won.version,
      reason: 'Boshqasiniki',
    });
    expect(back.body.state).toBe('OPEN');
    expect({ suspense: await card('6990'), owed: await card('4010') }).toEqual(before);
    const half = await accountant.post('/accounting/statement/row/accept', {
      id: found.id,
      version: back.body.version,
      parts: [
        { contract_id: contracts[1].id, amount: '33333.33' },
        { contract_id: contracts[2].id, amount: '66666.67' },
      ],
    });
    expect(half.body.contracts.map(({ amount }: Any) => amount)).toEqual(['33333.33', '66666.67']);
    expect(await clean()).toEqual([]);
  });

  it('that is no fee is set aside with a reason, and only on its side', async () => {
    const found = await byParty('Nobody');
    const set = (as: string, reason?: string) =>
      accountant.post('/accounting/statement/row/settle', { id: found.id, version: found.version, as, reason });
    expect((await set('EXPENSE', 'x')).body.code).toBe('ROW_SETTLEMENT');
    expect((await set('OTHER_INCOME')).body.code).toBe('REASON_REQUIRED');
    expect((await set('BOOKED')).body.code).toBe('UNKNOWN_REFERENCE');
    expect((await set('OTHER_INCOME', 'Xalqaro grant')).body).toMatchObject({
      state: 'SETTLED',
      settlement: 'OTHER_INCOME',
      note: 'Xalqaro grant',
    });
    expect(await card('9390')).toBe(100_000);
  });

  it('that was written down by hand is not booked twice', async () => {
    const paid = (await scene.pay(contracts[3].id, '777777.77', { paid_on: scene.day(-3) })).body;
    const bank = await card('5110');
    const owed = await card('4010');
    await take(
      file([row({ day: scene.day(-3), amount: 777_777_77, party: 'hand', purpose: contracts[3].number })], {
        opening: null,
      }),
    );
    const found = await byParty('hand');
    expect(found.proposal).toMatchObject({ settlement: 'BOOKED', contract: { id: contracts[3].id } });
    const settled = await accountant.post('/accounting/statement/row/settle', {
      id: found.id,
      version: found.version,
      as: 'BOOKED',
    });
    expect(settled.body).toMatchObject({ state: 'SETTLED', contracts: [{ contract: { id: contracts[3].id } }] });
    expect([await card('5110'), await card('4010')]).toEqual([bank, owed]);
    expect(
      (await scene.sql('select payment_id from bank_statement_rows where id = $1', [found.id]))[0].payment_id,
    ).toBe(paid.id);
  });

  it('is accepted with all others that are proposed, as a job that can be taken back', async () => {
    const plan = (await accountant.get('/accounting/statement/row/proposals')).body;
    expect(plan.count).toBe(4);
    const before = await card('6990');
    const { job_id } = (await accountant.post('/accounting/statement/row/accept_all', {})).body;
    const done = await scene.api.finished(job_id);
    expect(done).toMatchObject({ state: 'done' });
    expect((await accountant.get('/accounting/statement/row/proposals')).body.count).toBe(0);
    expect(before - (await card('6990'))).toBe(400_000);
    expect((await accountant.post(`/job/${job_id}/undo`, {})).status).toBe(200);
    expect(await card('6990')).toBe(before);
    expect((await accountant.get('/accounting/statement/row/proposals')).body.count).toBe(4);
    expect(await clean()).toEqual([]);
  });
});

describe('a statement', () => {
  it('is taken back by reversals while its days are open, and can come again', async () => {
    const bytes = file([row({ day: scene.day(-3), party: 'undo me', purpose: contracts[0].number })], {
      opening: null,
    });
    const before = await card('6990');
    const [taken] = (await take(bytes)).body.statements;
    const found = await byParty('undo me');
    await accountant.post('/accounting/statement/row/accept', {
      id: found.id,
      version: found.version,
      parts: [{ contract_id: contracts[0].id, amount: found.amount }],
    });
    const entries = (await scene.sql('select count(*)::int as n from journal_entries'))[0].n;
    const undone = await accountant.post('/accounting/statement/undo', {
      id: taken.id,
      version: taken.version,
      reason: 'Notoʻgʻri fayl',
    });
    expect(undone.body.status).toBe('UNDONE');
    expect(await card('6990')).toBe(before);
    expect((await scene.sql('select count(*)::int as n from journal_entries'))[0].n).toBe(entries + 2);
    expect((await take(bytes)).body.statements[0]).toMatchObject({ status: 'TAKEN', fresh: 1 });
    expect(await clean()).toEqual([]);
  });

  it('goes out for 1C, and comes back as it was', async () => {
    const out = await accountant.post('/accounting/statement/export_1c', {
      bank_account_id: account.id,
      from: scene.day(-10),
      until: scene.day(-4),
    });
    expect(out.status).toBe(200);
    const [read] = readExchange(out.raw, [number]);
    expect(read?.rows.length).toBeGreaterThan(8);
    expect(writeExchange({ ...read!, owner: ownerIn(out.raw), ...madeIn(out.raw) }).equals(out.raw)).toBe(true);
    // Whatever is taken in again is known.
    const before = (await rowsOf()).length;
    expect((await take(out.raw)).body.statements[0].fresh).toBe(0);
    expect((await rowsOf()).length).toBe(before);
    const empty = await accountant.post('/accounting/statement/export_1c', {
      bank_account_id: account.id,
      from: '2001-01-01',
      until: '2001-01-02',
    });
    expect(empty.body.code).toBe('STATEMENT_EMPTY');
  });

  it('is nobody else’s: students, viewers, the other institution', async () => {
    expect((await scene.student.get('/accounting/statement/')).status).toBe(403);
    const viewer = await scene.api.as('accounting_head_viewer');
    expect((await viewer.get('/accounting/statement/')).status).toBe(200);
    const seen = (await viewer.get('/accounting/statement/row/?search=JSHSHIR')).body.content[0];
    expect(seen.purpose).toBe("To'lov, JSHSHIR ***");
    const found = (await rowsOf('&state=OPEN'))[0];
    expect(
      (
        await viewer.post('/accounting/statement/row/accept', {
          id: found.id,
          version: 1,
          parts: [{ contract_id: 1, amount: '1' }],
        })
      ).status,
    ).toBe(403);
    const other = await scene.api.as('super_admin', 2);
    expect((await other.get('/accounting/statement/row/')).body.content).toEqual([]);
    const theirs = await other.post('/accounting/statement/row/accept', {
      id: found.id,
      version: found.version,
      parts: [{ contract_id: contracts[0].id, amount: found.amount }],
    });
    expect(theirs.status).toBe(404);
    const foreign = await other.post('/accounting/statement/', { file_id: await sent(file([row()]), 'f.txt', other) });
    expect(foreign.body.code).toBe('STATEMENT_ACCOUNT');
  });

  it('of 5,000 rows is taken in less than ten seconds', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) =>
      row({
        day: scene.day(-30),
        amount: 1000_00 + at,
        purpose:
          at % 3
            ? `Toʻlov ${contracts[at % 5].number} oʻqish uchun, talaba kontrakti`
            : 'Bank xizmati uchun toʻlov, shartnomasiz, 2026-yil',
      }),
    );
    const bytes = file(rows, { opening: null });
    const began = performance.now();
    const { body } = await take(bytes);
    const asked = (performance.now() - began) / 1000;
    // The request ends before the work: a job says how far it is.
    expect(body).toEqual({ statements: [], job_id: expect.any(Number) });
    const job = async () => (await accountant.get(`/job/${body.job_id}`)).body;
    await expect.poll(job).toMatchObject({ state: 'done', done: 5000, total: 5000 });
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(
      `a statement of 5,000 rows: ${seconds.toFixed(1)} s, of it ${asked.toFixed(1)} s in the request\n`,
    );
    const { receipt } = await job();
    expect(receipt).toMatchObject({ new: 5000, unchanged: 0, statement_ids: [expect.any(Number)] });
    expect(seconds).toBeLessThan(10);
    // The same file again brings nothing, and has nothing to wait for.
    expect((await take(bytes)).body).toMatchObject({ statements: [{ id: receipt.statement_ids[0] }], job_id: null });
  });

  it('that is made to be slow takes its seconds and no minute', async () => {
    const purpose = Array.from({ length: 200 }, (_, at) => `A${at}b Qoʻshnov`)
      .join(' ')
      .slice(0, 1000);
    const rows = Array.from({ length: 5000 }, (_, at) => row({ day: scene.day(-31), amount: 1 + at, purpose }));
    const file_id = await sent(file(rows));
    const began = performance.now();
    const preview = await accountant.post('/accounting/statement/preview', { file_id });
    expect(preview.body.parts[0].fresh).toBe(5000);
    expect((performance.now() - began) / 1000).toBeLessThan(10);
    process.stdout.write(`the worst of 5,000 rows: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  });
});
