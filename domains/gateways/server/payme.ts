import { and, asc, between, eq } from 'drizzle-orm';
import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { leastAmount, mostAmount, openForMs } from '../providers.ts';
import { gateways, gatewayTransactions } from './tables.ts';
import {
  type Account,
  accountOf,
  begin,
  cancel,
  isExpired,
  lockName,
  lockTransaction,
  noteFiscal,
  orderNumber,
  perform,
  stateOf,
  type Transaction,
} from './transactions.ts';

/**
 * The merchant protocol of Payme: JSON-RPC in which the answer is always HTTP 200, amounts are tiyin and times milliseconds.
 * Whatever is asked twice is answered the same.
 */

export interface RpcError {
  code: number;
  message: { uz: string; ru: string; en: string };
  data?: string;
}
export type Answer = { result: Record<string, unknown> } | { error: RpcError };

/** Codes of the protocol, by the text that says what is wrong. */
const codes = {
  auth: -32_504,
  transport: -32_300,
  json: -32_700,
  request: -32_600,
  method: -32_601,
  system: -32_400,
  amount: -31_001,
  transaction: -31_003,
  used: -31_007,
  refused: -31_008,
  account: -31_050,
} as const;

export const refusal = (what: keyof typeof codes, data?: string): { error: RpcError } => ({
  error: {
    code: codes[what],
    message: {
      uz: message('uz', `payme.${what}`),
      ru: message('ru', `payme.${what}`),
      en: message('en', `payme.${what}`),
    },
    ...(data === undefined ? {} : { data }),
  },
});
const amount = z.int();
const time = z.int().min(0);
const external = z.string().min(1).max(100);
const number = z.string().max(60).optional();
const account = z.object({ contract: number, order: number, invoice: number });
type Named = z.infer<typeof account>;
/** Which field the merchant's account has; what stands there may be of any kind that the field allows. */
const fieldOf = (named: Named) =>
  named.order !== undefined ? 'order' : named.invoice !== undefined ? 'invoice' : 'contract';
const params = {
  CheckPerformTransaction: z.object({ amount, account }),
  CreateTransaction: z.object({ id: external, time, amount, account }),
  PerformTransaction: z.object({ id: external }),
  CancelTransaction: z.object({ id: external, reason: z.int().min(1).max(99) }),
  CheckTransaction: z.object({ id: external }),
  GetStatement: z.object({ from: time, to: time }),
  SetFiscalData: z.object({
    id: external,
    type: z.enum(['PERFORM', 'CANCEL']),
    fiscal_data: z.record(z.string(), z.unknown()),
  }),
};
/** So many transactions a statement has at most. */
const longestStatement = 50_000;
type Params = { [M in keyof typeof params]: z.infer<(typeof params)[M]> };

/** Which account was named, and whether it may be paid so much. */
async function accountFor(call: Call, named: Named, sum: number): Promise<{ account: Account } | { error: RpcError }> {
  const field = fieldOf(named);
  const found = await accountOf(call, named[field] ?? '');
  if (!found || found.kind !== field) return refusal('account', field);
  // What was paid or taken back is no unknown account: it takes no more, which `stateOf` says.
  if (found.exactly === 0) return refusal('refused');
  if (!found.takes) return refusal('account', field);
  if (found.exactly !== null ? sum !== found.exactly : sum < leastAmount || sum > Math.min(found.left, mostAmount))
    return refusal('amount');
  return { account: found };
}

/** What the tax receipt of this payment says: one item of exactly its amount, where the institution named its code. */
async function receiptOf(call: Call, of: Account, sum: number): Promise<{ detail?: object }> {
  const [known] = await call.db.select().from(gateways).where(eq(gateways.provider, 'PAYME'));
  if (!known?.item_code) return {};
  const item = {
    title: message('uz', 'payme.item', { kind: of.kind, name: of.name }).slice(0, 128),
    price: sum,
    count: 1,
    code: known.item_code,
    package_code: known.item_package,
    vat_percent: known.item_vat,
  };
  return { detail: { receipt_type: 0, items: [item] } };
}

const shown = (row: Transaction) => ({
  create_time: row.create_time,
  perform_time: row.perform_time,
  cancel_time: row.cancel_time,
  transaction: String(row.id),
  state: row.state,
  reason: row.reason,
});
const expire = async (call: Call, row: Transaction) => {
  await cancel(call, row, 4);
  return refusal('refused');
};

