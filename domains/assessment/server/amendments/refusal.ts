import type { Transition } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { AmendmentState } from '../../workflow-amendment.ts';
import type { amendments } from './tables.ts';

type Amendment = Pick<typeof amendments.$inferSelect, 'requested_by' | 'checked_by' | 'decided_by'>;

/** Why this person may not take this step although the right is there: who asked or marked does not judge. */
export function refusalOf(
  call: Pick<Call, 'account_id'>,
  row: Amendment,
  step: Pick<Transition<AmendmentState>, 'to' | 'guard'>,
  marked_by: number | null,
): 'SAME_PERSON' | 'NOT_REQUESTER' | 'OWN_MARK' | undefined {
  const me = call.account_id;
  if (step.guard === 'requester') return row.requested_by === me ? undefined : 'NOT_REQUESTER';
  if (step.guard !== 'other_person') return undefined;
  if (row.requested_by === me) return 'SAME_PERSON';
  if (step.to !== 'APPROVED' && step.to !== 'REJECTED') return undefined;
  if (row.checked_by === me || row.decided_by.includes(me)) return 'SAME_PERSON';
  return marked_by === me ? 'OWN_MARK' : undefined;
}
