import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of questionnaires, periods and results read. */
export const records = {
  evaluation_questionnaires: {
    page: { permission: 'evaluation.manage', to: (id: number) => `/evaluation/questionnaires/${id}` },
  },
  evaluation_periods: {
    codes: { status: 'evaluation.state' },
    page: { permission: 'evaluation.manage', to: (id: number) => `/evaluation/periods?open=${id}` },
  },
  evaluation_units: { page: { permission: 'evaluation.manage', to: (id: number) => `/evaluation/results/${id}` } },
} satisfies RecordsWords;
