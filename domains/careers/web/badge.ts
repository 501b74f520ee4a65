import type { UserInfo } from '#platform/web/index.ts';

/** Beside job offers in the menu: what one is asked for goes before what is new. */
export function offersBadge({
  need_for_job_status,
  new_job_offers,
}: Pick<UserInfo, 'need_for_job_status' | 'new_job_offers'>): { text: string; tone?: 'warning' } | undefined {
  if (need_for_job_status === 'UPDATE_REQUIRED') return { text: '!', tone: 'warning' };
  return new_job_offers > 0 ? { text: String(new_job_offers) } : undefined;
}
