import { sql } from 'drizzle-orm';
import { admissionReason, retakeCharged, retakeFees } from '#domains/assessment/server/index.ts';
import { documentsRevoked } from '#domains/credentials/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { graduationCheck, hold, lifeEffect, paperSource, students } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { assignJob } from './assign.ts';
import { moneyClear } from './balance.ts';
import { remindInTheNight } from './debtors/reminders.ts';
import { paymentPromises } from './debtors/tables.ts';
import { dropPaperFees } from './fees.ts';
import { debtHold, examDebt } from './holds/holds.ts';
import { debtReleases } from './holds/tables.ts';
import { contractImport, fineImport, paymentImport } from './imports.ts';
import { creditsJob, invoicesJob } from './invoices/many.ts';
import { invoices } from './invoices/tables.ts';
import { journalExport } from './journal/read.ts';
import { sealJournals, verifyJournal } from './journal/verify.ts';
import { contractOfLife, moneyOfLife } from './life.ts';
import { issueDue } from './new-year.ts';
import { fetchRates } from './rates/central-bank.ts';
import { refundRequests } from './refunds/tables.ts';
import { chargeLeft, chargeRetake, retakeFees as keptRetakeFees, retakeUnpaid } from './retakes.ts';
import { router } from './router.ts';
import { contractsOfStudent } from './student-papers.ts';
import { contractSubject, debitSubject, paymentSubject } from './subject.ts';
import { contractAgreements, contracts, payments, studentDebits } from './tables.ts';

export type { BankLedger, SuspenseTarget } from '../accounts.ts';
export { shareOf, sumOf, type Tiyin, tiyinOf, vatIn } from '../money.ts';
export { numberKeysIn } from '../numbers.ts';
export { feesOf } from './agreements.ts';
export { contractBalances, takingMoney, tellAccountants } from './balance.ts';
export { closeBills, issueBill, lessenBill, lockBills, reopenBills, tryIssueBill } from './bills.ts';
export { issueContractPaper } from './contract-paper.ts';
export { textOf as contractTextOf } from './contract-text.ts';
export { type StudentDebt, studentDebts } from './debits.ts';
export { discountContract } from './discounts.ts';
export { chargePaper, chargeRequest, movePaperFee, requestFees, requestPaid } from './fees.ts';
export { billSettled, contractAccepted, contractDeclined, contractPaid } from './hooks.ts';
export { billPaper } from './invoices/bill-papers.ts';
export { invoices } from './invoices/tables.ts';
export { adoptContract, offerContract, releaseContract } from './issue.ts';
export { closeDay, closedOn, closedUntil, demandOpen, reopenDay } from './journal/days.ts';
export { type JournalFault, sealJournals, verifyJournal } from './journal/verify.ts';
export { carryFees, type FeeRise, feesCarried, feesIn, feesThatHold, feesToCarry, uncarryFees } from './new-fees.ts';
export { assignContracts, contractedIn, contractsThatHold, contractsToAssign, unassignContracts } from './new-year.ts';
export {
  isWhole,
  lockInvoice,
  ownPayableInvoices,
  ownPayables,
  type Payable,
  payableById,
  payableByInvoice,
  payableByNumber,
  returnOnline,
  takeOnline,
} from './online.ts';
export { debitTitle, ownPayableDebits, type PayableDebit, payableDebit } from './online-debits.ts';
export { notSignedOnPaper, signedOnPaper } from './paper.ts';
export {
  backToSuspense,
  channelsOf,
  fromSuspense,
  movementsOf,
  type SuspensePart,
  settleSuspense,
  takeBackSuspense,
  toSuspense,
} from './suspense.ts';
export { contracts, payments, studentDebits } from './tables.ts';
export { hashOf } from './text.ts';
export { charged } from './vat/vat.ts';
export { reviveContract, withdrawContract } from './withdraw.ts';
export { agreementsOfYear, contractsOfYear } from './year.ts';

const number = '(select c.number from contracts c where c.id = r.contract_id)';
const student = '(select s.full_name from students s where s.id = r.student_id)';

