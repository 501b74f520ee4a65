import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { sumOf, type Tiyin } from '../money.ts';
import { numberKeyOf } from '../numbers.ts';
import { contractBalances, takingMoney, tellAccountants, tellExcess } from './balance.ts';
import { invoices } from './invoices/tables.ts';
import { settle } from './issue.ts';
import { isOwn } from './reach.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/** Contracts as payment gateways meet them: found by number, paid, and given back what was paid. */

export interface Payable {
  contract_id: number;
  number: string;
  payer: string;
  /** What may be paid at most without being above what is owed. */
  left: Tiyin;
  /** Whether it takes money as it stands. */
  takes: boolean;
}

async function payables(call: Call, where: ReturnType<typeof sql>): Promise<Payable[]> {
  const rows = await call.db
    .select()
    .from(contracts)
    .where(and(where, isNull(contracts.deleted_at)))
    .orderBy(contracts.deadline, contracts.id)
    .limit(50);
  const taking = await takingMoney(call, rows);
  const balances = await contractBalances(
    call,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    contract_id: row.id,
    number: row.number,
    payer: row.payer_name,
    left: balances.get(row.id)?.left ?? 0,
    takes: taking.has(row.id),
  }));
}

/** The contract of this number as people type it; of several that are told apart by their signs alone, none. */
export async function payableByNumber(call: Call, number: string): Promise<Payable | undefined> {
  const key = numberKeyOf(number);
  const found = key ? await payables(call, sql`${contracts.number_key} = ${key}`) : [];
  return found.length === 1 ? found[0] : found.find((one) => one.number.toUpperCase() === number.trim().toUpperCase());
}
export const payableById = async (call: Call, id: number): Promise<Payable | undefined> =>
  (await payables(call, sql`${contracts.id} = ${id}`))[0];
/** Those of the caller. */
export const ownPayables = (call: Call): Promise<Payable[]> => payables(call, isOwn(call));

/** An invoice of a contract as gateways meet it: it takes exactly what is left of it, once. */
export interface PayableInvoice extends Payable {
  invoice_id: number;
  invoice: string;
  due_on: string;
}

async function payableInvoices(call: Call, where: ReturnType<typeof sql>): Promise<PayableInvoice[]> {
  const rows = await call.db
    .select({
      id: invoices.id,
      number: invoices.number,
      left: invoices.left,
      due_on: invoices.due_on,
      of: contracts.id,
    })
    .from(invoices)
    .innerJoin(contracts, eq(contracts.id, invoices.contract_id))
    .where(where)
    .orderBy(asc(invoices.due_on), asc(invoices.id))
    .limit(50);
  const of = new Map(
    rows.length
      ? (
          await payables(call, sql`${contracts.id} = any(${sql.param([...new Set(rows.map((row) => row.of))])}::int[])`)
        ).map((one) => [one.contract_id, one])
      : [],
  );
  return rows.flatMap((row) => {
    const found = of.get(row.of);
    return found ? [{ ...found, invoice_id: row.id, invoice: row.number, left: row.left, due_on: row.due_on }] : [];
  });
}

/** The invoice of this number as people type it; what nothing is left of as well. */
export const payableByInvoice = async (call: Call, number: string): Promise<PayableInvoice | undefined> =>
  (await payableInvoices(call, sql`${invoices.number_key} = ${numberKeyOf(number)}`))[0];
/** Those of the caller that are open. */
export const ownPayableInvoices = (call: Call): Promise<PayableInvoice[]> =>
  payableInvoices(call, sql`${and(gt(invoices.left, 0), isOwn(call))}`);
/** Whoever pays an invoice waits for who does so already. */
export const lockInvoice = async (call: Call, id: number): Promise<{ left: Tiyin } | undefined> =>
  (await call.db.select({ left: invoices.left }).from(invoices).where(eq(invoices.id, id)).for('no key update'))[0];

/** What was paid for: a contract, or one of the debits that a student has besides. */
export type PaidOnline = { contract_id: number } | { debit_id: number };

