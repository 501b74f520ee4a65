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
  'REGISTER_MISSING',
  'STATEMENT_GAP',
  'STATEMENT_ROWS',
  'REGISTER_NOT_HERE',
  'NOT_IN_REGISTER',
  'CLICK_STATUS',
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

export const registerProviders = ['PAYME', 'CLICK'] as const;
export type RegisterProvider = (typeof registerProviders)[number];
/** What a column of a gateway's file can be. */
export const registerFields = ['external_id', 'amount', 'day'] as const;
export type RegisterField = (typeof registerFields)[number];
const registerMap = z.partialRecord(z.enum(registerFields), z.string().regex(/^[A-Z]{1,2}$/));
export type RegisterMap = z.infer<typeof registerMap>;
const registerFile = z.object({
  file_id: id,
  provider: z.enum(registerProviders),
  map: registerMap.optional().describe('guessed from the headings unless told'),
});
const registerPreview = z.object({
  headings: z.array(z.object({ letter: z.string(), title: z.string() })),
  map: registerMap,
  lacks: z.enum(registerFields).nullable(),
  rows: z.number(),
  amount: money,
  from: date.nullable(),
  until: date.nullable(),
  not_here: z.number().describe('of which we know nothing, or another amount'),
  not_there: z.number().describe('that we count as paid in these days and the file does not have'),
});
const registerErrors = [
  'FILE_NOT_READABLE',
  'FILE_TOO_COMPLEX',
  'STATEMENT_ENCODING',
  'STATEMENT_EMPTY',
  'STATEMENT_FORMULA',
  'STATEMENT_CELL',
  'STATEMENT_COLUMNS',
] as const;

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
  register_preview: call({
    method: 'POST',
    path: `${base}register/preview`,
    summary: 'Read the file in which a gateway lists what was paid, and tell what differs',
    access: manage,
    input: registerFile,
    output: registerPreview,
    errors: [...registerErrors],
    reads: true,
    heavy: 'preview',
  }),
  register: call({
    method: 'POST',
    path: `${base}register`,
    summary: 'Take in what a gateway lists as paid, and compare',
    access: manage,
    input: registerFile,
    output: run,
    errors: [...registerErrors],
    heavy: 'import',
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
