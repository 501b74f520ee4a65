import { and, eq, sql } from 'drizzle-orm';
import {
  lockInvoice,
  type Payable,
  payableById,
  payableByInvoice,
  payableByNumber,
  payableDebit,
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

/** What was named: a contract takes many payments, an order and an invoice one of exactly their amount. */
export interface Account extends Pick<Payable, 'left' | 'takes'> {
  kind: 'contract' | 'order' | 'invoice';
  /** What is paid for, as people call it: a number, or what a debit was noted as. */
  name: string;
  contract_id: number | null;
  order_id: number | null;
  invoice_id: number | null;
  /** Of an order and an invoice: what they ask for, and nothing else. */
  exactly: number | null;
}

/** Order numbers as people and gateways see them. */
export const orderNumber = (id: number): string => `P-${String(id).padStart(6, '0')}`;
const orderOf = /^p-(\d{6,9})$/i;

/** What a payer named: the number of a contract, of an order or of an invoice. */
export async function accountOf(call: Call, name: string): Promise<Account | undefined> {
  const order = orderOf.exec(name.trim());
  if (!order) {
    const said = name.trim();
    if (!said) return undefined;
    const found = await payableByNumber(call, said);
    if (found)
      return { ...found, kind: 'contract', name: found.number, order_id: null, invoice_id: null, exactly: null };
    const invoice = await payableByInvoice(call, said);
    return invoice && { ...invoice, kind: 'invoice', name: invoice.invoice, order_id: null, exactly: invoice.left };
  }
  const [row] = await call.db
    .select()
    .from(gatewayOrders)
    .where(eq(gatewayOrders.id, Number(order[1])));
  if (!row) return undefined;
  const order_of = { kind: 'order', order_id: row.id, invoice_id: null, exactly: row.amount } as const;
  if (row.debit_id !== null) {
    const debit = await payableDebit(call, row.debit_id);
    return {
      contract_id: null,
      name: debit?.title ?? '',
      left: debit?.left ?? 0,
      takes: debit !== undefined,
      ...order_of,
    };
  }
  const found = row.contract_id === null ? undefined : await payableById(call, row.contract_id);
  return found && { ...found, name: found.number, ...order_of };
}

/**
 * Whether it may be paid now: a contract always; of an order or an invoice, whether somebody is at it, or has paid it. These
 * are locked until the end of the transaction.
 */
export async function stateOf(call: Call, of: Account): Promise<'FREE' | 'BUSY' | 'PAID' | 'OVER'> {
  if (of.kind === 'contract') return 'FREE';
  const t = gatewayTransactions;
  const [order] =
    of.order_id === null
      ? []
      : await call.db
          .select({ expires_at: gatewayOrders.expires_at })
          .from(gatewayOrders)
          .where(eq(gatewayOrders.id, of.order_id))
          .for('update');
  const invoice = of.invoice_id === null ? undefined : await lockInvoice(call, of.invoice_id);
  const [live] = await call.db
    .select()
    .from(t)
    .where(
      and(
        // Whether an invoice is paid says what is left of it: money taken under its number may have paid an older debt.
        of.order_id === null
          ? and(eq(t.invoice_id, of.invoice_id ?? 0), eq(t.state, 1))
          : and(eq(t.order_id, of.order_id), sql`${t.state} > 0`),
      ),
    );
  if (live?.state === 2 || invoice?.left === 0) return 'PAID';
  if (live && !isExpired(live)) return 'BUSY';
  if (live) await cancel(call, live, 4);
  // What was paid otherwise since is not paid once more.
  const above = of.exactly !== null && of.exactly > of.left;
  return order && (above || Date.parse(order.expires_at) < clock.date().getTime()) ? 'OVER' : 'FREE';
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
  of: Pick<Transaction, 'provider' | 'external_id' | 'external_time' | 'amount'> &
    Partial<Pick<Transaction, 'account'>>,
  account: Account,
): Promise<Transaction> {
  const [made] = await call.db
    .insert(gatewayTransactions)
    .values({
      ...of,
      contract_id: account.contract_id,
      order_id: account.order_id,
      invoice_id: account.invoice_id,
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
  const of = row.contract_id === null ? { debit_id: await debitOf(call, row) } : { contract_id: row.contract_id };
  const payment_id = await takeOnline(call, of, {
    amount: row.amount,
    type: row.provider,
    reference: `${titles[row.provider]} ${row.external_id}`,
  });
  return change(call, row, { state: 2, perform_time: clock.date().getTime(), payment_id });
}

async function debitOf(call: Call, row: Transaction): Promise<number> {
  const [order] = await call.db
    .select({ debit_id: gatewayOrders.debit_id })
    .from(gatewayOrders)
    .where(eq(gatewayOrders.id, row.order_id ?? 0));
  if (!order?.debit_id) throw new Error(`nothing was named in transaction ${row.id}`);
  return order.debit_id;
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
