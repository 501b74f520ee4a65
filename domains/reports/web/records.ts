import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of reports read. */
export const records = {
  dashboard_limits: {},
  reports: { page: { permission: 'report.read', to: (id: number) => `/report/${id}` } },
} satisfies RecordsWords;
