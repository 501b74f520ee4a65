import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';

export const numberOf = (id: number): string => `F-${String(id).padStart(6, '0')}`;

/** What people are told: that there is something, never what it is about, for screens are looked at by others. */
export type Told = 'new' | 'news' | 'given' | 'message' | 'late' | 'reopened';

export const tell = (
  call: Pick<Call, 'client' | 'institution_id'>,
  accounts: readonly (number | null)[],
  id: number,
  what: Told,
): Promise<void> =>
  notify(
    call,
    accounts.filter((one) => one !== null),
    { type: 'feedback', title: titleOf(`notice_feedback_${what}`, { number: numberOf(id) }), link: `/feedback/${id}` },
  );
