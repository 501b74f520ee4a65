import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { sealJournals, verifyJournal } from './verify.ts';

/** The books say what the documents say, on any day, and whatever is touched in them is named. */

let scene: MoneyScene;
let owner: pg.PoolClient;
beforeAll(async () => {
  scene = await moneyScene();
  owner = await scene.api.database.owner.connect();
  await owner.query("select set_config('edulab.institution', '1', false)");
});
afterAll(async () => {
  owner?.release();
  await scene?.api.close();
});

const verify = () => verifyJournal(owner, scene.api.dataDir);
const rows = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;
const journal = async (query = '') => (await scene.accountant.get(`/accounting/journal/?size=100${query}`)).body;

describe('the books', () => {
  it('hold every charge, payment, discount and refund, and reverse what is taken back', async () => {
    const who = scene.people[0]!;
    const contract = await scene.active(who);
    const paid = (await scene.pay(contract.id, '3000000')).body;
    const charges = (await journal(`&contract_id=${contract.id}&source=student_debits`)).content;
    expect(charges.map((one: { amount: string }) => Number(one.amount)).reduce((a: number, b: number) => a + b)).toBe(
      12_000_000,
    );
    expect(charges[0]).toMatchObject({ debit: '4010', credit: '9030', reversed: false });
    const [first] = (await journal(`&contract_id=${contract.id}&source=payments`)).content;
    expect(first).toMatchObject({ credit: '4010', amount: '3000000', source_id: paid.id, reverses_id: null });

    const deleted = await scene.accountant.delete(`/accounting/payment/${paid.id}?reason=Adashib`);
    expect(deleted.status).toBe(200);
    const [back, before] = (await journal(`&contract_id=${contract.id}&source=payments`)).content;
    expect(back).toMatchObject({ debit: '4010', amount: '3000000', reverses_id: before.id });
    expect(before).toMatchObject({ reversed: true });
    expect((await scene.accountant.post(`/accounting/payment/${paid.id}/restore`)).status).toBe(200);
    expect((await journal(`&contract_id=${contract.id}&source=payments`)).total_elements).toBe(3);

    const [debit] = await rows('select id from student_debits where contract_id = $1 order by due_on limit 1', [
      contract.id,
    ]);
    const less = await scene.accountant.post('/student/debit_detail', {
      debit_id: debit.id,
      amount: '-500000',
      reason: 'Chegirma',
    });
    expect(less.status).toBe(200);
    const [discount] = (await journal(`&contract_id=${contract.id}&source=student_debit_details`)).content;
    expect(discount).toMatchObject({ debit: '9050', credit: '4010', amount: '500000' });

    const card = (
      await scene.accountant.get(
        `/accounting/journal/card?account=4010&contract_id=${contract.id}&until=${scene.day(300)}`,
      )
    ).body;
    const balance = (await scene.accountant.get(`/accounting/payment/balance?contract_id=${contract.id}`)).body;
    expect(card.closing).toBe(balance.left);
    expect((await verify()).faults).toEqual([]);
  });

  it('are in balance, with debts and advances apart', async () => {
    const book = (await scene.accountant.get(`/accounting/journal/turnover?from=2000-01-01&until=${scene.day(300)}`))
      .body;
    expect(book.total.turnover.debit).toBe(book.total.turnover.credit);
    expect(book.total.closing.debit).toBe(book.total.closing.credit);
    expect(book.accounts.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['4010', '9030']));
  });

  it('are seen by accounting and by nobody who is not', async () => {
    expect((await scene.student.get('/accounting/journal/')).status).toBe(403);
    expect((await scene.student.get('/accounting/journal/turnover')).status).toBe(403);
  });
});

