import { createHash } from 'node:crypto';
import type pg from 'pg';
import { currentYear } from './university.ts';

/**
 * Two bank accounts of the first institution and three statements: payments that were matched, others for which a contract
 * is proposed or nobody is found, other income, a cost, a payout of a gateway, and one payment that was written down by hand
 * and is in no statement. All in days in which nothing else came by bank.
 */

const number = '20208000900100117001';
const second = '20208000900100117002';

interface Payer {
  contract_id: number;
  student_id: number;
  number: string;
  name: string;
  amount: number;
}
interface Row {
  day: number;
  amount: number;
  party: string;
  purpose: string;
  tin?: string;
  /** The contract that it was booked to, or that is proposed. */
  of?: Payer;
  by?: 'NUMBER' | 'NAME' | 'PINFL';
  booked?: boolean;
  settlement?: 'OTHER_INCOME' | 'EXPENSE' | 'PAYME';
  note?: string;
  candidates?: number;
}

export async function loadBanking(client: pg.PoolClient): Promise<number> {
  const { rows: payers } = await client.query<Payer>(
    `select c.id as contract_id, c.student_id, c.number, c.payer_name as name, (c.amount / 8)::bigint as amount
       from contracts c where c.institution_id = 1 and c.status = 'ACTIVE' and c.student_id is not null
        and exists (select 1 from student_debits d where d.contract_id = c.id and d.paid < d.total)
      order by c.id limit 16`,
  );
  const { rows: clerks } = await client.query<{ id: number }>(
    "select id from accounts where username = 'accounting_head'",
  );
  const [clerk] = clerks;
  if (payers.length < 16 || !clerk) return 0;
  // Before the autumn of the year has passed, the summer before it.
  const {
    rows: [when],
  } = await client.query<{ start: string }>(
    `select (case when (select edulab_today()) > make_date(${currentYear()}, 10, 31) then make_date(${currentYear()}, 10, 23) else make_date(${currentYear()}, 8, 11) end)::text as start`,
  );
  const day = (ahead: number) => new Date(Date.parse(when!.start) + ahead * 86_400_000).toISOString().slice(0, 10);
  const pay = (at: number, of: Payer, more: Partial<Row> = {}): Row => ({
    day: at,
    amount: of.amount,
    party: of.name,
    purpose: `Shartnoma № ${of.number} boʻyicha taʼlim toʻlovi`,
    of,
    by: 'NUMBER',
    candidates: 1,
    ...more,
  });
  const matched = (at: number, of: Payer): Row => pay(at, of, { booked: true });
  const p = (at: number): Payer => payers[at]!;
  const files: { account: string; from: number; until: number; rows: Row[] }[] = [
    {
      account: number,
      from: 0,
      until: 3,
      rows: [
        matched(0, p(0)),
        matched(0, p(1)),
        matched(1, p(2)),
        matched(2, p(3)),
        matched(3, p(4)),
        {
          day: 1,
          amount: -18_500_000,
          party: 'Ipak Yoʻli Bank',
          purpose: 'Hisobvaraqqa xizmat koʻrsatish',
          settlement: 'EXPENSE',
          note: 'Bank xizmati haqi',
        },
        {
          day: 2,
          amount: 4_200_000_000,
          party: 'Yoshlar ishlari agentligi',
          purpose: 'Ilmiy loyiha boʻyicha grant',
          settlement: 'OTHER_INCOME',
          note: 'Ilmiy grant, 3-sonli bitim',
        },
      ],
    },
    {
      account: number,
      from: 4,
      until: 8,
      rows: [
        matched(4, p(5)),
        pay(5, p(6), {
          purpose: `Оплата за обучение, договор № ${p(6).number.replaceAll('-', ' ').replace('K', 'К')}`,
        }),
        pay(5, p(7), { party: 'MCHJ "Oilaviy fayz"', purpose: `Kontrakt ${p(7).number.replaceAll('-', '/')}` }),
        pay(6, p(8), { by: 'NAME', purpose: 'Oʻqish uchun toʻlov' }),
        { day: 6, amount: 650_000_000, party: 'Nomaʼlum toʻlovchi', purpose: 'Kontrakt toʻlovi', candidates: 0 },
        {
          day: 7,
          amount: 325_000_000,
          party: 'Abdullayev Sardor',
          purpose: 'Oʻgʻlimning oʻqishi uchun',
          candidates: 0,
        },
        {
          day: 8,
          amount: 1_210_000_000,
          party: 'Payme',
          purpose: 'Ekvayring boʻyicha oʻtkazma',
          settlement: 'PAYME',
          candidates: 0,
        },
      ],
    },
    {
      account: second,
      from: 0,
      until: 8,
      rows: [
        matched(2, p(9)),
        pay(4, p(10)),
        { day: 6, amount: 90_000_000, party: 'OOO "Vesna Trade"', purpose: 'Аренда зала', candidates: 0 },
      ],
    },
  ];
  const { rows: accounts } = await client.query<{ id: number; number: string; ledger: string }>(
    `insert into bank_accounts (institution_id, number, bank, mfo, ledger) values (1, $1, 'Ipak Yoʻli Bank', '00440', '5110'), (1, $2, 'Xalq banki', '00398', '5530') returning id, number, ledger`,
    [number, second],
  );
  const balances = new Map(accounts.map((one) => [one.number, one.number === number ? 84_000_000_000 : 2_500_000_000]));
  const covered: number[] = [];
  let serial = 1400;
  for (const { account, from, until, rows } of files) {
    const of = accounts.find((one) => one.number === account)!;
    const opening = balances.get(account) ?? 0;
    const sum = (sign: number) => rows.reduce((total, { amount }) => total + Math.max(0, amount * sign), 0);
    const closing = opening + sum(1) - sum(-1);
    balances.set(account, closing);
    const name = `kl_to_1c_${day(from)}.txt`;
    const {
      rows: [file],
    } = await client.query<{ id: number }>(
      `insert into bank_statements (institution_id, created_at, bank_account_id, from_day, until_day, opening, closing, came, gone, difference, rows, fresh, file_name, file_hash, file_id, status, taken_by)
       values (1, ($3::date + 1)::timestamptz + interval '5 hours', $1, $2, $3, $4, $5, $6, $7, 0, $8, $8, $9, $10, 0, 'TAKEN', $11) returning id`,
      [
        of.id,
        day(from),
        day(until),
        opening,
        closing,
        sum(1),
        sum(-1),
        rows.length,
        name,
        createHash('sha256')
          .update(name + account)
          .digest('hex'),
        clerk.id,
      ],
    );
    const told = rows.map((row) => ({
      ...row,
      day: day(row.day),
      number: String(++serial),
      contract_id: row.of?.contract_id ?? null,
      student_id: row.of?.student_id ?? null,
      // A payout is proposed; income and costs were set aside already.
      proposed: row.settlement === 'PAYME' ? 'PAYME' : null,
      settled: row.settlement && row.settlement !== 'PAYME' ? row.settlement : null,
      target: row.settlement === 'EXPENSE' ? '9430' : '9390',
      candidates: row.candidates ?? 0,
    }));
    await client.query(
      `with told as (
         select t.*, row_number() over () as at from jsonb_to_recordset($1) as t(day date, number text, amount bigint, party text, purpose text, tin text, contract_id int, student_id int, by text, booked boolean, proposed text, settled text, target text, note text, candidates int)),
       items as (insert into suspense_items (institution_id, account, amount, moved_on, party) select 1, $4, amount, day, party from told order by at returning id),
       numbered as (select i.id as item_id, t.* from (select id, row_number() over (order by id) as at from items) i join told t using (at)),
       rows as (
         insert into bank_statement_rows (institution_id, bank_account_id, statement_id, day, number, amount, party_account, ordinal, party, party_tin, party_bank, party_mfo, purpose, state, item_id,
           proposed_contract_id, proposed_by, proposed_settlement, candidates, settlement, note, decided_by, decided_at)
         select 1, $2, $3, day, number, amount, '2261800090000000' || number, 1, party, coalesce(tin, ''), 'Xalq banki', '00398', purpose,
                case when booked then 'MATCHED' when settled is not null then 'SETTLED' else 'OPEN' end, item_id, contract_id, case when contract_id is not null then by end, proposed, candidates, settled, note,
                case when booked or settled is not null then $5::int end, case when booked or settled is not null then (day + 1)::timestamptz + interval '6 hours' end
           from numbered),
       uses as (insert into suspense_uses (institution_id, item_id, account, amount, reason) select 1, item_id, target, amount, note from numbered where settled is not null)
       insert into payments (institution_id, contract_id, student_id, amount, paid_on, payment_type, payer, report_number, bank_name, external_ref, source, suspense_item_id, note, search)
       select 1, contract_id, student_id, amount, day, 'BANK', party, number, 'Xalq banki', 'statement ' || item_id, 'STATEMENT', item_id, purpose, lower(party || ' ' || number)
         from numbered where booked`,
      [JSON.stringify(told), of.id, file!.id, of.ledger, clerk.id],
    );
    covered.push(...rows.flatMap((row) => (row.booked && row.of ? [row.of.student_id] : [])));
  }
  // Written down by hand, and the bank knows nothing of it.
  const lost = p(11);
  const {
    rows: [byHand],
  } = await client.query<{ id: number }>(
    `insert into payments (institution_id, contract_id, student_id, amount, paid_on, payment_type, payer, report_number, source, search)
     values (1, $1, $2, $3, $4, 'BANK', $5, '1288', 'MANUAL', lower($5)) returning id`,
    [lost.contract_id, lost.student_id, lost.amount, day(5), lost.name],
  );
  await client.query(
    `insert into reconciliation_items (institution_id, key, kind, day, amount, subject, contract_id) values (1, 'PAYMENT_NOT_IN_BANK ' || $1, 'PAYMENT_NOT_IN_BANK', $2, $3, $4, $5)`,
    [byHand!.id, day(5), lost.amount, lost.name, lost.contract_id],
  );
  await client.query('insert into reconciliation_runs (institution_id, at) values (1, edulab_now())');
  await client.query('select edulab_cover($1)', [[...covered, lost.student_id]]);
  await client.query(
    "update contracts set status = 'FULFILLED' where status = 'ACTIVE' and student_id = any($1) and not exists (select 1 from student_debits d where d.contract_id = contracts.id and d.paid < d.total)",
    [[...covered, lost.student_id]],
  );
  return files.length;
}
