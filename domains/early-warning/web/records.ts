import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of rules, cases and what was done read. */
export const records = {
  risk_rules: {},
  risk_cases: {
    codes: {
      status: 'early-warning.state',
      level: 'early-warning.level',
      kinds: 'early-warning.rule',
      worst: 'early-warning.level',
      close_reason: 'early-warning.close',
    },
    page: { permission: 'risk.read', to: (id: number) => `/early-warning/${id}` },
  },
  risk_actions: { codes: { kind: 'early-warning.action', outcome: 'early-warning.outcome' } },
  risk_deputies: {},
} satisfies RecordsWords;
