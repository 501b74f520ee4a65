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
import { contractImport, fineImport, paymentImport } from './imports.ts';
import { createInvoice } from './invoice.ts';
import { closePeriod, periodsOf, reopenPeriod } from './journal/periods.ts';
import { cardOf, entries, journalExport, turnoverOf } from './journal/read.ts';
import { debtOverview } from './overview.ts';
import { moveCredit, paymentList, refundPayment, removePayment, restorePayment, saveExternal } from './payments.ts';

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
    refund: on.payment.refund.handler(({ input, context }) => refundPayment(context, input)),
    balance: on.payment.balance.handler(({ input, context }) => balanceFor(context, input)),
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
