import { z } from 'zod';
import {
  call,
  date,
  exportAnswer,
  id,
  listOf,
  listQuery,
  money,
  option,
  queryId,
  requiredText,
} from '#platform/contract/index.ts';
import { accountCodes } from '../accounts.ts';

/** The books: turnover of the accounts, their entries, and the months that are closed. Amounts are soʻm as decimal text. */

const read = { permission: 'journal.read' } as const;
const close = { permission: 'period.close' } as const;

export const journalSources = [
  'payments',
  'contracts',
  'student_debits',
  'student_debit_details',
  'suspense_items',
  'suspense_uses',
] as const;
export type JournalSource = (typeof journalSources)[number];
const accountCode = z.enum(accountCodes);

const span = {
  from: date.optional().describe('the first day of the year of `until` unless told'),
  until: date.optional().describe('today unless told'),
};
export const turnoverQuery = z.object(span);
const sides = { debit: money, credit: money };
export const turnover = z.object({
  from: date,
  until: date,
  closed_until: date.nullable().describe('the last day that is closed'),
  accounts: z.array(
    z.object({
      code: accountCode,
      opening: z.object(sides).describe('on one side only, as it is; what people owe and what they paid ahead on both'),
      turnover: z.object(sides),
      closing: z.object(sides),
    }),
  ),
  total: z.object({ opening: z.object(sides), turnover: z.object(sides), closing: z.object(sides) }),
});

const party = { contract_id: queryId.optional(), student_id: queryId.optional() };
const entryFilters = {
  account: accountCode.optional(),
  ...party,
  source: z.enum(journalSources).optional(),
  from: date.optional(),
  until: date.optional(),
};
export const entryQuery = z.object({ ...listQuery, ...entryFilters });
export const entryExport = z.object(entryFilters);
export const entry = z.object({
  id,
  seq: z.number(),
  effective_on: date,
  document_on: date,
  booked_at: z.string(),
  debit: accountCode,
  credit: accountCode,
  amount: money,
  source: z.enum(journalSources),
  source_id: z.number(),
  contract: option.nullable(),
  name: z.string().describe('whose money it is'),
  reverses_id: z.number().nullable(),
  reversed: z.boolean(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
});

export const cardQuery = z.object({ account: accountCode, ...party, ...span });
export const card = z.object({
  from: date,
  until: date,
  opening: money.describe('above zero on the side on which the account grows'),
  debit: money,
  credit: money,
  closing: money,
});

export const periods = z.object({
  closed_until: date.nullable(),
  next: date.nullable().describe('the month that may be closed now'),
  months: z.array(
    z.object({ month: date, closed_at: z.string(), closed_by: z.string().nullable(), reopens: z.boolean() }),
  ),
});

export const journalCalls = {
  turnover: call({
    method: 'GET',
    path: '/accounting/journal/turnover',
    summary: 'Opening balance, turnover and closing balance of each account',
    access: read,
    input: turnoverQuery,
    output: turnover,
    heavy: 'search',
  }),
  card: call({
    method: 'GET',
    path: '/accounting/journal/card',
    summary: 'Balances and turnover of one account, of all or of one contract or student',
    access: read,
    input: cardQuery,
    output: card,
  }),
  list: call({
    method: 'GET',
    path: '/accounting/journal/',
    summary: 'Entries of the books',
    access: read,
    input: entryQuery,
    output: listOf(entry),
  }),
  export_data: call({
    method: 'POST',
    path: '/accounting/journal/export_data',
    summary: 'Entries of the books as an xlsx file',
    access: read,
    logged: 'PERSONAL_EXPORT',
    input: entryExport,
    output: exportAnswer,
    reads: true,
    heavy: 'export',
  }),
};

export const periodCalls = {
  get: call({
    method: 'GET',
    path: '/accounting/period/',
    summary: 'Months of the books that are closed',
    access: read,
    output: periods,
  }),
  close: call({
    method: 'POST',
    path: '/accounting/period/close',
    summary: 'Close the next month: nothing is dated into it any more',
    access: close,
    input: z.object({ month: date.describe('its first day') }),
    output: periods,
    errors: ['PERIOD_ORDER', 'PERIOD_NOT_OVER'],
  }),
  reopen: call({
    method: 'POST',
    path: '/accounting/period/reopen',
    summary: 'Open the month again that was closed last',
    access: close,
    proof: true,
    input: z.object({ month: date, reason: requiredText(500) }),
    output: periods,
    errors: ['PERIOD_ORDER'],
  }),
};
