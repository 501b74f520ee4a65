import { z } from 'zod';
import { accountCodes } from '#domains/accounting/contract.ts';
import { signatureShown } from '#domains/signatures/contract.ts';
import { call, date, id, listOf, listQuery, money, nothing, queryId, requiredText } from '#platform/contract/index.ts';
import { differenceKinds } from './reconciliation.ts';

/** The close of a day: what moved, what differs, who closed it, under a number without gaps. */

export const dayAccount = z.object({
  account: z.enum(accountCodes),
  opening: money,
  came: money,
  left: money,
  closing: money,
});
export const dayChannel = z.object({
  channel: z.string().describe('how money came: CASH, BANK, PAYME, …'),
  came: money,
  left: money,
  count: z.number(),
});
export const dayFacts = z.object({
  accounts: z.array(dayAccount),
  channels: z.array(dayChannel),
  differences: z.array(z.object({ kind: z.enum(differenceKinds), day: date, amount: money, subject: z.string() })),
  unmatched: z.object({ count: z.number(), amount: money }),
});
export type DayFacts = z.infer<typeof dayFacts>;
export const dayClosing = z.object({
  id,
  number: z.string(),
  day: date,
  closed_at: z.string(),
  closed_by: z.string().nullable(),
  reopened_at: z.string().nullable(),
  reopened_by: z.string().nullable(),
  reason: z.string().nullable(),
  differences: z.number(),
  signature: signatureShown.nullable().describe('over the paper as it was made with the close'),
  file: z.string().nullable().describe('where that paper is'),
  can: z.object({ sign: z.boolean(), reopen: z.boolean() }),
});
const read = { permission: 'reconciliation.read' } as const;
const close = { permission: 'day.close' } as const;
const base = '/accounting/day/';

export const dayCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Days that were closed',
    access: read,
    input: z.object(listQuery),
    output: listOf(dayClosing),
  }),
  preview: call({
    method: 'GET',
    path: `${base}facts`,
    summary: 'What the paper about a day would say, and which day would be closed',
    access: read,
    input: z.object({ day: date.optional().describe('yesterday unless told') }),
    output: z.object({ day: date, closed_until: date.nullable(), may: z.boolean(), facts: dayFacts }),
  }),
  close: call({
    method: 'POST',
    path: `${base}close`,
    summary: 'Close a day with all before it: no money is dated there any more',
    access: close,
    input: z.object({ day: date }),
    output: dayClosing,
    errors: ['DAY_ORDER', 'DAY_NOT_OVER'],
    heavy: 'search',
  }),
  sign: call({
    method: 'POST',
    path: `${base}sign`,
    summary: 'Sign the paper about a closed day, with the account or the national electronic signature',
    access: close,
    proof: { when: 'it is signed without the national electronic signature' },
    input: z.object({ id, electronic_id: id.optional().describe('a verified signature that was handed in over it') }),
    output: dayClosing,
    errors: ['SIGNATURE_NOT_WANTED', 'SIGNATURE_NEEDED', 'SIGNATURE_OTHER_FILE'],
  }),
  reopen: call({
    method: 'POST',
    path: `${base}reopen`,
    summary: 'Open the last closed day again, by another person than who closed it',
    access: close,
    proof: true,
    input: z.object({ id, reason: requiredText(500) }),
    output: dayClosing,
    errors: ['DAY_ORDER', 'DAY_OWN'],
  }),
  paper: call({
    method: 'GET',
    path: `${base}{id}/paper`,
    summary: 'The paper about a closed day',
    access: read,
    input: z.object({ id: queryId }),
    logged: 'SENSITIVE_READ',
    output: nothing.describe('a PDF file'),
    heavy: 'print',
  }),
};
