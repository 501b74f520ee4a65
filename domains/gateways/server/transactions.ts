import { and, eq, sql } from 'drizzle-orm';
import {
  type Payable,
  payableById,
  payableByNumber,
  returnOnline,
  takeOnline,
} from '#domains/accounting/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { openForMs, type Provider } from '../providers.ts';
import { gatewayOrders, gatewayTransactions } from './tables.ts';

/**
 * What gateways do with money, whichever protocol they speak. A transaction is locked before it is judged, and what is paid
 * is booked in the same database transaction: a gateway that asks again is told the same, however often and from wherever.
 */

export type Transaction = typeof gatewayTransactions.$inferSelect;

export interface Account extends Payable {
  order_id: number | null;
  /** Of an order: what it asks for, and nothing else. */
  exactly: number | null;
}

/** Order numbers as people and gateways see them. */
export const orderNumber = (id: number): string => `P-${String(id).padStart(6, '0')}`;
const orderOf = /^p-(\d{6,9})$/i;

/** What a payer named: the number of a contract, which takes many payments, or of an order, which takes one. */
export async function accountOf(call: Call, name: string): Promise<Account | undefined> {
  const order = orderOf.exec(name.trim());
  if (!order) {
    const found = name.trim() ? await payableByNumber(call, name) : undefined;
    return found && { ...found, order_id: null, exactly: null };
  }
  const [row] = await call.db
    .select()
    .from(gatewayOrders)
    .where(eq(gatewayOrders.id, Number(order[1])));
  if (!row) return undefined;
  const found = await payableById(call, row.contract_id);
  return found && { ...found, order_id: row.id, exactly: row.amount };
}

/** Of an order: whether somebody is at it, or has paid it. The order is locked until the end of the transaction. */
export async function stateOfOrder(call: Call, order_id: number): Promise<'FREE' | 'BUSY' | 'PAID' | 'OVER'> {
  const [row] = await call.db
    .select({ expires_at: gatewayOrders.expires_at })
    .from(gatewayOrders)
    .where(eq(gatewayOrders.id, order_id))
    .for('update');
  const [live] = await call.db
    .select()
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.order_id, order_id), sql`${gatewayTransactions.state} > 0`));
  if (live?.state === 2) return 'PAID';
  if (live && !isExpired(live)) return 'BUSY';
  if (live) await cancel(call, live, 4);
  return row && Date.parse(row.expires_at) < clock.date().getTime() ? 'OVER' : 'FREE';
}

export async function lockTransaction(
  call: Call,
  provider: Provider,
  external_id: string,
): Promise<Transaction | undefined> {
  const [row] = await call.db
    .select()
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.provider, provider), eq(gatewayTransactions.external_id, external_id)))
    .for('update');
  return row;
}

/** Two that come at once with one name: the second waits for the first, and finds it. */
export async function lockName(call: Call, provider: Provider, external_id: string): Promise<void> {
  await call.client.query('select pg_advisory_xact_lock(hashtextextended($1, 19))', [
    `${call.institution_id} ${provider} ${external_id}`,
  ]);
}

export async function begin(
  call: Call,
  of: Pick<Transaction, 'provider' | 'external_id' | 'external_time' | 'amount'>,
  account: Account,
): Promise<Transaction> {
  const [made] = await call.db
    .insert(gatewayTransactions)
    .values({
      ...of,
      contract_id: account.contract_id,
      order_id: account.order_id,
      create_time: clock.date().getTime(),
    })
    .returning();
  return made!;
}

export const isExpired = (row: Transaction): boolean =>
  row.state === 1 && clock.date().getTime() - row.create_time > openForMs;

async function change(call: Call, row: Transaction, values: Partial<Transaction>): Promise<Transaction> {
  const [changed] = await call.db
    .update(gatewayTransactions)
    .set(values)
    .where(eq(gatewayTransactions.id, row.id))
    .returning();
  return changed!;
}

const titles = { PAYME: 'payme', CLICK: 'click' } as const;

/** Books it: what was agreed as it began, whatever the contract costs by now. */
export async function perform(call: Call, row: Transaction): Promise<Transaction> {
  const payment_id = await takeOnline(call, {
    contract_id: row.contract_id,
    amount: row.amount,
    type: row.provider,
    reference: `${titles[row.provider]} ${row.external_id}`,
  });
  return change(call, row, { state: 2, perform_time: clock.date().getTime(), payment_id });
}

/** Before it was paid, or afterwards with the money given back. Undefined where the money was used for something else meanwhile. */
export async function cancel(call: Call, row: Transaction, reason: number | null): Promise<Transaction | undefined> {
  if (row.state === 2 && row.payment_id !== null) {
    const given = await returnOnline(call, row.payment_id, `${titles[row.provider]} ${row.external_id}`);
    if (!given) return undefined;
  }
  return change(call, row, {
    state: row.state === 2 ? -2 : -1,
    cancel_time: clock.date().getTime(),
    reason,
  });
}

export const noteFiscal = (call: Call, row: Transaction, kind: string, data: unknown): Promise<Transaction> =>
  change(call, row, { fiscal: { ...row.fiscal, [kind]: data } });
