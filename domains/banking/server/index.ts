import { contracts, payments } from '#domains/accounting/server/index.ts';
import { signable } from '#domains/signatures/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { signableDay } from './days.ts';
import { reconcileAll } from './reconciliation.ts';
import { router } from './router.ts';
import { acceptJob } from './rows.ts';
import { bankAccounts, differences, statementRows, statements } from './tables.ts';
import { takeJob } from './taking.ts';

const account = "(select a.number || ' · ' || a.bank from bank_accounts a where a.id = r.bank_account_id)";

export default defineServerDomain({
  name: 'banking',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  uses: [
    { of: bankAccounts, by: statements.bank_account_id },
    { of: payments, by: statementRows.payment_id },
    { of: contracts, by: differences.contract_id },
  ],
  follows: [on(signable, signableDay)],
  constraints: { bank_statement_rows_payment: 'ROW_DECIDED' },
  nightly: { reconciliation: reconcileAll },
  history: {
    bank_accounts: { permission: 'statement.read', title: "r.number || ' · ' || r.bank" },
    bank_statements: { permission: 'statement.read', title: `r.file_name || ' · ' || ${account}` },
    bank_statement_rows: {
      permission: 'statement.read',
      title: "r.party || ' · ' || r.day",
      only: { permission: 'statement.manage', columns: ['party_tin', 'purpose'] },
    },
    gateway_registers: { permission: 'reconciliation.read', title: "r.provider || ' · ' || r.file_name" },
    reconciliation_items: { permission: 'reconciliation.read', title: 'r.subject' },
  },
  jobs: { 'banking.accept': acceptJob, 'banking.statement': takeJob },
});
