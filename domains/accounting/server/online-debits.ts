import { type SQL, sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { Tiyin } from '../money.ts';
import { debitKinds } from '../shapes.ts';
import { studentDebits } from './tables.ts';

/**
 * What students owe besides contracts, as payment gateways meet it: the fee of a request, a retake, a dormitory. Money covers
 * what was due first, so whoever pays one of these pays what is older as well, and is told so.
 */
export interface PayableDebit {
  debit_id: number;
  student_id: number;
  title: string;
  payer: string;
  due_on: string;
  /** What covers it: itself and what was due before it. */
  left: Tiyin;
  /** Of that, what was due before it. */
  before: Tiyin;
}

/** What the debit `d` is for, in words: what was noted of it, or else its kind. */
export const debitTitle = (locale: Locale, d: SQL): SQL<string> =>
  sql<string>`coalesce(nullif(${d}.note, ''), case ${d}.kind ${sql.join(
    debitKinds.map((kind) => sql`when ${kind} then ${message(locale, `debit_kind.${kind}`)}`),
    sql` `,
  )} end)`;

/** `of` selects the students: who is known before is found by an index. */
const debits = async (call: Call, of: SQL): Promise<PayableDebit[]> => {
  const { rows } = await call.db.execute<Record<string, unknown> & PayableDebit>(sql`
    with open as (
      select d.id, d.student_id, d.due_on, d.note, d.kind, d.total - d.paid as own, s.full_name, s.account_id,
             sum(d.total - d.paid) over (partition by d.student_id order by d.due_on, d.id) as upto
        from ${studentDebits} d join ${students} s on s.id = d.student_id and s.deleted_at is null
       where d.contract_id is null and d.deleted_at is null and d.paid < d.total and d.student_id = any(array(${of})))
    select o.id as debit_id, o.student_id, ${debitTitle(call.locale, sql`o`)} as title, o.full_name as payer, o.due_on::text as due_on,
           o.upto::bigint as "left", (o.upto - o.own)::bigint as before
      from open o join ${studentDebits} d on d.id = o.id order by o.due_on, o.id limit 50`);
  return rows.map((row) => ({ ...row, left: Number(row.left), before: Number(row.before) }));
};

/** Those of the caller. */
export const ownPayableDebits = (call: Call): Promise<PayableDebit[]> =>
  debits(call, sql`select id from ${students} where account_id = ${call.account_id}`);

/** One of them; nothing where it is paid or gone. */
export const payableDebit = async (call: Call, id: number): Promise<PayableDebit | undefined> =>
  (await debits(call, sql`select student_id from ${studentDebits} where id = ${id}`)).find(
    ({ debit_id }) => debit_id === id,
  );
