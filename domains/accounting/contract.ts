import { z } from 'zod';
import { byId, call, crud, defineErrors, importCalls, listOf, listQuery, nothing } from '#platform/contract/index.ts';
import { debitCalls } from './contract/debits.ts';
import { debtorCalls, reminderCalls } from './contract/debtors.ts';
import { holdCalls } from './contract/holds.ts';
import { createInvoice, invoiceCalls } from './contract/invoices.ts';
import { journalCalls, periodCalls } from './contract/journal.ts';
import { rateCalls, rateErrors } from './contract/rates.ts';
import { refundCalls } from './contract/refunds.ts';
import { vatCalls } from './contract/vat.ts';
import * as shapes from './shapes.ts';
import * as moneyShapes from './shapes-money.ts';

export { accountCodes, type BankLedger, bankLedgers, type SuspenseTarget } from './accounts.ts';
export { sumOf, type Tiyin, tiyinOf } from './money.ts';
export { permissions } from './permissions.ts';

/** Agreements, contracts, payments, and what students owe. */

export const errors = defineErrors({
  BILL_NO_YEAR: 422,
  BILL_REFUNDED: 409,
  BILL_OVER: 409,
  NO_AGREEMENT: 422,
  AGREEMENT_PUBLISHED: 409,
  AGREEMENT_NOT_WHOLE: 422,
  AGREEMENT_FOR_OTHERS: 422,
  CONTRACT_ACCEPTED: 409,
  CONTRACT_EXISTS: 409,
  CONTRACT_NOT_READY: 422,
  CONTRACT_TEXT_CHANGED: 409,
  CONTRACT_EXPIRED: 422,
  CONTRACT_PLAN: 422,
  CONTRACT_NUMBER_TAKEN: 409,
  CONTRACT_HAS_PAYMENTS: 422,
  ACCEPT_CODE_REFUSED: 422,
  ACCEPT_NO_PHONE: 422,
  PAYMENT_TWICE: 409,
  PAYMENT_ALIKE: 409,
  PAYMENT_NEEDS_OWNER: 422,
  REFUND_TOO_LARGE: 422,
  DEBIT_BELOW_ZERO: 422,
  DEBIT_OF_CONTRACT: 422,
  DEBIT_OF_RETAKE: 422,
  DEBIT_OF_REQUEST: 422,
  DEBIT_OF_PAPER: 422,
  DISCOUNT_NOTHING: 422,
  OVERPAYMENT: 409,
  CREDIT_TOO_SMALL: 422,
  CREDIT_OF_ANOTHER: 422,
  PAYMENT_MOVED: 422,
  NOTHING_OWED: 422,
  HOURS_REVERSED: 422,
  INVOICE_ABOVE: 422,
  PROMISE_ABOVE: 422,
  REFUND_ASKED: 409,
  REFUND_OWN: 403,
  INVOICE_SETTLED: 409,
  INVOICE_STANDS: 409,
  PERIOD_CLOSED: 409,
  PERIOD_ORDER: 422,
  PERIOD_NOT_OVER: 422,
  PAYMENT_FROM_STATEMENT: 409,
  SUSPENSE_USED: 409,
  DAY_ORDER: 422,
  DAY_NOT_OVER: 422,
  DAY_OWN: 403,
  VAT_ON_TOP: 422,
  RATE_MISSING: 422,
  RATE_SUM: 422,
  RATE_UNREADABLE: 422,
  RELEASE_TOO_LONG: 422,
  RELEASE_OVER: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    accounting: 'date_future';
  }
  interface DeclaredErrors {
    accounting: typeof errors;
  }
}

const readAgreements = { permission: 'agreement.read' } as const;
const manageAgreements = { permission: 'agreement.manage' } as const;
const stepErrors = [
  'TRANSITION_NOT_ALLOWED',
  'REASON_REQUIRED',
  'CONTRACT_HAS_PAYMENTS',
  'CONTRACT_NOT_READY',
] as const;
const read = { permission: 'contract.read' } as const;
const manage = { permission: 'contract.manage' } as const;
const accept = { permission: 'contract.accept' } as const;
const readPayments = { permission: 'payment.read' } as const;
const managePayments = { permission: 'payment.manage' } as const;
const manageDebits = { permission: 'debit.manage' } as const;
const everybody = { public: 'what study costs and under which terms may be read by anybody; names nobody' } as const;

