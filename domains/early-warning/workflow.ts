import { defineWorkflow } from '#platform/contract/workflow.ts';

export const caseStates = ['OPEN', 'CLOSED'] as const;
export type CaseState = (typeof caseStates)[number];

/** The clock opens a case, and closes one that nobody has begun to work on once the rules find its student no more. */
export const caseWorkflow = defineWorkflow<CaseState>({
  entity: 'risk_case',
  initial: 'OPEN',
  states: caseStates,
  transitions: [
    { from: ['OPEN'], to: 'CLOSED', permission: 'risk.act', reason: true },
    { from: ['CLOSED'], to: 'OPEN', permission: 'risk.act', reason: true },
  ],
});
