import type { RecordsWords } from '#platform/web/index.ts';

const codes = {
  status: 'accounting.status',
  level: 'accounting.level',
  type: 'accounting.type',
  language: 'accounting.language',
  study_language: 'accounting.language',
  accepted_language: 'accounting.language',
  currency: 'accounting.currency',
} as const satisfies Record<string, string>;

/** Kept in whole tiyin, also inside of plans. */
const money = ['amount', 'total', 'paid', 'currency_amount'];

/** How changes of agreements, contracts, payments and debits read. */
export const records = {
  contract_agreements: {
    codes,
    money,
    page: { permission: 'agreement.read', to: (id: number) => `/accounting/agreements?open=${id}` },
  },
  contracts: {
    codes,
    money,
    page: { permission: 'contract.read', to: (id: number) => `/accounting/contract?open=${id}` },
  },
  payment_promises: { money, page: { permission: 'debit.read', to: () => '/accounting/debtors' } },
  exchange_rates: { codes: { currency: 'accounting.currency' } },
  vat_rates: { codes: { of: 'accounting.vat.kind' } },
  debt_holds: { money: ['least'], codes: { act: 'accounting.held_act' } },
  debt_releases: {
    codes: { acts: 'accounting.held_act' },
    page: { permission: 'debit.read', to: () => '/accounting/debtors' },
  },
  reminder_settings: { money: ['least'], codes: { channels: 'accounting.reminder_channel' } },
  refund_requests: {
    money,
    page: { permission: 'payment.read', to: () => '/accounting/refunds' },
    codes: { status: 'accounting.refund_state' },
  },
  invoices: {
    codes: { language: 'accounting.language' },
    money: ['amount', 'left', 'credited'],
    page: { permission: 'invoice.read', to: (id: number) => `/accounting/invoices?open=${id}` },
  },
  payments: {
    money,
    codes: { kind: 'accounting.payment_kind', payment_type: 'accounting.payment_type', source: 'accounting.source' },
    page: { permission: 'payment.read', to: (id: number) => `/payments?open=${id}` },
  },
  student_debits: {
    money,
    codes: { kind: 'accounting.debit_kind' },
    page: { permission: 'debit.read', to: (id: number) => `/debit?open=${id}` },
  },
  student_debit_details: { money },
  suspense_uses: { money, codes: { account: 'accounting.account' } },
} satisfies RecordsWords;
