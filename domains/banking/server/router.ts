import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { accounts } from './accounts.ts';
import { closeTheDay, dayList, dayPaper, previewDay, reopenTheDay, signTheDay } from './days.ts';
import { closeDifference, differenceList, lastRun, reconcile } from './reconciliation.ts';
import { previewRegister, takeRegister } from './registers.ts';
import { acceptAll, acceptRow, candidatesOf, proposalsOf, rowBack, rowList, settleRow } from './rows.ts';
import { exportExchange, statementList, waitingOf } from './statements.ts';
import { lookAgain, previewFile, takeFile, undoStatement } from './taking.ts';

const on = serve(contract);

export const router = on.router({
  bank_account: crudHandlers(contract.bank_account, accounts),
  statement: {
    list: on.statement.list.handler(({ input, context }) => statementList(context, input)),
    preview: on.statement.preview.handler(({ input, context }) => previewFile(context, input)),
    take: on.statement.take.handler(({ input, context }) => takeFile(context, input)),
    undo: on.statement.undo.handler(({ input, context }) => undoStatement(context, input)),
    waiting: on.statement.waiting.handler(({ context }) => waitingOf(context)),
    export_1c: on.statement.export_1c.handler(({ input, context }) => exportExchange(context, input)),
  },
  statement_row: {
    list: on.statement_row.list.handler(({ input, context }) => rowList(context, input)),
    candidates: on.statement_row.candidates.handler(({ input, context }) => candidatesOf(context, input)),
    accept: on.statement_row.accept.handler(({ input, context }) => acceptRow(context, input)),
    settle: on.statement_row.settle.handler(({ input, context }) => settleRow(context, input)),
    back: on.statement_row.back.handler(({ input, context }) => rowBack(context, input)),
    look_again: on.statement_row.look_again.handler(({ context }) => lookAgain(context)),
    proposals: on.statement_row.proposals.handler(({ input, context }) => proposalsOf(context, input)),
    accept_all: on.statement_row.accept_all.handler(({ input, context }) => acceptAll(context, input)),
  },
  reconciliation: {
    list: on.reconciliation.list.handler(({ input, context }) => differenceList(context, input)),
    last: on.reconciliation.last.handler(({ context }) => lastRun(context)),
    run: on.reconciliation.run.handler(({ context }) => reconcile(context)),
    register_preview: on.reconciliation.register_preview.handler(({ input, context }) =>
      previewRegister(context, input),
    ),
    register: on.reconciliation.register.handler(({ input, context }) => takeRegister(context, input)),
    close: on.reconciliation.close.handler(({ input, context }) => closeDifference(context, input)),
  },
  day: {
    list: on.day.list.handler(({ input, context }) => dayList(context, input)),
    preview: on.day.preview.handler(({ input, context }) => previewDay(context, input)),
    close: on.day.close.handler(({ input, context }) => closeTheDay(context, input)),
    sign: on.day.sign.handler(({ input, context }) => signTheDay(context, input)),
    reopen: on.day.reopen.handler(({ input, context }) => reopenTheDay(context, input)),
    paper: on.day.paper.handler(({ input, context }) => dayPaper(context, input)),
  },
});
