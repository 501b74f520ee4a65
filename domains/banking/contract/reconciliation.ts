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
  requiredText,
  version,
} from '#platform/contract/index.ts';

/** Where what gateways, the books and banks say differs. */

export const differenceKinds = [
  'GATEWAY_NOT_BOOKED',
  'GATEWAY_NOT_RETURNED',
  'BOOKED_NOT_AT_GATEWAY',
  'PAYOUT_LATE',
  'PAYOUT_ABOVE',
  'PAYMENT_NOT_IN_BANK',
  'STATEMENT_HELD',
  'STATEMENT_GAP',
  'STATEMENT_ROWS',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
/** GONE: it was there on one night and no more on a later one. */
export const differenceStates = ['OPEN', 'CLOSED', 'GONE'] as const;
export type DifferenceState = (typeof differenceStates)[number];

export const difference = z.object({
  id,
  version,
  kind: z.enum(differenceKinds),
  day: date,
  amount: money,
  subject: z.string().describe('what it is about: a payment, a gateway, a bank account'),
  contract: option.nullable(),
  state: z.enum(differenceStates),
  found_at: z.string(),
  note: z.string().nullable(),
  closed_by: z.string().nullable(),
  closed_at: z.string().nullable(),
});

const run = z.object({ at: z.string().nullable(), open: z.number() });
const read = { permission: 'reconciliation.read' } as const;
const manage = { permission: 'reconciliation.manage' } as const;
const base = '/accounting/reconciliation/';

export const reconciliationCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Differences between gateways, the books and bank statements',
    access: read,
    input: z.object({
      ...listQuery,
      kind: manyOf(z.enum(differenceKinds)),
      state: manyOf(z.enum(differenceStates)),
      from: date.optional(),
      until: date.optional(),
    }),
    output: listOf(difference),
  }),
  last: call({
    method: 'GET',
    path: `${base}last`,
    summary: 'When it was compared last, and how many differences are open',
    access: read,
    output: run,
  }),
  run: call({
    method: 'POST',
    path: `${base}run`,
    summary: 'Compare gateways, the books and bank statements now',
    access: manage,
    output: run,
    heavy: 'search',
  }),
  close: call({
    method: 'POST',
    path: `${base}close`,
    summary: 'Close a difference with what was found out about it',
    access: manage,
    input: z.object({ id, version, note: requiredText(1000) }),
    output: difference,
    errors: ['STALE'],
  }),
};
