import { z } from 'zod';
import {
  call,
  crud,
  date,
  defineErrors,
  id,
  listOf,
  nothing,
  queryId,
  requiredText,
  version,
} from '#platform/contract/index.ts';
import { dayCalls } from './contract/days.ts';
import { reconciliationCalls } from './contract/reconciliation.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** What banks told: accounts, statements, what their rows were, whether all of it agrees, and the close of a day. */

export const errors = defineErrors({
  STATEMENT_ENCODING: 422,
  STATEMENT_BROKEN: 422,
  STATEMENT_EMPTY: 422,
  STATEMENT_FORMULA: 422,
  STATEMENT_CELL: 422,
  STATEMENT_COLUMNS: 422,
  STATEMENT_ACCOUNT: 422,
  STATEMENT_TURNOVER: 422,
  STATEMENT_TOO_LONG: 422,
  STATEMENT_FUTURE: 422,
  STATEMENT_NOT_TAKEN: 409,
  ROW_DECIDED: 409,
  ROW_PARTS: 422,
  ROW_SETTLEMENT: 422,
  BANK_ACCOUNT_FIXED: 409,
  NOTHING_PROPOSED: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    banking: 'account_number' | 'mfo';
  }
  interface DeclaredErrors {
    banking: typeof errors;
  }
}

const read = { permission: 'statement.read' } as const;
const manage = { permission: 'statement.manage' } as const;
const fileErrors = [
  'FILE_NOT_READABLE',
  'FILE_TOO_COMPLEX',
  'STATEMENT_ENCODING',
  'STATEMENT_BROKEN',
  'STATEMENT_EMPTY',
  'STATEMENT_FORMULA',
  'STATEMENT_CELL',
  'STATEMENT_COLUMNS',
  'STATEMENT_ACCOUNT',
  'STATEMENT_TURNOVER',
  'STATEMENT_TOO_LONG',
  'STATEMENT_FUTURE',
] as const;
const rowErrors = ['STALE', 'ROW_DECIDED', 'SUSPENSE_USED', 'PERIOD_CLOSED'] as const;
const base = '/accounting/statement/';

export const contract = {
  bank_account: crud({
    base: '/accounting/bank_account/',
    noun: 'bank account',
    read,
    write: { permission: 'bank_account.manage' },
    record: shapes.bankAccount.shape,
    save: shapes.bankAccountSave,
    errors: ['BANK_ACCOUNT_FIXED'],
    deleteErrors: ['BANK_ACCOUNT_FIXED'],
  }),
  statement: {
    list: call({
      method: 'GET',
      path: base,
      summary: 'Bank statements that came, with what is still to be matched and the gaps between them',
      access: read,
      input: shapes.statementQuery,
      output: listOf(shapes.statementRecord),
    }),
    preview: call({
      method: 'POST',
      path: `${base}preview`,
      summary: 'Read an uploaded file of a bank and tell what it would bring',
      access: manage,
      input: shapes.statementFile,
      output: shapes.statementPreview,
      errors: [...fileErrors],
      reads: true,
      heavy: 'preview',
    }),
    take: call({
      method: 'POST',
      path: base,
      summary: 'Take an uploaded file of a bank: its new rows stand in suspense from then on',
      access: manage,
      input: shapes.statementFile,
      output: shapes.taken,
      errors: [...fileErrors, 'PERIOD_CLOSED'],
      heavy: 'import',
    }),
    undo: call({
      method: 'POST',
      path: `${base}undo`,
      summary: 'Take back a statement while its days are open: all that was booked of it is reversed',
      access: manage,
      input: z.object({ id, version, reason: requiredText(500) }),
      output: shapes.statementRecord,
      errors: ['STALE', 'STATEMENT_NOT_TAKEN', 'PERIOD_CLOSED', 'REFUND_TOO_LARGE'],
    }),
    waiting: call({
      method: 'GET',
      path: `${base}waiting`,
      summary: 'How much money nobody has matched yet, by how long it waits',
      access: read,
      output: shapes.waiting,
    }),
    export_1c: call({
      method: 'POST',
      path: `${base}export_1c`,
      summary: 'What moved on a bank account as a file for 1C',
      access: manage,
      logged: 'PERSONAL_EXPORT',
      input: z.object({ bank_account_id: id, from: date, until: date }),
      output: nothing.describe('a text file in the exchange format of 1C'),
      errors: ['STATEMENT_EMPTY', 'STATEMENT_TOO_LONG'],
      reads: true,
      heavy: 'export',
    }),
  },
  statement_row: {
    list: call({
      method: 'GET',
      path: `${base}row/`,
      summary: 'Rows of bank statements',
      access: read,
      input: shapes.rowQuery,
      output: listOf(shapes.rowRecord),
    }),
    candidates: call({
      method: 'GET',
      path: `${base}row/candidates`,
      summary: 'Contracts that a row may be for',
      access: read,
      input: z.object({ id: queryId }),
      output: z.array(shapes.candidate),
    }),
    accept: call({
      method: 'POST',
      path: `${base}row/accept`,
      summary: 'Book a row as payment of a contract, or of several',
      access: manage,
      input: shapes.acceptance,
      output: shapes.rowRecord,
      errors: [...rowErrors, 'ROW_PARTS', 'UNKNOWN_REFERENCE', 'CONTRACT_NOT_READY', 'PAYMENT_TWICE'],
    }),
    settle: call({
      method: 'POST',
      path: `${base}row/settle`,
      summary: 'Set a row aside that is no payment of a contract',
      access: manage,
      input: shapes.settling,
      output: shapes.rowRecord,
      errors: [...rowErrors, 'ROW_SETTLEMENT', 'REASON_REQUIRED', 'UNKNOWN_REFERENCE'],
    }),
    back: call({
      method: 'POST',
      path: `${base}row/back`,
      summary: 'Put what a row was matched with back into suspense',
      access: manage,
      input: z.object({ id, version, reason: requiredText(500) }),
      output: shapes.rowRecord,
      errors: ['STALE', 'ROW_DECIDED', 'REFUND_TOO_LARGE'],
    }),
    look_again: call({
      method: 'POST',
      path: `${base}row/look_again`,
      summary: 'Look anew for contracts of all rows that wait',
      access: manage,
      output: z.object({ proposed: z.number() }),
      heavy: 'search',
    }),
    proposals: call({
      method: 'GET',
      path: `${base}row/proposals`,
      summary: 'What accepting all proposals would book',
      access: manage,
      input: shapes.proposalQuery,
      output: shapes.proposalPlan,
    }),
    accept_all: call({
      method: 'POST',
      path: `${base}row/accept_all`,
      summary: 'Accept all proposals as a job with a receipt, which can be taken back',
      access: manage,
      input: z.object({ bank_account_id: id.optional(), statement_id: id.optional() }),
      output: z.object({ job_id: z.number() }),
      errors: ['NOTHING_PROPOSED'],
      heavy: 'import',
    }),
  },
  reconciliation: reconciliationCalls,
  day: dayCalls,
};
