import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nextNumbers } from '#domains/credentials/server/index.ts';
import { asActor } from '#platform/server/database/database.ts';
import { backgroundCall } from '#platform/server/work/jobs.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';

/** Invoices: under numbers without gaps, of debits, handed out once, taken back by a credit note. */

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const invoiceOf = (more: object = {}) => scene.accountant.put('/student/create/invoice', more);
const listed = async (query = '') =>
  (await scene.accountant.get(`/accounting/invoice/?size=100&sort=number&${query}`)).body.content;
const one = async (id: number) => (await scene.accountant.get(`/accounting/invoice/${id}`)).body;
const ofNumber = async (number: string) => (await listed(`search=${number}`))[0];

describe('one invoice', () => {
  it('asks for what is due, once however often it is asked for, and is paid by what pays its debits', async () => {
    const [who] = scene.people;
    const contract = await scene.active(who!);
    const both = await Promise.all([invoiceOf({ student_id: who }), invoiceOf({ student_id: who })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body.number).toMatch(/^H-\d{4}-\d{6}$/);
    expect(both[1]!.body.number).toBe(both[0]!.body.number);
    const row = await ofNumber(both[0]!.body.number);
    // The first part was due before it was signed, so it is due that day.
    expect(row).toMatchObject({
      amount: '6000000',
      left: '6000000',
      state: 'OPEN',
      contract: { title: contract.number },
    });
    await scene.pay(contract.id, '2500000');
    expect(await one(row.id)).toMatchObject({ left: '3500000', state: 'PARTLY' });
    // Partly paid, it is asked for anew over what is left; one payment above both leaves nothing of either.
    const next = await ofNumber((await invoiceOf({ student_id: who })).body.number);
    expect(next).toMatchObject({ amount: '3500000', left: '3500000' });
    await scene.pay(contract.id, '4000000');
    expect([(await one(row.id)).state, (await one(next.id)).state]).toEqual(['PAID', 'PAID']);
    const refused = await scene.accountant.post('/accounting/invoice/credit', {
      id: row.id,
      version: (await one(row.id)).version,
      reason: 'Xato',
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'INVOICE_SETTLED']);
    // What comes next, where nothing is due; what is more than is left is refused.
    expect((await ofNumber((await invoiceOf({ student_id: who })).body.number)).amount).toBe('5500000');
    expect((await invoiceOf({ student_id: who, amount: '5500001' })).body.code).toBe('INVOICE_ABOVE');
    expect((await ofNumber((await invoiceOf({ student_id: who, amount: '1000000' })).body.number)).amount).toBe(
      '1000000',
    );
  });

  it('is neither changed nor deleted, also not by SQL, and a credit note takes it back once', async () => {
    const who = scene.people[1]!;
    await scene.active(who);
    const row = await ofNumber((await invoiceOf({ student_id: who })).body.number);
    for (const [text, values] of [
      ['delete from invoices where id = $1', [row.id]],
      ['update invoices set amount = 1 where id = $1', [row.id]],
      ['update invoice_lines set amount = 1 where invoice_id = $1', [row.id]],
    ] as const)
      await expect(scene.sql(text, [...values])).rejects.toMatchObject({ constraint: 'invoices_stand' });
    await expect(scene.sql("update document_numbers set last = last - 1 where kind = 'INVOICE'")).rejects.toMatchObject(
      { constraint: 'document_numbers_grow' },
    );
    const credit = (version: number) =>
      scene.accountant.post('/accounting/invoice/credit', { id: row.id, version, reason: 'Summa xato' });
    const [first, second] = await Promise.all([credit(row.version), credit(row.version)]);
    expect([first!.status, second!.status].toSorted()).toEqual([200, 409]);
    const now = await one(row.id);
    expect(now).toMatchObject({
      state: 'CANCELLED',
      left: '0',
      credited: '6000000',
      credit_note: { amount: '6000000', reason: 'Summa xato' },
    });
    expect(now.credit_note.number).toMatch(/^HQ-\d{4}-000001$/);
    await expect(scene.sql('delete from credit_notes where invoice_id = $1', [row.id])).rejects.toMatchObject({
      constraint: 'invoices_stand',
    });
    // The debt stands, and is asked for anew.
    expect((await scene.standing(who)).due).toBe('6000000');
    expect((await invoiceOf({ student_id: who })).body.number).not.toBe(row.number);
  });

  it('is a PDF with the sum in words in three languages, and so is its credit note', async () => {
    const who = scene.people[2]!;
    await scene.active(who);
    const papers = new Map<string, number>();
    const { number } = (await invoiceOf({ student_id: who, language: 'uz' })).body;
    for (const language of ['uz', 'ru', 'en', 'ru', 'uz', 'en']) {
      const paper = (await invoiceOf({ student_id: who, language })).body;
      const words = { uz: 'olti million', ru: 'шесть миллионов', en: 'six million' }[language]!;
      const [document] = await scene.sql('select body, number from issued_documents where id = $1', [paper.id]);
      expect(document.number).toBe(language === 'uz' ? number : `${number}/${language.toUpperCase()}`);
      expect(document.body.toLowerCase()).toContain(words);
      // However often the language is changed there is one paper of each.
      expect(papers.get(language) ?? paper.id).toBe(paper.id);
      papers.set(language, paper.id);
    }
    const all = await listed(`student_id=${who}`);
    expect(all).toMatchObject([{ state: 'OPEN', number }]);
    const file = await scene.accountant.get(`/accounting/invoice/${all[0].id}/file`);
    expect(file.body).toMatchObject({ number });
    expect(file.body.file.src).toBeTruthy();
    const row = all[0];
    await scene.accountant.post('/accounting/invoice/credit', { id: row.id, version: row.version, reason: 'Til xato' });
    expect((await scene.accountant.get(`/accounting/invoice/${row.id}/credit_note`)).body.number).toMatch(/^HQ-/);
    const held = await scene.sql('select distinct status, status_reason from issued_documents where id = any($1)', [
      [...papers.values()],
    ]);
    expect(held).toEqual([{ status: 'REVOKED', status_reason: 'INVOICE_CREDITED' }]);
  });

  it('is seen by its student alone, and taken back by the office alone', async () => {
    const mine = (await scene.student.get('/accounting/invoice/?size=100')).body.content;
    expect(new Set(mine.map((row: { student: { id: number } }) => row.student.id))).toEqual(new Set([scene.people[0]]));
    const other = (await listed(`student_id=${scene.people[1]}`))[0];
    for (const path of [`${other.id}`, `${other.id}/file`, `${other.id}/credit_note`])
      expect((await scene.student.get(`/accounting/invoice/${path}`)).status).toBe(404);
    const refused = await scene.student.post('/accounting/invoice/credit', {
      id: mine[0].id,
      version: mine[0].version,
      reason: 'x',
    });
    expect(refused.status).toBe(403);
    expect((await scene.student.post('/accounting/invoice/issue', { due_until: scene.day(50) })).status).toBe(403);
  });
});

describe('invoices for many', () => {
  it('are looked at first, issued as a job, passed over where one is open, and taken back by credit notes', async () => {
    const people = scene.people.slice(3, 7);
    const contracts = [];
    for (const who of people) contracts.push(await scene.active(who));
    const asked = { due_until: scene.day(60), student_ids: [...people, scene.people[7]!, 999_999] };
    const before = (await listed()).length;
    const plan = (await scene.accountant.post('/accounting/invoice/issue', { ...asked, preview: true })).body;
    expect(plan).toMatchObject({ job_id: null, count: 4, amount: '48000000' });
    expect(plan.skipped).toEqual([
      { code: 'UNKNOWN_REFERENCE', count: 1 },
      { code: 'NOTHING_OWED', count: 1 },
    ]);
    expect((await listed()).length).toBe(before);
    const run = (await scene.accountant.post('/accounting/invoice/issue', asked)).body;
    const job = await scene.api.finished(run.job_id);
    expect(job).toMatchObject({ state: 'done', done: 4, total: 4, receipt: { new: 4 } });
    const again = (await scene.accountant.post('/accounting/invoice/issue', { ...asked, preview: true })).body;
    expect(again.count).toBe(0);
    expect(again.skipped).toContainEqual({ code: 'INVOICED', count: 4 });
    // One is paid meanwhile: it stays, the others are taken back.
    await scene.pay(contracts[0]!.id, '12000000');
    const undone = await scene.accountant.post(`/job/${run.job_id}/undo`, {});
    expect(undone.status).toBe(200);
    expect(await scene.api.finished(undone.body.receipt.undone_by)).toMatchObject({
      state: 'done',
      receipt: { credited: 3 },
    });
    const made = await scene.sql('select id, language from invoices where job_id = $1 order by id', [run.job_id]);
    const states = await Promise.all(made.map(async ({ id }: { id: number }) => (await one(id)).state));
    expect(states.toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'PAID']);
  });

  it('of a run that failed in the middle are taken back like those of one that did not', async () => {
    const people = scene.people.slice(4, 6);
    const run = (
      await scene.accountant.post('/accounting/invoice/issue', { due_until: scene.day(60), student_ids: people })
    ).body;
    await scene.api.finished(run.job_id);
    await scene.sql("update jobs set state = 'failed', receipt = null, error = 'x' where id = $1", [run.job_id]);
    expect((await scene.accountant.get(`/job/${run.job_id}`)).body).toMatchObject({
      state: 'failed',
      can: { undo: true },
    });
    const undone = await scene.accountant.post(`/job/${run.job_id}/undo`, {});
    expect(await scene.api.finished(undone.body.receipt.undone_by)).toMatchObject({ receipt: { credited: 2 } });
    expect(await scene.sql('select 1 from invoices where job_id = $1 and "left" > 0', [run.job_id])).toEqual([]);
    // Once.
    expect((await scene.accountant.post(`/job/${run.job_id}/undo`, {})).body.code).toBe('JOB_NOT_UNDOABLE');
  });

  it('are in the language of who is asked, and a payment that comes while they are issued is taken off them', async () => {
    const who = scene.people[2]!;
    await scene.sql("update students set study_language = 'ru' where id = $1", [who]);
    const [contract] = await scene.sql('select id from contracts where student_id = $1', [who]);
    const payer = await scene.api.database.owner.connect();
    await payer.query('begin');
    await payer.query('select 1 from students where id = $1 for no key update', [who]);
    const run = (
      await scene.accountant.post('/accounting/invoice/issue', { due_until: scene.today, student_ids: [who] })
    ).body;
    expect(run.amount).toBe('6000000');
    // The job waits for the payment.
    await vi.waitFor(
      async () =>
        expect(
          (await scene.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%students%'"))
            .length,
        ).toBe(1),
      { timeout: 20_000 },
    );
    await payer.query(
      `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 250000000, $2, 'CASH', 'T', 't')`,
      [contract.id, scene.today],
    );
    await payer.query('commit');
    payer.release();
    expect(await scene.api.finished(run.job_id)).toMatchObject({ state: 'done', receipt: { new: 1 } });
    const [made] = await scene.sql('select number, language from invoices where job_id = $1', [run.job_id]);
    expect(made.language).toBe('ru');
    expect(await ofNumber(made.number)).toMatchObject({ amount: '3500000', left: '3500000', state: 'OPEN' });
  });
});

describe('numbers', () => {
  it('have no gap after many at once of which some are rolled back', async () => {
    const who = scene.people[7]!;
    const contract = await scene.active(who);
    const actor = { institution_id: 1, account_id: null, call: 'test' };
    const takenBack = (at: number) =>
      asActor(scene.api.kernel.database.app, actor, async (_db, client) => {
        const call = backgroundCall(scene.api.kernel, client, { ...actor, locale: 'uz', abilities: new Map() });
        await nextNumbers(call, at % 2 ? 'INVOICE' : 'CREDIT_NOTE', Number(scene.today.slice(0, 4)), 1 + (at % 3));
        throw new Error('rolled back');
      }).catch(() => undefined);
    const wanted = Array.from({ length: 6 }, (_, at) =>
      invoiceOf({ student_id: who, contract_id: contract.id, amount: String(100_000 + at), purpose: `Qism ${at}` }),
    );
    const answers = await Promise.all([...wanted, ...Array.from({ length: 12 }, (_, at) => takenBack(at))]);
    expect(answers.slice(0, 6).map((answer) => answer?.status)).toEqual(Array(6).fill(200));
    for (const table of ['invoices', 'credit_notes']) {
      const rows = await scene.sql(
        `select right(number, 6)::int as n from ${table} where institution_id = 1 order by 1`,
      );
      expect(rows.map((row) => row.n)).toEqual(rows.map((_, at) => at + 1));
    }
  });
});
