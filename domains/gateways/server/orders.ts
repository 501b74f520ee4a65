import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  contracts,
  debitTitle,
  ownPayableDebits,
  ownPayableInvoices,
  ownPayables,
  studentDebits,
  sumOf,
  tiyinOf,
} from '#domains/accounting/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import type { contract, order, transaction } from '../contract.ts';
import { leastAmount, type OrderState, openForMs } from '../providers.ts';
import { reversible } from './reversals.ts';
import { gatewayOrders, gateways, gatewayTransactions } from './tables.ts';
import { orderNumber } from './transactions.ts';

/** Payments that people order, and what gateways did, as accounting reads it. */

type Order = z.infer<typeof order>;
const t = gatewayTransactions;

const inUse = (call: Call) =>
  call.db
    .select()
    .from(gateways)
    .where(and(eq(gateways.active, true), isNull(gateways.deleted_at)));

export async function payablesFor(call: Call) {
  const used = await inUse(call);
  const own = used.length ? await ownPayables(call) : [];
  return {
    providers: used.map((row) => row.provider),
    contracts: own
      .filter(({ takes, left }) => takes && left >= leastAmount)
      .map(({ contract_id, number, payer, left }) => ({
        contract: { id: contract_id, title: number },
        payer,
        left: sumOf(left),
      })),
    debits: (used.length ? await ownPayableDebits(call) : [])
      .filter(({ left }) => left >= leastAmount)
      .map(({ debit_id, title, left, before, due_on }) => ({
        debit: { id: debit_id, title },
        left: sumOf(left),
        before: sumOf(before),
        due_on,
      })),
    invoices: (used.length ? await ownPayableInvoices(call) : [])
      .filter(({ takes, left }) => takes && left >= leastAmount)
      .map(({ invoice_id, invoice, contract_id, number, left, due_on }) => ({
        invoice: { id: invoice_id, title: invoice },
        contract: { id: contract_id, title: number },
        left: sumOf(left),
        due_on,
      })),
  };
}

/** Of Payme the account, amount and way back as one word; of Click as a query. The order's number is the account. */
function pageOf(
  call: Call,
  row: typeof gatewayOrders.$inferSelect,
  known: Pick<typeof gateways.$inferSelect, 'merchant_id' | 'service_id'>,
): string {
  // In a demo there is no bank: a page of ours plays it.
  if (call.kernel.settings.demo) return `/payments/bank?order=${row.id}`;
  const back = new URL(`/payments/online?order=${row.id}`, call.kernel.settings.publicUrl).href;
  const number = orderNumber(row.id);
  if (row.provider === 'PAYME') {
    const said = `m=${known.merchant_id};ac.order=${number};a=${row.amount};l=${call.locale};c=${back}`;
    return `https://checkout.paycom.uz/${Buffer.from(said).toString('base64')}`;
  }
  const asked = new URLSearchParams({
    service_id: known.service_id,
    merchant_id: known.merchant_id,
    amount: sumOf(row.amount),
    transaction_param: number,
    return_url: back,
  });
  return `https://my.click.uz/services/pay?${asked}`;
}

async function shownOrder(call: Call, row: typeof gatewayOrders.$inferSelect): Promise<Order> {
  const [known] = await call.db.select().from(gateways).where(eq(gateways.provider, row.provider));
  const named = await titlesOf(call, contracts, [row.contract_id], sql`${contracts.number}`);
  const besides = await titlesOf(call, studentDebits, [row.debit_id], debitTitle(call.locale, sql`${studentDebits}`));
  const done = await call.db.select({ state: t.state }).from(t).where(eq(t.order_id, row.id));
  const has = (state: number) => done.some((one) => one.state === state);
  const state: OrderState = has(2)
    ? 'PAID'
    : has(-2)
      ? 'RETURNED'
      : Date.parse(row.expires_at) < clock.date().getTime()
        ? 'CANCELLED'
        : 'WAITING';
  return {
    id: row.id,
    number: orderNumber(row.id),
    provider: row.provider,
    contract: named.get(row.contract_id ?? 0) ?? null,
    debit: besides.get(row.debit_id ?? 0) ?? null,
    amount: sumOf(row.amount),
    state,
    created_at: row.created_at,
    expires_at: row.expires_at,
    url: pageOf(call, row, known!),
  };
}