const methods: { [M in keyof Params]: (call: Call, input: Params[M]) => Promise<Answer> } = {
  async CheckPerformTransaction(call, input) {
    const found = await accountFor(call, input.account, input.amount);
    if ('error' in found) return found;
    if ((await stateOf(call, found.account)) !== 'FREE') return refusal('refused');
    return { result: { allow: true, ...(await receiptOf(call, found.account, input.amount)) } };
  },

  async CreateTransaction(call, input) {
    await lockName(call, 'PAYME', input.id);
    const there = await lockTransaction(call, 'PAYME', input.id);
    if (there) {
      const found = await accountOf(call, input.account[fieldOf(input.account)] ?? '');
      const same =
        there.amount === input.amount &&
        found?.contract_id === there.contract_id &&
        found.order_id === there.order_id &&
        found.invoice_id === there.invoice_id &&
        there.state === 1;
      if (!same) return refusal('refused');
      if (isExpired(there)) return expire(call, there);
      return {
        result: { create_time: there.create_time, transaction: String(there.id), state: there.state },
      };
    }
    if (clock.date().getTime() - input.time > openForMs) return refusal('refused');
    const found = await accountFor(call, input.account, input.amount);
    if ('error' in found) return found;
    if ((await stateOf(call, found.account)) !== 'FREE') return refusal('refused');
    const row = await begin(
      call,
      { provider: 'PAYME', external_id: input.id, external_time: input.time, amount: input.amount },
      found.account,
    );
    return { result: { create_time: row.create_time, transaction: String(row.id), state: row.state } };
  },

  async PerformTransaction(call, input) {
    const row = await lockTransaction(call, 'PAYME', input.id);
    if (!row) return refusal('transaction');
    if (row.state < 0) return refusal('refused');
    if (isExpired(row)) return expire(call, row);
    const paid = row.state === 2 ? row : await perform(call, row);
    return { result: { transaction: String(paid.id), perform_time: paid.perform_time, state: paid.state } };
  },

  async CancelTransaction(call, input) {
    const row = await lockTransaction(call, 'PAYME', input.id);
    if (!row) return refusal('transaction');
    const over = row.state < 0 ? row : await cancel(call, row, input.reason);
    if (!over) return refusal('used');
    return { result: { transaction: String(over.id), cancel_time: over.cancel_time, state: over.state } };
  },

  async CheckTransaction(call, input) {
    const row = await lockTransaction(call, 'PAYME', input.id);
    return row ? { result: shown(row) } : refusal('transaction');
  },

  /** All that began between these instants by the clock of Payme, both included, in the order in which it did. */
  async GetStatement(call, { from, to }) {
    if (from > to) return refusal('request');
    const rows = await call.db
      .select()
      .from(gatewayTransactions)
      .where(and(eq(gatewayTransactions.provider, 'PAYME'), between(gatewayTransactions.external_time, from, to)))
      .orderBy(asc(gatewayTransactions.external_time), asc(gatewayTransactions.id))
      .limit(longestStatement + 1);
    // Whoever compares must not take what was cut short for all there is: it asks for less.
    if (rows.length > longestStatement) return refusal('request', 'to');
    const names = new Map(
      (
        await call.client.query<{ id: number; number: string }>('select id, number from contracts where id = any($1)', [
          [...new Set(rows.map((row) => row.contract_id))],
        ])
      ).rows.map((row) => [row.id, row.number]),
    );
    const asked = new Map(
      (
        await call.client.query<{ id: number; number: string }>('select id, number from invoices where id = any($1)', [
          [...new Set(rows.flatMap((row) => row.invoice_id ?? []))],
        ])
      ).rows.map((row) => [row.id, row.number]),
    );
    return {
      result: {
        transactions: rows.map((row) => ({
          id: row.external_id,
          time: row.external_time,
          amount: row.amount,
          account:
            row.order_id !== null
              ? { order: orderNumber(row.order_id) }
              : row.invoice_id !== null
                ? { invoice: asked.get(row.invoice_id) ?? '' }
                : { contract: names.get(row.contract_id ?? 0) ?? '' },
          ...shown(row),
        })),
      },
    };
  },

  async SetFiscalData(call, input) {
    const row = await lockTransaction(call, 'PAYME', input.id);
    if (!row) return refusal('transaction');
    await noteFiscal(call, row, input.type, input.fiscal_data);
    return { result: { success: true } };
  },
};

const isMethod = (name: string): name is keyof Params => Object.hasOwn(methods, name);

/** Answers one request whose sender has proved to be Payme. */
export async function answerPayme(call: Call, method: string, input: unknown): Promise<Answer> {
  if (!isMethod(method)) return refusal('method', method.slice(0, 50));
  return answer(call, method, input);
}

async function answer<M extends keyof Params>(call: Call, method: M, input: unknown): Promise<Answer> {
  const read = params[method].safeParse(input);
  return read.success ? methods[method](call, read.data as Params[M]) : refusal('request');
}
