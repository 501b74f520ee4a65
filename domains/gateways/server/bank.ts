import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { sumOf } from '#domains/accounting/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { bankAnswer, contract } from '../contract.ts';
import { clickAnswer, paymeAnswer } from './http.ts';
import { getOrder } from './orders.ts';
import { gatewayOrders, gatewaySecrets, gateways } from './tables.ts';
import { orderNumber } from './transactions.ts';

/**
 * The bank of a demo: it asks as Payme and Click do, with their key and through the same door, so that one can pay, cancel
 * and see what becomes of a lost answer without a bank. Only a demo has it.
 */

type Act = InputOf<typeof contract.order.bank>['act'];
interface Bank {
  order: typeof gatewayOrders.$inferSelect;
  secret: string;
  service_id: string;
}

/** The name of the transaction there: one for each order, so that what is asked again is the same. */
const nameOf = ({ order }: Bank): string => `demo-${order.id}`;

const askPayme = (call: Call, bank: Bank, method: string, params: object) =>
  paymeAnswer(call.kernel, {
    institution_id: call.institution_id,
    ip: '127.0.0.1',
    authorization: `Basic ${Buffer.from(`Paycom:${bank.secret}`).toString('base64')}`,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

async function asPayme(call: Call, bank: Bank, act: Act): Promise<unknown[]> {
  const ask = (method: string, params: object) => askPayme(call, bank, method, params);
  const id = nameOf(bank);
  const account = { order: orderNumber(bank.order.id) };
  const { amount } = bank.order;
  if (act === 'CANCEL' || act === 'RETURN')
    return [await ask('CancelTransaction', { id, reason: act === 'CANCEL' ? 3 : 5 })];
  const said = [
    await ask('CheckPerformTransaction', { amount, account }),
    await ask('CreateTransaction', { id, time: clock.date().getTime(), amount, account }),
    await ask('PerformTransaction', { id }),
  ];
  // The answer of the first never came, so it asks anew.
  return act === 'PAY' ? said : [...said, await ask('PerformTransaction', { id })];
}

const listed = z.object({
  result: z.object({
    transactions: z.array(
      z.looseObject({ id: z.string(), time: z.number(), amount: z.number(), account: z.unknown(), state: z.number() }),
    ),
  }),
});
const known = z.object({ result: z.looseObject({ state: z.number() }) });

/**
 * As Payme compares: it asks for what began since the order was made, and for its own transaction by name. The list is in the
 * order of its clock and has that one once, with its amount, its account and all that was answered of it; or, where it began none, none.
 */
async function compare(call: Call, bank: Bank): Promise<{ said: unknown[]; agrees: boolean }> {
  const from = Date.parse(bank.order.created_at);
  const to = clock.date().getTime();
  const statement = await askPayme(call, bank, 'GetStatement', { from, to });
  const own = await askPayme(call, bank, 'CheckTransaction', { id: nameOf(bank) });
  const list = listed.safeParse(statement);
  if (!list.success) return { said: [statement, own], agrees: false };
  const { transactions } = list.data.result;
  const found = transactions.filter(({ id }) => id === nameOf(bank));
  const [one] = found;
  const asked = known.safeParse(own);
  const sorted = transactions.every(
    ({ time }, at) => time >= from && time <= to && (at === 0 || transactions[at - 1]!.time <= time),
  );
  const same = asked.success
    ? found.length === 1 &&
      one!.amount === bank.order.amount &&
      isDeepStrictEqual(one!.account, { order: orderNumber(bank.order.id) }) &&
      Object.entries(asked.data.result).every(([key, value]) => one![key] === value)
    : found.length === 0;
  return { said: [statement, own], agrees: sorted && same };
}

async function asClick(call: Call, bank: Bank, act: Act): Promise<unknown[]> {
  const ask = (action: '0' | '1', more: Record<string, string>) => {
    const form = {
      click_trans_id: nameOf(bank),
      service_id: bank.service_id,
      click_paydoc_id: String(bank.order.id),
      merchant_trans_id: orderNumber(bank.order.id),
      amount: sumOf(bank.order.amount),
      action,
      error: '0',
      error_note: '',
      sign_time: clock.iso().slice(0, 19).replace('T', ' '),
      ...more,
    };
    const prepared = 'merchant_prepare_id' in more ? more.merchant_prepare_id : '';
    const signed = [
      form.click_trans_id,
      form.service_id,
      bank.secret,
      form.merchant_trans_id,
      prepared,
      form.amount,
      action,
      form.sign_time,
    ];
    const sign_string = createHash('md5').update(signed.join('')).digest('hex');
    return clickAnswer(call.kernel, {
      institution_id: call.institution_id,
      ip: '127.0.0.1',
      body: new URLSearchParams({ ...form, sign_string }).toString(),
    });
  };
  const prepared = await ask('0', {});
  const merchant_prepare_id = String(prepared.merchant_prepare_id ?? 0);
  // Without money on the card Click completes with an error of its own.
  const error = act === 'CANCEL' || act === 'RETURN' ? '-5017' : '0';
  const said = [prepared, await ask('1', { merchant_prepare_id, error })];
  return act === 'LOSE' || act === 'REPEAT' ? [...said, await ask('1', { merchant_prepare_id, error })] : said;
}

/** Errors: NOT_FOUND where it is no demo, or the order is not the caller's; BANK_LIST of Click. */
export async function actAsBank(
  call: Call,
  input: InputOf<typeof contract.order.bank>,
): Promise<z.infer<typeof bankAnswer>> {
  if (!call.kernel.settings.demo) throw fail('NOT_FOUND');
  const [found] = await call.db
    .select({ order: gatewayOrders, secret: gatewaySecrets.secret, service_id: gateways.service_id })
    .from(gatewayOrders)
    .innerJoin(gateways, eq(gateways.provider, gatewayOrders.provider))
    .innerJoin(gatewaySecrets, eq(gatewaySecrets.gateway_id, gateways.id))
    .where(and(eq(gatewayOrders.id, input.id), eq(gatewayOrders.account_id, call.account_id)));
  if (!found) throw fail('NOT_FOUND');
  if (input.act === 'COMPARE') {
    // The protocol of Click knows no list.
    if (found.order.provider !== 'PAYME') throw fail('BANK_LIST');
    const { said, agrees } = await compare(call, found);
    return { said: said.map((one) => JSON.stringify(one)), agrees, order: await getOrder(call, input) };
  }
  const said = await (found.order.provider === 'PAYME' ? asPayme : asClick)(call, found, input.act);
  return { said: said.map((one) => JSON.stringify(one)), agrees: null, order: await getOrder(call, input) };
}
