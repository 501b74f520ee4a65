import { and, eq, isNull } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import type { ApplicationState } from '../../workflow.ts';
import { takeFollowingStep } from '../applications/steps.ts';
import { applications } from '../tables.ts';

/** What the life of a contract means for its application. */

async function stepApplication(call: Call, id: number, from: ApplicationState, to: ApplicationState, reason?: string) {
  const [row] = await call.db
    .select()
    .from(applications)
    .where(and(eq(applications.id, id), isNull(applications.deleted_at)))
    .for('update');
  // It may have gone on by the hand of an officer.
  if (row?.status === from) await takeFollowingStep(call, row, to, reason);
}

export const acceptedContract = (call: Call, contract: { application_id: number }): Promise<void> =>
  stepApplication(call, contract.application_id, 'OFFERED', 'CONTRACT_ACCEPTED');

export const declinedContract = (
  call: Call,
  contract: { application_id: number; reason: string | undefined },
): Promise<void> => stepApplication(call, contract.application_id, 'OFFERED', 'WITHDRAWN', contract.reason);

export async function paidContract(call: Call, contract: { application_id: number; enough: boolean }): Promise<void> {
  if (contract.enough) await stepApplication(call, contract.application_id, 'CONTRACT_ACCEPTED', 'PAID');
}
