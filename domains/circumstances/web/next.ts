import type { Translate } from '#platform/web/index.ts';
import { showDate } from '#platform/web/kit/index.ts';
import type { Claim } from './api.ts';

/** What comes next, in the words of whoever waits for it. */
export function nextOf(t: Translate, claim: Pick<Claim, 'status' | 'evidence_by' | 'self_certified'>): string {
  if (claim.status === 'PENDING')
    return t('circumstances.next.PENDING', { until: claim.evidence_by ? showDate(claim.evidence_by) : '' });
  return t(`circumstances.next.${claim.status}`);
}
