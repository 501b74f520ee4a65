import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of censuses and their forms read. */
export const records = {
  census_forms: { codes: { each: 'census.each' }, page: { permission: 'census.read', to: () => '/census/forms' } },
  censuses: {
    codes: { status: 'census.state' },
    page: { permission: 'census.read', to: (id: number) => `/census/${id}` },
  },
} satisfies RecordsWords;