/** Errors: GATEWAY_OFF, NOTHING_PAYABLE where it is not the caller's or takes no money, PAY_AMOUNT. */
export async function createOrder(call: Call, input: InputOf<typeof contract.order.create>): Promise<Order> {
  const used = await inUse(call);
  if (!used.some((row) => row.provider === input.provider)) throw failField('provider', 'GATEWAY_OFF');
  const { contract_id = null, debit_id = null } = input;
  if ((contract_id === null) === (debit_id === null)) throw failField('contract_id', 'NOTHING_PAYABLE');
  const contract = (contract_id === null ? [] : await ownPayables(call)).find((one) => one.contract_id === contract_id);
  const debit = (debit_id === null ? [] : await ownPayableDebits(call)).find((one) => one.debit_id === debit_id);
  const left = debit?.left ?? (contract?.takes ? contract.left : undefined);
  if (left === undefined) throw failField(debit_id === null ? 'contract_id' : 'debit_id', 'NOTHING_PAYABLE');
  const amount = tiyinOf(input.amount);
  // A fee is paid as a whole: a part of it lets nothing go on.
  const least = debit ? left : leastAmount;
  if (amount < least || amount > left)
    throw failField('amount', 'PAY_AMOUNT', { least: sumOf(least), left: sumOf(left) });
  const [made] = await call.db
    .insert(gatewayOrders)
    .values({
      account_id: call.account_id,
      provider: input.provider,
      contract_id,
      debit_id,
      amount,
      expires_at: new Date(clock.date().getTime() + openForMs).toISOString(),
    })
    .returning();
  return shownOrder(call, made!);
}

export async function getOrder(call: Call, input: { id: number }): Promise<Order> {
  const [row] = await call.db
    .select()
    .from(gatewayOrders)
    .where(and(eq(gatewayOrders.id, input.id), eq(gatewayOrders.account_id, call.account_id)));
  if (!row) throw fail('NOT_FOUND');
  return shownOrder(call, row);
}

const momentOf = (time: number): string | null => (time === 0 ? null : new Date(time).toISOString());

export const transactions = (call: Call, input: InputOf<typeof contract.gateway.transactions>) =>
  list(call, input, {
    from: sql`${t}`,
    key: sql`${t.id}`,
    table: 'gateway_transactions',
    where: [
      input.provider ? inArray(t.provider, input.provider) : undefined,
      input.state ? inArray(t.state, input.state) : undefined,
      input.contract_id ? eq(t.contract_id, input.contract_id) : undefined,
      input.from ? sql`${t.created_at} >= ${input.from}::date` : undefined,
      input.until ? sql`${t.created_at} < ${input.until}::date + 1` : undefined,
      input.search ? sql`${t.external_id} = ${input.search.trim()}` : undefined,
    ],
    sorts: { created_at: sql`${t.created_at}`, amount: sql`${t.amount}` },
    defaultSort: 'created_at,desc',
    load: async (ids): Promise<z.infer<typeof transaction>[]> => {
      const reverse = may(call, 'gateway.manage') ? await reversible(call, ids.map(Number)) : new Set<number>();
      const rows = await call.db
        .select({
          row: t,
          number: contracts.number,
          payer: sql<string>`coalesce(${contracts.payer_name}, ${students.full_name}, '')`,
          debit_id: gatewayOrders.debit_id,
          debit: debitTitle(call.locale, sql`${studentDebits}`),
        })
        .from(t)
        .leftJoin(contracts, eq(contracts.id, t.contract_id))
        .leftJoin(gatewayOrders, eq(gatewayOrders.id, t.order_id))
        .leftJoin(studentDebits, eq(studentDebits.id, gatewayOrders.debit_id))
        .leftJoin(students, eq(students.id, studentDebits.student_id))
        .where(inArray(t.id, ids));
      return rows.map(({ row, number, payer, debit_id, debit }) => ({
        id: row.id,
        created_at: row.created_at,
        provider: row.provider,
        external_id: row.external_id,
        contract: row.contract_id === null || number === null ? null : { id: row.contract_id, title: number },
        debit: debit_id === null ? null : { id: debit_id, title: debit },
        payer,
        amount: sumOf(row.amount),
        state: row.state,
        performed_at: momentOf(row.perform_time),
        cancelled_at: momentOf(row.cancel_time),
        reason: row.reason,
        payment_id: row.payment_id,
        can: { reverse: reverse.has(row.id) },
      }));
    },
  });
