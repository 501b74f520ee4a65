import { contracts } from '#domains/accounting/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { serveGateways } from './http.ts';
import { router } from './router.ts';
import { gatewayOrders, gatewayTransactions } from './tables.ts';

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
  history: { gateways: { permission: 'gateway.manage', title: 'r.provider' } },
  start: serveGateways,
});
