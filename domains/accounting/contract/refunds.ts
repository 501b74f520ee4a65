import { z } from 'zod';
import {
  call,
  date,
  id,
  listOf,
  listQuery,
  manyOf,
  money,
  option,
  queryId,
  requiredText,
  text,
} from '#platform/contract/index.ts';
import { amount } from '../shapes.ts';
import { refundStates } from '../workflow.ts';

/** Money that goes back to whoever paid it: one person asks, another one pays. */

export const refundRecord = z.object({
  id: z.number(),
  version: z.number(),
  created_at: z.string(),
  contract: option.nullable(),
  student: z.object({ id: z.number(), name: z.string(), student_no: z.string() }).nullable(),
  payer: z.string(),
  amount: money,
  credit: money.describe('what is above what is owed there now'),
  reason: z.string(),
  pay_to: z.string().nullable(),
  status: z.enum(refundStates),
  asked_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  order_number: z.string().nullable(),
  order_on: date.nullable(),
  note: z.string().nullable().describe('why it was refused'),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export const refundAsk = z.object({
  contract_id: id.optional().describe('on which more was paid than is owed'),
  student_id: id.optional().describe('where it was paid for no contract; oneself unless told'),
  amount,
  reason: requiredText(500),
  pay_to: text(200).optional().describe('the account or card to which it shall go'),
});
export const refundPay = z.object({
  id,
  version: z.int(),
  order_number: requiredText(60),
  order_on: date,
  paid_on: date.optional().describe('today unless told'),
});
const step = z.object({ id, version: z.int(), reason: requiredText(500) });

const read = { permission: 'payment.read' } as const;
const ask = { permission: 'refund.ask' } as const;
const decide = { permission: 'refund.decide' } as const;
const base = '/accounting/refund/';

export const refundCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Requests to give money back',
    access: read,
    input: z.object({
      ...listQuery,
      status: manyOf(z.enum(refundStates)),
      contract_id: queryId.optional(),
      from: date.optional(),
      until: date.optional(),
    }),
    output: listOf(refundRecord),
  }),
  besides: call({
    method: 'GET',
    path: `${base}besides`,
    summary: 'Students who paid more than they owe besides contracts, and nobody asked yet that it is given back',
    access: { permission: 'payment.manage' },
    output: z.array(
      z
        .object({ student_id: z.number(), name: z.string(), student_no: z.string(), credit: money })
        .describe('the first 100'),
    ),
  }),
  ask: call({
    method: 'POST',
    path: base,
    summary: 'Ask that money is given back: no more than was paid above what is owed',
    access: ask,
    input: refundAsk,
    output: refundRecord,
    errors: ['CREDIT_TOO_SMALL', 'REFUND_ASKED', 'PAYMENT_NEEDS_OWNER'],
  }),
  pay: call({
    method: 'POST',
    path: `${base}pay`,
    summary: 'Give the money back that another person asked for, by an order',
    access: decide,
    proof: true,
    input: refundPay,
    output: refundRecord,
    errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REFUND_OWN', 'CREDIT_TOO_SMALL', 'PERIOD_CLOSED'],
  }),
  refuse: call({
    method: 'POST',
    path: `${base}refuse`,
    summary: 'Refuse to give money back, with the reason that the person reads',
    access: decide,
    input: step,
    output: refundRecord,
    errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'],
  }),
  withdraw: call({
    method: 'POST',
    path: `${base}withdraw`,
    summary: 'Take back one’s own request',
    access: ask,
    input: z.object({ id, version: z.int() }),
    output: refundRecord,
    errors: ['STALE', 'TRANSITION_NOT_ALLOWED'],
  }),
};
