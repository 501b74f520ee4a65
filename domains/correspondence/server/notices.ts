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
  | 'escalated'
  | 'raised'
  | 'handed_over'
  | 'nobody_left'
  | 'not_repeated';

type Letter = Pick<typeof letters.$inferSelect, 'id' | 'direction' | 'number' | 'heading' | 'confidential'>;

export const pageOf = ({ id, direction }: Pick<Letter, 'id' | 'direction'>): string =>
  direction === 'INCOMING' ? `/document-management/incoming/${id}` : `/document-management/outgoing/${id}`;

/** An act of destruction asks for a word or a signature, or was refused or carried out. */
export const tellOfAct = (
  call: Pick<Call, 'client' | 'institution_id'>,
  accounts: readonly number[],
  act: { id: number; number: string | null },
  what: 'agree' | 'sign' | 'refused' | 'done',
): Promise<void> =>
  notify(call, accounts, {
    type: 'correspondence',
    title: titleOf(`notice_act_${what}`, { act: act.number ?? '…' }),
    link: `/document-management-moderator/destruction/${act.id}`,
  });

/** A number that was kept for a paper, and for which none came. */
export const tellOfNumber = (
  call: Pick<Call, 'client' | 'institution_id'>,
  account_id: number,
  values: { number: string; day: string },
): Promise<void> =>
  notify(call, [account_id], {
    type: 'correspondence',
    title: titleOf('notice_letter_number', values),
    link: '/document-management-moderator?tab=numbers',
  });

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