/** Whose money it is. A contract is locked; a debit that is gone by now still says whose it was. */
async function payerOf(call: Call, of: PaidOnline) {
  if ('contract_id' in of) {
    const [row] = await call.db.select().from(contracts).where(eq(contracts.id, of.contract_id)).for('no key update');
    return row && { contract_id: row.id, student_id: row.student_id, payer: row.payer_name, also: row.number };
  }
  const [row] = await call.db
    .select({ student_id: students.id, payer: students.full_name, also: students.student_no })
    .from(studentDebits)
    .innerJoin(students, eq(students.id, studentDebits.student_id))
    .where(eq(studentDebits.id, of.debit_id));
  return row && { contract_id: null, ...row };
}

/** Books what a gateway took. `reference` is its own name for it; the same one twice is refused by the database. Answers the payment. */
export async function takeOnline(
  call: Call,
  of: PaidOnline,
  { amount, type, reference }: { amount: Tiyin; type: 'PAYME' | 'CLICK'; reference: string },
): Promise<number> {
  const payer = await payerOf(call, of);
  if (!payer) throw new Error(`nobody owes ${JSON.stringify(of)}`);
  const { also, ...owner } = payer;
  const [made] = await call.db
    .insert(payments)
    .values({
      ...owner,
      amount,
      paid_on: await todayOf(call),
      payment_type: type,
      external_ref: reference,
      source: 'EXTERNAL',
      search: [owner.payer, also, reference].join(' ').toLowerCase(),
    })
    .returning({ id: payments.id });
  await settle(call, [owner.contract_id]);
  await tellExcess(call, [owner]);
  return made!.id;
}

/** Whether what a gateway took is all there: neither given back in part, nor used for another contract. */
export async function isWhole(call: Call, payment_id: number): Promise<boolean> {
  const { rows } = await call.client.query(
    `select 1 from payments p where p.id = $1 and p.deleted_at is null
        and not exists (select 1 from payments r where r.refund_of = p.id and r.deleted_at is null)`,
    [payment_id],
  );
  return rows.length > 0;
}

/**
 * Gives back what a gateway took, whole; false where some of it was given back or used for another contract meanwhile. Whoever
 * gives back by a request, or uses the money, holds the contract, or the student where there is none: one of the two waits for the other.
 */
export async function returnOnline(call: Call, payment_id: number, reason: string): Promise<boolean> {
  const [of] = await call.db
    .select({ contract_id: payments.contract_id, student_id: payments.student_id })
    .from(payments)
    .where(eq(payments.id, payment_id));
  // The owner before the payment, in the order in which everybody else takes them.
  if (of?.contract_id)
    await call.db
      .select({ id: contracts.id })
      .from(contracts)
      .where(eq(contracts.id, of.contract_id))
      .for('no key update');
  else if (of?.student_id)
    await call.db.select({ id: students.id }).from(students).where(eq(students.id, of.student_id)).for('no key update');
  const [row] = await call.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, payment_id), isNull(payments.deleted_at)))
    .for('update');
  if (!row) return false;
  const { rows } = await call.client.query(
    'select 1 from payments where refund_of = $1 and deleted_at is null limit 1',
    [row.id],
  );
  if (rows.length) return false;
  await call.db.insert(payments).values({
    contract_id: row.contract_id,
    student_id: row.student_id,
    kind: 'REFUND',
    refund_of: row.id,
    amount: -row.amount,
    paid_on: await todayOf(call),
    payment_type: row.payment_type,
    payer: row.payer,
    note: reason,
    source: 'EXTERNAL',
    search: row.search,
  });
  await settle(call, [row.contract_id]);
  if (row.contract_id !== null) await tellOwedAgain(call, row.contract_id);
  return true;
}

/** Nobody looks at a contract that has ended: where something of it is owed again, accounting is told. */
async function tellOwedAgain(call: Call, contract_id: number): Promise<void> {
  const [ended] = await call.db
    .select({ number: contracts.number })
    .from(contracts)
    .where(and(eq(contracts.id, contract_id), inArray(contracts.status, ['TERMINATED', 'SUPERSEDED'])));
  if (!ended) return;
  const left = (await contractBalances(call, [contract_id])).get(contract_id)?.left ?? 0;
  if (left === 0) return;
  const title = titleOf('notice_owed_again', { number: ended.number, sum: sumOf(left) });
  await tellAccountants(call, title, `/accounting/contract?open=${contract_id}`);
}
