import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { accept, decline, noteOpened, openFor, sendAcceptCode } from './accept.ts';
import { agreements, close, previewText, publish, revise } from './agreements.ts';
import { assign } from './assign.ts';
import { balanceFor } from './balance.ts';
import {
  contractFile,
  contractList,
  contractOptions,
  contractText,
  getContract,
  saveContract,
  stepContract,
  typesOf,
} from './contracts.ts';
import { debitList, removeDetail, saveDebit, saveDetail, standingOf } from './debits.ts';
import { debtors, lateSummary, makePromise, promiseList, removePromise } from './debtors/desk.ts';
import { planOfReminders, reminderSettingsOf, saveReminderSettings } from './debtors/reminders.ts';
import { holdRules, letThrough, releaseList, saveHoldRule, takeReleaseBack } from './holds/holds.ts';
import { contractImport, fineImport, paymentImport } from './imports.ts';
import { createInvoice } from './invoices/issue.ts';
import { creditInvoice, creditNoteFile, getInvoice, invoiceFile, invoiceList } from './invoices/list.ts';
import { issueMany } from './invoices/many.ts';
import { closePeriod, periodsOf, reopenPeriod } from './journal/periods.ts';
import { cardOf, entries, journalExport, turnoverOf } from './journal/read.ts';
import { debtOverview } from './overview.ts';
import { partsOf } from './payment-parts.ts';
import { moveCredit, paymentList, removePayment, restorePayment, saveExternal } from './payments.ts';
import { rateList, removeRate, saveRates } from './rates/rates.ts';
import { askRefund, creditsBesides, payRefund, refundList, refuseRefund, withdrawRefund } from './refunds/refunds.ts';
import { saveVat, vatOf } from './vat/vat.ts';

const on = serve(contract);