/** Only a draft that nobody was sent is deleted; what was sent is ended instead. */
/** Contracts as lists show them; one of them is answered whole. */
export const contractRecords = crud({
  base: '/accounting/contract/',
  noun: 'contract',
  read,
  write: manage,
  record: shapes.contractCore,
  save: {},
  filters: shapes.contractFilters,
  deleteErrors: ['CONTRACT_NOT_READY'],
});
const agreements = crud({
  base: '/contract/agreement/',
  noun: 'contract agreement',
  reasoned: true,
  read: readAgreements,
  write: manageAgreements,
  record: shapes.agreement.shape,
  save: shapes.agreementSave,
  filters: shapes.agreementFilters,
  errors: ['AGREEMENT_PUBLISHED', 'UNKNOWN_REFERENCE', 'AGREEMENT_NOT_WHOLE'],
  deleteErrors: ['AGREEMENT_PUBLISHED'],
});
const payments = crud({
  base: '/accounting/payment/',
  noun: 'payment',
  reasoned: true,
  read: readPayments,
  write: managePayments,
  record: moneyShapes.payment.shape,
  save: moneyShapes.paymentSave,
  filters: moneyShapes.paymentFilters,
  errors: [
    'PAYMENT_TWICE',
    'PAYMENT_ALIKE',
    'PAYMENT_NEEDS_OWNER',
    'REFUND_TOO_LARGE',
    'OVERPAYMENT',
    'PAYMENT_MOVED',
    'PAYMENT_FROM_STATEMENT',
    'CONTRACT_NOT_READY',
    'PERIOD_CLOSED',
  ],
  deleteErrors: ['PAYMENT_MOVED', 'PAYMENT_FROM_STATEMENT', 'REFUND_TOO_LARGE'],
});

