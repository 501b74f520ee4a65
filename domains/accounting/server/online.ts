import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { Tiyin } from '../money.ts';
import { contractBalances, takingMoney, tellExcess } from './balance.ts';
import { settle } from './issue.ts';
import { isOwn } from './reach.ts';
import { contracts, payments } from './tables.ts';

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

/** The contract of this number, in letters of any case. */
export const payableByNumber = async (call: Call, number: string): Promise<Payable | undefined> =>
  (await payables(call, sql`upper(${contracts.number}) = upper(${number.trim()})`))[0];
export const payableById = async (call: Call, id: number): Promise<Payable | undefined> =>
  (await payables(call, sql`${contracts.id} = ${id}`))[0];
/** Those of the caller. */
export const ownPayables = (call: Call): Promise<Payable[]> => payables(call, isOwn(call));

/** Books what a gateway took. `reference` is its own name for it; the same one twice is refused by the database. Answers the payment. */
export async function takeOnline(
  call: Call,
  {
    contract_id,
    amount,
    type,
    reference,
  }: { contract_id: number; amount: Tiyin; type: 'PAYME' | 'CLICK'; reference: string },
): Promise<number> {
  const [row] = await call.db.select().from(contracts).where(eq(contracts.id, contract_id)).for('no key update');
  if (!row) throw new Error(`no contract ${contract_id}`);
  const [made] = await call.db
    .insert(payments)
    .values({
      contract_id,
      student_id: row.student_id,
      amount,
      paid_on: await todayOf(call),
      payment_type: type,
      payer: row.payer_name,
      external_ref: reference,
      source: 'EXTERNAL',
      search: [row.payer_name, row.number, reference].join(' ').toLowerCase(),
    })
    .returning({ id: payments.id });
  await settle(call, [contract_id]);
  await tellExcess(call, [contract_id]);
  return made!.id;
}

/** Gives back what a gateway took, whole; false where some of it was given back or used for another contract meanwhile. */
export async function returnOnline(call: Call, payment_id: number, reason: string): Promise<boolean> {
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
  return true;
}
