import { z } from 'zod';
import { bankLedgers } from '#domains/accounting/contract.ts';
import {
  date,
  id,
  listQuery,
  manyOf,
  money,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';

/** Shapes of bank accounts, statements and their rows. Amounts are soʻm as decimal text. */

/** What a column of a csv or xlsx file can be. */
export const sheetFields = [
  'day',
  'number',
  'came',
  'left',
  'amount',
  'party_account',
  'party_tin',
  'party_mfo',
  'party_bank',
  'party',
  'purpose',
] as const;
export type SheetField = (typeof sheetFields)[number];
const letter = z.string().regex(/^[A-Z]{1,2}$/);
export const columnMap = z.partialRecord(z.enum(sheetFields), letter);
export type ColumnMap = z.infer<typeof columnMap>;

export const statementStates = ['TAKEN', 'HELD', 'UNDONE'] as const;
export type StatementState = (typeof statementStates)[number];
export const rowStates = ['OPEN', 'MATCHED', 'SETTLED', 'UNDONE'] as const;
export type RowState = (typeof rowStates)[number];
/** By what a contract was found. */
export const findings = ['NUMBER', 'PINFL', 'NAME'] as const;
export type Finding = (typeof findings)[number];
/** What money is that is no payment of a contract. */
export const settlements = ['OTHER_INCOME', 'EXPENSE', 'PAYME', 'CLICK', 'BOOKED', 'TRANSFER'] as const;
export type Settlement = (typeof settlements)[number];

export const bankAccountSave = {
  number: z
    .string()
    .trim()
    .regex(/^\d{20}$/, { error: 'account_number' }),
  bank: requiredText(120),
  mfo: z
    .string()
    .trim()
    .regex(/^\d{5}$/, { error: 'mfo' }),
  ledger: z.enum(bankLedgers),
  active: z.boolean().optional(),
};
export const bankAccount = z.object({
  ...recordBase,
  number: z.string(),
  bank: z.string(),
  mfo: z.string(),
  currency: z.string(),
  ledger: z.enum(bankLedgers),
  active: z.boolean(),
});

const gap = z.object({
  from: date.describe('the day after the last that is known'),
  until: date.describe('the day before this one begins'),
  amount: money.describe('by how much this one opens above where the one before closed').nullable(),
});
const sums = {
  from: date,
  until: date,
  opening: money.nullable(),
  closing: money.nullable(),
  came: money,
  left: money,
  difference: money.nullable().describe('what is missing for opening and turnover to make the closing balance'),
  rows: z.number(),
  gap: gap.nullable().describe('days of this account between this file and the one before'),
};
export const statementRecord = z.object({
  id,
  version,
  bank_account: option,
  ...sums,
  fresh: z.number().describe('rows that no file before had'),
  open: z.number().describe('rows of it that still wait'),
  file_name: z.string(),
  status: z.enum(statementStates),
  taken_at: z.string(),
  taken_by: z.string().nullable(),
  reason: z.string().nullable().describe('why it was taken back'),
  can: z.object({ undo: z.boolean() }),
});
export const statementQuery = z.object({
  ...listQuery,
  bank_account_id: queryId.optional(),
  status: manyOf(z.enum(statementStates)),
});

/** A file of a bank. Of csv and xlsx it is said whose account it is, what its columns mean, and its balances. */
export const statementFile = z.object({
  file_id: id,
  bank_account_id: id.optional().describe('of csv and xlsx; 1C’s format says it itself'),
  map: columnMap.optional().describe('what was remembered, or else guessed, unless told'),
  opening: money.nullable().optional(),
  closing: money.nullable().optional(),
});
const part = z.object({
  bank_account: option,
  ...sums,
  fresh: z.number(),
  known: z.number().describe('rows that are there already'),
  proposals: z.number().describe('new rows for which one contract was found'),
  sample: z.array(
    z.object({
      day: date,
      number: z.string(),
      amount: money,
      party: z.string(),
      purpose: z.string(),
      known: z.boolean(),
    }),
  ),
});
/** A file of a thousand new rows or more is taken by a job, whose receipt names its statements. */
export const taken = z.object({ statements: z.array(statementRecord), job_id: z.number().nullable() });
export const statementPreview = z.object({
  format: z.enum(['EXCHANGE', 'SHEET']),
  parts: z.array(part),
  columns: z
    .object({
      headings: z.array(z.object({ letter: z.string(), title: z.string() })),
      map: columnMap,
      remembered: z.boolean(),
      lacks: z.enum(sheetFields).nullable(),
    })
    .nullable(),
});

export const rowRecord = z.object({
  id,
  version,
  statement_id: z.number(),
  bank_account: option,
  day: date,
  number: z.string(),
  amount: money.describe('below zero where it left the account'),
  party: z.string(),
  party_account: z.string(),
  party_tin: z.string(),
  party_bank: z.string(),
  purpose: z.string(),
  state: z.enum(rowStates),
  proposal: z
    .object({
      contract: option.nullable(),
      payer: z.string(),
      by: z.enum(findings).nullable(),
      settlement: z.enum(settlements).nullable(),
    })
    .nullable(),
  candidates: z.number(),
  contracts: z.array(z.object({ contract: option, amount: money })),
  settlement: z.enum(settlements).nullable(),
  note: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export const rowQuery = z.object({
  ...listQuery,
  statement_id: queryId.optional(),
  bank_account_id: queryId.optional(),
  state: manyOf(z.enum(rowStates)),
  proposed: queryBoolean.optional(),
  from: date.optional(),
  until: date.optional(),
});

export const candidate = z.object({
  contract: option,
  payer: z.string(),
  student_no: z.string().nullable(),
  left: money,
  by: z.array(z.enum(findings)),
  proposed: z.boolean(),
});
export const acceptance = z.object({
  id,
  version,
  parts: z
    .array(z.object({ contract_id: id, amount: money }))
    .min(1)
    .max(50)
    .describe('together the amount of the row'),
});
export const settling = z.object({
  id,
  version,
  as: z.enum(settlements),
  payment_id: id.optional().describe('of BOOKED: the payment that was entered by hand'),
  reason: text(500).optional(),
});
export const proposalQuery = z.object({ bank_account_id: queryId.optional(), statement_id: queryId.optional() });
export const proposalPlan = z.object({
  count: z.number(),
  amount: money,
  above: z.number().describe('rows that bring more than is left of their contract'),
  rows: z
    .array(
      z.object({
        id,
        day: date,
        amount: money,
        party: z.string(),
        contract: option.nullable(),
        payer: z.string(),
        by: z.enum(findings).nullable(),
        settlement: z.enum(settlements).nullable(),
      }),
    )
    .describe('the first 100'),
});
export const waiting = z.object({
  count: z.number(),
  amount: money,
  proposed: z.number(),
  oldest: date.nullable(),
  ages: z.array(z.object({ days: z.enum(['2', '7', '30', 'more']), count: z.number(), amount: money })),
  held: z.number().describe('files that do not add up'),
  differences: z.number().describe('open differences of the reconciliation'),
});