export const contract = {
  agreement: {
    ...agreements,
    publish: call({
      method: 'POST',
      path: '/contract/agreement/publish',
      summary: 'Publish a contract agreement: contracts are issued by it from now on',
      access: manageAgreements,
      input: shapes.contractOf,
      output: shapes.agreement,
      errors: ['TRANSITION_NOT_ALLOWED', 'AGREEMENT_NOT_WHOLE'],
    }),
    close: call({
      method: 'POST',
      path: '/contract/agreement/close',
      summary: 'Close a contract agreement: no contract is issued by it any more',
      access: manageAgreements,
      input: shapes.contractOf,
      output: shapes.agreement,
      errors: ['TRANSITION_NOT_ALLOWED'],
    }),
    revise: call({
      method: 'POST',
      path: '/contract/agreement/revise',
      summary: 'Begin the next revision of a published contract agreement',
      access: manageAgreements,
      input: shapes.contractOf,
      output: shapes.agreement,
    }),
    preview: call({
      method: 'POST',
      path: '/contract/agreement/preview',
      summary: 'The text as a person would read it, with the blanks filled by an example',
      access: readAgreements,
      input: z
        .object(shapes.agreementSave)
        .pick({ text: true, amount: true, currency: true, instalments: true, minimum_share: true, fine: true })
        .partial(),
      output: z.object({ uz: shapes.paragraphs, ru: shapes.paragraphs, en: shapes.paragraphs }),
      errors: rateErrors,
      reads: true,
    }),
    mine: call({
      method: 'GET',
      path: '/contract/agreement/get',
      summary: 'The contract that waits for oneself, or one’s newest, with its text',
      access: read,
      input: shapes.openQuery,
      output: shapes.openAnswer,
    }),
    open: call({
      method: 'GET',
      path: '/contract/agreement/open',
      summary: 'Agreements in force; with a session also the own contract with its text',
      access: everybody,
      input: shapes.openQuery,
      output: shapes.openAnswer,
    }),
    opened: call({
      method: 'POST',
      path: '/contract/agreement/opened',
      summary: 'Note that the person has the text before them',
      access: accept,
      input: shapes.contractOf,
      output: nothing,
    }),
    code: call({
      method: 'POST',
      path: '/contract/agreement/code',
      summary: 'Send the code with which the contract is accepted',
      access: accept,
      input: shapes.contractOf,
      output: z.object({ ok: z.literal(true), seconds: z.number().describe('until another may be asked for') }),
      errors: ['ACCEPT_NO_PHONE', 'CONTRACT_NOT_READY', 'TOO_MANY_REQUESTS'],
      // A key would be kept although the code is refused: both count in a transaction of their own.
      reads: true,
    }),
    accept: call({
      method: 'POST',
      path: '/contract/agreement/accept',
      summary: 'Accept the own contract with the code',
      access: accept,
      input: shapes.acceptance,
      output: shapes.contractWhole,
      errors: ['ACCEPT_CODE_REFUSED', 'CONTRACT_TEXT_CHANGED', 'CONTRACT_NOT_READY', 'CONTRACT_EXPIRED'],
      // A key would be kept although the code is refused: both count in a transaction of their own.
      reads: true,
    }),
    decline: call({
      method: 'POST',
      path: '/contract/agreement/decline',
      summary: 'Decline the offer of a place with its contract',
      access: accept,
      input: z.object({ id: shapes.contractOf.shape.id, reason: shapes.contractStep.shape.reason }),
      output: nothing,
      errors: ['CONTRACT_NOT_READY'],
    }),
  },

  contract: {
    ...contractRecords,
    get: call({
      method: 'GET',
      path: '/accounting/contract/{id}',
      summary: 'One contract, by id or number',
      asOf: true,
      access: read,
      input: shapes.lookup,
      output: shapes.contractWhole,
    }),
    types: call({
      method: 'GET',
      path: '/accounting/contract/types',
      summary: 'Types of contracts',
      access: read,
      output: z.array(shapes.typeOption),
    }),
    save: call({
      method: 'POST',
      path: '/accounting/contract/',
      summary: 'Make a contract of an agreement for a student, or change one that is not accepted',
      access: manage,
      input: shapes.contractSave,
      output: shapes.contractWhole,
      errors: [
        'STALE',
        'CONTRACT_ACCEPTED',
        'CONTRACT_EXISTS',
        'CONTRACT_NOT_READY',
        'CONTRACT_NUMBER_TAKEN',
        'AGREEMENT_FOR_OTHERS',
        ...rateErrors,
      ],
    }),
    step: call({
      method: 'PUT',
      path: '/accounting/contract/status',
      summary: 'Issue, take back or end a contract',
      access: manage,
      proof: { when: 'a step is forced' },
      input: shapes.contractStep,
      output: shapes.contractWhole,
      errors: ['STALE', ...stepErrors, ...rateErrors],
    }),
    assign: call({
      method: 'POST',
      path: '/accounting/contract/assign',
      summary: 'Issue contracts of an agreement to many students; a job that can be undone',
      access: manage,
      input: shapes.assignment,
      output: shapes.assigned,
      errors: ['NO_AGREEMENT', ...rateErrors],
    }),
    file: call({
      method: 'GET',
      path: '/accounting/contract/{id}/file',
      summary: 'The accepted contract as PDF',
      access: read,
      input: byId,
      output: shapes.papered,
      errors: ['CONTRACT_NOT_READY', 'DOCUMENT_BEING_MADE'],
    }),
    text: call({
      method: 'GET',
      path: '/accounting/contract/{id}/text',
      summary: 'The text of a contract',
      access: read,
      input: byId,
      output: z.object({ paragraphs: shapes.paragraphs, sha256: z.string() }),
    }),
    import: importCalls('/accounting/contract', manage),
  },

  payment: {
    ...payments,
    balance: call({
      method: 'GET',
      path: '/accounting/payment/balance',
      summary: 'What was agreed, paid and is left of a contract, or of what a student owes besides',
      access: managePayments,
      input: moneyShapes.balanceQuery,
      output: moneyShapes.balance,
      errors: ['PAYMENT_NEEDS_OWNER'],
    }),
    parts: call({
      method: 'GET',
      path: '/accounting/payment/{id}/parts',
      summary: 'To what a payment went: each debit and how much of it, and what is above',
      asOf: true,
      access: readPayments,
      input: byId,
      output: moneyShapes.paymentParts,
    }),
    use_credit: call({
      method: 'POST',
      path: '/accounting/payment/use_credit',
      summary: 'Use what was paid above one contract for another one of the same person',
      access: managePayments,
      input: moneyShapes.creditUse,
      output: moneyShapes.payment,
      errors: ['CREDIT_TOO_SMALL', 'CREDIT_OF_ANOTHER', 'CONTRACT_NOT_READY', 'OVERPAYMENT'],
    }),
  },
  external: {
    list: call({
      method: 'GET',
      path: '/student/external_payment/',
      summary: 'Payments that banks and gateways reported',
      access: readPayments,
      input: z.object({ ...listQuery, ...moneyShapes.paymentFilters }),
      output: listOf(moneyShapes.payment),
    }),
    save: call({
      method: 'POST',
      path: '/student/external_payment/',
      summary:
        'Take a payment that a bank or gateway reported; a second time under the same reference answers the first',
      access: managePayments,
      input: moneyShapes.paymentSaveShape,
      output: moneyShapes.payment,
      errors: [
        'PAYMENT_TWICE',
        'PAYMENT_NEEDS_OWNER',
        'CONTRACT_NOT_READY',
        'PAYMENT_MOVED',
        'PAYMENT_FROM_STATEMENT',
        'REFUND_TOO_LARGE',
        'PERIOD_CLOSED',
      ],
    }),
    remove: call({
      method: 'DELETE',
      path: '/student/external_payment/{id}',
      summary: 'Delete an external payment',
      access: managePayments,
      input: moneyShapes.reasoned,
      output: nothing,
      errors: ['REFUND_TOO_LARGE', 'PAYMENT_MOVED', 'PAYMENT_FROM_STATEMENT'],
    }),
    import: importCalls('/student/external_payment', managePayments),
    fines: importCalls('/student/external_payment', manageDebits, 'import_fine'),
  },

  debit: { ...debitCalls, invoice: createInvoice },
  debtor: debtorCalls,
  hold: holdCalls,
  vat: vatCalls,
  rate: rateCalls,
  reminder: reminderCalls,
  invoice: invoiceCalls,
  refund: refundCalls,
  journal: journalCalls,
  period: periodCalls,
};
