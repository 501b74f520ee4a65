import type pg from 'pg';
import { newCode } from '#domains/credentials/server/index.ts';

/**
 * The desk of debtors as one finds it: invoices of those who are late, some of them taken back; promises that were kept,
 * broken and still run; money that somebody asks back, that was given back, and that was refused; a rule over debts, and
 * somebody who was let through. Papers are drawn when the server runs.
 */

const invoiced = 24;
const three = { uz: 'Hisob', ru: 'Счёт', en: 'Invoice' };
const soum = (tiyin: number) => `${Math.round(tiyin / 100).toLocaleString('ru-RU')} soʻm`;

interface Late {
  debit_id: number;
  student_id: number;
  account_id: number | null;
  contract_id: number;
  contract: string;
  name: string;
  student_no: string;
  language: 'uz' | 'ru' | 'en';
  left: number;
  paid: number;
  due_on: string;
}

/** Answers how many invoices there are. */
export async function loadDebts(client: pg.PoolClient): Promise<number> {
  const {
    rows: [house],
  } = await client.query<{ clerk: number; head: number; today: string; year: number }>(
    `select (select id from accounts where username = 'accounting_head') as clerk, (select id from accounts where username = 'admin') as head,
            t.day::text as today, extract(year from t.day)::int as year
       from (select (edulab_now() at time zone 'Asia/Tashkent')::date as day) t
      where exists (select 1 from accounts where username = 'accounting_head') and exists (select 1 from accounts where username = 'admin')`,
  );
  if (!house) return 0;
  const { clerk, head, today, year } = house;
  // The student with whom one looks around is among them where they owe.
  const { rows: late } = await client.query<Late>(
    `select distinct on (s.username = 'bachelor_student', d.student_id) d.id as debit_id, d.student_id, s.account_id, d.contract_id, c.number as contract, s.full_name as name, s.student_no, s.study_language as language,
            (d.total - d.paid)::bigint as left, d.paid, d.due_on::text as due_on
       from student_debits d join students s on s.id = d.student_id and s.deleted_at is null join contracts c on c.id = d.contract_id and c.status = 'ACTIVE'
      where d.institution_id = 1 and d.deleted_at is null and d.paid < d.total
      order by (s.username = 'bachelor_student') desc, d.student_id, d.due_on limit ${invoiced}`,
  );
  const invoices = late.map((one, at) => ({
    ...one,
    number: `H-${year}-${String(at + 1).padStart(6, '0')}`,
    code: newCode(),
    title: three[one.language],
    draft: {
      title: three[one.language],
      sections: [
        {
          kind: 'facts',
          rows: [
            ['F.I.O.', one.name],
            ['ID', one.student_no],
            ['№', one.contract],
          ],
        },
        {
          kind: 'table',
          columns: [{ title: three[one.language] }, { title: 'UZS', width: 130, align: 'right' }],
          rows: [[one.contract, soum(one.left)]],
        },
      ],
    },
  }));
  await client.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as x (debit_id int, student_id int, account_id int, contract_id int, contract text, name text, student_no text, language text, "left" bigint, paid bigint, due_on date, number text, code text, title text, draft jsonb)),
     papers as (
       insert into issued_documents (institution_id, kind, number, check_code, language, title, student_id, account_id, subject_name, issued_at, issued_by, body, key_id, signature, file_id)
       select 1, 'INVOICE', g.number, g.code, g.language, g.title, g.student_id, g.account_id, g.name, edulab_now() - interval '6 days', $2, '', '', '', 0 from given g order by g.number
       returning id, number),
     drafts as (
       insert into document_drafts (document_id, institution_id, draft, next_at)
       select p.id, 1, g.draft, edulab_now() from papers p join given g on g.number = p.number),
     made as (
       insert into invoices (institution_id, number, student_id, contract_id, payer, issued_on, due_on, amount, "left", language, document_id, made_by, search)
       select 1, g.number, g.student_id, g.contract_id, g.name, $3::date - 6, greatest(g.due_on, $3::date - 6), g."left", g."left", g.language, p.id, $2, lower(concat_ws(' ', g.number, g.contract, g.student_no))
         from given g join papers p on p.number = g.number order by g.number returning id, number)
     insert into invoice_lines (institution_id, invoice_id, debit_id, base, amount)
     select 1, m.id, g.debit_id, g.paid, g."left" from made m join given g on g.number = m.number`,
    [JSON.stringify(invoices), clerk, today],
  );
  await client.query(
    "insert into document_numbers (institution_id, kind, year, last) values (1, 'INVOICE', $1, $2) on conflict (institution_id, kind, year) do update set last = excluded.last",
    [year, invoices.length],
  );
  // What was promised: the first third kept nothing of it, of the others the day is still to come.
  await client.query(
    `insert into payment_promises (institution_id, student_id, amount, made_on, due_on, note, made_by, created_at, reminded_on)
     select 1, x.student_id, least(x."left", 200000000 + x.at * 10000000), $2::date - 12, case when x.at % 3 = 0 then $2::date - 2 else $2::date + x.at end,
            (array['Oylik tushgach toʻlaydi', 'Otasi chet eldan pul yuboradi', 'Bank krediti rasmiylashtirilmoqda'])[1 + x.at % 3], $3, edulab_now() - interval '12 days', case when x.at % 3 = 0 then $2::date - 1 end
       from jsonb_to_recordset($1::jsonb) as x (student_id int, "left" bigint, at int) where x.at % 2 = 1`,
    [JSON.stringify(late.map(({ student_id, left }, at) => ({ student_id, left, at }))), today, clerk],
  );
  await client.query(
    `insert into debt_holds (institution_id, act, active, least, days) values (1, 'CERTIFICATE', true, 500000000, 30), (1, 'RETAKE', true, 500000000, 30)`,
  );
  const [first] = late.slice(-1);
  if (first)
    await client.query(
      `insert into debt_releases (institution_id, student_id, acts, made_on, until, reason, made_by) values (1, $1, '{CERTIFICATE}', $2::date - 3, $2::date + 20, 'Viza uchun maʼlumotnoma kerak, kafolat xati bor', $3)`,
      [first.student_id, today, clerk],
    );
  // Money that goes back: paid above by people who had paid all of the year.
  const { rows: above } = await client.query<{
    contract_id: number;
    student_id: number;
    payer: string;
    number: string;
  }>(
    `insert into payments (institution_id, contract_id, student_id, amount, paid_on, payment_type, payer, report_number, source, search)
     select 1, c.id, c.student_id, 150000000, $1::date - 20, 'BANK', c.payer_name, 'R-ORT', 'MANUAL', lower(c.payer_name || ' ' || c.number)
       from contracts c where c.institution_id = 1 and c.status = 'FULFILLED' and c.student_id is not null order by c.id limit 4
     returning contract_id, student_id, payer, (select number from contracts k where k.id = contract_id) as number`,
    [today],
  );
  const states = ['ASKED', 'ASKED', 'PAID', 'REFUSED'] as const;
  for (const [at, one] of above.entries()) {
    const status = states[at]!;
    const decided = status !== 'ASKED';
    const { rows: made } = await client.query<{ id: number }>(
      `insert into refund_requests (institution_id, contract_id, student_id, payer, amount, reason, pay_to, status, asked_by, decided_by, decided_at, order_number, order_on, note, search, created_at)
       values (1, $1, $2, $3, 150000000, $4, $5, $6, $7, $8, case when $9 then edulab_now() - interval '2 days' end, $10, case when $6 = 'PAID' then $11::date - 2 end, $12, lower($3 || ' ' || $13), edulab_now() - interval '5 days')
       returning id`,
      [
        one.contract_id,
        one.student_id,
        one.payer,
        'Ikki marta toʻlangan',
        at % 2 ? '8600 **** **** 1234' : null,
        status,
        clerk,
        decided ? head : null,
        decided,
        status === 'PAID' ? '118-M' : null,
        today,
        status === 'REFUSED' ? 'Keyingi yil toʻloviga oʻtkaziladi' : null,
        one.number,
      ],
    );
    if (status === 'PAID')
      await client.query(
        `insert into payments (institution_id, contract_id, student_id, kind, refund_of, refund_request_id, amount, paid_on, payment_type, payer, report_number, note, source, search)
         select institution_id, contract_id, student_id, 'REFUND', id, $2, -amount, $3::date - 2, payment_type, payer, '118-M', 'Ikki marta toʻlangan', 'MANUAL', search
           from payments where contract_id = $1 and report_number = 'R-ORT'`,
        [one.contract_id, made[0]!.id, today],
      );
  }
  // Triggers sleep while the demo is loaded: what is above what is owed is kept as they would.
  await client.query('select edulab_keep_credits($1::int[])', [above.map(({ contract_id }) => contract_id)]);
  return invoices.length;
}