describe('a month that is closed', () => {
  it('takes no payment; a correction of what stands there counts when it is made', async () => {
    const contract = await scene.active(scene.people[1]!);
    expect(
      (await scene.accountant.post('/accounting/period/close', { month: `${scene.day(40).slice(0, 7)}-01` })).body.code,
    ).toBe('PERIOD_NOT_OVER');
    // The books begin with the first charge or payment; close until the month before this one.
    const old = (await scene.pay(contract.id, '100000', { paid_on: scene.day(-70) })).body;
    const { next } = (await scene.accountant.get('/accounting/period/')).body;
    for (let month = next; month; )
      month = (await scene.accountant.post('/accounting/period/close', { month })).body.next;
    const { closed_until, months } = (await scene.accountant.get('/accounting/period/')).body;
    expect(closed_until >= old.paid_on).toBe(true);
    expect(months[0]).toMatchObject({ reopens: true });

    const late = await scene.pay(contract.id, '200000', { paid_on: scene.day(-70) });
    expect([late.status, late.body.fields?.[0]?.code ?? late.body.code]).toEqual([expect.any(Number), 'PERIOD_CLOSED']);
    await expect(
      owner.query(
        `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 5, $2, 'CASH', 'X', 'x')`,
        [contract.id, old.paid_on],
      ),
    ).rejects.toMatchObject({ constraint: 'accounting_periods_closed' });
    expect((await scene.accountant.delete(`/accounting/payment/${old.id}?reason=Adashib`)).status).toBe(200);
    const [back] = (await journal(`&contract_id=${contract.id}&source=payments`)).content;
    expect(back.document_on).toBe(old.paid_on);
    expect(back.effective_on > closed_until).toBe(true);

    const reopened = await scene.accountant.post('/accounting/period/reopen', {
      month: months[0].month,
      reason: 'Hujjat kech keldi',
    });
    expect(reopened.status).toBe(200);
    expect(reopened.body.closed_until < closed_until).toBe(true);
    while ((await rows('select 1 from accounting_periods')).length)
      await owner.query('delete from accounting_periods where month = (select max(month) from accounting_periods)');
  });

  it('waits for a payment that is being written, which stands in it then', async () => {
    const contract = await scene.active(scene.people[6]!);
    await scene.pay(contract.id, '100000', { paid_on: scene.day(-70) });
    const { next: month } = (await scene.accountant.get('/accounting/period/')).body;
    await owner.query('begin');
    await owner.query(
      `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 500, $2, 'CASH', 'X', 'x')`,
      [contract.id, scene.day(-70)],
    );
    const closing = scene.accountant.post('/accounting/period/close', { month });
    const waits = new Promise((done) => setTimeout(() => done('waits'), 500));
    expect(await Promise.race([closing.then(() => 'closed'), waits])).toBe('waits');
    await owner.query('commit');
    expect((await closing).status).toBe(200);
    expect((await verify()).faults).toEqual([]);
    await owner.query('delete from accounting_periods');
  });
});

/** A few with every run, many on demand: EDULAB_OPERATIONS=10000 vitest run --project api …/journal.api.test.ts */
const many = Number(process.env.EDULAB_OPERATIONS ?? 300);

