import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of statements read. */
const codes = {
  state: 'banking.row_state',
  settlement: 'banking.settlement',
  proposed_settlement: 'banking.settlement',
  proposed_by: 'banking.by',
} as const satisfies Record<string, string>;

export const records = {
  bank_accounts: { codes: { ledger: 'accounting.account' } },
  bank_statements: { money: ['opening', 'closing', 'came', 'gone', 'difference'], codes: { status: 'banking.state' } },
  bank_statement_rows: {
    money: ['amount'],
    codes,
    page: { permission: 'statement.read', to: () => '/accounting/statements/rows?view=decided' },
  },
  gateway_registers: { money: ['amount'], codes: { provider: 'gateways.provider' } },
  reconciliation_items: { money: ['amount'], codes: { kind: 'banking.difference', state: 'banking.difference_state' } },
} satisfies RecordsWords;
