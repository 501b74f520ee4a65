import { contracts } from '#domains/accounting/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { serveGateways } from './http.ts';
import { reversalsErrand, workOnReversals } from './reversals.ts';
import { router } from './router.ts';
import { gatewayOrders, gatewayTransactions } from './tables.ts';

export { askHowClickStands } from './reversals.ts';
export { gatewayTransactions } from './tables.ts';

export default defineServerDomain({
  name: 'gateways',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  uses: [
    { of: contracts, by: gatewayOrders.contract_id },
    { of: contracts, by: gatewayTransactions.contract_id },
  ],
  follows: [on(personPart, { name: 'orders of payments', owns: [gatewayOrders.account_id] })],
  errands: { [reversalsErrand]: workOnReversals },
  history: {
    gateways: { permission: 'gateway.manage', title: 'r.provider' },
    gateway_reversals: {
      permission: 'gateway.read',
      title: "(select 'Click ' || t.external_id from gateway_transactions t where t.id = r.transaction_id)",
    },
  },
  start: serveGateways,
});
