import { defineWorkflow } from '#platform/contract/workflow.ts';

export const reasonStates = ['SUBMITTED', 'ACCEPTED', 'REJECTED', 'UPDATE_REQUIRED'] as const;
export type ReasonState = (typeof reasonStates)[number];

const decide = 'attendance_reason.decide';

/**
 * Life of a reason for absence. Accepting excuses the lessons in its days, taking that back makes them absences again.
 * `not_submitter`: whoever asked, and whoever was absent, does not decide.
 */
export const reasonWorkflow = defineWorkflow<ReasonState>({
  entity: 'attendance_reason',
  initial: 'SUBMITTED',
  states: reasonStates,
  transitions: [
    { from: ['SUBMITTED'], to: 'ACCEPTED', permission: decide, guard: 'not_submitter' },
    { from: ['SUBMITTED', 'ACCEPTED'], to: 'REJECTED', permission: decide, reason: true, guard: 'not_submitter' },
    { from: ['SUBMITTED'], to: 'UPDATE_REQUIRED', permission: decide, reason: true, guard: 'not_submitter' },
    { from: ['UPDATE_REQUIRED'], to: 'SUBMITTED', permission: 'attendance_reason.submit' },
  ],
});
