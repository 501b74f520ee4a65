import { codeId, useLocale, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { api } from '../api.ts';

export type Amendment = Awaited<ReturnType<typeof api.amendment.get.call>>;

export const tones: Record<string, string> = {
  DRAFT: 'gray',
  REQUESTED: 'blue',
  RETURNED: 'orange',
  CHECKED: 'blue',
  APPROVED: 'teal',
  REJECTED: 'red',
  APPLIED: 'teal',
  PUBLISHED: 'teal',
  UNPUBLISHED: 'gray',
  WITHDRAWN: 'gray',
  STALE: 'orange',
};

/** A mark or what stands instead of it, in words. */
export function useMark() {
  const t = useMessages();
  const { locale } = useLocale();
  return ({ value, special }: { value: number | null; special: string | null }): string =>
    special ? t(codeId('assessment.special', special)) : value === null ? '—' : showNumber(value, locale);
}