export default defineServerDomain({
  name: 'accounting',
  contract,
  router,
  permissions,
  errors,
  constraints: {
    contracts_accepted: 'CONTRACT_ACCEPTED',
    contracts_plan: 'CONTRACT_PLAN',
    contracts_number: 'CONTRACT_NUMBER_TAKEN',
    contracts_student_year: 'CONTRACT_EXISTS',
    contracts_application: 'CONTRACT_EXISTS',
    contract_agreements_published_once: 'AGREEMENT_PUBLISHED',
    payments_reference: 'PAYMENT_TWICE',
    payments_refunded: 'REFUND_TOO_LARGE',
    payments_owner: 'PAYMENT_NEEDS_OWNER',
    accounting_periods_closed: 'PERIOD_CLOSED',
    accounting_periods_order: 'PERIOD_ORDER',
    accounting_days_order: 'DAY_ORDER',
    suspense_items_used: 'SUSPENSE_USED',
    invoices_stand: 'INVOICE_STANDS',
    refund_requests_open: 'REFUND_ASKED',
    refund_requests_open_besides: 'REFUND_ASKED',
    refund_requests_two: 'REFUND_OWN',
  },
  uses: [
    { of: academicYears, by: contractAgreements.academic_year_id },
    { of: courses, by: contractAgreements.course_id },
    { of: educationForms, by: contractAgreements.education_form_id },
    { of: academicYears, by: contracts.academic_year_id },
    { of: contractAgreements, by: contracts.agreement_id },
    { of: students, by: contracts.student_id, where: sql`${contracts.status} not in ('TERMINATED', 'SUPERSEDED')` },
    { of: students, by: studentDebits.student_id },
    { of: students, by: payments.student_id },
    { of: students, by: invoices.student_id },
    { of: students, by: refundRequests.student_id },
    { of: students, by: paymentPromises.student_id },
    { of: students, by: debtReleases.student_id },
  ],
  // What is owed is told from the contract as it was, so money comes first.
  follows: [
    on(admissionReason, retakeUnpaid),
    on(admissionReason, examDebt),
    on(retakeCharged, chargeRetake),
    on(retakeFees, keptRetakeFees),
    on(graduationCheck, moneyClear),
    on(hold, debtHold),
    on(documentsRevoked, dropPaperFees),
    on(lifeEffect, moneyOfLife),
    on(lifeEffect, contractOfLife),
    on(personPart, { name: 'contracts', owns: [contracts.account_id] }),
    on(paperSource, contractsOfStudent),
  ],
  subjects: [contractSubject, paymentSubject, debitSubject],
  messages: new URL('./messages/', import.meta.url),
  guards: [
    new URL('./guards.sql', import.meta.url),
    new URL('./vat/guards.sql', import.meta.url),
    new URL('./journal/guards.sql', import.meta.url),
    new URL('./invoices/guards.sql', import.meta.url),
    new URL('./debtors/guards.sql', import.meta.url),
    new URL('./holds/guards.sql', import.meta.url),
  ],
  nightly: {
    // Before contracts go out by them.
    'fetching rates': fetchRates,
    'issuing contracts': issueDue,
    'charging retakes': chargeLeft,
    'reminding of payments': remindInTheNight,
    async 'sealing the books'({ database, settings }, log) {
      const client = await database.owner.connect();
      try {
        const { faults, ...found } = await verifyJournal(client, settings.dataDir);
        if (faults.length) log.error({ faults: faults.slice(0, 20) }, 'the books are not what they were');
        return { ...found, faults: faults.length, sealed: await sealJournals(database.owner, settings.dataDir) };
      } finally {
        client.release();
      }
    },
  },
  history: {
    contract_agreements: { permission: 'agreement.manage', title: "r.name || ' · ' || r.revision" },
    contracts: { permission: 'contract.manage', title: "r.number || ' · ' || r.payer_name" },
    payments: { permission: 'payment.manage', title: `r.payer || coalesce(' · ' || ${number}, '')` },
    payment_promises: { permission: 'debit.manage', title: student },
    debt_holds: { permission: 'debit.manage', title: "''" },
    vat_rates: { permission: 'agreement.manage', title: 'r.of' },
    exchange_rates: { permission: 'agreement.read', title: "r.currency || ' · ' || to_char(r.day, 'DD.MM.YYYY')" },
    debt_releases: { permission: 'debit.manage', title: student },
    reminder_settings: { permission: 'debit.manage', title: "''" },
    refund_requests: { permission: 'payment.manage', title: 'r.payer' },
    invoices: { permission: 'debit.manage', title: "r.number || ' · ' || r.payer" },
    suspense_uses: {
      permission: 'payment.manage',
      title: "(select i.party || ' · ' || i.moved_on from suspense_items i where i.id = r.item_id)",
    },
    student_debits: { permission: 'debit.manage', title: student },
    student_debit_details: {
      permission: 'debit.manage',
      title:
        '(select s.full_name from student_debits d join students s on s.id = d.student_id where d.id = r.debit_id)',
    },
  },
  jobs: {
    'contracts.import': contractImport.job,
    'payments.import': paymentImport.job,
    'fines.import': fineImport.job,
    'contracts.assign': assignJob,
    'invoices.issue': invoicesJob,
    'invoices.credit': creditsJob,
    'accounting.journal': journalExport.job,
  },
});
