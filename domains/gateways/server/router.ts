import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import { actAsBank } from './bank.ts';
import { createOrder, getOrder, payablesFor, transactions } from './orders.ts';
import { askReversal, decideReversal, reversalList } from './reversals.ts';
import { gatewaysOf, saveGateway } from './settings.ts';

const on = serve(contract);

export const router = on.router({
  gateway: {
    list: on.gateway.list.handler(({ context }) => gatewaysOf(context)),
    save: on.gateway.save.handler(({ input, context }) => saveGateway(context, input)),
    transactions: on.gateway.transactions.handler(({ input, context }) => transactions(context, input)),
  },
  reversal: {
    list: on.reversal.list.handler(({ input, context }) => reversalList(context, input)),
    ask: on.reversal.ask.handler(({ input, context }) => askReversal(context, input)),
    decide: on.reversal.decide.handler(({ input, context }) => decideReversal(context, input)),
  },
  order: {
    payables: on.order.payables.handler(({ context }) => payablesFor(context)),
    create: on.order.create.handler(({ input, context }) => createOrder(context, input)),
    get: on.order.get.handler(({ input, context }) => getOrder(context, input)),
    bank: on.order.bank.handler(({ input, context }) => actAsBank(context, input)),
  },
});