describe('whatever happens to money', { timeout: 60_000 + many * 50 }, () => {
  it('the books agree with the documents and with what is owed, on every day', async () => {
    let state = 20_261_126;
    const roll = (sides: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % sides;
    };
    const contracts = await Promise.all(scene.people.slice(2, 6).map((id) => scene.active(id)));
    const day = () => scene.day(roll(200) - 220);
    // Bills of courses have no student and no debits: they are charges themselves.
    const bills = await rows(
      `insert into contracts (institution_id, number, type, payer_name, academic_year_id, amount, plan, deadline, fine, minimum_share, status, search)
       select 1, 'BILL-' || n, 'COURSE', 'Tinglovchi ' || n, $1, 700 * n, jsonb_build_array(jsonb_build_object('amount', 700 * n)), $2::date - n * 30, '{}', 100, 'ACCEPTED', 'x'
         from generate_series(1, 4) n returning id`,
      [scene.year, scene.day(0)],
    );
    for (let at = 0; at < many; at++) {
      const contract = [...contracts, ...bills][roll(contracts.length + bills.length)]!;
      const [one] = await rows(
        "select id, amount from payments where contract_id = $1 and kind = 'PAYMENT' and deleted_at is null order by random() limit 1",
        [contract.id],
      );
      const [debit] = await rows(
        'select id, amount from student_debits where contract_id = $1 and deleted_at is null order by random() limit 1',
        [contract.id],
      );
      const amount = (1 + roll(900_000)) * 7;
      const statement: [string, unknown[]] = (
        [
          [
            `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, $2, $3, $4, 'P', 'p')`,
            [contract.id, amount, day(), ['BANK', 'CASH', 'CLICK', 'PAYME'][roll(4)]],
          ],
          ['update payments set amount = amount + $2 where id = $1', [one?.id ?? 0, amount]],
          [
            'update payments set paid_on = $2 where id = $1 and not exists (select 1 from payments r where r.refund_of = $1)',
            [one?.id ?? 0, day()],
          ],
          [
            `update payments set deleted_at = edulab_now(), deletion_reason = 'x' where id = $1 and not exists (select 1 from payments r where r.refund_of = $1 and r.deleted_at is null)`,
            [one?.id ?? 0],
          ],
          [
            `insert into payments (institution_id, contract_id, kind, refund_of, amount, paid_on, payment_type, payer, search)
             select 1, contract_id, 'REFUND', id, -1, paid_on, payment_type, payer, search from payments p where p.id = $1
                and p.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = p.id and r.deleted_at is null), 0) > 1`,
            [one?.id ?? 0],
          ],
          [
            `insert into student_debits (institution_id, student_id, contract_id, kind, due_on, amount) select 1, student_id, id, 'FINE', $2, $3 from contracts where id = $1 and student_id is not null`,
            [contract.id, day(), amount],
          ],
          [
            `insert into student_debit_details (institution_id, debit_id, amount, reason, made_by) select 1, id, $2, 'x', 1 from student_debits where id = $1`,
            [debit?.id ?? 0, amount],
          ],
          ['update student_debits set due_on = $2 where id = $1', [debit?.id ?? 0, day()]],
          [
            `update student_debits set deleted_at = case when deleted_at is null then edulab_now() end, deletion_reason = 'x' where id = (select id from student_debits where contract_id = $1 and kind = 'FINE' order by random() limit 1)`,
            [contract.id],
          ],
          [
            `update contracts set amount = $2, plan = jsonb_build_array(jsonb_build_object('amount', $2::bigint)) where id = $1`,
            [bills[roll(bills.length)]!.id, amount],
          ],
          [
            `update contracts set status = case when status = 'TERMINATED' then 'ACCEPTED' else 'TERMINATED' end where id = $1`,
            [bills[roll(bills.length)]!.id],
          ],
        ] as [string, unknown[]][]
      )[roll(11)]!;
      await owner.query(...statement);
    }
    expect((await verify()).faults).toEqual([]);
    for (const on of [scene.day(-150), scene.day(-60), scene.day(0), scene.day(300)]) {
      const apart = await rows(
        `with book as (select c.id, coalesce(sum(case when e.debit = '4010' then e.amount else 0 end - case when e.credit = '4010' then e.amount else 0 end), 0)::bigint as balance
             from contracts c left join journal_entries e on e.contract_id = c.id and e.effective_on <= $1 group by 1),
         said as (select d.contract_id as id, sum(d.amount - d.paid) filter (where d.due_on <= $1)::bigint as due from edulab_debts(array(select id from students), $1) d group by 1)
         select * from book join said using (id) where greatest(0, balance) <> coalesce(due, 0)`,
        [on],
      );
      expect(apart, on).toEqual([]);
      expect(
        await rows(
          `select c.id from contracts c where c.type = 'COURSE'
             and coalesce((select sum(case when e.debit = '4010' then e.amount else 0 end - case when e.credit = '4010' then e.amount else 0 end) from journal_entries e where e.contract_id = c.id and e.effective_on <= $1), 0)
              <> case when c.status <> 'TERMINATED' and c.deadline <= $1 then c.amount else 0 end
               - coalesce((select sum(p.amount) from payments p where p.contract_id = c.id and p.deleted_at is null and p.paid_on <= $1), 0)`,
          [on],
        ),
        on,
      ).toEqual([]);
    }
    expect(
      await rows(
        `select b.* from edulab_contract_balance(array(select id from contracts where status in ('ACTIVE', 'FULFILLED') or type = 'COURSE')) b
          join (select contract_id, sum(case when debit = '4010' then amount else 0 end - case when credit = '4010' then amount else 0 end) as balance from journal_entries group by 1) e using (contract_id)
         where b.owed - b.paid <> e.balance`,
      ),
    ).toEqual([]);
  });
});

describe('whoever touches the books', () => {
  it('is refused, and found where they put the guards aside', async () => {
    await expect(owner.query('update journal_entries set amount = amount + 1')).rejects.toThrow('only added to');
    await expect(owner.query('delete from journal_entries')).rejects.toThrow('only added to');
    expect(await sealJournals(scene.api.database.owner, scene.api.dataDir)).toBe(1);
    expect(await sealJournals(scene.api.database.owner, scene.api.dataDir)).toBe(0);
    expect(await verify()).toMatchObject({ seals: 1, faults: [] });
    const tampered = async (...statements: string[]) => {
      await owner.query('begin');
      try {
        for (const table of ['journal_entries', 'journal_heads', 'payments'])
          await owner.query(`alter table ${table} disable trigger all`);
        for (const statement of statements) await owner.query(statement);
        return [...new Set((await verify()).faults.map(({ kind }) => kind))].toSorted();
      } finally {
        await owner.query('rollback');
      }
    };
    expect(await tampered('update journal_entries set amount = amount + 1 where id = 1')).toEqual([
      'ALTERED',
      'DOCUMENT',
    ]);
    expect(await tampered('delete from journal_entries where seq = 2')).toContain('BROKEN');
    expect(
      await tampered(
        "update payments set amount = 7 where id = (select min(id) from payments where kind = 'PAYMENT' and deleted_at is null)",
      ),
    ).toEqual(['DOCUMENT']);
    // A whole chain gone with its head and its documents shows in the seal alone.
    const chain = "(select party from journal_entries where source = 'payments' limit 1)";
    expect(
      await tampered(
        `delete from payments where contract_id = substr(${chain}, 10)::int`,
        `create temp table gone on commit drop as select ${chain} as party`,
        'delete from journal_heads where party in (select party from gone)',
        'delete from journal_entries where party in (select party from gone)',
      ),
    ).toContain('SEAL');
  });
});
