import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of gateways read. */
const codes = { provider: 'gateways.provider' } as const satisfies Record<string, string>;

export const records = {
  gateways: { codes },
  gateway_reversals: { fields: { reason: 'gateways.reversal.reason' }, codes: { state: 'gateways.reversal.state' } },
} satisfies RecordsWords;