export const router = on.router({
  agreement: {
    ...crudHandlers(contract.agreement, agreements),
    publish: on.agreement.publish.handler(({ input, context }) => publish(context, input)),
    close: on.agreement.close.handler(({ input, context }) => close(context, input)),
    revise: on.agreement.revise.handler(({ input, context }) => revise(context, input)),
    preview: on.agreement.preview.handler(({ input, context }) => previewText(context, input)),
    mine: on.agreement.mine.handler(({ input, context }) => openFor(context, input)),
    open: on.agreement.open.handler(({ input, context }) => openFor(context, input)),
    opened: on.agreement.opened.handler(({ input, context }) => noteOpened(context, input)),
    code: on.agreement.code.handler(({ input, context }) => sendAcceptCode(context, input)),
    accept: on.agreement.accept.handler(({ input, context }) => accept(context, input)),
    decline: on.agreement.decline.handler(({ input, context }) => decline(context, input)),
  },
  contract: {
    get: on.contract.get.handler(({ input, context }) => getContract(context, input)),
    list: on.contract.list.handler(({ input, context }) => contractList.list(context, input)),
    all: on.contract.all.handler(({ input, context }) => contractOptions(context, input)),
    types: on.contract.types.handler(({ context }) => typesOf(context)),
    save: on.contract.save.handler(({ input, context }) => saveContract(context, input)),
    remove: on.contract.remove.handler(({ input, context }) => contractList.remove(context, input)),
    restore: on.contract.restore.handler(({ input, context }) => contractList.restore(context, input)),
    step: on.contract.step.handler(({ input, context }) => stepContract(context, input)),
    assign: on.contract.assign.handler(({ input, context }) => assign(context, input)),
    file: on.contract.file.handler(({ input, context }) => contractFile(context, input)),
    text: on.contract.text.handler(({ input, context }) => contractText(context, input)),
    import: importHandlers(on.contract.import, contractImport),
  },
  payment: {
    ...crudHandlers(contract.payment, { ...paymentList, remove: removePayment, restore: restorePayment }),
    balance: on.payment.balance.handler(({ input, context }) => balanceFor(context, input)),
    parts: on.payment.parts.handler(({ input, context }) => partsOf(context, input)),
    use_credit: on.payment.use_credit.handler(({ input, context }) => moveCredit(context, input)),
  },
  external: {
    list: on.external.list.handler(({ input, context }) =>
      paymentList.list(context, { ...input, source: input.source ?? ['EXTERNAL', 'IMPORT'] }),
    ),
    save: on.external.save.handler(({ input, context }) => saveExternal(context, input)),
    remove: on.external.remove.handler(({ input, context }) => removePayment(context, input)),
    import: importHandlers(on.external.import, paymentImport),
    fines: importHandlers(on.external.fines, fineImport),
  },
  debit: {
    ...crudHandlers(contract.debit, { ...debitList, save: saveDebit }),
    overview: on.debit.overview.handler(({ input, context }) => debtOverview(context, input)),
    standing: on.debit.standing.handler(({ input, context }) => standingOf(context, input)),
    detail: on.debit.detail.handler(({ input, context }) => saveDetail(context, input)),
    remove_detail: on.debit.remove_detail.handler(({ input, context }) => removeDetail(context, input)),
    invoice: on.debit.invoice.handler(({ input, context }) => createInvoice(context, input)),
  },
  debtor: {
    list: on.debtor.list.handler(({ input, context }) => debtors(context, input)),
    summary: on.debtor.summary.handler(({ context }) => lateSummary(context)),
    promises: on.debtor.promises.handler(({ input, context }) => promiseList(context, input)),
    promise: on.debtor.promise.handler(({ input, context }) => makePromise(context, input)),
    remove_promise: on.debtor.remove_promise.handler(({ input, context }) => removePromise(context, input)),
  },
  rate: {
    list: on.rate.list.handler(({ input, context }) => rateList(context, input)),
    save: on.rate.save.handler(({ input, context }) => saveRates(context, input)),
    remove: on.rate.remove.handler(({ input, context }) => removeRate(context, input)),
  },
  vat: {
    read: on.vat.read.handler(({ context }) => vatOf(context)),
    save: on.vat.save.handler(({ input, context }) => saveVat(context, input)),
  },
  hold: {
    rules: on.hold.rules.handler(({ context }) => holdRules(context)),
    save: on.hold.save.handler(({ input, context }) => saveHoldRule(context, input)),
    list: on.hold.list.handler(({ input, context }) => releaseList(context, input)),
    release: on.hold.release.handler(({ input, context }) => letThrough(context, input)),
    remove: on.hold.remove.handler(({ input, context }) => takeReleaseBack(context, input)),
  },
  reminder: {
    settings: on.reminder.settings.handler(({ context }) => reminderSettingsOf(context)),
    save: on.reminder.save.handler(({ input, context }) => saveReminderSettings(context, input)),
    plan: on.reminder.plan.handler(({ input, context }) => planOfReminders(context, input)),
  },
  invoice: {
    list: on.invoice.list.handler(({ input, context }) => invoiceList(context, input)),
    get: on.invoice.get.handler(({ input, context }) => getInvoice(context, input)),
    file: on.invoice.file.handler(({ input, context }) => invoiceFile(context, input)),
    credit_file: on.invoice.credit_file.handler(({ input, context }) => creditNoteFile(context, input)),
    credit: on.invoice.credit.handler(({ input, context }) => creditInvoice(context, input)),
    issue: on.invoice.issue.handler(({ input, context }) => issueMany(context, input)),
  },
  refund: {
    list: on.refund.list.handler(({ input, context }) => refundList(context, input)),
    besides: on.refund.besides.handler(({ context }) => creditsBesides(context)),
    ask: on.refund.ask.handler(({ input, context }) => askRefund(context, input)),
    pay: on.refund.pay.handler(({ input, context }) => payRefund(context, input)),
    refuse: on.refund.refuse.handler(({ input, context }) => refuseRefund(context, input)),
    withdraw: on.refund.withdraw.handler(({ input, context }) => withdrawRefund(context, input)),
  },
  journal: {
    turnover: on.journal.turnover.handler(({ input, context }) => turnoverOf(context, input)),
    card: on.journal.card.handler(({ input, context }) => cardOf(context, input)),
    list: on.journal.list.handler(({ input, context }) => entries(context, input)),
    export_data: on.journal.export_data.handler(({ input, context }) => journalExport.answer(context, input)),
  },
  period: {
    get: on.period.get.handler(({ context }) => periodsOf(context)),
    close: on.period.close.handler(({ input, context }) => closePeriod(context, input)),
    reopen: on.period.reopen.handler(({ input, context }) => reopenPeriod(context, input)),
  },
});
