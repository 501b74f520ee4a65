import { z } from 'zod';
import {
  call,
  date,
  defineErrors,
  id,
  listOf,
  listQuery,
  manyOf,
  money,
  option,
  queryId,
  readAs,
  requiredText,
  version,
} from '#platform/contract/index.ts';
import { orderStates, providers, reversalStates, transactionStates } from './providers.ts';
import { bankActs, gatewaySave } from './shapes.ts';

export { permissions } from './permissions.ts';

/** Payment gateways: how an institution is known to them, what people pay with, and what the gateways brought. */

export const errors = defineErrors({
  GATEWAY_OFF: 422,
  NOTHING_PAYABLE: 422,
  PAY_AMOUNT: 422,
  GATEWAY_SECRET: 422,
  BANK_LIST: 422,
  REVERSAL_NOT: 422,
  REVERSAL_OWN: 422,
  REVERSAL_DECIDED: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    gateways: typeof errors;
  }
}

const read = { permission: 'gateway.read' } as const;
const manage = { permission: 'gateway.manage' } as const;
const pay = { permission: 'gateway.pay' } as const;
const provider = z.enum(providers);

export const gateway = z.object({
  provider,
  active: z.boolean(),
  merchant_id: z.string(),
  service_id: z.string(),
  merchant_user_id: z.string(),
  has_secret: z.boolean().describe('the secret itself is never shown'),
  addresses: z.array(z.string()).describe('from where the gateway may ask; empty: from anywhere'),
  item_code: z
    .string()
    .describe('of the national catalogue of goods and services (MXIK), for tax receipts; empty: none'),
  item_package: z.string(),
  item_vat: z.number().describe('percent'),
  url: z.string().describe('what is told to the gateway as our address'),
});

export const order = z.object({
  id,
  number: z.string(),
  provider,
  contract: option.nullable(),
  debit: option.nullable().describe('what is paid besides contracts'),
  amount: money,
  state: z.enum(orderStates),
  created_at: z.string(),
  expires_at: z.string(),
  url: z.string().describe('the page of the gateway where it is paid'),
});
export const payable = z.object({ contract: option, payer: z.string(), left: money });
export const payableDebit = z.object({
  debit: option,
  left: money.describe('covers it: with what was due before'),
  before: money.describe('of that, what was due before'),
  due_on: date,
});
export const payableInvoice = z.object({ invoice: option, contract: option, left: money, due_on: date });

export const bankAnswer = z.object({
  said: z.array(z.string()).describe('what we answered to each request'),
  agrees: z.boolean().nullable().describe('of COMPARE: whether our list says what the bank knows'),
  order,
});

export const transaction = z.object({
  id,
  created_at: z.string(),
  provider,
  external_id: z.string(),
  contract: option.nullable(),
  debit: option.nullable(),
  payer: z.string(),
  amount: money,
  state: z.union(transactionStates.map((state) => z.literal(state))),
  performed_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  reason: z.number().nullable(),
  payment_id: z.number().nullable(),
  can: z.object({ reverse: z.boolean() }).describe('whether Click can be asked to take it back'),
});

export const reversal = z.object({
  id,
  version,
  created_at: z.string(),
  transaction_id: z.number(),
  external_id: z.string(),
  payer: z.string(),
  contract: option.nullable(),
  amount: money,
  reason: z.string(),
  state: z.enum(reversalStates),
  asked_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  sent_at: z.string().nullable(),
  note: z.string().nullable().describe('what Click said last, where it was no success'),
  can: z.object({ send: z.boolean(), withdraw: z.boolean() }),
});

export const contract = {
  gateway: {
    list: call({
      method: 'GET',
      path: '/accounting/gateway/',
      summary: 'Payment gateways of the institution',
      access: read,
      output: z.array(gateway),
    }),
    save: call({
      method: 'PUT',
      path: '/accounting/gateway/',
      summary: 'Set up a payment gateway',
      access: manage,
      proof: true,
      input: gatewaySave,
      output: z.array(gateway),
      errors: ['GATEWAY_SECRET'],
    }),
    transactions: call({
      method: 'GET',
      path: '/accounting/gateway/transaction/',
      summary: 'What gateways made, paid and cancelled',
      access: read,
      input: z.object({
        ...listQuery,
        provider: manyOf(provider),
        state: manyOf(
          readAs(
            (value) => (typeof value === 'string' ? Number(value) : value),
            z.union(transactionStates.map((state) => z.literal(state))),
          ),
        ),
        contract_id: queryId.optional(),
        from: date.optional(),
        until: date.optional(),
      }),
      output: listOf(transaction),
    }),
  },
  reversal: {
    list: call({
      method: 'GET',
      path: '/accounting/gateway/reversal/',
      summary: 'Payments by Click that are taken back, or are to be',
      access: read,
      input: z.object({ ...listQuery, state: manyOf(z.enum(reversalStates)) }),
      output: listOf(reversal),
    }),
    ask: call({
      method: 'POST',
      path: '/accounting/gateway/reversal/',
      summary: 'Ask that a payment by Click be taken back, whole, by Click itself',
      access: manage,
      input: z.object({ transaction_id: id, reason: requiredText(500) }),
      output: reversal,
      errors: ['REVERSAL_NOT'],
    }),
    decide: call({
      method: 'PUT',
      path: '/accounting/gateway/reversal/',
      summary: 'Send what another one asked for to Click, or withdraw it',
      access: manage,
      proof: true,
      input: z.object({ id, version, send: z.boolean() }),
      output: reversal,
      errors: ['STALE', 'REVERSAL_NOT', 'REVERSAL_OWN', 'REVERSAL_DECIDED'],
    }),
  },
  order: {
    payables: call({
      method: 'GET',
      path: '/accounting/payment/online/',
      summary: 'With what one’s own contracts can be paid, and how much is left of each',
      access: pay,
      output: z.object({
        providers: z.array(provider),
        contracts: z.array(payable),
        debits: z.array(payableDebit).describe('what the caller owes besides contracts, as a fee of a request'),
        invoices: z.array(payableInvoice).describe('those of them that are open'),
      }),
    }),
    create: call({
      method: 'POST',
      path: '/accounting/payment/online/',
      summary: 'Order a payment of one’s own contract, or of what one owes besides; answers the page of the gateway',
      access: pay,
      input: z.object({ provider, contract_id: id.optional(), debit_id: id.optional(), amount: money }),
      output: order,
      errors: ['GATEWAY_OFF', 'NOTHING_PAYABLE', 'PAY_AMOUNT'],
    }),
    get: call({
      method: 'GET',
      path: '/accounting/payment/online/{id}',
      summary: 'Where an ordered payment stands',
      access: pay,
      input: z.object({ id: queryId }),
      output: order,
    }),
    bank: call({
      method: 'POST',
      path: '/accounting/payment/online/bank',
      summary: 'Play the bank, in a demo',
      access: pay,
      input: z.object({ id, act: z.enum(bankActs) }),
      output: bankAnswer,
      errors: ['BANK_LIST'],
      reads: true,
    }),
  },
};
