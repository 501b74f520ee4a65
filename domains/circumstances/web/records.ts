import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of claims and of what was decided about them read. */
const codes = { status: 'circumstances.state', kind: 'circumstances.kind' } as const;
export const records = {
  ec_claims: {
    codes,
    page: { permission: 'circumstance.decide', to: (id: number) => `/ec/${id}` },
  },
  ec_papers: {
    codes: {
      target: 'circumstances.target',
      wish: 'circumstances.wish',
      outcome: 'circumstances.state',
      effect: 'circumstances.effect',
      rule: 'circumstances.rule',
    },
  },
  ec_members: {},
  ec_votes: { codes: { outcome: 'circumstances.state' } },
  ec_templates: {
    codes: { outcome: 'circumstances.state' },
    page: { permission: 'circumstance.decide', to: (id: number) => `/ec/reasons?open=${id}` },
  },
} satisfies RecordsWords;
