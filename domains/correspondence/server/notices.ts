import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { letters } from './tables.ts';

/** What people are told. A confidential letter is called by its number alone. */

export type Told =
  | 'agree'
  | 'sign'
  | 'signed'
  | 'refused'
  | 'order'
  | 'reported'
  | 'returned'
  | 'closed'
  | 'cancelled'
  | 'extension'
  | 'extended'
  | 'not_extended'
  | 'read'
  | 'due'
  | 'late'
  | 'escalated';

type Letter = Pick<typeof letters.$inferSelect, 'id' | 'direction' | 'number' | 'heading' | 'confidential'>;

export const pageOf = ({ id, direction }: Pick<Letter, 'id' | 'direction'>): string =>
  direction === 'INCOMING' ? `/document-management/incoming/${id}` : `/document-management/outgoing/${id}`;

export const tellOf = (
  call: Pick<Call, 'client' | 'institution_id'>,
  accounts: readonly number[],
  letter: Letter,
  what: Told,
  values: Record<string, unknown> = {},
): Promise<void> =>
  notify(call, accounts, {
    type: 'correspondence',
    title: titleOf(`notice_letter_${what}`, {
      letter: [letter.number, letter.confidential ? null : letter.heading].filter(Boolean).join(' · ') || '…',
      ...values,
    }),
    link: pageOf(letter),
  });
