import { defineWorkflow } from '#platform/contract/workflow.ts';

export const periodStates = ['PLANNED', 'RUNNING', 'CLOSED'] as const;
export type PeriodState = (typeof periodStates)[number];

/** Fewer answers than this are never shown, whatever a period says. */
export const leastVoters = 5;

const manage = 'evaluation.manage';
/**
 * Life of a period. To start it makes the list of who is asked about whom, and keeps the questions as they are then. It closes
 * in the night after its last day, or earlier with a reason; nothing opens it again, as what was sealed is open by then.
 */
export const periodWorkflow = defineWorkflow<PeriodState>({
  entity: 'evaluation_period',
  initial: 'PLANNED',
  states: periodStates,
  transitions: [
    { from: ['PLANNED'], to: 'RUNNING', permission: manage },
    { from: ['RUNNING'], to: 'CLOSED', permission: manage, reason: true },
  ],
});
